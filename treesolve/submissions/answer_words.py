"""The words of answers, as grammars/answer_words.toml has them: keys, heads of columns, what says nothing by itself."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache

from treesolve.model.number import Number
from treesolve.model.problem import nearest
from treesolve.model.resources import resource_folder
from treesolve.notation.number_text import MAX_DIGITS, read_decimal

IDENTIFICATION_KEYS = ("student", "exercise", "variant")
"""What a line can say beside answers: whose they are, and to what."""

MAX_KEY_LENGTH = 80
"""No key is longer."""

_MAX_PHRASE_LENGTH = 4
"""So many words of a key are one phrase at most."""

_MIN_WITH_SLIP_LENGTH = 5
"""Shorter keys are not misspelt, they are other words."""

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_BETWEEN = re.compile(r"[\s\-_.'’]+")


@cache
def load_answer_words() -> Mapping[str, Mapping[str, list[str]]]:
    """Return the whole file."""
    return tomllib.loads((resource_folder("grammars") / "answer_words.toml").read_text("utf-8"))


@lru_cache(maxsize=4096)
def normalize_words(text: str) -> str:
    """Return a text as its words are compared.

    >>> normalize_words(" Nicht-besuchte  Blätter ")
    'nicht besuchte blaetter'
    """
    return _BETWEEN.sub(" ", text.casefold().translate(_UMLAUTS)).strip()


@cache
def words(kind: str) -> frozenset[str]:
    """All words of a kind, such as `correction`, folded."""
    return frozenset(map(normalize_words, load_answer_words()["words"][kind]))


@cache
def position_words() -> Mapping[str, str]:
    """For each word that names the root, or one of its children by its place, which of them: `root`, `left` ..."""
    return {word: place for place, listed in load_answer_words()["names"].items() for word in listed}


@cache
def keys() -> Mapping[str, str]:
    """For each key, folded, the part it stands for."""
    return {normalize_words(key): part for part, listed in load_answer_words()["keys"].items() for key in listed}


@lru_cache(maxsize=4096)
def parse_key(text: str) -> str | None:
    """Return the part that words are the key of, or what they say about the student; None where they are no key.

    They are phrases that say the same, with fillers between them.

    >>> parse_key("Bester Zug"), parse_key("the pruned leaves"), parse_key("pruned at C"), parse_key("speed")
    ('best', 'pruned', None, None)
    """
    if len(text) > MAX_KEY_LENGTH:
        return None
    listed, at = normalize_words(text.replace("/", " ")).split(), 0
    found = set()
    while at < len(listed):
        sizes = (size for size in range(min(_MAX_PHRASE_LENGTH, len(listed) - at), 0, -1))
        size = next((size for size in sizes if " ".join(listed[at : at + size]) in keys()), 0)
        if size:
            found.add(keys()[" ".join(listed[at : at + size])])
        elif listed[at] not in words("filler"):
            return None
        at += size or 1
    found -= {"value"} if len(found) > 1 else set()
    return found.pop() if len(found) == 1 else None


@lru_cache(maxsize=4096)
def match_misspelled_key(text: str) -> str | None:
    """Return the part of the one key that words are a slip of, fillers left out; None where there is none, or two
    parts fit.

    >>> match_misspelled_key("Reihnfolge"), match_misspelled_key("prunned leaves"), match_misspelled_key("Baum")
    ('order', 'pruned', None)
    """
    phrase = " ".join(
        word for word in normalize_words(text[: MAX_KEY_LENGTH + 1]).split() if word not in words("filler")
    )
    if not _MIN_WITH_SLIP_LENGTH <= len(phrase) <= MAX_KEY_LENGTH:
        return None
    found = {part for key, part in keys().items() if part not in IDENTIFICATION_KEYS and _is_typo(phrase, key)}
    return found.pop() if len(found) == 1 else None


def _is_typo(phrase: str, key: str) -> bool:
    """Whether one letter is too much, too few or another, or two are exchanged."""
    if abs(len(phrase) - len(key)) > 1:
        return False
    start = next((at for at, (one, other) in enumerate(zip(phrase, key, strict=False)) if one != other), None)
    if start is None:
        return True
    one, other = phrase[start:], key[start:]
    is_exchanged = one[:2] == other[:2][::-1] and one[2:] == other[2:]
    return is_exchanged or one[1:] in (other, other[1:]) or one == other[1:]


@cache
def _column_headings() -> Mapping[str, str]:
    return {normalize_words(head): kind for kind, listed in load_answer_words()["heads"].items() for head in listed}


@lru_cache(maxsize=1024)
def parse_column_heading(text: str) -> str | None:
    """What stands below a head of a table: a part, `node`, `alpha`, `beta`, `question`, `answer` or `remark`.

    >>> [parse_column_heading(text) for text in ("Knoten", "Minimax value", "α", "because")]
    ['node', 'values', 'alpha', None]
    """
    phrase = normalize_words(text.strip("?: "))
    meaning = _column_headings().get(phrase) or parse_key(text.strip("?: "))
    return "values" if meaning == "value" else meaning


def is_blank(text: str) -> bool:
    """Whether a cell is left empty, in words or signs.

    >>> is_blank(""), is_blank("–"), is_blank("n/a"), is_blank("none")
    (True, True, True, False)
    """
    return not text.strip("-–—? ") or text.casefold() in ("n/a", "k.a.")


def is_greeting(line: str) -> bool:
    """Whether a line begins with words of a greeting, or of a closing.

    >>> is_greeting("Viele Grüße, A."), is_greeting("best: B")
    (True, False)
    """
    phrase = f"{normalize_words(line[:MAX_KEY_LENGTH])} ".replace(",", " ")
    return any(phrase.startswith(f"{one} ") for one in words("greeting"))


def is_closing(line: str) -> bool:
    """Whether a line is nothing but the words before a signature.

    >>> is_closing("Best,"), is_closing("Beste Grüße"), is_closing("best: B")
    (True, True, False)
    """
    return (line.strip()[-1:] in ",!" and normalize_words(line.strip(" ,!")) in words("closing")) or (
        normalize_words(line.strip(" ,!.")) in words("greeting")
    )


def nearest_key(text: str) -> str | None:
    """Return the key most like a word, None where none is near.

    >>> nearest_key("valeus"), nearest_key("xyzzy")
    ('values', None)
    """
    return nearest(normalize_words(text), tuple(keys())) if len(text) <= MAX_KEY_LENGTH else None


# Numbers as students write them: 0,5  −3  – 3  +2  ∞  oo  -infinity  unendlich  1/2

_MINUS = str.maketrans({"−": "-", "–": "-", ",": ".", " ": None, "\t": None})
_INFINITE = re.compile(r"∞|oo|infinity|infty|unendlich", re.IGNORECASE)


def parse_answer_number(text: str) -> Number:
    """Return the number a student means; a comma is a decimal one, and decimals know their places.

    Raises ValueError as `read_number` does.

    >>> parse_answer_number("– 0,5"), parse_answer_number("-oo"), parse_answer_number("1/2")
    (Fraction(-1, 2), -inf, Fraction(1, 2))
    """
    if len(text) > MAX_DIGITS:
        raise ValueError("number-too-long")
    return _read_number_as_written(text)


def try_parse_answer_number(text: str) -> Number | None:
    """Return the number a student means; None where it cannot be read."""
    try:
        return parse_answer_number(text)
    except ValueError:
        return None


@lru_cache(maxsize=4096)
def _read_number_as_written(text: str) -> Number:
    return read_decimal(_INFINITE.sub("inf", text.translate(_MINUS)))
