"""The arguments for games, positions and players, and the human player at the terminal."""

import sys
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from treesolve.cli.command_run import ProgressLine, problems_from
from treesolve.cli.output import echo
from treesolve.cli.usage_error import parse_convention
from treesolve.games.game import Game
from treesolve.games.player import FASTER_PLAYERS, MAX_POSITIONS, Choice, Player, infeasible_size
from treesolve.games.player_registry import PlayerSpec, read_player
from treesolve.games.registry import game_class
from treesolve.model.input_file import MAX_POSITION_BYTES, read_file
from treesolve.model.problem import InputError, Problem, Span, nearest
from treesolve.model.utf8_text import decode
from treesolve.rendering.template_environment import (
    MAX_TEXT_LENGTH,
    about,
    display_text,
    group_digits,
    number_text,
    words,
)

STDIN_MARK = "-"


def asked_game(name: str, position: str | None, moves: str | None = None) -> Game:
    """Return a game at a position, by default the start position, after the given moves.

    Raises InputError if the game, the position or a move does not exist.
    """
    with problems_from("GAME"):
        found = game_class(name)
    with problems_from("POSITION"):
        game = found(found.start if position is None else _position_text(position))
    with problems_from("--moves"):
        _make_all_moves(game, moves or "")
    return game


def load_unfinished_game(name: str, position: str | None, moves: str | None = None) -> Game:
    """Return the same game as `asked_game`. Raises InputError also if the game is over."""
    game = asked_game(name, position, moves)
    if game.is_over():
        raise InputError((Problem("game-over", None, {"position": game.show()}, "POSITION"),))
    return game


def _position_text(position: str) -> str:
    if position != STDIN_MARK:
        return position
    return decode(read_file(STDIN_MARK, MAX_POSITION_BYTES), STDIN_MARK).strip()


def _make_all_moves(game: Game, moves: str) -> None:
    """Make the moves, which are given by name and separated by blanks or commas."""
    offset = 0
    for word in moves.replace(",", " ").split():
        start = moves.index(word, offset)
        offset = start + len(word)
        names = {} if game.is_over() else named_moves(game)
        if word not in names:
            facts = {"text": word, "position": game.show(), "nearest": nearest(word, tuple(names))}
            facts["known"] = ", ".join(names)
            code = "game-over" if game.is_over() else "no-such-move"
            raise InputError((Problem(code, Span(start, offset), facts, text=moves),))
        game.make(names[word])


def named_moves(game: Game) -> dict[str, object]:
    """Return the legal moves by name, in order."""
    return {game.name_of(move): move for move in game.moves()}


_SEATS = ("first", "second")
"""Names of the options for the players: the first plays MAX, the second MIN."""


def parse_player_options(options: Mapping[str, Any], game_class: type[Game]) -> list[PlayerSpec]:
    """Return the players that the options specify. Raises InputError if one is unknown or cannot play the game."""
    return [_parse_player_option(options[seat], f"--{seat}", game_class) for seat in _SEATS]


def _parse_player_option(text: str, option: str, game_class: type[Game]) -> PlayerSpec:
    with problems_from(option):
        described = read_player(text, lambda name: parse_convention(name, option))
        if described.kind != "human":
            described.player(game_class, "")
    return described


def check_players_can_move(described: Sequence[PlayerSpec], players: Iterable[Player], game: Game) -> None:
    """Raise InputError if a player would need too long for the first move."""
    for seat, one, player in zip(_SEATS, described, players, strict=True):
        positions = infeasible_size(player, game)
        if positions is not None:
            facts = {
                "player": one.text,
                "positions": about(positions),
                "most": group_digits(MAX_POSITIONS),
                **FASTER_PLAYERS,
            }
            raise InputError((Problem("player-out-of-reach", None, facts, f"--{seat}"),))


HINT, QUIT = "?", "q"
"""Input that asks for a hint or ends the game."""

MAX_LINE_LENGTH = 1000

HINT_POSITIONS = 50_000
"""Number of positions searched for a hint."""


class PlayerResigned(Exception):
    """Raised when the human player resigns or the input ends."""


class HumanPlayer:
    """A person who types moves on stdin.

    With `aside`, prompts are printed to stderr, because a program reads stdout. The progress line is hidden while
    waiting for the person, and restarts after the move.
    """

    def __init__(self, language: str, progress: ProgressLine, *, aside: bool = False) -> None:
        self.language = language
        self.progress = progress
        self.aside = aside
        if hasattr(sys.stdin, "reconfigure"):  # treat invalid UTF-8 as an unknown move, not as an error
            sys.stdin.reconfigure(errors="replace")

    def choose(self, game: Game) -> Choice:
        """Ask for a move until a legal move is typed, and return it. Raises PlayerResigned."""
        with self.progress.aside():
            choice = self._ask_for_move(game)
        self.progress.restart()
        return choice

    def _ask_for_move(self, game: Game) -> Choice:
        say = words(self.language, "playing.jinja")
        moves = named_moves(game)
        facts = {"mover": game.mover.name, "moves": " ".join(moves)}
        echo("\n" + game.board(), err=self.aside)
        while True:
            echo(say.your_turn(facts) + " ", nl=False, err=self.aside)
            text = self._typed_line()
            if text in moves:
                return Choice(moves[text])
            if text == HINT:
                echo(self._hint_for_move(game), err=self.aside)
            else:
                near = nearest(text[:MAX_TEXT_LENGTH], tuple(moves))
                echo(say.no_move({**facts, "text": display_text(text), "nearest": near}), err=self.aside)

    def _hint_for_move(self, game: Game) -> str:
        adviser = read_player(f"deepen:positions={HINT_POSITIONS}").player(type(game), "hint")
        choice = adviser.choose(game)
        value = None if choice.value is None else number_text(choice.value, self.language)
        facts = {"move": game.name_of(choice.move), "value": value, "depth": choice.depth}
        return words(self.language, "playing.jinja").hint(facts)

    def _typed_line(self) -> str:
        """Return the next line typed. Raises PlayerResigned for the quit command or at the end of the input."""
        line = sys.stdin.readline(MAX_LINE_LENGTH)
        if not line or line.strip() == QUIT:
            echo(err=self.aside)
            raise PlayerResigned
        return line.strip()
