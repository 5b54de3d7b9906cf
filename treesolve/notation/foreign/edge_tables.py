"""Tables of edges: a row for each, with commas, semicolons, tabs or bars between parent, child and what is said of it.

Vocabulary

    mark        the sign between the cells of a table
    head        a first row that says what the columns are for
    third       the last column of a table without a head
"""

import csv
import io
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from treesolve.model.number import Number
from treesolve.model.problem import Span
from treesolve.model.tree import Kind, Tree
from treesolve.notation.foreign.edges import Edges
from treesolve.notation.foreign.labels import number
from treesolve.notation.foreign.neutral import Field, Part, refuse
from treesolve.notation.foreign.words import folded, is_nothing, meanings, word_lists
from treesolve.notation.foreign.written import cannot_carry
from treesolve.notation.number_text import write_number

NAME = "CSV"

_CELL = re.compile(r"\s*(?:[^\W_][\w.'-]*|[+−-]?[0-9.][0-9./]*|\?|)\s*")
_DECIMAL = re.compile(r"[+−-]?[0-9]+,[0-9]+")
_THOUSANDS = re.compile(r"[+−-]?[0-9]{1,3}\.[0-9]{3}")
_RULE = re.compile(r"[|:\s-]+")
_NO_NODE = ("0", "-1")
"""What some programs write for the parent of a root."""


class _Row(NamedTuple):
    """A row: its cells, and where it stands."""

    cells: list[str]
    span: Span


def is_table(lines: Sequence[str]) -> bool:
    """Whether lines are rows of one table, with a head, or with two or three short cells each.

    >>> is_table(["A,B", "B,3"]), is_table(["parent child"]), is_table(["So, it is", "a text, then"])
    (True, False, False)
    """
    mark = _mark(lines)
    if len(lines) < 2 or not mark:
        return False
    rows = [_cells(line, mark) for line in lines if not _is_rule(line)]
    if len(rows) > 1 and any(meanings("columns").get(folded(cell)) == "parent" for cell in rows[0]):
        return True
    return all(len(row) in (2, 3) and all(map(_CELL.fullmatch, row)) for row in rows)


def _is_rule(line: str) -> bool:
    """Whether a line only parts the head from the rows."""
    return "--" in line and _RULE.fullmatch(line) is not None


def _mark(lines: Sequence[str]) -> str:
    """The sign that parts the cells of every line; none where there is none."""
    return next((mark for mark in "\t|;," if all(mark in line for line in lines)), "")


def _cells(line: str, mark: str) -> list[str]:
    """The cells of a line, without quotation marks and without the bars at both ends."""
    if mark == "|":
        line = line.strip()
        line = line[1:].removesuffix("|") if line[:1] == "|" else line
    try:
        cells = [cell.strip() for cell in next(csv.reader([line], delimiter=mark, skipinitialspace=True))]
        return [cell.replace(",", ".") if mark == ";" and _DECIMAL.fullmatch(cell) else cell for cell in cells]
    except csv.Error:
        return [line]


def tree_of_table(text: str) -> Part:
    """The tree of a table. Raises InputError where rows are none."""
    mark = _mark([line for line in text.split("\n") if line.strip()])
    rows, at = [], 0
    for line in text.split("\n"):
        if line.strip() and not _is_rule(line):
            rows.append(_Row(_cells(line, mark), Span(at, at + len(line))))
        at += len(line) + 1
    for row in rows if mark == ";" else ():
        for cell in filter(_THOUSANDS.fullmatch, row.cells):
            refuse("thousand-points", row.span, text=cell, thousands=cell.replace(".", ""), instead="")
    is_headed = any(meanings("columns").get(folded(cell)) == "parent" for cell in rows[0].cells)
    return (_with_head(rows) if is_headed else _without_head(rows)).tree()


def _with_head(rows: Sequence[_Row]) -> Edges:
    """The edges below a head; every column but those of parent and child is a field of the child."""
    head, span = rows[0]
    words = [folded(cell) for cell in head]
    above = next(place for place, word in enumerate(words) if meanings("columns").get(word) == "parent")
    known = [word for word in word_lists()["columns"]["child"] if word in words]
    if not known or len(set(words)) < len(words):
        refuse("foreign-form", span, text=", ".join(head)[:40])
    below = words.index(known[0])
    role = meanings("fields").get(known[0])
    edges = Edges()
    for key, row in _keyed(edges, rows[1:], above, below, "" if role not in ("id", "name") else role):
        if len(row.cells) != len(head):
            refuse("foreign-form", row.span, text=", ".join(row.cells)[:40])
        for place, cell in enumerate(row.cells):
            if place not in (above, below) or (place == below and role == "id"):
                edges.field(key, Field(head[place], cell or None, row.span))
    return edges


def _keyed(
    edges: Edges, rows: Sequence[_Row], above: int, below: int, role: str, texts: Sequence[str] = ()
) -> Iterator[tuple[str, _Row]]:
    """The rows with the keys of their nodes, which are below those of their parents; a root has none.

    The role of the column of nodes says whether each row is a node, and not only an edge.
    """
    for row in rows:
        if max(above, below) >= len(row.cells) or not row.cells[below]:
            refuse("foreign-form", row.span, text=", ".join(row.cells)[:40])
    nodes = {row.cells[below] for row in rows}
    heads = Counter(row.cells[above] for row in rows)
    has_keys = any(number(head) is not None for head in heads if head not in _NO_NODE or head in nodes)
    for place, row in enumerate(rows):
        parent, key = row.cells[above], row.cells[below]
        if role == "id":
            edges.labels[key] = ""
        elif number(key) is not None and not has_keys:
            edges.label(key := f"{key} {place}", row.cells[below], row.span)
        is_no_node = parent in _NO_NODE and parent not in nodes and (role or heads[parent] == 1)
        if is_nothing(parent) or is_no_node:
            edges.node(key, row.span)
        elif role and parent not in nodes:
            refuse("foreign-form", row.span, text=parent)
        else:
            edges.edge(parent, key, row.span, texts[place] if texts else "")
        yield key, row


def _without_head(rows: Sequence[_Row]) -> Edges:
    """The edges of rows whose third is a leaf's value, and says something of the edge where the child has children."""
    heads = {row.cells[0] for row in rows}
    thirds = [row.cells[2] if len(row.cells) > 2 else "" for row in rows]
    texts = [third if row.cells[1] in heads else "" for third, row in zip(thirds, rows, strict=True)]
    edges = Edges()
    leaves: dict[str, list[Number]] = defaultdict(list)
    for third, text, (key, row) in zip(thirds, texts, _keyed(edges, rows, 0, 1, "", texts), strict=True):
        is_root = not edges.edges or edges.edges[-1].below != key
        if third and (third in heads or number(row.cells[1]) is not None or (is_root and text)):
            refuse("foreign-asked", row.span, why="label", text=third)
        if third and not text:
            edges.field(key, Field("value", third, row.span))
            value = number(third)
            leaves[row.cells[0]] += [] if value is None else [value]
    for row in rows:
        told = leaves[row.cells[0]]
        if len(told) > 1 and sum(told) == 1 and all(0 <= value <= 1 for value in told):
            refuse("foreign-asked", row.span, why="probabilities", text=" ".join(map(write_number, told)))
    return edges


def write(tree: Tree) -> str:
    """The tree as a table with a heading, a row each node. Raises InputError where names repeat.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write(read_ours("(left -> (6 5) 2)")), end="")
    parent,child,value,type,move,weight
    ,A,,max,,
    A,B,,min,left,
    B,L1,6,,,
    B,L2,5,,,
    A,L3,2,,,
    """
    names = tree.names
    if any(name.startswith("#") for name in names):
        raise cannot_carry("words")
    out = io.StringIO()
    table = csv.writer(out, lineterminator="\n")
    table.writerow(["parent", "child", "value", "type", "move", "weight"])
    for node, parent in enumerate(tree.parents):
        value, kind = tree.values[node], tree.kinds[node]
        shown = "" if value is None else write_number(value)
        weight = write_number(tree.weights[node]) if node in tree.weights else ""
        role = "" if kind is Kind.LEAF else kind.value
        above = "" if parent is None else names[parent]
        table.writerow([above, names[node], shown, role, tree.moves.get(node, ""), weight])
    return out.getvalue()
