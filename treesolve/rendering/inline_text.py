"""Inline markup of pages.

The template of each output format has a macro for each kind of markup, with the name of that kind.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Strong(NamedTuple):
    """Strongly emphasized words."""

    text: "Words"


class Emphasis(NamedTuple):
    """Emphasized words."""

    text: "Words"


class Code(NamedTuple):
    """Code, printed verbatim."""

    text: str


class Newline(NamedTuple):
    """A line break within a paragraph."""


class Gap(NamedTuple):
    """A short line to write on."""


class Line(NamedTuple):
    """A sequence of words with different markup."""

    words: "Sequence[Words]"


class Pictured(NamedTuple):
    """Words about pictures of trees, and the words that replace them in formats that draw trees as lines of text."""

    words: "Words"
    lined: "Words"


Words = str | Strong | Emphasis | Code | Newline | Gap | Line | Pictured
