"""treesolve tree"""

import shlex
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from treesolve.cli.asked_game import GameCommand, asked_unfinished, told_of
from treesolve.cli.options import (
    SHAPE_NAMES,
    Forms,
    bad_parameter,
    chosen_format,
    language_option,
    lecture_names,
    output_options_for,
    read_bound,
    usage_error,
)
from treesolve.cli.output import opened, output
from treesolve.cli.run import Run
from treesolve.model.problem import InputError, Problem

if TYPE_CHECKING:
    from treesolve.games.depth_limit import Horizon
    from treesolve.games.evaluation import Outcomes, Scoring
    from treesolve.games.game import Game
    from treesolve.games.lazy_tree import Budget, Positions
    from treesolve.model.number import Number
    from treesolve.model.tree import Kind

LIMIT = 20_000
"""So many nodes a tree may have where nobody asks for more."""

LARGEST = 5_000_000
"""No tree may have more nodes: they would need more memory than there is."""

DEEPEST = 1_000
"""So many plies a tree may look ahead; without a depth it goes to the end of every game, however far that is."""

TREE_FORMS: Forms = {"text": (".tree", ".txt")}
SPACE_FORMS: Forms = {
    "text": (".txt",),
    "dot": (".dot", ".gv"),
    "svg": (".svg",),
    "pdf": (".pdf",),
    "png": (".png",),
    "typst": (".typ",),
}


def _read_swing(ctx: click.Context, param: click.Parameter, written: str | None) -> "Number | None":
    """The exact number above 0 that --swing holds; the signature is click's."""
    swing = read_bound(ctx, param, written)
    if swing is not None and swing <= 0:
        raise bad_parameter(Problem("swing-too-small", None, {"text": written or ""}), "--swing")
    return swing


def _read_outcomes(_ctx: click.Context, _param: click.Parameter, written: str | None) -> "Outcomes | None":
    """What --outcomes says; the signature is click's."""
    if written is None:
        return None
    from treesolve.games.registry import read_outcomes

    try:
        return read_outcomes(written)
    except InputError as error:
        raise bad_parameter(error.problems[0], "--outcomes") from None


@click.command("tree", cls=GameCommand)
@click.argument("game", metavar="GAME")
@click.argument("position", required=False, metavar="[POSITION]")
@click.option(
    "--depth", type=click.IntRange(1, DEEPEST), help="Look so many plies ahead. [default: to the end of every game]"
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
@click.option("--seed", metavar="TEXT", help="What random values follow from. [default: a new one, which is told]")
@click.option(
    "--outcomes",
    metavar="'WIN DRAW LOSS'",
    callback=_read_outcomes,
    help="What finished games are worth to MAX. [default: 1 0 -1; inf 0 -inf beside a heuristic]",
)
@click.option(
    "--root", type=click.Choice(["MAX", "MIN"], case_sensitive=False), help="Who moves. [default: MAX is who began]"
)
@click.option("--symmetric", is_flag=True, help="Of moves to positions that mirror each other only the first.")
@click.option("--moves", metavar="MOVES", help="Moves made before, by name: '5 1 9'.")
@click.option("--swing", metavar="NUMBER", callback=_read_swing, help="Look deeper where estimates change by so much.")
@click.option(
    "--limit",
    type=click.IntRange(1, LARGEST),
    default=LIMIT,
    help=f"The most nodes a tree may have. [default: {LIMIT}]",
)
@click.option(
    "-c", "--convention", "lecture", metavar="LECTURE", shell_complete=lecture_names, help="Name a lecture in the file."
)
@click.option("--title", metavar="TEXT", help="The title in the file. [default: game, position, depth, heuristic]")
@click.option("--letters", is_flag=True, help="Call nodes A, B, C ... instead of after their positions.")
@click.option("--dag", is_flag=True, help="The state space: every position once, however it is reached.")
@click.option("--boards", is_flag=True, help="Draw boards in the pictures of --dag.")
@click.option("--shapes", type=click.Choice(SHAPE_NAMES), default="triangles", help="The outlines in them.")
@language_option
@output_options_for(SPACE_FORMS)
def command(game: str, position: str | None, language: str, **options: Any) -> None:
    """Unfold a position of a game into a tree file, or into its state space.

    GAME is tictactoe, connect-four, grundy, simple-nim, heap-nim, misere-nim, or a Python file with a game of your own.
    POSITION is where to begin, as text; - reads it from standard input. Nodes are called after their positions, edges
    after the moves; solve, draw --boards and all other commands read the file. A tree with too many
    nodes is refused, with an estimate of how many, before anything is written.

    \b
    Examples:
      treesolve tree tictactoe X.O/.X./..O --depth 2 --heuristic lines -o ttt.tree
      treesolve tree grundy 7 --root MIN --outcomes '1 1/2 0' -o nim7.tree
      treesolve tree simple-nim 10 --depth 3 --count choices --heuristic random --seed 3
      treesolve tree tictactoe --moves '5 1' --depth 2 --symmetric --heuristic lines
      treesolve tree grundy 7 --dag
      treesolve tree grundy 7 --dag -o nim7.dot
    """
    run = Run(language, options["output_path"], at_end=True)
    run.guard(lambda: _Unfolding(run, game, position, **options).write())
    run.finish()


class _Unfolding:
    """A run of the command: what is unfolded how, and where it goes."""

    def __init__(
        self,
        run: Run,
        name: str,
        position: str | None,
        *,
        form: str | None,
        output_path: str | None,
        dag: bool,
        **options: Any,
    ) -> None:
        self.run, self.name, self.path, self.dag = run, name, output_path, dag
        if form not in (None, "text") and not dag:
            raise usage_error(Problem("form-needs-dag", None, {"form": form}))
        self.form = chosen_format(form, output_path, SPACE_FORMS if dag else TREE_FORMS)
        self.options, self.limit = options, options["limit"]
        self.lecture, self.perspective = options["lecture"], _perspective(options["lecture"])
        self.game = asked_unfinished(name, position, options["moves"])
        self.look = self._look()

    def _look(self) -> "_Look":
        """What the options say of how to look at the game."""
        from treesolve.cli.seed import asked_seed
        from treesolve.games.depth_limit import Horizon
        from treesolve.games.evaluation import UNIT
        from treesolve.games.registry import RANDOM, scoring_for

        options = self.options
        if options["heuristic"] == RANDOM:
            options["seed"] = asked_seed(self.run, options["seed"])
        outcomes = options["outcomes"] or (UNIT if self.perspective == "unit" else None)
        with told_of("--heuristic"):
            scoring = scoring_for(type(self.game), options["heuristic"], options["seed"] or "", outcomes)
        horizon = Horizon(options["depth"], options["counting"], options["swing"])
        root = options["root"]
        flipped = root is not None and root.lower() != self.game.mover.value
        return _Look(self.game, scoring, horizon, flipped, options["symmetric"])

    def write(self) -> None:
        """Unfold, and write what came of it."""
        from treesolve.games.plugin import own_mistakes

        with own_mistakes():
            text = self._space() if self.dag else self._tree()
        if self.form == "text":
            with output(self.path) as file, self.run.progress.aside():
                file.write(text)
        else:
            with opened(self.path, self.form) as file:
                file.write(text)

    def _tree(self) -> str:
        from treesolve.games.expand import unfold
        from treesolve.games.lazy_tree import Budget, BudgetSpent
        from treesolve.notation.writer import write

        headers = {"title": self.title, "source": self._source(), "convention": self.lecture}
        positions = self.look.at(None, Budget(self.limit))
        try:
            tree = unfold(positions, named=not self.options["letters"], **headers)
        except BudgetSpent:
            raise InputError((self._too_large(),)) from None
        if positions.estimates and self.options["heuristic"] is None:
            self._remark("horizon-without-heuristic", {"count": positions.estimates})
        return write(tree)

    def _space(self) -> Any:
        """The state space in its form."""
        from treesolve.games.state_space import same_key, same_text, state_space
        from treesolve.pages.state_space import space_page, space_picture

        identity = same_key if self.look.symmetric else same_text
        space = state_space(self.look.at(), self.limit, identity)
        tree_size = space.tree_size
        if self.look.symmetric:
            tree_size = state_space(self.look.at(), LARGEST).tree_size
        language = self.run.language
        if self.form == "text":
            return space_page(space, self.title, tree_size, language)
        look = {"boards": self.options["boards"], "shapes": self.options["shapes"], "title": self.title}
        return space_picture(space, self.form, language, **look)

    @property
    def title(self) -> str:
        """The title asked for, or one that says what is unfolded."""
        from treesolve.pages.unfolding import title

        asked: str | None = self.options["title"]
        heuristic = self.options["heuristic"] if self.options["depth"] else None
        return asked or title(self.name, self.game, self.look.horizon, heuristic, self.run.language)

    def _source(self) -> str:
        """The command that makes the tree again."""
        options = self.options
        words = ["treesolve", "tree", self.name, self.game.show()]
        written: Mapping[str, Any] = {
            **{name: options[name] for name in ("depth", "heuristic", "seed", "swing")},
            "root": options["root"] or (options["moves"] and self.look.root.name),
            "count": options["counting"] if options["counting"] != "plies" else None,
            "outcomes": options["outcomes"] and " ".join(map(_number, options["outcomes"])),
        }
        for name, value in written.items():
            if value is not None:
                words += [f"--{name}", _number(value) if name == "swing" else str(value)]
        return shlex.join([*words, *(["--symmetric"] if options["symmetric"] else [])])

    def _too_large(self) -> Problem:
        """How large the tree would be, and what to do about it."""
        from treesolve.games.size_estimate import BEYOND, deepest_within, estimated_size
        from treesolve.pages.unfolding import about, grouped

        size = round(estimated_size(self.look.at()))
        facts: dict[str, object] = {
            "nodes": about(size),
            "beyond": size >= BEYOND,
            "limit": grouped(self.limit),
            "lift": "",
            "depth": 0,
        }
        lift = _generous(max(size, self.limit))
        if lift <= LARGEST:
            facts["lift"] = str(lift)
        fitting = deepest_within(self.look.at, self.look.horizon, self.limit)
        if fitting:
            facts["depth"], facts["fitting"] = fitting[0], grouped(fitting[1])
        return Problem("unfolding-too-large", None, {"fitting": "", **facts}, self.name)

    def _remark(self, code: str, facts: Mapping[str, object]) -> None:
        from treesolve.pages.problem import problem_sentence

        self.run.say([problem_sentence(Problem(code, None, facts), self.run.language)])


class _Look(NamedTuple):
    """How to look at a game: what makes positions of it."""

    game: "Game"
    scoring: "Scoring"
    horizon: "Horizon"
    flipped: bool
    symmetric: bool

    @property
    def root(self) -> "Kind":
        """Who moves first in the tree."""
        return self.game.mover.opponent if self.flipped else self.game.mover

    def at(self, horizon: "Horizon | None" = None, budget: "Budget | None" = None) -> "Positions":
        """The positions from where the game stands, down to a horizon, without one to their own."""
        from treesolve.games.lazy_tree import Positions

        given = horizon or self.horizon
        return Positions(self.game, self.scoring, given, flipped=self.flipped, symmetric=self.symmetric, budget=budget)


def _perspective(lecture: str | None) -> str | None:
    """Whose view values take under a convention that a header can hold. Raises a usage error where there is none."""
    from treesolve.cli.options import named_convention

    return named_convention(lecture).perspective if lecture is not None else None


def _number(value: Any) -> str:
    from treesolve.notation.number_text import write_number

    return write_number(value)


def _generous(size: int) -> int:
    """A round number that is greater by a fifth at least, as the size is an estimate."""
    step = int("1" + "0" * max(0, len(str(size)) - 2))
    return -(-size * 6 // (5 * step)) * step
