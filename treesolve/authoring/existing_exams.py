"""The exams in an existing key. Variants that are already assigned keep their codes and trees in later runs."""

from collections.abc import Sequence
from functools import cached_property
from typing import NamedTuple

from treesolve.authoring.sheet_plan import SheetPlan, Task
from treesolve.authoring.tree_generator import tree_digest
from treesolve.grading.exam import Key
from treesolve.grading.exercise import Exercise
from treesolve.grading.roster import Student
from treesolve.model.answer import normalize_name


class Exam(NamedTuple):
    """The code of a variant, and the exercise that the variant has for each task."""

    code: str
    exercises: tuple[Exercise, ...]


class ExistingExams:
    """The exams in an existing key that are kept when the sheet is created again.

    `fits` says whether the key was created from the same tasks and the same seed; if not, no exam is kept. `path` is
    the path of the key if the user named one.
    """

    def __init__(self, sheet: SheetPlan, key: Key | None = None, path: str = "", *, fits: bool = True) -> None:
        self.sheet, self.key, self.path, self.fits = sheet, key or Key(()), path, fits

    @cached_property
    def _numbers(self) -> dict[str, list[int]]:
        """The exercise indices of each kept variant, by normalized name.

        A variant is kept only if it has an exercise for each task. If the sheet names its variants, the variant must
        also have one of these names.
        """
        names, named = set(map(normalize_name, self.sheet.variants)), set(map(normalize_name, self.key.codes))
        labels = [task.label for task in self.sheet.tasks]
        return {
            normalize_name(variant): numbers
            for variant, numbers in self.key.numbers_by_variant.items()
            if (normalize_name(variant) in names if names else normalize_name(variant) not in named)
            if self.fits and list(map(self.key.name_of, numbers)) == labels
        }

    @cached_property
    def _without_student(self) -> list[str]:
        assigned = set(map(normalize_name, self.key.students.values()))
        return [variant for variant in self.key.numbers_by_variant if normalize_name(variant) not in assigned]

    @cached_property
    def unassigned(self) -> list[str]:
        """The kept variants without a student, in order."""
        return [variant for variant in self._without_student if normalize_name(variant) in self._numbers]

    @property
    def holders(self) -> list[str]:
        """All students in the key, and the variants without a student."""
        return [*self.key.students, *self._without_student]

    def variant_of(self, student: str) -> str | None:
        """Return the student's variant, or None if the student has none or the variant is not kept."""
        variant = self.key.variant_of(student)
        return variant if variant is not None and normalize_name(variant) in self._numbers else None

    def exam(self, variant: str) -> Exam | None:
        """Return the exam of a variant, or None if the variant is not kept."""
        numbers = self._numbers.get(normalize_name(variant))
        if numbers is None:
            return None
        pairs = zip(self.sheet.tasks, numbers, strict=True)
        exercises = tuple(_with_current_task(self.key.exercises[number], task) for task, number in pairs)
        name = str(exercises[0].variant)
        return Exam(self.key.codes.get(name, name), exercises)

    @property
    def codes(self) -> set[str]:
        """The codes in use, which new variants must not get."""
        return {*self.key.codes.values(), *self.key.numbers_by_variant} if self.fits else set()

    def digests(self, label: str) -> set[bytes]:
        """Return the digests of the trees that kept variants have for the task with this label."""
        numbers = [number for numbers in self._numbers.values() for number in numbers]
        return {tree_digest(self.key.exercises[one].tree) for one in numbers if self.key.name_of(one) == label}

    def lost_holders(self, students: Sequence[Student], count: int) -> list[str]:
        """Return the holders whose exam is not kept in a run for these students, or else for `count` variants."""
        variants = self.unassigned if self.sheet.variants else [] if students else self.unassigned[:count]
        ids = [student.id for student in students if self.variant_of(student.id)]
        unchanged = set(map(normalize_name, [*variants, *ids]))
        return [holder for holder in self.holders if normalize_name(holder) not in unchanged]


def _with_current_task(exercise: Exercise, task: Task) -> Exercise:
    """Return the exercise with the title and the order of parts that its task has now."""
    points = {part: exercise.points.get(part, number) for part, number in task.points.items()}
    return exercise._replace(tree=task.with_title(exercise.tree), points=points)
