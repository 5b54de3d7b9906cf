"""The keys of an answer: which part a word stands for, and which key was probably meant.

The grammar has the words; here they are only asked for.
"""

import re
from functools import lru_cache

from treesolve.answers import tables
from treesolve.model.problem import nearest
from treesolve.notation.scanner import pieces_pattern

PARTS = {
    "VALUES": "values",
    "WINDOWS": "windows",
    "PRUNED": "pruned",
    "ORDER": "order",
    "BEST": "best",
    "VALUE": "value",
    "ROOT": "value",
}
"""The part that each key terminal begins."""

TEXTS = {
    "PRINCIPAL": "line",
    "FOR_WHICH": "unknown",
    "REORDERED": "reorder",
    "MISTAKE": "mistake",
    "STATEMENTS": "statements",
}
"""The question that each key terminal answers; what follows is taken as it stands."""

IDENTITY = {"STUDENT": "student", "EXERCISE": "exercise", "VARIANT": "variant"}
"""What each terminal says that is a whole line: whose answer this is, and to what."""

KEYS = (
    *("student", "exercise", "variant", "values", "windows", "pruned", "order", "best", "value"),
    *("matrikel", "matrikelnummer", "name", "aufgabe", "variante", "werte", "fenster", "intervals", "beschnitten"),
    *("abgeschnitten", "nicht besucht", "not visited", "reihenfolge", "visiting order", "bester zug", "best move"),
    *("zug", "move", "wert", "root value", "wurzelwert", "knotenwerte", "minimaxwerte"),
    *("line", "principal line", "hauptvariante", "for which x", "für welche x", "reordered", "umgeordnet"),
    *("mistake", "fehler", "statements", "aussagen", "true or false", "wahr oder falsch"),
)
"""Keys one can write, for the nearest one; there are more."""

_LONGEST = 60
"""No key is longer."""


@lru_cache(maxsize=1024)
def _cached(word: str) -> str | None:
    found = pieces_pattern(tables.PATTERN).match(f"{word}:")
    terminal = found.lastgroup if found else None
    if found is None or terminal is None or found.end() <= len(word):
        return None
    return PARTS.get(terminal) or TEXTS.get(terminal) or IDENTITY.get(terminal)


def key_meaning(word: str) -> str | None:
    """The part a key stands for, or what it says about the student; None where it is no key.

    >>> key_meaning("Bester Zug"), key_meaning("Matrikel-Nr."), key_meaning("speed")
    ('best', 'student', None)
    """
    word = re.sub(r"\s+", " ", word.strip())
    return _cached(word) if 0 < len(word) <= _LONGEST and "\n" not in word else None


def part_meant(word: str) -> str:
    """The part or question a key stands for; empty where it is no key, or says whose or what an answer is.

    >>> part_meant("Bester Zug"), part_meant("Matrikel-Nr."), part_meant("speed")
    ('best', '', '')
    """
    meaning = key_meaning(word)
    return "" if meaning is None or meaning in IDENTITY.values() else meaning


@lru_cache(maxsize=1024)
def nearest_key(word: str) -> str | None:
    """The key most like a word, None where none is near.

    >>> nearest_key("valeus"), nearest_key("Riehenfolge"), nearest_key("xyz")
    ('values', 'reihenfolge', None)
    """
    return nearest(word.strip(), KEYS) if len(word) <= _LONGEST else None
