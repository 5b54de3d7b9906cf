"""A position unfolded: everything that can come of it, as a Tree; and how large that is, seen before.

The size is counted as far as that is quick, else estimated as in D. E. Knuth, Estimating the efficiency of backtrack
programs (Mathematics of Computation 29, 1975): a probe goes from the root to the end of one line of play and takes
every move with the same chance; on its way it multiplies how many moves there are. Each such product is right on
average for its level, so their sum is for the tree, and the mean of many probes comes near it.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from random import Random
from typing import Any, NamedTuple

from treesolve.games.lazy_tree import Budget, BudgetSpent, Horizon, Positions
from treesolve.model.kind import Kind
from treesolve.model.number import Number
from treesolve.model.tree import Tree


class VisitedPosition(NamedTuple):
    """A position that the game stands in: its id in preorder, its parent's, what the move is called, kind and worth."""

    id: int
    parent: int | None
    move: str | None
    kind: Kind
    worth: Number | None


def positions_in_preorder(positions: Positions) -> Iterator[VisitedPosition]:
    """All positions in preorder, down to the horizon; the game stands in each while it is shown.

    Raises BudgetSpent where there are more than the positions' budget allows. The game must not be moved meanwhile; in
    the end, or when nobody asks for more, it stands at the root again.
    """
    stack: list[tuple[int, int | None, str | None]] = [(0, None, None)]
    seen = 0
    with positions.rewinding():
        while stack:
            node, parent, move = stack.pop()
            worth = positions.values[node]
            yield VisitedPosition(seen, parent, move, Kind.LEAF if worth is not None else positions.kinds[node], worth)
            if worth is None:
                children = positions.children[node]
                move_names = map(positions.game.name_of, positions.family.moves)
                stack += reversed([(child, seen, name) for child, name in zip(children, move_names, strict=True)])
            seen += 1


def count(positions: Positions) -> int | None:
    """How many positions there are, root, horizon and finished games included; None if more than the budget allows."""
    try:
        return sum(1 for _ in positions_in_preorder(positions))
    except BudgetSpent:
        return None


def unfold(positions: Positions, *, named: bool = True, **headers: Any) -> Tree:
    """Return the tree of all positions, down to the horizon, its edges called after the moves, with these headers.

    With `named`, nodes are called after their positions, so a name may stand several times; else they have no names of
    their own. Leaves are worth what the finished game or the heuristic says. Raises BudgetSpent where there are more
    positions than the positions' budget allows.
    """
    kinds: list[Kind] = []
    values: list[Number | None] = []
    children: list[list[int]] = []
    names: dict[int, str] = {}
    moves: dict[int, str] = {}
    for visited in positions_in_preorder(positions):
        kinds.append(visited.kind)
        values.append(visited.worth)
        children.append([])
        if named:
            names[visited.id] = positions.game.show()
        if visited.parent is not None and visited.move is not None:
            children[visited.parent].append(visited.id)
            moves[visited.id] = visited.move
    columns = tuple(kinds), tuple(values), tuple(map(tuple, children))
    return Tree(*columns, given_names=names, moves=moves, **headers)


# Its size

PROBES = 1000
"""So many probes make an estimate."""

MAX_ESTIMATE = 10**1000
"""Where a probe says that much, it goes no further."""

MAX_MOVES_SEEN = 400_000
"""Maximum number of moves that all probes may choose from; a probe that sees as many itself says BEYOND."""

PositionsFactory = Callable[[Horizon, Budget | None], Positions]
"""Makes positions down to a horizon; one at a time is used, as they share the game."""


def probe_size(positions: Positions, random: Random) -> tuple[int, int]:
    """What a single probe says of the size of the tree, or BEYOND at least, and how many moves it chose from."""
    size = product = 1
    node = seen = 0
    while size < MAX_ESTIMATE and positions.values[node] is None:
        if seen >= MAX_MOVES_SEEN:
            size = MAX_ESTIMATE
            break
        children = positions.children[node]
        product *= len(children)
        size += product
        seen += len(children)
        node = random.choice(children)
    positions.rewind()
    return size, seen


def estimate_size(positions: Positions, seed: str = "", probes: int = PROBES) -> Fraction:
    """Return the mean of what so many probes say, of fewer where they are long; the same seed gives the same estimate.

    BEYOND or more stands for any size as great as that.
    """
    random = Random(seed)
    total = made = seen = 0
    while made < probes and seen < MAX_MOVES_SEEN:
        size, moves = probe_size(positions, random)
        if size >= MAX_ESTIMATE:
            return Fraction(MAX_ESTIMATE)
        total, made, seen = total + size, made + 1, seen + moves
    return Fraction(total, made)


def find_max_depth(make_positions: PositionsFactory, horizon: Horizon, most: int) -> tuple[int, int] | None:
    """Return the greatest depth at which a tree has no more than so many nodes, and how many it has then.

    None where not even depth 1 has as few. The depth is below the horizon's, where that has one.
    """
    found: tuple[int, int] | None = None
    low, high = 0, horizon.depth
    while high is None or high - low > 1:
        depth = max(1, 2 * low) if high is None else (low + high) // 2
        size = count(make_positions(horizon._replace(depth=depth), Budget(most)))
        if size is None:
            high = depth
        else:
            low, found = depth, (depth, size)
    return found
