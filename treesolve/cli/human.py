"""A person at the terminal as a player."""

import sys

from treesolve.cli.asked_game import named_moves
from treesolve.cli.output import echo
from treesolve.cli.progress import Progress
from treesolve.games.game import Game
from treesolve.games.player import Choice
from treesolve.games.player_registry import read_player
from treesolve.model.problem import nearest
from treesolve.pages.environment import LONGEST_TEXT, number_text, shown_text, words

HINT, QUIT = "?", "q"
"""What a person types instead of a move."""

LONGEST_LINE = 1000
"""So many characters of what is typed are taken for one move."""

HINT_POSITIONS = 50_000
"""So many positions are looked at for a hint."""


class GivenUp(Exception):
    """The person has had enough."""


class HumanPlayer:
    """Asks at the terminal and reads moves from standard input until there is one of that name.

    With `aside` it asks on standard error, because what goes to standard output is for a program. The line of progress
    makes room, and begins anew when the person has moved.
    """

    def __init__(self, language: str, progress: Progress, *, aside: bool = False) -> None:
        self.language = language
        self.progress = progress
        self.aside = aside
        if hasattr(sys.stdin, "reconfigure"):  # what is no text is no move, and no reason to stop
            sys.stdin.reconfigure(errors="replace")

    def choose(self, game: Game) -> Choice:
        """The move that is typed. Raises GivenUp where nobody goes on."""
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
                near = nearest(text[:LONGEST_TEXT], tuple(moves))
                echo(say.no_move({**facts, "text": shown_text(text), "nearest": near}), err=self.aside)

    def _hint_for_move(self, game: Game) -> str:
        adviser = read_player(f"deepen:positions={HINT_POSITIONS}").player(type(game), "hint")
        choice = adviser.choose(game)
        value = None if choice.value is None else number_text(choice.value, self.language)
        facts = {"move": game.name_of(choice.move), "value": value, "depth": choice.depth}
        return words(self.language, "playing.jinja").hint(facts)

    def _typed_line(self) -> str:
        """The next line that is typed. Raises GivenUp at the end of the input, and where it says so."""
        line = sys.stdin.readline(LONGEST_LINE)
        if not line or line.strip() == QUIT:
            echo(err=self.aside)
            raise GivenUp
        return line.strip()
