"""treesolve generate"""

from typing import TYPE_CHECKING, Any

import click

from treesolve.cli.inputs import Input, read_input
from treesolve.cli.options import (
    FILES,
    Steering,
    bad_parameter,
    convention_options,
    language_option,
    usage_error,
)
from treesolve.cli.run import Run, solution_of
from treesolve.cli.seed import new_seed, tell_seed
from treesolve.cli.tree_writing import Asking, TreeWriting, tree_writing
from treesolve.model.problem import InputError, Problem

if TYPE_CHECKING:
    from treesolve.exercises.generator import Generation
    from treesolve.exercises.generator_spec import Request
    from treesolve.model.tree import Tree


def _read_option(_ctx: click.Context, param: click.Parameter, written: str | None) -> Any:
    """What an option says, read by what reads it; the signature is click's."""
    if written is None:
        return None
    from treesolve.exercises.chances import read_chances
    from treesolve.exercises.generator_spec import read_values
    from treesolve.model.tree_shape import read_players, read_shape

    readers: dict[str, Any] = {
        "shape": read_shape,
        "shape_option": read_shape,
        "values": read_values,
        "levels": read_players,
        "chances": read_chances,
    }
    try:
        return readers[str(param.name)](written)
    except InputError as error:
        raise bad_parameter(error.problems[0], _option_as_typed(param)) from None


def _option_as_typed(param: click.Parameter) -> str:
    """An option as it is typed, or what an argument stands for."""
    return str(param.opts[0]) if isinstance(param, click.Option) else str(param.name).upper()


def _read_wants(_ctx: click.Context, _param: click.Parameter, written: tuple[str, ...]) -> Any:
    """The wishes of all --want; the signature is click's."""
    if not written:
        return ()
    from treesolve.exercises.want_text import read_wants

    try:
        return read_wants(written)
    except InputError as error:
        raise bad_parameter(error.problems[0], "--want") from None


@click.command("generate")
@click.argument("shape", required=False, callback=_read_option, metavar="[SHAPE]")
@language_option
@click.option(
    "--shape",
    "shape_option",
    metavar="SHAPE",
    callback=_read_option,
    help="Children by depth: 3x2x3x2, or 2..3x1..3x2 with ranges.",
)
@click.option("--like", type=FILES, metavar="FILE", help="Make trees with the same shape and kind of solution as this.")
@click.option(
    "--values", metavar="LOW..HIGH", callback=_read_option, help="The leaves' values: 0..20, or 0..1/20 in twentieths."
)
@click.option("--root", type=click.Choice(["MAX", "MIN"], case_sensitive=False), help="Who moves first. [default: MAX]")
@click.option(
    "--levels",
    metavar="PLAYERS",
    callback=_read_option,
    help="Who moves at each depth, over and over: 'MAX MIN MIN', 'MAX CHANCE MIN'. [default: players alternate]",
)
@click.option(
    "--chances",
    metavar="WEIGHTS",
    callback=_read_option,
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
    callback=_read_wants,
    help="What trees have to be like; repeatable. “treesolve list wishes” lists all.",
)
@click.option("--count", type=click.IntRange(1), default=1, help="How many trees. [default: 1]")
@click.option("--seed", metavar="TEXT", help="The same seed gives the same trees. [default: a new one, which is told]")
@click.option("--effort", type=click.IntRange(1), help="Search so many trees for the next one, and then give up.")
@click.option("--table", is_flag=True, help="Tell how often each wish held.")
@click.option("--replace", is_flag=True, help="Write over files that are there already.")
@convention_options
@click.option(
    "-o",
    "--output",
    "output_path",
    type=FILES,
    metavar="FOLDER",
    help="Write 0001.tree, 0002.tree ... there; a single tree to FILE.tree; questions for Moodle to FILE.xml.",
)
def command(language: str, count: int, output_path: str | None, table: bool, replace: bool, **options: Any) -> None:
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
    run = Run(language, output_path)
    run.guard(lambda: _generate_trees(run, count, output_path, table=table, replace=replace, **options))
    run.finish()


def _generate_trees(
    run: Run,
    count: int,
    output_path: str | None,
    *,
    table: bool,
    replace: bool,
    seed: str | None,
    effort: int | None,
    like: str | None,
    **options: Any,
) -> None:
    drawn = {name: options.pop(name) for name in ("shape", "values", "leaves", "wants")}
    option = options.pop("shape_option")
    if option is not None and drawn["shape"] is not None:
        raise usage_error(Problem("shape-twice", None, {"one": str(drawn["shape"]), "other": str(option)}))
    drawn["shape"] = drawn["shape"] or option
    root, levels, chances = options.pop("root"), options.pop("levels"), options.pop("chances")
    steering = Steering(options)
    if like is None and drawn["shape"] is None:
        from treesolve.cli.mistakes import error_about_missing_argument

        raise error_about_missing_argument(click.get_current_context()) or usage_error(Problem("shape-or-like"))
    if like is not None and drawn["shape"] is not None:
        raise usage_error(Problem("shape-or-like"))
    if like is not None and (root or levels or chances):
        raise usage_error(Problem("root-of-like"))
    if root and levels:
        raise usage_error(Problem("root-and-levels"))
    request = _request_for_trees(steering, like, root, drawn | {"levels": levels or (), "chances": chances or ()})
    given, seed = seed, new_seed() if seed is None else seed
    generation = _generation_of_request(request, seed, effort)
    if given is None:
        tell_seed(run, seed)
    for remark in generation.remarks:
        run.say([_sentence_of_problem(run, remark)])
    run.progress.total = count
    asking = Asking(run.language, request.convention)
    writing = tree_writing(output_path, count, (like,) if like else (), asking, replace=replace)
    writing.check()
    _write_trees(run, generation, count, writing)
    if table and not run.failed and generation.tally.wants:
        from treesolve.pages.generation import tally_table

        with run.laid_out():
            run.say([tally_table(generation.tally, run.language)])


def _request_for_trees(steering: Steering, like: str | None, root: str | None, drawn: dict[str, Any]) -> "Request":
    from treesolve.exercises.generator_spec import Request
    from treesolve.model.tree import Kind

    if like is None:
        kind = Kind.MIN if root and root.upper() == "MIN" else Kind.MAX
        return Request(root=kind, convention=steering.steer(), **drawn)
    from treesolve.notation.reader import read

    found = read_input(like)
    tree = read(found.text, found.source)
    convention = _lecture_that_solves_tree(steering, tree, found)
    return Request(like=tree, convention=convention, **drawn)


def _lecture_that_solves_tree(steering: Steering, tree: "Tree", found: Input) -> Any:
    """The lecture for a tree to be like. Raises InputError where it cannot be solved."""
    try:
        convention = steering.convention_for(tree, found)
        solution_of(tree, convention, found)
    except InputError as error:
        raise InputError(tuple(problem._replace(source=found.source) for problem in error.problems)) from None
    return convention


def _generation_of_request(request: "Request", seed: str, effort: int | None) -> "Generation":
    from treesolve.exercises.generator import EFFORT, Generation

    try:
        return Generation(request, seed, effort or EFFORT)
    except InputError as error:
        raise usage_error(error.problems[0]) from None


def _sentence_of_problem(run: Run, problem: Problem) -> str:
    from treesolve.pages.problem import problem_sentence

    return problem_sentence(problem, run.language)


def _write_trees(run: Run, generation: "Generation", count: int, writing: "TreeWriting") -> None:
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
