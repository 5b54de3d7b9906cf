"""Text for streams with a limited encoding: characters that it lacks are spelled in ASCII; and the width of text."""

import codecs
import re
import unicodedata
from functools import lru_cache

SPELT = "spelt"
"""What codecs know it by: how a stream deals with what its encoding cannot carry."""

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


def _spelt_stretch(error: UnicodeError) -> tuple[str, int]:
    """What stands for a stretch that an encoding cannot carry, and where that ends."""
    assert isinstance(error, UnicodeEncodeError)
    stretch = _RAISED.sub(lambda run: f"^{run[0]}", error.object[error.start : error.end])
    return "".join(map(_spelt_character, stretch)), error.end


codecs.register_error(SPELT, _spelt_stretch)


@lru_cache(maxsize=10_000)
def _spelt_character(character: str) -> str:
    parts = unicodedata.normalize("NFKD", character).replace("\N{FRACTION SLASH}", "/")
    plain = "".join(part for part in parts if not unicodedata.combining(part))
    found = _SPELLINGS.get(character, plain)
    return found if found.isascii() else character.encode("ascii", "backslashreplace").decode()


def display_width(text: str) -> int:
    """How many columns a terminal needs for a text.

    >>> display_width("A=5"), display_width("王"), display_width("e\\u0301")
    (3, 2, 1)
    """
    return sum(
        0 if unicodedata.combining(character) or unicodedata.category(character) == "Cf"
        else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )  # fmt: skip
