"""The command `treesolve play`."""

from functools import partial
from typing import Any

import click

from treesolve.cli import option
from treesolve.cli.command_run import CommandRun, problems_from, running
from treesolve.cli.game_arguments import (
    HumanPlayer,
    PlayerResigned,
    check_players_can_move,
    load_unfinished_game,
    parse_player_options,
)
from treesolve.cli.output import echo, open_output
from treesolve.cli.output_formats import SOLUTION_FORMS, chosen_format
from treesolve.cli.usage_error import usage_error
from treesolve.games.game import Game
from treesolve.games.game_plugin import report_user_file_errors
from treesolve.games.match import PLAYERS, GameRecord, Turn, match, play_turns, take_snapshot
from treesolve.games.player import Player
from treesolve.games.player_registry import PlayerSpec
from treesolve.model.kind import Kind
from treesolve.model.problem import InputError, Problem
from treesolve.rendering.game_report import match_document, match_results_page, play_document, play_page
from treesolve.rendering.handout import render_page


@click.command("play")
@click.argument("game", metavar="GAME")
@click.argument("position", required=False, metavar="[POSITION]")
@click.option("--first", default="human", metavar="PLAYER", help="Who began the game, as MAX. [default: human]")
@click.option("--second", default="deepen", metavar="PLAYER", help="The other player, MIN. [default: deepen]")
@click.option("--moves", metavar="MOVES", help="Moves that were made before, by name: '5 1 9'.")
@click.option("--games", type=click.IntRange(1, 100_000), metavar="NUMBER", help="Play a match of so many games.")
@option.seed("What all random moves follow from.", of="SEED")
@option.language
@option.form(SOLUTION_FORMS, "What to write.")
@option.output()
@partial(running, at_end=True)
def command(
    run: CommandRun, game: str, position: str | None, form: str | None, output_path: str | None, **options: Any
) -> None:
    """Play a game, or watch two players play it, move by move; or have them play a match of many games.

    GAME is tictactoe, grundy, simple-nim, or a Python file with a game of your own. POSITION is where to begin, as
    text; - reads it from standard input. PLAYER is a kind, perhaps with settings:

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
    convention=CONVENTION, moves=fixed|promising, symmetric=yes, table=ENTRIES.

    With --games the games that each player won, drew and lost are counted. Ctrl-C ends the match and counts the
    finished games.

    \b
    Examples:
      treesolve play tictactoe
      treesolve play tictactoe --first human --second prune:depth=9
      treesolve play simple-nim 21 --first search --second random --seed 3
      treesolve play tictactoe --first deepen:seconds=1 --second alphabeta:depth=6,heuristic=lines
      treesolve play tictactoe X.O/.X./..O --first search --second search
      treesolve play tictactoe --first random --second search --games 100
    """
    form = chosen_format(form, output_path)
    if options["games"] is None:
        _play_one_game(run, game, position, form, output_path, options)
        return
    if options["moves"] is not None:
        raise usage_error(Problem("match-moves"))
    play_match(run, game, position, form, output_path, options)


def _play_one_game(
    run: CommandRun, name: str, position: str | None, form: str, output_path: str | None, options: dict[str, Any]
) -> None:
    """Play one game and write its record."""
    game = load_unfinished_game(name, position, options["moves"])
    facts = {"game": name, "position": game.show(), "first": options["first"], "second": options["second"]}
    playing = _Playing(run, game, options, aside=form != "text")
    try:
        with report_user_file_errors(), problems_from(name):
            playing.play()
    except InputError as error:
        if not (playing.is_watched and playing.played_turns):
            raise
        run.print_problems(error.problems)
    with open_output(output_path, form) as file, run.progress.aside():
        file.write(playing.page(facts, form))


class _Playing:
    """One game at the terminal: its players and the turns so far."""

    def __init__(self, run: CommandRun, game: Game, options: dict[str, Any], *, aside: bool) -> None:
        self.run, self.game, self.aside = run, game, aside
        self.texts = {Kind.MAX: options["first"], Kind.MIN: options["second"]}
        described = parse_player_options(options, type(game))
        self.is_watched = any(one.kind == "human" for one in described)
        seed = options["seed"]
        if any(not one.is_deterministic and one.kind != "human" for one in described):
            seed = run.seed(seed)
        seats = zip(PLAYERS, described, strict=True)
        self.players = {mover: self._player_for(one, f"{seed}:{mover.value}") for mover, one in seats}
        self.played_turns: list[Turn] = []
        check_players_can_move(described, self.players.values(), game)
        self.final_stand = take_snapshot(game)

    def _player_for(self, described: PlayerSpec, seed: str) -> Player:
        if described.kind == "human":
            return HumanPlayer(self.run.language, self.run.progress, aside=self.aside)
        return described.player(type(self.game), seed)

    def play(self) -> None:
        """Play until the game is over, a player resigns, or Ctrl-C is pressed.

        The state is saved after each turn, because Ctrl-C can interrupt a search and leave the game in the middle of
        it.
        """
        try:
            with self.run.until_interrupted():
                for turn in play_turns(self.game, self.players):
                    self.played_turns.append(turn)
                    self.final_stand = take_snapshot(self.game)
                    if self.is_watched and self.texts[turn.mover] != "human":
                        self._print_turn(turn)
        except PlayerResigned:
            self.run.failed = True
        if self.run.interrupted and self.is_watched:
            echo(err=self.aside)

    def _print_turn(self, turn: Turn) -> None:
        facts = {"mover": turn.mover.name, "player": self.texts[turn.mover], "move": turn.move}
        with self.run.progress.aside():
            echo(self.run.sentences("playing.jinja").plays(facts), err=self.aside)

    def page(self, facts: dict[str, str], form: str) -> str | bytes:
        """Return the record of the game in an output format."""
        if form == "json":
            return play_document(self.final_stand, self.played_turns, facts)
        return render_page(play_page(self.final_stand, self.played_turns, facts, self.run.language), form)


def play_match(
    run: CommandRun, name: str, position: str | None, form: str, output_path: str | None, options: dict[str, Any]
) -> None:
    """Play the games of a match until its end or Ctrl-C, and write the results of the finished games."""
    game = load_unfinished_game(name, position)
    described = parse_player_options(options, type(game))
    if any(one.kind == "human" for one in described):
        raise InputError((Problem("match-human"),))
    check_players_can_move(described, [one.player(type(game), "") for one in described], game)
    determined = all(one.is_deterministic for one in described)
    facts = {
        **{key: options[key] for key in ("first", "second")},
        "game": name,
        "position": game.show(),
        "asked": options["games"],
        "seed": "" if determined else run.seed(options["seed"]),
        "determined": determined,
    }
    records: list[GameRecord] = []
    with open_output(output_path, form) as file:
        with run.until_interrupted():
            _play_all_games(run, type(game), described, facts, records)
        facts["interrupted"] = run.interrupted
        with run.progress.aside():
            file.write(_match_in_form(records, facts, form, run.language))


def _play_all_games(
    run: CommandRun, game_class: Any, described: list[PlayerSpec], facts: dict[str, Any], records: list[GameRecord]
) -> None:
    """Play the games one by one, and append each finished game to the records."""
    seed, run.progress.total = facts["seed"], facts["asked"]
    pairs = (
        [one.player(game_class, f"{seed}:{number}:{seat}") for seat, one in enumerate(described)]
        for number in range(1, facts["asked"] + 1)
    )
    with problems_from(facts["game"]):
        for one in match(game_class, facts["position"], pairs):
            records.append(one)
            run.progress.step()


def _match_in_form(records: list[GameRecord], facts: dict[str, Any], form: str, language: str) -> str | bytes:
    return (
        match_document(records, facts)
        if form == "json"
        else render_page(match_results_page(records, facts, language), form)
    )
