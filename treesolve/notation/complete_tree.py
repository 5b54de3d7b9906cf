"""Complete trees: `shape` says how many children each level has, `leaves` the leaves from left to right."""

import math
import operator
from itertools import accumulate

from lark import Token

from treesolve.model.problem import InputError, Problem, Span
from treesolve.notation import growing
from treesolve.notation.fault import name_fault
from treesolve.notation.grammar import FAULT, leaf_type, span_of, tokens
from treesolve.notation.growing import TextNode
from treesolve.notation.headers import MOST_PROBLEMS, Header
from treesolve.notation.node_maker import value_of


def complete_tree(text: str, shape: tuple[int, ...], line: Header) -> TextNode:
    """The tree of that shape whose leaves stand in the header. Raises InputError where that cannot be."""
    nodes, wanted = _leaves(text, line), math.prod(shape)
    if wanted > len(text):
        raise InputError((Problem("shape-too-large", line.span),))
    if sum(accumulate(shape, operator.mul, initial=1)) > growing.MOST_NODES:
        raise InputError((_too_many_nodes(line.span),))
    if len(nodes) != wanted:
        raise InputError((Problem("leaves-count", line.span, {"expected": wanted, "found": len(nodes)}),))
    for count in reversed(shape):
        groups = (nodes[at : at + count] for at in range(0, len(nodes), count))
        nodes = [TextNode(None, group, group[0].start, group[-1].end) for group in groups]
    return nodes[0]


def _leaves(text: str, line: Header) -> list[TextNode]:
    """The leaves in a header."""
    leaves: list[TextNode] = []
    problems: list[Problem] = []
    previous = "SEPARATOR"
    for token in tokens(text, line.start, line.start + len(line.value)):
        start, end = span_of(token)
        if kind := leaf_type(token):
            try:
                leaves.append(TextNode(value_of(Token(kind, token, start, end_pos=end)), (), start, end))
            except InputError as error:
                problems += error.problems
        elif token.type != "COMMENT" and (token.type != "SEPARATOR" or previous == "SEPARATOR"):
            problems.append(_problem_of_stranger(token, first=not leaves))
        if len(leaves) > growing.MOST_NODES:
            raise InputError((_too_many_nodes(Span(start, start + 1)),))
        if len(problems) > MOST_PROBLEMS:
            break
        previous = token.type
    if problems:
        raise InputError(tuple(problems))
    return leaves


def _too_many_nodes(span: Span) -> Problem:
    return Problem("too-many-nodes", span, {"most": growing.MOST_NODES // 1_000_000})


def _problem_of_stranger(token: Token, *, first: bool) -> Problem:
    code, _, facts = name_fault(token) if token.type == FAULT else ("not-a-leaf", "", {})
    if token.type == "SEPARATOR":
        code = "separator-first" if first else "separator-twice"
    return Problem(code, span_of(token), {"text": str(token), **facts})
