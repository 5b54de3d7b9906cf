"""The vocabulary of answers (keys, column headings, filler words and others), read from grammars/answer_words.toml."""

import re
import tomllib
from collections.abc import Mapping
from functools import cache, lru_cache

from treesolve.model.number import Number
from treesolve.model.problem import nearest
from treesolve.model.resources import resource_folder
from treesolve.notation.number_text import MAX_DIGITS, read_decimal

IDENTIFICATION_KEYS = ("student", "exercise", "variant")
"""Meanings of the keys of lines that identify the student and the exercise."""

MAX_KEY_LENGTH = 80
"""Maximum length of a key in characters."""

_MAX_PHRASE_LENGTH = 4
"""Maximum number of words in a phrase of a key."""

_MIN_WITH_SLIP_LENGTH = 5
"""Minimum length of a misspelled key; a shorter word is assumed to be a different word."""

_UMLAUTS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"})
_BETWEEN = re.compile(r"[\s\-_.'’]+")


@cache
def load_answer_words() -> Mapping[str, Mapping[str, list[str]]]:
    """Return the parsed contents of grammars/answer_words.toml."""
    return tomllib.loads((resource_folder("grammars") / "answer_words.toml").read_text("utf-8"))


@lru_cache(maxsize=4096)
def normalize_words(text: str) -> str:
    """Normalize case, umlauts, hyphens and spaces, so that words can be compared.

    >>> normalize_words(" Nicht-besuchte  Blätter ")
    'nicht besuchte blaetter'
    """
    return _BETWEEN.sub(" ", text.casefold().translate(_UMLAUTS)).strip()


@cache
def words(kind: str) -> frozenset[str]:
    """Return all words of the given kind, such as `correction`, in normalized form."""
    return frozenset(map(normalize_words, load_answer_words()["words"][kind]))


@cache
def position_words() -> Mapping[str, str]:
    """Return a mapping from each word for the root or one of its children to the position (`root`, `left` ...)."""
    return {word: position for position, listed in load_answer_words()["names"].items() for word in listed}


@cache
def keys() -> Mapping[str, str]:
    """Return a mapping from each normalized key to its part or identification field."""
    return {normalize_words(key): part for part, listed in load_answer_words()["keys"].items() for key in listed}


@lru_cache(maxsize=4096)
def parse_key(text: str) -> str | None:
    """Return the part or identification field that a key names; None if the text is not a key.

    A key consists of one or more phrases that must have the same meaning, and may contain filler words.

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
    """Return the part whose key the text misspells, ignoring filler words; None unless exactly one part matches.

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
    """Return whether the words differ by at most one inserted, deleted or replaced letter or one swapped pair."""
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
    """Return the meaning of a column heading, such as a part, `node`, `alpha` or `remark`; None if it is unknown.

    >>> [parse_column_heading(text) for text in ("Knoten", "Minimax value", "α", "because")]
    ['node', 'values', 'alpha', None]
    """
    phrase = normalize_words(text.strip("?: "))
    meaning = _column_headings().get(phrase) or parse_key(text.strip("?: "))
    return "values" if meaning == "value" else meaning


def is_blank(text: str) -> bool:
    """Return whether a cell is empty or contains only a placeholder.

    >>> is_blank(""), is_blank("–"), is_blank("n/a"), is_blank("none")
    (True, True, True, False)
    """
    return not text.strip("-–—? ") or text.casefold() in ("n/a", "k.a.")


def is_greeting(line: str) -> bool:
    """Return whether a line begins with a greeting or closing phrase.

    >>> is_greeting("Viele Grüße, A."), is_greeting("best: B")
    (True, False)
    """
    phrase = f"{normalize_words(line[:MAX_KEY_LENGTH])} ".replace(",", " ")
    return any(phrase.startswith(f"{one} ") for one in words("greeting"))


def is_closing(line: str) -> bool:
    """Return whether a line consists only of a closing phrase; `Best` counts only with a comma or exclamation mark.

    >>> is_closing("Best,"), is_closing("Beste Grüße"), is_closing("best: B")
    (True, True, False)
    """
    return (line.strip()[-1:] in ",!" and normalize_words(line.strip(" ,!")) in words("closing")) or (
        normalize_words(line.strip(" ,!.")) in words("greeting")
    )


def nearest_key(text: str) -> str | None:
    """Return the key that is most similar to a word; None if no key is similar.

    >>> nearest_key("valeus"), nearest_key("xyzzy")
    ('values', None)
    """
    return nearest(normalize_words(text), tuple(keys())) if len(text) <= MAX_KEY_LENGTH else None


# Numbers in the notations of students: 0,5  −3  – 3  +2  ∞  oo  -infinity  unendlich  1/2

_MINUS = str.maketrans({"−": "-", "–": "-", ",": ".", " ": None, "\t": None})
_INFINITE = re.compile(r"∞|oo|infinity|infty|unendlich", re.IGNORECASE)


def parse_answer_number(text: str) -> Number:
    """Parse a number as students write it; a comma is a decimal comma, and decimals keep their number of places.

    Raises ValueError with the same codes as `read_number`.

    >>> parse_answer_number("– 0,5"), parse_answer_number("-oo"), parse_answer_number("1/2")
    (Fraction(-1, 2), -inf, Fraction(1, 2))
    """
    if len(text) > MAX_DIGITS:
        raise ValueError("number-too-long")
    return _read_number_as_written(text)


def try_parse_answer_number(text: str) -> Number | None:
    """Parse a number as students write it; return None if it cannot be parsed."""
    try:
        return parse_answer_number(text)
    except ValueError:
        return None


@lru_cache(maxsize=4096)
def _read_number_as_written(text: str) -> Number:
    return read_decimal(_INFINITE.sub("inf", text.translate(_MINUS)))
