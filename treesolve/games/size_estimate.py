"""How large a tree of positions is, before it is unfolded: counted as far as that is quick, else estimated.

The estimate is that of D. E. Knuth, Estimating the efficiency of backtrack programs (Mathematics of Computation 29,
1975): a probe goes from the root to the end of one line of play and takes every move with the same chance; on its way
it multiplies how many moves there are. Each such product is right on average for its level, so their sum is for the
tree, and the mean of many probes comes near it.

Vocabulary

    probe       one line of play, drawn at random
    size        how many nodes a tree has, root and leaves included
    looking     positions from the root on, down to a horizon, with a budget
"""

from collections.abc import Callable
from fractions import Fraction
from random import Random

from treesolve.games.depth_limit import Horizon
from treesolve.games.expand import count
from treesolve.games.lazy_tree import Budget, Positions

PROBES = 1000
"""So many probes make an estimate."""

BEYOND = 10**1000
"""Where a probe says that much, it goes no further."""

MOST_STEPS = 200_000
"""No more probes are begun after so many moves; a probe that takes as many itself says BEYOND."""

Looking = Callable[[Horizon, Budget | None], Positions]
"""Makes positions down to a horizon; one at a time is used, as they share the game."""


def probed_size(positions: Positions, random: Random) -> tuple[int, int]:
    """What a single probe says of the size of the tree, or BEYOND at least, and how many moves it took."""
    size = product = 1
    node = steps = 0
    while size < BEYOND and positions.values[node] is None:
        if steps == MOST_STEPS:
            size = BEYOND
            break
        children = positions.children[node]
        product *= len(children)
        size += product
        steps += 1
        node = random.choice(children)
    positions.rewind()
    return size, steps


def estimated_size(positions: Positions, seed: str = "", probes: int = PROBES) -> Fraction:
    """The mean of what so many probes say, of fewer where they are long; the same seed gives the same estimate.

    BEYOND or more stands for any size as great as that.
    """
    random = Random(seed)
    total = made = steps = 0
    while made < probes and steps < MOST_STEPS:
        size, taken = probed_size(positions, random)
        if size >= BEYOND:
            return Fraction(BEYOND)
        total, made, steps = total + size, made + 1, steps + taken
    return Fraction(total, made)


def deepest_within(looking: Looking, horizon: Horizon, most: int) -> tuple[int, int] | None:
    """The greatest depth at which a tree has no more than so many nodes, and how many it has then.

    None where not even depth 1 has as few. The depth is below the horizon's, where that has one.
    """
    found: tuple[int, int] | None = None
    low, high = 0, horizon.depth
    while high is None or high - low > 1:
        depth = max(1, 2 * low) if high is None else (low + high) // 2
        size = count(looking(horizon._replace(depth=depth), Budget(most)))
        if size is None:
            high = depth
        else:
            low, found = depth, (depth, size)
    return found
