"""Writing the results of a key: of a sheet a line a student, with the points of each task, the total and the grade."""

from collections.abc import Mapping, Sequence
from typing import IO, TYPE_CHECKING, Any

from treesolve.model.answer import PARTS, QUESTIONS
from treesolve.model.number import Number
from treesolve.pages.json.encoding import encode
from treesolve.pages.json.grades_document import heading_json, sheet_heading_json
from treesolve.pages.saving import PAGES
from treesolve.runs.grade_submission import Marker, Outcome
from treesolve.runs.results import Results

if TYPE_CHECKING:
    from treesolve.grading.sheet_totals import SheetResults, Total


def results_writer(marker: Marker, file: IO[Any], form: str) -> Results:
    """What writes the results of a marker's key to an open file: of a sheet student by student."""
    key, language = marker.settings.key, marker.settings.language
    told = (
        _heading_of_document(marker),
        _parts_of_all_exercises(marker),
        language,
        dict(marker.settings.look).get("paper", "a4"),
    )
    rubric = marker.settings.rubric
    if not key.is_sheet or form == "none":
        counted = rubric if len(key.names) == 1 else rubric._replace(out_of=None)  # of several, each is only a part
        return Results(file, form, *told, counted)
    from treesolve.grading.sheet_totals import SheetResults

    return SheetWriter(file, form, *told, SheetResults(key, rubric, _possible_points(marker)))


def _possible_points(marker: Marker) -> dict[str, Number]:
    """The points of each task of a sheet, by its name."""
    from treesolve.grading.sheet_totals import possible_points

    return possible_points(marker.settings.key, lambda number: marker.prepared(number).grader.possible)


def _heading_of_document(marker: Marker) -> dict[str, Any]:
    """What a document of results begins with."""
    key, marked_by = marker.settings.key, (marker.settings.rubric, marker.settings.decisions)
    if key.is_sheet:
        return sheet_heading_json(key, _possible_points(marker), *marked_by)
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
        totals = self.students.totals()
        if self.form == "json":
            self.file.write('],"problems":' + encode(self.problems))
            from treesolve.grading.sheet_totals import total_json

            told = {"students": list(map(total_json, totals)), "missing": self.students.missing()}
            self.file.write(f',"totals":{encode(told)}}}\n')
        elif self.shown == "csv":
            self._write_rows(totals)
        elif self.shown in PAGES:
            from treesolve.pages.handout import bound
            from treesolve.pages.totals import totals_page

            facts = {"title": str(self.students.key.sheet.get("title", "")), "unmarked": len(self.unread)}
            facts["missing"] = self.students.missing()
            page = totals_page(totals, self.students.possible, facts, self.language, self.students.rubric)
            self.file.write(bound(page, self.shown, paper=self.paper))

    def _write_rows(self, totals: "Sequence[Total]") -> None:
        """A table for spreadsheets; whoever handed in nothing that could be marked has a row, too."""
        from treesolve.pages.spreadsheet import guarded, row_writer
        from treesolve.pages.totals import totals_head, totals_row

        write = row_writer(self.file, self.language)
        head = totals_head(list(self.students.possible), self.language, self.students.rubric)
        write(map(guarded, head))
        for total in totals:
            write(totals_row(total, self.language, self.students.rubric))
        for student, source, told in self.unread:
            write(map(guarded, [student or source, *[""] * (len(head) - 2), f"{source}: {told}"]))
        for student in self.students.missing():
            variant = self.students.key.students[student]
            write(map(guarded, [student, variant, *[""] * (len(head) - 2)]))
