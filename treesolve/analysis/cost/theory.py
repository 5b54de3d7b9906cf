"""What theory says a search of a uniform tree costs.

Vocabulary

    width       w, the number of children of every inner node
    depth       d, the number of plies from the root to every leaf
    growth      by which factor the leaves that are looked at become more with each ply, in the long run
"""

from functools import cache


def all_leaves(width: int, depth: int) -> int:
    """w^d: all leaves there are; minimax looks at each of them."""
    return int(width**depth)


def least_leaves(width: int, depth: int) -> int:
    """w^⌈d/2⌉ + w^⌊d/2⌋ - 1: what alpha-beta needs at least, and does with where the best child always comes first.

    Knuth and Moore, 1975.

    >>> least_leaves(2, 2), least_leaves(3, 3)
    (3, 11)
    """
    return int(width ** ((depth + 1) // 2) + width ** (depth // 2) - 1)


def least_leaves_with_shallow_bounds(width: int, depth: int) -> int:
    """E(d) = E(d - 1) + (w - 1) E(d - 2), E(0) = 1, E(1) = w: the same for a search told only its parent's bound.

    One child's value has to be found out, and the others are refuted each by one grandchild, whose value has to be
    found out, too.

    >>> least_leaves_with_shallow_bounds(3, 3), least_leaves_with_shallow_bounds(3, 4)
    (11, 21)
    """
    above, here = 1, width
    for _ in range(depth - 1):
        above, here = here, here + (width - 1) * above
    return here


def leaves_by_estimate_of_lectures(width: int, depth: int) -> float:
    """w^(3d/4): the estimate lectures give for the average."""
    return float(width ** (0.75 * depth))


@cache
def random_growth(width: int) -> float:
    """ξ/(1 - ξ) with ξ^w + ξ = 1: alpha-beta's growth for leaves that are all drawn from one continuous distribution.

    Pearl, 1982; no directional search grows more slowly. The root is found by halving an interval.

    >>> round(random_growth(2), 6)
    1.618034
    """
    low, high = 0.0, 1.0
    for _ in range(200):
        middle = (low + high) / 2
        if middle**width + middle < 1:
            low = middle
        else:
            high = middle
    return low / (1 - low)


def expected_leaves(width: int, depth: int) -> int:
    """About how many leaves alpha-beta looks at in a random tree, for planning only: twice w^(3d/4), and at most all.

    Of trees that can be measured at all that is true within a factor of two.
    """
    return min(all_leaves(width, depth), round(2 * leaves_by_estimate_of_lectures(width, depth)))
