"""A tree, searched or not, as its nodes: what people who write programs of their own go through.

Rooms keep ids and columns; here a node knows its neighbours.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any

from treesolve.model.problem import InputError, Problem, nearest
from treesolve.model.tree import Kind, Tree

if TYPE_CHECKING:
    from fractions import Fraction

    from treesolve.search.solution import Solution

MOST_NAMED = 12
"""So many names are told to somebody who asked for one that is not there."""


class Node:
    """One node of a tree, or of a solution, which says more of it; equal to the same node of an equal tree.

    `id` is its place in preorder, 0 at the root, as in the JSON documents.
    """

    __slots__ = ("_nodes", "id")

    def __init__(self, nodes: "Nodes", number: int) -> None:
        self._nodes = nodes
        self.id = number

    @property
    def name(self) -> str:
        """What people call it; no other node of the tree is called so."""
        return self._nodes.columns.names[self.id]

    @property
    def caption(self) -> str | None:
        """The name that was given to it, where that tells no node from others, such as a position; else None."""
        return self._nodes.columns.captions.get(self.id)

    @property
    def kind(self) -> Kind:
        """Who decides here."""
        return self._nodes.columns.kinds[self.id]

    @property
    def value(self) -> Any:
        """The value in MAX's view: a number, an Unknown, or payoffs.

        Of a tree only leaves have one; in a solution every node has its minimax value, and None where unknown leaves
        leave it open.
        """
        search, written = self._nodes.search, self._nodes.columns.values[self.id]
        return written if search is None or written is not None else search.values[self.id]

    @property
    def parent(self) -> "Node | None":
        """The node above; None for the root."""
        return self._nodes.optional(self._nodes.columns.parents[self.id])

    @property
    def children(self) -> "tuple[Node, ...]":
        """The nodes below, in the order of the text; a leaf has none."""
        return self._nodes.several(self._nodes.columns.children[self.id])

    @property
    def move(self) -> str | None:
        """What the edge from the parent is called."""
        return self._nodes.columns.moves.get(self.id)

    @property
    def weight(self) -> "Fraction | int | None":
        """The probability of a child of a chance node; None for other nodes."""
        return self._nodes.columns.weight(self.id)

    @property
    def depth(self) -> int:
        """How many plies it lies below the root."""
        return self._nodes.columns.depths[self.id]

    @property
    def window(self) -> tuple[Any, Any] | None:
        """Alpha and beta, MAX's, on entry; None outside a solution, where it was not visited or nothing is ever cut."""
        return None if self._nodes.search is None else self._nodes.search.window(self.id)

    @property
    def returned(self) -> Any:
        """What the search handed to the parent, maybe a mere bound; None outside a solution or where not visited."""
        return None if self._nodes.search is None else self._nodes.search.returned(self.id)

    @property
    def status(self) -> str | None:
        """What became of it, "visited", "pruned" or "unseen"; None outside a solution."""
        return None if self._nodes.search is None else self._nodes.search.status(self.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and other.id == self.id and self._nodes.columns == other._nodes.columns

    def __hash__(self) -> int:
        return hash((self.id, self.name))

    def __repr__(self) -> str:
        told = repr(self._nodes)
        if told.startswith("<"):
            return f"<Node {self.name!r}: {self.kind.name}, {len(self.children)} children>"
        key = self.name if len(self._nodes.called(self.name)) == 1 else self.id
        return f"{told}[{key!r}]"


class Nodes:
    """All nodes of a tree, in preorder; `columns` is the tree as the rooms of the program have it.

    `len`, iteration and `in` are about the nodes; `tree["B"]` is the node with that name, `tree[4]` the one with that
    id.
    """

    search: "Solution | None" = None

    def __init__(self, columns: Tree) -> None:
        self.columns = columns

    @property
    def root(self) -> Node:
        """The node on top."""
        return Node(self, 0)

    @property
    def leaves(self) -> tuple[Node, ...]:
        """All leaves from left to right."""
        return self.several(self.columns.leaves)

    def __len__(self) -> int:
        return len(self.columns)

    def __iter__(self) -> Iterator[Node]:
        return iter(self.several(range(len(self))))

    def __contains__(self, wanted: object) -> bool:
        return wanted in self._nodes_by_name if isinstance(wanted, str) else any(node == wanted for node in self)

    def __getitem__(self, wanted: str | int) -> Node:
        found = self.called(wanted) if isinstance(wanted, str) else range(len(self))[wanted : wanted + 1]
        if len(found) == 1:
            return Node(self, found[0])
        problem = self._problem_of_repeated_name if found else self._problem_of_missing_name
        raise InputError((problem(str(wanted), found),))

    def called(self, name: str) -> Sequence[int]:
        """The ids of the nodes with that name or caption."""
        return self._nodes_by_name.get(name, ())

    def several(self, ids: Iterable[int]) -> tuple[Node, ...]:
        """The nodes with these ids."""
        return tuple(Node(self, number) for number in ids)

    def optional(self, number: int | None) -> Node | None:
        """The node with that id, where there is one."""
        return None if number is None else Node(self, number)

    @cached_property
    def _nodes_by_name(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for number, name in chain(enumerate(self.columns.names), self.columns.captions.items()):
            found.setdefault(name, []).append(number)
        return found

    def _problem_of_repeated_name(self, name: str, found: Sequence[int]) -> Problem:
        places = ", ".join(f"[{number}]" for number in found[:MOST_NAMED])
        return Problem("node-name-repeats", None, {"text": name, "count": len(found), "places": places})

    def _problem_of_missing_name(self, name: str, _found: Sequence[int]) -> Problem:
        folded = {known.casefold(): known for known in self._nodes_by_name}
        near = folded.get(name.casefold()) or folded.get(nearest(name, tuple(folded)) or "")
        more = ["…"] if len(self._nodes_by_name) > MOST_NAMED else []
        known = ", ".join([*self._nodes_by_name][:MOST_NAMED] + more)
        return Problem("no-such-node", None, {"text": name, "nearest": near, "known": known})
