"""treesolve convert"""

from collections.abc import Callable, Mapping
from typing import Any

import click

from treesolve.cli.inputs import Input
from treesolve.cli.marking import exercises_in, solved
from treesolve.cli.options import FILES, Forms, Steering, chosen_format, convention_options, language_option
from treesolve.cli.output import FormChoice, check_output, output
from treesolve.cli.run import Run
from treesolve.grading.exercise import Exercise
from treesolve.search.solution import Solution

SYSTEMS: Forms = {"moodle": (".xml",)}
"""The systems that exercises are written for, each with the ending of its files."""

Solved = list[tuple[Exercise, Solution]]


@click.command("convert")
@click.argument("files", nargs=-1, required=True, type=FILES, metavar="FILE...")
@click.option(
    "--for",
    "system",
    type=FormChoice(SYSTEMS),
    help="The system that is to ask or mark the exercises. [default: by the ending of -o]",
)
@convention_options
@language_option
@click.option(
    "-o", "--output", "output_path", type=FILES, required=True, metavar="FILE", help="Write there, by the ending."
)
def command(files: tuple[str, ...], language: str, **options: Any) -> None:
    """Write exercises as questions for a learning platform, or a tree in another notation.

    A FILE is a tree, or a key file with several exercises or variants; what is asked are the parts that have points.
    With -o quiz.xml they become questions for Moodle, with pictures, feedback and the points that grade gives.

    Any other ending stands for a notation, in which one tree is written as “treesolve check --fix -o” writes it:
    Gambit (.efg), CS188 (.test), LaTeX (.tex) and what else treesolve list formats names.

    \b
    Examples:
      treesolve convert deep-cut.tree -o quiz.xml
      treesolve convert variants/*.tree -o quiz.xml --language de
      treesolve convert deep-cut.tree -o deep-cut.efg
    """
    run = Run(language, options["output_path"], at_end=True)
    run.guard(lambda: _convert(run, files, **options))
    run.finish()


def _convert(run: Run, files: tuple[str, ...], system: str | None, output_path: str, **options: Any) -> None:
    from treesolve.notation.foreign.carried import ENDINGS

    systems = {ending for endings in SYSTEMS.values() for ending in endings}
    notations = {name: (f".{name}",) for name in ("tree", *ENDINGS) if f".{name}" not in systems}
    form = chosen_format(system, output_path, {**SYSTEMS, **notations})
    if form not in SYSTEMS:
        from treesolve.cli.formatting import Conversion

        run.each(files, Conversion(output_path, files, run, quiet=False).write)
        return
    check_output(output_path, files)
    found = _solved_exercises(run, files, Steering(options, chance_cuts=True))
    if found:
        _WRITERS[form](run, found, output_path)


def _solved_exercises(run: Run, files: tuple[str, ...], steering: Steering) -> Solved:
    """The exercises of all files with their solutions; what is wrong with a file is told."""
    exercises: Solved = []

    def add(found: Input) -> None:
        here = exercises_in(found, steering)
        exercises.extend(zip(here, solved(here, found), strict=True))

    run.each(files, add)
    return exercises


def _write_moodle(run: Run, exercises: Solved, path: str) -> None:
    from treesolve.exchange.moodle_quiz import moodle_document
    from treesolve.exchange.quiz import quiz

    with output(path, "json") as file:
        file.writelines(moodle_document(quiz(one, solution, run.language) for one, solution in exercises))


_WRITERS: Mapping[str, Callable[[Run, Solved, str], None]] = {"moodle": _write_moodle}
"""What writes exercises for each of the systems."""
