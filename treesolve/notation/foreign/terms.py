"""Words, numbers and quoted texts in nested brackets: what bracketed notations have in common.

Vocabulary

    token       a word, a number, a quoted text, a mark such as a colon or a comma, or a group
    group       what stands between two brackets that belong together
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple, Union

from treesolve.model.problem import Span

DEEPEST = 200
"""Foreign notations are read to this depth; our own is read to any."""

_PIECE = re.compile(
    r"""(?P<blank>\s+|\#[^\n]*|//[^\n]*|/\*.*?\*/|;;[^\n]*)
    |(?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    |(?P<number>[+\-−–]?(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:[eE][+\-]?[0-9]+|/[0-9]+)?(?![\w.])|[+\-−]?(?:inf|∞)(?!\w))
    |(?P<word>[^\W\d][\w'’]*(?:[.\-][^\W\d][\w'’]*)*|[△▽▲▼∆∇○]|\?)
    |(?P<open>[(\[{])|(?P<close>[)\]}])
    |(?P<mark>->|=>|→|:=|[:=,;|])
    |(?P<stray>.)""",
    re.VERBOSE | re.DOTALL | re.IGNORECASE,
)
_CLOSING = {"(": ")", "[": "]", "{": "}"}


class Token(NamedTuple):
    """A piece of text: `sort` is "text", "number", "word" or "mark"; `text` is a quoted text without its marks."""

    sort: str
    text: str
    span: Span


class Group(NamedTuple):
    """A pair of brackets and what is in it; the outermost one, which is the text as a whole, has no bracket."""

    bracket: str
    items: tuple[Union[Token, "Group"], ...]
    span: Span
    sort: str = "group"
    text: str = ""

    def parts(self) -> "list[tuple[Token | Group, ...]]":
        """The items between commas and semicolons; a comma after the last is passed over."""
        found: list[list[Token | Group]] = [[]]
        for item in self.items:
            if item.sort == "mark" and item.text in ",;":
                found.append([])
            else:
                found[-1].append(item)
        if not found[-1]:
            found.pop()
        return [tuple(part) for part in found]


Term = Token | Group


@lru_cache(maxsize=1)
def read_terms(text: str) -> Group | None:
    """All of a text as one group; None where brackets do not match, are too deep, or something in it is no term."""
    waiting: list[tuple[str, int, list[Term]]] = [("", 0, [])]
    for piece in _PIECE.finditer(text):
        sort = piece.lastgroup
        start, end = piece.span()
        if sort == "open":
            if len(waiting) > DEEPEST:
                return None
            waiting.append((piece[0], start, []))
        elif sort == "close":
            bracket, opened, items = waiting.pop()
            if _CLOSING.get(bracket) != piece[0]:
                return None
            waiting[-1][2].append(Group(bracket, tuple(items), Span(opened, end)))
        elif sort == "stray":
            return None
        elif sort != "blank":
            waiting[-1][2].append(Token(str(sort), _without_escapes(sort, piece[0]), Span(start, end)))
    if len(waiting) > 1:
        return None
    return Group("", tuple(waiting[0][2]), Span(0, len(text)))


def _without_escapes(sort: str | None, written: str) -> str:
    return re.sub(r"\\(.)", r"\1", written[1:-1]) if sort == "text" else written


def only_group(text: str) -> Group | None:
    """The one pair of brackets that a text is, with nothing around it; None where it is anything else."""
    terms = read_terms(text)
    if terms is None:
        return None
    items = without_marks(terms.items)
    found = items[0] if len(items) == 1 else None
    return found if isinstance(found, Group) else None


def without_marks(items: tuple[Term, ...]) -> list[Term]:
    """The items without commas and semicolons."""
    return [item for item in items if not (item.sort == "mark" and item.text in ",;")]


def groups(group: Group) -> Iterator[Group]:
    """The group and all groups in it, the outer ones first."""
    waiting = [group]
    while waiting:
        found = waiting.pop()
        yield found
        waiting.extend(item for item in reversed(found.items) if isinstance(item, Group))
