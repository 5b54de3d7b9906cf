"""What students have made of a sheet, as tables: for people on a terminal, and for spreadsheets."""

from collections.abc import Mapping, Sequence
from typing import Any

from treesolve.grading.sheet_totals import Total
from treesolve.model.number import Number
from treesolve.pages.environment import number_text, render, words
from treesolve.pages.grades import LONGEST_STUDENT
from treesolve.pages.label import shortened
from treesolve.pages.shown import shown_text

MOST_MISSING = 40
"""So many of those who handed in nothing are named; more are counted."""

NOTHING = "–"
"""Stands for a task that was not handed in."""


def totals_head(tasks: Sequence[str], language: str = "en") -> list[str]:
    """The headings of a row for a spreadsheet."""
    column = words(language, "grades.jinja").column
    labels = [f"{column('task')} {shown_text(task)}" for task in tasks]
    return [column("student"), column("variant"), *labels, *map(column, ("points", "of", "grade", "pending"))]


def totals_row(total: Total, language: str = "en") -> list[tuple[str, bool]]:
    """The cells of a row for a spreadsheet, each with whether it is a number."""
    tasks = [("", False) if points is None else (_number(points, language), True) for points in total.tasks.values()]
    numbers = [(_number(points, language), True) for points in (total.points, total.of)]
    whose = [(total.student, False), (total.variant or "", False)]
    return [*whose, *tasks, *numbers, (total.grade or "", False), (", ".join(total.pending), False)]


def _number(points: Number, language: str) -> str:
    """A number as people write it, with a minus that spreadsheets read."""
    return number_text(points, language).replace("−", "-")


def totals_page(
    totals: Sequence[Total],
    possible: Mapping[str, Number],
    facts: Mapping[str, Any],
    form: str,
    language: str = "en",
) -> str:
    """All students in a table, as "text" or "markdown".

    `facts` has the sheet's `title`, the students who are `missing`, and how many answers are `unmarked`.
    """
    say = words(language, "grades.jinja")
    missing = [shown_text(student) for student in facts["missing"]]
    told = {
        "title": shown_text(facts["title"]),
        "tasks": [f"{shown_text(task)} ({number_text(of, language)})" for task, of in possible.items()],
        "points": number_text(sum(possible.values()), language),
        "students": len(totals),
        "unmarked": facts["unmarked"],
        "missing": missing[:MOST_MISSING],
        "rest": max(0, len(missing) - MOST_MISSING),
    }
    has_grades = any(total.grade for total in totals)
    labels = [shown_text(task) for task in possible]
    head = [say.column("student"), say.column("variant"), *labels, say.column("total")]
    head += [say.column("grade")] * has_grades + [say.column("notes")]
    rows = [_row(total, language, has_grades=has_grades) for total in totals]
    return render("totals", form, language, say=say, facts=told, head=head, rows=rows)


def _row(total: Total, language: str, *, has_grades: bool) -> list[str]:
    say = words(language, "grades.jinja")
    tasks = [NOTHING if points is None else number_text(points, language) for points in total.tasks.values()]
    whose = [shortened(shown_text(total.student), LONGEST_STUDENT), shown_text(total.variant or "")]
    notes = say.pending([shown_text(task) for task in total.pending]) if total.pending else ""
    return [*whose, *tasks, number_text(total.points, language), *[total.grade or ""] * has_grades, notes]
