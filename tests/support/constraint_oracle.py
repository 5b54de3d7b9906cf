"""What constraints count, from the conventions' own pseudocode, sharing nothing with treesolve.

A tree is a nested list, as in tests.support.oracle; players alternate. Each check takes a tree, whether MAX begins, and
the name of a convention, and counts what the constraint is about.
"""

from collections.abc import Callable
from typing import NamedTuple

from tests.support.nested_trees import leaf_paths, node_at, paths
from tests.support.oracle import PSEUDOCODE, Nested, Path, Run, minimax


class Searched(NamedTuple):
    """A nested tree with what a convention's pseudocode did."""

    tree: Nested
    maximising: bool
    run: Run


def searched(tree: Nested, maximising: bool, convention: str) -> Searched:
    """Return the tree with the run of that convention."""
    return Searched(tree, maximising, PSEUDOCODE[convention](tree, maximising))


def pruned(found: Searched) -> frozenset[Path]:
    """Return the leaves never looked at."""
    return frozenset(leaf_paths(found.tree)) - frozenset(found.run.leaves)


def is_visited(found: Searched, path: Path) -> bool:
    """Whether the run came to a node."""
    return path in found.run.returned or path in found.run.leaves


def cuts(found: Searched) -> list[tuple[Path, list[Path]]]:
    """Return the nodes that were left early, each with the children it skipped."""
    left = []
    for path in found.run.returned:
        node = node_at(found.tree, path)
        assert isinstance(node, list)
        skipped = [(*path, index) for index in range(len(node)) if not is_visited(found, (*path, index))]
        if skipped:
            left.append((path, skipped))
    return left


def is_max(found: Searched, path: Path) -> bool:
    """Whether MAX moves at a node."""
    return found.maximising is (len(path) % 2 == 0)


def is_deep(found: Searched, path: Path) -> bool:
    """Whether no child before it gave the parent the bound the node was cut by."""
    parent = path[:-1]
    low, high = found.run.windows[parent]
    before = [(*parent, index) for index in range(path[-1])]
    values = [found.run.returned[one] if one in found.run.returned else node_at(found.tree, one) for one in before]
    return not any(value > low if is_max(found, parent) else value < high for value in values)  # type: ignore[operator]


def best(found: Searched) -> int:
    """Return the place of the first move that reaches the root's minimax value, counted from 1."""
    assert isinstance(found.tree, list)
    values = [minimax(child, maximising=not found.maximising) for child in found.tree]
    return values.index((max if found.maximising else min)(values)) + 1


def equal_moves(found: Searched, path: Path = ()) -> int:
    """How many moves reach the minimax value of a node."""
    node, maximal = node_at(found.tree, path), is_max(found, path)
    assert isinstance(node, list)
    values = [minimax(child, maximising=not maximal) for child in node]
    return values.count((max if maximal else min)(values))


def ties(found: Searched) -> int:
    """At how many nodes several moves do."""
    inner = [path for path in paths(found.tree) if is_inner(found, path)]
    return sum(equal_moves(found, path) > 1 for path in inner)


def is_inner(found: Searched, path: Path) -> bool:
    """Whether a node has children."""
    return isinstance(node_at(found.tree, path), list)


NUMBERS: dict[str, Callable[[Searched], object]] = {
    "pruned": lambda found: len(pruned(found)),
    "cuts": lambda found: len(cuts(found)),
    "subtree-cut": lambda found: sum(any(is_inner(found, one) for one in skipped) for _, skipped in cuts(found)),
    "alpha-cut": lambda found: sum(not is_max(found, path) for path, _ in cuts(found)),
    "beta-cut": lambda found: sum(is_max(found, path) for path, _ in cuts(found)),
    "deep-cut": lambda found: sum(is_deep(found, path) for path, _ in cuts(found)),
    "unique-best": lambda found: int(equal_moves(found) == 1),
    "unique-play": lambda found: int(ties(found) == 0),
    "tie": ties,
    "best": best,
    "value": lambda found: minimax(found.tree, maximising=found.maximising),
}
"""The number each constraint is about; 1 where it either holds or not."""
