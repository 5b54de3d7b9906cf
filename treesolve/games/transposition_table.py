"""A transposition table, which avoids searching a position again when it is reached by other moves."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from treesolve.games.game import Game, Move
from treesolve.games.lazy_tree import Positions
from treesolve.model.kind import Kind
from treesolve.model.number import Number

UNLIMITED_DEPTH = 1 << 30
"""The depth of an entry whose value is not based on any estimate."""

EXACT, AT_LEAST, AT_MOST = "exact", "at least", "at most"


class Entry(NamedTuple):
    """The known facts about a position. `value` is in MAX's view; `best` is the move to search first, or None."""

    depth: int
    bound: str
    value: Number
    best: Move


class TranspositionTable:
    """A table of at most `size` entries, kept between searches. If the table is full, the oldest entry is removed.

    If `without_horizon` is true, the table may only be used in searches without a horizon; more positions are treated
    as equivalent then. All searches that share a table must use the same scoring, the same player as MAX and the same
    unit of depth.
    """

    def __init__(self, size: int = 1_000_000, *, without_horizon: bool = False) -> None:
        self.size = size
        self.without_horizon = without_horizon
        self._entries: dict[Hashable, Entry] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def key_of(self, game: Game) -> Hashable:
        """Return the key of the current position."""
        return game.essence() if self.without_horizon else game.key()

    def get(self, key: Hashable) -> Entry | None:
        """Return the entry of the position with that key, or None if the table has no such entry."""
        return self._entries.get(key)

    def put(self, key: Hashable, entry: Entry) -> None:
        """Store the entry as the newest one, unless the position already has a deeper entry."""
        known = self._entries.get(key)
        if known is not None:
            if known.depth > entry.depth:
                return
            del self._entries[key]
        elif len(self._entries) >= self.size:
            del self._entries[next(iter(self._entries))]
        self._entries[key] = entry

    def best_first(self, game: Game, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the moves, with the best move of an earlier search moved to the front if there is one."""
        entry = self.get(self.key_of(game))
        if entry is None or entry.best is None or entry.best not in moves:
            return moves
        return [entry.best, *(move for move in moves if move != entry.best)]


class TableAdapter:
    """Gives one search access to a table, as a treesolve.search.search_run.SearchTable.

    `limited` is the number of values taken from the table that are based on estimates.
    """

    def __init__(self, table: TranspositionTable, positions: Positions) -> None:
        self.table = table
        self.positions = positions
        self.limited = 0
        self._before: dict[int, int] = {}

    def look_up(self, node: int, alpha: Number, beta: Number) -> Number | None:
        """Return the stored value if its depth and its bound are sufficient for this window, otherwise None."""
        self._before[node] = self._number_of_estimates
        entry = self.table.get(self.table.key_of(self.positions.game))
        if entry is None:
            return None
        rest = self.positions.rest()
        if entry.depth < (UNLIMITED_DEPTH if rest is None else rest):
            return None
        if entry.bound == EXACT or (entry.value >= beta if entry.bound == AT_LEAST else entry.value <= alpha):
            self.limited += entry.depth < UNLIMITED_DEPTH
            return entry.value
        return None

    @property
    def _number_of_estimates(self) -> int:
        return self.positions.estimates + self.limited

    def store(
        self, node: int, alpha: Number, beta: Number, value: Number, children: list[int], returned: list[Number]
    ) -> None:
        """Store the result of the search of a node."""
        best = self._best_move(node, children, returned)
        positions = self.positions
        positions.move_to(node)
        rest = positions.rest()
        depth = UNLIMITED_DEPTH if rest is None or self._before.get(node) == self._number_of_estimates else rest
        bound = AT_MOST if value <= alpha else AT_LEAST if value >= beta else EXACT
        self.table.put(self.table.key_of(positions.game), Entry(depth, bound, value, best))

    def _best_move(self, node: int, children: list[int], returned: list[Number]) -> Move:
        """Return the move to the best child, or to the first of several best children; None without children."""
        if not children:
            return None
        family = self.positions.family_of(children[0])
        pick = max if self.positions.kinds[node] is Kind.MAX else min
        return family.moves[children[returned.index(pick(returned))] - family.first]
