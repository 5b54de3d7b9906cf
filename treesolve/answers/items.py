"""The items of a stretch of text: each is one terminal of grammars/answer.lark, a claim, a word, or a fault."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from treesolve.answers import tables
from treesolve.model.problem import Span
from treesolve.notation.scanner import pieces


class Piece(NamedTuple):
    """A stretch of the text, and where it begins."""

    text: str
    start: int

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.text)

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.end)


class Item(NamedTuple):
    """A piece of the text that is one terminal of the grammar."""

    terminal: str
    text: str
    start: int
    found: re.Match[str]

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.start + len(self.text)

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.end)

    def said(self, group: str) -> str:
        """What a group of the grammar has of it, without blanks around; empty where it has nothing."""
        return (self.found[group] or "").strip()

    def before(self, group: str) -> Piece:
        """What stands before a group of the grammar."""
        return Piece(self.text[: self.found.start(group) - self.start].rstrip(), self.start)

    def behind(self, group: str) -> Piece:
        """What stands behind a group of the grammar, without a bracket at the end."""
        begin = self.found.end(group)
        told = self.text[begin - self.start :]
        return Piece(told.strip(" \t)"), begin + len(told) - len(told.lstrip()))


def items(text: str, start: int, end: int) -> Iterator[Item]:
    """The pieces of a stretch of text."""
    for found in pieces(text, start, end, tables):
        if found.lastgroup is None:
            return
        yield Item(found.lastgroup, found[found.lastgroup], found.start(found.lastgroup), found)
