"""Tree to tree text, and tree text to tidy tree text.

One layout serves both: what fits on a line stands on one line; else every child begins a line of its own, except
that leaves without a name fill lines like words. Comments stay with what they stand by.

Vocabulary

    item        one node's head as it is written ("1/2 * left -> A: MIN (" or "6") or a closing bracket
    flat        written on one line
"""

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from treesolve.notation.headers import KEYS, Headers, read_headers
from treesolve.notation.number import read_number, write_number, write_payoffs
from treesolve.notation.players import following
from treesolve.notation.reader import read
from treesolve.notation.scanner import pieces
from treesolve.problem import UNPRINTABLE, InputError, Problem, Span
from treesolve.tree import PLAYERS, Kind, Tree

WIDTH = 88
"""No line becomes longer, unless a single item is."""

INDENT = 2
DEEPEST_INDENT = 40
"""Deeper nodes are not indented further, so that very deep trees stay files one can open."""

_IDENTIFIER = re.compile(r"[^\W\d][\w']*")
_COMMENT = re.compile(r"#[^\n]*")
_RESERVED = {*KEYS, *(kind.value for kind in Kind)} - {player.value for player in PLAYERS}


def write(tree: Tree) -> str:
    """The text of a tree, with its headers where it has any; reading it gives an equal tree.

    Raises InputError where a name, a move or a header has a character that no tree file has.

    >>> write(read("[6, 5; {2 −∞}]"))
    '(6 5 (2 -inf))\\n'
    """
    points = ", ".join(f"{part} {write_number(number)}" for part, number in tree.points.items())
    bounds = " ".join(map(write_number, tree.bounds or ()))
    values = {"title": tree.title, "source": tree.source, "convention": tree.convention, "points": points}
    values["bounds"] = bounds
    values["sum"] = "" if tree.total is None else write_number(tree.total)
    headers = [f"{key}: {' '.join(value.splitlines()).strip()}" for key, value in values.items() if value]
    layout = _Layout("tree: " if headers else "")
    layout.lay([_Item(head, (), "") for head in _heads(tree)])
    text = "".join(f"{line}\n" for line in [*headers, *layout.lines])
    unprintable = UNPRINTABLE.search(text)
    if unprintable:
        raise InputError((Problem("control-character", Span(*unprintable.span()), {}, text=text),))
    return text


def write_line(tree: Tree) -> str:
    """The tree alone on one line, without headers and without a line feed; reading it gives the same tree.

    >>> write_line(read("title: t\\ntree: [6, 5; {2 −∞}]"))
    '(6 5 (2 -inf))'
    """
    return _flat([_Item(head, (), "") for head in _heads(tree)])


def _heads(tree: Tree) -> Iterator[str]:
    """The items of a tree in the order of the text."""
    ends: list[int] = []
    for node in range(len(tree)):
        while ends and ends[-1] == node:
            yield ")"
            ends.pop()
        yield _head(tree, node)
        if tree.children[node]:
            ends.append(tree.ends[node])
    yield from ")" * len(ends)


def _head(tree: Tree, node: int) -> str:
    parts = []
    if node in tree.weights:
        parts.append(f"{write_number(tree.weights[node])} *")
    if node in tree.moves:
        parts.append(f"{write_name(tree.moves[node])} ->")
    if node in tree.given_names:
        parts.append(f"{write_name(tree.given_names[node])}:")
    kind = tree.kinds[node]
    value: Any = tree.values[node]
    if isinstance(value, tuple):
        return " ".join([*parts, write_payoffs(value)])
    if value is not None:
        return " ".join([*parts, write_number(value)])
    if kind is not _expected_kind(tree, node):
        parts.append(kind.value.upper())
    return " ".join([*parts, "("])


def _expected_kind(tree: Tree, node: int) -> Kind:
    """The kind a node has where none is written: that of the player to move."""
    parent = tree.parents[node]
    if tree.kinds[0] in PLAYERS:
        return following(PLAYERS[: len(tree.values[tree.leaves[0]])], tree.kinds, parent)  # type: ignore[arg-type]
    if parent is None:
        return Kind.MAX
    mover = tree.movers[parent]
    return mover if tree.kinds[parent] is Kind.CHANCE else mover.opponent


def write_name(name: str) -> str:
    r"""A name as the notation takes it: in quotes, unless it is a word without another meaning.

    >>> print(write_name("left"), write_name("e2-e4"), write_name("max"))
    left "e2-e4" "max"
    """
    if _IDENTIFIER.fullmatch(name) and name.lower() not in _RESERVED:
        return name
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def format_text(text: str) -> str:
    """The same tree, tidy: one style of brackets, blanks and numbers; comments stay.

    Formatting what is already formatted changes nothing. Raises InputError where the text has mistakes.

    >>> format_text("{+6,0.50;  # six\\n max[2/4 −∞]}")
    '(\\n  6 0.5 # six\\n  MAX (1/2 -inf)\\n)\\n'
    """
    read(text, payoffs=True)
    headers = read_headers(text)
    lines = _header_lines(text, headers)
    if headers.tree_start is None:
        return "".join(f"{line}\n" for line in lines)
    layout = _Layout("tree: " if headers.lines or headers.tree_start else "")
    layout.lay(list(_items(text, headers.tree_start)))
    return "".join(f"{line}\n" for line in [*lines, *layout.lines])


def _header_lines(text: str, headers: Headers) -> list[str]:
    """The headers and the comments between them, one line each."""
    keyed = {line.key_start: line for line in headers.lines}
    lines = []
    offset = 0
    for written in text[: headers.tree_start].splitlines(keepends=True):
        start = offset + len(written) - len(written.lstrip())
        if start in keyed:
            line = keyed[start]
            comment = _COMMENT.search(text, line.start + len(line.value), offset + len(written))
            lines.append(f"{line.key}: {line.value}" + (f" {comment[0].rstrip()}" if comment else ""))
        elif written.lstrip().startswith("#"):
            lines.append(written.strip())
        offset += len(written)
    return lines


class _Item(NamedTuple):
    """One item, the comments on lines of their own before it, and the comment behind it on its line."""

    text: str
    before: tuple[str, ...]
    behind: str


def _items(text: str, start: int) -> Iterator[_Item]:
    parts: list[str] = []
    before: list[str] = []
    waiting: _Item | None = None
    end = start
    for match in pieces(text, start):
        terminal = match.lastgroup
        at = match.start(terminal) if terminal else len(text)
        for comment in _COMMENT.finditer(text, end, at):
            if waiting and not parts and "\n" not in text[end : comment.start()]:
                waiting = waiting._replace(behind=comment[0].rstrip())
            else:
                before.append(comment[0].rstrip())
        if terminal is None:
            break
        end = match.end(terminal)
        if terminal == "SEPARATOR":
            continue
        parts.append(_tidy(terminal, match[terminal]))
        if terminal in ("NUMBER", "UNKNOWN", "PAYOFFS", "OPEN", "CLOSE"):
            if waiting:
                yield waiting
            waiting = _Item(" ".join(parts), tuple(before), "")
            parts, before = [], []
    if waiting:
        yield waiting
    if before:
        yield _Item("", tuple(before), "")


def _tidy(terminal: str, text: str) -> str:
    if terminal == "OPEN":
        return "("
    if terminal == "CLOSE":
        return ")"
    if terminal == "NUMBER":
        return _tidy_number(text)
    if terminal == "PAYOFFS":
        numbers = map(_tidy_number, re.findall(r"[^<>,;\s]+", text))
        return f"<{', '.join(numbers)}>"
    if terminal == "WEIGHT":
        return f"{_tidy_number(text[:-1].rstrip())} *"
    if terminal == "KIND":
        return text.upper()
    if terminal in ("NAME", "MOVE"):
        mark = ":" if terminal == "NAME" else " ->"
        return _tidy_name(text.removesuffix(":").removesuffix("->").removesuffix("→").rstrip()) + mark
    return text


def _tidy_number(text: str) -> str:
    number = read_number(text)
    if "/" in text and isinstance(number, int) is False:
        return f"{number.numerator}/{number.denominator}"  # type: ignore[union-attr]
    return write_number(number)


def _tidy_name(text: str) -> str:
    return write_name(re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else text)


class _Layout:
    """Items being laid out in lines."""

    def __init__(self, lead: str) -> None:
        self.lines: list[str] = []
        self._line = lead
        self._begun = bool(lead)
        self._depth = 0

    def lay(self, items: list[_Item]) -> None:
        """Write all items; those of a node that fits on its line flat, the others line by line."""
        closing, widths = _measure(items)
        number = 0
        filling = False
        while number < len(items):
            item = items[number]
            self._comments(item.before)
            if item.text == ")":
                self._depth -= 1
                self._start_line()
                self._line += ")"
            elif item.text.endswith("(") and not self._fits(widths[number]):
                self._start_line()
                self._line += item.text
                self._depth += 1
            elif item.text:
                last = closing.get(number, number)
                leaf = last == number and " " not in item.text
                flat = _flat(items[number : last + 1])
                if not (leaf and filling and self._fill(flat)):
                    self._start_line()
                    self._line += flat
                item, number = items[last], last
            filling = bool(item.text) and not item.behind and item.text[-1] not in "()" and " " not in item.text
            if item.behind:
                self._line += f" {item.behind}"
            number += 1
        self._end_line()

    def _indent(self) -> str:
        return " " * min(self._depth * INDENT, DEEPEST_INDENT)

    def _fits(self, width: int | None) -> bool:
        start = len(self._line) if self._begun else len(self._indent())
        return width is not None and start + width <= WIDTH

    def _fill(self, text: str) -> bool:
        """Add a leaf to the current line, if there is room for it."""
        if len(self._line) + 1 + len(text) > WIDTH:
            return False
        self._line += f" {text}"
        return True

    def _start_line(self) -> None:
        """Begin a new line, unless one has been begun and waits for its first item."""
        if self._begun:
            self._begun = False
            return
        self._end_line()
        self._line = self._indent()

    def _end_line(self) -> None:
        if self._line.strip():
            self.lines.append(self._line.rstrip())
        self._line = ""

    def _comments(self, comments: tuple[str, ...]) -> None:
        if comments:
            self._end_line()
            self._begun = False
            self.lines += [self._indent() + comment for comment in comments]


def _measure(items: list[_Item]) -> tuple[dict[int, int], dict[int, int | None]]:
    """For each opening item where it closes, and how wide its node is flat (None where a comment forbids it)."""
    closing: dict[int, int] = {}
    widths: dict[int, int | None] = {}
    open_items: list[int] = []
    ends = [0]
    comments = [0]
    for number, item in enumerate(items):
        glued = item.text == ")" or (number > 0 and items[number - 1].text.endswith("("))
        ends.append(ends[-1] + len(item.text) + (0 if glued else 1))
        comments.append(comments[-1] + len(item.before) + bool(item.behind))
        if item.text.endswith("("):
            open_items.append(number)
        elif item.text == ")":
            first = open_items.pop()
            closing[first] = number
            inside = comments[number + 1] - bool(item.behind) - comments[first] - len(items[first].before)
            widths[first] = None if inside else ends[number + 1] - ends[first + 1] + len(items[first].text)
    return closing, widths


def _flat(items: list[_Item]) -> str:
    text = ""
    for item in items:
        glued = item.text == ")" or text.endswith("(") or not text
        text += item.text if glued else f" {item.text}"
    return text
