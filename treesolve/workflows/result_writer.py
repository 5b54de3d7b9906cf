"""Writers that stream grading results as JSON, JSON Lines, CSV, or a table.

The module for the totals of sheets is imported only for sheets.
"""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import IO, TYPE_CHECKING, Any

from treesolve.grading.result import Result
from treesolve.model.answer import PARTS, QUESTIONS, normalize_name
from treesolve.model.problem import Problem
from treesolve.rendering import grades
from treesolve.rendering.handout import render_page, render_pages
from treesolve.rendering.json.encoding import encode
from treesolve.rendering.json.grades_json import heading_json, problem_json, result_text, sheet_results_json
from treesolve.rendering.problem_sentence import problem_sentence
from treesolve.rendering.saving import ENDINGS, PAGES
from treesolve.rendering.spreadsheet import row_writer
from treesolve.submissions.submission_files import student_from_path
from treesolve.submissions.text_decoding import is_remark
from treesolve.workflows.class_grading import StudentSheets, empty_results, sheet_page
from treesolve.workflows.grade_result import GradeResult
from treesolve.workflows.grade_submission import Marker, student_document

if TYPE_CHECKING:
    from treesolve.grading.sheet_totals import ClassTotals

FORMS: Mapping[str, tuple[str, ...]] = {
    form: ENDINGS[form] for form in ("text", "json", "jsonl", "csv", "markdown", "html", "latex", "typst", "pdf")
}
"""Output formats of results, with their file extensions."""


class ResultWriter:
    """Writer of a marker's results to an open file in an output format. The format "none" writes nothing.

    `left` collects problems that must be reported at the end. If all answers come from one student, pages show these
    answers in full, with text drawings that are `full_width` columns wide. If `full_width` is None, pages always show a
    table.
    """

    def __init__(
        self, marker: Marker, file: IO[Any], form: str, full_width: int | None = None, language: str | None = None
    ) -> None:
        settings = marker.settings
        self.marker, self.file, self.form, self.language = marker, file, form, language or settings.language
        self.paper, self.rubric = dict(settings.look).get("paper", "a4"), settings.exercise_rubric
        self.problems: list[Mapping[str, Any]] = []
        self.left: list[Problem] = []
        self.pending_rows: list[list[str]] = []
        self.rows: list[list[str]] = []
        self.codes: set[str] = set()
        self.unmarked = 0
        self.full_width = full_width
        self._students: set[str] = set()
        self._of_first_student: list[GradeResult] = []
        self.between = ""
        if form == "json":
            file.write(encode(self.heading)[:-1] + ',"results":[')
        elif form == "csv":
            self._write_row = row_writer(file, self.language)
            self._write_row(self.table.csv_head)

    @cached_property
    def heading(self) -> dict[str, Any]:
        """The fields at the start of a JSON document of results."""
        settings = self.marker.settings
        prepared = map(self.marker.prepared, range(len(settings.key.exercises)))
        return heading_json([(one.exercise, one.grader) for one in prepared], settings.rubric, settings.decisions)

    @cached_property
    def parts(self) -> list[str]:
        """The parts of all exercises in the default order. All variants in a sheet have the same parts."""
        key = self.marker.settings.key
        numbers = key.first_numbers if key.is_sheet else range(len(key.exercises))
        used = {part for number in numbers for part in self.marker.prepared(number).grader.points}
        return [part for part in (*PARTS, *QUESTIONS) if part in used]

    @cached_property
    def table(self) -> grades.ResultsTable:
        """The object that formats the rows of the table."""
        return grades.ResultsTable(self.parts, self.language, self.rubric)

    def add(self, grade_result: GradeResult) -> None:
        """Write the result of a submission."""
        self.problems += (problem_json(one, problem_sentence(one, self.language)) for one in grade_result.problems)
        if grade_result.result is None:
            self._add_unmarked(grade_result)
            return
        self._students.add(normalize_name(grade_result.student))
        self._of_first_student = [*self._of_first_student, grade_result] if len(self._students) == 1 else []
        if self.form == "json":
            self.file.write(self.between + self._result_text(grade_result, grade_result.result))
            self.between = ","
        elif self.form == "jsonl":
            self.file.write(self._result_text(grade_result, grade_result.result) + "\n")
        elif self.form == "csv":
            feedback = self.marker.feedback(grade_result, self.language)
            self._write_row(self.table.csv_row(grade_result.result, feedback, has_faults=_has_faults(grade_result)))
        elif self.form in PAGES:
            rows = self.pending_rows if grade_result.result.pending else self.rows
            self.codes |= set(grade_result.result.best_codes)
            is_second = any(one.code == "duplicate-student" for one in grade_result.problems)
            rows.append(self.table.row(grade_result.result, is_second=is_second, has_faults=_has_faults(grade_result)))

    def _result_text(self, grade_result: GradeResult, result: Result) -> str:
        return result_text(result, self.marker.feedback(grade_result, self.language), self.rubric)

    def _messages(self, grade_result: GradeResult) -> list[str]:
        """Return the errors that prevented grading a submission."""
        return [problem_sentence(one, self.language) for one in grade_result.problems if not is_remark(one)]

    def _add_unmarked(self, grade_result: GradeResult) -> None:
        """Count a submission without a result.

        In CSV, the submission gets a row of its own, so that it is not overlooked.
        """
        messages = self._messages(grade_result)
        self.unmarked += bool(messages)
        if messages and self.form == "csv":
            student = grade_result.student or student_from_path(grade_result.source)
            self._write_row(self.table.csv_row_without_marks(grade_result.source, student, messages))

    def finish(self) -> None:
        """Write the end of the document."""
        if self.form == "json":
            self.file.write('],"problems":' + encode(self.problems) + "}\n")
        elif self.form in PAGES:
            self.file.write(self._full_page(self.form) or self._table_page())

    def _table_page(self) -> str | bytes:
        rows, exercises = [*self.pending_rows, *self.rows], self.heading["exercises"]
        return render_page(self.table.page(rows, exercises, self.unmarked, self.codes), self.form, paper=self.paper)

    def _full_page(self, form: str) -> str | bytes | None:
        """Return a page that shows all answers in full.

        Return None if some submissions could not be graded, or if there are several students.
        """
        if self.full_width is None or self.unmarked or not self._of_first_student:
            return None
        return full_page(self.marker, self._of_first_student, form, self.full_width)


def full_page(marker: Marker, grade_results: Sequence[GradeResult], form: str, width: int) -> str | bytes:
    """Return a page with the answers of one student, all reasons and proofs, and the total if the key is a sheet.

    The page is bytes if the format is "pdf", otherwise text.
    """
    look = {"width": width, **dict(marker.settings.look), "at_length": True}
    settings = marker.settings._replace(page_form=form, look=tuple(look.items()))
    if settings.key.is_sheet:
        return sheet_page(marker, StudentSheets(marker, grade_results).sheets()[0], settings)

    pages, headings = [], []
    for grade_result in grade_results:
        if grade_result.result is not None and grade_result.report is not None and grade_result.exercise is not None:
            prepared = marker.prepared(grade_result.exercise)
            pages.append(student_document(grade_result.report, prepared, settings, grade_result.result.read))
            headings.append(prepared.exercise.heading)
    title = f"{grade_results[0].student} · {', '.join(headings)}"
    return render_pages(pages, form, title, look.get("paper", "a4"))


def _has_faults(grade_result: GradeResult) -> bool:
    """Return whether a graded answer has parts that could not be read."""
    return any(not is_remark(one) and one.code != "duplicate-student" for one in grade_result.problems)


def results_writer(
    marker: Marker, file: IO[Any], form: str, full_width: int | None = None, language: str | None = None
) -> ResultWriter:
    """Return a writer for results of the marker's key. For a sheet, the writer writes the totals of the students."""
    is_of_sheet = marker.settings.key.is_sheet and form != "none"
    return (SheetResultWriter if is_of_sheet else ResultWriter)(marker, file, form, full_width, language)


class SheetResultWriter(ResultWriter):
    """Writer of the totals that the students reach on a sheet.

    JSON contains the results of tasks and the totals; JSON Lines contains only the results of tasks. Tables are written
    at the end, because the totals are not known before.
    """

    def __init__(
        self, marker: Marker, file: IO[Any], form: str, full_width: int | None = None, language: str | None = None
    ) -> None:
        self.students, self.shown = empty_results(marker), form
        self.unread: dict[str, tuple[str, list[str]]] = {}
        super().__init__(marker, file, form if form in ("json", "jsonl") else "none", full_width, language)

    @cached_property
    def heading(self) -> dict[str, Any]:
        """The fields at the start of a JSON document of results."""
        settings = self.marker.settings
        return sheet_results_json(settings.key, self.students.possible, settings.rubric, settings.decisions)

    def add(self, grade_result: GradeResult) -> None:
        """Write the result of a task."""
        super().add(grade_result)
        if grade_result.result is not None:
            self.students.add(grade_result.result)
            return
        messages = self._messages(grade_result)
        if messages:
            student = grade_result.student or self._student_of_file(grade_result.source)
            _, notes = self.unread.setdefault(normalize_name(student), (student, []))
            notes.append(f"{grade_result.source}: {' '.join(messages)}")

    def _student_of_file(self, source: str) -> str:
        """Return the student on the roster after whom a file is named, otherwise the path of the file."""
        student = student_from_path(source)
        return student if self.students.key.variant_of(student) else source

    def finish(self) -> None:
        """Write the totals of all students."""
        sheet = self.students.class_totals(len(self.unread))
        if self.form == "json":
            from treesolve.grading.sheet_totals import total_json

            students = [total_json(total, sheet.rubric) for total in sheet.totals]
            totals = {"students": students, "missing": [one.id for one in sheet.missing]}
            self.file.write(f'],"problems":{encode(self.problems)},"totals":{encode(totals)}}}\n')
        elif self.shown == "csv":
            self._write_rows(sheet)
        elif self.shown in PAGES:
            page = grades.totals_page(sheet, self.language)
            self.file.write(self._full_page(self.shown) or render_page(page, self.shown, paper=self.paper))

    def _write_rows(self, sheet: "ClassTotals") -> None:
        """Write the totals as CSV, with a row also for each student who has no graded answer."""
        key, write = self.students.key, row_writer(self.file, self.language)
        write(grades.totals_head(sheet, self.language))
        notes = {student: " ".join(messages) for student, (_, messages) in self.unread.items()}
        for total in sheet.totals:
            write(grades.totals_row(total, sheet, self.language, notes.pop(normalize_name(total.student), "")))
        for student, note in notes.items():
            called, variant = self.unread[student][0], key.variant_of(student) or ""
            write(grades.unmarked_row(sheet, called, key.full_name(student), variant, note))
        for one in sheet.missing:
            if normalize_name(one.id) not in notes:
                write(grades.unmarked_row(sheet, one.id, one.name, key.students[one.id]))
