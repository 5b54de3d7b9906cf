"""treesolve generate"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import click

from treesolve.cli import option
from treesolve.cli.run import Run, new_seed, running, solution_of, told_of
from treesolve.cli.steering import Steering
from treesolve.cli.tree_writing import TreeWriting, tree_writing
from treesolve.cli.usage import missing_argument, read_by, usage_error
from treesolve.exercises.chances import read_chances
from treesolve.exercises.generator_spec import Request, read_sum, read_values
from treesolve.exercises.tally import Rare
from treesolve.exercises.want import read_wants
from treesolve.model.input_file import read_input
from treesolve.model.optional import loaded
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Kind
from treesolve.model.tree_shape import Shape, read_players, read_shape
from treesolve.notation.reader import read
from treesolve.pages.generation import tally_table

if TYPE_CHECKING:
    from treesolve.exercises.generator import Generation


@click.command("generate")
@click.argument("shape", required=False, callback=read_by(read_shape), metavar="[SHAPE]")
@option.language
@option.value(
    "--shape",
    "shape_option",
    of="SHAPE",
    read=read_shape,
    told="Children by depth: 3x2x3x2, or 2..3x1..3x2 with ranges.",
)
@option.file("--like", told="Make trees with the same shape and kind of solution as this.")
@option.value("--values", of="LOW..HIGH", read=read_values, told="The leaves' values: 0..20, or 0..1/20 in twentieths.")
@click.option("--root", type=click.Choice(["MAX", "MIN"], case_sensitive=False), help="Who moves first. [default: MAX]")
@option.value(
    "--levels",
    of="PLAYERS",
    read=read_players,
    told="Who moves at each depth, over and over: 'MAX MIN MIN', 'MAX CHANCE MIN', 'P1 P2 P3'. "
    "[default: players alternate]",
)
@option.value("--sum", of="SUM", read=read_sum, told="What the payoffs of several players come to at every leaf.")
@option.value(
    "--chances",
    of="WEIGHTS",
    read=read_chances,
    told="The weights at every chance node: 1/2,1/4,1/4. [default: each draws short ones]",
)
@click.option(
    "--leaves",
    type=click.Choice(["distinct", "ties"]),
    help="All different, or some alike. [default: different where the values suffice]",
)
@option.value(
    "--want",
    "wants",
    of="WISH",
    read=read_wants,
    multiple=True,
    told="What trees have to be like; repeatable. “treesolve list wishes” lists all.",
)
@click.option("--count", type=click.IntRange(1), default=1, help="How many trees. [default: 1]")
@option.seed("The same seed gives the same trees.")
@click.option("--effort", type=click.IntRange(1), help="Search so many trees for the next one, and then give up.")
@click.option("--table", is_flag=True, help="Tell how often each wish held.")
@click.option("--replace", is_flag=True, help="Write over files that are there already.")
@option.convention
@option.output(
    "Write 0001.tree, 0002.tree ... there; a single tree to FILE.tree; questions for Moodle to FILE.xml.", "FOLDER"
)
@running
def command(
    run: Run,
    shape: Shape | None,
    shape_option: Shape | None,
    like: str | None,
    count: int,
    seed: str | None,
    effort: int | None,
    table: bool,
    replace: bool,
    output_path: str | None,
    **asking: Any,
) -> None:
    """Make random trees to measure: with so many pruned leaves, deep cuts, one best move ...

    SHAPE is the number of children at each depth; it can stand behind --shape, too. No two trees are equal, and every
    wish is tested by the search that solve uses. Without -o one tree is printed as a tree file, several as one line
    each, or with blank lines between where they have headers. Wishes that contradict each other are refused; what is
    impossible otherwise, or too rare to be found, ends with a table of how often each wish held, what excludes what,
    and the nearest tree.

    \b
    Examples:
      treesolve generate 3x3 --seed 7
      treesolve generate --shape 3x2x3x2 --values 0..20 --want pruned=5..8 --want deep-cut --count 10 -o trees/
      treesolve generate --shape 3x2x3x2 --want separates=all --convention aima
      treesolve generate --shape 2..3x2..3x0..2 --leaves ties --want lectures-differ=haw,cs188
      treesolve generate --shape 3x3 --want difficulty=60%..80% --want best=last --table
      treesolve generate --shape 3x2x2 --levels 'MAX MIN MIN' --want pruned=3
      treesolve generate --shape 2x2x2 --levels 'MAX CHANCE MIN' --chances 1/2,1/2 --want star1-cut
      treesolve generate 2x2x2 --levels 'P1 P2 P3' --want pruned=2 --want unique-play
      treesolve generate --like exam2024.tree --count 30 --seed 7
      treesolve generate 3x3 --want pruned=2 --count 20 -o quiz.xml
    """
    if shape is not None and shape_option is not None:
        raise usage_error(Problem("shape-twice", None, {"one": str(shape), "other": str(shape_option)}))
    from treesolve.exercises.feasibility import remarks

    request = _request_for_trees(shape=shape or shape_option, like=like, **asking)
    chosen = new_seed() if seed is None else seed
    generation = _generation_of_request(request, chosen, effort)
    if seed is None:
        run.note(Problem("seed-drawn", None, {"seed": chosen}))
    for remark in remarks(generation.request):
        run.note(remark)
    run.progress.total = count
    inputs = (like,) if like else ()
    writing = tree_writing(output_path, inputs, count, request, run.language, replace=replace)
    _write_trees(run, generation, count, writing)
    if table and not run.failed and generation.tally.wants:
        run.say([tally_table(generation.tally, run.language)])


def _request_for_trees(
    lecture: str | None, root: str | None, like: str | None, levels: Any, chances: Any, **drawn: Any
) -> Request:
    """What to generate. Raises a usage error where the options do not go together."""
    if like is None and drawn["shape"] is None:
        raise missing_argument()
    if like is not None and drawn["shape"] is not None:
        raise usage_error(Problem("shape-or-like"))
    if like is not None and (root or levels or chances):
        raise usage_error(Problem("root-of-like"))
    if root and levels:
        raise usage_error(Problem("root-and-levels"))
    steering = Steering(lecture)
    if like is not None:
        return _request_for_trees_like(like, steering, drawn)
    kind = Kind.MIN if root and root.upper() == "MIN" else Kind.MAX
    request = Request(root=kind, levels=levels or (), chances=chances or (), convention=steering.steer(), **drawn)
    if not request.payoffs:
        return request
    if lecture is not None:
        raise usage_error(Problem("payoffs-only-maxn"))
    return request.by_max_n()


def _request_for_trees_like(path: str, steering: Steering, drawn: Mapping[str, Any]) -> Request:
    """A request for trees like the one in a file, by its lecture. Raises InputError where it cannot be solved."""
    found = read_input(path)
    tree = read(found.text, found.source)
    with told_of(found.source):
        convention = steering.convention_for(tree, found)
        solution_of(tree, convention, found)
    return Request(like=tree, convention=convention, **drawn)


def _generation_of_request(request: Request, seed: str, effort: int | None) -> "Generation":
    from treesolve.exercises.generator import EFFORT, Generation

    if request.is_searched:
        loaded("numpy")
    try:
        return Generation(request, seed, effort or EFFORT)
    except InputError as error:
        raise usage_error(error.problems[0]) from None


def _write_trees(run: Run, generation: "Generation", count: int, writing: TreeWriting) -> None:
    found = iter(generation)
    try:
        for number in range(1, count + 1):
            writing.add(next(found), number)
            run.progress.done = number
    except Rare as rare:
        from treesolve.pages.generation import rare_report

        run.say([rare_report(rare, count, run.language)], failed=True)
    writing.finish()
