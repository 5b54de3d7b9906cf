"""What one search goes through, by what it goes, and what it has written so far; all its parts share it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from treesolve.model.convention import Convention
from treesolve.model.number import Number, Value
from treesolve.model.tree import Kind
from treesolve.search.average import Average
from treesolve.search.trace import Log

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


Search = Callable[[int, Any, Any, int | None, int | None], Any]
"""Told a node, alpha, beta and who set them, it returns what the node hands to its parent."""

ComeTo = Callable[[int, Any, Any, int | None, int | None], int]
"""Told the same, it returns the number of the visit, which is finished then."""

Window = tuple[Any, Any, int | None, int | None]
"""Alpha, beta, and who set them."""

Told = Callable[[int, Kind, int, Any, Any, int | None, int | None], Window]
"""Given a node, its kind and a child, and the window the node has by now, it returns the one for the child."""

Stops = Callable[[int, int, Any, Any, Any], bool]
"""Given a node, the child whose value has just arrived, the best value so far, alpha and beta."""

Misheard = Callable[[int, Any, Any], tuple[Any, Any]]
"""Given a node and the right window for a child of it, alpha and beta as they are understood."""


class Rules(NamedTuple):
    """What a search asks on its way. Where it has no `told`, a child has the window of its parent.

    The rest is for those who follow wrong rules: `misheard` is the window they have for a child of a node, from the
    right one; `around` makes their search of a kind of node from the right one. Chance nodes of theirs may keep the
    bounds they are told, have another average between limits, and `so_far` says what one is worth that stops though
    there are no limits.
    """

    told: Told | None
    stops: Stops
    arrange: Callable[[Sequence[int]], Iterator[int]]
    misheard: Misheard | None = None
    around: Callable[[Search], Search] | None = None
    through_chance: bool = False
    average: Callable[[Mapping[int, Any], tuple[Number, Number]], Average] = Average
    so_far: Callable[[int, Any], Any] | None = None


class Run(NamedTuple):
    """One run of the search: what it goes through, by which rules, and the log so far.

    `search_of` has the search of each kind of node; they call each other through it. `children` are those that are
    searched.
    """

    tree: Searchable
    convention: Convention
    rules: Rules
    children: Column[Sequence[int]]
    log: Log
    search_of: dict[Kind, Search]


def coming_to(run: Run) -> ComeTo:
    """How a run comes to a node: a visit begins, and where the node is no leaf, the search of its kind ends it."""
    values, kinds, search_of = run.tree.values, run.tree.kinds, run.search_of
    begin, returned = run.log.begin, run.log.returned

    def come_to(node: int, alpha: Any, beta: Any, alpha_from: int | None, beta_from: int | None) -> int:
        value = values[node]
        visit = begin(node, alpha, beta, value)
        if value is None:
            returned[visit] = search_of[kinds[node]](node, alpha, beta, alpha_from, beta_from)
        return visit

    return come_to


def with_written_values(search: Search, written: Mapping[int, Any]) -> Search:
    """The search of a kind of node, which returns what is written at a node where something is."""
    if not written:
        return search

    def search_and_take(node: int, alpha: Any, beta: Any, alpha_from: int | None, beta_from: int | None) -> Any:
        found = search(node, alpha, beta, alpha_from, beta_from)
        return written.get(node, found)

    return search_and_take
