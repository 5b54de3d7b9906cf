"""Whose points change when answers are marked again, of a sheet whose total and grade, as a table."""

from collections.abc import Iterator, Sequence
from io import StringIO
from typing import NamedTuple

from treesolve.grading.change import Change, Reason, Rubrics, TotalChange
from treesolve.grading.rubric import USUAL
from treesolve.model.number import Number
from treesolve.pages.document import Block, Document, Opening, Paragraph, Table, listing
from treesolve.pages.environment import number_text, shown_text, words
from treesolve.pages.spreadsheet import row_writer


class ChangesTable(NamedTuple):
    """What changes, a row each; `numbers` are the columns of points."""

    told: str
    head: Sequence[str]
    rows: Sequence[list[str]]
    numbers: Sequence[int]

    def page(self, language: str) -> Document:
        """The table as a page."""
        blocks: list[Block] = [Opening(None, words(language, "grades.jinja").title()), Paragraph([self.told])]
        if self.rows:
            words_in = [column for column in range(len(self.head)) if column not in self.numbers]
            blocks.append(Table(self.head, listing(self.rows, ""), words=words_in))
        return Document(blocks, language)

    def csv(self, language: str) -> str:
        """The table for a spreadsheet."""
        told = StringIO()
        write_row = row_writer(told, language)
        write_row(self.head)
        for row in self.rows:
            write_row(cell.replace("−", "-") if column in self.numbers else cell for column, cell in enumerate(row))
        return told.getvalue()


def changes_table(
    changes: Sequence[Change], answers: int, language: str = "en", rubrics: Rubrics = (USUAL, USUAL)
) -> ChangesTable:
    """Whose points change, of so many answers; beside them what they count as, by the old and the new rubric."""
    telling = _Telling(language, rubrics)
    rows = [
        telling.row(changed, changed.exercise, (), [*telling.reasons(changed), *telling.worth(changed)])
        for changed in changes
    ]
    told = telling.say.changed_title({"changed": len(changes), "answers": answers})
    return telling.table(told, "exercise", ("why",), rows)


def totals_table(
    changes: Sequence[TotalChange], students: int, language: str = "en", rubrics: Rubrics = (USUAL, USUAL)
) -> ChangesTable:
    """Whose total or grade for a sheet changes, of so many students, and by which tasks; what it counts as beside."""
    telling = _Telling(language, rubrics)
    has_grades = any(grade for changed in changes for grade in changed.grades)
    rows = [
        telling.row(
            changed,
            changed.name,
            [shown_text(grade or "") for grade in changed.grades] if has_grades else (),
            [*map(telling.task, changed.tasks), *telling.worth(changed)],
        )
        for changed in changes
    ]
    told = telling.say.totals_changed_title({"changed": len(changes), "students": students})
    return telling.table(told, "name", (*["grade_before", "grade_now"] * has_grades, "why"), rows)


class _Telling:
    """Changes in a language, from one rubric to another."""

    def __init__(self, language: str, rubrics: Rubrics) -> None:
        self.language, self.rubrics = language, rubrics
        self.say = words(language, "grades.jinja")

    def table(self, told: str, second: str, last: Sequence[str], rows: Sequence[list[str]]) -> ChangesTable:
        """These rows; where all points count out of another number than before, the table says so first."""
        column, scales = self.say.column, [rubric.out_of and self.points(rubric.out_of) for rubric in self.rubrics]
        first = map(column, ("student", second, "before", "now"))
        counted = [
            self.say.counted_then(column(name), scale)
            for name, scale in zip(("before", "now"), scales, strict=True)
            if scale is not None
        ]
        if scales[0] != scales[1]:
            told = f"{self.say.scale_change({'before': scales[0], 'now': scales[1]})} {told}"
        return ChangesTable(told, [*first, *counted, *map(column, last)], rows, range(2, 4 + len(counted)))

    def row(
        self, changed: Change | TotalChange, second: str, grades: Sequence[str], reasons: Sequence[str]
    ) -> list[str]:
        """Whose points change, before and now, then what they counted and count as where all do as so many; and why."""
        counted = [
            number for number, rubric in zip(changed.counted, self.rubrics, strict=True) if rubric.out_of is not None
        ]
        numbers = map(self.points, (changed.before, changed.now, *counted))
        return [shown_text(changed.student), shown_text(second), *numbers, *grades, "; ".join(reasons)]

    def points(self, points: Number | None) -> str:
        """Points, or that there are none."""
        return self.say.not_asked() if points is None else number_text(points, self.language)

    def worth(self, changed: Change | TotalChange) -> Iterator[str]:
        """That there are other points to get than before."""
        if None not in changed.of and changed.of[0] != changed.of[1]:
            before, now = map(self.points, changed.of)
            yield self.say.worth_change({"before": before, "now": now})

    def task(self, changed: Change) -> str:
        """How the points of a task change, and why."""
        task = words(self.language, "sheet.jinja").task({"label": shown_text(changed.exercise), "title": ""})
        return f"{task}: {', '.join(self.reasons(changed))}"

    def reasons(self, changed: Change) -> Iterator[str]:
        """Why the points of an answer change."""
        if changed.before is None:
            yield self.say.added()
        if changed.now is None:
            yield self.say.gone()
        for part in changed.parts:
            points = {"before": self.points(part.before), "now": self.points(part.now)}
            yield self.say.part_change({"part": part.part, "reasons": [*map(self._reason, part.reasons)], **points})
        if changed.grades[0] != changed.grades[1]:
            yield self.say.grade_change({"before": changed.grades[0], "now": changed.grades[1]})

    def _reason(self, reason: Reason) -> str:
        if reason.node is None:
            return f"{self.say.verdict(reason.before)} → {self.say.verdict(reason.now)}"
        return self.say.item_change(reason._asdict())
