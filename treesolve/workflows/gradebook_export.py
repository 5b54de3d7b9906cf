"""Export to a course system: points and feedback in its gradebook, and a zip with a page for each student.

Students are identified by their ids in the course system, not by names or ids in the text of their answers.
"""

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import IO, Any, NamedTuple

from treesolve.grading.result import Result
from treesolve.integrations.course_submissions import CourseSubmission
from treesolve.integrations.gradebook import Gradebook, GradebookEntry, fill_gradebook, summarize_names
from treesolve.integrations.moodle_feedback import FeedbackZip
from treesolve.model.number import Number
from treesolve.model.problem import Problem
from treesolve.rendering.grades import counted_sentence
from treesolve.rendering.saving import ENDINGS
from treesolve.submissions.text_decoding import is_remark
from treesolve.workflows.class_grading import (
    PAGES_PER_PROCESS,
    StudentSheet,
    StudentSheets,
    empty_results,
    pages_of_sheets,
)
from treesolve.workflows.grade_result import GradeResult
from treesolve.workflows.grade_submission import Marker
from treesolve.workflows.parallel import default_jobs, process_pool
from treesolve.workflows.result_writer import ResultWriter


class StudentMarks(NamedTuple):
    """The results of a student's tasks.

    `is_open` is true if a part is pending or a file could not be graded.
    """

    handed_in: CourseSubmission
    grade_results: tuple[GradeResult, ...] = ()
    is_open: bool = False

    @property
    def graded(self) -> list[tuple[GradeResult, Result]]:
        """The graded tasks, each with its result."""
        return [(one, one.result) for one in self.grade_results if one.result is not None]

    @property
    def results(self) -> list[Result]:
        """The results of the graded tasks."""
        return [result for _, result in self.graded]

    def with_grade_result(self, grade_result: GradeResult) -> "StudentMarks":
        """Return the marks with one more result.

        An ungraded result that has an error leaves the marks open.
        """
        if grade_result.result is not None:
            is_open = self.is_open or bool(grade_result.result.pending)
            return self._replace(grade_results=(*self.grade_results, replace(grade_result, page=None)), is_open=is_open)
        return self._replace(is_open=self.is_open or any(not is_remark(one) for one in grade_result.problems))


class _ResultsByStudent(ResultWriter):
    """Writer that collects the results of each student before it writes anything."""

    def __init__(self, file: IO[Any], marker: Marker, handed_in: Mapping[str, CourseSubmission]) -> None:
        super().__init__(marker, file, "none")
        self.handed_in = handed_in
        self.marks: dict[str, StudentMarks] = {}
        self.others: list[str] = []

    def add(self, grade_result: GradeResult) -> None:
        """Add a result. Results of files that did not come from the course system are not exported."""
        super().add(grade_result)
        found = self.handed_in.get(grade_result.source)
        if found is None and grade_result.result is not None:
            self.others.append(grade_result.student)
        if found is not None:
            marks = self.marks.get(grade_result.source, StudentMarks(found))
            self.marks[grade_result.source] = marks.with_grade_result(grade_result)

    def unreturned_problems(self, path: str) -> list[Problem]:
        """Return a problem that names the students whose answers did not come from the course system.

        The list is empty if there are no such students.
        """
        return [Problem("not-handed-back", None, summarize_names(self.others), path)] if self.others else []

    def fully_decided(self, marks: StudentMarks) -> bool:
        """Return whether a student's results are final.

        They are not if a task needs review, or if tasks are missing and a file could not be read, because the missing
        tasks may be in that file.
        """
        is_short = len(marks.results) < len(self.marker.settings.key.names)
        return bool(marks.results) and not marks.is_open and not (marks.handed_in.unread and is_short)

    def sheet(self, marks: StudentMarks) -> StudentSheet:
        """Return the sheet of a student, identified by the student's id in the course system."""
        student = marks.handed_in.student
        grade_results = (replace(one, result=result._replace(student=student)) for one, result in marks.graded)
        return StudentSheets(self.marker, grade_results).sheets()[0]


class GradebookWriter(_ResultsByStudent):
    """Writer of a gradebook. Points are scaled if the rubric has a maximum.

    If points are scaled, the feedback also gives the points before scaling.
    """

    def __init__(
        self, file: IO[Any], marker: Marker, handed_in: Mapping[str, CourseSubmission], book: Gradebook
    ) -> None:
        super().__init__(file, marker, handed_in)
        self.book = book

    def finish(self) -> None:
        """Write the gradebook, and store the problems of entries that were not written in `left`."""
        text, self.left = fill_gradebook(self.book, [self._earned(marks) for marks in self.marks.values()])
        if self.marker.settings.rubric.out_of is not None:
            self.left = [_of_counted_points(problem) for problem in self.left]
        self.left += self.unreturned_problems(self.book.source)
        self.file.write(text)

    def _earned(self, marks: StudentMarks) -> GradebookEntry:
        found = marks.handed_in
        feedback_text, rubric = self._feedback(marks), self.marker.settings.rubric
        if not self.fully_decided(marks):
            return GradebookEntry(found.key, found.student, found.source, None, feedback_text)
        points, of = self._points(marks)
        if rubric.out_of is not None:
            feedback_text = "\n".join(
                filter(None, [counted_sentence(points, of, rubric, self.language), feedback_text])
            )
            points, of = rubric.counted(points, of), rubric.out_of
        return GradebookEntry(found.key, found.student, found.source, points, feedback_text, of)

    def _feedback(self, marks: StudentMarks) -> str:
        """Return the feedback on all tasks of a student."""
        found = [(result.exercise, self.marker.feedback(one, self.language)) for one, result in marks.graded]
        return found[0][1] if len(found) == 1 else "\n\n".join(f"{name}\n{text}".strip() for name, text in found)

    def _points(self, marks: StudentMarks) -> tuple[Number, Number]:
        """Return the total points of a student, and the maximum.

        Missing tasks of a sheet count as zero points.
        """
        if not self.marker.settings.key.is_sheet:
            graded_results = marks.results
            of = sum(one.of for one in graded_results) + self._points_of_missing(
                {one.exercise for one in graded_results}
            )
            return sum(one.points for one in graded_results), of
        total = self.sheet(marks).total
        return total.points, total.of

    def _points_of_missing(self, handed_in: Collection[str]) -> Number:
        """Return the maximum points of the exercises that a student has not handed in.

        Return 0 if the rubric does not scale the total.
        """
        if self.marker.settings.rubric.out_of is None:
            return 0
        return sum(of for name, of in empty_results(self.marker).possible.items() if name not in handed_in)


def _of_counted_points(problem: Problem) -> Problem:
    """Return the problem. If it reports a different maximum, replace its code by the one for scaled points."""
    return problem._replace(code="gradebook-other-out-of") if problem.code == "gradebook-other-maximum" else problem


class FeedbackWriter(_ResultsByStudent):
    """Writer of a zip with the pages of fully graded students.

    For a sheet, each student gets a single page about all tasks.
    """

    def __init__(self, file: IO[Any], marker: Marker, handed_in: Mapping[str, CourseSubmission], path: str) -> None:
        super().__init__(file, marker, handed_in)
        self.zip, self.path = FeedbackZip(file), path
        self.pages: list[tuple[str, str | bytes]] = []
        self.current = ""

    def add(self, grade_result: GradeResult) -> None:
        """Add a result. All results of a student must be added one directly after another."""
        if grade_result.source != self.current:
            self._write_pages()
            self.current = grade_result.source
        super().add(grade_result)
        result, is_single = grade_result.result, not self.marker.settings.key.is_sheet
        if is_single and result is not None and result.is_assigned and grade_result.source in self.handed_in:
            page = grade_result.page or self.marker.page(grade_result, self.marker.settings) or ""
            self.pages.append((result.exercise, page))

    def _write_pages(self) -> None:
        marks = self.marks.get(self.current)
        if marks is not None and self.fully_decided(marks):
            for exercise, page in self.pages:
                self._write_page(marks, "feedback" if len(self.pages) == 1 else f"feedback-{exercise}", page)
        self.pages.clear()

    def _write_page(self, marks: StudentMarks, name: str, page: str | bytes) -> None:
        ending = ENDINGS[self.marker.settings.page_form or "html"][0]
        self.zip.add(marks.handed_in.feedback_prefix, name, ending, page)

    def _write_sheets(self) -> None:
        """Write a page about all tasks of a sheet for each student.

        Problems of pages that could not be rendered are added to `left`.
        """
        fully_decided = [marks for marks in self.marks.values() if self.fully_decided(marks)]
        jobs = default_jobs(len(fully_decided), PAGES_PER_PROCESS)
        with process_pool(jobs) as executor:
            pages = pages_of_sheets(self.marker, map(self.sheet, fully_decided), executor)
            for marks, page in zip(fully_decided, pages, strict=True):
                if isinstance(page, Problem):
                    self.left.append(page)
                else:
                    self._write_page(marks, "feedback", page)

    def finish(self) -> None:
        """Write the remaining pages and close the zip."""
        self._write_pages()
        if self.marker.settings.key.is_sheet:
            self._write_sheets()
        self.zip.finish()
        self.left += self.unreturned_problems(self.path)
