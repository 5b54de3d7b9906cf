"""Sharing a sum out among several players at random."""

from itertools import pairwise

from treesolve.model.hash_random import Randomness


def drawn_shares(steps: int, players: int, most: int, random: Randomness) -> tuple[int, ...]:
    """So many steps shared out among players, none of whom gets more than so many; all ways are equally likely."""
    if 2 * steps > players * most:  # what each gets less than the most is shared out: it is less
        return tuple(most - share for share in drawn_shares(players * most - steps, players, most, random))
    while True:
        ends = [-1, *random.sample(steps + players - 1, players - 1), steps + players - 1]
        shares = tuple(after - before - 1 for before, after in pairwise(ends))
        if max(shares) <= most:
            return shares
