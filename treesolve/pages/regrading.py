"""Whose points change when answers are marked again, of a sheet whose total and grade, as a table."""

from collections.abc import Iterator, Sequence
from io import StringIO
from typing import NamedTuple

from treesolve.grading.change import Change, PartChange, Reason, Rubrics, TotalChange
from treesolve.grading.rubric import USUAL
from treesolve.model.number import Number
from treesolve.pages.document import Block, Document, Opening, Paragraph, Table, listing
from treesolve.pages.environment import number_text, shown_text, words
from treesolve.pages.spreadsheet import guarded, row_writer


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
            numbers = {column: row[column].replace("−", "-") for column in self.numbers}
            write_row([numbers.get(column, guarded(cell)) for column, cell in enumerate(row)])
        return told.getvalue()


def changes_table(
    changes: Sequence[Change], answers: int, language: str = "en", rubrics: Rubrics = (USUAL, USUAL)
) -> ChangesTable:
    """Whose points change, of so many answers; beside them what they count as, by the old and the new rubric."""
    say = words(language, "grades.jinja")
    told = say.changed_title({"changed": len(changes), "answers": answers})
    first, counted = map(say.column, ("student", "exercise", "before", "now")), _counted_head(rubrics, language)
    rows = [_row_of_change(changed, language, rubrics) for changed in changes]
    table = ChangesTable(told, [*first, *counted, say.column("why")], rows, range(2, 4 + len(counted)))
    return _scaled(table, rubrics, language)


def _row_of_change(changed: Change, language: str, rubrics: Rubrics) -> list[str]:
    points = _points_texts(changed, language, rubrics)
    reasons = [*_reasons_in_words(changed, language), *_worth_in_words(changed, language)]
    return [shown_text(changed.student), shown_text(changed.exercise), *points, "; ".join(reasons)]


def _points_texts(changed: Change | TotalChange, language: str, rubrics: Rubrics) -> list[str]:
    """The points before and now, then what they counted and count as, where all of them do as so many."""
    counted = [number for number, rubric in zip(changed.counted, rubrics, strict=True) if rubric.out_of is not None]
    return [_points_text(number, language) for number in (changed.before, changed.now, *counted)]


def _counted_head(rubrics: Rubrics, language: str) -> list[str]:
    """The headings of what points counted and count as."""
    say = words(language, "grades.jinja")
    columns = ((say.column(name), rubric.out_of) for name, rubric in zip(("before", "now"), rubrics, strict=True))
    return [say.counted_then(column, number_text(of, language)) for column, of in columns if of is not None]


def _scaled(table: ChangesTable, rubrics: Rubrics, language: str) -> ChangesTable:
    """The table; where all points count out of another number than before, it says so first."""
    before, now = (rubric.out_of and number_text(rubric.out_of, language) for rubric in rubrics)
    if before == now:
        return table
    scale = words(language, "grades.jinja").scale_change({"before": before, "now": now})
    return table._replace(told=f"{scale} {table.told}")


def totals_table(
    changes: Sequence[TotalChange], students: int, language: str = "en", rubrics: Rubrics = (USUAL, USUAL)
) -> ChangesTable:
    """Whose total or grade for a sheet changes, of so many students, and by which tasks; what it counts as beside."""
    say = words(language, "grades.jinja")
    told = say.totals_changed_title({"changed": len(changes), "students": students})
    has_grades = any(grade for changed in changes for grade in changed.grades)
    first = map(say.column, ("student", "name", "before", "now"))
    last = map(say.column, (*["grade_before", "grade_now"] * has_grades, "why"))
    rows = [_row_of_total(changed, language, rubrics, has_grades=has_grades) for changed in changes]
    counted = _counted_head(rubrics, language)
    table = ChangesTable(told, [*first, *counted, *last], rows, range(2, 4 + len(counted)))
    return _scaled(table, rubrics, language)


def _row_of_total(changed: TotalChange, language: str, rubrics: Rubrics, *, has_grades: bool) -> list[str]:
    points = _points_texts(changed, language, rubrics)
    grades = [shown_text(grade or "") for grade in changed.grades] if has_grades else []
    reasons = [*(_task_in_words(task, language) for task in changed.tasks), *_worth_in_words(changed, language)]
    return [shown_text(changed.student), shown_text(changed.name), *points, *grades, "; ".join(reasons)]


def _worth_in_words(changed: Change | TotalChange, language: str) -> Iterator[str]:
    """That there are other points to get than before."""
    if None not in changed.of and changed.of[0] != changed.of[1]:
        before, now = (_points_text(number, language) for number in changed.of)
        yield words(language, "grades.jinja").worth_change({"before": before, "now": now})


def _task_in_words(changed: Change, language: str) -> str:
    """How the points of a task change, and why."""
    task = words(language, "sheet.jinja").task({"label": shown_text(changed.exercise), "title": ""})
    return f"{task}: {', '.join(_reasons_in_words(changed, language))}"


def _points_text(points: Number | None, language: str) -> str:
    return words(language, "grades.jinja").not_asked() if points is None else number_text(points, language)


def _reasons_in_words(changed: Change, language: str) -> Iterator[str]:
    say = words(language, "grades.jinja")
    if changed.before is None:
        yield say.added()
    if changed.now is None:
        yield say.gone()
    for part in changed.parts:
        yield _part_in_words(part, language)
    if changed.grades[0] != changed.grades[1]:
        yield say.grade_change({"before": changed.grades[0], "now": changed.grades[1]})


def _part_in_words(part: PartChange, language: str) -> str:
    say = words(language, "grades.jinja")
    reasons = [_reason_in_words(reason, language) for reason in part.reasons]
    points = {"before": _points_text(part.before, language), "now": _points_text(part.now, language)}
    return say.part_change({"part": part.part, "reasons": reasons, **points})


def _reason_in_words(reason: Reason, language: str) -> str:
    say = words(language, "grades.jinja")
    if reason.node is None:
        return f"{say.verdict(reason.before)} → {say.verdict(reason.now)}"
    return say.item_change(reason._asdict())
