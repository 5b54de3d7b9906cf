"""Searches that pass: what lies behind them is forgotten, so positions may be as many as there is time for.

Vocabulary

    passing     remembering only the visits on the path to the current node, and their siblings
    place       the number of a child among its siblings, counted from 0
"""

from typing import Any, NamedTuple

from treesolve.model.convention import Convention
from treesolve.model.number import Number
from treesolve.model.tree import Kind
from treesolve.search.game_tree import Searchable, Table
from treesolve.search.search import NOTHING_WRITTEN, walk
from treesolve.search.trace import COLUMNS, CutEntry


class Found(NamedTuple):
    """What a passing search says: the value of the root, in MAX's view, and of its children the chosen one.

    `children` has for each child visited, in that order, its place and what it returned, which may be a mere bound;
    `best` is the place of the one chosen, None where nobody chooses. Where a forced move was played without a search
    `value` is None.
    """

    value: Number | None
    best: int | None
    children: tuple[tuple[int, Number], ...]


def search_passing(positions: Searchable, convention: Convention, table: Table | None = None) -> Found:
    """Search without remembering more than the path and its siblings, however many positions there are.

    With a `table`, what it recalls stands for a search, and every node that is finished is handed to it. Raises what
    `search` raises, but takes the `unit` perspective's word for it that leaves lie in [0, 1].
    """
    entries: list[Any] = []
    walk(positions, convention, entries, _Unkept(), None, NOTHING_WRITTEN, passing=True, table=table)
    if positions.kinds[0] is Kind.LEAF:
        return Found(entries[3], None, ())
    if len(entries) == COLUMNS:
        return Found(None, 0, ())
    place = {child: number for number, child in enumerate(positions.children[0])}
    returned = tuple((place[entries[at]], entries[at + 3]) for at in range(COLUMNS, len(entries), COLUMNS))
    return Found(entries[3], _chosen_child(positions.kinds[0], convention, returned), returned)


def _chosen_child(kind: Kind, convention: Convention, returned: tuple[tuple[int, Number], ...]) -> int | None:
    """The first of the best children; the last one only where nothing is cut, as a cut child returns a bound."""
    if kind is Kind.CHANCE:
        return None
    target = (max if kind is Kind.MAX else min)(value for _, value in returned)
    equal = [number for number, value in returned if value == target]
    return equal[-1 if convention.ties == "last" and not convention.cuts else 0]


class _Unkept(list[CutEntry]):
    """The cuts of a search that remembers none."""

    def append(self, _cut: CutEntry) -> None:
        """Forget it."""
