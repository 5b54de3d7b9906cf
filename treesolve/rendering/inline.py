"""What stands in a line of a page: text, and words that stand out.

Each kind has a macro of its name in the template of every form.
"""

from collections.abc import Sequence
from typing import NamedTuple


class Strong(NamedTuple):
    """Words that stand out."""

    text: "Words"


class Emphasis(NamedTuple):
    """Words that are stressed."""

    text: "Words"


class Code(NamedTuple):
    """Words as they are typed."""

    text: str


class Newline(NamedTuple):
    """The end of a line within a paragraph."""


class Gap(NamedTuple):
    """A short line to write on."""


class Line(NamedTuple):
    """Words of several kinds in one line."""

    words: "Sequence[Words]"


class Pictured(NamedTuple):
    """Words about pictures of trees, and what a page says instead on which trees are lines of text."""

    words: "Words"
    lined: "Words"


Words = str | Strong | Emphasis | Code | Newline | Gap | Line | Pictured
