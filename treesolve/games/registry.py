"""Games, heuristics and outcomes by name, as given on the command line."""

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
"""The module and class of each built-in game, by name. The modules are imported on demand."""

RANDOM_HEURISTIC, NO_HEURISTIC = "random", "none"
"""Heuristics that every game has: one gives pseudorandom estimates, the other treats all positions as draws."""


def game_class(name: str) -> type[Game]:
    """Return the game that a name refers to: a built-in game, or a game in a user file or in an installed package.

    A user file is given as mygame.py, or as mygame.py:Chomp if it has several games. The name of a built-in or
    installed game may be followed by a colon and a setting, as in simple-nim:take=1..2. Raises InputError if there is
    no such game or setting.

    >>> game_class("grundy").start, game_class("simple-nim:take=1,3")("4").moves()
    ('7', (1, 3))
    """
    known, colon, setting = name.partition(":")
    if known in GAMES:
        module, _, class_name = GAMES[known].partition(".")
        game: type[Game] = getattr(import_module(f"treesolve.games.{module}"), class_name)
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
    """Return the game with a setting such as take=1..2 applied. Raises InputError if there is no such setting."""
    key, _, text = setting.partition("=")
    changed_game = game.with_setting(key.strip(), text.strip())
    if changed_game is None:
        facts = {"text": setting, "game": game.name, "example": "simple-nim:take=1..2"}
        raise InputError((Problem("game-setting", None, facts),))
    return changed_game


def heuristic_names(game: type[Game]) -> tuple[str, ...]:
    """Return the names of all heuristics for a game."""
    return *game.heuristics, RANDOM_HEURISTIC, NO_HEURISTIC


def scoring_for(game: type[Game], heuristic: str | None, seed: str, outcomes: Outcomes | None = None) -> Scoring:
    """Return the scoring with the given values of results and the named heuristic; None means no heuristic.

    A heuristic may be a function in a user file, as in heuristics.py:function. The default outcomes are 1, 0 and -1. If
    the heuristic's estimates are unbounded, the values of a win and a loss are infinite by default, so that a win is
    better than every estimate. Raises InputError if there is no such heuristic.

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
    """Return a heuristic of the game or of a user file. Raises InputError if there is no such heuristic."""
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
    """Parse the values of a win, a draw and a loss. Raises InputError unless they are three decreasing numbers.

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
