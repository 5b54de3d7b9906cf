"""A transposition table: positions that were searched before are not searched again, however one got there."""

from collections.abc import Hashable, Sequence
from typing import NamedTuple

from treesolve.games.game import Game, Move
from treesolve.games.lazy_tree import Positions
from treesolve.model.kind import Kind
from treesolve.model.number import Number

UNLIMITED_DEPTH = 1 << 30
"""The depth of an entry below which nothing was estimated."""

EXACT, AT_LEAST, AT_MOST = "exact", "at least", "at most"


class Entry(NamedTuple):
    """What is known of a position; `value` is in MAX's view, `best` a move to look at first, or None."""

    depth: int
    bound: str
    value: Number
    best: Move


class TranspositionTable:
    """At most `size` entries, from one search to the next; when it is full the oldest entry goes.

    `without_horizon` says that no search it is used in has a horizon, so that more positions are the same.
    All searches that share a table value positions alike: the same scoring, the same player as MAX, the same counting
    of depth.
    """

    def __init__(self, size: int = 1_000_000, *, without_horizon: bool = False) -> None:
        self.size = size
        self.without_horizon = without_horizon
        self._entries: dict[Hashable, Entry] = {}

    def __len__(self) -> int:
        return len(self._entries)

    def key_of(self, game: Game) -> Hashable:
        """Under what the position in which the game stands is known."""
        return game.essence() if self.without_horizon else game.key()

    def get(self, key: Hashable) -> Entry | None:
        """What is known of a position; None if nothing is."""
        return self._entries.get(key)

    def put(self, key: Hashable, entry: Entry) -> None:
        """Keep the entry, as the newest one, unless the one that is known of this position is deeper."""
        known = self._entries.get(key)
        if known is not None:
            if known.depth > entry.depth:
                return
            del self._entries[key]
        elif len(self._entries) >= self.size:
            del self._entries[next(iter(self._entries))]
        self._entries[key] = entry

    def best_first(self, game: Game, moves: Sequence[Move]) -> Sequence[Move]:
        """Return the moves, with the one found best before at the beginning."""
        entry = self.get(self.key_of(game))
        if entry is None or entry.best is None or entry.best not in moves:
            return moves
        return [entry.best, *(move for move in moves if move != entry.best)]


class TableAdapter:
    """A table at work in one search of positions, as treesolve.search.search_run.Table.

    `limited` says whether anything in the search rests on an estimate.
    """

    def __init__(self, table: TranspositionTable, positions: Positions) -> None:
        self.table = table
        self.positions = positions
        self.limited = 0
        self._before: dict[int, int] = {}

    def look_up(self, node: int, alpha: Number, beta: Number) -> Number | None:
        """Return the value of an entry that is as deep as the search would be, and good enough for the window."""
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
        """Take in what the search found out about a node."""
        best = self._best_move(node, children, returned)
        positions = self.positions
        positions.move_to(node)
        rest = positions.rest()
        depth = UNLIMITED_DEPTH if rest is None or self._before.get(node) == self._number_of_estimates else rest
        bound = AT_MOST if value <= alpha else AT_LEAST if value >= beta else EXACT
        self.table.put(self.table.key_of(positions.game), Entry(depth, bound, value, best))

    def _best_move(self, node: int, children: list[int], returned: list[Number]) -> Move:
        """Return the move to the first of the best children."""
        if not children:
            return None
        family = self.positions.family_of(children[0])
        pick = max if self.positions.kinds[node] is Kind.MAX else min
        return family.moves[children[returned.index(pick(returned))] - family.first]
