"""What students have made of a sheet, as tables: for people on a terminal, and for spreadsheets."""

from collections.abc import Mapping, Sequence
from typing import Any

from treesolve.grading.rubric import USUAL, Rubric
from treesolve.grading.sheet_totals import Total
from treesolve.model.number import Number
from treesolve.pages.document import Block, Document, Opening, Paragraph, Table, listing
from treesolve.pages.environment import number_text, words
from treesolve.pages.grades import LONGEST_STUDENT, counted_cells, counted_head
from treesolve.pages.shown import shortened, shown_text
from treesolve.pages.spreadsheet import guarded, spreadsheet_number

MOST_MISSING = 40
"""So many of those who handed in nothing are named; more are counted."""

NOTHING = "–"
"""Stands for a task that was not handed in."""


def totals_head(tasks: Sequence[str], language: str = "en", rubric: Rubric = USUAL) -> list[str]:
    """The headings of a row for a spreadsheet."""
    column = words(language, "grades.jinja").column
    labels = [f"{column('task')} {shown_text(task)}" for task in tasks]
    points = [column("points"), column("of"), *counted_head(rubric, language)]
    return [column("student"), column("variant"), *labels, *points, column("grade"), column("pending")]


def totals_row(total: Total, language: str = "en", rubric: Rubric = USUAL) -> list[str]:
    """The cells of a row for a spreadsheet."""
    points = (*total.tasks.values(), total.points, total.of)
    numbers = ["" if number is None else spreadsheet_number(number, language) for number in points]
    numbers += counted_cells(total.points, total.of, rubric, language, is_open=bool(total.pending))
    student, variant, *told = map(
        guarded, (total.student, total.variant or "", total.grade or "", ", ".join(total.pending))
    )
    return [student, variant, *numbers, *told]


def totals_page(
    totals: Sequence[Total],
    possible: Mapping[str, Number],
    facts: Mapping[str, Any],
    language: str = "en",
    rubric: Rubric = USUAL,
) -> Document:
    """All students in a table.

    `facts` has the sheet's `title`, the students who are `missing`, and how many answers are `unmarked`.
    """
    say = words(language, "grades.jinja")
    missing = [shown_text(student) for student in facts["missing"]]
    told: dict[str, Any] = {
        "title": shown_text(facts["title"]),
        "tasks": [f"{shown_text(task)} ({number_text(of, language)})" for task, of in possible.items()],
        "points": number_text(sum(possible.values()), language),
        "students": len(totals),
        "missing": missing[:MOST_MISSING],
        "rest": max(0, len(missing) - MOST_MISSING),
    }
    blocks: list[Block] = [Opening(None, told["title"] or say.title()), Paragraph([say.sheet_line(told)])]
    if totals:
        blocks.append(_table_of_totals(totals, possible, language, rubric))
    said = [say.counted_students(told) + say.not_marked(facts["unmarked"])]
    return Document([*blocks, Paragraph([*said, *([say.not_handed_in(told)] if missing else [])])], language)


def _table_of_totals(totals: Sequence[Total], possible: Mapping[str, Number], language: str, rubric: Rubric) -> Table:
    column = words(language, "grades.jinja").column
    has_grades = any(total.grade for total in totals)
    numbers = [*map(shown_text, possible), column("total"), *counted_head(rubric, language)]
    head = [column("student"), column("variant"), *numbers]
    head += [column("grade")] * has_grades + [column("notes")]
    rows = [_row_of_total(total, language, rubric, has_grades=has_grades) for total in totals]
    words_in = (0, 1, *range(2 + len(numbers), len(head)))
    return Table(head, listing(rows, ""), words(language, "grades.jinja").title(), words_in)


def _row_of_total(total: Total, language: str, rubric: Rubric, *, has_grades: bool) -> list[str]:
    say = words(language, "grades.jinja")
    tasks = [NOTHING if points is None else number_text(points, language) for points in total.tasks.values()]
    whose = [shortened(shown_text(total.student), LONGEST_STUDENT), shown_text(total.variant or "")]
    notes = say.pending([shown_text(task) for task in total.pending]) if total.pending else ""
    points = [number_text(total.points, language)]
    points += counted_cells(total.points, total.of, rubric, language, is_open=bool(total.pending))
    return [*whose, *tasks, *points, *[total.grade or ""] * has_grades, notes]
