"""Tables of edges, with a row for each edge and commas, semicolons, tabs or bars between the columns."""

import csv
import re
from collections import Counter
from typing import NamedTuple, NoReturn

from treesolve.model.kind import Kind
from treesolve.model.problem import Span
from treesolve.model.tree import Tree
from treesolve.notation.csv_text import format_csv_row, unescape_formulas
from treesolve.notation.importers.exported_text import unsupported_feature_error
from treesolve.notation.importers.labels import folded, is_null, word_category, word_lists
from treesolve.notation.importers.parsed_node import NO_PARENT, GraphBuilder, ParsedField, ParsedNode, reject
from treesolve.notation.number_text import format_number

_LINE = re.compile(r"^.*\S.*$", re.MULTILINE)
_DECIMAL = re.compile(r"[+−-]?[0-9]+,[0-9]+")
_THOUSANDS = re.compile(r"[+−-]?[0-9]{1,3}\.[0-9]{3}")
_RULE = re.compile(r"[|:\s]*-[|:\s-]*")


class Row(NamedTuple):
    """A row: its cells, and its span in the text."""

    cells: list[str]
    span: Span


def find_table(text: str) -> tuple[str, list[Row]] | None:
    """Return the separator and the rows of a table, or None if the text is not a table with a header.

    >>> find_table("parent,child\\nA,B")[0], find_table("So, it is\\na text, then")
    (',', None)
    """
    lines = list(_LINE.finditer(text))
    mark = next((mark for mark in "\t|;," if all(mark in line[0] for line in lines)), "")
    if not mark:
        return None
    rows = [Row(_cells(line[0], mark), Span(*line.span())) for line in lines if not _RULE.fullmatch(line[0])]
    has_head = len(rows) > 1 and any(word_category("columns", cell) == "parent" for cell in rows[0].cells)
    return (mark, rows) if has_head else None


def _cells(line: str, mark: str) -> list[str]:
    """Return the cells of a line without quotation marks and outer bars.

    If the separator is a semicolon, decimal commas become points.
    """
    if mark == "|":
        line = line.strip().removeprefix("|").removesuffix("|")
    try:
        cells = [
            unescape_formulas(cell.strip()) for cell in next(csv.reader([line], delimiter=mark, skipinitialspace=True))
        ]
    except csv.Error:
        return [line]
    return [cell.replace(",", ".") if mark == ";" and _DECIMAL.fullmatch(cell) else cell for cell in cells]


def parse_table(mark: str, rows: list[Row]) -> ParsedNode:
    """Return the tree that a table describes.

    The columns other than parent and child are fields of the child. If the header of the child column is a word for
    names or ids, each row is a node, so that every parent must have a row. Raises InputError for invalid rows.
    """
    for row in rows if mark == ";" else ():
        for cell in filter(_THOUSANDS.fullmatch, row.cells):
            reject("thousand-points", row.span, text=cell, thousands=cell.replace(".", ""))
    head, *rows = rows
    words = [folded(cell) for cell in head.cells]
    above = next(index for index, word in enumerate(words) if word_category("columns", word) == "parent")
    known = [word for word in word_lists()["columns"]["child"] if word in words]
    if not known or len(set(words)) < len(words):
        _reject_row(head)
    below, role = words.index(known[0]), word_category("fields", known[0])
    if irregular := [row for row in rows if len(row.cells) != len(words)]:
        _reject_row(irregular[0])
    nodes, heads = {row.cells[below] for row in rows}, Counter(row.cells[above] for row in rows)
    edges = GraphBuilder()
    for row in rows:
        parent, key = row.cells[above], row.cells[below]
        is_root = is_null(parent) or (parent in NO_PARENT and parent not in nodes and heads[parent] == 1)
        if not key or (role in ("id", "name") and parent not in nodes and not is_root):
            _reject_row(row)
        if role == "id":
            edges.labels[key] = ""
        if is_root:
            edges.node(key, row.span)
        else:
            edges.edge(parent, key, row.span)
        for index, cell in enumerate(row.cells):
            if index not in (above, below) or (index == below and role == "id"):
                edges.field(key, ParsedField(head.cells[index], cell or None, row.span))
    return edges.tree()


def _reject_row(row: Row) -> NoReturn:
    reject("foreign-form", row.span, text=", ".join(row.cells)[:40])


def write(tree: Tree) -> str:
    """Return the tree as a CSV table with a header and a row for each node.

    Cells that a spreadsheet could interpret as formulas are defused. Raises InputError if a name begins with `#`.

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
        raise unsupported_feature_error("words")
    rows = [format_csv_row(["parent", "child", "value", "type", "move", "weight"], ",")]
    for node, parent in enumerate(tree.parents):
        value, kind = tree.values[node], tree.kinds[node]
        shown = "" if value is None else format_number(value)
        weight = format_number(tree.weights[node]) if node in tree.weights else ""
        role = "" if kind is Kind.LEAF else kind.value
        above = "" if parent is None else names[parent]
        rows.append(format_csv_row([above, names[node], shown, role, tree.moves.get(node, ""), weight], ","))
    return "".join(rows)
