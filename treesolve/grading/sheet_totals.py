"""The total of each student on a sheet: the points for all tasks together, and the grade.

Results are added one by one, in any order. A missing task gets no points.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from treesolve.grading.exam import Key
from treesolve.grading.result import Result
from treesolve.grading.roster import Student, roster_from_key
from treesolve.grading.rubric import DEFAULT_RUBRIC, Rubric
from treesolve.model.answer import normalize_name
from treesolve.model.number import Number
from treesolve.notation.json_text import number_to_json

UNASSIGNED = "?"
"""The entry in `pending` for an answer that has not been assigned to a task."""


class SheetTotal(NamedTuple):
    """The total of a student on a sheet.

    `tasks` has the points by task, or None for missing tasks. `points` is their sum, `of` is the maximum, and `worth`
    has the maximum by task. `counted` is the total on the scale of a course system, if the rubric has one. `name` is
    empty without a roster. `pending` are the tasks that need a decision; until they are decided, there is no grade. If
    `pending` contains UNASSIGNED, there is an answer without a task.
    """

    student: str
    name: str
    variant: str | None
    tasks: Mapping[str, Number | None]
    points: Number
    of: Number
    grade: str | None
    worth: Mapping[str, Number]
    pending: tuple[str, ...] = ()
    counted: Number | None = None


class SheetResults:
    """Collects the results of a sheet by student."""

    def __init__(self, key: Key, rubric: Rubric, possible: Mapping[str, Number]) -> None:
        self.key, self.rubric, self.possible = key, rubric, possible
        self._students: dict[str, str] = {}
        self._marked: dict[str, dict[str, tuple[Number, Number, bool]]] = {}
        self._variants: dict[str, str | None] = {}
        self._unassigned: set[str] = set()

    def add(self, result: Result) -> None:
        """Add the result of one task. If a task was submitted more than once, the last result counts."""
        student, graded = normalize_name(result.student), result
        self._students.setdefault(student, result.student)
        marked = self._marked.setdefault(student, {})
        if not result.is_assigned:
            self._unassigned |= {student} if graded.pending else set()
            return
        marked[graded.exercise] = graded.points, graded.of, bool(graded.pending)
        self._variants[student] = graded.variant or self._variants.get(student)

    def totals(self) -> list[SheetTotal]:
        """Return the total of each student, in the order in which the students' first results were added."""
        return [self._total_of_student(student) for student in self._marked]

    def _total_of_student(self, student: str) -> SheetTotal:
        marked = self._marked[student]
        tasks = {task: marked[task][0] if task in marked else None for task in self.possible}
        points: Number = sum(points for points in tasks.values() if points is not None)
        worth = {task: marked[task][1] if task in marked else of for task, of in self.possible.items()}
        of: Number = sum(worth.values())
        pending = tuple(task for task, (_, _, is_pending) in marked.items() if is_pending)
        pending += (UNASSIGNED,) if student in self._unassigned else ()
        grade = None if pending else self.rubric.grade(points, of)
        called, name = self._students[student], self.key.full_name(student)
        counted = self.rubric.counted_if_decided(points, of, is_open=bool(pending))
        variant = self._variants.get(student) or self.key.variant_of(called)
        return SheetTotal(called, name, variant, tasks, points, of, grade, worth, pending, counted)

    def missing(self) -> list[Student]:
        """Return the students on the roster who submitted nothing."""
        return [student for student in roster_from_key(self.key) if normalize_name(student.id) not in self._marked]

    def class_totals(self, unmarked: int = 0) -> "ClassTotals":
        """Return the totals of the class. `unmarked` is the number of answers that could not be marked."""
        title, grades = str(self.key.sheet.get("title", "")), [grade for _, grade in sorted(self.rubric.grades)[::-1]]
        return ClassTotals(title, self.possible, self.totals(), self.missing(), grades, unmarked, self.rubric)


class ClassTotals(NamedTuple):
    """The totals of a class on a sheet: the title of the sheet, the maximum by task, and the totals.

    `missing` are the students who submitted nothing. `grades` are the possible grades, with the best first. `unmarked`
    is the number of answers that could not be marked. `rubric` has the scale of a course system, if there is one.
    """

    title: str
    possible: Mapping[str, Number]
    totals: Sequence[SheetTotal]
    missing: Sequence[Student] = ()
    grades: Sequence[str] = ()
    unmarked: int = 0
    rubric: Rubric = DEFAULT_RUBRIC

    @property
    def has_names(self) -> bool:
        """Whether the name of any student is known."""
        return any(one.name for one in self.totals) or any(one.name for one in self.missing)


def possible_points(key: Key, possible: Callable[[int], Number]) -> dict[str, Number]:
    """Return the maximum number of points by task name.

    `possible` must return the maximum for the exercise with a given index.
    """
    return {key.exercises[number].name: possible(number) for number in key.first_numbers}


def total_json(total: SheetTotal, rubric: Rubric = DEFAULT_RUBRIC) -> dict[str, Any]:
    """Return a total as a JSON object. It includes the points on the scale of a course system if the rubric has one."""
    tasks = {task: None if points is None else number_to_json(points) for task, points in total.tasks.items()}
    return {
        "student": total.student,
        "name": total.name or None,
        "variant": total.variant,
        "tasks": tasks,
        "points": number_to_json(total.points),
        "of": number_to_json(total.of),
        **({} if rubric.out_of is None else {"counted": number_to_json(total.counted)}),
        "grade": total.grade,
        "pending": list(total.pending),
    }
