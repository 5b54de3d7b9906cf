"""Games and heuristics by name, and what results are worth: what people say on the command line."""

import re
from collections.abc import Mapping
from importlib import import_module
from types import MappingProxyType

from treesolve.games.evaluation import INFINITE_OUTCOMES, Outcomes, Scoring, random_heuristic
from treesolve.games.game import Game, Heuristic
from treesolve.model import entry_point
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem, Span, nearest
from treesolve.notation.number_text import read_number

GAMES: Mapping[str, str] = MappingProxyType(
    {
        "tictactoe": "tictactoe.TicTacToe",
        "grundy": "heap_games.Grundy",
        "simple-nim": "heap_games.SimpleNim",
    }
)
"""The games that are known, with module and class; a module is imported only when its game is asked for."""

RANDOM_HEURISTIC, NO_HEURISTIC = "random", "none"
"""The heuristics that every game has: shares that look drawn at random, and all positions as good as a draw."""


def game_class(name: str) -> type[Game]:
    """Return the game of that name, or the one in an own file such as mygame.py or mygame.py:Chomp, or in another
    package.

    Behind a colon may stand a setting: simple-nim:take=1..2. Raises InputError where there is none.

    >>> game_class("grundy").start, game_class("simple-nim:take=1,3")("4").moves()
    ('7', (1, 3))
    """
    known, colon, setting = name.partition(":")
    if known in GAMES:
        module, _, found = GAMES[known].partition(".")
        game: type[Game] = getattr(import_module(f"treesolve.games.{module}"), found)
        return _game_with_setting(game, setting) if colon else game
    from treesolve.games.game_plugin import (  # most games are known by name
        is_user_file,
        load_installed_game,
        load_user_game,
    )

    if is_user_file(name):
        return load_user_game(name)
    installed = load_installed_game(known)
    if installed is None:
        names = (*GAMES, *entry_point.extension_names(entry_point.GAMES))
        raise InputError((_unknown_name_problem("unknown-game", name, names),))
    return _game_with_setting(installed, setting) if colon else installed


def _game_with_setting(game: type[Game], setting: str) -> type[Game]:
    """Return the game with a setting such as take=1..2. Raises InputError where it has none of that name."""
    key, _, text = setting.partition("=")
    found = game.with_setting(key.strip(), text.strip())
    if found is None:
        facts = {"text": setting, "game": game.name, "example": "simple-nim:take=1..2"}
        raise InputError((Problem("game-setting", None, facts),))
    return found


def heuristic_names(game: type[Game]) -> tuple[str, ...]:
    """Return the names of the heuristics that a game can be estimated by."""
    return *game.heuristics, RANDOM_HEURISTIC, NO_HEURISTIC


def scoring_for(game: type[Game], heuristic: str | None, seed: str, outcomes: Outcomes | None = None) -> Scoring:
    """What results of the game are worth, and its estimates by the heuristic of that name, None being the same as none.

    A heuristic may be a function in an own file: heuristics.py:function. Where no outcomes are given they are 1, 0 and
    -1; but infinite where the heuristic gives numbers, so that a win beats them all. Raises InputError.

    >>> from treesolve.games.tictactoe import TicTacToe
    >>> scoring_for(TicTacToe, "lines", "1").outcomes, scoring_for(TicTacToe, "random", "1").share
    (Outcomes(win=inf, draw=0, loss=-inf), True)
    """
    if heuristic is None or heuristic == NO_HEURISTIC:
        return Scoring(outcomes or Outcomes())
    if heuristic == RANDOM_HEURISTIC:
        return Scoring(outcomes or Outcomes(), random_heuristic(seed), share=True)
    return Scoring(outcomes or INFINITE_OUTCOMES, _heuristic_by_name(game, heuristic))


def _heuristic_by_name(game: type[Game], name: str) -> Heuristic:
    """Return the heuristic of that name, of the game or of somebody's own. Raises InputError."""
    if name in game.heuristics:
        return game.heuristics[name]
    from treesolve.games.game_plugin import is_user_file, load_user_heuristic  # most heuristics are those of the game

    if is_user_file(name):
        return load_user_heuristic(name)
    problem = _unknown_name_problem("unknown-heuristic", name, heuristic_names(game))
    raise InputError((problem._replace(facts={**problem.facts, "game": game.name}),))


def _unknown_name_problem(code: str, name: str, known: tuple[str, ...]) -> Problem:
    return Problem(code, None, {"value": name, "nearest": nearest(name, known) or "", "known": ", ".join(known)})


def read_outcomes(text: str) -> Outcomes:
    """What a win, a draw and a loss are worth, from the greatest to the least. Raises InputError.

    >>> read_outcomes("1 1/2 0")
    Outcomes(win=1, draw=Fraction(1, 2), loss=0)
    """
    words = [*re.finditer(r"[^\s,]+", text)]
    if len(words) != len(Outcomes._fields):
        raise InputError((Problem("outcomes-count", Span(0, len(text)), {"count": len(words)}, text=text),))
    numbers: list[Number] = []
    for word in words:
        try:
            numbers.append(read_number(word[0]))
        except ValueError as error:
            raise InputError((Problem(str(error), Span(*word.span()), {"text": word[0]}, text=text),)) from None
    outcomes = Outcomes(*numbers)
    if not outcomes.win > outcomes.draw > outcomes.loss:
        raise InputError((Problem("outcomes-order", Span(0, len(text)), {"text": text}, text=text),))
    return outcomes
