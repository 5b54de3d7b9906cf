"""The variants of a sheet: the same tasks for everybody, with trees of one's own."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import cycle, repeat
from random import Random
from typing import Any

from treesolve.analysis.expected_answers import asked_parts
from treesolve.exercises.planned_sheet import Sheet, Task
from treesolve.exercises.tree_generator import NoTreeFound, TreeGenerator
from treesolve.grading.exercise import Exercise
from treesolve.grading.marking_scheme import AnswerKey
from treesolve.grading.question.kinds import draw_question
from treesolve.grading.question.protocol import Question
from treesolve.grading.roster import Student
from treesolve.model.answer import QUESTIONS
from treesolve.model.asked_moment import ENTRY
from treesolve.model.problem import Problem
from treesolve.model.tree_shape import with_leaves
from treesolve.search.solution import Solution

MOST_VARIANTS = 20_000
"""So many variants one run makes."""

MOST_REFUSED = 200
"""So many trees more than those that can be asked about are looked at."""

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The characters of a code: none that can be taken for another."""

CODE_LENGTH = 4


@dataclass(frozen=True)
class Variant:
    """What one student gets; `number` counts from 1, `student` is None without a roster.

    `given_name` is what the lecturer calls it, empty where its code is its name.
    """

    number: int
    code: str
    exercises: tuple[Exercise, ...]
    student: Student | None = None
    given_name: str = ""

    @property
    def called(self) -> str:
        """What people call it, on paper and in answers: as the lecturer does, else by its code."""
        return self.given_name or self.code

    @property
    def file_name(self) -> str:
        """What files of the variant are called: the student's id, else as the variant is."""
        return self.student.id if self.student else self.called

    @cached_property
    def answer_keys(self) -> tuple[AnswerKey, ...]:
        """What answers to each exercise are marked against: known where the variant was made, else worked out once."""
        return tuple(exercise.answer_key() for exercise in self.exercises)

    def __reduce__(self) -> tuple[Any, ...]:
        """How it goes to another process: without what can be worked out there."""
        return Variant, (self.number, self.code, self.exercises, self.student, self.given_name)


def variants(sheet: Sheet, seed: str, count: int, students: Sequence[Student] = ()) -> Iterator[Variant]:
    """So many variants of the sheet, one after the other; with students, one for each of them.

    Variants with names are dealt to the students in turn; without students each name is that of one variant.

    Each task's trees come from a stream of its own, so that a task that is added changes none of the others. No two
    variants have the same tree where a task is drawn. Raises TooFew where a task has not so many trees.
    """
    if sheet.variants and students:
        yield from _dealt(sheet, seed, students)
        return
    streams = [_exercises_for_task(task, f"{seed}/{sheet.id}/{task.label}", count) for task in sheet.tasks]
    for number in range(1, count + 1):
        code = variant_code(f"{seed}/{sheet.id}", number)
        made = [next(stream) for stream in streams]
        name = sheet.variants[number - 1] if sheet.variants else ""
        exercises = tuple(exercise._replace(variant=name or code) for exercise, _ in made)
        variant = Variant(number, code, exercises, students[number - 1] if students else None, name)
        variant.__dict__.update(answer_keys=tuple(exercise.answer_key(solution) for exercise, solution in made))
        yield variant


def _dealt(sheet: Sheet, seed: str, students: Sequence[Student]) -> Iterator[Variant]:
    """The variants with names, each to the next student."""
    count = min(len(sheet.variants), len(students))
    made = list(variants(sheet, seed, count))
    for student, variant in zip(students, cycle(made), strict=False):
        dealt = replace(variant, student=student)
        dealt.__dict__.update(answer_keys=variant.answer_keys)
        yield dealt


def codes_of_names(sheet: Sheet, seed: str) -> dict[str, str]:
    """The code of each variant with a name."""
    return {name: variant_code(f"{seed}/{sheet.id}", number) for number, name in enumerate(sheet.variants, 1)}


def _exercises_for_task(task: Task, seed: str, count: int) -> Iterator[tuple[Exercise, Solution]]:
    """Exercises for a task without end, each with its solution.

    Raises TooFew where its trees end, or none of them can be asked so.
    """
    made = refused = 0
    missing: NoTreeFound | None = None
    unasked: str | None = None
    try:
        for solution in _solutions_for_task(task, seed):
            exercise = _exercise_with_solution(task, solution, f"{seed}/{made + refused}")
            if isinstance(exercise, Exercise):
                made += 1
                yield exercise, solution
                continue
            unasked, refused = exercise, refused + 1
            if refused > MOST_REFUSED + made or not task.is_drawn:
                break
    except NoTreeFound as error:
        missing = error
    raise TooFew(task, made, count, missing, unasked)


def _solutions_for_task(task: Task, seed: str) -> Iterator[Solution]:
    """The trees of a task, solved, with its title."""
    if isinstance(task.source, Solution):
        return repeat(_with_task_title(task.source, task))
    return (_with_task_title(solution, task) for solution in TreeGenerator(task.source, seed).solutions())


def _exercise_with_solution(task: Task, solution: Solution, seed: str) -> Exercise | str:
    """A solved tree as the exercise of a task; or the first question that cannot be asked about it."""
    questions: dict[str, Question] = {}
    parts = tuple(part for part in task.points if part not in QUESTIONS)
    askable = asked_parts(solution, parts) if parts else ()
    for part in sorted(task.points, key=lambda part: part in QUESTIONS):
        question = draw_question(part, solution, Random(f"{seed}/{part}")) if part in QUESTIONS else None
        if question is not None:
            questions[part] = question
        elif part not in askable:
            return part
    return Exercise(task.label, solution.tree, task.convention, task.points, None, questions)


class TooFew(Exception):
    """A task for which there are fewer trees than variants.

    `missing` is what the generator reports, if it found no more trees, and `unasked` the question that could not be
    asked about the last tree that was rejected.
    """

    def __init__(
        self, task: Task, made: int, count: int, missing: NoTreeFound | None = None, unasked: str | None = None
    ) -> None:
        super().__init__(f"task {task.label}: {made} of {count}")
        self.task, self.made, self.count, self.missing, self.unasked = task, made, count, missing, unasked

    @property
    def problem(self) -> Problem:
        """That, as a problem."""
        if not self.task.is_drawn:
            return Problem("sheet-not-askable", None, {"label": self.task.label, "part": self.unasked})
        facts: dict[str, Any] = {"label": self.task.label, "made": self.made, "count": self.count}
        return Problem("sheet-too-few-trees", None, facts | (self.missing.facts if self.missing else {"tries": None}))


def _with_task_title(solution: Solution, task: Task) -> Solution:
    """The solved tree with the title of its task, and without what else its file says of it."""
    tree = solution.tree
    values = [tree.values[leaf] for leaf in tree.leaves]
    moment = task.convention.alpha_beta
    told = {"bounds": tree.bounds, "total": tree.total, "alpha_beta": None if moment == ENTRY else moment}
    return solution.of_tree(with_leaves(tree, values, title=task.title or None, **told))


def variant_code(seed: str, number: int) -> str:
    """The code of a variant: different for all numbers below 810,000, and in no order that could be guessed.

    >>> variant_code("7", 1) != variant_code("7", 2)
    True
    """
    size = len(ALPHABET) ** CODE_LENGTH
    digest = int.from_bytes(sha256(seed.encode()).digest())
    factor, offset = (digest >> 64) % size, digest % size
    while any(factor % prime == 0 for prime in (2, 3, 5)):  # the prime factors of the size
        factor += 1
    place = (number * factor + offset) % size
    return "".join(ALPHABET[place // len(ALPHABET) ** digit % len(ALPHABET)] for digit in range(CODE_LENGTH))
