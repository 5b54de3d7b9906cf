"""Players, compared with an independent minimax."""

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import pairwise

import pytest

from tests.support import plain_rules as plain
from tests.support.effort import cases, seeded
from tests.support.places import ROOT
from treesolve.games.evaluation import Outcomes, Scoring, random_heuristic, squash_heuristic
from treesolve.games.game import Game
from treesolve.games.lazy_tree import Horizon, Positions
from treesolve.games.player import Choice, DeepeningPlayer, RandomPlayer, SearchingPlayer, SearchSettings
from treesolve.games.player_registry import PLAYER_KINDS, read_player
from treesolve.games.registry import GAMES, game_class
from treesolve.games.transposition_table import EXACT, Entry, TranspositionTable
from treesolve.model.convention import CONVENTIONS
from treesolve.model.hash_random import Randomness
from treesolve.model.kind import Kind
from treesolve.model.number import Number
from treesolve.model.problem import InputError
from treesolve.search.memoryless_search import search_memoryless

SHARES = random_heuristic("7")


STARTS = {"grundy": "11", "simple-nim": "13"}
"""Starting positions that keep games neither too short nor too long."""


def wandering(count: int, seed: str, names: tuple[str, ...] = tuple(GAMES)) -> Iterator[Game]:
    """Yield a share of `count` games, in unfinished positions after random moves."""
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


def plain_value(
    game: Game, rest: int | None, spend: Callable[[int, int], int], estimate: Callable[[Game], Number]
) -> Number:
    """Return the value of a position for MAX by plain minimax to a depth."""
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


def worth(game: Game, choice: Choice) -> object:
    """Return the value of the position after the choice, by plain minimax to the end."""
    game.make(choice.move)
    value = plain_value(game, None, lambda rest, _: rest, lambda _: 0)
    game.undo(choice.move)
    return value


def test_the_pruning_player_plays_like_the_limiting_player():
    """Moves and values are equal in positions of all games, with fewer positions searched."""
    looked = Counter[str]()
    for number, game in enumerate(wandering(2000, "prune")):
        settings = f"depth={1 + number % 3},heuristic={'random' if number % 2 else 'none'}"
        choices = {
            kind: read_player(f"{kind}:{settings}").player(type(game), str(number)).choose(game)
            for kind in ("limit", "prune")
        }
        assert choices["prune"].move == choices["limit"].move, (game.name, game.show(), settings)
        assert choices["prune"].value == choices["limit"].value
        assert choices["prune"].positions <= choices["limit"].positions
        looked.update({kind: choice.positions for kind, choice in choices.items()})
    assert looked["prune"] < looked["limit"]


@pytest.mark.parametrize("convention", [name for name in CONVENTIONS if name != "unit"])
def test_all_conventions_choose_the_same_move(convention: str):
    """They cut in different places but choose the first best move."""
    for number, game in enumerate(wandering(120, convention)):
        scoring, horizon = Scoring(heuristic=SHARES, share=True), Horizon(1 + number % 4)
        found = SearchingPlayer(SearchSettings(CONVENTIONS[convention], scoring), horizon).choose(game)
        plain = SearchingPlayer(SearchSettings(CONVENTIONS["minimax"], scoring), horizon).choose(game)
        assert (found.move, found.value) == (plain.move, plain.value)


def test_estimates_may_exceed_a_win():
    """In this case a win is not the greatest value, and the search does not stop at one."""
    for game in wandering(60, "beyond", ("tictactoe",)):
        scoring, horizon = Scoring(heuristic=lambda one: 3 * type(one).heuristics["lines"](one)), Horizon(2)
        found, plain = (
            SearchingPlayer(SearchSettings(CONVENTIONS[convention], scoring), horizon).choose(game)
            for convention in ("aima", "minimax")
        )
        assert (found.move, found.value) == (plain.move, plain.value)


DEPTH_COSTS = {
    "plies": lambda rest, _: rest - 1,
    "choices": lambda rest, moves: rest - (moves > 1),
    "moves": lambda rest, moves: rest - moves,
}


@pytest.mark.parametrize("counting", DEPTH_COSTS)
@pytest.mark.parametrize("flipped", [False, True])
def test_units_of_depth(counting: str, flipped: bool):
    """The search agrees with the recursion, with estimates that distinguish positions."""
    for number, game in enumerate(wandering(150, counting)):
        depth = 1 + number % 3
        rest = depth * len(game.moves()) if counting == "moves" else depth
        expected = plain_value(game, rest, DEPTH_COSTS[counting], lambda one: 2 * SHARES(one) - 1)
        positions = Positions(game, Scoring(heuristic=SHARES, share=True), Horizon(depth, counting), flipped=flipped)
        before = game.show(), game.mover
        assert search_memoryless(positions, CONVENTIONS["aima"]).value == (-expected if flipped else expected)
        positions.rewind()
        assert (game.show(), game.mover) == before


def swinging(game: Game, rest: int, above: object, horizon: Horizon) -> object:
    """Return the value of a position by plain minimax with dynamic depth."""
    if game.is_over():
        return game.result()
    estimate = SHARES(game)
    if rest <= 0 and (abs(estimate - above) < horizon.swing or rest <= -horizon.extra):
        return estimate
    values, mover = [], game.mover
    for move in list(game.moves()):
        game.make(move)
        values.append(swinging(game, rest - 1, estimate, horizon))
        game.undo(move)
    return max(values) if mover is Kind.MAX else min(values)


def test_dynamic_depth():
    """The search agrees with the recursion, and some positions are searched further."""
    deeper = 0
    for number, game in enumerate(wandering(200, "swing")):
        horizon = Horizon(1 + number % 2, swing=random_heuristic("s")(game), extra=1 + number % 3)
        positions = Positions(game, Scoring(Outcomes(), SHARES), horizon)
        found = search_memoryless(positions, CONVENTIONS["minimax"]).value
        positions.rewind()
        assert found == swinging(game, horizon.depth, SHARES(game), horizon)
        plain = Positions(game, Scoring(Outcomes(), SHARES), horizon._replace(swing=None))
        search_memoryless(plain, CONVENTIONS["minimax"])
        plain.rewind()
        deeper += positions.count > plain.count
    assert deeper > cases(50) // 2


@pytest.mark.parametrize("size", [1, 5, 60, 100_000])
def test_a_table_changes_no_value(size: int):
    """Every size, convention with cuts and depth gives the same value, and the chosen move has it."""
    conventions = [one for one in CONVENTIONS.values() if one.perspective != "unit"]
    for number, game in enumerate(wandering(40, f"heaps {size}", ("grundy", "simple-nim"))):
        table = TranspositionTable(size, without_horizon=number % 2 == 0)
        search_settings = SearchSettings(conventions[number % len(conventions)], Scoring(), table, promising=True)
        choice = SearchingPlayer(search_settings, Horizon()).choose(game)
        assert choice.value == plain_value(game, None, lambda rest, _: rest, lambda _: 0) == worth(game, choice)
        assert len(table) <= size
    for number, game in enumerate(wandering(120, f"all {size}")):
        scoring, depth = Scoring(heuristic=SHARES, share=True), 1 + number % 4
        expected = plain_value(game, depth, DEPTH_COSTS["plies"], lambda one: 2 * SHARES(one) - 1)
        search_settings = SearchSettings(conventions[number % len(conventions)], scoring, TranspositionTable(size))
        assert SearchingPlayer(search_settings, Horizon(depth)).choose(game).value == expected


def test_a_choice_from_the_table_reports_its_depth():
    """A search that takes everything from the table has not followed the games to their end."""
    game = game_class("tictactoe")(".../.../...")
    table = TranspositionTable()
    player = SearchingPlayer(SearchSettings(CONVENTIONS["aima"], Scoring(), table), Horizon(4))
    first, again = (player.choose(game) for _ in range(2))
    assert again.positions == 10
    assert again.depth == first.depth == 4
    deeper = SearchingPlayer(SearchSettings(CONVENTIONS["aima"], Scoring(), table), Horizon(5)).choose(game)
    assert deeper.positions > 100


def test_a_table_saves_work():
    """Most positions can be reached in several ways, and more entries save more."""
    game = game_class("tictactoe")(".../.../...")
    looked = [
        SearchingPlayer(
            SearchSettings(CONVENTIONS["aima"], Scoring(), TranspositionTable(size) if size else None), Horizon()
        )
        .choose(game)
        .positions
        for size in (0, 50, 10_000)
    ]
    assert looked[0] > 2 * looked[1] > 4 * looked[2]


def test_replacement_in_a_full_table():
    """The oldest entry is removed; a deeper entry of the same position is kept."""
    table = TranspositionTable(2)
    for key, depth in (("a", 5), ("b", 2), ("b", 1), ("c", 3), ("d", 1)):
        table.put(key, Entry(depth, EXACT, 0, None))
    assert {key for key in "abcd" if table.get(key)} == {"c", "d"}
    table.put("c", Entry(2, EXACT, 1, None))
    assert table.get("c") == Entry(3, EXACT, 0, None)
    table.put("c", Entry(4, EXACT, 1, None))
    table.put("e", Entry(1, EXACT, 0, None))
    assert {key for key in "acde" if table.get(key)} == {"c", "e"}


@pytest.mark.parametrize("name", GAMES)
def test_deepening_ends_with_a_complete_search(name: str):
    """Without a maximum depth it finds the value of the game, and the game is restored."""
    found = game_class(name)
    game = found(STARTS.get(name, found.start))
    before = game.show()
    choice = read_player("deepen:table=5000,positions=1000000").player(found, "1").choose(game)
    assert choice.depth is None
    ended = plain_value(game, None, lambda rest, _: rest, lambda _: 0)
    assert worth(game, choice) == ended
    assert (choice.value > 0) - (choice.value < 0) == ended
    assert game.show() == before


@pytest.mark.parametrize("most", [1, 30, 500, 3000])
def test_deepening_stays_within_its_budget(most: int):
    """The first search is always finished; the choice is that of a search to the same depth."""
    game = game_class("tictactoe")(".../.../...")
    search_settings = SearchSettings(CONVENTIONS["aima"], Scoring(heuristic=SHARES, share=True))
    choice = DeepeningPlayer(search_settings, Horizon(), most=most).choose(game)
    assert choice.positions <= max(most, 10) + 1
    assert choice.depth is not None
    plain = SearchingPlayer(search_settings, Horizon(choice.depth)).choose(game)
    assert (choice.move, choice.value) == (plain.move, plain.value)
    assert game.show() == game.start


def test_time_is_a_budget():
    """A search that would take hours returns after more than one ply."""
    game = game_class("grundy")("100")
    choice = read_player("deepen:seconds=0.2,heuristic=random").player(type(game), "1").choose(game)
    assert choice.depth
    assert choice.depth > 1
    assert game.show() == "100"


def test_a_failed_search_restores_the_game():
    """The heuristic may raise any exception."""

    def failing(game: Game) -> int:
        raise ZeroDivisionError

    game = game_class("tictactoe")("X../.O./...")
    with pytest.raises(ZeroDivisionError):
        SearchingPlayer(SearchSettings(CONVENTIONS["haw"], Scoring(heuristic=failing)), Horizon(2)).choose(game)
    assert game.show() == "X../.O./..."


def test_random_moves_follow_from_the_seed():
    """All moves occur, about equally often."""
    game = game_class("tictactoe")(".../.../...")
    player = RandomPlayer("3")
    drawn = [player.choose(game).move for _ in range(900)]
    assert drawn == [again.choose(game).move for again in [RandomPlayer("3")] for _ in range(900)]
    assert drawn != [again.choose(game).move for again in [RandomPlayer("4")] for _ in range(900)]
    assert set(Counter(drawn)) == set(range(9))
    assert min(Counter(drawn).values()) > 60


def test_squashed_estimates_keep_their_order():
    """Infinities are mapped to 0 and 1, and the unit player chooses the same moves as others."""
    numbers = [float("-inf"), -50, -3, -1, 0, 1, 2, 69, float("inf")]
    shares = [squash_heuristic(lambda _, number=number: number)(None) for number in numbers]
    assert shares[0] == 0
    assert shares[4] * 2 == shares[-1] == 1
    assert all(low < high for low, high in pairwise(shares))
    for game in wandering(100, "squeezed", ("tictactoe",)):
        unit, plain = (read_player(f"{kind}:depth=2").player(type(game), "1") for kind in ("limit", "minimax"))
        assert unit.choose(game).move == plain.choose(game).move


def test_the_symmetric_player_searches_one_of_equivalent_moves():
    """Of the nine first squares it searches three, and it plays an equally good move."""
    game = game_class("tictactoe")(".../.../...")
    plain, few = (read_player(f"minimax:depth=2{more}").player(type(game), "1") for more in ("", ",symmetric=yes"))
    assert few.choose(game)._replace(positions=0) == plain.choose(game)._replace(positions=0)
    assert few.choose(game).positions < plain.choose(game).positions / 3


def test_grundy_heaps_follow_the_sprague_grundy_theorem():
    """One table serves all heaps up to 42."""
    table, scoring = TranspositionTable(without_horizon=True), Scoring()
    for heap in range(3, 43):
        game = game_class("grundy")(str(heap))
        player = SearchingPlayer(SearchSettings(CONVENTIONS["haw"], scoring, table), Horizon())
        assert player.choose(game).value == (1 if plain.grundy_nimber(heap) else -1), heap


@pytest.mark.parametrize("kind", [kind for kind in PLAYER_KINDS if kind not in ("human", "random")])
@pytest.mark.parametrize("name", GAMES)
def test_every_player_plays_every_game(kind: str, name: str):
    """The move is legal and reproducible, for the second player as well."""
    settings = {"search": ":table=100000", "deepen": ":positions=500"}.get(kind, ":depth=2")
    for game in wandering(3, kind, (name,)):
        choices = [read_player(kind + settings).player(type(game), "1").choose(game) for _ in range(2)]
        assert choices[0] == choices[1]
        assert choices[0].move in game.moves()


def test_default_depths_match_the_documentation():
    """The table in docs/play.md lists them."""
    message = (ROOT / "docs" / "play.md").read_text("utf-8")
    depths = {
        depth: [kind for kind, one in PLAYER_KINDS.items() if one.defaults.get("depth") == depth] for depth in (4, 6)
    }

    assert "| 4; for `prune` and `alphabeta` 6; for `deepen` no limit |" in message
    assert depths == {4: ["limit", "minimax", "negamax", "variable", "dynamic"], 6: ["prune", "alphabeta"]}


@pytest.mark.parametrize(
    ("text", "code", "marked"),
    [
        ("prun", "player-unknown", "prun"),
        ("", "player-unknown", ""),
        ("random:depth=2", "player-setting-unknown", "depth=2"),
        ("prune:dept=2", "player-setting-unknown", "dept=2"),
        ("prune:depth=0", "player-setting-value", "depth=0"),
        ("prune:depth=two", "player-setting-value", "depth=two"),
        ("prune:depth=2,depth=3", "player-setting-twice", "depth=3"),
        ("prune:depth", "player-setting-value", "depth"),
        ("deepen:seconds=-1", "player-setting-value", "seconds=-1"),
        ("deepen:seconds=inf", "player-setting-value", "seconds=inf"),
        ("alphabeta:table=ten", "player-setting-value", "table=ten"),
        ("dynamic:table=10", "player-swing-table", "dynamic:table=10"),
    ],
)
def test_invalid_player_specifications(text: str, code: str, marked: str):
    """The problem marks the part at fault."""
    with pytest.raises(InputError) as caught:
        read_player(text)
    problem = caught.value.problems[0]
    assert problem.code == code
    assert problem.span is not None
    assert text[problem.span.start : problem.span.end] == marked
