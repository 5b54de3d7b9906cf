"""What one search goes through, by what it goes, and what it has written so far; all its parts share it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

from treesolve.model.convention import Convention
from treesolve.model.kind import Kind
from treesolve.model.number import Number, Value
from treesolve.search.average import Average
from treesolve.search.trace import Log

if TYPE_CHECKING:
    from fractions import Fraction

_Entry = TypeVar("_Entry", covariant=True)


class Column(Protocol[_Entry]):
    """One entry a node, found by the node's id; made when it is asked for, perhaps."""

    def __getitem__(self, node: int, /) -> _Entry:
        """Return the entry of the node."""


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
        """Return the probability of reaching the node from its parent, where that is a chance node."""


class SearchTable(Protocol):
    """A transposition table as the search sees it; alpha, beta and values are in MAX's view."""

    def look_up(self, node: int, alpha: Number, beta: Number) -> Number | None:
        """Return a value that may stand for what a search of the node in this window would return; None if there is
        none.
        """

    def store(
        self, node: int, alpha: Number, beta: Number, value: Number, children: list[int], returned: list[Number]
    ) -> None:
        """Take in a node that is finished: its window, what it returns, the children searched and theirs."""


Search = Callable[[int, Number, Number], Number]
"""Searches a node with a window (alpha, beta); returns what the node returns to its parent."""

Visit = Callable[[int, Number, Number], tuple[int, Number]]
"""Visits a child with a window; returns the number of the visit and the value of the child."""

Window = tuple[Number, Number]
"""Alpha and beta."""

WindowRule = Callable[[Kind, int, Number, Number], Window]
"""Window for a child, from the kind of the node, the child, and the node's alpha and beta."""

StopRule = Callable[[int, int, Number, Number, Number], bool]
"""Whether to stop, from the node, the child just searched, the node's best value, alpha and beta."""

ResultRule = Callable[[bool, Number, Number, Number], Number]
"""What a node returns, from whether it maximizes, its best value, alpha and beta."""

WindowDistortion = Callable[[int, Number, Number], Window]
"""Window as a student understands it, from the parent and the right window."""


class Rules(NamedTuple):
    """The rules of a convention: order of children, a child's window, when to stop, what a node returns.

    The rest is for buggy rules: `distort_window` changes the windows below chance nodes, `wrap_search` wraps the search
    of every kind of node, `through_chance` passes bounds through chance nodes, `average` replaces the average between
    limits, and `value_so_far` is the value of a chance node that stops without limits.
    """

    order: Callable[[Sequence[int]], Iterator[int]]
    window: WindowRule
    stops: StopRule
    result: ResultRule
    distort_window: WindowDistortion | None = None
    wrap_search: Callable[[Search], Search] | None = None
    through_chance: bool = False
    average: Callable[[Mapping[int, Any], tuple[Number, Number]], Average] = Average
    value_so_far: Callable[[int, Any], Any] | None = None


class SearchRun(NamedTuple):
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


def visitor(run: SearchRun) -> Visit:
    """How a run visits a node: a leaf has its value, any other node is searched by the search of its kind."""
    values, kinds, search_of = run.tree.values, run.tree.kinds, run.search_of
    begin, returned = run.log.begin, run.log.returned

    def visit(node: int, alpha: Number, beta: Number) -> tuple[int, Number]:
        value: Any = values[node]
        number = begin(node, alpha, beta, value)
        if value is None:
            returned[number] = value = search_of[kinds[node]](node, alpha, beta)
        return number, value

    return visit


def with_written_values(search: Search, written: Mapping[int, Number]) -> Search:
    """Return the search of a kind of node, which returns what is written at a node where something is."""

    def search_and_replace(node: int, alpha: Number, beta: Number) -> Number:
        found = search(node, alpha, beta)
        return written.get(node, found)

    return search_and_replace
