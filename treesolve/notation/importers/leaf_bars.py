"""Leaves in a row, with bars between leaves that have different parents: `3 12 8 | 2 4 6`."""

import re
from itertools import pairwise

from treesolve.model.problem import InputError, Span
from treesolve.notation.ambiguity import find_comma_ambiguity
from treesolve.notation.importers.labels import number
from treesolve.notation.importers.parsed_node import ParsedNode, reject

NAME = "leaf row"
COMMENTS = ("#", "//")

_LEAF = re.compile(r"[^\s,;]+")
_BETWEEN = re.compile(r"[\s,;|]+")


def recognizes(text: str) -> bool:
    """Return whether the text is a single line of bars, numbers and the letters of unknown leaves."""
    if "|" not in text or "\n" in text.strip():
        return False
    words = filter(None, _BETWEEN.split(text))
    return all(number(word) is not None or word == "?" or (len(word) == 1 and word.isalpha()) for word in words)


def read(text: str) -> ParsedNode:
    """Return the tree. Its root has a child for each group of leaves.

    Raises InputError if there is no leaf between two bars, if each group has a single leaf, or if commas may be decimal
    commas.

    >>> [[leaf.label for leaf in node.children] for node in read("3 12 | 2 x").children]
    [['3', '12'], ['2', 'x']]
    """
    problem = find_comma_ambiguity(text, 0)
    if problem:
        raise InputError((problem,))
    bars = [-1, *(index for index, sign in enumerate(text) if sign == "|"), len(text)]
    root = _parent([_parent(_leaves(text, Span(start + 1, end))) for start, end in pairwise(bars)])
    if all(len(node.children) == 1 for node in root.children):
        leaves = " ".join(node.children[0].label for node in root.children)
        reject("rows-of-one", root.span, instead=f"({leaves})")
    return root


def _parent(children: list[ParsedNode]) -> ParsedNode:
    return ParsedNode(Span(children[0].span.start, children[-1].span.end), children=tuple(children))


def _leaves(text: str, span: Span) -> list[ParsedNode]:
    """Return the leaves between two bars. Raises InputError if there are none, or if a separator is not between two."""
    leaves = [ParsedNode(Span(*match.span()), match[0]) for match in _LEAF.finditer(text, *span)]
    first, *between = _LEAF.split(text[slice(*span)])
    if not leaves or first.strip() or between.pop().strip() or any(len(sign.strip()) > 1 for sign in between):
        at = min(span.end, len(text) - 1)
        reject("foreign-form", Span(at, at + 1), text=text[slice(*span)].strip() or "|")
    return leaves
