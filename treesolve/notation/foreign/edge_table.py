"""Tables of edges: comma- or tab-separated values, semicolons, or bars as in Markdown; with a heading or without.

    parent,child,value          A;B;
    A,B,                        B;D;3
    B,D,3                       B;E;2,5

A row stands for a node and the edge to it.
"""

import csv
import io
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from treesolve.model.number import INFINITY, Number
from treesolve.model.problem import Span
from treesolve.model.tree import Kind, Tree
from treesolve.notation.foreign.fields import SIDES, changes, said
from treesolve.notation.foreign.graph import Graph
from treesolve.notation.foreign.label import Label, number, quoted, read_label
from treesolve.notation.foreign.refusal import cannot_carry, refusal
from treesolve.notation.foreign.sketch import Sketch
from treesolve.notation.foreign.table_cells import NOBODY, number_in_cell, probability_in_cell
from treesolve.notation.number_text import write_number

NAME = "CSV"

_HEADINGS = {
    "parent": "parent parents from source src start parent_id parentid parent_node vater elternknoten eltern von tail",
    "child": "child to target dst end node id name child_id childid child_node node_id kindknoten knoten kind state",
    "value": "value leaf_value utility score payoff wert eval evaluation leaf val minimax v u",
    "kind": "type player turn role node_type nodetype spieler art typ who",
    "move": "move action label edge zug aktion edge_label",
    "left": "left links",
    "middle": "middle mitte",
    "right": "right rechts",
    "children": "children kinder successors nachfolger childids child_ids children_ids childrenids",
    "maximizing": "is_max ismax maximizing max_node maximizer is_maximizing ist_max",
    "minimizing": "is_min ismin minimizing min_node minimizer is_minimizing ist_min",
    "order": "order index idx position pos rank child_order child_index sort sort_order seq nr no reihenfolge stelle "
    "side direction branch lr seite richtung",
    "weight": "weight probability prob p gewicht wahrscheinlichkeit chance",
}
_COLUMNS = {word: column for column, words in _HEADINGS.items() for word in words.split()}
_RULE = re.compile(r"[|\s:+-]+")
_SIDES = ("left", "middle", "right")
_ITEM = re.compile(r"[^\s,;|\[\]]+")


class Table(NamedTuple):
    """Rows of cells with the column that each cell belongs to, and where each row stands."""

    columns: list[str]
    rows: list[tuple[list[str], Span]]
    semicolons: bool
    headed: bool = True


def recognises(text: str) -> bool:
    """Whether the lines have as many cells as each other, and say of a child whose it is."""
    try:
        return _table_in_text(text) is not None
    except csv.Error:
        return False


def read(text: str) -> Sketch:
    """The tree. Raises InputError where it is none, or a value is no number."""
    table = _table_in_text(text)
    graph = Graph()
    if table is None:
        raise refusal("graph-empty", Span(0, 0))
    _check_values(table)
    rows = [(dict(zip(table.columns, cells, strict=False)), cells, span) for cells, span in table.rows]
    rows.sort(key=lambda row: in_order(row[0].get("order", "")))
    children = {row.get("child", "") for row, _, _ in rows} - {""}
    for row, cells, span in rows:
        if any(cells[len(table.columns) :]):
            raise refusal("lines-joined", span, text=" ".join(cells))
        if row.get("parent", "").lower() in NOBODY and row.get("parent") not in children:
            row["parent"] = ""
        say(graph, row, span, semicolons=table.semicolons)
    return graph.sketch()


def is_headed(text: str) -> bool:
    """Whether a heading says what each column of a table is for."""
    table = _table_in_text(text)
    return table is not None and table.headed


def _check_values(table: Table) -> None:
    """Raises InputError where a third column without a heading may be the order of the children."""
    numbered = [cells for cells, _ in table.rows if len(cells) > 2 and number(cells[1]) is not None and cells[2]]
    if table.columns == ["parent", "child", "value"] and not table.headed and numbered:
        graph = Graph()
        for cells, span in sorted(table.rows, key=lambda row: in_order(row[0][2] if len(row[0]) > 2 else "")):
            graph.edge(cells[0], cells[1], span)
        raise refusal("order-or-value", table.rows[0][1], graph.sketch())


def in_order(written: str) -> Number:
    """Where a row stands among its siblings by the column of their order or side; rows without any stand first."""
    value = SIDES.get(written.lower(), number(written))
    return -INFINITY if value is None else value


def column(heading: str) -> str:
    """The column that a heading is for; that of a label is "label", and "" is none.

    >>> column("parent_id"), column("Utility"), column("colour")
    ('parent', 'value', '')
    """
    word = _word_in_heading(heading)
    return "label" if word == "label" else _column_of_word(word)


def _word_in_heading(heading: str) -> str:
    return heading.strip().lower().replace(" ", "_")


def _column_of_word(word: str) -> str:
    return _COLUMNS.get(word, word if changes(word, "?") else "")


def column_of_attribute(name: str) -> str:
    """The same for an attribute in a graph: there `kind` says who moves, and is no German child.

    >>> column_of_attribute("kind"), column("kind")
    ('kind', 'child')
    """
    return "kind" if name.lower() == "kind" else column(name)


def say(graph: Graph, row: dict[str, str], span: Span, *, semicolons: bool) -> None:
    """Say of a node what stands in its row, by the names of the columns.

    Raises InputError where a value is no number.
    """
    if told := next((key for key, words in row.items() if changes(key, words)), None):
        raise refusal("meant-otherwise", span, text=told)
    parent, child = row.get("parent", ""), row.get("child", "")
    above = parent or None
    written = row.get("value", "")
    value = number_in_cell(written, span, child, semicolons=semicolons)
    key = child if child else graph.unnamed(span).key
    entry = graph.node(key, span)
    if value is not None or written == "?":
        graph.labelled(key, Label(entry.name, value=value, unknown="?" if value is None else None))
    elif written.lower() not in NOBODY:
        entry.unknown = written
    entry.kind = _kind_in_row(row) or entry.kind
    if row.get("name") and child:
        entry.name = row["name"]
    if above is not None:
        move = quoted(row["move"]) if row.get("move") else None
        graph.edge(
            above,
            key,
            span,
            move,
            probability_in_cell(row.get("weight", ""), span, key, semicolons=semicolons),
            again=True,
        )
    for each in [*(row.get(side, "") for side in _SIDES), *_ITEM.findall(row.get("children", ""))]:
        if each.lower() not in NOBODY:
            graph.edge(key, each, span, again=True)


def _kind_in_row(row: dict[str, str]) -> Kind | None:
    """The kind in its column, or that of a column which says whether MAX moves."""
    known = Label(kind=read_label(row.get("kind", ""), inner=True).kind)
    for flag in ("maximizing", "minimizing"):
        known = said(known, flag, row.get(flag, ""))
    return known.kind


def _table_in_text(text: str) -> Table | None:
    lines = list(_lines_with_spans(text))
    if len(lines) < 2:
        return None
    mark = next((each for each in "\t;|," if each in lines[0][0]), " ")
    rows = [(_cells_of_line(line, mark), span) for line, span in lines if not (mark == "|" and _RULE.fullmatch(line))]
    width = max(len(cells) for cells, _ in rows)
    columns = _columns_of_heading(rows[0][0])
    if any(len(cells) > width or len(cells) < 2 for cells, _ in rows) or not 2 <= width <= 12:
        return None
    if columns:
        return Table(columns, rows[1:], mark == ";") if len(rows) > 1 else None
    if mark == " " and width != 2:
        return None
    return _table_without_heading(rows, width, semicolons=mark == ";") or _table_of_parents_with_children(rows)


def _table_of_parents_with_children(rows: list[tuple[list[str], Span]]) -> Table | None:
    """Rows of a parent and its children, each parent but the first a child in a row before."""
    known = set(rows[0][0][:1])
    for cells, _ in rows:
        if cells[0] not in known or number(cells[0]) is not None or any(" " in cell or "(" in cell for cell in cells):
            return None
        known.remove(cells[0])
        known.update(cell for cell in cells[1:] if number(cell) is None)
    told = [([cells[0], " ".join(cells[1:])], span) for cells, span in rows]
    return (
        Table(["child", "children"], told, False)
        if len(rows) > 1 and max(len(cells) for cells, _ in rows) > 2
        else None
    )


def _table_without_heading(rows: list[tuple[list[str], Span]], width: int, *, semicolons: bool) -> Table | None:
    """Rows of parent, child and perhaps the value, where some child is a parent, too."""
    parents = {cells[0] for cells, _ in rows}
    told = bool(parents & {cells[1] for cells, _ in rows}) and all(number(each) is None for each in parents)
    lone = all(len(cells) == 2 or number(cells[2].replace(",", ".")) is not None or not cells[2] for cells, _ in rows)
    words = any(" " in cell or "(" in cell for cells, _ in rows for cell in cells)
    children = len(parents) == len(rows) > 1 and all(len(cells) > 2 and cells[2] for cells, _ in rows)
    if width > 3 or not told or not lone or words or children:
        return None
    if width == 2 and _are_values(rows):
        rows = [([*cells, ""] if number(cells[1]) is None else ["", *cells], span) for cells, span in rows]
        return Table(["parent", "child", "value"], rows, semicolons, headed=False)
    columns = ["child", "parent"] if _has_children_in_first_column(rows) else ["parent", "child"]
    return Table([*columns, "value"][:width], rows, semicolons, headed=False)


def _are_values(rows: list[tuple[list[str], Span]]) -> bool:
    """Whether each number stands behind a node that has no other row, and so is its value."""
    counts = Counter(cells[0] for cells, _ in rows)
    behind = [cells[0] for cells, _ in rows if number(cells[1]) is not None]
    return bool(behind) and all(counts[name] == 1 for name in behind)


def _has_children_in_first_column(rows: list[tuple[list[str], Span]]) -> bool:
    """Whether each row is of another node, and several of the same parent."""
    first, second = [cells[0] for cells, _ in rows], [cells[1] for cells, _ in rows]
    return len(set(first)) == len(first) and len(set(second)) < len(second)


def _columns_of_heading(cells: list[str]) -> list[str] | None:
    """What the columns of a heading are for; None where it is none, or names neither parent nor child."""
    words = [_word_in_heading(cell) for cell in cells]
    found = [_column_of_word(word) for word in words]
    if found.count("child") > 1 and "kind" in words:
        found[words.index("kind")] = "kind"
    if found.count("child") > 1:
        best = next(word for word in ("child", "to", "target", "id", "node", *words) if word in words)
        found = [_column_for_key_or_name(column, word, best) for column, word in zip(found, words, strict=True)]
    if "children" in found and "child" not in found and found.count("parent") == 1:
        found[found.index("parent")] = "child"
    below = {"parent", "children", *_SIDES} & set(found)
    return found if below and "child" in found else None


def _column_for_key_or_name(column: str, word: str, best: str) -> str:
    """Where several columns name a node, the best one is its key, and that of names its name."""
    if column != "child" or word == best:
        return column
    return "name" if word in ("name", "label") else ""


def _lines_with_spans(text: str) -> Iterator[tuple[str, Span]]:
    begin = 0
    for line in text.splitlines(keepends=True):
        words = line.strip(" \r\n").rstrip()
        if words and not words.startswith("#"):
            yield line.strip("\r\n"), Span(begin, begin + len(line.rstrip()))
        begin += len(line)


def _cells_of_line(line: str, mark: str) -> list[str]:
    """The cells of a line, without quotation marks and without the bars at both ends."""
    if mark == " ":
        return line.split()
    if mark == "|":
        inside = line.strip()
        inside = inside.removeprefix("|").removesuffix("|") if inside.startswith("|") else inside
        return [cell.strip() for cell in inside.split("|")]
    return [cell.strip() for cell in next(csv.reader(io.StringIO(line), delimiter=mark, skipinitialspace=True))]


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
