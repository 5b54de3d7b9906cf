"""treesolve generate"""

from typing import TYPE_CHECKING, Any

import click

from treesolve.cli.options import (
    FILES,
    Steering,
    convention_options,
    language_option,
    missing_argument,
    output_option,
    read_by,
    usage_error,
)
from treesolve.cli.run import Run, error_of_file, new_seed, running, solution_of
from treesolve.cli.tree_writing import TreeWriting, tree_writing
from treesolve.model.input_file import Input, read_input
from treesolve.model.problem import InputError, Problem

if TYPE_CHECKING:
    from treesolve.exercises.generator import Generation
    from treesolve.exercises.generator_spec import Request
    from treesolve.model.tree import Tree


def _shape(written: str) -> Any:
    from treesolve.model.tree_shape import read_shape

    return read_shape(written)


def _values(written: str) -> Any:
    from treesolve.exercises.generator_spec import read_values

    return read_values(written)


def _players(written: str) -> Any:
    from treesolve.model.tree_shape import read_players

    return read_players(written)


def _chances(written: str) -> Any:
    from treesolve.exercises.chances import read_chances

    return read_chances(written)


def _wants(written: tuple[str, ...]) -> Any:
    from treesolve.exercises.want_text import read_wants

    return read_wants(written)


@click.command("generate")
@click.argument("shape", required=False, callback=read_by(_shape), metavar="[SHAPE]")
@language_option
@click.option(
    "--shape",
    "shape_option",
    metavar="SHAPE",
    callback=read_by(_shape),
    help="Children by depth: 3x2x3x2, or 2..3x1..3x2 with ranges.",
)
@click.option("--like", type=FILES, metavar="FILE", help="Make trees with the same shape and kind of solution as this.")
@click.option(
    "--values",
    metavar="LOW..HIGH",
    callback=read_by(_values),
    help="The leaves' values: 0..20, or 0..1/20 in twentieths.",
)
@click.option("--root", type=click.Choice(["MAX", "MIN"], case_sensitive=False), help="Who moves first. [default: MAX]")
@click.option(
    "--levels",
    metavar="PLAYERS",
    callback=read_by(_players),
    help="Who moves at each depth, over and over: 'MAX MIN MIN', 'MAX CHANCE MIN'. [default: players alternate]",
)
@click.option(
    "--chances",
    metavar="WEIGHTS",
    callback=read_by(_chances),
    help="The weights at every chance node: 1/2,1/4,1/4. [default: each draws short ones]",
)
@click.option(
    "--leaves",
    type=click.Choice(["distinct", "ties"]),
    help="All different, or some alike. [default: different where the values suffice]",
)
@click.option(
    "--want",
    "wants",
    metavar="WISH",
    multiple=True,
    callback=read_by(_wants),
    help="What trees have to be like; repeatable. “treesolve list wishes” lists all.",
)
@click.option("--count", type=click.IntRange(1), default=1, help="How many trees. [default: 1]")
@click.option("--seed", metavar="TEXT", help="The same seed gives the same trees. [default: a new one, which is told]")
@click.option("--effort", type=click.IntRange(1), help="Search so many trees for the next one, and then give up.")
@click.option("--table", is_flag=True, help="Tell how often each wish held.")
@click.option("--replace", is_flag=True, help="Write over files that are there already.")
@convention_options
@output_option(
    "Write 0001.tree, 0002.tree ... there; a single tree to FILE.tree; questions for Moodle to FILE.xml.", "FOLDER"
)
@running
def command(
    run: Run,
    shape: Any,
    shape_option: Any,
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
      treesolve generate --like exam2024.tree --count 30 --seed 7
      treesolve generate 3x3 --want pruned=2 --count 20 -o quiz.xml
    """
    request = _request_for_trees(shape=_only_shape(shape, shape_option), like=like, **asking)
    drawn = new_seed() if seed is None else None
    generation = _generation_of_request(request, seed or drawn or "", effort)
    if drawn is not None:
        run.note(Problem("seed-drawn", None, {"seed": drawn}))
    for remark in generation.remarks:
        run.note(remark)
    run.progress.total = count
    inputs = (like,) if like else ()
    writing = tree_writing(output_path, inputs, count, request, run.language, replace=replace)
    _write_trees(run, generation, count, writing)
    if table and not run.failed and generation.tally.wants:
        from treesolve.pages.generation import tally_table

        with run.laid_out():
            run.say([tally_table(generation.tally, run.language)])


def _only_shape(shape: Any, option: Any) -> Any:
    """The shape, as the argument or the option says it. Raises a usage error where both do."""
    if shape is not None and option is not None:
        raise usage_error(Problem("shape-twice", None, {"one": str(shape), "other": str(option)}))
    return shape or option


def _request_for_trees(
    lecture: str | None, root: str | None, like: str | None, levels: Any, chances: Any, **drawn: Any
) -> "Request":
    """What to generate. Raises a usage error where the options do not go together."""
    from treesolve.exercises.generator_spec import Request
    from treesolve.model.tree import Kind

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
        found = read_input(like)
        tree, convention = _tree_with_lecture(found, steering)
        return Request(like=tree, convention=convention, **drawn)
    kind = Kind.MIN if root and root.upper() == "MIN" else Kind.MAX
    return Request(root=kind, levels=levels or (), chances=chances or (), convention=steering.steer(), **drawn)


def _tree_with_lecture(found: Input, steering: Steering) -> "tuple[Tree, Any]":
    """A tree for others to be like, and its lecture. Raises InputError where it cannot be solved."""
    from treesolve.notation.reader import read

    tree = read(found.text, found.source)
    try:
        convention = steering.convention_for(tree, found)
        solution_of(tree, convention, found)
    except InputError as error:
        raise error_of_file(error, found.source) from None
    return tree, convention


def _generation_of_request(request: "Request", seed: str, effort: int | None) -> "Generation":
    from treesolve.exercises.generator import EFFORT, Generation

    try:
        return Generation(request, seed, effort or EFFORT)
    except InputError as error:
        raise usage_error(error.problems[0]) from None


def _write_trees(run: Run, generation: "Generation", count: int, writing: TreeWriting) -> None:
    from treesolve.exercises.tally import Rare

    found = iter(generation)
    try:
        for number in range(1, count + 1):
            writing.add(next(found), number)
            run.progress.done = number
    except Rare as rare:
        from treesolve.pages.generation import rare_report

        with run.laid_out():
            run.say([rare_report(rare, count, run.language)], failed=True)
    writing.finish()
