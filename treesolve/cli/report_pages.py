"""The folder of feedback pages for students and the class, as `treesolve grade --report` writes it."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from treesolve.grading.class_summary import ClassSummary
from treesolve.grading.result import NO_INTERPRETATION
from treesolve.model.atomic_file import make_folder
from treesolve.model.optional_package import import_optional
from treesolve.model.problem import InputError, Problem
from treesolve.rendering.answer_table_page import AnswerEntry, AnswerTable, SheetTable
from treesolve.rendering.class_page import class_html, class_page
from treesolve.rendering.handout import render_page
from treesolve.workflows.class_grading import PAGES_PER_PROCESS, StudentSheets, pages_of_sheets
from treesolve.workflows.grade_result import GradeResult
from treesolve.workflows.grade_submission import Marker
from treesolve.workflows.page_folder import OutputFolder
from treesolve.workflows.parallel import default_jobs, process_pool

MAX_ANSWERS_SHOWN = 1000
"""Maximum number of answers whose interpretation is shown on the class page."""


class Reports:
    """A folder with a page for each student and, at the end, a page for the class.

    Raises InputError if the folder cannot be created, or if the package that renders PDF is missing.
    """

    def __init__(self, path: str, marker: Marker, ending: str) -> None:
        self.marker, self.settings, self.ending = marker, marker.settings, ending
        self.names_exercise = len(self.settings.key.names) > 1
        self.sheets = StudentSheets(marker) if self.settings.key.is_sheet else None
        self.sheet_files: dict[str, str] = {}
        self.entries: list[AnswerEntry] = []
        self.folder = OutputFolder(path)
        if Path(path).is_file():
            raise InputError((Problem("report-is-file", None, {}, path),))
        if ending == ".pdf":
            import_optional("typst")
        make_folder(path)

    def record(self, grade_result: GradeResult) -> None:
        """Write the page of a student. For a sheet, only store the result, because the page is about all tasks.

        Raises any error of rendering.
        """
        if grade_result.result is None:
            return
        if self.sheets is not None:
            self.sheets.add(grade_result)
            return
        exercise = None if grade_result.exercise is None else self.settings.key.exercises[grade_result.exercise]
        suffix = f"-{exercise.name}" if exercise and self.names_exercise else ""
        name = self.folder.name(grade_result.student + suffix, self.ending)
        self.folder.write(name, grade_result.page or self.marker.page(grade_result, self.settings) or "")
        read = grade_result.result.read if len(self.entries) < MAX_ANSWERS_SHOWN else NO_INTERPRETATION
        title = exercise.title if exercise else ""
        self.entries.append(AnswerEntry(name, title, grade_result.result._replace(answer="", read=read)))

    def write_sheets(self, jobs: int | None) -> Iterator[Problem]:
        """Write a page about all tasks of a sheet for each student, and yield the problems of pages that failed."""
        if self.sheets is None:
            return
        sheets = self.sheets.sheets()
        with process_pool(jobs or default_jobs(len(sheets), PAGES_PER_PROCESS)) as executor:
            for sheet, page in zip(sheets, pages_of_sheets(self.marker, sheets, executor), strict=True):
                name = self.folder.name(sheet.total.student, self.ending)
                if isinstance(page, Problem):
                    yield page
                else:
                    self.folder.write(name, page)
                    self.sheet_files[sheet.total.student] = name

    def finish(self, summaries: Sequence[ClassSummary], problems: Sequence[Mapping[str, Any]]) -> None:
        """Write the class page as HTML, and also in the format of the students' pages if that is not HTML."""
        language, sheet = self.settings.language, self.sheets.results.class_totals() if self.sheets else None
        render_class_page = partial(class_page, summaries, language, problems=problems, sheet=sheet)
        table = SheetTable(sheet, self.sheet_files, language) if sheet else AnswerTable(self.entries, language)
        self.folder.write("index.html", class_html(render_class_page(is_listed=False), table))
        form, paper = self.settings.page_form, dict(self.settings.look).get("paper", "a4")
        if form and form != "html":
            self.folder.write(f"index{self.ending}", render_page(render_class_page(), form, paper=paper))
