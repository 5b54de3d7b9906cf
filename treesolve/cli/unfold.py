"""The command `treesolve unfold`."""

import shlex
from collections.abc import Mapping
from contextlib import nullcontext
from functools import partial
from typing import IO, Any

import click

from treesolve.cli import option
from treesolve.cli.command_run import CommandRun, problems_from, running
from treesolve.cli.game_arguments import load_unfinished_game
from treesolve.cli.multiple_outputs import open_targets, targets
from treesolve.cli.option import Style
from treesolve.cli.output import BYTES
from treesolve.cli.output_formats import Forms, forms_of
from treesolve.cli.usage_error import usage_error
from treesolve.games.game import Game
from treesolve.games.lazy_tree import Budget, Horizon, Positions
from treesolve.games.registry import RANDOM_HEURISTIC, read_outcomes, scoring_for
from treesolve.games.state_space import state_key_by_game_key, state_space, text_state_key
from treesolve.games.tree_expansion import unfold
from treesolve.model.problem import Problem
from treesolve.model.tree import MAX_TREE_NODES
from treesolve.notation.number_text import format_number
from treesolve.notation.writer import write
from treesolve.rendering.handout import render_page
from treesolve.rendering.unfold_page import (
    MAX_NODES,
    default_title,
    state_space_page,
    state_space_picture,
    unfold_within_limit,
)

MAX_NESTED_CALLS = 1_000
"""Maximum value of --depth. Without --depth, games are unfolded to their end, however deep that is."""

TREE_FORMS: Forms = {"text": (".tree", ".txt")}
SPACE_PAGES = ("text", "markdown", "html", "latex")
SPACE_FORMS = forms_of(*SPACE_PAGES, "dot", "svg", "pdf", "png", "typst")


@click.command("unfold")
@click.argument("game", metavar="GAME")
@click.argument("position", required=False, metavar="[POSITION]")
@click.option(
    "--depth",
    type=click.IntRange(1, MAX_NESTED_CALLS),
    help="Maximum depth in plies. [default: to the end of every game]",
)
@click.option(
    "--count",
    "counting",
    type=click.Choice(["plies", "choices", "moves"]),
    default="plies",
    help="Count in --depth all plies, only those with a choice, or moves: deeper where there are few. [default: plies]",
)
@click.option(
    "--heuristic",
    metavar="NAME",
    help="What positions at that depth are worth: a name, random, none, FILE.py:function.",
)
@option.seed("What random values follow from.")
@option.value(
    "--outcomes",
    of="'WIN DRAW LOSS'",
    read=read_outcomes,
    description="What finished games are worth to MAX. [default: 1 0 -1; inf 0 -inf beside a heuristic]",
)
@click.option(
    "--root", type=click.Choice(["MAX", "MIN"], case_sensitive=False), help="Who moves. [default: MAX is who began]"
)
@click.option("--symmetric", is_flag=True, help="Of moves to positions that mirror each other only the first.")
@click.option("--moves", metavar="MOVES", help="Moves made before, by name: '5 1 9'.")
@click.option("--dag", is_flag=True, help="The state space: every position once, however it is reached.")
@option.style("letters", "boards", "shapes")
@option.language
@option.outputs(SPACE_FORMS)
@partial(running, at_end=True)
def command(
    run: CommandRun,
    game: str,
    position: str | None,
    form: str | None,
    output_paths: tuple[str, ...],
    dag: bool,
    style: Style,
    **options: Any,
) -> None:
    """Unfold a position of a game into a tree file, or into its state space.

    GAME is tictactoe, grundy, simple-nim, or a Python file with a game of your own.
    POSITION is where to begin, as text; - reads it from standard input. Nodes are called after their positions, edges
    after the moves, or nodes A, B, C ... with the look letters; all other commands read the file. The pictures of
    --dag take the other looks. A tree with too many nodes is refused, with an estimate of how many, before anything is
    written.

    \b
    Examples:
      treesolve unfold tictactoe X.O/.X./..O --depth 2 --heuristic lines -o ttt.tree
      treesolve unfold grundy 7 --root MIN --outcomes '1 1/2 0' -o nim7.tree
      treesolve unfold simple-nim 10 --depth 3 --count choices --heuristic random --seed 3
      treesolve unfold tictactoe --moves '5 1' --depth 2 --symmetric --heuristic lines
      treesolve unfold grundy 7 --dag
      treesolve unfold tictactoe X.O/.X./..O --dag --style boards,shapes=circles -o ttt.svg -o ttt.txt
    """
    if form not in (None, "text") and not dag:
        raise usage_error(Problem("form-needs-dag", None, {"form": form}))
    found = targets(form, output_paths, SPACE_FORMS if dag else TREE_FORMS)
    unfolding = _Unfolding(run, game, load_unfinished_game(game, position, options["moves"]), style, options)
    with open_targets(found if dag else tuple(one._replace(form="tree") for one in found)) as files:
        unfolding.write(files, dag=dag)


class _Unfolding:
    """A run of the command: the game, and the settings with which it is unfolded."""

    def __init__(self, run: CommandRun, name: str, game: Game, style: Style, options: dict[str, Any]) -> None:
        self.run, self.name, self.game, self.style, self.options = run, name, game, style, options
        if options["heuristic"] == RANDOM_HEURISTIC:
            options["seed"] = run.seed(options["seed"])
        with problems_from("--heuristic"):
            self.scoring = scoring_for(type(game), options["heuristic"], options["seed"] or "", options["outcomes"])
        self.horizon = Horizon(options["depth"], options["counting"])
        root = options["root"]
        self.is_flipped = root is not None and root.lower() != game.mover.value

    def make_positions(self, horizon: Horizon | None = None, budget: Budget | None = None) -> Positions:
        """Return the positions from the current one down to a horizon, by default the horizon set by the options."""
        position_options: dict[str, Any] = {"flipped": self.is_flipped, "symmetric": self.options["symmetric"]}
        return Positions(self.game, self.scoring, horizon or self.horizon, **position_options, budget=budget)

    def write(self, files: list[tuple[str, IO[Any]]], *, dag: bool) -> None:
        """Write the tree or the state space to open files, each in its format."""
        contents = self._space_by_form([form for form, _ in files]) if dag else {"tree": self._tree_text()}
        for form, file in files:
            with nullcontext() if form in BYTES else self.run.progress.aside():
                file.write(contents[form])

    def _tree_text(self) -> str:
        """Return the contents of the tree file."""

        def build(positions: Positions) -> str:
            tree = unfold(positions, named=not self.style.letters, title=self.title, source=self._command_to_repeat())
            if positions.estimates and self.options["heuristic"] is None:
                self.run.note(Problem("horizon-without-heuristic", None, {"count": positions.estimates}))
            return write(tree)

        return unfold_within_limit(self.name, self.make_positions, self.horizon, build)

    def _space_by_form(self, forms: list[str]) -> dict[str, Any]:
        """Return the state space in several formats, as a mapping from each format to the output."""
        is_symmetric = self.options["symmetric"]
        space = state_space(self.make_positions(), MAX_NODES, state_key_by_game_key if is_symmetric else text_state_key)
        tree_size = state_space(self.make_positions(), MAX_TREE_NODES).tree_size if is_symmetric else space.tree_size
        language = self.run.language
        drawn: dict[str, Any] = {"boards": self.style.boards, "shapes": self.style.shapes}
        return {
            form: render_page(state_space_page(space, self.title, tree_size, language, **drawn), form)
            if form in SPACE_PAGES
            else state_space_picture(space, form, language, title=self.title, **drawn)
            for form in forms
        }

    @property
    def title(self) -> str:
        """The title of the tree or state space."""
        heuristic = self.options["heuristic"] if self.options["depth"] else None
        return default_title(self.game, self.horizon, heuristic, self.run.language)

    def _command_to_repeat(self) -> str:
        """Return a command that writes the same tree again."""
        options = self.options
        root = self.game.mover.opponent if self.is_flipped else self.game.mover
        given: Mapping[str, Any] = {
            **{name: options[name] for name in ("depth", "heuristic", "seed")},
            "root": options["root"] or (options["moves"] and root.name),
            "count": options["counting"] if options["counting"] != "plies" else None,
            "outcomes": options["outcomes"] and " ".join(map(format_number, options["outcomes"])),
        }
        description = [word for name, value in given.items() if value is not None for word in (f"--{name}", str(value))]
        symmetric = ["--symmetric"] if options["symmetric"] else []
        return shlex.join(["treesolve", "unfold", self.name, self.game.show(), *description, *symmetric])
