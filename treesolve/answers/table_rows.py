"""Tables in an answer, by the words of their heads: what each cell says, as a line of its own.

| Node | Value | Pruned |        Node   A  B  C        | Pruned | L4 |
| C    | 2     | L4     |        Value  5  5  2        | Best   | B  |
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from treesolve.answers.lines import AnswerLine
from treesolve.answers.node_words import Nodes
from treesolve.answers.words import IDENTITY, folded_words, head_meaning, is_blank, key_meaning, words
from treesolve.model.answer import PARTS
from treesolve.model.asked_moment import CHANGES

_SIGNS = ("|", "\t", ";", ",")


PASSED = "passed"
"""The head of a column whose cells say nothing of the answer: how it was worked out, who moves."""

REMARK = "remark"
"""What stands in a cell that answers nothing."""


class Cell(NamedTuple):
    """The text of a cell and where it begins in the whole text."""

    text: str
    start: int


class CellLine(NamedTuple):
    """What a cell says, as a line in answer to a part; None where nobody knows what stands below its head."""

    part: str | None
    said: str
    cell: Cell
    node: str = ""


class TableRow(NamedTuple):
    """A row of a table: its line and its entries."""

    line: AnswerLine
    entries: tuple[CellLine, ...]


_Cells = tuple[AnswerLine, list[Cell]]
"""A line with its cells."""


def table_at(lines: Sequence[AnswerLine], at: int, nodes: Nodes) -> list[TableRow]:
    """The rows of the table whose head is a line, one for each line below it; none where it is no head."""
    for sign in _SIGNS:
        head = _cells(lines[at], sign)
        if len(head) < 2:
            continue
        meanings = [head_meaning(cell.text) if cell.text else None for cell in head]
        read = _reader_of_rows(head, meanings, nodes if sign in "|\t" else None)
        rows = list(_rows_below(lines, at, sign)) if read else []
        if read and rows:
            found = [read(row, head, meanings) for row in _with_nodes(rows, meanings)]
            return _with_one_row_a_window(found, nodes)
    return []


def _reader_of_rows(head: list[Cell], meanings: list[str | None], nodes: Nodes | None) -> "_Reader | None":
    """What reads the rows below a head: by nodes, by questions, or or with a column for each of `nodes`."""
    if "answer" in meanings and "question" in meanings and "node" not in meanings:
        return _row_of_question
    has_part = any(meaning in (*PARTS, "alpha", "beta") for meaning in meanings)
    if (meanings.count("node") == 1 or not head[0].text) and has_part:
        return _row_of_node
    names = head[1:] if meanings[0] in ("node", "question") or not head[0].text else head
    if nodes and len(names) > 1 and all(len(nodes.named(cell.text)) == 1 for cell in names):
        return _row_below_nodes
    return None


def _cells(line: AnswerLine, sign: str) -> list[Cell]:
    """The cells of a line, without blanks; none where the sign is not in it."""
    is_framed = sign == "|" and line.text[:1] == line.text[-1:] == "|"
    text = f" {line.text[1:-1]} " if is_framed else line.text
    if sign not in text:
        return []
    cells, start = [], line.start
    for piece in text.split(sign):
        cells.append(Cell(piece.strip(), start + len(piece) - len(piece.lstrip())))
        start += len(piece) + 1
    return cells


def _rows_below(lines: Sequence[AnswerLine], at: int, sign: str) -> Iterator[_Cells]:
    """The lines below a head that have cells, up to an empty line."""
    for place in range(at + 1, len(lines)):
        cells = _cells(lines[place], sign)
        if lines[place].is_first or not cells:
            return
        yield lines[place], cells


def _with_nodes(rows: list[_Cells], meanings: list[str | None]) -> Iterator[_Cells]:
    """The rows with the node above where the cell for it is empty."""
    about, above = meanings.index("node") if "node" in meanings else 0, Cell("", 0)
    for line, cells in rows:
        above = cells[about] if about < len(cells) and cells[about].text else above
        yield line, [above if place == about else cell for place, cell in enumerate(cells)]


def _row_of_node(row: _Cells, head: list[Cell], meanings: list[str | None]) -> TableRow:
    """A row about a node, with a column for each part; alpha and beta are the ends of one window."""
    line, cells = row
    about = meanings.index("node") if "node" in meanings else 0
    if not about < len(cells) <= len(head) or not cells[about].text:
        return _unknown_row(row)
    node, entries, ends = cells[about].text, list[CellLine](), dict[str, Cell]()
    for place, (cell, meaning) in enumerate(zip(cells, meanings, strict=False)):
        if place == about or meaning == PASSED or is_blank(cell.text):
            continue
        if meaning in ("alpha", "beta"):
            ends[meaning] = cell
        else:
            entries.append(_entry(meaning if meaning in (*PARTS, REMARK) else None, node, cell))
    if ends:
        entries.append(_window_entry(node, ends))
    return TableRow(line, tuple(entries))


def _entry(part: str | None, node: str, cell: Cell) -> CellLine:
    """What a cell says of the node of its row."""
    said = cell.text
    if part in ("values", "windows"):
        said = f"{node}={said}"
    elif part == "pruned" and folded_words(said) in words("yes"):
        said = node
    elif part == "pruned" and folded_words(said) in words("none"):
        said = "-"
    return CellLine(part, said, cell, node)


def _window_entry(node: str, ends: dict[str, Cell]) -> CellLine:
    """The window of a node whose ends stand in two cells."""
    cell = next(iter(ends.values()))
    if len(ends) < 2:
        return CellLine(None, cell.text, cell, node)
    return CellLine("windows", f"{node}=[{ends['alpha'].text}; {ends['beta'].text}]", cell, node)


def _row_of_question(row: _Cells, _: list[Cell], meanings: list[str | None]) -> TableRow:
    """A row with a key and what is answered."""
    line, cells = row
    if len(cells) != len(meanings):
        return _unknown_row(row)
    key, answer = cells[meanings.index("question")], cells[meanings.index("answer")]
    meaning = key_meaning(key.text.strip(": "))
    return TableRow(line, (CellLine(None if meaning in IDENTITY else meaning, answer.text, answer),))


def _row_below_nodes(row: _Cells, head: list[Cell], meanings: list[str | None]) -> TableRow:
    """A row with a column for each node; without a key before them they are values."""
    line, cells = row
    is_keyed = meanings[0] in ("node", "question") or not head[0].text
    part = head_meaning(cells[0].text) if is_keyed and cells[0].text else "values"
    if len(cells) != len(head) or part not in ("values", "windows"):
        return _unknown_row(row)
    columns = zip(cells[is_keyed:], head[is_keyed:], strict=True)
    return TableRow(line, tuple(_entry(part, name.text, cell) for cell, name in columns if cell.text))


def _unknown_row(row: _Cells) -> TableRow:
    line, cells = row
    return TableRow(line, (CellLine(None, line.text, cells[0]),))


def _with_one_row_a_window(rows: list[TableRow], nodes: Nodes) -> list[TableRow]:
    """The rows; where several have a window for one node these are steps.

    None is on entry, the last is at last; at each change all of them are, one behind the other.
    """
    windows = [entry for row in rows for entry in row.entries if entry.part == "windows"]
    often, last = Counter(entry.node for entry in windows), {entry.node: entry for entry in windows}
    told: dict[str, list[str]] = {}
    for entry in windows if nodes.moment == CHANGES else ():
        told.setdefault(entry.node, []).append(entry.said.removeprefix(f"{entry.node}="))

    def settled(entry: CellLine) -> Iterator[CellLine]:
        if entry.part != "windows" or often[entry.node] == 1:
            yield entry
        elif nodes.moment not in ("last", CHANGES):
            yield entry._replace(part=None)
        elif entry is last[entry.node]:
            row = " ".join(told.get(entry.node, ()))
            yield entry._replace(said=f"{entry.node}={row}") if row else entry

    return [row._replace(entries=tuple(one for entry in row.entries for one in settled(entry))) for row in rows]


_Reader = Callable[[_Cells, list[Cell], list[str | None]], TableRow]
