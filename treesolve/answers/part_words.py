"""The keys of an answer: which part a word stands for, and which key was probably meant."""

import re
from difflib import SequenceMatcher
from functools import lru_cache

from treesolve.answers.answer_words import beside, folded_words, keys
from treesolve.model.answer import PARTS, QUESTIONS
from treesolve.model.problem import nearest

IDENTITY = ("student", "exercise", "variant")
"""What a line can say beside answers: whose they are, and to what."""

KEYS = (
    *("student", "exercise", "variant", "values", "windows", "pruned", "order", "best", "value"),
    *("matrikel", "matrikelnummer", "name", "aufgabe", "variante", "werte", "fenster", "intervals", "beschnitten"),
    *("abgeschnitten", "nicht besucht", "not visited", "reihenfolge", "visiting order", "bester zug", "best move"),
    *("zug", "move", "wert", "root value", "wurzelwert", "knotenwerte", "minimaxwerte"),
    *("line", "principal line", "hauptvariante", "for which x", "für welche x", "reordered", "umgeordnet"),
    *("mistake", "fehler", "statements", "aussagen", "true or false", "wahr oder falsch"),
)
"""Keys one can write, for the nearest one; there are more."""

_ASIDE = re.compile(r"[ \t]*\([a-zäöü][^()\d]+\)[ \t]*$")
"""Words in parentheses behind a key: `Values (bottom up)`."""

_AMOUNT = re.compile(r"^\d+ (?=\D)|\b\d+ (?=(?:leaves|leaf|nodes?|blatt|blaetter|knoten|feuilles)\b)| \d+$")
"""How many nodes a key says there are: `7 evaluated leaves`, `pruned nodes (2)`."""

_VALUE = re.compile(r"\s\d+\s*$")
"""A number at the end without parentheses is what is said, and not how many."""

_LISTED = re.compile(r"[ \t]*\d+[ \t]*[,;]")
"""A number that stands in a list before a key is none of its words."""

_LONGEST = 80
"""No key is longer."""

_LONGEST_HEAD = 4
"""So many words of a key name its part; the others stand beside them."""

_ALIKE, _APART = 0.78, 0.06
"""How like a key a misspelt one is at least, and how much less like the keys of any other part."""

_NO, _ALIKE_NO = frozenset({"not", "never", "nicht", "non", "pas"}), 0.6
"""Words that say no, and how like one of them a slip of it is at least."""

_SHORTEST = 4
"""Shorter words are not misspelt, they are others."""

_OTHER = "schritt"
"""So is this: a step is no cut."""


@lru_cache(maxsize=4096)
def key_meaning(word: str) -> str | None:
    """The part a key stands for, or what it says about the student; None where it is no key.

    >>> key_meaning("Bester Zug"), key_meaning("Matrikel-Nr."), key_meaning("the pruned leaves"), key_meaning("speed")
    ('best', 'student', 'pruned', None)
    """
    if len(word) > _LONGEST or "\n" in word.strip() or _LISTED.match(word):
        return None
    words = folded_words(_ASIDE.sub("", word)).split()
    for size in range(min(_LONGEST_HEAD, len(words)), 0, -1):
        for start in range(len(words) - size + 1):
            part = keys().get(" ".join(words[start : start + size]))
            if part and beside(part).issuperset(words[:start] + words[start + size :]):
                return None if part == "value" and words[-1] == "i" else part  # `Wert I` is that of a node
    if (fewer := _AMOUNT.sub("", folded_words(word))) != folded_words(word) and not _VALUE.search(word):
        part = key_meaning(fewer)
        return part if part in ("pruned", "order") else None
    if re.fullmatch(r"[^\W\d]{3,}\.", word.strip()):
        short = {part for key, part in keys().items() if key.startswith(folded_words(word))}
        return short.pop() if len(short) == 1 else None
    either = {key_meaning(one) for one in word.split("/")} if "/" in word else {None}
    return either.pop() if len(either) == 1 else None


def single_keys() -> str:
    """An expression for the keys of parts that are one word, and not a short one, or `value`, which is in sentences."""
    parts = frozenset(PARTS) - {"value"}
    return "|".join(key for key, part in keys().items() if part in parts and key.isalpha() and len(key) >= _SHORTEST)


def part_meant(word: str) -> str:
    """The part or question a key stands for; empty where it is no key, or says whose or what an answer is.

    >>> part_meant("Bester Zug"), part_meant("Matrikel-Nr."), part_meant("speed")
    ('best', '', '')
    """
    meaning = key_meaning(word)
    return "" if meaning is None or meaning in IDENTITY else meaning


@lru_cache(maxsize=1024)
def misspelt_key(word: str) -> str | None:
    """The part of the one key that a word is a slip of; None where there is none, or those of two parts are as near.

    >>> misspelt_key("Reihnfolge"), misspelt_key("prunned leaves"), misspelt_key("Wahrscheinlichkeitsrechnung")
    ('order', 'pruned', None)
    """
    if len(word) > _LONGEST:
        return None
    told = folded_words(word) if _VALUE.search(word) else _AMOUNT.sub("", folded_words(word))
    words = [one for one in told.split() if one not in beside("")]
    text = " ".join(words)
    if len(text) < _SHORTEST or any(word.startswith(_OTHER) for word in words):
        return None
    likeness: dict[str, float] = {}
    for key, part in keys().items():
        if abs(len(key) - len(text)) <= 2 and _is_slip_of_key(words, key.split()) and part in (*PARTS, *QUESTIONS):
            likeness[part] = max(likeness.get(part, 0), SequenceMatcher(None, text, key).ratio())
    best, *others = sorted(likeness, key=lambda part: -likeness[part]) or [""]
    is_like = likeness.get(best, 0) >= _ALIKE
    return best if is_like and all(likeness[best] - likeness[part] >= _APART for part in others) else None


def _is_slip_of_key(words: list[str], key: list[str]) -> bool:
    """Whether there are as many words as in a key, and what says no there does so, too: `last visited` does not."""
    return len(words) == len(key) and all(
        any(_is_like_negation(word, no) for word in words) for no in _NO.intersection(key)
    )


def _is_like_negation(word: str, no: str) -> bool:
    return word[0] == no[0] and SequenceMatcher(None, word, no).ratio() >= _ALIKE_NO


def nearest_key(word: str) -> str | None:
    """The key most like a word, None where none is near.

    >>> nearest_key("valeus"), nearest_key("Riehenfolge"), nearest_key("xyz")
    ('values', 'reihenfolge', None)
    """
    return nearest(word.strip(), KEYS) if len(word) <= _LONGEST else None


@lru_cache(maxsize=4096)
def parts_spoken_of(text: str) -> frozenset[str]:
    """The parts of a search that have one of their keys anywhere in a text.

    >>> sorted(parts_spoken_of("I think that L4 is not visited, and the best move is hard"))
    ['best', 'pruned']
    """
    words = [word.strip("?!:;") for word in folded_words(text[:1000]).split()]
    found = set()
    place = 0
    while place < len(words):
        for size in range(_LONGEST_HEAD, 0, -1):
            key = " ".join(words[place : place + size])
            part = keys().get(key) or keys().get(key.rstrip("nrsm"))  # a German ending
            if part:
                found.add(part)
                break
        place += size
    return frozenset(found).intersection(PARTS)
