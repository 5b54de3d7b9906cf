"""Exercises as other systems take them, for programs of one's own."""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from treesolve.exchange.autograder_zip import autograder
from treesolve.exchange.cs188_solution import agent_test
from treesolve.exchange.moodle_quiz import moodle_document, moodle_question
from treesolve.exchange.quiz import Quiz, quiz_by_rubric
from treesolve.exchange.rexams import rexams_document
from treesolve.grading.exam import Exercise, Key
from treesolve.grading.rubric import Rubric
from treesolve.model.atomic_file import made_folder, whole_file
from treesolve.model.convention import CONVENTIONS
from treesolve.model.input_file import STDIN
from treesolve.model.problem import InputError, Problem
from treesolve.model.resources import languages
from treesolve.notation.convention_expression import read_expression
from treesolve.notation.foreign.carried import ENDINGS, headers_of, write
from treesolve.pages.arguments import asked_tree, refusal, solved
from treesolve.pages.environment import words
from treesolve.pages.saving import chosen
from treesolve.pages.solved import Tree
from treesolve.runs.folder import plain_name
from treesolve.runs.marked import asked_key, asked_rubric

if TYPE_CHECKING:
    from treesolve.pages.arguments import ConventionLike, TreeLike

Content = TypeVar("Content")
_Files = Iterator[tuple[str, str | bytes]]

SYSTEMS = ("moodle", "gradescope", "r-exams", "canvas", "cs188")


@dataclass(frozen=True)
class Conversion:
    """Exercises as another system takes them: `files` are their contents by name, text or bytes.

    `problems` say what was left out, as the command line prints it.
    """

    files: Mapping[str, str | bytes]
    problems: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Conversion: {', '.join(self.files)}>"

    def save(self, path: "str | Path") -> Path:
        """Write the file of that ending there; a path without an ending is a folder for all files. The path comes back.

        Raises InputError where none of the files, or more than one, has the ending, and where it cannot be written.
        """
        place = Path(path)
        if not place.suffix or place.is_dir():
            for name, content in self.files.items():
                _write(made_folder(str(place)) / name, content)
            return place
        fitting = [name for name in self.files if Path(name).suffix.lower() == place.suffix.lower()]
        if len(fitting) > 1:
            raise InputError((Problem("one-exercise-of-many", None, {"path": str(path), "count": len(fitting)}),))
        if not fitting:
            known = ", ".join(dict.fromkeys(Path(name).suffix for name in self.files))
            facts = {"ending": place.suffix, "known": known, "thing": "Conversion"}
            raise InputError((Problem("save-ending", None, facts, str(path)),))
        _write(place, self.files[fitting[0]])
        return place


def _write(path: Path, content: str | bytes) -> None:
    with whole_file(str(path), "b" if isinstance(content, bytes) else "") as file:
        file.write(content)


def convert(
    *exercises: "TreeLike",
    to: str,
    rubric: "os.PathLike[str] | None" = None,
    convention: "ConventionLike" = None,
    language: str = "en",
) -> Conversion:
    """Exercises as questions for a learning platform: `to` is "moodle", "gradescope", "r-exams", "canvas" or "cs188";
    or trees in another notation, by the ending of its files.

    An exercise is a tree, or a Path to a key file with several; with a `rubric` parts have its points. Raises
    InputError where nothing can be converted; what cannot be of several is among the `problems`. Source:
    docs/questions.md.

    >>> from treesolve import convert
    >>> convert("((6 5) (2 9))", to="moodle")
    <Conversion: quiz.xml>
    """
    chosen("language", language, languages())
    target, marked_by = chosen("to", to, (*SYSTEMS, *ENDINGS)), asked_rubric(rubric)
    if not exercises:
        raise refusal("argument-no-tree", exercises)
    if target in ENDINGS:
        return _in_notation(exercises, target)
    key = _key_of_several(exercises, _lecture_for_system(target, convention))
    if target == "gradescope":
        return Conversion({"autograder.zip": autograder(key, marked_by, language)})
    work = _Work(key, marked_by, language, [])
    files = dict(_WRITERS[target](work))
    if not files:
        raise InputError(tuple(work.problems))
    return Conversion(MappingProxyType(files), tuple(map(str, work.problems)))


def _in_notation(trees: Sequence[Any], ending: str) -> Conversion:
    """Trees in another notation, with what it cannot say of them."""
    files, problems = dict[str, str | bytes](), list[str]()
    for number, tree in enumerate(map(asked_tree, trees), 1):
        name = f"{_name_of_tree(tree, number)}.{ending}"
        files[name] = write(tree.columns, ending)
        if headers := headers_of(tree.columns):
            facts = {"headers": ", ".join(headers), "path": name}
            problems.append(str(Problem("headers-left-out", None, facts, tree.origin.source)))
    return Conversion(MappingProxyType(files), tuple(problems))


def _name_of_tree(tree: Tree, number: int) -> str:
    return plain_name(Path(tree.origin.source).stem) if tree.origin.source != STDIN else f"tree-{number}"


def _lecture_for_system(system: str, asked: Any) -> Any:
    """The convention that is asked for; of a system that marks by one of its own that one, or as rules change it."""
    if system != "cs188" or not (asked is None or str(asked).startswith(":")):
        return asked
    own = CONVENTIONS["cs188"]
    return own if asked is None else read_expression(asked, own)


def _key_of_several(exercises: Sequence[Any], convention: Any) -> Key:
    """The key of all exercises; those that are in no file have their number behind the name."""
    keys = [asked_key(one, convention) for one in exercises]
    if len(keys) == 1:
        return keys[0]
    found = [
        one if isinstance(what, os.PathLike) else one._replace(name=f"{one.name} {number}")
        for number, (what, key) in enumerate(zip(exercises, keys, strict=True), 1)
        for one in key.exercises
    ]
    titles = [one.title for one in found]
    if twice := next((title for title in titles if titles.count(title) > 1), None):
        raise InputError((Problem("key-exercise-twice", None, {"name": twice}),))
    return Key(tuple(found))


class _Work(NamedTuple):
    """What is converted, and what came in the way so far."""

    key: Key
    rubric: Rubric
    language: str
    problems: list[Problem]

    def each(
        self, convert: Callable[[Exercise], Content], *, are_several: bool = False
    ) -> Iterator[tuple[str, Content]]:
        """Each exercise with the name for its file, numbered where there are several.

        Those that cannot be converted are noted, and the others come.
        """
        for number, exercise in enumerate(self.key.exercises, 1):
            several = f"{number:03}-" if are_several or len(self.key.exercises) > 1 else ""
            try:
                yield several + plain_name(exercise.title), convert(exercise)
            except InputError as error:
                self.problems.extend(problem._replace(source=exercise.title) for problem in error.problems)

    def quiz(self, exercise: Exercise) -> Quiz:
        """An exercise as a quiz; what no field can ask is noted."""
        solution = solved(Tree(exercise.tree), exercise.convention)
        found = quiz_by_rubric(exercise, solution, self.rubric, self.language)
        if found.left_out:
            parts = ", ".join(map(words(self.language, "practice.jinja").part, found.left_out))
            self.problems.append(Problem("quiz-left-out", None, {"parts": parts}, exercise.title))
        return found


def _moodle(work: _Work) -> _Files:
    questions = [question for _, question in work.each(lambda exercise: moodle_question(work.quiz(exercise)))]
    if questions:
        yield "quiz.xml", "".join(moodle_document(questions))


def _rexams(work: _Work, *, choices_only: bool = False) -> _Files:
    for name, text in work.each(lambda one: rexams_document(work.quiz(one), choices_only=choices_only)):
        yield f"{name}.Rmd", text


def _agent_tests(work: _Work) -> _Files:
    for name, found in work.each(agent_test, are_several=True):
        yield from ((f"{name}.{kind}", text) for kind, text in found._asdict().items())


_WRITERS: Mapping[str, Callable[[_Work], _Files]] = {
    "moodle": _moodle,
    "r-exams": _rexams,
    "canvas": partial(_rexams, choices_only=True),
    "cs188": _agent_tests,
}
