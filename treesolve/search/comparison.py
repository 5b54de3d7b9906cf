"""One tree under many lectures: where they agree, and where they give different answers."""

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.tree import Tree
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution, solve


class Row(NamedTuple):
    """One lecture's search of the tree: a solution, or the reason why there is none."""

    convention: Convention
    solution: Solution | None
    refusal: Unsolvable | None


class Group(NamedTuple):
    """Lectures with the same answer: their ids, the topmost pruned nodes, and the best child of the root."""

    conventions: tuple[str, ...]
    pruned_roots: tuple[int, ...]
    best: int | None


class Comparison:
    """A tree searched under several conventions."""

    def __init__(self, tree: Tree, rows: tuple[Row, ...]) -> None:
        self.tree = tree
        self.rows = rows

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """The different answers of the lectures that cut, in the order of the lectures."""
        answers: dict[tuple[tuple[int, ...], int | None], list[str]] = {}
        for row in self.rows:
            if row.solution and row.convention.cuts and not row.solution.is_forced:
                answer = row.solution.pruned_roots, row.solution.best
                answers.setdefault(answer, []).append(row.convention.id)
        return tuple(Group(tuple(ids), *answer) for answer, ids in answers.items())

    def only_in(self, group: Group) -> tuple[int, ...]:
        """The topmost nodes pruned in this group but not in the first one."""
        return self._topmost_of_nodes(self._pruned_of_group(group) - self._pruned_of_group(self.groups[0]))

    def missing_in(self, group: Group) -> tuple[int, ...]:
        """The topmost nodes pruned in the first group but not in this one."""
        return self._topmost_of_nodes(self._pruned_of_group(self.groups[0]) - self._pruned_of_group(group))

    def _pruned_of_group(self, group: Group) -> set[int]:
        return {node for root in group.pruned_roots for node in self.tree.subtree(root)}

    def _topmost_of_nodes(self, nodes: set[int]) -> tuple[int, ...]:
        return tuple(sorted(node for node in nodes if self.tree.parents[node] not in nodes))


def compare(tree: Tree, conventions: Iterable[Convention] = tuple(CONVENTIONS.values())) -> Comparison:
    """The tree under each of the conventions; one that cannot search it is kept with its reason."""
    return Comparison(tree, tuple(_row_of_lecture(tree, convention) for convention in conventions))


def _row_of_lecture(tree: Tree, convention: Convention) -> Row:
    try:
        return Row(convention, solve(tree, convention), None)
    except Unsolvable as refusal:
        return Row(convention, None, refusal)
