"""What the one search can go through, and what it can remember.

Vocabulary

    column      one entry a node, found by the node's id
    searchable  the columns a search needs: of a tree, or of positions of a game that come into being on the way
    table       a memory of values found before (a transposition table), asked before a node is entered
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from treesolve.model.number import Number, Value
from treesolve.model.tree import Kind

if TYPE_CHECKING:
    from fractions import Fraction

_Entry = TypeVar("_Entry", covariant=True)


class Column(Protocol[_Entry]):
    """One entry a node, found by the node's id; made when it is asked for, perhaps."""

    def __getitem__(self, node: int, /) -> _Entry:
        """The entry of the node."""


class Searchable(Protocol):
    """What can be searched: a Tree, or positions of a game that come into being when the search gets to them.

    A node's `values` entry is asked for before its `kinds` and `children`, and children are asked for one after the
    other, each when everything below the one before it is done. It is None where the node has children.
    """

    @property
    def kinds(self) -> Column[Kind]:
        """Who decides at a node."""

    @property
    def values(self) -> Column[Value | None]:
        """The value of a leaf, in MAX's view; None at inner nodes."""

    @property
    def children(self) -> "Column[Sequence[int]]":
        """The ids of a node's children, in their order."""

    def weight(self, node: int) -> "Fraction | int | None":
        """The probability of reaching the node from its parent, where that is a chance node."""


class Table(Protocol):
    """A transposition table as the search sees it; alpha, beta and values are in MAX's view."""

    def recall(self, node: int, alpha: Number, beta: Number) -> Number | None:
        """A value that may stand for what a search of the node in this window would return; None if there is none."""

    def keep(
        self, node: int, alpha: Number, beta: Number, value: Number, children: list[int], returned: list[Number]
    ) -> None:
        """Take in a node that is finished: its window, what it returns, the children searched and theirs."""
