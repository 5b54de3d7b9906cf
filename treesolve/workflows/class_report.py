"""The Python API for grading a single answer or the answers of a whole class."""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from fractions import Fraction
from io import BytesIO, StringIO
from pathlib import Path
from typing import Any, TypeVar

from treesolve.grading.decision import Decision
from treesolve.grading.decision_file import read_decisions
from treesolve.grading.exam import Key, is_key, read_key
from treesolve.grading.rubric import Rubric
from treesolve.grading.rubric_file import read_rubric
from treesolve.integrations.course_submissions import SubmissionLoader
from treesolve.model.answer import normalize_name
from treesolve.model.convention import Convention
from treesolve.model.exportable import Exportable
from treesolve.model.input_file import Input, not_found_problem, read_with
from treesolve.model.problem import InputError, Problem, nearest
from treesolve.rendering.python_arguments import (
    convention_argument,
    is_file_name,
    solved,
    text_argument,
    tree_and_convention,
    tree_in,
)
from treesolve.rendering.saving import EXPORTS, PAGES, Export, KeyDocument, RenderOptions
from treesolve.submissions.student_identification import split
from treesolve.submissions.submission import Submission
from treesolve.workflows.class_grading import DuplicateCheck, empty_results, grade_all
from treesolve.workflows.exercise_assignment import find_exercise_number, tasks
from treesolve.workflows.grade_result import GradeResult, Settings, exact_points
from treesolve.workflows.grade_submission import Marker
from treesolve.workflows.key_builder import Solutions, check_size, exercise_in, steered
from treesolve.workflows.result_writer import results_writer

Parsed = TypeVar("Parsed")


class ClassResult(Exportable):
    """The results of grading several answers: a sequence that can be indexed by student and exported as a table.

    `problems` lists parts that could not be read and answers that could not be graded.
    """

    def __init__(
        self, marker: Marker, submissions: Iterable[Submission | Problem], executor: Executor | None = None
    ) -> None:
        attendance = DuplicateCheck()
        self.marker = marker
        self.submissions = tuple(map(attendance.noted, grade_all(marker, submissions, executor)))
        self.results = tuple(one for one in self.submissions if one.result)
        self.problems = tuple(problem for one in self.submissions for problem in one.problems)

    @property
    def points(self) -> dict[str, Fraction]:
        """The points of each student, summed over all exercises."""
        points: dict[str, Fraction] = {}
        for one in self.results:
            points[one.student] = points.get(one.student, Fraction()) + one.points
        return points

    @property
    def counted(self) -> dict[str, Fraction | None]:
        """The points of each student, scaled to the maximum in the rubric, or None as in `GradeResult.counted`."""
        sheets = empty_results(self.marker)
        for one in self.results:
            if one.result:
                sheets.add(one.result)
        return {total.student: exact_points(total.counted) for total in sheets.totals()}

    def __len__(self) -> int:
        return len(self.results)

    def __iter__(self) -> Iterator[GradeResult]:
        return iter(self.results)

    def __getitem__(self, student: str) -> GradeResult:
        """Return the result of the first answer of a student. Raises InputError if the student has no answer."""
        found = {normalize_name(one.student): one for one in reversed(self.results)}
        name = normalize_name(str(student))
        if name not in found:
            names = tuple(self.points)
            facts = {"text": str(student), "nearest": nearest(str(student), names), "known": ", ".join(names[:12])}
            raise InputError((Problem("no-student-marked", None, facts),))
        return found[name]

    def __repr__(self) -> str:
        return f"<ClassResult: {len(self)} answers graded, {len(self.problems)} problems>"

    def _content(self, form: str, look: RenderOptions) -> str | bytes:
        """Return the results in an output format, as bytes for "pdf" and as text for other formats."""
        file: Any = BytesIO() if form == "pdf" else StringIO()
        writer = results_writer(self.marker, file, form, language=look.language)
        for one in self.submissions:
            writer.add(one)
        writer.finish()
        content: str | bytes = file.getvalue()
        return content


EXPORTS[ClassResult] = Export(("csv", "json", "jsonl", *PAGES), ClassResult._content)


def grade_answers(marker: Marker, answers: Any, executor: Executor | None = None) -> GradeResult | ClassResult:
    """Return the result of one answer, or the results of the answers of a class.

    A string is the text of a single answer. Other arguments are a list of answers, a mapping by student, a file or a
    folder. Raises InputError if there are no answers, or if a single answer cannot be graded.
    """
    if isinstance(answers, str):
        return _grade_one(marker, Submission("-", "", text_argument(answers).text))
    found = list(_submissions_in(answers))
    if not found:
        source = str(Path(answers)) if isinstance(answers, os.PathLike) else "-"
        raise InputError((Problem("no-submissions", None, {}, source),))
    return ClassResult(marker, tasks(found, marker.settings.key, marker.settings.decisions), executor)


def _grade_one(marker: Marker, submission: Submission) -> GradeResult:
    key = marker.settings.key
    found = split(submission, key.has_exercise) if len(key.names) > 1 else [submission]
    if len(found) > 1:
        raise InputError((Problem("one-report-of-many", None, {"count": len(found)}),))
    find_exercise_number(found[0], marker.settings.key)
    return marker.outcome(found[0])


def _submissions_in(answers: Any) -> Iterator[Submission | Problem]:
    if isinstance(answers, os.PathLike):
        if not Path(answers).exists():
            raise InputError((not_found_problem(Path(answers)),))
        yield from SubmissionLoader([str(answers)]).submissions()
    elif isinstance(answers, Mapping):
        yield from (Submission(str(student), str(student), _text_of_answer(text)) for student, text in answers.items())
    elif isinstance(answers, Iterable) and not isinstance(answers, bytes | bytearray):
        for number, answer in enumerate(answers, 1):
            is_path = isinstance(answer, os.PathLike)
            yield from (
                _submissions_in(answer) if is_path else [Submission(f"answer {number}", "", _text_of_answer(answer))]
            )
    else:
        raise InputError((Problem("argument-no-answers", None, {"type": type(answers).__name__}),))


def _text_of_answer(answer: Any) -> str:
    """Return the answer if it is text. Raises InputError if it is not a string, or if it looks like a file name."""
    if not isinstance(answer, str):
        raise InputError((Problem("argument-no-answers", None, {"type": type(answer).__name__}),))
    return text_argument(answer).text


def build_marker(
    exercise: Any, convention: Any, rubric: Any, accept: Any, feedback: str, decisions: Any = None
) -> Marker:
    """Return a marker for an exercise, which is a tree in any representation or a key file.

    `rubric` and `decisions` are paths of files, or None. Raises InputError for invalid arguments or files.
    """
    is_one = isinstance(accept, str | os.PathLike | Convention)
    found, conventions = load_rubric(rubric), tuple(map(convention_argument, [accept] if is_one else accept))
    key, solutions = load_key(exercise, convention)
    settings = Settings(
        key,
        found._replace(accepted=(*found.accepted, *conventions)),
        full=feedback == "full",
        decisions=_decisions_from(decisions),
    )
    return Marker(settings, solutions)


def _read_file_for(what: str, file: Any, read: Callable[[Path], Parsed]) -> Parsed:
    """Read a file and return what `read` parses from it. Raises InputError if the argument `file` is not a path."""
    if isinstance(file, os.PathLike):
        return read_with(read, Path(file))
    code = "argument-file-name" if isinstance(file, str) and is_file_name(file) else f"argument-no-{what}"
    raise InputError((Problem(code, None, {"text": str(file)[:40], "type": type(file).__name__}),))


def load_rubric(rubric: Any) -> Rubric:
    """Return the rubric in a file, or the default rubric for None. Raises InputError if the file is invalid."""
    return Rubric() if rubric is None else _read_file_for("rubric", rubric, read_rubric)


def _decisions_from(decisions: Any) -> tuple[Decision, ...]:
    return () if decisions is None else tuple(_read_file_for("decisions", decisions, read_decisions))


def load_key(exercise: Any, convention: Any) -> tuple[Key, Solutions]:
    """Return the given key, or a key for a single tree, together with the solutions that are already computed.

    Raises InputError if the argument is neither a key nor a tree.
    """
    exercise = str(exercise) if isinstance(exercise, KeyDocument) else exercise
    is_text = isinstance(exercise, str | os.PathLike)
    found = text_argument(exercise) if is_text else Input("-", "")
    if is_key(found.text):
        key = read_key(found.text, found.source)
        if convention is None:
            return key, ()
        chosen_convention = convention_argument(convention)
        return key._replace(exercises=steered(key.exercises, lambda _: chosen_convention)), ()
    tree, chosen_convention = tree_and_convention(tree_in(found) if is_text else exercise, convention, payoffs=True)
    check_size(tree)
    return Key((exercise_in(found, tree, chosen_convention),)), (solved(tree, chosen_convention),)
