"""The items of a stretch of text: each is one terminal of grammars/answer.lark, a claim, a word, or a fault."""

import re
from collections.abc import Container, Iterator
from typing import NamedTuple

from treesolve.model.problem import Span
from treesolve.notation.grammar import ANSWER
from treesolve.notation.parse_tables import parse_tables
from treesolve.notation.scanner import pieces

_TABLES = parse_tables(ANSWER)
MENTION = re.compile(
    r"""(?:"(?:[^"\\\n]|\\["\\])*"|[„“”«»][^„“”«»"\n]*[„“”«»]|[+\-−–]?(?:[\w'’]+(?:[./][\w'’]+)*|∞))"""
)
_ARROW = re.compile(r"\s*(?:-+>|→|⇒)\s*")
_GAP = re.compile(r"[ \t]*(?:(\.{2,3}|…)|[-–—]|(bis|to)(?!\w))[ \t]*", re.IGNORECASE)


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

    @property
    def piece(self) -> Piece:
        """It as a stretch of the text."""
        return Piece(self.text, self.start)

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
    for found in pieces(text, start, end, _TABLES):
        if found.lastgroup is None:
            return
        yield Item(found.lastgroup, found[found.lastgroup], found.start(found.lastgroup), found)


def path_mentions(item: Item) -> list[Piece]:
    """The mentions of a path."""
    mentions, at = [], 0
    while at < len(item.text):
        found = MENTION.match(item.text, at)
        assert found is not None
        mentions.append(Piece(found[0], item.start + at))
        arrow = _ARROW.match(item.text, found.end())
        at = arrow.end() if arrow else len(item.text)
    return mentions


def mentions_of_range(item: Item, names: Container[str]) -> tuple[list[Piece], bool]:
    """The mentions of a range, and whether what stands between them can only mean a range.

    A word like "to" between them is a mention itself where a node is called so.
    """
    mentions, is_range, at = [], False, 0
    while at < len(item.text):
        found = MENTION.match(item.text, at)
        assert found is not None
        mentions.append(Piece(found[0], item.start + at))
        gap = _GAP.match(item.text, found.end())
        if gap and gap[2] in names:
            mentions.append(Piece(gap[2], item.start + gap.start(2)))
        elif gap and (gap[1] or gap[2]):
            is_range = True
        at = gap.end() if gap else len(item.text)
    return mentions, is_range
