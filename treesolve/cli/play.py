"""treesolve play"""

from typing import TYPE_CHECKING, Any

import click

from treesolve.cli.asked_game import GameCommand, told_of
from treesolve.cli.options import TABLE_FORMS, chosen_format, language_option, named_convention, output_options
from treesolve.cli.output import echo, output
from treesolve.cli.run import Run
from treesolve.model.problem import InputError, Problem

if TYPE_CHECKING:
    from collections.abc import Iterable

    from treesolve.games.game import Game
    from treesolve.games.player import Player
    from treesolve.games.player_registry import Described
    from treesolve.games.tournament import Turn

PLAYER_OPTIONS = ("--first", "--second")
"""What the players are asked for with, MAX's before MIN's."""


@click.command("play", cls=GameCommand)
@click.argument("game", metavar="GAME")
@click.argument("position", required=False, metavar="[POSITION]")
@click.option("--first", default="human", metavar="PLAYER", help="Who began the game, as MAX. [default: human]")
@click.option("--second", default="deepen", metavar="PLAYER", help="The other player, MIN. [default: deepen]")
@click.option("--moves", metavar="MOVES", help="Moves that were made before, by name: '5 1 9'.")
@click.option("--seed", metavar="SEED", help="What all random moves follow from. [default: a new one, which is told]")
@language_option
@output_options
def command(game: str, position: str | None, language: str, **options: Any) -> None:
    """Play a game, or watch two players play it, move by move.

    GAME is tictactoe, connect-four, grundy, simple-nim, heap-nim, misere-nim, or a Python file with a game of your own.
    POSITION is where to begin, as text; - reads it from standard input. PLAYER is a kind, perhaps with settings:

    \b
      human                       you: type a move, ? for a hint, q to give up
      random                      any move
      search                      follows every game to its end, without cuts (SearchingPlayer)
      limit:depth=4               the same to a depth (LimitingPlayer)
      prune:depth=6               with alpha-beta, values from 0 to 1 (PruningPlayer)
      minimax:depth=4             minimax to a depth; negamax and alphabeta likewise
      deepen:seconds=1            iterative deepening with a transposition table; positions=20000 is a budget, too
      variable:depth=4            looks deeper where there are few moves
      dynamic:depth=4,swing=2     looks deeper where estimates change by so much

    \b
    Settings: depth=N or all, count=plies|choices|moves, heuristic=NAME|random|none|FILE.py:function,
    convention=LECTURE, moves=fixed|promising, symmetric=yes, table=ENTRIES, replace=oldest|shallowest|never.

    \b
    Examples:
      treesolve play tictactoe
      treesolve play tictactoe --first human --second prune:depth=9
      treesolve play simple-nim 21 --first search --second random --seed 3
      treesolve play connect-four --first deepen:seconds=1 --second alphabeta:depth=6,heuristic=lines
      treesolve play tictactoe X.O/.X./..O --first search --second search
    """
    run = Run(language, options["output_path"], at_end=True)
    run.guard(lambda: _play(run, game, position, **options))
    run.finish()


def _play(run: Run, name: str, position: str | None, form: str | None, output_path: str | None, **options: Any) -> None:
    """Play, and write what was played."""
    from treesolve.cli.asked_game import asked_unfinished
    from treesolve.games.plugin import own_mistakes

    form = chosen_format(form, output_path, TABLE_FORMS)
    game = asked_unfinished(name, position, options["moves"])
    facts = {"game": name, "position": game.show(), "first": options["first"], "second": options["second"]}
    playing = _Playing(run, game, options, aside=form != "text")
    try:
        with own_mistakes(), told_of(name):
            playing.play()
    except InputError as error:
        if not (playing.is_watched and playing.made):
            raise
        run.tell(error.problems)
    with output(output_path, form) as file, run.progress.aside():
        file.write(playing.page(facts, form))


class _Playing:
    """One game at the terminal: who plays it, and what has been made so far."""

    def __init__(self, run: Run, game: "Game", options: dict[str, Any], *, aside: bool) -> None:
        from treesolve.cli.seed import asked_seed
        from treesolve.games.plugin import own_mistakes
        from treesolve.games.tournament import stand
        from treesolve.model.tree import Kind

        self.run, self.game, self.aside = run, game, aside
        self.texts = {Kind.MAX: options["first"], Kind.MIN: options["second"]}
        named = zip((Kind.MAX, Kind.MIN), PLAYER_OPTIONS, strict=True)
        described = {mover: asked_player(self.texts[mover], option, type(game)) for mover, option in named}
        kinds = [one.kind for one in described.values()]
        self.is_watched = "human" in kinds
        seed = options["seed"]
        if any(not one.is_determined and one.kind != "human" for one in described.values()):
            seed = asked_seed(run, seed)
        self.players = {mover: self._seat(one, f"{seed}:{mover.value}") for mover, one in described.items()}
        self.made: list[Turn] = []
        with own_mistakes():
            check_reach(zip(PLAYER_OPTIONS, self.texts.values(), self.players.values(), strict=True), game)
            self.stands = stand(game)

    def _seat(self, described: "Described", seed: str) -> "Player":
        if described.kind == "human":
            from treesolve.cli.human import HumanPlayer

            return HumanPlayer(self.run.language, self.run.progress, aside=self.aside)
        return described.player(type(self.game), seed)

    def play(self) -> None:
        """Play to the end, or until somebody gives up or interrupts.

        Where the game stood after the last turn is kept: who interrupts may catch it in the midst of a search.
        """
        from treesolve.cli.human import GivenUp
        from treesolve.games.tournament import stand, turns

        try:
            for turn in turns(self.game, self.players):
                self.made.append(turn)
                self.stands = stand(self.game)
                if self.is_watched and self.texts[turn.mover] != "human":
                    self._tell(turn)
        except GivenUp:
            self.run.failed = True
        except KeyboardInterrupt:
            self.run.interrupted = True
            if self.is_watched:
                echo(err=self.aside)

    def _tell(self, turn: "Turn") -> None:
        from treesolve.pages.environment import words

        facts = {"mover": turn.mover.name, "player": self.texts[turn.mover], "move": turn.move}
        with self.run.progress.aside():
            echo(words(self.run.language, "playing.jinja").plays(facts), err=self.aside)

    def page(self, facts: dict[str, str], form: str) -> str:
        """What was played, in a form."""
        if form == "json":
            from treesolve.pages.json.playing import play_document

            return play_document(self.stands, self.made, facts)
        from treesolve.pages.playing import play_page

        return play_page(self.stands, self.made, {**facts, "watched": self.is_watched}, form, self.run.language)


def asked_player(text: str, option: str, game_class: "type[Game]") -> "Described":
    """The player that an option asks for. Raises InputError where nobody knows one who could play this game."""
    from treesolve.games.player_registry import read_player

    with told_of(option):
        described = read_player(text, lambda name: named_convention(name, option))
        if described.kind != "human":
            described.player(game_class, "")
    return described


def check_reach(seats: "Iterable[tuple[str, str, Player]]", game: "Game") -> None:
    """Raise InputError for a player who could not find a first move; each comes after its option and its text."""
    from treesolve.games.player_reach import out_of_reach
    from treesolve.games.search_player import MOST_LOOKED_AT, WAYS_OUT
    from treesolve.pages.unfolding import about, grouped

    for option, text, player in seats:
        positions = out_of_reach(player, game)
        if positions is not None:
            facts = {"player": text, "positions": about(positions), "most": grouped(MOST_LOOKED_AT), **WAYS_OUT}
            raise InputError((Problem("player-out-of-reach", None, facts, option),))
