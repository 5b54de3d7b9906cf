"""Expanded positions: comparison with the lazy search, counts, estimates and state spaces."""

import random
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from tests.support.effort import cases, dice
from treesolve.games.evaluation import UNIT_OUTCOMES, Outcomes, Scoring, random_heuristic
from treesolve.games.game import Game
from treesolve.games.heap_games import Grundy, SimpleNim
from treesolve.games.lazy_tree import DEPTH_UNITS, Budget, BudgetSpent, Horizon, Positions
from treesolve.games.state_space import StateSpace, state_key_by_game_key, state_space, text_state_key
from treesolve.games.tictactoe import TicTacToe
from treesolve.games.tree_expansion import count, estimate_size, find_max_depth, unfold
from treesolve.model.convention import CONVENTIONS
from treesolve.model.kind import Kind
from treesolve.model.number import Number
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree
from treesolve.notation.writer import write
from treesolve.search.memoryless_search import search_memoryless
from treesolve.search.solution import solve


def advance(game: Game, plies: int, rng: random.Random) -> Game:
    """Return the game after a number of random moves, or at its end if that is earlier."""
    for _ in range(plies):
        if not game.is_over():
            game.make(rng.choice(list(game.moves())))
    return game


def sample_positions(seed: int = 5) -> Iterator[tuple[Game, Horizon]]:
    """Yield positions of all games at many stages, each with a horizon that gives some hundreds of nodes."""
    rng = dice(seed)
    for number in range(cases(60)):
        counting = DEPTH_UNITS[number % 3]
        yield advance(TicTacToe(TicTacToe.start), rng.randint(2, 8), rng), Horizon(rng.choice([1, 2, 3]), counting)
        yield advance(TicTacToe(TicTacToe.start), rng.randint(5, 8), rng), Horizon()
        yield advance(Grundy(str(rng.randint(3, 12))), rng.randint(0, 3), rng), Horizon(rng.choice([2, 3]), counting)
        yield advance(Grundy(str(rng.randint(3, 9))), rng.randint(0, 2), rng), Horizon()
        yield advance(SimpleNim(str(rng.randint(1, 8))), rng.randint(0, 2), rng), Horizon()
        swing = Horizon(2, counting, swing=Fraction(rng.randint(1, 4), 4), extra=2)
        yield advance(SimpleNim(str(rng.randint(8, 30))), 1, rng), swing


def make_positions_with_options(game: Game, horizon: Horizon, number: int, unit: bool) -> Positions:
    """Return the positions from the current one, with all combinations of options in turn."""
    scoring = Scoring(UNIT_OUTCOMES if unit else Outcomes(5, 0, -5), random_heuristic(str(number)), share=True)
    return Positions(game, scoring, horizon, flipped=bool(number & 1), symmetric=bool(number & 2))


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=list(CONVENTIONS))
def test_searches_of_tree_and_positions_agree(convention):
    """Value and move agree under every convention, for every horizon and all options."""
    unit = convention.perspective == "unit"
    inner = 0
    for number, (game, horizon) in enumerate(sample_positions()):
        text = game.show()
        tree = unfold(make_positions_with_options(game, horizon, number, unit))
        found = search_memoryless(make_positions_with_options(game, horizon, number, unit), convention)
        solution = solve(tree, convention)

        assert found.value == solution.returned(0), (text, horizon)
        assert found.best == (None if solution.best_id is None else tree.children[0].index(solution.best_id)), text
        assert game.show() == text
        inner += bool(tree.children[0])
    assert inner > 3 * cases(60)


def naive(text: str, made: tuple[Any, ...], depth: int, names: list[str], game: type[Game]) -> Number:
    """Return the minimax value by replaying every line from its beginning, and list the positions in `names`."""
    here = game(text)
    for move in made:
        here.make(move)
    names.append(here.show())
    if here.is_over():
        return here.result()
    if len(made) == depth:
        return 0
    found = [naive(text, (*made, move), depth, names, game) for move in here.moves()]
    return max(found) if here.mover is Kind.MAX else min(found)


@pytest.mark.parametrize("game", [Grundy, SimpleNim])
@pytest.mark.parametrize("depth", [1, 2, 5, 99])
def test_the_tree_has_the_positions_of_a_naive_minimax_search(game: type[Game], depth: int):
    """Names agree in preorder, and so does the value."""
    for size in range(1 if game is SimpleNim else 3, 11):
        names: list[str] = []
        value = naive(str(size), (), depth, names, game)
        tree = unfold(Positions(game(str(size)), Scoring(), Horizon(None if depth == 99 else depth)))

        assert list(tree.given_names.values()) == names
        assert solve(tree).value == value


def test_moves_are_edge_labels_and_positions_are_names():
    """With `flipped`, the first player is MIN and wins with the least value."""
    tree = unfold(Positions(TicTacToe("XOX/OX./OXO"), Scoring(Outcomes(9, 0, 1)), Horizon(), flipped=True))

    assert write(tree) == 'MIN ("6" -> "XOX/OXX/OXO": 0)\n'.replace("MIN", '"XOX/OX./OXO": MIN')


# Size


def test_counting_stops_at_the_budget():
    """A budget of one node less is too small; the game is at the root again in both cases."""
    size = count(Positions(Grundy("10"), Scoring(), Horizon()))
    assert size is not None
    game = Grundy("10")

    assert count(Positions(game, Scoring(), Horizon(), budget=Budget(size))) == size
    assert count(Positions(game, Scoring(), Horizon(), budget=Budget(size - 1))) is None
    with pytest.raises(BudgetSpent):
        unfold(Positions(game, Scoring(), Horizon(), budget=Budget(size - 1)))
    assert game.show() == "10"
    assert len(unfold(Positions(game, Scoring(), Horizon(), budget=Budget(size)))) == size


@pytest.mark.parametrize(
    ("game", "horizon"),
    [
        (TicTacToe(TicTacToe.start), Horizon(5)),
        (TicTacToe("X.O/.../..."), Horizon()),
        (Grundy("12"), Horizon()),
        (SimpleNim("15"), Horizon()),
        (SimpleNim("15"), Horizon(4, "moves")),
    ],
)
def test_the_mean_estimate_is_close_to_the_size(game: Game, horizon: Horizon):
    """The mean of many estimates is within a few percent, and no estimate is far off."""
    size = len(unfold(Positions(game, Scoring(), horizon)))
    estimates = [estimate_size(Positions(game, Scoring(), horizon), str(seed), 300) for seed in range(20)]

    assert abs(sum(estimates) / len(estimates) - size) < size / 20
    assert all(size / 2 < estimate < 2 * size for estimate in estimates)


def test_the_deepest_tree_within_a_limit():
    """The last depth that fits exactly, below the requested depth."""
    game = TicTacToe(TicTacToe.start)

    def make_positions(horizon: Horizon, budget: Budget | None) -> Positions:
        return Positions(game, Scoring(), horizon, budget=budget)

    assert find_max_depth(make_positions, Horizon(), 585) == (2, 82)
    assert find_max_depth(make_positions, Horizon(), 586) == (3, 586)
    assert find_max_depth(make_positions, Horizon(3), 600) == (2, 82)
    assert find_max_depth(make_positions, Horizon(), 9) is None


# State spaces


def position_at(tree: Tree, node: int) -> tuple[str, Kind]:
    """Return the properties that distinguish two nodes of a full tree."""
    return tree.given_names[node], tree.movers[node]


def test_a_state_space_has_the_positions_of_the_tree():
    """Each position occurs once, with its minimax value, its successors and the size of its subtree."""
    for number, (game, horizon) in enumerate(sample_positions(9)):
        if horizon.depth is not None:
            continue
        tree = unfold(make_positions_with_options(game, horizon, number & 1, unit=False))
        values = solve(tree, CONVENTIONS["minimax"]).values
        space = state_space(make_positions_with_options(game, horizon, number & 1, unit=False), 10_000)
        found: dict[tuple[str, Kind], tuple[object, ...]] = {}
        for node in range(len(tree)):
            successors = [(tree.moves[child], tree.given_names[child]) for child in tree.children[node]]
            found[position_at(tree, node)] = tree.given_names[node], values[node], successors, len(tree.subtree(node))
        states = [
            (state.name, state.value, [(step.move, space.states[step.state].name) for step in state.steps], state.size)
            for state in space.states
        ]
        assert sorted(states, key=repr) == sorted(found.values(), key=repr)
        assert_levels(space)


def assert_levels(space: StateSpace) -> None:
    """Check that the root is first, every step leads further down, and every state is one level below another one."""
    assert space.states[0].level == 0
    above = {step.state: -1 for state in space.states for step in state.steps}
    for state in space.states:
        for step in state.steps:
            assert space.states[step.state].level > state.level
            above[step.state] = max(above[step.state], state.level)
    assert all(space.states[number].level == level + 1 for number, level in above.items())
    assert set(above) == set(range(1, len(space.states)))


def test_states_differ_by_the_remaining_depth():
    """Of ten matches, seven are left after one ply and after three; these are one state only at the horizon."""
    for depth in (1, 2, 3, 4):
        for counting in DEPTH_UNITS:
            horizon, scoring = Horizon(depth, counting), Scoring(heuristic=lambda game: game.count)
            tree = unfold(Positions(SimpleNim("10"), scoring, horizon))
            space = state_space(Positions(SimpleNim("10"), scoring, horizon), 1000)

            assert space.states[0].value == solve(tree).value
            assert space.tree_size == len(tree)


@pytest.mark.parametrize(("identity", "states"), [(text_state_key, 5478), (state_key_by_game_key, 765)])
def test_published_numbers_of_tictactoe(identity, states: int):
    """5,478 positions are reachable, 765 if rotations and reflections count as one."""
    positions = Positions(TicTacToe(TicTacToe.start), Scoring(), Horizon(), symmetric=identity is state_key_by_game_key)
    space = state_space(positions, 10_000, identity)

    assert len(space.states) == states
    assert space.states[0].value == 0
    assert space.tree_size == (549_946 if identity is text_state_key else 58_524)


def test_more_states_than_allowed_are_refused():
    """The game is at the root again."""
    game = TicTacToe(TicTacToe.start)
    with pytest.raises(InputError) as raised:
        state_space(Positions(game, Scoring(), Horizon()), 5477)
    assert [problem.code for problem in raised.value.problems] == ["states-too-many"]
    assert game.show() == TicTacToe.start


class Circle(SimpleNim):
    """A game with recurring positions: one match is taken or put back."""

    def moves(self) -> range:
        """Return the only move."""
        return range(1, 2)

    def make(self, _move: int) -> None:
        """Change one match to two, or two to one."""
        self.count = 3 - self.count
        self.mover, self.other = self.other, self.mover

    undo = make


def test_recurring_positions_have_no_state_space_without_a_horizon():
    """The error is reported instead of an infinite loop; with a horizon there is a state space."""
    with pytest.raises(InputError) as raised:
        state_space(Positions(Circle("1"), Scoring(), Horizon()), 1000)
    assert [problem.code for problem in raised.value.problems] == ["state-again"]
    assert len(state_space(Positions(Circle("1"), Scoring(), Horizon(6)), 1000).states) == 7
