"""Inline markup of pages.

Each kind has a macro of the same name in the template of each output format.
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
    """Words about pictures of trees, and their replacement in formats that draw trees as lines of text."""

    words: "Words"
    lined: "Words"


Words = str | Strong | Emphasis | Code | Newline | Gap | Line | Pictured
