"""The command `treesolve generate`."""

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import click

from treesolve.authoring.chance_weights import read_chances
from treesolve.authoring.constraint import read_constraints
from treesolve.authoring.tree_generator import MAX_COUNT, NoTreeFound, TreeGenerator, request_notes
from treesolve.authoring.tree_request import TreeRequest
from treesolve.authoring.value_range import read_value_range
from treesolve.cli import option
from treesolve.cli.command_run import CommandRun, draw_seed, problems_from, running
from treesolve.cli.convention_option import ConventionOption, solution_of
from treesolve.cli.lecturer_defaults import default_points
from treesolve.cli.output import check_output, output
from treesolve.cli.usage_error import as_usage_error, missing_argument, parse_with, usage_error
from treesolve.grading.exercise import Exercise
from treesolve.integrations.moodle_quiz import moodle_document, moodle_question
from treesolve.integrations.quiz import quiz
from treesolve.model.atomic_file import make_folder
from treesolve.model.convention import Convention
from treesolve.model.input_file import MAX_TREE_BYTES, read_file, read_tree_argument, read_with
from treesolve.model.kind import Kind
from treesolve.model.problem import InputError, Problem, sanitize
from treesolve.model.tree import Tree
from treesolve.model.tree_shape import Shape, read_players, read_shape
from treesolve.notation.importers.format_capabilities import header_names
from treesolve.notation.reader import read
from treesolve.notation.writer import format_tree_line, write

_NumberedTrees = Iterator[tuple[int, Tree]]
"""Generated trees with their numbers, which start at 1."""


@click.command("generate")
@click.argument("shape", required=False, callback=parse_with(read_shape), metavar="[SHAPE]")
@option.language
@option.value(
    "--shape",
    "shape_option",
    of="SHAPE",
    read=read_shape,
    description="Children by depth: 3x2x3x2, or 2..3x1..3x2 with ranges.",
)
@option.file("--like", description="Tree whose shape, range of values and numbers of cuts to copy.")
@option.value(
    "--values",
    of="LOW..HIGH",
    read=read_value_range,
    description="The leaves' values: 0..20, or 0..1/20 in twentieths.",
)
@click.option("--root", type=click.Choice(["MAX", "MIN"], case_sensitive=False), help="Who moves first. [default: MAX]")
@option.value(
    "--levels",
    of="PLAYERS",
    read=read_players,
    description="Who moves at each depth, over and over: 'MAX MIN MIN', 'MAX CHANCE MIN', 'P1 P2 P3'. "
    "[default: players alternate]",
)
@option.value(
    "--chances",
    of="WEIGHTS",
    read=read_chances,
    description="The weights at every chance node: 1/2,1/4,1/4. [default: each draws short ones]",
)
@click.option(
    "--leaves",
    type=click.Choice(["distinct", "ties"]),
    help="All different, or some alike. [default: different where the values suffice]",
)
@option.value(
    "--want",
    "constraints",
    of="CONSTRAINT",
    read=read_constraints,
    multiple=True,
    description="Constraint on the trees; repeatable. See “treesolve list constraints”.",
)
@click.option("--count", type=click.IntRange(1, MAX_COUNT), default=1, help="Number of trees. [default: 1]")
@option.seed("The same seed gives the same trees.")
@click.option("--replace", is_flag=True, help="Write over files that are there already.")
@option.convention
@option.output(
    "Write 0001.tree, 0002.tree ... there; a single tree to FILE.tree; questions for Moodle to FILE.xml.", "FOLDER"
)
@running
def command(
    run: CommandRun,
    shape: Shape | None,
    shape_option: Shape | None,
    like: str | None,
    count: int,
    seed: str | None,
    replace: bool,
    output_path: str | None,
    **asking: Any,
) -> None:
    """Generate random trees that meet constraints: a number of pruned leaves, deep cuts, one best move ...

    SHAPE is the number of children at each depth; --shape accepts it as well. No two trees are equal, and every
    constraint is tested by the search that solve uses. Without -o one tree is printed as a tree file, several as one
    line each, or with blank lines between where they have headers. Constraints that contradict each other or the shape
    are rejected. If no tree is found in a fixed number of tries, the nearest one is reported.

    \b
    Examples:
      treesolve generate 3x3 --seed 7
      treesolve generate --shape 3x2x3x2 --values 0..20 --want pruned=5..8 --want deep-cut --count 10 -o trees/
      treesolve generate --shape 3x2x3x2 --want separates=all --convention aima
      treesolve generate --shape 2..3x2..3x0..2 --leaves ties --want lectures-differ=haw,cs188
      treesolve generate --shape 3x3 --want cuts=1 --want best=last
      treesolve generate --shape 3x2x2 --levels 'MAX MIN MIN' --want pruned=3
      treesolve generate --shape 2x2x2 --levels 'MAX CHANCE MIN' --chances 1/2,1/2 --want star1-cut
      treesolve generate 2x2x2 --levels 'P1 P2 P3' --want pruned=2 --want unique-play
      treesolve generate --like exam2024.tree --count 30 --seed 7
      treesolve generate 3x3 --want pruned=2 --count 20 -o quiz.xml
    """
    if shape is not None and shape_option is not None:
        raise usage_error(Problem("shape-twice", None, {"one": str(shape), "other": str(shape_option)}))
    request = _request_for_trees(shape=shape or shape_option, like=like, **asking)
    seed_text = draw_seed() if seed is None else seed
    with as_usage_error():
        generator = TreeGenerator(request, seed_text)
    if seed is None:
        run.note(Problem("seed-drawn", None, {"seed": seed_text}))
    for remark in request_notes(generator.request):
        run.note(remark)
    run.progress.total = count
    inputs = (like,) if like else ()
    trees = _trees_found(run, generator, count)
    if output_path and output_path.lower().endswith(".xml"):
        _check_file(output_path, inputs, replace=replace)
        _write_questions(output_path, request.convention, run.language, trees)
    else:
        _write_trees(output_path, count, inputs, trees, replace=replace)


def _request_for_trees(
    convention: str | None, root: str | None, like: str | None, levels: Any, chances: Any, **request_fields: Any
) -> TreeRequest:
    """Return the request that the options describe. Raises a usage error if they are incompatible."""
    if like is None and request_fields["shape"] is None:
        raise missing_argument()
    if like is not None and request_fields["shape"] is not None:
        raise usage_error(Problem("shape-or-like"))
    if like is not None and (root or levels or chances):
        raise usage_error(Problem("root-of-like"))
    if root and levels:
        raise usage_error(Problem("root-and-levels"))
    convention_option = ConventionOption(convention)
    if like is not None:
        return _request_for_trees_like(like, convention_option, request_fields)
    kind = Kind.MIN if root and root.upper() == "MIN" else Kind.MAX
    request = TreeRequest(
        root=kind, levels=levels or (), chances=chances or (), convention=convention_option.resolve(), **request_fields
    )
    if not request.payoffs:
        return request
    if convention is not None:
        raise usage_error(Problem("payoffs-only-maxn"))
    return request.by_max_n()


def _request_for_trees_like(
    path: str, convention_option: ConventionOption, request_fields: Mapping[str, Any]
) -> TreeRequest:
    """Return a request for trees like the tree in a file. Raises InputError if that tree cannot be solved."""
    found = read_tree_argument(path)
    tree = read(found.text, found.source)
    with problems_from(found.source):
        convention = convention_option.convention_for(tree, found)
        solution_of(tree, convention, found)
    return TreeRequest(like=tree, convention=convention, **request_fields)


def _trees_found(run: CommandRun, generator: TreeGenerator, count: int) -> _NumberedTrees:
    """Yield up to `count` generated trees with their numbers, and report if fewer were found."""
    trees = iter(generator)
    try:
        for number in range(1, count + 1):
            yield number, next(trees)
            run.progress.step()
    except NoTreeFound as error:
        run.print_problems([Problem("no-tree-found", None, {"asked": count, **error.facts}, "treesolve generate")])


def _write_trees(
    path: str | None, count: int, inputs: tuple[str, ...], trees: _NumberedTrees, *, replace: bool
) -> None:
    """Write `count` trees to stdout, a file or a folder. Existing files are replaced only if `replace` is true.

    Raises a usage error if several trees would be written to one file, and InputError if a file exists or cannot be
    written.
    """
    if path is None or path == "-":
        _write_to_terminal(trees, is_single=count == 1)
    elif not path.lower().endswith(".tree"):
        _write_into_folder(path, count, inputs, trees, replace=replace)
    elif count > 1:
        raise usage_error(Problem("one-tree-of-many", None, {"count": count}))
    else:
        _check_file(path, inputs, replace=replace)
        for _, tree in trees:
            with output(path) as file:
                file.write(write(tree))


def _write_to_terminal(trees: _NumberedTrees, *, is_single: bool) -> None:
    """Write trees to stdout.

    A single tree is written like a tree file. Several trees are written one per line; trees with headers are separated
    by blank lines instead.
    """
    for number, tree in trees:
        on_one_line = not is_single and not header_names(tree)
        with output(None, "tree") as file:
            file.write(format_tree_line(tree) + "\n" if on_one_line else "\n" * (number > 1) + write(tree))


def _write_into_folder(path: str, count: int, inputs: tuple[str, ...], trees: _NumberedTrees, *, replace: bool) -> None:
    """Write trees to numbered files in a folder, each file atomically.

    If the folder already holds the first of these trees, from an interrupted run, the run continues after them. Raises
    InputError, before writing a new file, if existing files differ.
    """
    folder, digits, existing_count = Path(path), max(4, len(str(count))), 0
    if folder.exists() and not folder.is_dir():
        raise InputError((Problem("generated-folder", None, {}, str(folder)),))

    def name_of(number: int) -> Path:
        return folder / f"{number:0{digits}d}.tree"

    for number in range(1, count + 1):
        check_output(str(name_of(number)), inputs)
        if not replace and name_of(number).exists():
            existing_count += 1
            if number != existing_count:
                raise InputError((Problem("generated-there", None, {}, str(name_of(number))),))
    make_folder(path)
    for number, tree in trees:
        text = sanitize(write(tree))
        if number > existing_count:
            with output(str(name_of(number))) as file:
                file.write(text)
        elif read_with(lambda path: read_file(path, MAX_TREE_BYTES), name_of(number)) != text.encode():
            raise InputError((Problem("generated-there", None, {}, str(name_of(number))),))


def _check_file(path: str, inputs: tuple[str, ...], *, replace: bool) -> None:
    """Raise InputError if the path is an input file, or an existing file that must not be replaced."""
    check_output(path, inputs)
    if Path(path).is_file() and not replace:
        raise InputError((Problem("generated-there", None, {}, path),))


def _write_questions(path: str, convention: Convention, language: str, trees: _NumberedTrees) -> None:
    """Write the trees as Moodle questions. They are variants of one exercise, which is named after the file."""
    name = Path(path).stem
    exercises = [Exercise(name, tree, convention, default_points(tree), f"{number:04}") for number, tree in trees]
    if exercises:
        with output(path, "json") as file:
            quizzes = (quiz(one, None, language) for one in exercises)
            file.writelines(moodle_document(map(moodle_question, quizzes)))
