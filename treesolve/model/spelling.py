"""Text on a stream whose encoding has not every character: what it cannot carry is spelt in ASCII.

Vocabulary

    carried     said by an encoding as it is
    spelt       written in ASCII: <= for ≤, alpha for α, ae for ä; lines of trees and tables in ASCII, too
"""

import re
import unicodedata
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache

EVERYTHING = "utf-8"
"""An encoding that carries all characters."""

_DRAWN = {"-": "─━╌═–—‐‑‒−", "|": "│┃", "+": "┌┐├┤┬┼└┘┴╭╮╯╰", "x": "╳×", "*": "·•", '"': "“”„«»", "'": "‘’‚‹›"}

_SYMBOLS = """
    αalpha βbeta ξxi ∞inf ≤<= ≥>= ≠!= ≈~ ±+- ∈in ∅{} ⌈ceil( ⌉) ⌊floor( ⌋) ←<- →-> ⇒=> §sec. °deg €EUR
    █# ░. ☐[] ✓ok ✗no äae öoe üue ßss ÄAe ÖOe ÜUe ẞSS æae œoe øo łl đd ðd þth ıi ÆAE ŒOE ØO ŁL ĐD ÐD ÞTh
"""

_SPELLINGS = {
    **{each: spelling for spelling, drawn in _DRAWN.items() for each in drawn},
    **{pair[0]: pair[1:] for pair in _SYMBOLS.split()},
    "√": "sqrt ",
}
"""How characters are spelt; others lose their accents."""

_RAISED = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]+")

_ENCODING = ContextVar("encoding", default=EVERYTHING)


def spelt(text: str, encoding: str) -> str:
    r"""The text with everything spelt that the encoding cannot carry; with its number what has no spelling.

    >>> spelt("C≤2 – Bäume", "cp1252"), spelt("C≤2 – Bäume", "latin-1"), spelt("C≤2 – Bäume", "ascii")
    ('C<=2 – Bäume', 'C<=2 - Bäume', 'C<=2 - Baeume')
    >>> spelt("[−∞, α] é 10³¹ 王", "ascii")
    '[-inf, alpha] e 10^31 \\u738b'
    """
    if _is_carried(text, encoding):
        return text
    text = _RAISED.sub(lambda run: _spelt_power(run[0], encoding), text)
    return "".join(one if _is_carried(one, encoding) else _spelt_character(one) for one in text)


def _is_carried(text: str, encoding: str) -> bool:
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return False
    return True


def _spelt_power(raised: str, encoding: str) -> str:
    """Raised digits as a power, all of them where one cannot be carried."""
    return raised if _is_carried(raised, encoding) else "^" + unicodedata.normalize("NFKD", raised)


@lru_cache(maxsize=10_000)
def _spelt_character(character: str) -> str:
    parts = unicodedata.normalize("NFKD", character).replace("\N{FRACTION SLASH}", "/")
    plain = "".join(part for part in parts if not unicodedata.combining(part))
    found = _SPELLINGS.get(character, plain)
    return found if found.isascii() else character.encode("ascii", "backslashreplace").decode()


def as_laid_out(text: str) -> str:
    """The text as it will stand on the stream for which pages of text are laid out; as it is where that carries it."""
    return spelt(text, _ENCODING.get())


@contextmanager
def laid_out_for(encoding: str) -> Iterator[None]:
    """Have pages of text laid out for a stream with that encoding, meanwhile: columns are as wide as what is spelt."""
    before = _ENCODING.set(encoding)
    try:
        yield
    finally:
        _ENCODING.reset(before)


def display_width(text: str) -> int:
    """How many columns a terminal needs for a text, as it will stand there.

    >>> display_width("A=5"), display_width("王"), display_width("e\\u0301")
    (3, 2, 1)
    """
    return sum(
        0 if unicodedata.combining(character) or unicodedata.category(character) == "Cf"
        else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in as_laid_out(text)
    )  # fmt: skip
