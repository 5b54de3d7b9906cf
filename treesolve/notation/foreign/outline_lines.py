"""The lines of an outline: how deep each stands, by blanks, bullets, repeated marks, numbers or headings."""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from treesolve.model.problem import Span

_BULLET = re.compile(r"(?:[-*+•◦▪▸‣⁃–—■□◆◇●]|[0-9]{1,4}[.)]|[a-z][.)])[ \t]+")
_MARKS = re.compile(r"(-+|\*+|#+|>+|\++|\.+|:+)[ \t]*(?![-*#>+.:])")
_SHAPED = re.compile(r"[-*+•◦o▪▸‣⁃§■□◆◇●○–][ \t]+\S")
_LEAST_SHAPES = 3
_NUMBERED = re.compile(r"([0-9]{1,3}(?:\.[0-9]{1,3}){0,9})[.):]?[ \t]+(?=\S)")
_LINE = re.compile(r"[^\n]+")
_COMMENT = re.compile(r"(?:^|\s)(?:#|//|%%).*")
_HEADING = re.compile(r"(#{1,6})[ \t]+(?=\S)")
_HEADED = re.compile(r"^##[ \t]+\S[^\n]*\n+[ \t]*[-*+#][ \t#]", re.MULTILINE)
"""A heading of Markdown with a list or another heading below it."""


class Line(NamedTuple):
    """A line with something on it: its column, its words, and where they begin in the text.

    A bullet stands half a column further in than a word, and columns count in halves: in YAML a list may stand as far
    out as the key that it belongs to.
    """

    column: int
    words: str
    start: int

    @property
    def span(self) -> Span:
        """Where the words stand."""
        return Span(self.start, self.start + len(self.words))


def outline_lines(text: str) -> Iterator[Line]:
    """The lines with something on them, without bullets and comments."""
    repeated, numbered = _has_repeated_marks(text), _has_numbered_lines(text)
    headed, shapes = _HEADED.search(text) is not None, _bullets_by_depth(text)
    for found in _LINE.finditer(text):
        line = found[0].expandtabs(8)
        words = found[0].lstrip()
        column = 2 * (len(line) - len(line.lstrip()))
        begin = found.end() - len(found[0].lstrip())
        if words[:1] in shapes:
            words, begin, column = words[1:].lstrip(), found.end() - len(words[1:].lstrip()), 2 * shapes[words[0]] + 1
        elif numbered and (mark := _NUMBERED.match(words)):
            words, begin, column = words[mark.end() :], begin + mark.end(), 2 * mark[1].count(".") + 1
        elif repeated and (mark := _MARKS.match(words)):
            column = 2 * len(mark[1]) + 1
            words, begin = words[mark.end() :], begin + mark.end()
        elif headed and (mark := _HEADING.match(line)):
            words, begin, column = words[mark.end() :], begin + mark.end(), 2 * len(mark[1]) - 20
        elif bullet := _BULLET.match(words):
            while further := _BULLET.match(words, bullet.end()):
                yield Line(column + 1, "", begin)
                words, begin, column = words[bullet.end() :], begin + bullet.end(), column + 2 * bullet.end()
                bullet = _BULLET.match(words) or further
            words, begin, column = words[bullet.end() :], begin + bullet.end(), column + 1
        words = words.strip() if repeated else _COMMENT.sub("", words).strip()
        if words and not re.fullmatch(r"-{3,}|={3,}", words):
            yield Line(column, words, begin)


def _has_repeated_marks(text: str) -> bool:
    """Whether every line stands at the margin, and its marks say how deep it is."""
    lines = [line for line in text.splitlines() if line.strip()]
    marks = [_MARKS.match(line) for line in lines[:1000]]
    marks = marks[1:] if len(marks) > 2 and marks[0] is None else marks
    told = [mark[1] for mark in marks if mark]
    return len(told) == len(marks) > 1 and {mark[0] for mark in told} == {told[0][0]} and {*map(len, told)} > {1}


def _bullets_by_depth(text: str) -> dict[str, int]:
    """How deep each bullet stands, where all lines have one at the margin and its shape says how deep a node is."""
    lines = [line for line in text.splitlines()[:1000] if line.strip()]
    marks = [line[0] if _SHAPED.match(line) else "" for line in lines]
    shapes = list(dict.fromkeys(marks))
    return {} if "" in shapes or len(shapes) < _LEAST_SHAPES else {mark: depth for depth, mark in enumerate(shapes)}


def _has_numbered_lines(text: str) -> bool:
    """Whether each line begins with a number like 1.2.1, and each of them follows from the one before."""
    found = [_NUMBERED.match(line.lstrip()) for line in text.splitlines()[:1000] if line.strip()]
    numbers = [tuple(map(int, each[1].split("."))) for each in found if each]
    if len(numbers) < len(found) or len(numbers) < 3 or max(map(len, numbers)) < 2:
        return False
    return all(
        after == (*before, 1)
        or (len(after) <= len(before) and after == (*before[: len(after) - 1], before[len(after) - 1] + 1))
        for before, after in pairwise(numbers)
    )
