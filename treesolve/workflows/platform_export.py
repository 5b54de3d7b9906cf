"""Conversion of exercises for learning platforms, and of trees into other notations."""

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import zip_longest
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from treesolve.grading.exam import Key
from treesolve.grading.exercise import Exercise
from treesolve.grading.rubric import Rubric
from treesolve.integrations.autograder_zip import build_autograder_zip
from treesolve.integrations.cs188_solution import agent_test, config
from treesolve.integrations.moodle_quiz import QUESTION_TAG, moodle_document, moodle_question
from treesolve.integrations.quiz import Quiz, quiz_by_rubric
from treesolve.integrations.rexams import rexams_document
from treesolve.model.atomic_file import check_no_exercises_lost, make_folder
from treesolve.model.convention import CONVENTIONS
from treesolve.model.input_file import STDIN
from treesolve.model.problem import InputError, Problem
from treesolve.model.resources import languages
from treesolve.model.tree import Tree
from treesolve.notation.importers.format_capabilities import FORMATS_BY_EXTENSION, header_names, write
from treesolve.rendering.python_arguments import refusal, solved, tree_argument
from treesolve.rendering.saving import chosen
from treesolve.rendering.template_environment import words
from treesolve.search.solution import Solution
from treesolve.workflows.class_report import load_key, load_rubric
from treesolve.workflows.key_builder import Solutions, joined_key
from treesolve.workflows.page_folder import distinct_names, plain_name, write_file

if TYPE_CHECKING:
    from treesolve.rendering.python_arguments import ConventionLike, TreeLike


@dataclass(frozen=True)
class Conversion:
    """Converted exercises. `files` maps each file name to its content, which is text or bytes.

    `problems` are the messages about omitted exercises and parts, in the form in which the command line prints them.
    """

    files: Mapping[str, str | bytes]
    problems: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Conversion: {', '.join(self.files)}>"

    def save(self, path: "str | Path") -> Path:
        """Write the file with the extension of the path, or all files to a folder if the path has no extension.

        Return the path. Raises InputError if no file or more than one has the extension, if writing fails, or if
        exercises were omitted and the existing file has more questions.
        """
        destination = Path(path)
        if not destination.suffix or destination.is_dir():
            for name, content in self.files.items():
                write_file(make_folder(str(destination)) / name, content)
            return destination
        fitting = [name for name in self.files if Path(name).suffix.lower() == destination.suffix.lower()]
        if len(fitting) > 1:
            raise InputError((Problem("one-exercise-of-many", None, {"path": str(path), "count": len(fitting)}),))
        if not fitting:
            known = ", ".join(dict.fromkeys(Path(name).suffix for name in self.files))
            facts = {"ending": destination.suffix, "known": known, "thing": "Conversion"}
            raise InputError((Problem("save-ending", None, facts, str(path)),))
        if self.problems:
            check_no_exercises_lost(destination, self.files[fitting[0]], QUESTION_TAG)
        write_file(destination, self.files[fitting[0]])
        return destination


def convert(
    *exercises: "TreeLike",
    to: str,
    rubric: "os.PathLike[str] | None" = None,
    convention: "ConventionLike" = None,
    language: str = "en",
) -> Conversion:
    """Convert exercises to questions for a learning platform, or trees to another notation.

    `to` is "moodle", "gradescope", "r-exams", "canvas" or "cs188", or the file extension of a notation. An exercise is
    a tree, or the Path of a key file with several exercises; a `rubric` sets the points of the parts. Exercises that
    cannot be converted are listed in the `problems` of the result. Raises InputError if nothing can be converted.
    Source: docs/questions.md.

    >>> from treesolve import convert
    >>> convert("((6 5) (2 9))", to="moodle")
    <Conversion: quiz.xml>
    """
    chosen("language", language, languages())
    target, marked_by = chosen("to", to, (*WRITERS, *FORMATS_BY_EXTENSION)), load_rubric(rubric)
    if not exercises:
        raise refusal("argument-no-tree", exercises)
    if target in FORMATS_BY_EXTENSION:
        return _in_notation(exercises, target)
    left_out = dict[int, InputError]()
    key = _key_of_several(exercises, _convention_for_system(target, convention), left_out)
    problems = [problem for error in left_out.values() for problem in error.problems]
    if problems and target == "gradescope":
        raise InputError(tuple(problems))
    files = dict(WRITERS[target](ConversionRequest(key, marked_by, language, problems.extend, left_out=left_out)))
    if not files:
        raise InputError(tuple(problems))
    return Conversion(MappingProxyType(files), tuple(map(str, problems)))


def _in_notation(trees: Sequence[Any], ending: str) -> Conversion:
    """Return the trees in another notation, with a problem for each header that this notation cannot express."""
    texts, problems = list[tuple[Tree, str, str]](), list[Problem]()
    for number, what in enumerate(trees, 1):
        try:
            tree = tree_argument(what)
            texts.append((tree, _name_of_tree(tree, number), write(tree, ending)))
        except InputError as error:
            problems += error.problems
    if not texts:
        raise InputError(tuple(problems))
    names = [f"{name}.{ending}" for name in distinct_names(name for _, name, _ in texts)]
    for (tree, *_), path in zip(texts, names, strict=True):
        if headers := header_names(tree):
            facts = {"headers": ", ".join(headers), "path": path}
            problems.append(Problem("headers-left-out", None, facts, tree.origin.source))
    files = dict(zip(names, (text for *_, text in texts), strict=True))
    return Conversion(MappingProxyType(files), tuple(map(str, problems)))


def _name_of_tree(tree: Tree, number: int) -> str:
    return plain_name(Path(tree.origin.source).stem) if tree.origin.source != STDIN else f"tree-{number}"


def _convention_for_system(system: str, requested: Any) -> Any:
    """Return the requested convention.

    For a system with a fixed convention, requested rules are applied to the fixed convention.
    """
    if system in SYSTEM_CONVENTIONS and (requested is None or str(requested).startswith(":")):
        return SYSTEM_CONVENTIONS[system].id + str(requested or "")
    return requested


def _key_of_several(exercises: Sequence[Any], convention: Any, left_out: dict[int, InputError]) -> Key:
    """Return a single key with all exercises. The names of exercises that are not from files end with their number.

    The error of an invalid exercise is stored in `left_out`, under the number that the exercise would have.
    """
    if len(exercises) == 1:
        return load_key(exercises[0], convention)[0]

    def key_of(numbered: tuple[int, Any]) -> tuple[Key, Solutions]:
        number, what = numbered
        key, solutions = load_key(what, convention)
        if isinstance(what, os.PathLike):
            return key, solutions
        return Key(tuple(one._replace(name=f"{one.name} {number}") for one in key.exercises)), solutions

    names = (str(Path(what)) if isinstance(what, os.PathLike) else STDIN for what in exercises)
    return joined_key(zip(names, enumerate(exercises, 1), strict=True), key_of, left_out)[0]


Content = TypeVar("Content")
Files = Iterator[tuple[str, str | bytes]]

CONFIG = "CONFIG"
"""Name of a file that the CS188 project requires in the same folder as the tests of a question."""


class ConversionRequest(NamedTuple):
    """A request to convert the exercises of a key, with the points of a rubric.

    `tell` is called with problems as they occur, and `is_done` after each exercise. `solutions` may hold solutions that
    are already computed. `left_out` holds the numbers of unreadable exercises; the exercises in the key have the
    remaining numbers.
    """

    key: Key
    rubric: Rubric
    language: str
    tell: Callable[[Iterable[Problem]], None]
    solutions: Iterable[Solution] = ()
    is_done: Callable[[], None] = lambda: None
    left_out: Collection[int] = ()

    @property
    def total(self) -> int:
        """Number of exercises, including those that could not be read."""
        return len(self.key.exercises) + len(self.left_out)

    def each(
        self, convert: Callable[[Exercise, Solution | None], Content], *, are_several: bool = False
    ) -> Iterator[tuple[str, Content]]:
        """Yield a file name and the converted content for each exercise.

        If there are several exercises, the file names start with a number. Exercises that cannot be converted are
        reported and skipped.
        """
        numbers = [number for number in range(1, self.total + 1) if number not in self.left_out]
        for number, exercise, solution in zip_longest(numbers, self.key.exercises, self.solutions):
            several = f"{number:03}-" if are_several or self.total > 1 else ""
            try:
                found = convert(exercise, solution)
            except InputError as error:
                self.tell([problem._replace(source=exercise.title) for problem in error.problems])
            else:
                yield several + plain_name(exercise.title), found
            self.is_done()

    def quizzes(self, write: Callable[[Quiz], Content]) -> Iterator[tuple[str, Content]]:
        """Yield a file name and the serialized quiz for each exercise.

        Parts that no quiz field can represent are reported.
        """

        def serialize(exercise: Exercise, solution: Solution | None) -> Content:
            known = solution or solved(exercise.tree, exercise.convention)
            found = quiz_by_rubric(exercise, known, self.rubric, self.language)
            if found.left_out:
                parts = ", ".join(map(words(self.language, "practice.jinja").part, found.left_out))
                self.tell([Problem("quiz-left-out", None, {"parts": parts}, exercise.title)])
            return write(found)

        return self.each(serialize)


def _moodle(request: ConversionRequest) -> Files:
    questions = [question for _, question in request.quizzes(moodle_question)]
    if questions:
        yield "quiz.xml", "".join(moodle_document(questions))


def _gradescope(request: ConversionRequest) -> Files:
    yield "autograder.zip", build_autograder_zip(request.key, request.rubric, request.language)


def _rexams(request: ConversionRequest, *, choices_only: bool = False) -> Files:
    for name, text in request.quizzes(partial(rexams_document, choices_only=choices_only)):
        yield f"{name}.Rmd", text


def _agent_tests(request: ConversionRequest) -> Files:
    count = 0
    for name, found in request.each(lambda exercise, _: agent_test(exercise), are_several=True):
        count += 1
        yield from ((f"{name}.{kind}", text) for kind, text in found._asdict().items())
    if count:
        yield CONFIG, config(count)


WRITERS: Mapping[str, Callable[[ConversionRequest], Files]] = {
    "moodle": _moodle,
    "gradescope": _gradescope,
    "r-exams": _rexams,
    "canvas": partial(_rexams, choices_only=True),
    "cs188": _agent_tests,
}
"""Functions that generate the files for each system, as pairs of name and content."""

SYSTEM_CONVENTIONS = {"cs188": CONVENTIONS["cs188"]}
"""Systems that always grade by the same convention, which overrides the convention of the tree."""
