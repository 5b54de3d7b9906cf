"""The variants of a sheet: the same tasks with different trees."""

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from random import Random
from typing import Any

from treesolve.analysis.expected_answers import parts_to_ask
from treesolve.authoring.existing_exams import Exam, ExistingExams
from treesolve.authoring.sheet_plan import SheetPlan, Task
from treesolve.authoring.tree_generator import NoTreeFound, TreeGenerator, tree_digest
from treesolve.grading.answer_key import AnswerKey
from treesolve.grading.exercise import Exercise
from treesolve.grading.question.question_registry import draw_question
from treesolve.grading.question.tree_question import TreeQuestion
from treesolve.grading.roster import Student
from treesolve.model.answer import QUESTIONS, normalize_name
from treesolve.model.problem import Problem
from treesolve.search.solution import Solution

MAX_VARIANTS = 20_000
"""Maximum number of variants in one run."""

MAX_REFUSED = 200
"""Maximum number of unsuitable trees to reject before giving up on a task."""

ALPHABET = "23456789ABCDEFGHJKMNPQRSTVWXYZ"
"""The characters used in codes. Characters that are easily confused are left out."""

CODE_LENGTH = 4


@dataclass(frozen=True)
class Variant:
    """One variant of a sheet. `student` is None without a roster.

    `given_name` is the name that the lecturer gave the variant. If it is empty, the code is used as the name.
    """

    code: str
    exercises: tuple[Exercise, ...]
    student: Student | None = None
    given_name: str = ""

    @property
    def called(self) -> str:
        """The name of the variant on paper and in answers: the name given by the lecturer, or else the code."""
        return self.given_name or self.code

    @property
    def file_name(self) -> str:
        """The name of the variant's files: the student's id, or else the name of the variant."""
        return self.student.id if self.student else self.called

    @cached_property
    def answer_keys(self) -> tuple[AnswerKey, ...]:
        """The answer key of each exercise. The keys are computed once, unless they are known from the drawing."""
        return tuple(exercise.answer_key() for exercise in self.exercises)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle the variant without its answer keys, because they can be recomputed."""
        return Variant, (self.code, self.exercises, self.student, self.given_name)


def draw_variants(
    sheet: SheetPlan, seed: str, count: int, students: Sequence[Student] = (), existing: ExistingExams | None = None
) -> Iterator[Variant]:
    """Return an iterator over the variants of a sheet: one for each student, or `count` variants without students.

    Trees depend on the seed and the student's id or, without students, on the seed and the number of the variant. If
    the sheet names its variants, each new student gets the least used variant. Existing exams are kept. Different
    variants never have the same code, or the same tree in a drawn task. Iterating raises TooFewTrees if there are not
    enough trees for a task.
    """
    source = _VariantSource(sheet, seed, len(students) or count, existing or ExistingExams(sheet))
    if not students:
        return map(source.numbered, range(1, count + 1))
    return source.deal_to(students) if sheet.variants else source.draw_for(students)


class _VariantSource:
    """A source of the variants of a sheet: existing variants, and new variants that differ from all others."""

    def __init__(self, sheet: SheetPlan, seed: str, count: int, existing: ExistingExams) -> None:
        self.sheet, self.seed, self.count, self.existing = sheet, f"{seed}/{sheet.id}", count, existing
        self.codes = set(existing.codes)
        self.digests = {task.label: existing.digests(task.label) for task in sheet.tasks if task.is_drawn}

    def numbered(self, number: int) -> Variant:
        """Return the variant with this number, counted from 1.

        The first variant does not depend on how many there are, so that it is the same as in a sheet with only one.
        """
        name = self.sheet.variants[number - 1] if self.sheet.variants else ""
        earlier = name or next(iter(self.existing.unassigned[number - 1 : number]), "")
        return self._variant(earlier, f"/{number}" if number > 1 else "", number, given_name=name)

    def draw_for(self, students: Sequence[Student]) -> Iterator[Variant]:
        """Yield a variant for each student, in the order of the roster.

        The variants are drawn in the order of the student ids, so that they do not depend on the order of the roster.
        """
        by_id = iter(sorted(students, key=lambda student: normalize_name(student.id)))
        made: dict[str, Variant] = {}
        for student in students:
            while student.id not in made:
                following = next(by_id)
                made[following.id] = self._of_student(following)
            yield made.pop(student.id)

    def _of_student(self, student: Student) -> Variant:
        student_id = normalize_name(student.id)
        first = int.from_bytes(sha256(student_id.encode("utf-8", "surrogatepass")).digest())
        return self._variant(self.existing.variant_of(student_id) or "", f"/{student_id}", first, student=student)

    def deal_to(self, students: Sequence[Student]) -> Iterator[Variant]:
        """Yield a named variant for each student.

        Students with an existing variant keep its name. Each new student gets the least-used name, the first
        of them in a tie.
        """
        numbers = {normalize_name(name): number for number, name in enumerate(self.sheet.variants, 1)}
        earlier = [numbers.get(normalize_name(self.existing.variant_of(student.id) or "")) for student in students]
        uses = Counter(earlier)
        made: dict[int, Variant] = {}
        for student, known in zip(students, earlier, strict=True):
            number = known or min(numbers.values(), key=uses.__getitem__)
            uses[number] += not known
            made[number] = made.get(number) or self.numbered(number)
            variant = replace(made[number], student=student)
            variant.__dict__.update(answer_keys=made[number].answer_keys)
            yield variant

    def _variant(self, earlier: str, stream: str, first_code: int, **more: Any) -> Variant:
        """Return the existing variant with the name `earlier`, or else a new one.

        `stream` completes the seed for the trees of a new variant. The code of a new variant is the first unused code
        from the number `first_code` upward.
        """
        exam, keys = self.existing.exam(earlier), None
        if exam is None:
            drawn = [self._draw(task, f"{self.seed}/{task.label}{stream}") for task in self.sheet.tasks]
            keys = tuple(exercise.answer_key(solution) for exercise, solution in drawn)
            exam = Exam(self._new_code(first_code), tuple(exercise for exercise, _ in drawn))
        name = more.get("given_name") or exam.code
        exercises = tuple(exercise._replace(variant=name) for exercise in exam.exercises)
        variant = Variant(exam.code, exercises, **more)
        variant.__dict__.update({} if keys is None else {"answer_keys": keys})
        return variant

    def _new_code(self, first: int) -> str:
        """Reserve and return the first unused code from the number `first` upward."""
        codes = (variant_code(self.seed, number) for number in itertools.count(first))
        code = next(code for code in codes if code not in self.codes)
        self.codes.add(code)
        return code

    def _draw(self, task: Task, seed: str) -> tuple[Exercise, Solution]:
        """Return an exercise for a task with a tree not used before, and the solution of this tree.

        Raises TooFewTrees if no suitable tree is left.
        """
        digests, unaskable_part, missing = self.digests.get(task.label, set()), None, None
        refused = 0
        try:
            for index, solution in enumerate(_solutions_for_task(task, seed)):
                digest = tree_digest(solution.tree)
                if digest in digests:
                    continue
                exercise = _exercise_with_solution(task, solution, f"{seed}/{index}")
                if isinstance(exercise, Exercise):
                    digests.add(digest)
                    return exercise, solution
                unaskable_part, refused = exercise, refused + 1
                if refused > MAX_REFUSED or not task.is_drawn:
                    break
        except NoTreeFound as error:
            missing = error
        raise TooFewTrees(task, len(digests), self.count, missing, unaskable_part)


def _solutions_for_task(task: Task, seed: str) -> Iterator[Solution]:
    """Return an endless iterator over the solutions of trees for a task. The trees have the title of the task."""
    if isinstance(task.source, Solution):
        return itertools.repeat(task.source.of_tree(task.with_title(task.source.tree)))
    return (
        solution.of_tree(task.with_title(solution.tree)) for solution in TreeGenerator(task.source, seed).solutions()
    )


def _exercise_with_solution(task: Task, solution: Solution, seed: str) -> Exercise | str:
    """Return the exercise of a task for a solved tree, or the name of a part that cannot be asked about the tree."""
    questions: dict[str, TreeQuestion] = {}
    parts = tuple(part for part in task.points if part not in QUESTIONS)
    askable = parts_to_ask(solution, parts) if parts else ()
    for part in sorted(task.points, key=lambda part: part in QUESTIONS):
        question = draw_question(part, solution, Random(f"{seed}/{part}")) if part in QUESTIONS else None
        if question is not None:
            questions[part] = question
        elif part not in askable:
            return part
    return Exercise(task.label, solution.tree, task.convention, task.points, None, questions)


class TooFewTrees(Exception):
    """The error raised if there are fewer suitable trees for a task than variants.

    `missing` is the exception of the generator if the generator found no more trees. `unaskable_part` is the part that
    could not be asked about the last rejected tree.
    """

    def __init__(
        self, task: Task, made: int, count: int, missing: NoTreeFound | None = None, unaskable_part: str | None = None
    ) -> None:
        super().__init__(f"task {task.label}: {made} of {count}")
        self.task, self.made, self.count, self.missing, self.unaskable_part = task, made, count, missing, unaskable_part

    @property
    def problem(self) -> Problem:
        """The problem to report to the user."""
        if not self.task.is_drawn:
            return Problem("sheet-not-askable", None, {"label": self.task.label, "part": self.unaskable_part})
        facts: dict[str, Any] = {"label": self.task.label, "made": self.made, "count": self.count}
        return Problem("sheet-too-few-trees", None, facts | (self.missing.facts if self.missing else {"tries": None}))


def variant_code(seed: str, number: int) -> str:
    """Return the code of the variant with this number.

    Codes are unique for numbers below 810,000, and their order is hard to guess.

    >>> variant_code("7", 1) != variant_code("7", 2)
    True
    """
    size = len(ALPHABET) ** CODE_LENGTH
    digest = int.from_bytes(sha256(seed.encode()).digest())
    factor, offset = (digest >> 64) % size, digest % size
    while any(factor % prime == 0 for prime in (2, 3, 5)):  # the prime factors of the size
        factor += 1
    index = (number * factor + offset) % size
    return "".join(ALPHABET[index // len(ALPHABET) ** digit % len(ALPHABET)] for digit in range(CODE_LENGTH))
