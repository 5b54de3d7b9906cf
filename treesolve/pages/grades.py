"""Results of marking as tables: for people on a terminal, and for spreadsheets."""

from collections.abc import Mapping, Sequence
from typing import Any

from treesolve.notation.number import read_number
from treesolve.pages.environment import number_text, render, words
from treesolve.value import Number

Result = Mapping[str, Any]
"""The entry of one answer in the document treesolve/grades/1, its decimals as text."""


def _number(written: Any) -> Number:
    return read_number(str(written))


def _shown(written: Any, language: str) -> str:
    """A number as people write it, with a minus that spreadsheets read."""
    return number_text(_number(written), language).replace("−", "-")


def csv_head(parts: Sequence[str], language: str = "en") -> list[str]:
    """The headings of a row for a spreadsheet."""
    say = words(language, "grades.jinja")
    names = ("student", "source", "exercise", "variant", "points", "of", "grade")
    return [*map(say.column, names), *map(say.part, parts), *map(say.column, ("diagnosis", "feedback"))]


def csv_row(result: Result, parts: Sequence[str], language: str = "en") -> list[tuple[str, bool]]:
    """The cells of a row for a spreadsheet, each with whether it is a number."""
    texts = [(str(result[name] or ""), False) for name in ("student", "source", "exercise", "variant")]
    numbers = [(_shown(result[name], language), True) for name in ("points", "of")]
    marks = [_mark_cell(result["parts"].get(part), language) for part in parts]
    codes = " ".join(found["code"] for found in result["diagnosis"] if found["rank"] == 1)
    return [*texts, *numbers, (str(result["grade"] or ""), False), *marks, (codes, False), (result["feedback"], False)]


def _mark_cell(mark: Mapping[str, Any] | None, language: str) -> tuple[str, bool]:
    return ("", False) if mark is None else (_shown(mark["points"], language), True)


def table_row(result: Result, parts: Sequence[str], language: str = "en") -> list[str]:
    """The cells of a row for people: student, points, parts, grade, what may be behind mistakes."""
    marks = [_mark_cell(result["parts"].get(part), language)[0] for part in parts]
    found = [entry["code"] for entry in result["diagnosis"] if entry["rank"] == 1]
    told = ", ".join(found[:3]) + (", …" if len(found) > 3 else "")
    unread = words(language, "grades.jinja").unread([_part(part, language) for part in result["unread"]])
    notes = "; ".join(note for note in (told, unread if result["unread"] else "") if note)
    return [result["student"], _shown(result["points"], language), *marks, str(result["grade"] or ""), notes]


def _part(part: str, language: str) -> str:
    return words(language, "grades.jinja").part(part)


def grades_page(
    rows: Sequence[list[str]],
    parts: Sequence[str],
    heading: Mapping[str, Any],
    form: str,
    language: str = "en",
    unmarked: int = 0,
) -> str:
    """All results as a table, as "text" or "markdown"; `unmarked` submissions have none."""
    say = words(language, "grades.jinja")
    head = [
        say.column("student"),
        say.column("points"),
        *map(say.part, parts),
        say.column("grade"),
        say.column("diagnosis"),
    ]
    has_grades = any(row[-2] for row in rows)
    shown = [row if has_grades else [*row[:-2], row[-1]] for row in rows]
    facts = {
        "exercises": [_exercise_facts(entry, language) for entry in heading["exercises"][:12]],
        "rest": max(0, len(heading["exercises"]) - 12),
        "answers": len(rows),
        "unmarked": unmarked,
    }
    return render(
        "grades", form, language, say=say, facts=facts, head=head if has_grades else [*head[:-2], head[-1]], rows=shown
    )


def _exercise_facts(entry: Mapping[str, Any], language: str) -> dict[str, Any]:
    return {**entry, "points_possible": _shown(entry["points_possible"], language)}
