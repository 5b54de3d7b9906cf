"""Leaves in a row below one root, which a program may mean as another tree."""

from typing import Any

from treesolve.model.problem import Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation.foreign.sketch import shown_line
from treesolve.notation.number_text import write_number


def is_flat(tree: Tree) -> bool:
    """Whether a tree is three leaves or more below one root."""
    return len(tree.children[0]) > 2 and len(tree.children[0]) == len(tree) - 1


def flat_problem(tree: Tree, span: Span | None) -> Problem:
    """That leaves in a row may be one level, or a complete tree; with zeros in its inner places, the second."""
    values: list[Any] = [tree.values[leaf] for leaf in tree.leaves]
    leaves = [write_number(value) for value in values]
    half = (len(leaves) + 1) // 2
    heap = half > 2 and half.bit_count() == 1 and not any(values[: half - 1])
    leaves = leaves[half - 1 :] if heap else leaves
    pairs = leaves if len(leaves).bit_count() == 1 else []
    while len(pairs) > 1:
        pairs = [f"({one} {other})" for one, other in zip(pairs[::2], pairs[1::2], strict=True)]
    line = shown_line(tree)
    return Problem(
        "flat-leaves",
        span,
        {"flat": "" if heap else line, "complete": pairs[0] if pairs and line else "", "count": len(values)},
    )
