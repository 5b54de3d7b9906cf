"""A CSV file of which single cells are written anew, and everything else stays as it is, byte for byte."""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from treesolve.model.problem import InputError, Problem, Span

MOST_BYTES = 64 << 20
"""A larger table is no class."""

_CELL = re.compile(r'"(?:[^"]|"")*"|[^",;\r\n][^,\r\n]*|')
_CELL_OF_PHP = re.compile(r'"(?:\\.|[^"\\]|"")*"|[^",;\r\n][^,\r\n]*|', re.DOTALL)
"""Moodle writes a quote behind a backslash once."""


class Table(NamedTuple):
    """The rows of a table, the first one its header: what is in each cell, and where it stands in the text."""

    text: str
    rows: tuple[tuple[str, ...], ...]
    spans: tuple[tuple[Span, ...], ...]


def read_table(text: str) -> Table:
    """The cells of a text.

    >>> read_table('Student,ID\\r\\n"A, B",7\\r\\n').rows
    (('Student', 'ID'), ('A, B', '7'))
    """
    found = _table(text, _CELL)
    if _is_regular(found):
        return found
    of_php = _table(text, _CELL_OF_PHP)
    return of_php if _is_regular(of_php) else found


def check_rows(table: Table, source: str) -> None:
    """Raise InputError where a row has not as many cells as the header."""
    for row, spans in zip(table.rows[1:], table.spans[1:], strict=True):
        if len(row) != len(table.rows[0]):
            facts, span = {"found": len(row), "expected": len(table.rows[0])}, Span(spans[0].start, spans[0].end + 1)
            raise InputError((Problem("worksheet-row-cells", span, facts, source, table.text),))


def _is_regular(table: Table) -> bool:
    return len({len(row) for row in table.rows}) == 1


def _table(text: str, cell: re.Pattern[str]) -> Table:
    rows = [row for row in _rows(text, cell) if len(row) > 1 or row[0].end > row[0].start]
    return Table(text, tuple(tuple(_content(text[slice(*span)]) for span in row) for row in rows), tuple(rows))


def _rows(text: str, cell: re.Pattern[str]) -> Iterator[tuple[Span, ...]]:
    """Where the cells of each row stand."""
    place, row = int(text.startswith("\ufeff")), list[Span]()
    while place <= len(text):
        found = cell.match(text, place)
        assert found is not None
        end = found.end()
        while end < len(text) and text[end] not in ",\r\n":  # whatever follows a closing quote
            end += 1
        row.append(Span(place, end))
        if text[end : end + 1] == ",":
            place = end + 1
            continue
        yield tuple(row)
        row, place = [], end + (2 if text.startswith("\r\n", end) else 1)


def _content(cell: str) -> str:
    return cell[1:-1].replace('""', '"') if len(cell) > 1 and cell[0] == cell[-1] == '"' else cell


def patched(table: Table, cells: Mapping[tuple[int, int], str]) -> str:
    """The text with other content in some cells, by row and column.

    >>> patched(read_table("A,B\\n1,\\n"), {(1, 1): "7,50"})
    'A,B\\n1,"7,50"\\n'
    """
    place, pieces = 0, list[str]()
    for row, column in sorted(cells):
        span = table.spans[row][column]
        pieces += [table.text[place : span.start], _written(cells[row, column])]
        place = span.end
    return "".join([*pieces, table.text[place:]])


def _written(content: str) -> str:
    """A cell, in quotes where it needs them, as Moodle and Canvas write it."""
    return '"' + content.replace('"', '""') + '"' if re.search(r'[\s",;\\]', content) else content
