"""Parser for our own notation. It converts text to a Tree with Lark, and reports all errors if Lark fails.

Trees that consist only of brackets and integers, as nearly all large trees do, are parsed without Lark. A complete tree
can also be given by two headers: `leaves` lists its leaves, and `shape` the number of children on each level.
"""

import gc
import math
import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import islice
from typing import NamedTuple

from treesolve.model.kind import Kind
from treesolve.model.problem import UNPRINTABLE, InputError, Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation import tree_builder
from treesolve.notation.header_values import HeaderValues, parse_header_values
from treesolve.notation.headers import MAX_PROBLEMS, Header, Headers, read_headers
from treesolve.notation.length_check import check_brackets
from treesolve.notation.tree_builder import (
    BRACKET_PAIRS,
    Columns,
    TextNode,
    build_columns,
    empty_columns,
    tree_from_columns,
)

_TOKEN_TYPES = {
    "weight-outside-chance": "WEIGHT",
    "weights-incomplete": "OPEN",
    "weights-sum": "OPEN",
    "levels-short": "OPEN",
    "levels-contradict": "KIND",
    "leaf-outside-bounds": "VALUE",
    "payoff-tree": "VALUE",
    "payoff-length": "VALUE",
    "payoff-sum": "VALUE",
}
"""For each problem code, the type of the token within the node at which the problem is reported."""


class TreeReading(NamedTuple):
    """A parsed tree, with remarks for the user. If the text was converted, `text` is the result in our notation."""

    tree: Tree
    text: str | None = None
    remarks: tuple[Problem, ...] = ()


def read_native(text: str, source: str = "-", *, payoffs: bool = False) -> Tree:
    """Return the tree that the text describes in our own notation.

    Messages refer to the text as `source`. Leaves may only have payoffs for several players if `payoffs` is true.
    Raises InputError with all errors in the text.
    """
    headers = read_headers(text)
    values, faults = parse_header_values(headers)
    unprintable = islice(UNPRINTABLE.finditer(text), MAX_PROBLEMS)
    problems = [*headers.problems, *(Problem("control-character", Span(*one.span())) for one in unprintable), *faults]
    with garbage_collection_paused():
        try:
            columns = _columns(text, headers, values)
            if columns and not problems:
                return tree_from_columns(columns, values, payoffs=payoffs)
        except InputError as error:
            problems += [_locate_token(problem, text, headers) for problem in error.problems]
    problems.sort(key=lambda problem: problem.span or Span(0, 0))
    raise InputError(tuple(problem._replace(source=source, text=text) for problem in problems))


@contextmanager
def garbage_collection_paused() -> Iterator[None]:
    """Disable the garbage collector while a tree is built.

    The tree has no cycles to collect, but the collector would scan it again and again as it grows.
    """
    was_running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_running:
            gc.enable()


def _columns(text: str, headers: Headers, values: HeaderValues) -> Columns | None:
    """Return the columns of the tree, or None if errors in the headers prevent the tree from being built."""
    start, leaves = headers.tree_start, headers.get("leaves")
    if start is None and values.shape and leaves:
        return build_columns(_complete_tree(text, values.shape, leaves), values.levels)
    if start is None:
        return None
    columns = None if values.levels else read_integer_tree(text, start)
    if columns:
        return columns
    root = _parse_root(text, start, has_headers_read=not headers.problems)
    return build_columns(root, values.levels) if root else None


def _parse_root(text: str, start: int, *, has_headers_read: bool = True) -> TextNode | None:
    """Return the root of the tree that begins at `start`.

    If the headers have errors, the tree is only checked, and the result is None. Raises InputError if the tree has
    errors.
    """
    from lark import UnexpectedInput

    from treesolve.notation.diagnostics import check_number_of_nodes, diagnose
    from treesolve.notation.grammar import tree_parser

    check_number_of_nodes(text, start)
    check_brackets(text, start)
    try:
        if has_headers_read:
            return tree_parser().parse(text)  # type: ignore[return-value]
    except (UnexpectedInput, InputError):
        pass
    if problems := diagnose(text, start):
        raise InputError(tuple(problems))
    return None


_UNSUPPORTED = re.compile(
    r"[^0-9\s()\[\]{},-]|(?<![\s,(\[{])-|-(?![0-9])|[0-9]{19}|[(\[{,]\s*+[,)\]}]|[0-9][(\[{]|[)\]}][0-9]"
)
"""Anything in a tree that `read_integer_tree` leaves to the grammar, whether or not the grammar accepts it."""

_LEXEME = re.compile(r"[()\[\]{}]|[0-9-][0-9,\s-]*")
_NUMBER = re.compile("[0-9-]+")


def read_integer_tree(text: str, start: int) -> Columns | None:
    """Return the columns of the tree that begins at `start`.

    Return None if the text is anything other than a valid tree of brackets and integers.

    >>> read_integer_tree("(6 5)", 0).values
    [None, 6, 5]
    """
    if _UNSUPPORTED.search(text, start) or text[start:].lstrip()[:1] not in BRACKET_PAIRS or text.rstrip()[-1] == ",":
        return None
    if any(text.count(opening, start) != text.count(closing, start) for opening, closing in BRACKET_PAIRS.items()):
        return None
    columns = empty_columns()
    opened: list[tuple[str, int, list[int]]] = []
    for match in _LEXEME.finditer(text, start):
        lexeme, node = match[0], len(columns.kinds)
        if node > tree_builder.MAX_NODES or (node and not opened):
            return None
        _, parent, siblings = opened[-1] if opened else ("", None, [])
        if lexeme in BRACKET_PAIRS:
            siblings += columns.add(parent, Kind.MIN if len(opened) % 2 else Kind.MAX, [None], [match.start()])
            opened.append((lexeme, node, []))
        elif lexeme in BRACKET_PAIRS.values():
            bracket, closed, below = opened.pop()
            if BRACKET_PAIRS[bracket] != lexeme:
                return None
            columns.children[closed], columns.ends[closed] = tuple(below), node
        else:
            starts = (number.start() for number in _NUMBER.finditer(text, *match.span()))
            siblings += columns.add(parent, Kind.LEAF, [*map(int, lexeme.replace(",", " ").split())], starts)
    return None if opened or len(columns.kinds) > tree_builder.MAX_NODES else columns


def _complete_tree(text: str, shape: tuple[int, ...], line: Header) -> TextNode:
    """Return the complete tree with the given number of children on each level and the leaves in the header `line`.

    Raises InputError if the number of leaves does not fit the shape.
    """
    nodes, expected = _leaves(text, line), math.prod(shape)
    if expected > len(text):
        raise InputError((Problem("shape-too-large", line.span),))
    if len(nodes) != expected:
        raise InputError((Problem("leaves-count", line.span, {"expected": expected, "found": len(nodes)}),))
    for count in reversed(shape):
        groups = (nodes[at : at + count] for at in range(0, len(nodes), count))
        nodes = [TextNode(None, group, group[0].start, group[-1].end) for group in groups]
    return nodes[0]


def _leaves(text: str, line: Header) -> Sequence[TextNode]:
    """Return the leaves listed in a header. Raises InputError if the header contains anything but leaves."""
    end = line.start + len(line.value)
    root = _parse_root(f"{' ' * (line.start - 1)}({text[line.start : end]}\n)", line.start - 1)
    leaves = root.children if root else ()
    invalid = [node for node in leaves if node.children or node.name or node.move or node.weight is not None]
    if invalid:
        spans = ((Span(node.start, node.end), text[node.start : node.end]) for node in invalid[:MAX_PROBLEMS])
        raise InputError(tuple(Problem("not-a-leaf", span, {"text": shown[:40]}) for span, shown in spans))
    return leaves


def _locate_token(problem: Problem, text: str, headers: Headers) -> Problem:
    """Return a problem of a node with a narrower span: that of the token in the node to which the problem refers.

    A problem of the `sum` header gets the span of that header.
    """
    from treesolve.notation.grammar import span_of, tokens

    if problem.code == "sum-without-payoffs":
        line = headers.get("sum")
        return problem._replace(span=line and line.span)
    expected = _TOKEN_TYPES.get(problem.code)
    if expected is None or problem.span is None:
        return problem
    for token in tokens(text, problem.span.start):
        kind = "OPEN" if token in BRACKET_PAIRS else token.type
        if kind == expected or (expected == "VALUE" and kind in ("NUMBER", "PAYOFFS")):
            return problem._replace(span=span_of(token))
    return problem
