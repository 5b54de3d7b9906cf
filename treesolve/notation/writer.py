"""Writer for trees as text in our notation, laid out in lines.

A node that fits on a line is written on one line. In a node that does not fit, each child begins a new line, except
that consecutive unnamed leaves fill lines like words. Comments keep their position.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from treesolve.model.kind import PLAYERS, Kind
from treesolve.model.number import Unknown
from treesolve.model.problem import UNPRINTABLE, InputError, Problem, Span
from treesolve.model.tree import Tree, player_count
from treesolve.notation.headers import KEYS, PUBLISHED
from treesolve.notation.number_text import format_number, format_value, format_weight
from treesolve.notation.tree_builder import next_player

MAX_LINE_LENGTH = 1000
"""Maximum length of a tree shown in a message."""

_IDENTIFIER = re.compile(r"[^\W\d][\w']*")
_RESERVED = {*KEYS, *(kind.value for kind in Kind)} - {*PUBLISHED, *(player.value for player in PLAYERS)}


def write(tree: Tree) -> str:
    """Return the tree as text in our notation, with its headers. Parsing the text returns an equal tree.

    Raises InputError if a name, move or header contains a control character.

    >>> from treesolve.notation.reader import read
    >>> write(read("[6, 5; {2 −∞}]"))
    '(6 5 (2 -inf))\\n'
    """
    points = ", ".join(f"{part} {format_number(number)}" for part, number in tree.points.items())
    bounds = " ".join(map(format_number, tree.bounds or ()))
    values = {"title": tree.title, "source": tree.source, "convention": tree.convention}
    values |= {"alpha-beta": tree.alpha_beta, "points": points, "bounds": bounds}
    values["sum"] = "" if tree.total is None else format_number(tree.total)
    headers = [f"{key}: {' '.join(value.splitlines()).strip()}" for key, value in values.items() if value]
    lines = layout_lines([*map(CommentedItem, _items_in_order(tree))], "tree: " if headers else "")
    text = "".join(f"{line}\n" for line in [*headers, *lines])
    unprintable = UNPRINTABLE.search(text)
    if unprintable:
        raise InputError((Problem("control-character", Span(*unprintable.span()), {}, text=text),))
    return text


def format_tree_line(tree: Tree) -> str:
    """Return the tree on one line, without headers and line feed. Parsing the line returns the same tree.

    >>> from treesolve.notation.reader import read
    >>> format_tree_line(read("title: t\\ntree: [6, 5; {2 −∞}]"))
    '(6 5 (2 -inf))'
    """
    return _join_items([*map(CommentedItem, _items_in_order(tree))])


def tree_line_preview(tree: Tree) -> str:
    """Return the tree on one line for a message, or an empty string if the line would be too long."""
    line = format_tree_line(tree) if len(tree) <= MAX_LINE_LENGTH else ""
    return line if len(line) <= MAX_LINE_LENGTH else ""


def _items_in_order(tree: Tree) -> Iterator[str]:
    """Yield the items of a tree in text order: leaves and opening brackets with their prefixes, closing brackets."""
    ends: list[int] = []
    root_has_kind = has_leading_letters(tree)
    for node in range(len(tree)):
        while ends and ends[-1] == node:
            yield ")"
            ends.pop()
        yield _item_of_node(tree, node, with_kind=root_has_kind and node == 0)
        if tree.children[node]:
            ends.append(tree.ends[node])
    yield from ")" * len(ends)


def has_leading_letters(tree: Tree) -> bool:
    """Return whether every bracket begins with an unknown leaf whose letter could be read as the name of the bracket.

    The letters must not all be the same, unless some leaves have brackets of their own. Such brackets need no letter.

    >>> from treesolve.notation.reader import read
    >>> format_tree_line(read("MAX (X (Y 6 5))")), format_tree_line(read("(x (6 5))"))
    ('MAX (X (Y 6 5))', '(x (6 5))')
    """
    if tree.given_names or tree.moves or tree.weights or not any(isinstance(one, Unknown) for one in tree.values):
        return False
    families = [below for below in tree.children if len(below) > 1]
    heads = {_letter(tree.values[below[0]]) for below in families}
    has_leaves_alone = any(len(below) == 1 and not tree.children[below[0]] for below in tree.children)
    return "" not in heads and len(heads) > (not has_leaves_alone)


def _letter(value: Any) -> str:
    """Return the letter of an unknown leaf, or an empty string for any other value."""
    return value.letter if isinstance(value, Unknown) and value.letter != "?" else ""


def _item_of_node(tree: Tree, node: int, *, with_kind: bool) -> str:
    parts = []
    if node in tree.weights:
        parts.append(f"{format_weight(tree.weights[node])} *")
    if node in tree.moves:
        parts.append(f"{format_node_name(tree.moves[node])} ->")
    if node in tree.given_names:
        parts.append(f"{format_node_name(tree.given_names[node])}:")
    kind = tree.kinds[node]
    value: Any = tree.values[node]
    if value is not None:
        return " ".join([*parts, format_value(value)])
    if with_kind or needs_kind(tree, node):
        parts.append(kind.value.upper())
    return " ".join([*parts, "("])


def needs_kind(tree: Tree, node: int) -> bool:
    """Return whether the kind of an inner node must be written.

    This is the case if the node or its first sibling does not have the kind that a parser would give it.
    """
    parent = tree.parents[node]
    first = node if parent is None else tree.children[parent][0]
    return any(tree.children[one] and tree.kinds[one] is not expected_kind(tree, one) for one in (node, first))


def expected_kind(tree: Tree, node: int) -> Kind:
    """Return the kind that a parser gives to a node whose kind is not written: that of the player to move."""
    parent = tree.parents[node]
    if tree.kinds[0] in PLAYERS:
        return next_player(PLAYERS[: player_count(tree)], tree.kinds, parent)
    if parent is None:
        return Kind.MAX
    mover = tree.movers[parent]
    return mover if tree.kinds[parent] is Kind.CHANCE else mover.opponent


def format_node_name(name: str) -> str:
    r"""Return the name in our notation: unchanged if it is a word without another meaning, in quotes otherwise.

    >>> print(format_node_name("left"), format_node_name("e2-e4"), format_node_name("max"))
    left "e2-e4" "max"
    """
    if _IDENTIFIER.fullmatch(name) and name.lower() not in _RESERVED:
        return name
    return quote_name(name)


def quote_name(name: str) -> str:
    """Return the name in quotation marks, with backslashes before special characters."""
    escaped = name.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


# Layout

WIDTH = 88
"""Maximum line length. Only a line with a single item, or with a comment, can be longer."""

INDENT = 2
MAX_INDENT = 40
"""Maximum indentation. Deeper nodes are not indented further, so that the text of a very deep tree remains readable."""


class CommentedItem(NamedTuple):
    """An item, the comments on the lines before it, and the comment after it on the same line."""

    text: str
    before: tuple[str, ...] = ()
    trailing_comment: str = ""


def layout_lines(items: Sequence[CommentedItem], lead: str = "") -> list[str]:
    """Return the lines on which the items of a tree are laid out. The first line begins with `lead`.

    A node that fits on a line is on one line. In other nodes, each item is on a line of its own, except that
    consecutive unnamed leaves share lines.
    """
    closing, widths = _measure_flat(items)
    lines, number, depth, can_fill = [lead], 0, 0, False
    while number < len(items):
        text, before, _ = items[number]
        if before:
            lines[-1:] = [*filter(None, lines[-1:]), *(_indent(depth) + comment for comment in before), ""]
        depth -= text == ")"
        margin = lead if lines == [lead] else _indent(depth)
        is_block = text.endswith("(") and len(margin) + widths[number] > WIDTH
        last = number if is_block else closing.get(number, number)
        line = _join_items(items[number : last + 1])
        is_leaf = bool(text) and last == number and text[-1] not in "()" and " " not in text
        if can_fill and is_leaf and len(lines[-1]) + 1 + len(line) <= WIDTH:
            lines[-1] += f" {line}"
        elif text:
            if lines[-1] in ("", lead):
                lines.pop()
            lines.append(margin + line)
        if comment := items[last].trailing_comment:
            lines[-1] += f" {comment}"
        depth += is_block
        can_fill = is_leaf and not comment
        number = last + 1
    return [line.rstrip() for line in lines if line]


def _indent(depth: int) -> str:
    return " " * min(depth * INDENT, MAX_INDENT)


def _measure_flat(items: Sequence[CommentedItem]) -> tuple[dict[int, int], dict[int, int]]:
    """Return two mappings from each opening item: to its closing item, and to the width of the node on one line.

    Items are given by their indexes. A node that contains comments counts as too wide for any line.
    """
    closing: dict[int, int] = {}
    widths: dict[int, int] = {}
    open_items: list[int] = []
    ends = [0]
    comments = [0]
    for number, item in enumerate(items):
        glued = item.text == ")" or (number > 0 and items[number - 1].text.endswith("("))
        ends.append(ends[-1] + len(item.text) + (0 if glued else 1))
        comments.append(comments[-1] + len(item.before) + bool(item.trailing_comment))
        if item.text.endswith("("):
            open_items.append(number)
        elif item.text == ")":
            first = open_items.pop()
            closing[first] = number
            inside = comments[number + 1] - bool(item.trailing_comment) - comments[first] - len(items[first].before)
            widths[first] = WIDTH + 1 if inside else ends[number + 1] - ends[first + 1] + len(items[first].text)
    return closing, widths


def _join_items(items: Sequence[CommentedItem]) -> str:
    """Return the items joined on one line."""
    text = ""
    for item in items:
        glued = item.text == ")" or text.endswith("(") or not text
        text += item.text if glued else f" {item.text}"
    return text
