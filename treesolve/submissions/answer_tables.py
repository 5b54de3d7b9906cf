"""Tables in an answer, recognized by their column headings; each cell is parsed as a separate line.

| Node | Value | Pruned |        Node   A  B  C        | Pruned | L4 | | C    | 2     | L4     |        Value  5  5  2
| Best   | B  |
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from treesolve.model.answer import PARTS
from treesolve.model.reading_point import AT_CHANGES
from treesolve.submissions.answer_words import (
    IDENTIFICATION_KEYS,
    is_blank,
    normalize_words,
    parse_column_heading,
    parse_key,
    words,
)
from treesolve.submissions.node_names import NodeNames
from treesolve.submissions.text_lines import AnswerLine

_SIGNS = ("|", "\t", ";", ",")


IGNORED = "passed"
"""The meaning of headings of columns that contain no answers, such as calculations or the player to move."""

REMARK = "remark"
"""The meaning of headings of columns that contain remarks."""


class Cell(NamedTuple):
    """The text of a cell and its offset in the whole text."""

    text: str
    start: int


class CellLine(NamedTuple):
    """A cell converted to a line that answers a part; `part` is None if the column heading is unknown."""

    part: str | None
    content: str
    cell: Cell
    node: str = ""


class TableRow(NamedTuple):
    """A table row, with the line of text it comes from and the entries it contains."""

    line: AnswerLine
    entries: tuple[CellLine, ...]


_Cells = tuple[AnswerLine, list[Cell]]
"""A line with its cells."""


def table_at(lines: Sequence[AnswerLine], at: int, nodes: NodeNames) -> list[TableRow]:
    """Return the rows of the table whose header is the line at index `at`; empty if that line is not a header."""
    for sign in _SIGNS:
        head = _cells(lines[at], sign)
        if len(head) < 2:
            continue
        headings = [parse_column_heading(cell.text) if cell.text else None for cell in head]
        read = _select_row_reader(head, headings, nodes if sign in "|\t" else None)
        rows = list(_rows_below(lines, at, sign)) if read else []
        if read and rows:
            found = [read(row, head, headings) for row in _with_nodes(rows, headings)]
            return _merge_window_rows(found, nodes)
    return []


def _select_row_reader(head: list[Cell], headings: list[str | None], nodes: NodeNames | None) -> "_Reader | None":
    """Return the function that reads the table's rows; None if the line is not a table header.

    A row is about one node, is about one question, or has a column per node.
    """
    if "answer" in headings and "question" in headings and "node" not in headings:
        return _row_of_question
    has_part = any(heading in (*PARTS, "alpha", "beta") for heading in headings)
    if (headings.count("node") == 1 or not head[0].text) and has_part:
        return _row_of_node
    names = head[1:] if headings[0] in ("node", "question") or not head[0].text else head
    if nodes and len(names) > 1 and all(len(nodes.named(cell.text)) == 1 for cell in names):
        return _row_below_nodes
    return None


def _cells(line: AnswerLine, sign: str) -> list[Cell]:
    """Split a line into cells without surrounding blanks; empty if the line does not contain the separator `sign`."""
    is_framed = sign == "|" and line.text[:1] == line.text[-1:] == "|"
    text = f" {line.text[1:-1]} " if is_framed else line.text
    if sign not in text:
        return []
    cells, start = [], line.start
    for content in text.split(sign):
        cells.append(Cell(content.strip(), start + len(content) - len(content.lstrip())))
        start += len(content) + 1
    return cells


def _rows_below(lines: Sequence[AnswerLine], at: int, sign: str) -> Iterator[_Cells]:
    """Yield the lines below the header with their cells, up to an empty line or a line without the separator."""
    for index in range(at + 1, len(lines)):
        cells = _cells(lines[index], sign)
        if lines[index].is_first or not cells:
            return
        yield lines[index], cells


def _with_nodes(rows: list[_Cells], headings: list[str | None]) -> Iterator[_Cells]:
    """Yield the rows; where the node cell is empty, fill in the node from the row above."""
    node_index, above = headings.index("node") if "node" in headings else 0, Cell("", 0)
    for line, cells in rows:
        above = cells[node_index] if node_index < len(cells) and cells[node_index].text else above
        yield line, [above if index == node_index else cell for index, cell in enumerate(cells)]


def _row_of_node(row: _Cells, head: list[Cell], headings: list[str | None]) -> TableRow:
    """Read a row about one node with a column per part; the alpha and beta columns together give one window."""
    line, cells = row
    node_index = headings.index("node") if "node" in headings else 0
    if not node_index < len(cells) <= len(head) or not cells[node_index].text:
        return _unknown_row(row)
    node, entries, ends = cells[node_index].text, list[CellLine](), dict[str, Cell]()
    for index, (cell, heading) in enumerate(zip(cells, headings, strict=False)):
        if index == node_index or heading == IGNORED or is_blank(cell.text):
            continue
        if heading in ("alpha", "beta"):
            ends[heading] = cell
        else:
            entries.append(_entry(heading if heading in (*PARTS, REMARK) else None, node, cell))
    if ends:
        entries.append(_window_entry(node, ends))
    return TableRow(line, tuple(entries))


def _entry(part: str | None, node: str, cell: Cell) -> CellLine:
    """Convert a cell about a node to a line."""
    content = cell.text
    if part in ("values", "windows"):
        content = f"{node}={content}"
    elif part == "pruned" and normalize_words(content) in words("yes"):
        content = node
    elif part == "pruned" and normalize_words(content) in words("none"):
        content = "-"
    return CellLine(part, content, cell, node)


def _window_entry(node: str, ends: dict[str, Cell]) -> CellLine:
    """Return the window whose bounds are in two cells; if one of them is missing, the entry has no part."""
    cell = next(iter(ends.values()))
    if len(ends) < 2:
        return CellLine(None, cell.text, cell, node)
    return CellLine("windows", f"{node}=[{ends['alpha'].text}; {ends['beta'].text}]", cell, node)


def _row_of_question(row: _Cells, _: list[Cell], headings: list[str | None]) -> TableRow:
    """Read a row that has a key in one column and the answer in another."""
    line, cells = row
    if len(cells) != len(headings):
        return _unknown_row(row)
    key, answer = cells[headings.index("question")], cells[headings.index("answer")]
    heading = parse_key(key.text.strip(": "))
    return TableRow(line, (CellLine(None if heading in IDENTIFICATION_KEYS else heading, answer.text, answer),))


def _row_below_nodes(row: _Cells, head: list[Cell], headings: list[str | None]) -> TableRow:
    """Read a row with a column per node; if the row has no key, its cells are values."""
    line, cells = row
    is_keyed = headings[0] in ("node", "question") or not head[0].text
    part = parse_column_heading(cells[0].text) if is_keyed and cells[0].text else "values"
    if len(cells) != len(head) or part not in ("values", "windows"):
        return _unknown_row(row)
    columns = zip(cells[is_keyed:], head[is_keyed:], strict=True)
    return TableRow(line, tuple(_entry(part, name.text, cell) for cell, name in columns if cell.text))


def _unknown_row(row: _Cells) -> TableRow:
    line, cells = row
    return TableRow(line, (CellLine(None, line.text, cells[0]),))


def _merge_window_rows(rows: list[TableRow], nodes: NodeNames) -> list[TableRow]:
    """Return the rows with several windows of the same node merged, because each row can be a step of the search.

    With the reading point "last", only the last window of a node remains. With "changes", all windows of a node are
    joined. With any other reading point, repeated windows are unreadable.
    """
    windows = [entry for row in rows for entry in row.entries if entry.part == "windows"]
    counts, last = Counter(entry.node for entry in windows), {entry.node: entry for entry in windows}
    window_rows: dict[str, list[str]] = {}
    for entry in windows if nodes.reading_point == AT_CHANGES else ():
        window_rows.setdefault(entry.node, []).append(entry.content.removeprefix(f"{entry.node}="))

    def resolved_entries(entry: CellLine) -> Iterator[CellLine]:
        if entry.part != "windows" or counts[entry.node] == 1:
            yield entry
        elif nodes.reading_point not in ("last", AT_CHANGES):
            yield entry._replace(part=None)
        elif entry is last[entry.node]:
            row = " ".join(window_rows.get(entry.node, ()))
            yield entry._replace(content=f"{entry.node}={row}") if row else entry

    return [
        row._replace(entries=tuple(one for entry in row.entries for one in resolved_entries(entry))) for row in rows
    ]


_Reader = Callable[[_Cells, list[Cell], list[str | None]], TableRow]
