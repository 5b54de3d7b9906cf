"""Nodes that name each other: rows with an id and a parent, nodes and edges, children by names with values beside.

Vocabulary

    row         an object of a node that stands in a list with all others, and says what stands above or below it
    beside      said of values that stand in a map of their own: `{"D": 3, "E": 5}`
"""

from collections.abc import Iterator

from treesolve.notation.foreign.links import Edge
from treesolve.notation.foreign.literals import Literal
from treesolve.notation.foreign.neutral import Part, refuse
from treesolve.notation.foreign.shapes import Below, grown, is_nothing
from treesolve.notation.foreign.words import folded, meanings

NO_PARENT = ("", "0", "-1")
"""What programs write for the parent of the root, where no row has that id."""

_BY = ("text", "number")


def entries_of(value: Literal) -> dict[str, Below]:
    """The values of a map by their keys."""
    return {key.text: Below(one, key) for key, one in value.pairs}


def _in_role(value: Literal, role: str, section: str) -> Literal | None:
    """What stands in a map behind the first key of a role."""
    return next((one for key, one in value.pairs if meanings(section).get(folded(key.text)) == role), None)


def _name_of(row: Literal) -> Literal | None:
    """By what other rows name a row: its id, or else its name."""
    found = _in_role(row, "id", "fields") or _in_role(row, "name", "fields")
    return found if found and found.is_scalar and not is_nothing(found) else None


def tree_of_rows(value: Literal) -> Part | None:
    """The tree of a list of rows; None for a list of anything else.

    Raises InputError for a parent that has no row, and where two rows have one id.
    """
    if len(value.items) < 2 or any(row.what != "map" for row in value.items):
        return None
    parents = [_in_role(row, "parent", "graphs") for row in value.items]
    if any(parents):
        kept = [_without(row, parent) for row, parent in zip(value.items, parents, strict=True)]
        entries = _rows_by_name(value._replace(items=tuple(kept)))
        return grown(entries, _BY, _edges_from_parents(entries, parents))
    if not all(map(_name_of, value.items)):
        return None
    entries = _rows_by_name(value)
    children = [_in_role(row, "names", "children") for row in value.items]
    below = [one for found in children if found for one in found.items or (found,)]
    return grown(entries, _BY) if any(one.is_scalar and one.text in entries for one in below) else None


def _rows_by_name(value: Literal) -> dict[str, Below]:
    """The rows, or nodes, of a list by what names them."""
    found: dict[str, Below] = {}
    for row in value.items:
        name = row if row.is_scalar else _name_of(row) if row.what == "map" else None
        if name is None:
            refuse("foreign-form", row.span, text="")
        if name.text in found:
            refuse("key-twice", name.span, text=name.text)
        found[name.text] = bare(name) if row.is_scalar else Below(row)
    return found


def bare(name: Literal) -> Below:
    """A node of which nothing but its name is known."""
    return Below(Literal(name.span, "list"), name)


def _without(row: Literal, used: Literal | None) -> Literal:
    kept = [(key, one) for key, one in row.pairs if one is not used]
    return row._replace(keys=tuple(key for key, _ in kept), items=tuple(one for _, one in kept))


def _edges_from_parents(entries: dict[str, Below], parents: list[Literal | None]) -> dict[str, list[Edge]]:
    edges: dict[str, list[Edge]] = {name: [] for name in entries}
    for name, parent in zip(entries, parents, strict=True):
        if parent is None or is_nothing(parent):
            continue
        if parent.is_scalar and parent.text in entries:
            edges[parent.text].append(Edge(name))
        elif not parent.is_scalar or parent.text not in NO_PARENT:
            refuse("foreign-form", parent.span, text=parent.text)
    return edges


# Nodes, edges and values beside


def tree_of_graph(value: Literal) -> Part | None:
    """The tree of a map with nodes and edges, or with values beside; None for any other map.

    Raises InputError for what stands beside these, and for an edge to a node that there is not.
    """
    found: dict[str, list[Literal]] = {"edges": [], "nodes": [], "values": [], "": []}
    for key, one in value.pairs:
        found.get(meanings("graphs").get(folded(key.text), ""), found[""]).append(one)
    edges, nodes, values, others = found.values()
    told = next((one for one in values if one.what == "map"), None)
    if max(map(len, (edges, nodes, values))) > 1 or (values and not told):
        return None
    if edges and edges[0].what == "list" and not others:
        return _tree_of_edges(edges[0], nodes[0] if nodes else None, told)
    structure = [*edges, *nodes, *others]
    if told is None or len(structure) != 1 or structure[0].what != "map":
        return None
    return grown(with_values(entries_of(structure[0]), told), _BY)


def with_values(entries: dict[str, Below], values: Literal) -> dict[str, Below]:
    """Entries, and the values beside. Raises InputError for a value of a node of which something else was said."""
    for name, one in entries_of(values).items():
        known = entries.get(name)
        if not one.value.is_scalar or (known and (known.value.what != "list" or known.value.items)):
            refuse("key-twice", one.value.span, text=name)
        entries[name] = one
    return entries


def _tree_of_edges(edges: Literal, nodes: Literal | None, values: Literal | None) -> Part:
    entries = (entries_of(nodes) if nodes.what == "map" else _rows_by_name(nodes)) if nodes else {}
    if values:
        entries = with_values(entries, values)
    below: dict[str, list[Edge]] = {}
    for edge in edges.items:
        parent, child, text = _ends(edge)
        for end in (parent, child):
            if end.text not in entries and nodes:
                refuse("foreign-form", end.span, text=end.text)
            entries.setdefault(end.text, bare(end))
        below.setdefault(parent.text, []).append(Edge(child.text, text))
    return grown(entries, _BY, below)


def _ends(edge: Literal) -> tuple[Literal, Literal, str]:
    """The node above, the node below, and what is written at the edge. Raises InputError where these are not told."""
    if edge.what == "map":
        ends = [_in_role(edge, role, "graphs") for role in ("source", "target")]
        texts = list(_texts_of_edge(edge, ends))
    else:
        ends, texts = [*edge.items[:2]], [one.text for one in edge.items[2:]]
    parent, child = ends if len(ends) == 2 else (None, None)
    if not (parent and child) or not all(one.is_scalar for one in (parent, child, *edge.items[2:])) or len(texts) > 2:
        refuse("foreign-form", edge.span, text="")
    return parent, child, " * ".join(texts)


def _texts_of_edge(edge: Literal, ends: list[Literal | None]) -> Iterator[str]:
    """The probability at an edge, and its move. Raises InputError for any other field."""
    told = {"weight": "", "move": ""}
    for key, one in edge.pairs:
        if any(one is end for end in ends):
            continue
        role = meanings("fields").get(folded(key.text))
        role = "move" if role == "name" else role
        if role not in told or told[role] or not one.is_scalar:
            refuse("foreign-asked", one.span, why="field", text=key.text)
        told[role] = one.text
    yield from (text for text in told.values() if text)
