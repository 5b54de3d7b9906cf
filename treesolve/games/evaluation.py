"""Values of positions: finished games are valued by their result, all other positions by a heuristic."""

from collections.abc import Callable
from fractions import Fraction
from hashlib import blake2b
from typing import Any, NamedTuple

from treesolve.games.game import Game, Heuristic
from treesolve.model.number import INFINITY, Number

Valuation = Callable[[Game], Number]
"""Returns the value of a position for MAX."""


class Outcomes(NamedTuple):
    """The values of a won, a drawn and a lost game for MAX."""

    win: Number = 1
    draw: Number = 0
    loss: Number = -1


UNIT_OUTCOMES = Outcomes(1, Fraction(1, 2), 0)
"""Values of results as probabilities of winning, for conventions with values from 0 to 1."""

INFINITE_OUTCOMES = Outcomes(INFINITY, 0, -INFINITY)
"""Values of results that exceed every estimate of a heuristic in magnitude."""


class Scoring(NamedTuple):
    """The values of results, and the heuristic for positions at the horizon.

    If `share` is true, the heuristic's estimates must range from 0 for a loss to 1 for a win. The estimates are then
    scaled so that they range from the value of a loss to the value of a win.
    """

    outcomes: Outcomes = Outcomes()
    heuristic: Heuristic | None = None
    share: bool = False

    def result_valuation(self, *, flipped: bool) -> Valuation:
        """Return the valuation of finished games; `flipped` exchanges MAX and MIN."""
        win, draw, loss = self.outcomes
        worth: dict[Number, Number] = {1: win, 0: draw, -1: loss}
        sign = -1 if flipped else 1

        def value(game: Game) -> Number:
            result = sign * game.result()
            return worth.get(result, result)

        return value

    def horizon_valuation(self, *, flipped: bool) -> Valuation:
        """Return the valuation of positions at the horizon; `flipped` exchanges MAX and MIN.

        Without a heuristic, all positions at the horizon count as draws.
        """
        heuristic, (win, draw, loss) = self.heuristic, self.outcomes
        if heuristic is None:
            return lambda _: draw
        if self.share:
            least, step = (win, loss - win) if flipped else (loss, win - loss)
            return lambda game: least + step * heuristic(game)
        return (lambda game: -heuristic(game)) if flipped else heuristic


def random_heuristic(seed: str) -> Heuristic:
    """Return a heuristic with pseudorandom estimates from 0.01 to 0.99 in steps of 0.01.

    Positions with equal keys have equal estimates.
    """
    key = blake2b(seed.encode(), digest_size=32).digest()

    def share(game: Game) -> Fraction:
        digest = blake2b(repr(game.key()).encode(), key=key, digest_size=8).digest()
        return Fraction(int.from_bytes(digest, "big") % 99 + 1, 100)

    return share


def squash_heuristic(heuristic: Heuristic) -> Heuristic:
    """Return the heuristic mapped monotonically to the range from 0 to 1, with 0 mapped to 1/2.

    >>> [str(squash_heuristic(lambda _: number)(None)) for number in (-3, 0, 1)]
    ['1/8', '1/2', '3/4']
    """

    def share(game: Game) -> Fraction:
        estimate: Any = heuristic(game)
        if isinstance(estimate, float):
            return Fraction(int(estimate > 0))
        exact = Fraction(estimate)
        return Fraction(1, 2) + exact / (2 * (1 + abs(exact)))

    return share
