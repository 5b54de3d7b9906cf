"""Transliteration of text for streams with a limited encoding, and the display width of text."""

import codecs
import re
import unicodedata
from functools import lru_cache

TRANSLITERATE = "spelt"
"""The name of the codec error handler."""

_LOOKALIKES = {"-": "─━╌═–—‐‑‒−", "|": "│┃", "+": "┌┐├┤┬┼└┘┴╭╮╯╰", "x": "╳×", "*": "·•", '"': "“”„«»", "'": "‘’‚‹›"}

_SYMBOLS = """
    αalpha βbeta ξxi ∞inf ≤<= ≥>= ≠!= ≈~ ±+- ∈in ∅{} ⌈ceil( ⌉) ⌊floor( ⌋) ←<- →-> ⇒=> §sec. °deg €EUR
    █# ░. ☐[] ✓ok ✗no äae öoe üue ßss ÄAe ÖOe ÜUe ẞSS æae œoe øo łl đd ðd þth ıi ÆAE ŒOE ØO ŁL ĐD ÐD ÞTh
"""

_TRANSLITERATIONS = {
    **{each: spelling for spelling, drawn in _LOOKALIKES.items() for each in drawn},
    **{pair[0]: pair[1:] for pair in _SYMBOLS.split()},
    "√": "sqrt ",
}
"""The ASCII spellings of characters. Characters without an entry only lose their accents."""

_SUPERSCRIPTS = re.compile("[⁰¹²³⁴⁵⁶⁷⁸⁹]+")


def _transliterate_error(error: UnicodeError) -> tuple[str, int]:
    """Return the replacement for a run of characters that cannot be encoded, and the position after it."""
    assert isinstance(error, UnicodeEncodeError)
    stretch = _SUPERSCRIPTS.sub(lambda run: f"^{run[0]}", error.object[error.start : error.end])
    return "".join(map(_transliterate_character, stretch)), error.end


codecs.register_error(TRANSLITERATE, _transliterate_error)


@lru_cache(maxsize=10_000)
def _transliterate_character(character: str) -> str:
    parts = unicodedata.normalize("NFKD", character).replace("\N{FRACTION SLASH}", "/")
    plain = "".join(part for part in parts if not unicodedata.combining(part))
    spelling = _TRANSLITERATIONS.get(character, plain)
    return spelling if spelling.isascii() else character.encode("ascii", "backslashreplace").decode()


def display_width(text: str) -> int:
    """Return the number of terminal columns that the text occupies.

    >>> display_width("A=5"), display_width("王"), display_width("e\\u0301")
    (3, 2, 1)
    """
    return sum(
        0 if unicodedata.combining(character) or unicodedata.category(character) == "Cf"
        else 2 if unicodedata.east_asian_width(character) in "WF" else 1
        for character in text
    )  # fmt: skip
