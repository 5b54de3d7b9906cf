"""Writing the results of a key: of a sheet a line a student, with the points of each task, the total and the grade."""

from functools import cached_property
from typing import IO, TYPE_CHECKING, Any

from treesolve.pages.json.encoding import encode
from treesolve.pages.json.grades_document import sheet_heading_json
from treesolve.pages.saving import PAGES
from treesolve.runs.grade_submission import Marker, Outcome
from treesolve.runs.results import Results

if TYPE_CHECKING:
    from treesolve.grading.sheet_totals import SheetOfClass


def results_writer(marker: Marker, file: IO[Any], form: str) -> Results:
    """What writes the results of a marker's key to an open file: of a sheet student by student."""
    is_of_sheet = marker.settings.key.is_sheet and form != "none"
    return (SheetWriter if is_of_sheet else Results)(marker, file, form)


class SheetWriter(Results):
    """What takes results of single tasks and writes what each student has made of all of them.

    JSON has both; JSON Lines has the tasks only. Tables are written at the end, when all of a student is known.
    """

    def __init__(self, marker: Marker, file: IO[Any], form: str) -> None:
        from treesolve.runs.student_sheets import empty_results

        self.students, self.shown = empty_results(marker), form
        self.unread: dict[str, tuple[str, str]] = {}
        super().__init__(marker, file, form if form in ("json", "jsonl") else "none")

    @cached_property
    def heading(self) -> dict[str, Any]:
        """What a document of results begins with."""
        settings = self.marker.settings
        return sheet_heading_json(settings.key, self.students.possible, settings.rubric, settings.decisions)

    def add(self, outcome: Outcome) -> None:
        """Write what came of an answer to a task."""
        super().add(outcome)
        if outcome.result is not None:
            self.students.add(outcome.result)
            return
        told = " ".join(str(told.entry["message"]) for told in outcome.problems if not told.is_remark)
        if told:
            self.unread.setdefault(outcome.source, (outcome.student, told))

    def finish(self) -> None:
        """Write what comes at the end."""
        sheet = self.students.of_class(len(self.unread))
        if self.form == "json":
            self.file.write('],"problems":' + encode(self.problems))
            from treesolve.grading.sheet_totals import total_json

            students = [total_json(total, sheet.rubric) for total in sheet.totals]
            told = {"students": students, "missing": [one.id for one in sheet.missing]}
            self.file.write(f',"totals":{encode(told)}}}\n')
        elif self.shown == "csv":
            self._write_rows(sheet)
        elif self.shown in PAGES:
            from treesolve.pages.grades import totals_page
            from treesolve.pages.handout import bound

            self.file.write(bound(totals_page(sheet, self.language), self.shown, paper=self.paper))

    def _write_rows(self, sheet: "SheetOfClass") -> None:
        """A table for spreadsheets; whoever handed in nothing that could be marked has a row, too."""
        from treesolve.pages.grades import totals_head, totals_row, unmarked_row
        from treesolve.pages.spreadsheet import guarded, row_writer

        key, write = self.students.key, row_writer(self.file, self.language)
        write(map(guarded, totals_head(sheet, self.language)))
        for total in sheet.totals:
            write(totals_row(total, sheet, self.language))
        for source, (student, told) in self.unread.items():
            write(unmarked_row(sheet, student or source, key.full_name(student), note=f"{source}: {told}"))
        for one in sheet.missing:
            write(unmarked_row(sheet, one.id, one.name, key.students[one.id]))
