"""Spreadsheets in which a column is a level, and a node stands once, beside or above what is below it.

A   B   3           A,,
        5           ,B,
    C   2           ,,3
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from treesolve.model.problem import Span
from treesolve.notation.foreign.label import number, read_label
from treesolve.notation.foreign.sketch import Sketch

NAME = "table of levels"

_LINE = re.compile(r"[^\n]+")


class Cell(NamedTuple):
    """What stands in a cell, in which column, and where."""

    column: int
    words: str
    span: Span


def recognises(text: str) -> bool:
    """Whether only the first row begins in the first column, and each cell stands right of one above or beside it."""
    mark = "\t" if "\t" in text else ","
    rows = [line.split(mark) for line in text.splitlines() if line.replace(mark, "").strip()]
    text = _without_heading(text, mark)
    rows = [line.split(mark) for line in text.splitlines() if line.replace(mark, "").strip()]
    cells = list(_filled_cells(text, mark))
    if len(rows) < 3 or any(mark not in line for line in text.split("\n") if line.strip()):
        return False
    begins = [next(place for place, cell in enumerate(row) if cell.strip()) for row in rows]
    if begins[0] or not all(begins[1:]) or max(map(len, rows)) < 3 or not re.search(r"[^\W\d]", rows[0][0]):
        return False
    fits = all(after.column <= before.column + 1 for before, after in pairwise(cells))
    return fits and all(map(_has_no_gap, rows)) and any(number(cell.words) is not None for cell in cells)


def _has_no_gap(row: list[str]) -> bool:
    """Whether the cells of a row stand side by side."""
    return len("".join("x" if cell.strip() else " " for cell in row).split()) == 1


def read(text: str) -> Sketch:
    """The tree: a cell stands below the last one in the column to its left."""
    mark = "\t" if "\t" in text else ","
    cells = list(_filled_cells(_without_heading(text, mark), mark))
    below: list[list[Sketch]] = [[] for _ in range(max(cell.column for cell in cells) + 2)]
    for cell in reversed(cells):
        children = tuple(reversed(below[cell.column + 1]))
        below[cell.column + 1] = []
        below[cell.column].append(read_label(cell.words, inner=bool(children)).sketch(cell.span, children))
    return below[0][0]


def _without_heading(text: str, mark: str) -> str:
    """The text with blanks for its first row, where that has no number and the second one begins in its column, too."""
    lines = text.splitlines(keepends=True)
    full = len(lines) > 1 and all(line.split(mark)[0].strip() for line in lines[:2])
    is_heading = full and not re.search("[0-9]", lines[0]) and all(map(str.strip, lines[0].split(mark)))
    return "".join([" " * (len(lines[0]) - 1) + "\n", *lines[1:]]) if is_heading else text


def _filled_cells(text: str, mark: str) -> Iterator[Cell]:
    """The cells with something in them, row by row."""
    for line in _LINE.finditer(text):
        at = line.start()
        for column, words in enumerate(line[0].split(mark)):
            if words.strip():
                start = at + len(words) - len(words.lstrip())
                yield Cell(column, words.strip(), Span(start, start + len(words.strip())))
            at += len(words) + 1
