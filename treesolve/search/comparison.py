"""The comparison of several conventions on one tree."""

from collections.abc import Iterable
from functools import cached_property
from typing import NamedTuple

from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.exportable import Exportable
from treesolve.model.node import Node
from treesolve.model.tree import Tree
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution, solve


class ComparisonRow(NamedTuple):
    """The search under one convention: a solution, or the reason why the search failed."""

    convention: Convention
    solution: Solution | None
    refusal: Unsolvable | None


class AnswerGroup(NamedTuple):
    """Conventions that give the same answer: their ids, the topmost pruned nodes, and the best child of the root."""

    conventions: tuple[str, ...]
    pruned_roots: tuple[Node, ...]
    best: Node | None


class Comparison(Exportable):
    """A tree searched under several conventions, with one row for each, in the given order."""

    def __init__(self, tree: Tree, rows: tuple[ComparisonRow, ...]) -> None:
        self.tree = tree
        self.rows = rows

    def __repr__(self) -> str:
        return f"<Comparison of {self.tree!r}: {len(self.rows)} conventions, {len(self.groups)} answers>"

    @property
    def solutions(self) -> dict[str, Solution]:
        """The solutions by convention id, without the conventions under which the search failed."""
        return {row.convention.id: row.solution for row in self.rows if row.solution}

    @property
    def agrees(self) -> bool:
        """Whether all conventions with cuts give the same answer."""
        return len(self.groups) < 2

    @cached_property
    def groups(self) -> tuple[AnswerGroup, ...]:
        """The conventions with cuts, grouped by their answers, in the order of the conventions.

        Conventions that play a forced move without a search are left out.
        """
        answers: dict[tuple[tuple[int, ...], int | None], list[str]] = {}
        for row in self.rows:
            if row.solution and row.convention.cuts and not row.solution.is_forced:
                answer = row.solution.pruned_root_ids, row.solution.best_id
                answers.setdefault(answer, []).append(row.convention.id)
        nodes, optional_node = self.tree.nodes, self.tree.optional_node
        return tuple(
            AnswerGroup(tuple(ids), nodes(roots), optional_node(best)) for (roots, best), ids in answers.items()
        )

    def only_in(self, group: AnswerGroup) -> tuple[int, ...]:
        """Return the topmost nodes pruned in this group but not in the first one."""
        return self._topmost_of_nodes(self._pruned_of_group(group) - self._pruned_of_group(self.groups[0]))

    def missing_in(self, group: AnswerGroup) -> tuple[int, ...]:
        """Return the topmost nodes pruned in the first group but not in this one."""
        return self._topmost_of_nodes(self._pruned_of_group(self.groups[0]) - self._pruned_of_group(group))

    def _pruned_of_group(self, group: AnswerGroup) -> set[int]:
        return {node for root in group.pruned_roots for node in self.tree.subtree(root.id)}

    def _topmost_of_nodes(self, nodes: set[int]) -> tuple[int, ...]:
        return tuple(sorted(node for node in nodes if self.tree.parents[node] not in nodes))


def compare(tree: Tree, conventions: Iterable[Convention] = tuple(CONVENTIONS.values())) -> Comparison:
    """Search the tree under each convention. If a search fails, the reason is recorded in the row of the convention."""
    return Comparison(tree, tuple(_row_of_convention(tree, convention) for convention in conventions))


def _row_of_convention(tree: Tree, convention: Convention) -> ComparisonRow:
    try:
        return ComparisonRow(convention, solve(tree, convention), None)
    except Unsolvable as refusal:
        return ComparisonRow(convention, None, refusal)
