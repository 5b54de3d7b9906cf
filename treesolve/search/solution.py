"""A tree with its search result, for people and programs, with nodes as objects."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from treesolve.model.convention import DEFAULT, Convention
from treesolve.model.exportable import Exportable
from treesolve.model.node import Node, NodeCollection, NodeSearch
from treesolve.model.number import Number
from treesolve.model.reading_point import reading_point_of
from treesolve.model.tree import Tree
from treesolve.search.search import search
from treesolve.search.search_result import SearchResult
from treesolve.search.step_table import step_rows
from treesolve.search.trace import CutEvent


class Cut(NamedTuple):
    """A node that stops after the child `after`; alpha and beta are in MAX's view.

    `bound` is "alpha" or "beta". `against` is the ancestor that set the bound, or None if the bound is from the start
    window. `skipped` are the topmost skipped nodes. `deep` is true if `against` is above the parent of `node`.
    """

    node: Node
    after: Node
    alpha: Number
    beta: Number
    bound: str
    against: Node | None
    skipped: tuple[Node, ...]
    deep: bool


@dataclass(frozen=True, repr=False)
class Step(Exportable):
    """One line of a worked solution: its number, counted from 1, and its node. `str` returns the sentence.

    `bounds` and `value` are as in the convention's table: in the view of the player to move if the convention says so.
    `row` has the facts of the step, and `solution` is the solution that contains the step.
    """

    number: int
    node: Node
    bounds: tuple[Number | None, ...]
    value: Any
    row: Any = field(compare=False)
    solution: "Solution" = field(compare=False)

    def __repr__(self) -> str:
        owner = repr(self.solution)
        return f"<Step {self.number}: {self}>" if owner.startswith("<") else f"{owner}.steps[{self.number - 1}]"


class Solution(SearchResult, NodeCollection, Exportable):
    """A tree with the result of its search under a convention. Iteration yields the nodes, with their minimax values.

    Everything is derived from the log of the search. The members inherited from SearchResult use node ids.
    """

    def __repr__(self) -> str:
        described, argument = repr(self.tree), self._convention_argument()
        if described.startswith("<"):
            return f"<Solution of {described}{argument}: value {self.value}>"
        return f"solve({described.removeprefix('read(').removesuffix(')')}{argument})"

    def _convention_argument(self) -> str:
        return f", {self.convention.expression!r}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Solution) and self._identity() == other._identity()

    def __hash__(self) -> int:
        return hash((self.tree, self.convention))

    def _identity(self) -> tuple[Any, ...]:
        return self.tree, self.convention, self.log.nodes, self.log.returned

    def _tree_and_search(self) -> tuple[Tree, NodeSearch]:
        return self.tree, self

    @property
    def best(self) -> Node | None:
        """The chosen child of the root.

        None if the root is a leaf or a chance node, or if the search returned only a bound.
        """
        return self.optional_node(self.best_id)

    @property
    def refutation(self) -> Node | None:
        """The child whose value made the search fail high at the root, or None if the search did not fail high."""
        return self.optional_node(self.refutation_id)

    @property
    def principal_variation(self) -> tuple[Node, ...]:
        """The path that both players choose, from the root."""
        return self.nodes(self.principal_variation_ids)

    @property
    def visited(self) -> tuple[Node, ...]:
        """The visited nodes in the order of the search."""
        return self.nodes(self.visited_ids)

    @property
    def evaluated(self) -> tuple[Node, ...]:
        """The evaluated leaves in the order of the search."""
        return self.nodes(self.evaluated_ids)

    @property
    def pruned(self) -> tuple[Node, ...]:
        """All nodes not visited because of a cut, in preorder."""
        return self.nodes(self.pruned_ids)

    @property
    def pruned_roots(self) -> tuple[Node, ...]:
        """The topmost pruned nodes."""
        return self.nodes(self.pruned_root_ids)

    @property
    def pruned_leaves(self) -> tuple[Node, ...]:
        """The pruned leaves, from left to right."""
        return self.nodes(self.pruned_leaf_ids)

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """The cuts that the convention shows, in the order of the search."""
        return tuple(map(self._cut_with_nodes, self.shown_cut_events))

    def _cut_with_nodes(self, cut: CutEvent) -> Cut:
        node, after = self.nodes((cut.node, cut.after))
        against, skipped = self.optional_node(cut.against), self.nodes(cut.skipped)
        return Cut(node, after, cut.alpha, cut.beta, cut.bound, against, skipped, self.is_deep(cut))

    @property
    def steps(self) -> tuple[Step, ...]:
        """The lines of the worked solution."""
        return tuple(
            Step(row.number, Node(self, row.node), row.bounds, row.value, row, self) for row in step_rows(self)
        )

    def of_tree(self, tree: Tree) -> "Solution":
        """Return the solution for the same tree with other names or headers."""
        return Solution(self.log.of_tree(tree))

    def again(self, written: Mapping[int, Any]) -> "Solution":
        """Return the solution of a new search that uses the values a student wrote at inner nodes.

        Raises Unsolvable as `solve` does.
        """
        return Solution(search(self.tree, self.convention, written=written))


def solve(tree: Tree, convention: Convention = DEFAULT) -> Solution:
    """Search the tree under the convention, and return the solution, which is derived from that search.

    Raises treesolve.search.search.Unsolvable if the search cannot be carried out.
    """
    return Solution(search(tree, convention._replace(alpha_beta=reading_point_of(tree, convention.alpha_beta))))
