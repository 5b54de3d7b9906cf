"""The complete tree of a position, and estimates of its size.

The nodes are counted if that is fast. Otherwise the size is estimated as in D. E. Knuth, Estimating the efficiency of
backtrack programs (Mathematics of Computation 29, 1975): a probe follows random moves, all equally likely, from the
root to the end of a game and multiplies the numbers of moves on its way. Each product is an unbiased estimate of the
number of nodes on its level. So the sum of the products is an unbiased estimate of the size of the tree, and the mean
of many probes converges to this size.
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
    """The current position of the game: its id in preorder, its parent's id, its move, kind and value."""

    id: int
    parent: int | None
    move: str | None
    kind: Kind
    worth: Number | None


def positions_in_preorder(positions: Positions) -> Iterator[VisitedPosition]:
    """Yield all positions in preorder down to the horizon. The position yielded last is the game's current position.

    Raises BudgetSpent if there are more positions than the budget allows. The caller must not move the game during the
    iteration. At the end, or when the iterator is closed, the game is moved back to the root.
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
    """Return the number of positions down to the horizon, including the root, or None if it exceeds the budget."""
    try:
        return sum(1 for _ in positions_in_preorder(positions))
    except BudgetSpent:
        return None


def unfold(positions: Positions, *, named: bool = True, **headers: Any) -> Tree:
    """Return the tree of all positions down to the horizon, with moves as edge labels and the given headers.

    With `named`, the given name of each node is its position, so that several nodes may have the same name. Otherwise
    nodes have no given names. The value of a leaf is that of the finished game or the estimate of the heuristic. Raises
    BudgetSpent if there are more positions than the budget allows.
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


# Size estimates

PROBES = 1000
"""Default number of probes for an estimate."""

MAX_ESTIMATE = 10**1000
"""Maximum estimate of a size. A probe stops when its estimate reaches this number."""

MAX_MOVES_SEEN = 400_000
"""Maximum total number of moves that probes choose from. A single probe that reaches it returns MAX_ESTIMATE."""

PositionsFactory = Callable[[Horizon, Budget | None], Positions]
"""Makes Positions down to a horizon. Only one of these objects may be used at a time, because they share the game."""


def probe_size(positions: Positions, random: Random) -> tuple[int, int]:
    """Estimate the size of the tree by one probe; return the estimate and the number of moves that it chose from.

    An estimate of at least MAX_ESTIMATE means that the tree is too large.
    """
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
    """Return the mean of the estimates of `probes` probes, or of fewer probes if they are long.

    The same seed gives the same estimate. If a probe reaches MAX_ESTIMATE, that number is returned.
    """
    random = Random(seed)
    total = completed = seen = 0
    while completed < probes and seen < MAX_MOVES_SEEN:
        size, moves = probe_size(positions, random)
        if size >= MAX_ESTIMATE:
            return Fraction(MAX_ESTIMATE)
        total, completed, seen = total + size, completed + 1, seen + moves
    return Fraction(total, completed)


def find_max_depth(make_positions: PositionsFactory, horizon: Horizon, max_nodes: int) -> tuple[int, int] | None:
    """Return the greatest depth at which the tree has at most `max_nodes` nodes, and the number of its nodes then.

    Return None if the tree has more nodes even at depth 1. If `horizon` has a depth, only smaller depths are tried.
    """
    result: tuple[int, int] | None = None
    low, high = 0, horizon.depth
    while high is None or high - low > 1:
        depth = max(1, 2 * low) if high is None else (low + high) // 2
        size = count(make_positions(horizon._replace(depth=depth), Budget(max_nodes)))
        if size is None:
            high = depth
        else:
            low, result = depth, (depth, size)
    return result
