"""Writing the results of a key: of a sheet a line a student, with the points of each task, the total and the grade."""

from collections.abc import Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any

from treesolve.model.answer import PARTS, QUESTIONS
from treesolve.pages.json.encoding import encode
from treesolve.pages.json.grades_document import heading_json, sheet_heading_json
from treesolve.pages.saving import PAGES
from treesolve.runs.grade_submission import Marker, Outcome
from treesolve.runs.results import Results

if TYPE_CHECKING:
    from treesolve.grading.sheet_totals import SheetOfClass, SheetResults


def results_writer(marker: Marker, file: IO[Any], form: str) -> Results:
    """What writes the results of a marker's key to an open file: of a sheet student by student."""
    key, language = marker.settings.key, marker.settings.language
    told = (
        _heading_of_document(marker),
        _parts_of_all_exercises(marker),
        language,
        dict(marker.settings.look).get("paper", "a4"),
    )
    if not key.is_sheet or form == "none":
        return Results(file, form, *told, marker.settings.rubric_of_one)
    from treesolve.runs.student_sheets import empty_results

    return SheetWriter(file, form, *told, empty_results(marker))


def _heading_of_document(marker: Marker) -> dict[str, Any]:
    """What a document of results begins with."""
    key, marked_by = marker.settings.key, (marker.settings.rubric, marker.settings.decisions)
    if key.is_sheet:
        from treesolve.runs.student_sheets import empty_results

        return sheet_heading_json(key, empty_results(marker).possible, *marked_by)
    prepared = [marker.prepared(number) for number in range(len(key.exercises))]
    return heading_json([(one.exercise, one.grader) for one in prepared], *marked_by)


def _parts_of_all_exercises(marker: Marker) -> list[str]:
    """All parts that any exercise asks for, in the usual order."""
    key = marker.settings.key
    prepared = [
        marker.prepared(number) for number in (key.first_numbers if key.is_sheet else range(len(key.exercises)))
    ]
    return [part for part in (*PARTS, *QUESTIONS) if any(part in one.grader.points for one in prepared)]


class SheetWriter(Results):
    """What takes results of single tasks and writes what each student has made of all of them.

    JSON has both; JSON Lines has the tasks only. Tables are written at the end, when all of a student is known.
    """

    def __init__(
        self,
        file: IO[Any],
        form: str,
        heading: Mapping[str, Any],
        parts: Sequence[str],
        language: str,
        paper: str,
        students: "SheetResults",
    ) -> None:
        super().__init__(file, form if form in ("json", "jsonl") else "none", heading, parts, language, paper)
        self.students, self.shown = students, form
        self.unread: list[tuple[str, str, str]] = []

    def add(self, outcome: Outcome) -> None:
        """Write what came of an answer to a task."""
        super().add(outcome)
        if outcome.result is not None:
            self.students.add(outcome.result)
            return
        told = " ".join(str(told.entry["message"]) for told in outcome.problems if not told.is_remark)
        if told:
            self.unread.append((outcome.student, outcome.source, told))

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
            from treesolve.pages.handout import bound
            from treesolve.pages.totals import totals_page

            self.file.write(bound(totals_page(sheet, self.language), self.shown, paper=self.paper))

    def _write_rows(self, sheet: "SheetOfClass") -> None:
        """A table for spreadsheets; whoever handed in nothing that could be marked has a row, too."""
        from treesolve.pages.spreadsheet import guarded, row_writer
        from treesolve.pages.totals import totals_head, totals_row, unmarked_row

        key, write = self.students.key, row_writer(self.file, self.language)
        write(map(guarded, totals_head(sheet, self.language)))
        for total in sheet.totals:
            write(totals_row(total, sheet, self.language))
        for student, source, told in self.unread:
            write(unmarked_row(sheet, student or source, key.full_name(student), note=f"{source}: {told}"))
        for one in sheet.missing:
            write(unmarked_row(sheet, one.id, one.name, key.students[one.id]))
