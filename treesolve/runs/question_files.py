"""Exercises as the files that learning platforms and autograders take, for the command and for Python alike."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from itertools import zip_longest
from typing import NamedTuple, TypeVar

from treesolve.exchange.autograder_zip import autograder
from treesolve.exchange.cs188_solution import agent_test, config
from treesolve.exchange.moodle_quiz import moodle_document, moodle_question
from treesolve.exchange.quiz import Quiz, quiz_by_rubric
from treesolve.exchange.rexams import rexams_document
from treesolve.grading.exam import Exercise, Key
from treesolve.grading.rubric import Rubric
from treesolve.model.problem import InputError, Problem
from treesolve.pages.arguments import solved
from treesolve.pages.environment import words
from treesolve.pages.solved import Tree
from treesolve.runs.folder import plain_name
from treesolve.search.solution import Solution

Content = TypeVar("Content")
Files = Iterator[tuple[str, str | bytes]]

LEFT_OUT = "quiz-left-out"
"""What is told of an exercise that is written all the same."""

CONFIG = "CONFIG"
"""The file that CS188's project wants beside the tests of a question."""


class Questions(NamedTuple):
    """What is written: the exercises of a key by the points of a rubric; `solutions` where they are known already.

    What came in the way is told as it comes, and `is_done` is called after each exercise.
    """

    key: Key
    rubric: Rubric
    language: str
    tell: Callable[[Iterable[Problem]], None]
    solutions: Iterable[Solution] = ()
    is_done: Callable[[], None] = lambda: None

    def each(
        self, convert: Callable[[Exercise, Solution | None], Content], *, are_several: bool = False
    ) -> Iterator[tuple[str, Content]]:
        """Each exercise with the name for its file, numbered where there are several.

        Those that cannot be converted are told, and the others come.
        """
        exercises = self.key.exercises
        for number, (exercise, solution) in enumerate(zip_longest(exercises, self.solutions), 1):
            several = f"{number:03}-" if are_several or len(exercises) > 1 else ""
            try:
                found = convert(exercise, solution)
            except InputError as error:
                self.tell([problem._replace(source=exercise.title) for problem in error.problems])
            else:
                yield several + plain_name(exercise.title), found
            self.is_done()

    def quizzes(self, write: Callable[[Quiz], Content]) -> Iterator[tuple[str, Content]]:
        """Each exercise as a quiz, written; what no field can ask is told."""

        def written(exercise: Exercise, solution: Solution | None) -> Content:
            known = solution or solved(Tree(exercise.tree), exercise.convention)
            found = quiz_by_rubric(exercise, known, self.rubric, self.language)
            if found.left_out:
                parts = ", ".join(map(words(self.language, "practice.jinja").part, found.left_out))
                self.tell([Problem(LEFT_OUT, None, {"parts": parts}, exercise.title)])
            return write(found)

        return self.each(written)


def _moodle(asked: Questions) -> Files:
    questions = [question for _, question in asked.quizzes(moodle_question)]
    if questions:
        yield "quiz.xml", "".join(moodle_document(questions))


def _gradescope(asked: Questions) -> Files:
    yield "autograder.zip", autograder(asked.key, asked.rubric, asked.language)


def _rexams(asked: Questions, *, choices_only: bool = False) -> Files:
    for name, text in asked.quizzes(partial(rexams_document, choices_only=choices_only)):
        yield f"{name}.Rmd", text


def _agent_tests(asked: Questions) -> Files:
    count = 0
    for name, found in asked.each(lambda exercise, _: agent_test(exercise), are_several=True):
        count += 1
        yield from ((f"{name}.{kind}", text) for kind, text in found._asdict().items())
    if count:
        yield CONFIG, config(count)


WRITERS: Mapping[str, Callable[[Questions], Files]] = {
    "moodle": _moodle,
    "gradescope": _gradescope,
    "r-exams": _rexams,
    "canvas": partial(_rexams, choices_only=True),
    "cs188": _agent_tests,
}
"""The systems, each with what writes its files, one after the other, by their names."""

LECTURES = {"cs188": "cs188"}
"""The lecture of each system that marks by one of its own, whatever a tree says."""
