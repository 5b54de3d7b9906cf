"""The state of one search, shared by its parts: the tree, the rules and the log."""

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
    """The interface of a sequence with one entry per node id. Entries may be computed on access."""

    def __getitem__(self, node: int, /) -> _Entry:
        """Return the entry of the node."""


class Searchable(Protocol):
    """The interface of objects that can be searched: a Tree, or positions of a game that are created during the search.

    The search accesses a node's `values` entry before its entries in `kinds` and `children`. It finishes the subtree of
    each child before it visits the next child. The `values` entry must be None if the node has children.
    """

    @property
    def kinds(self) -> Column[Kind]:
        """Who decides at a node."""

    @property
    def values(self) -> Column[Value | None]:
        """The value of a leaf in MAX's view; None at inner nodes."""

    @property
    def children(self) -> "Column[Sequence[int]]":
        """The ids of a node's children, in order."""

    def weight(self, node: int) -> "Fraction | int | None":
        """Return the probability of reaching the node from its parent; None unless the parent is a chance node."""


class SearchTable(Protocol):
    """The interface of a transposition table; alpha, beta and values are in MAX's view."""

    def look_up(self, node: int, alpha: Number, beta: Number) -> Number | None:
        """Return a value that can replace the search of the node with this window, or None if no value is known."""

    def store(
        self, node: int, alpha: Number, beta: Number, value: Number, children: list[int], returned: list[Number]
    ) -> None:
        """Store a finished node: its window, the value it returned, and the searched children with their values."""


Search = Callable[[int, Number, Number], Number]
"""Searches a node with a window (alpha, beta) and returns the value that the node returns to its parent."""

Visit = Callable[[int, Number, Number], tuple[int, Number]]
"""Visits a child with a window and returns the number of the visit and the value of the child."""

Window = tuple[Number, Number]
"""Alpha and beta."""

WindowRule = Callable[[Kind, int, Number, Number], Window]
"""Returns the window of a child. The arguments are the kind of the node, the child, and the node's alpha and beta."""

StopRule = Callable[[int, int, Number, Number, Number], bool]
"""Returns whether to stop. The arguments are the node, the last child searched, the node's best value, alpha, beta."""

ResultRule = Callable[[bool, Number, Number, Number], Number]
"""Returns the result of a node. The arguments are whether the node maximizes, its best value, alpha and beta."""

WindowDistortion = Callable[[int, Number, Number], Window]
"""Returns the window as a student understands it. The arguments are the parent and the correct window."""


class Rules(NamedTuple):
    """The rules of a convention: order of children, a child's window, when to stop, what a node returns.

    The other fields are for buggy rules: `distort_window` changes the windows below chance nodes, `wrap_search` wraps
    the search of every kind of node, `through_chance` passes bounds through chance nodes, `average` replaces the
    average between limits, and `value_so_far` returns the value of a chance node that stops without limits.
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
    """One run of the search: the tree, the rules, and the log so far.

    `search_of` has the search for each kind of node, and the searches call each other through this mapping. `children`
    may contain fewer children than the tree.
    """

    tree: Searchable
    convention: Convention
    rules: Rules
    children: Column[Sequence[int]]
    log: Log
    search_of: dict[Kind, Search]


def visitor(run: SearchRun) -> Visit:
    """Return the function that visits a node.

    The function reads the value of a leaf and searches any other node according to its kind.
    """
    values, kinds, search_of = run.tree.values, run.tree.kinds, run.search_of
    begin, returned = run.log.begin, run.log.returned

    def visit(node: int, alpha: Number, beta: Number) -> tuple[int, Number]:
        value: Any = values[node]
        number = begin(node, alpha, beta, value)
        if value is None:
            returned[number] = value = search_of[kinds[node]](node, alpha, beta)
        return number, value

    return visit


def replace_by_written_values(search: Search, written: Mapping[int, Number]) -> Search:
    """Return a wrapped search that replaces the result of a node by the written value, if there is one."""

    def search_and_replace(node: int, alpha: Number, beta: Number) -> Number:
        value = search(node, alpha, beta)
        return written.get(node, value)

    return search_and_replace
