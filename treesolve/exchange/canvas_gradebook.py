"""Canvas's gradebook.

One that is brought back overwrites what Canvas has in its columns; those that are missing stay.
"""

import re
from collections.abc import Collection
from fractions import Fraction

from treesolve.exchange.gradebook import Gradebook, Row
from treesolve.exchange.patched_table import Table
from treesolve.model.answer import folded
from treesolve.model.problem import InputError, Problem

_ASSIGNMENT = re.compile(r"(?P<title>.+) \((?P<number>\d+)\)")
_POSSIBLE = "points possible"


def is_gradebook(table: Table) -> bool:
    """Whether a table is a gradebook that Canvas has exported."""
    return bool(table.rows) and table.rows[0][:2] == ("Student", "ID")


def assignments(table: Table) -> dict[int, re.Match[str]]:
    """The columns of assignments in a gradebook, each with its title and number; none in another table."""
    heads = table.rows[0] if is_gradebook(table) else ()
    return {column: found for column, head in enumerate(heads) if (found := _ASSIGNMENT.fullmatch(head))}


def gradebook(table: Table, source: str, titles: Collection[str]) -> Gradebook:
    """A gradebook, ready to be filled in: the only assignment in it, or the one that is called as the exercise is.

    Raises InputError where it is not known which.
    """
    column = _column(table, source, {folded(title) for title in titles})
    rows = [number for number in range(1, len(table.rows)) if table.rows[number][1].strip()]
    possible = next((row for row in table.rows[1:] if folded(row[0]) == _POSSIBLE), None)
    found = _NUMBER.fullmatch(possible[column].strip()) if possible else None
    most = Fraction(found[0]) if found else None
    students = tuple(Row(number, table.rows[number][1].strip(), table.rows[number][0], most) for number in rows)
    return Gradebook(table, source, students, column)


_NUMBER = re.compile(r"\d+(?:\.\d+)?")


def _column(table: Table, source: str, titles: Collection[str]) -> int:
    named = assignments(table)
    called = [column for column, found in named.items() if folded(found["title"]) in titles]
    chosen = called or [*named]
    if len(chosen) != 1:
        facts = {"columns": ", ".join(found[0] for found in named.values())[:200], "count": len(named)}
        raise InputError((Problem("gradebook-which-column", table.spans[0][0], facts, source, table.text),))
    return chosen[0]
