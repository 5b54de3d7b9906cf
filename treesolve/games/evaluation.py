"""What positions are worth: finished games by their result, others by a heuristic."""

from collections.abc import Callable
from fractions import Fraction
from hashlib import blake2b
from typing import Any, NamedTuple

from treesolve.games.game import Game, Heuristic
from treesolve.model.number import INFINITY, Number

Valuation = Callable[[Game], Number]
"""What a position is worth to MAX."""


class Outcomes(NamedTuple):
    """What MAX gets for a won, a drawn and a lost game."""

    win: Number = 1
    draw: Number = 0
    loss: Number = -1


UNIT_OUTCOMES = Outcomes(1, Fraction(1, 2), 0)
"""Results as probabilities, for conventions that compute with shares of 1."""

INFINITE_OUTCOMES = Outcomes(INFINITY, 0, -INFINITY)
"""Results that beat whatever a heuristic says."""


class Scoring(NamedTuple):
    """What results are worth, and by which heuristic positions on the horizon are estimated.

    `share` says that the heuristic's estimates go from 0, a loss, to 1, a win; they are stretched to the outcomes.
    """

    outcomes: Outcomes = Outcomes()
    heuristic: Heuristic | None = None
    share: bool = False

    def result_valuation(self, *, flipped: bool) -> Valuation:
        """What a finished game is worth."""
        win, draw, loss = self.outcomes
        worth: dict[Number, Number] = {1: win, 0: draw, -1: loss}
        sign = -1 if flipped else 1

        def value(game: Game) -> Number:
            result = sign * game.result()
            return worth.get(result, result)

        return value

    def horizon_valuation(self, *, flipped: bool) -> Valuation:
        """What a position on the horizon seems to be worth; as much as a draw where there is no heuristic."""
        heuristic, (win, draw, loss) = self.heuristic, self.outcomes
        if heuristic is None:
            return lambda _: draw
        if self.share:
            least, step = (win, loss - win) if flipped else (loss, win - loss)
            return lambda game: least + step * heuristic(game)
        return (lambda game: -heuristic(game)) if flipped else heuristic


def random_heuristic(seed: str) -> Heuristic:
    """Shares that look drawn at random: hundredths from 0.01 to 0.99, always the same one for equal keys."""
    key = blake2b(seed.encode(), digest_size=32).digest()

    def share(game: Game) -> Fraction:
        digest = blake2b(repr(game.key()).encode(), key=key, digest_size=8).digest()
        return Fraction(int.from_bytes(digest, "big") % 99 + 1, 100)

    return share


def squash_heuristic(heuristic: Heuristic) -> Heuristic:
    """Return the heuristic as a share: 1/2 where it says 0, the nearer to 1 or 0 the more it says; greater stays
    greater.

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
