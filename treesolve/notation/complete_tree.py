"""Complete trees: `shape` says how many children each level has, `leaves` the leaves from left to right."""

import math
import operator
from itertools import accumulate

from lark import Token

from treesolve.model.problem import InputError, Problem, Span
from treesolve.notation import growing
from treesolve.notation.fault import name_fault
from treesolve.notation.grammar import FAULT, LEAVES, span_of, tokens
from treesolve.notation.growing import Node
from treesolve.notation.headers import MOST_PROBLEMS, Header
from treesolve.notation.node_maker import value_of


def complete_tree(text: str, shape: tuple[int, ...], line: Header) -> Node:
    """The tree of that shape whose leaves stand in the header. Raises InputError where that cannot be."""
    nodes, wanted = _leaves(text, line), math.prod(shape)
    if wanted > len(text):
        raise InputError((Problem("shape-too-large", line.span),))
    if sum(accumulate(shape, operator.mul, initial=1)) > growing.MOST_NODES:
        raise InputError((Problem("too-many-nodes", line.span, {"most": growing.MOST_NODES // 1_000_000}),))
    if len(nodes) != wanted:
        raise InputError((Problem("leaves-count", line.span, {"expected": wanted, "found": len(nodes)}),))
    for count in reversed(shape):
        groups = (nodes[at : at + count] for at in range(0, len(nodes), count))
        nodes = [Node(None, group, group[0].start, group[-1].end) for group in groups]
    return nodes[0]


def _leaves(text: str, line: Header) -> list[Node]:
    """The leaves in a header."""
    leaves: list[Node] = []
    problems: list[Problem] = []
    previous = "SEPARATOR"
    for token in tokens(text, line.start, line.start + len(line.value)):
        span = span_of(token)
        try:
            if token.type in LEAVES:
                leaves.append(Node(value_of(token), (), *span))
            elif token.type != "SEPARATOR" or previous == "SEPARATOR":
                problems.append(_problem_of_stranger(token, span, first=not leaves))
        except InputError as error:
            problems += error.problems
        if len(leaves) > growing.MOST_NODES:
            problems = [
                Problem("too-many-nodes", Span(span.start, span.start + 1), {"most": growing.MOST_NODES // 1_000_000})
            ]
            break
        if len(problems) > MOST_PROBLEMS:
            break
        previous = token.type
    if problems:
        raise InputError(tuple(problems))
    return leaves


def _problem_of_stranger(token: Token, span: Span, *, first: bool) -> Problem:
    if token.type == "SEPARATOR":
        return Problem("separator-first" if first else "separator-twice", span, {"text": str(token)})
    code, _, facts = name_fault(token) if token.type == FAULT else ("not-a-leaf", "", {})
    return Problem(code, span, {"text": str(token), **facts})
