"""Nodes of a tree or a solution as objects that know their neighbors.

Internally a node is represented by its id, and trees and solutions are stored as columns. The objects in this module
are views of these columns.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import TYPE_CHECKING, Any, Protocol

from treesolve.model.kind import Kind
from treesolve.model.problem import InputError, Problem, nearest
from treesolve.model.tree_columns import TreeColumns

if TYPE_CHECKING:
    from fractions import Fraction


MAX_NAMES_LISTED = 12
"""Maximum number of names or ids listed in an error about a name."""


class NodeSearch(Protocol):
    """The interface of a search result, by node id."""

    @property
    def values(self) -> Sequence[Any]:
        """The minimax values."""

    def window(self, node: int) -> tuple[Any, Any] | None:
        """Return alpha and beta on entry."""

    def returned(self, node: int) -> Any:
        """Return the value that the node returned to its parent."""

    def status(self, node: int) -> str:
        """Return whether the node was visited, pruned or unseen."""


class Node:
    """One node of a tree or of a solution; nodes of a solution also have search results.

    Nodes are equal if they have the same id in equal trees or solutions. `id` is the index of the node in preorder, 0
    at the root, as in the JSON documents.
    """

    __slots__ = ("_collection", "id")

    def __init__(self, collection: "NodeCollection", number: int) -> None:
        self._collection = collection
        self.id = number

    @property
    def _tree(self) -> TreeColumns:
        return self._collection._tree_and_search()[0]

    @property
    def _search(self) -> NodeSearch | None:
        return self._collection._tree_and_search()[1]

    @property
    def name(self) -> str:
        """The unique name of the node."""
        return self._tree.names[self.id]

    @property
    def caption(self) -> str | None:
        """The given name if it does not identify the node (for example, if it is a position of a game), or None."""
        return self._tree.captions.get(self.id)

    @property
    def kind(self) -> Kind:
        """Who decides at the node."""
        return self._tree.kinds[self.id]

    @property
    def value(self) -> Any:
        """The value in MAX's view: a number, an Unknown, or payoffs.

        In a tree, only leaves have a value. In a solution, every node has its minimax value, or None if the minimax
        value depends on unknown leaves.
        """
        search, leaf_value = self._search, self._tree.values[self.id]
        return leaf_value if search is None or leaf_value is not None else search.values[self.id]

    @property
    def parent(self) -> "Node | None":
        """The parent node; None for the root."""
        return self._collection.optional_node(self._tree.parents[self.id])

    @property
    def children(self) -> "tuple[Node, ...]":
        """The child nodes in the order of the text. A leaf has no children."""
        return self._collection.nodes(self._tree.children[self.id])

    @property
    def move(self) -> str | None:
        """The label of the edge from the parent."""
        return self._tree.moves.get(self.id)

    @property
    def weight(self) -> "Fraction | int | None":
        """The probability of reaching the node from its parent; None unless the parent is a chance node."""
        return self._tree.weight(self.id)

    @property
    def depth(self) -> int:
        """The depth in plies; the root has depth 0."""
        return self._tree.depths[self.id]

    @property
    def window(self) -> tuple[Any, Any] | None:
        """Alpha and beta on entry in MAX's view.

        None if the node belongs to a tree, if the convention has no cuts, or if the node was not visited.
        """
        return None if self._search is None else self._search.window(self.id)

    @property
    def returned(self) -> Any:
        """The value returned to the parent, which may be a bound.

        None if the node belongs to a tree or was not visited.
        """
        return None if self._search is None else self._search.returned(self.id)

    @property
    def status(self) -> str | None:
        """What the search did with the node: "visited", "pruned" or "unseen"; None if the node belongs to a tree."""
        return None if self._search is None else self._search.status(self.id)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Node) and other.id == self.id and self._tree == other._tree

    def __hash__(self) -> int:
        return hash((self.id, self.name))

    def __repr__(self) -> str:
        owner = repr(self._collection)
        if owner.startswith("<"):
            return f"<Node {self.name!r}: {self.kind.name}, {len(self.children)} children>"
        key = self.name if len(self._collection.ids_of_name(self.name)) == 1 else self.id
        return f"{owner}[{key!r}]"


class NodeCollection(ABC):
    """A container of nodes in preorder, which supports `len`, iteration and `in`.

    `tree["B"]` is the node named B, and `tree[4]` is the node whose id is 4.
    """

    @abstractmethod
    def _tree_and_search(self) -> tuple[TreeColumns, NodeSearch | None]:
        """Return the tree that has the nodes, and the search result, or None if this is not a solution."""

    @property
    def root(self) -> Node:
        """The root."""
        return Node(self, 0)

    @property
    def leaves(self) -> tuple[Node, ...]:
        """All leaves from left to right."""
        return self.nodes(self._tree_and_search()[0].leaf_ids)

    def __len__(self) -> int:
        return len(self._tree_and_search()[0].kinds)

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes(range(len(self))))

    def __contains__(self, requested: object) -> bool:
        return requested in self._ids_by_name if isinstance(requested, str) else any(node == requested for node in self)

    def __getitem__(self, requested: str | int) -> Node:
        ids = self.ids_of_name(requested) if isinstance(requested, str) else range(len(self))[requested : requested + 1]
        if len(ids) == 1:
            return Node(self, ids[0])
        problem = self._problem_of_repeated_name if ids else self._problem_of_missing_name
        raise InputError((problem(str(requested), ids),))

    def ids_of_name(self, name: str) -> Sequence[int]:
        """Return the ids of the nodes with that name or caption."""
        return self._ids_by_name.get(name, ())

    def nodes(self, ids: Iterable[int]) -> tuple[Node, ...]:
        """Return the nodes with these ids."""
        return tuple(Node(self, number) for number in ids)

    def optional_node(self, number: int | None) -> Node | None:
        """Return the node with that id, or None if `number` is None."""
        return None if number is None else Node(self, number)

    @cached_property
    def _ids_by_name(self) -> dict[str, list[int]]:
        tree = self._tree_and_search()[0]
        ids: dict[str, list[int]] = {}
        for number, name in chain(enumerate(tree.names), tree.captions.items()):
            ids.setdefault(name, []).append(number)
        return ids

    def _problem_of_repeated_name(self, name: str, ids: Sequence[int]) -> Problem:
        places = ", ".join(f"[{number}]" for number in ids[:MAX_NAMES_LISTED])
        return Problem("node-name-repeats", None, {"text": name, "count": len(ids), "places": places})

    def _problem_of_missing_name(self, name: str, _ids: Sequence[int]) -> Problem:
        folded = {known.casefold(): known for known in self._ids_by_name}
        near = folded.get(name.casefold()) or folded.get(nearest(name, tuple(folded)) or "")
        more = ["…"] if len(self._ids_by_name) > MAX_NAMES_LISTED else []
        known = ", ".join([*self._ids_by_name][:MAX_NAMES_LISTED] + more)
        return Problem("no-such-node", None, {"text": name, "nearest": near, "known": known})
