"""Positions of all games, as they come up, for tests of those who play them; and a plain minimax to compare with."""

from collections.abc import Callable, Iterator

from tests.support.effort import cases, seeded
from treesolve.games.game import Game
from treesolve.games.registry import GAMES, game_class
from treesolve.model.hash_random import Randomness
from treesolve.model.number import Number
from treesolve.model.tree import Kind

STARTS = {"grundy": "11", "simple-nim": "13"}
"""Where games begin that would else be too short or too long."""


def wandering(count: int, seed: str, names: tuple[str, ...] = tuple(GAMES)) -> Iterator[Game]:
    """The share of so many games, in positions that random moves lead to, none of them over."""
    randomness, left = Randomness(seeded(seed)), cases(count)
    while left:
        for name in names:
            found = game_class(name)
            game = found(STARTS.get(name, found.start))
            for _ in range(randomness.below(9)):
                moves = game.moves()
                game.make(moves[randomness.below(len(moves))])
                if game.is_over():
                    break
            if not game.is_over() and left:
                left -= 1
                yield game


Rest = Callable[[int, int], int]
"""What is left of a depth below a position with so many moves."""


def plain_value(game: Game, rest: int | None, spend: Rest, estimate: Callable[[Game], Number]) -> Number:
    """Minimax written once more, by recursion: what the position is worth to MAX, to a depth."""
    if game.is_over():
        return game.result()
    if rest is not None and rest <= 0:
        return estimate(game)
    values, moves = [], list(game.moves())
    mover = game.mover
    for move in moves:
        game.make(move)
        values.append(plain_value(game, None if rest is None else spend(rest, len(moves)), spend, estimate))
        game.undo(move)
    return max(values) if mover is Kind.MAX else min(values)
