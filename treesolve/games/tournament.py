"""Games between two players, one or many.

Vocabulary

    turn        one move of a game: who made it, from which position, after what search
    seat        the first or the second player of a match, whoever begins
    opening     moves at the beginning that are drawn at random, so that games differ
    swapped     the second player begins, as MAX
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from time import perf_counter
from typing import NamedTuple

from treesolve.games.game import Game
from treesolve.games.player import Choice, Player
from treesolve.model.hash_random import Randomness
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Kind

SEATS = (0, 1)
"""The first and the second player."""


MOST_TURNS = 100_000
"""A game that is not over after so many turns is taken for one that never ends."""


class Stand(NamedTuple):
    """Where a game stands: the position as text and as a drawing, and the result in MAX's view; None if not over."""

    position: str
    board: str
    result: Number | None


def stand(game: Game) -> Stand:
    """Where the game stands now, for when it has gone on."""
    return Stand(game.show(), game.board(), game.result() if game.is_over() else None)


class Turn(NamedTuple):
    """One move: the position before it as text, the move's name, the choice behind it, and how long that took.

    `number` counts from 1. In the opening nobody chooses: `choice` is None.
    """

    number: int
    mover: Kind
    position: str
    move: str
    choice: Choice | None
    seconds: float


def turns(game: Game, players: Mapping[Kind, Player], opening: int = 0, seed: str = "") -> Iterator[Turn]:
    """The turns of a game from where it stands to its end, each told when it has been made.

    The first `opening` moves are drawn at random; they follow from the seed. Raises InputError where the game does not
    end.
    """
    randomness = Randomness(f"{seed}:opening")
    number = 0
    while not game.is_over():
        if number == MOST_TURNS:
            raise InputError((Problem("game-never-ends", None, {"most": MOST_TURNS}),))
        number += 1
        mover, position, began = game.mover, game.show(), perf_counter()
        moves = game.moves()
        choice = None if number <= opening else players[mover].choose(game)
        move = choice.move if choice else moves[randomness.below(len(moves))]
        seconds, name = perf_counter() - began, game.name_of(move)
        game.make(move)
        yield Turn(number, mover, position, name, choice, seconds)


class Record(NamedTuple):
    """A game of a match that is over.

    `result` is what the first player got: 1, 0 or -1. `positions` and `seconds` are each seat's, for its whole game.
    """

    number: int
    swapped: bool
    result: int
    moves: tuple[str, ...]
    positions: tuple[int, int]
    seconds: tuple[float, float]


class Total(NamedTuple):
    """What one seat made of all games: how many it won, drew and lost, how many moves it chose, and what they took."""

    won: int
    drawn: int
    lost: int
    positions: int
    seconds: float


def record(number: int, made: Sequence[Turn], result: Number, *, swapped: bool) -> Record:
    """The record of a finished game; `result` is in MAX's view, and MAX began."""
    seat_of = {Kind.MAX: int(swapped), Kind.MIN: int(not swapped)}
    chosen = [(seat_of[turn.mover], turn) for turn in made if turn.choice]
    positions = (sum(turn.choice.positions for at, turn in chosen if turn.choice and at == seat) for seat in SEATS)
    seconds = (sum(turn.seconds for at, turn in chosen if at == seat) for seat in SEATS)
    for_max = (result > 0) - (result < 0)
    moves = tuple(turn.move for turn in made)
    return Record(number, swapped, -for_max if swapped else for_max, moves, tuple(positions), tuple(seconds))  # type: ignore[arg-type]


def total(records: Sequence[Record], seat: int) -> Total:
    """What a seat made of the games."""
    results = [one.result if seat == 0 else -one.result for one in records]
    return Total(
        results.count(1),
        results.count(0),
        results.count(-1),
        sum(one.positions[seat] for one in records),
        sum(one.seconds[seat] for one in records),
    )


def match(
    game_class: type[Game],
    position: str,
    seats: Iterable[Sequence[Player]],
    *,
    opening: int = 0,
    seed: str = "",
    swapping: bool = False,
) -> Iterator[Record]:
    """Play one game after the other from the position; `seats` has the two players of each game.

    With `swapping` the second player begins every other game.
    """
    for number, (first, second) in enumerate(seats, 1):
        swapped = swapping and number % 2 == 0
        began, other = (second, first) if swapped else (first, second)
        game = game_class(position)
        made = tuple(turns(game, {Kind.MAX: began, Kind.MIN: other}, opening, f"{seed}:{number}"))
        yield record(number, made, game.result(), swapped=swapped)
