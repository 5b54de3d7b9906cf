"""Positions unfolded: the same game as the lazy search sees, counted, estimated, and folded up to a state space."""

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
from treesolve.games.state_space import StateSpace, state_key_by_game_key, state_key_by_text, state_space
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


def somewhere(game: Game, plies: int, rng: random.Random) -> Game:
    """Return the game after so many random moves, or as many as there are before its end."""
    for _ in range(plies):
        if not game.is_over():
            game.make(rng.choice(list(game.moves())))
    return game


def stands(seed: int = 5) -> Iterator[tuple[Game, Horizon]]:
    """Positions of all games in many stages, each with a horizon that leaves a tree of some hundreds of nodes."""
    rng = dice(seed)
    for number in range(cases(60)):
        counting = DEPTH_UNITS[number % 3]
        yield somewhere(TicTacToe(TicTacToe.start), rng.randint(2, 8), rng), Horizon(rng.choice([1, 2, 3]), counting)
        yield somewhere(TicTacToe(TicTacToe.start), rng.randint(5, 8), rng), Horizon()
        yield somewhere(Grundy(str(rng.randint(3, 12))), rng.randint(0, 3), rng), Horizon(rng.choice([2, 3]), counting)
        yield somewhere(Grundy(str(rng.randint(3, 9))), rng.randint(0, 2), rng), Horizon()
        yield somewhere(SimpleNim(str(rng.randint(1, 8))), rng.randint(0, 2), rng), Horizon()
        swing = Horizon(2, counting, swing=Fraction(rng.randint(1, 4), 4), extra=2)
        yield somewhere(SimpleNim(str(rng.randint(8, 30))), 1, rng), swing


def looks(game: Game, horizon: Horizon, number: int, unit: bool) -> Positions:
    """Return the positions from there on, with all options in turn."""
    scoring = Scoring(UNIT_OUTCOMES if unit else Outcomes(5, 0, -5), random_heuristic(str(number)), share=True)
    return Positions(game, scoring, horizon, flipped=bool(number & 1), symmetric=bool(number & 2))


@pytest.mark.parametrize("convention", CONVENTIONS.values(), ids=list(CONVENTIONS))
def test_a_search_of_the_tree_finds_what_the_lazy_search_finds(convention):
    """The same value and the same move in every convention, whatever the horizon and the options."""
    unit = convention.perspective == "unit"
    inner = 0
    for number, (game, horizon) in enumerate(stands()):
        text = game.show()
        tree = unfold(looks(game, horizon, number, unit))
        found = search_memoryless(looks(game, horizon, number, unit), convention)
        solution = solve(tree, convention)

        assert found.value == solution.returned(0), (text, horizon)
        assert found.best == (None if solution.best_id is None else tree.children[0].index(solution.best_id)), text
        assert game.show() == text
        inner += bool(tree.children[0])
    assert inner > 3 * cases(60)


def naive(text: str, made: tuple[Any, ...], depth: int, names: list[str], game: type[Game]) -> Number:
    """Return a minimax that plays every line from its beginning, with draws on the horizon; it lists the positions."""
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
def test_the_tree_has_the_positions_of_a_naive_minimax(game: type[Game], depth: int):
    """Node for node, by name and in preorder, with the same value."""
    for size in range(1 if game is SimpleNim else 3, 11):
        names: list[str] = []
        value = naive(str(size), (), depth, names, game)
        tree = unfold(Positions(game(str(size)), Scoring(), Horizon(None if depth == 99 else depth)))

        assert list(tree.given_names.values()) == names
        assert solve(tree).value == value


def test_moves_stand_on_the_edges_and_names_are_those_of_positions():
    """A square a move, a name for each position; flipped, the one who began is MIN and wins the lowest."""
    tree = unfold(Positions(TicTacToe("XOX/OX./OXO"), Scoring(Outcomes(9, 0, 1)), Horizon(), flipped=True))

    assert write(tree) == 'MIN ("6" -> "XOX/OXX/OXO": 0)\n'.replace("MIN", '"XOX/OX./OXO": MIN')


# How many


def test_counting_ends_where_the_budget_ends():
    """One node less than there are is too few; the game is back at the root either way."""
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
def test_the_estimate_is_right_on_average(game: Game, horizon: Horizon):
    """The mean of many estimates comes within a few percent, and no estimate is far away."""
    size = len(unfold(Positions(game, Scoring(), horizon)))
    estimates = [estimate_size(Positions(game, Scoring(), horizon), str(seed), 300) for seed in range(20)]

    assert abs(sum(estimates) / len(estimates) - size) < size / 20
    assert all(size / 2 < estimate < 2 * size for estimate in estimates)


def test_the_deepest_tree_within_a_limit():
    """Exactly the last depth that still fits, below the depth that was asked for."""
    game = TicTacToe(TicTacToe.start)

    def make_positions(horizon: Horizon, budget: Budget | None) -> Positions:
        return Positions(game, Scoring(), horizon, budget=budget)

    assert find_max_depth(make_positions, Horizon(), 585) == (2, 82)
    assert find_max_depth(make_positions, Horizon(), 586) == (3, 586)
    assert find_max_depth(make_positions, Horizon(3), 600) == (2, 82)
    assert find_max_depth(make_positions, Horizon(), 9) is None


# State spaces


def below(tree: Tree, node: int) -> tuple[str, Kind]:
    """What tells two nodes of a full tree apart."""
    return tree.given_names[node], tree.movers[node]


def test_a_state_space_is_the_tree_folded_up():
    """The same positions, each once; the values of minimax, the successors and the size of the tree below."""
    for number, (game, horizon) in enumerate(stands(9)):
        if horizon.depth is not None:
            continue
        tree = unfold(looks(game, horizon, number & 1, unit=False))
        values = solve(tree, CONVENTIONS["minimax"]).values
        space = state_space(looks(game, horizon, number & 1, unit=False), 10_000)
        found: dict[tuple[str, Kind], tuple[object, ...]] = {}
        for node in range(len(tree)):
            successors = [(tree.moves[child], tree.given_names[child]) for child in tree.children[node]]
            found[below(tree, node)] = tree.given_names[node], values[node], successors, len(tree.subtree(node))
        told = [
            (state.name, state.value, [(step.move, space.states[step.state].name) for step in state.steps], state.size)
            for state in space.states
        ]
        assert sorted(told, key=repr) == sorted(found.values(), key=repr)
        assert_levels(space)


def assert_levels(space: StateSpace) -> None:
    """The root first; every step leads further down; every other state is one level below some other."""
    assert space.states[0].level == 0
    above = {step.state: -1 for state in space.states for step in state.steps}
    for state in space.states:
        for step in state.steps:
            assert space.states[step.state].level > state.level
            above[step.state] = max(above[step.state], state.level)
    assert all(space.states[number].level == level + 1 for number, level in above.items())
    assert set(above) == set(range(1, len(space.states)))


def test_with_a_horizon_states_differ_in_what_is_left():
    """Ten matches: seven are reached after one ply and after three, and only once they are on the horizon."""
    for depth in (1, 2, 3, 4):
        for counting in DEPTH_UNITS:
            horizon, scoring = Horizon(depth, counting), Scoring(heuristic=lambda game: game.count)
            tree = unfold(Positions(SimpleNim("10"), scoring, horizon))
            space = state_space(Positions(SimpleNim("10"), scoring, horizon), 1000)

            assert space.states[0].value == solve(tree).value
            assert space.tree_size == len(tree)


@pytest.mark.parametrize(("identity", "states"), [(state_key_by_text, 5478), (state_key_by_game_key, 765)])
def test_the_published_numbers_of_tictactoe(identity, states: int):
    """5,478 positions can be reached, 765 where turned and reflected ones count as one."""
    positions = Positions(TicTacToe(TicTacToe.start), Scoring(), Horizon(), symmetric=identity is state_key_by_game_key)
    space = state_space(positions, 10_000, identity)

    assert len(space.states) == states
    assert space.states[0].value == 0
    assert space.tree_size == (549_946 if identity is state_key_by_text else 58_524)


def test_more_states_than_allowed_are_refused():
    """By name, with the number; the game is back at the root."""
    game = TicTacToe(TicTacToe.start)
    with pytest.raises(InputError) as raised:
        state_space(Positions(game, Scoring(), Horizon()), 5477)
    assert [problem.code for problem in raised.value.problems] == ["states-too-many"]
    assert game.show() == TicTacToe.start


class Circle(SimpleNim):
    """A game that goes round: one match is taken or put back."""

    def moves(self) -> range:
        """Return the one move there is."""
        return range(1, 2)

    def make(self, _move: int) -> None:
        """Make one match two, or two one."""
        self.count = 3 - self.count
        self.mover, self.other = self.other, self.mover

    undo = make


def test_play_that_goes_round_has_no_state_space_without_a_horizon():
    """It is told, not looped; with a horizon there is one."""
    with pytest.raises(InputError) as raised:
        state_space(Positions(Circle("1"), Scoring(), Horizon()), 1000)
    assert [problem.code for problem in raised.value.problems] == ["state-again"]
    assert len(state_space(Positions(Circle("1"), Scoring(), Horizon(6)), 1000).states) == 7
