"""treesolve convert"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from treesolve.cli import option
from treesolve.cli.formatting import Conversion, notations
from treesolve.cli.forms import FormChoice, Forms, chosen_format
from treesolve.cli.marking import Marking, asked_key, asked_rubric
from treesolve.cli.output import check_output, opened, output
from treesolve.cli.run import Run, running, solution_of
from treesolve.cli.steering import Steering
from treesolve.cli.usage import usage_error
from treesolve.grading.exam import Exercise, Key
from treesolve.model.atomic_file import made_folder
from treesolve.model.convention import CONVENTIONS
from treesolve.model.input_file import Input
from treesolve.model.problem import InputError, Problem
from treesolve.runs.folder import plain_name
from treesolve.search.solution import Solution

if TYPE_CHECKING:
    from treesolve.exchange.quiz import Quiz


Written = TypeVar("Written")

SYSTEMS: Forms = {
    "moodle": (".xml",),
    "gradescope": (".zip",),
    "r-exams": (".rmd",),
    "canvas": (),
    "cs188": (".test", ".solution"),
}
"""The systems that exercises are written for, each with the ending of its files."""

_LECTURES = {"cs188": "cs188"}
"""The lecture of each system that marks by one of its own, whatever a tree says."""


class _Target(FormChoice):
    """A system, or a notation by the ending of its files; those are looked up when one is asked for."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> str:
        """The system or the ending without its dot. Raises a usage error for other words."""
        word = str(value).lower().removeprefix(".")
        return word if word in _notations() else super().convert(value, param, ctx)


def _notations() -> Forms:
    """The notations by the endings of their files, without those whose endings stand for a system."""
    systems = {ending for endings in SYSTEMS.values() for ending in endings}
    return {name: endings for name, endings in notations().items() if systems.isdisjoint(endings)}


@click.command("convert")
@option.files
@click.option(
    "--for",
    "system",
    type=_Target(SYSTEMS),
    help="The system that is to ask or mark the exercises, or a notation by its ending, such as dot. "
    "[default: by the ending of -o]",
)
@option.rubric
@option.convention
@option.language
@option.output("Write there, by the ending.", required=True)
@partial(running, at_end=True)
def command(
    run: Run,
    files: tuple[str, ...],
    system: str | None,
    output_path: str,
    rubric_path: str | None,
    lecture: str | None,
) -> None:
    """Write exercises as questions for a learning platform, or a tree in another notation.

    A FILE is a tree, or a key file with several exercises or variants; what is asked are the parts that have points.
    With -o quiz.xml they become questions for Moodle, with pictures, feedback and the points that grade gives; with -o
    autograder.zip an autograder for Gradescope; with -o FILE.Rmd an exercise for R/exams, which writes it for ILIAS,
    OpenOlat and others, and of the kind that Canvas takes with --for canvas. With -o FILE.test they become a test of
    CS188’s Pacman project, with -o FILE.solution what its autograder compares an agent with, and with --for cs188 both,
    and the CONFIG of their question where there is none; the lecture is cs188, which cuts on >, unless -c names
    another. Several of these go into a folder. With --rubric the points of parts are those in that file, and an
    autograder marks by all that it says.

    Any other ending of -o stands for a notation, in which one tree is written as “treesolve check --fix -o” writes it:
    Gambit (.efg), Graphviz (.dot), LaTeX (.tex) and what else treesolve list formats names; on standard output, and
    for several trees in a folder, it is the one that --for names.

    \b
    Examples:
      treesolve convert --example deep-cut -o quiz.xml
      treesolve convert variants/*.tree -o quiz.xml --language de
      treesolve convert key.json --for gradescope --rubric rubric.toml -o autograder.zip
      treesolve convert variants/*.tree --for r-exams -o exams
      treesolve convert variants/*.tree --for cs188 -o test_cases/q3
      treesolve convert --example deep-cut -o deep-cut.efg
      treesolve convert --example deep-cut --for dot -o - | dot -Tpng > deep-cut.png
    """
    form = chosen_format(system, output_path, {**SYSTEMS, **_notations()})
    if form not in SYSTEMS:
        if rubric_path:
            raise usage_error(Problem("rubric-for-notation", None, {"path": output_path}))
        run.each(files, Conversion(output_path, files, run, form=system).write)
        return
    check_output(output_path, files)
    rubric, steering = asked_rubric(rubric_path), Steering(lecture)
    key, solutions = asked_key(files, steering)
    _WRITERS[form](run, Marking(_with_lecture_of(form, key, steering), rubric, solutions), output_path)


def _with_lecture_of(system: str, key: Key, steering: Steering) -> Key:
    """The key, for a system that marks by a lecture of its own with that one, or as the option changes it."""
    if system not in _LECTURES:
        return key
    convention = steering.steer(CONVENTIONS[_LECTURES[system]])
    return key._replace(exercises=tuple(one._replace(convention=convention) for one in key.exercises))


def _written(
    run: Run, marking: Marking, write: Callable[[Exercise, "Solution | None"], Written]
) -> Iterator[tuple[int, Exercise, Written]]:
    """The exercises with their numbers, each as it is written; those that cannot be are told, and the others come."""
    run.progress.total = len(marking.key.exercises)
    for number, (exercise, solution) in enumerate(zip_longest(marking.key.exercises, marking.solutions), 1):
        try:
            found = write(exercise, solution)
        except InputError as error:
            run.tell(problem._replace(source=exercise.title) for problem in error.problems)
        else:
            yield number, exercise, found
        run.progress.done += 1


def _quizzes(run: Run, marking: Marking, write: Callable[["Quiz"], Written]) -> Iterator[tuple[int, Exercise, Written]]:
    """The exercises as quizzes, each written, by the points of the rubric; what a platform cannot ask is told."""
    from treesolve.exchange.quiz import quiz_by_rubric

    def written(exercise: Exercise, solution: Solution | None) -> Written:
        solved = solution or solution_of(exercise.tree, exercise.convention, Input(exercise.title, ""))
        found = quiz_by_rubric(exercise, solved, marking.rubric, run.language)
        if found.left_out:
            _tell_left_out(run, found)
        return write(found)

    return _written(run, marking, written)


def _tell_left_out(run: Run, quiz: "Quiz") -> None:
    facts = {"parts": ", ".join(map(run.sentences("practice.jinja").part, quiz.left_out))}
    run.remark(Problem("quiz-left-out", None, facts, quiz.exercise.title))


def _write_moodle(run: Run, marking: Marking, path: str) -> None:
    from treesolve.exchange.moodle_quiz import moodle_document, moodle_question

    questions = (question for _, _, question in _quizzes(run, marking, moodle_question))
    for first in islice(questions, 1):  # without any, no file is written
        with output(path, "json") as file:
            file.writelines(moodle_document(chain((first,), questions)))


def _write_autograder(run: Run, marking: Marking, path: str) -> None:
    from treesolve.exchange.autograder_zip import autograder

    content = autograder(marking.key, marking.rubric, run.language)
    with opened(path, "zip") as file:
        file.write(content)


def _write_rexams(run: Run, marking: Marking, path: str, *, choices_only: bool = False) -> None:
    """An exercise in a file, several in a folder, each called as it is."""
    from treesolve.exchange.rexams import rexams_document

    folder = _folder_of_several(marking.key, path)
    write = partial(rexams_document, choices_only=choices_only)
    for number, exercise, document in _quizzes(run, marking, write):
        _write_file(_path_in(folder, number, exercise, "Rmd") if folder else path, document)


def _write_agent_tests(run: Run, marking: Marking, path: str) -> None:
    """The test of an exercise, or its solution, by the ending; both of each exercise in a folder, with its CONFIG."""
    from treesolve.exchange.cs188_solution import agent_test, config

    ending = ".test" if path == "-" else Path(path).suffix.lower()
    folder = _folder_of_several(marking.key, path) or (None if ending else made_folder(path))
    count = 0
    for number, exercise, found in _written(run, marking, lambda exercise, _: agent_test(exercise)):
        count += 1
        if folder is None:
            _write_file(path, found.solution if ending == ".solution" else found.test)
        else:
            for kind, text in found._asdict().items():
                _write_file(_path_in(folder, number, exercise, kind), text)
    if folder and count and not (folder / "CONFIG").exists():
        _write_file(folder / "CONFIG", config(count))


def _path_in(folder: Path, number: int, exercise: Exercise, ending: str) -> Path:
    """The file of an exercise in a folder of several."""
    return folder / f"{number:03}-{plain_name(exercise.title)}.{ending}"


def _folder_of_several(key: Key, path: str) -> Path | None:
    """The folder for several exercises; None where there is one. Raises a usage error where it is to be one file."""
    count = len(key.exercises)
    if count < 2:
        return None
    if path == "-" or Path(path).suffix:
        raise usage_error(Problem("one-exercise-of-many", None, {"count": count, "path": path}))
    return made_folder(path)


def _write_file(path: str | Path, text: str) -> None:
    with output(str(path), "json") as file:
        file.write(text)


_WRITERS: Mapping[str, Callable[[Run, Marking, str], None]] = {
    "moodle": _write_moodle,
    "gradescope": _write_autograder,
    "r-exams": _write_rexams,
    "canvas": partial(_write_rexams, choices_only=True),
    "cs188": _write_agent_tests,
}
"""What writes exercises for each of the systems."""
