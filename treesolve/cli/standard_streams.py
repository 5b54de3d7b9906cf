"""Standard output and standard error where they carry not every character: people read ASCII, programs read UTF-8."""

import codecs
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import TextIO

from treesolve.model.spelling import EVERYTHING, spelt


class SpellingStream(TextIOWrapper):
    """A stream of text on which everything is spelt that it cannot carry; `carried` is the encoding that says what.

    ASCII is written as UTF-8, which is the same: what calls itself ASCII is circumvented by click.
    """

    def __init__(self, stream: TextIOWrapper) -> None:
        self.before = stream  # closes what it writes to when nobody has it any more
        self.carried = stream.encoding
        self.own_encoding = EVERYTHING if codecs.lookup(stream.encoding).name == "ascii" else stream.encoding
        super().__init__(stream.buffer, self.own_encoding, "backslashreplace", line_buffering=stream.line_buffering)

    def write(self, text: str) -> int:
        """Write a text, spelt where it has to be."""
        return super().write(spelt(text, self.carried))

    @contextmanager
    def carrying_everything(self) -> Iterator[None]:
        """Write UTF-8 meanwhile, for a program that reads it."""
        carried = self.carried
        self.reconfigure(encoding=EVERYTHING)
        self.carried = EVERYTHING
        try:
            yield
            self.flush()
        finally:
            self.reconfigure(encoding=self.own_encoding)
            self.carried = carried


def spell_on_standard_streams() -> None:
    """Have everything spelt on standard output and standard error that these cannot carry."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, TextIOWrapper) and not codecs.lookup(stream.encoding).name.startswith("utf"):
            stream.flush()
            setattr(sys, name, SpellingStream(stream))


def carried_by(stream: TextIO) -> str:
    """The encoding that says what a stream carries."""
    return stream.carried if isinstance(stream, SpellingStream) else EVERYTHING
