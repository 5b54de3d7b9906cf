"""Claims from tables within a text: Markdown, tabs, semicolons; a row a node, or a column a node.

Vocabulary

    column      what the cells below a heading say: values, windows, the lower or the upper bound, or nothing known
"""

import re
from collections.abc import Iterator

from treesolve.answers.answer_words import cell_words, folded_words, is_taking_back
from treesolve.answers.claim import BY_NAME, BY_POSITION, Claim, Crossed, Finding, Remark, unread
from treesolve.answers.items import Piece
from treesolve.answers.node_claims import nodes_in
from treesolve.answers.node_words import Nodes
from treesolve.answers.number_claims import value_of
from treesolve.answers.number_words import NUMBER, student_number
from treesolve.answers.part_words import key_meaning, parts_spoken_of
from treesolve.answers.sentence_claims import claims_of_sentence
from treesolve.answers.window_claims import windows_in
from treesolve.model.number import Number
from treesolve.model.problem import Span

_NODE_WORDS = frozenset(
    {"node", "nodes", "knoten", "name", "vertex", "state", "zustand", "node name", "inner node", "leaf", "blatt"}
)
_DELIMITERS = ("|", "\t", ";", ",")
_NOT_ANSWERED = re.compile(r"[-–—?x./\s]*", re.IGNORECASE)
_NUMBER = re.compile(rf"[=≤≥<>]*[ ]?{NUMBER}", re.IGNORECASE)
_MARKED = frozenset({"pruned", "order"})
"""What a mark beside a node says of one of these it may say of the other."""

_VALUE_WORDS = frozenset({"value", "values", "wert", "werte", "minimax", "minimax value", "minimaxwert", "v", "result"})


_Row = list[Piece]


def tables_in(text: str, nodes: Nodes) -> tuple[list[Finding], str]:
    """What the tables of a text say, and the text with blanks in their place."""
    found: list[Finding] = []
    lines = [(one.start(), one.end()) for one in re.finditer(r"^[^\S\n]*\S[^\n]*", text, re.MULTILINE)]
    number = 0
    while number < len(lines):
        rows, claims = _claims_of_table(text, lines[number:], nodes)
        for start, end in lines[number : number + rows]:
            text = text[:start] + " " * (end - start) + text[end:]
        found += claims
        number += rows or 1
    return found, text


def _claims_of_table(text: str, lines: list[tuple[int, int]], nodes: Nodes) -> tuple[int, list[Finding]]:
    """How many lines the table has that begins with the first of the lines, and what it says; none where it is none."""
    line = text[slice(*lines[0])]
    delimiter = next((one for one in _DELIMITERS if one in line), " ")
    head, *rest = _cells_of_line(text, lines[0], delimiter), *lines[1:]
    if len(head) > 1 and all(nodes.named(cell.text) for cell in head):
        return _findings_of_two_lines(text, head, rest[:1], delimiter, nodes)
    if (
        len(head) < 2
        or (delimiter == " " and not head[0].text.endswith(":"))
        or (head[0].text and folded_words(head[0].text.rstrip(" :")) not in _NODE_WORDS)
    ):
        return 0, []
    if all(nodes.named(cell.text) for cell in head[1:]):
        return _claims_of_turned_table(text, head, rest, delimiter, nodes)
    columns = [_column_of_heading(cell.text) for cell in head[1:]]
    if not any(columns):
        return 0, []
    rows = list(_rows_of_nodes(text, rest, delimiter, nodes))
    spoken = [parts_spoken_of(cell.text.replace("?", " ")) for cell in head[1:]]
    found = [one for row in rows for one in _findings_of_row(text, row, columns, spoken, nodes)]
    numbered = [
        _order_numbered_in_column(rows, place, nodes) for place, column in enumerate(columns, 1) if column == "order"
    ]
    return 1 + len(rows), [*found, *(one for claims in numbered for one in claims)]


def _cells_of_line(text: str, line: tuple[int, int], delimiter: str) -> _Row:
    """The cells of a line, without the empty ones outside of a frame."""
    start, end = line
    inner = text[start:end].strip(" ")
    start += len(text[start:end]) - len(text[start:end].lstrip(" "))
    if delimiter == "|" and inner.startswith("|"):
        inner, start = inner[1:], start + 1
    inner = inner[:-1] if delimiter == "|" and inner.endswith("|") else inner
    found = []
    if delimiter == " ":
        return [Piece(cell[0], start + cell.start()) for cell in re.finditer(r"\S+", inner)]
    for cell in inner.split(delimiter):
        said = cell.strip()
        found.append(Piece(said, start + len(cell) - len(cell.lstrip())))
        start += len(cell) + 1
    return found


def _column_of_heading(head: str) -> str | None:
    """What a heading says about the cells below it."""
    head = head.rstrip(" ?")
    words = folded_words(head)
    if words in ("alpha", "beta"):
        return words
    if words in _VALUE_WORDS:
        return "values"
    part = key_meaning(head)
    return (
        {"value": "values"}.get(part or "", part) if part in ("values", "value", "windows", "pruned", "order") else None
    )


def _rows_of_nodes(text: str, lines: list[tuple[int, int]], delimiter: str, nodes: Nodes) -> Iterator[_Row]:
    """The rows that begin with a node."""
    for line in lines:
        cells = _cells_of_line(text, line, delimiter)
        if len(cells) < 2 or len(nodes.named(cells[0].text)) != 1:
            return
        yield cells


def _findings_of_row(
    text: str, row: _Row, columns: list[str | None], spoken: list[frozenset[str]], nodes: Nodes
) -> Iterator[Finding]:
    """What the cells of a row say; `spoken` are the parts that each heading speaks of."""
    name, bounds = row[0], {}
    for cell, column, parts in zip(row[1:], columns, spoken, strict=False):
        if column in _MARKED:
            yield from _findings_of_marked_cell(text, name, cell, column, nodes)
        elif _NOT_ANSWERED.fullmatch(cell.text):
            continue
        elif column is None:
            yield from _findings_below_unknown_heading(text, name, cell, parts, nodes)
        elif column in ("alpha", "beta"):
            bounds[column] = cell
        else:
            yield from _claims_of_cell(name, cell, column, nodes)
    if len(bounds) == 2:
        yield from _claim_of_bounds(name, bounds["alpha"], bounds["beta"], nodes)


def _findings_below_unknown_heading(
    text: str, name: Piece, cell: Piece, spoken: frozenset[str], nodes: Nodes
) -> list[Finding]:
    """What a cell below an unknown heading says: that the node is pruned, something about a part, or a doubt."""
    if key_meaning(cell.text) == "pruned":
        return [Claim("pruned", nodes.named(name.text)[0], None, cell.span, BY_NAME)]
    if said := claims_of_sentence(text, cell.span, nodes):
        return said
    parts = spoken | parts_spoken_of(cell.text) | ({"values"} if is_taking_back(cell.text) else set())
    if spoken or is_taking_back(cell.text) or any(word in nodes.names for word in re.findall(r"\w+", cell.text)):
        found = unread(min(spoken, default=None), "answer-no-key", *cell.span, text=cell.text)
        return [found._replace(others=parts | (_MARKED if parts & _MARKED else set()), anywhere=not spoken)]
    return [Remark(parts, cell.span, cell.text)]


def _findings_of_marked_cell(text: str, name: Piece, cell: Piece, column: str, nodes: Nodes) -> list[Finding]:
    """Whether a node is pruned, or visited, or which of those below it are; in what order is another question."""
    node, told = nodes.named(name.text)[0], cell.text.casefold()
    yes, no = (told in cell_words(kind) for kind in ("yes", "no"))
    if (yes and column == "pruned") or (no and told and column == "order"):
        return [Claim("pruned", node, None, cell.span, BY_NAME)]
    if no or yes or (column == "order" and told.isdecimal()):
        seen = [Crossed(node, cell.span, cell.text, is_seen=True)] if no or column == "order" else []
        return [*seen, Remark(frozenset({column}), cell.span, cell.text)] if told else []
    found = nodes_in("pruned", text, *cell.span, nodes)
    if any(getattr(one, "node", node) not in nodes.tree.subtree(node) for one in found):
        return [unread(column, "answer-not-a-name", *cell.span, text=cell.text)]
    return found if column == "pruned" else [Remark(frozenset({column}), cell.span, cell.text)]


def _order_numbered_in_column(rows: list[_Row], place: int, nodes: Nodes) -> list[Finding]:
    """The order of leaves that a column numbers from one; nothing where it does not."""
    cells = [(row[place], nodes.named(row[0].text)[0]) for row in rows if len(row) > place]
    found = sorted((int(cell.text), node, cell.span) for cell, node in cells if cell.text.isdecimal())
    is_count = len(found) > 1 and [number for number, *_ in found] == [*range(1, len(found) + 1)]
    return [Claim("order", node, None, span, BY_POSITION) for _, node, span in found] if is_count else []


def _claims_of_cell(name: Piece, cell: Piece, column: str, nodes: Nodes) -> list[Finding]:
    """What a cell says of a node; that it is pruned may stand there, too."""
    if key_meaning(cell.text) == "pruned":
        return [Claim("pruned", nodes.named(name.text)[0], None, cell.span, BY_NAME)]
    if column == "values":
        number = re.sub(r"^[=≤≥<>\s]+", "", cell.text)
        place = cell.start + len(cell.text) - len(number)
        return value_of(name, Piece(number, place), cell.span, nodes)
    inside = cell.text if cell.text[:1] in "[(]" else f"[{cell.text}]"
    written = f"{name.text}={inside}"
    found = windows_in(written, 0, len(written), nodes)
    if len(found) == 1 and isinstance(found[0], Claim):
        return [found[0]._replace(span=cell.span)]
    is_value = bool(_NUMBER.fullmatch(cell.text))
    wrong = unread("windows", "answer-bad-window", *cell.span, text=cell.text)
    return [wrong._replace(others=frozenset({"values"} if is_value else ()))]


def _claim_of_bounds(name: Piece, low: Piece, high: Piece, nodes: Nodes) -> list[Finding]:
    node = nodes.named(name.text)[0]
    ends: list[Number] = []
    for cell in (low, high):
        try:
            ends.append(student_number(cell.text))
        except ValueError:
            return [unread("windows", "answer-bad-number", *cell.span, text=cell.text)]
    if not nodes.tree.children[node]:
        return []
    return [Claim("windows", node, (ends[0], ends[1]), Span(low.start, high.span.end), BY_NAME)]


def _findings_of_two_lines(
    text: str, head: _Row, lines: list[tuple[int, int]], delimiter: str, nodes: Nodes
) -> tuple[int, list[Finding]]:
    """A line of nodes and below it one of as many numbers."""
    cells = [cell for line in lines for cell in _cells_of_line(text, line, delimiter)]
    if len(cells) != len(head) or not all(_NUMBER.fullmatch(cell.text) for cell in cells):
        return 0, []
    pairs = zip(head, cells, strict=True)
    return 2, [one for name, cell in pairs for one in value_of(name, cell, cell.span, nodes)]


def _claims_of_turned_table(
    text: str, head: _Row, lines: list[tuple[int, int]], delimiter: str, nodes: Nodes
) -> tuple[int, list[Finding]]:
    """A table with a column a node: each line below the names says one thing of all of them."""
    found: list[Finding] = []
    count = 1
    for line in lines:
        cells = _cells_of_line(text, line, delimiter)
        column = _column_of_heading(cells[0].text.rstrip(" :")) if cells[0].text else "values"
        if len(cells) != len(head) or column not in ("values", "windows", "pruned", "order"):
            break
        count += 1
        if column in _MARKED:
            rows = [[*pair] for pair in zip(head[1:], cells[1:], strict=True)]
            found += [one for name, cell in rows for one in _findings_of_marked_cell(text, name, cell, column, nodes)]
            found += _order_numbered_in_column(rows, 1, nodes) if column == "order" else []
            continue
        answered = ((name, cell) for name, cell in zip(head[1:], cells[1:], strict=True))
        found += [
            one
            for name, cell in answered
            if not _NOT_ANSWERED.fullmatch(cell.text)
            for one in _claims_of_cell(name, cell, column, nodes)
        ]
    return (count, found) if count > 1 else (0, [])
