"""What searches of real games cost: positions counted against searches of their own and against known numbers."""

import pytest

from treesolve.analysis.cost.count import MEASURED, OPEN
from treesolve.analysis.cost.game_study import GAME_ORDERS, BestFirst, GameStudy, Shuffled, Truth
from treesolve.games.game import Game
from treesolve.games.lazy_tree import Horizon, Positions
from treesolve.games.registry import GAMES, game_class, scoring_for
from treesolve.model.convention import CONVENTIONS
from treesolve.model.tree import Kind
from treesolve.search.passing import search_passing

HAW = CONVENTIONS["haw"]

BEGINNINGS = [
    ("tictactoe", "X.O/.X./..O", 9),
    ("tictactoe", ".../.../...", 3),
    ("grundy", "9", 9),
    ("simple-nim", "9", 9),
    ("heap-nim", "1-2-3", 9),
    ("misere-nim", "2-3", 9),
    ("connect-four", "", 4),
]
"""Games with a position, nothing for the beginning, and a depth."""


def study_of(name: str, position: str, *depths: int, trials: int = 5, **settings: object) -> GameStudy:
    """A study with the game's first heuristic."""
    game = game_class(name)
    scoring = scoring_for(game, next(iter(game.heuristics), None), "1")
    given = {"seed": "1", "convention": HAW, "scoring": scoring, **settings}
    return GameStudy(game=game, position=position or game.start, depths=depths, trials=trials, **given)


def worth(study: GameStudy, game: Game, depth: int) -> float:
    """The minimax value of where the game stands, found in the plainest way."""
    if game.is_over():
        return study.scoring.over(flipped=False)(game)
    if depth == 0:
        return study.scoring.estimating(flipped=False)(game)
    found = []
    for move in list(game.moves()):
        game.make(move)
        found.append(worth(study, game, depth - 1))
        game.undo(move)
    return max(found) if game.mover is Kind.MAX else min(found)


def plain(study: GameStudy, game: Game, depth: int) -> int:
    """How many positions there are up to a depth."""
    if game.is_over() or depth == 0:
        return 1
    found = 1
    for move in list(game.moves()):
        game.make(move)
        found += plain(study, game, depth - 1)
        game.undo(move)
    return found


def pruned(study: GameStudy, game: Game, depth: int, window: tuple[float, float], ranked: bool) -> tuple[float, int]:
    """What textbook alpha-beta finds, and how many positions it looks at, in the given order or with the best first."""
    if game.is_over() or depth == 0:
        return worth(study, game, 0), 1
    alpha, beta = window
    is_max, seen = game.mover is Kind.MAX, 1
    for move in ordered(study, game, depth) if ranked else list(game.moves()):
        game.make(move)
        value, below = pruned(study, game, depth - 1, (alpha, beta), ranked)
        game.undo(move)
        seen += below
        alpha, beta = (max(alpha, value), beta) if is_max else (alpha, min(beta, value))
        if alpha >= beta:
            break
    return (alpha if is_max else beta), seen


def ordered(study: GameStudy, game: Game, depth: int) -> list[object]:
    """The moves by what they are worth, the best first."""
    values = {}
    for move in list(game.moves()):
        game.make(move)
        values[move] = worth(study, game, depth - 1)
        game.undo(move)
    return sorted(values, key=values.__getitem__, reverse=game.mover is Kind.MAX)


@pytest.mark.parametrize(("name", "position", "depth"), BEGINNINGS)
def test_positions_are_counted_as_plain_searches_count_them(name: str, position: str, depth: int):
    """Minimax, and alpha-beta in the given order and with the best move first."""
    study = study_of(name, position, depth)
    (cell,) = study.cells()
    endless = (-float("inf"), float("inf"))
    assert cell.minimax.counts == (plain(study, study.game(study.position), depth),)
    for order in ("given", "best"):
        _, seen = pruned(study, study.game(study.position), depth, endless, ranked=order == "best")
        assert cell.orders[order].counts == (seen,), order


def test_every_game_there_is_can_be_measured():
    """The games above are all of them."""
    assert {name for name, _, _ in BEGINNINGS} == set(GAMES)


def test_all_of_tictactoe():
    """549,946 positions, of which alpha-beta looks at a small part; fewer with better moves first and with a table."""
    (cell,) = study_of("tictactoe", "", 9, trials=2).cells()
    assert cell.minimax.counts == (549_946,)
    counts = {order: count.mean for order, count in cell.orders.items()}
    assert counts["table"] < counts["best"] < counts["given"] < 549_946 / 10
    assert len(cell.orders["random"].counts) == 2


@pytest.mark.parametrize(("name", "position", "depth"), BEGINNINGS)
def test_the_truth_is_true(name: str, position: str, depth: int):
    """Every order finds the value that plain minimax finds."""
    study = study_of(name, position, depth)
    expected = worth(study, study.game(study.position), depth)
    positions = Positions(study.game(study.position), study.scoring, Horizon(depth))
    truth = Truth(Positions(study.game(study.position), study.scoring, Horizon(depth)))
    positions.ordering = BestFirst(truth, positions)
    found = search_passing(positions, HAW)
    assert found.value == expected
    assert found.best == 0
    positions = Positions(study.game(study.position), study.scoring, Horizon(depth), ordering=Shuffled(1))
    assert search_passing(positions, HAW).value == expected


def test_the_best_move_comes_last_for_a_search_from_the_right():
    """So that it is looked at first there, too."""
    forwards, backwards = (
        next(study_of("grundy", "11", 9, convention=convention).cells()).orders["best"].counts[0]
        for convention in (HAW, HAW.override(order="right-left"))
    )
    given = next(study_of("grundy", "11", 9).cells()).orders["given"].counts[0]
    assert abs(forwards - backwards) < (given - forwards) / 2


def test_shares_and_windows_of_a_lecture_do_not_count():
    """The unit lecture searches values it does not write down like that, and looks at as much."""
    for name, position, depth in BEGINNINGS:
        counts = [
            next(study_of(name, position, depth, convention=CONVENTIONS[lecture], orders=("given",)).cells())
            for lecture in ("haw", "unit")
        ]
        assert counts[0] == counts[1]


def test_a_search_that_takes_too_much_is_given_up():
    """What is cheap enough is measured all the same; trials become fewer."""
    (cell,) = study_of("tictactoe", "", 6, trials=100, effort=5000).cells()
    assert cell.minimax.how == OPEN
    assert {cell.orders[order].how for order in ("given", "best", "table")} == {MEASURED}
    assert len(cell.orders["random"].counts) in (0, 5000 // cell.orders["given"].counts[0])
    (cell,) = study_of("tictactoe", "", 9, effort=500).cells()
    assert all(count.how == OPEN for count in (cell.minimax, *cell.orders.values()))


def test_shuffled_moves_are_repeated_by_their_seed():
    """And are all of the moves."""
    study = study_of("tictactoe", "", 5, trials=6)
    assert list(study.cells()) == list(study.cells())
    assert list(study.cells()) != list(study._replace(seed="2").cells())
    assert sorted(Shuffled(1)(study.game(study.position), range(9))) == list(range(9))


def test_a_finished_game_costs_one_look():
    """Whatever the order."""
    (cell,) = study_of("tictactoe", "XXX/OO./...", 4).cells()
    assert {count.mean for count in (cell.minimax, *cell.orders.values())} == {1}


@pytest.mark.parametrize("order", GAME_ORDERS)
def test_an_order_is_measured_alone_as_among_others(order: str):
    """Nothing is left over from the one before."""
    (alone,), (among,) = (study_of("connect-four", "", 4, orders=orders).cells() for orders in ((order,), GAME_ORDERS))
    assert alone.orders[order] == among.orders[order]
