"""What students have made of a sheet, as tables: for people on a terminal, and for spreadsheets."""

from collections.abc import Iterator
from typing import Any

from treesolve.grading.sheet_totals import SheetOfClass, Total
from treesolve.pages.document import Block, Document, Opening, Paragraph, Table, listing
from treesolve.pages.environment import number_text, shortened, shown_text, words
from treesolve.pages.grades import LONGEST_STUDENT, counted_cells, counted_head
from treesolve.pages.spreadsheet import guarded, spreadsheet_number

MOST_MISSING = 40
"""So many of those who handed in nothing are named; more are counted."""

NOTHING = "–"
"""Stands for a task that was not handed in."""


def totals_head(sheet: SheetOfClass, language: str = "en") -> list[str]:
    """The headings of a row for a spreadsheet."""
    column = words(language, "grades.jinja").column
    labels = [f"{column('task')} {shown_text(task)}" for task in sheet.possible]
    whose = ["student", *["name"] * sheet.has_names, "variant"]
    points = [column("points"), column("of"), *counted_head(sheet.rubric, language)]
    return [*map(column, whose), *labels, *points, column("grade"), column("pending")]


def totals_row(total: Total, sheet: SheetOfClass, language: str = "en") -> list[str]:
    """The cells of a row for a spreadsheet."""
    points = (*total.tasks.values(), total.points, total.of)
    numbers = ["" if number is None else spreadsheet_number(number, language) for number in points]
    numbers += counted_cells(total.points, total.of, sheet.rubric, language, is_open=bool(total.pending))
    whose = unmarked_row(sheet, total.student, total.name, total.variant or "")[: 2 + sheet.has_names]
    return [*whose, *numbers, guarded(total.grade or ""), guarded(", ".join(total.pending))]


def unmarked_row(sheet: SheetOfClass, student: str, name: str = "", variant: str = "", note: str = "") -> list[str]:
    """The cells of a row for a spreadsheet about somebody without points."""
    whose = [student, *[name] * sheet.has_names, variant]
    empty = 3 + len(sheet.possible) + (sheet.rubric.out_of is not None)
    return [*map(guarded, whose), *[""] * empty, guarded(note)]


def totals_page(sheet: SheetOfClass, language: str = "en") -> Document:
    """All students in a table."""
    return Document([*totals_blocks(sheet, language)], language)


def totals_blocks(sheet: SheetOfClass, language: str, *, is_listed: bool = True) -> Iterator[Block]:
    """What the sheet is, all students in a table where they are `is_listed`, and who handed in nothing."""
    say = words(language, "grades.jinja")
    missing = [shown_text(f"{student.id} {student.name}".strip()) for student in sheet.missing]
    told: dict[str, Any] = {
        "title": shown_text(sheet.title),
        "tasks": [f"{shown_text(task)} ({number_text(of, language)})" for task, of in sheet.possible.items()],
        "points": number_text(sum(sheet.possible.values()), language),
        "students": len(sheet.totals),
        "missing": missing[:MOST_MISSING],
        "rest": max(0, len(missing) - MOST_MISSING),
    }
    yield Opening(None, told["title"] or say.title()) if is_listed else Opening(say.title(), anchor="class")
    yield Paragraph([say.sheet_line(told)])
    if sheet.totals and is_listed:
        yield _table_of_totals(sheet, language)
    said = [say.counted_students(told) + say.not_marked(sheet.unmarked)]
    yield Paragraph([*said, *([say.not_handed_in(told)] if missing else [])])


def _table_of_totals(sheet: SheetOfClass, language: str) -> Table:
    column = words(language, "grades.jinja").column
    has_grades, whose = any(total.grade for total in sheet.totals), ["student", *["name"] * sheet.has_names, "variant"]
    numbers = [*map(shown_text, sheet.possible), column("total"), *counted_head(sheet.rubric, language)]
    head = [*map(column, whose), *numbers]
    head += [column("grade")] * has_grades + [column("notes")]
    rows = [_row_of_total(total, sheet, language, has_grades=has_grades) for total in sheet.totals]
    words_in = (*range(len(whose)), *range(len(whose) + len(numbers), len(head)))
    return Table(head, listing(rows, ""), words(language, "grades.jinja").title(), words_in)


def _row_of_total(total: Total, sheet: SheetOfClass, language: str, *, has_grades: bool) -> list[str]:
    say = words(language, "grades.jinja")
    tasks = [NOTHING if points is None else number_text(points, language) for points in total.tasks.values()]
    whose = [total.student, *[total.name] * sheet.has_names]
    cells = [*(shortened(shown_text(one), LONGEST_STUDENT) for one in whose), shown_text(total.variant or "")]
    notes = say.pending([shown_text(task) for task in total.pending]) if total.pending else ""
    points = [number_text(total.points, language)]
    points += counted_cells(total.points, total.of, sheet.rubric, language, is_open=bool(total.pending))
    return [*cells, *tasks, *points, *[total.grade or ""] * has_grades, notes]
