"""Complete trees: `shape` says how many children each level has, `leaves` the leaves from left to right."""

import math
from collections.abc import Sequence

from lark import UnexpectedInput

from treesolve.model.problem import InputError, Problem, Span
from treesolve.notation.grammar import tree_parser
from treesolve.notation.growing import TextNode
from treesolve.notation.headers import MOST_PROBLEMS, Header
from treesolve.notation.mistakes import mistakes


def complete_tree(text: str, shape: tuple[int, ...], line: Header) -> TextNode:
    """The tree of that shape whose leaves stand in the header. Raises InputError where that cannot be."""
    nodes, wanted = _leaves(text, line), math.prod(shape)
    if wanted > len(text):
        raise InputError((Problem("shape-too-large", line.span),))
    if len(nodes) != wanted:
        raise InputError((Problem("leaves-count", line.span, {"expected": wanted, "found": len(nodes)}),))
    for count in reversed(shape):
        groups = (nodes[at : at + count] for at in range(0, len(nodes), count))
        nodes = [TextNode(None, group, group[0].start, group[-1].end) for group in groups]
    return nodes[0]


def _leaves(text: str, line: Header) -> Sequence[TextNode]:
    """The leaves in a header, read as the children of one node."""
    end = line.start + len(line.value)
    row = f"{' ' * (line.start - 1)}({text[line.start : end]}\n)"
    try:
        found: TextNode = tree_parser().parse(row)  # type: ignore[assignment]
    except (UnexpectedInput, InputError):
        raise InputError(tuple(mistakes(row, line.start - 1))) from None
    odd = [node for node in found.children if node.children or node.name or node.move or node.weight is not None]
    if odd:
        spans = ((Span(node.start, node.end), text[node.start : node.end]) for node in odd[:MOST_PROBLEMS])
        raise InputError(tuple(Problem("not-a-leaf", span, {"text": said[:40]}) for span, said in spans))
    return found.children
