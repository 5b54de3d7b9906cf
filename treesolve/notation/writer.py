"""Tree to tree text, and tree text to tidy tree text.

One layout serves both, that of treesolve.notation.lines, whose words are used here.
"""

import re
from collections.abc import Iterator
from typing import Any

from treesolve.model.problem import UNPRINTABLE, InputError, Problem, Span
from treesolve.model.tree import PLAYERS, Kind, Tree
from treesolve.notation.headers import KEYS, Headers, read_headers
from treesolve.notation.lines import Item, Layout, flat
from treesolve.notation.number_text import read_number, write_number, write_payoffs
from treesolve.notation.payoffs import following
from treesolve.notation.reader import read
from treesolve.notation.scanner import pieces

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
    layout = Layout("tree: " if headers else "")
    layout.lay([Item(head, (), "") for head in _heads(tree)])
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
    return flat([Item(head, (), "") for head in _heads(tree)])


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
    layout = Layout("tree: " if headers.lines or headers.tree_start else "")
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


def _items(text: str, start: int) -> Iterator[Item]:
    parts: list[str] = []
    before: list[str] = []
    waiting: Item | None = None
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
            waiting = Item(" ".join(parts), tuple(before), "")
            parts, before = [], []
    if waiting:
        yield waiting
    if before:
        yield Item("", tuple(before), "")


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
