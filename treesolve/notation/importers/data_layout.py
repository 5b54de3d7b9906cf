"""Layouts in which nested data can represent a tree.

Nodes can be nested or refer to each other by name, and the tree can be inside wrapper objects.
"""

from collections import Counter

from treesolve.notation.importers.labels import (
    folded,
    is_exercise_name,
    is_plural_tree_name,
    number,
    parse_label_or_empty,
    word_category,
    word_lists,
)
from treesolve.notation.importers.literal_node import (
    ChildLiteral,
    constant,
    edge_texts,
    is_object,
    link_entries,
    parse_child,
    tree_of_literal,
)
from treesolve.notation.importers.literals import Literal
from treesolve.notation.importers.parsed_node import (
    NO_PARENT,
    ParsedEdge,
    ParsedField,
    ParsedNode,
    reject,
    reject_ambiguous,
)

EdgeEnds = tuple[Literal, Literal, str]


def tree_of_data(value: Literal) -> ParsedNode:
    """Return the tree that a literal represents. Raises InputError if the layout of the literal is not supported."""
    around: list[ParsedField] = []
    while unwrapped := _unwrap(value):
        value, fields = unwrapped
        around += fields
    check_single_tree(value)
    root = _root(value)
    return root._replace(fields=(*root.fields, *around))


def check_single_tree(value: Literal, name: str = "") -> None:
    """Raise InputError if a list or map contains several trees instead of one.

    `name` is the name of the list or map. A map with a single key is unwrapped first. The items are separate trees if
    they have names such as `task 1`, if the name of the list is a plural such as `trees`, or if the list has a name and
    each item specifies its own kind.
    """
    while value.literal_type == "map" and len(value.pairs) == 1 and not (is_object(value) or _has_kind(value)):
        (key, value), *_ = value.pairs
        name = key.text
    whole = [pair for pair in value.inside if not pair[1].is_scalar]
    if value.literal_type not in ("list", "map") or (value.literal_type == "map" and is_object(value)):
        return
    if len(whole) > 1 and all(any(not below.is_scalar for below in one.items) for _, one in whole):
        have_names = all(key and is_exercise_name(key.text) for key, _ in whole)
        if have_names or is_plural_tree_name(name) or (name and all(map(_has_kind, value.items))):
            reject("several-trees", whole[-1][1].span, count=len(whole))


def _has_kind(value: Literal) -> bool:
    """Return whether a field of the map specifies a kind, or its only key contains one."""
    keys = [key.text for key, _ in value.pairs]
    has_field = any(word_category("fields", key) == "kind" or word_category("flags", key) for key in keys)
    return has_field or (len(keys) == 1 and parse_label_or_empty(keys[0]).kind is not None)


def _unwrap(value: Literal) -> tuple[Literal, list[ParsedField]] | None:
    """Return the content of a wrapper or graph and the scalar fields next to it, or None for any other literal.

    Raises InputError if a field next to a wrapped object is unknown.
    """
    inside = [(key, one) for key, one in value.pairs if not one.is_scalar]
    scalars = [(key, one) for key, one in value.pairs if one.is_scalar]
    roles = [word_category("children", key.text) or word_category("graphs", key.text) for key, _ in inside]
    is_graph = len(inside) > 1 and bool(scalars) and all(roles)
    if value.literal_type != "map" or not (roles == ["wrappers"] or is_graph):
        return None
    unknown = next((key for key, _ in scalars if not _is_field(key)), None)
    if unknown and not is_graph and inside[0][1].literal_type == "map" and is_object(inside[0][1]):
        reject_ambiguous("field", unknown.span, unknown.text)
    if unknown:
        return None
    fields = [
        ParsedField("name" if folded(key.text) == "root" else key.text, constant(one), key.span) for key, one in scalars
    ]
    return value._replace(inside=tuple(inside)) if is_graph else inside[0][1], fields


def _is_field(key: Literal) -> bool:
    """Return whether a key next to a wrapper is the name of a field rather than the name of a node."""
    return folded(key.text) == "root" or any(
        word_category(section, key.text) for section in ("fields", "flags", "around")
    )


def _root(value: Literal) -> ParsedNode:
    if value.literal_type == "map":
        return tree_of_graph(value) or _root_of_map(value)
    if value.literal_type == "list" and value.items and all(row.literal_type == "map" for row in value.items):
        if len(value.items) == 1:
            reject_ambiguous("wrapper", value.span, "[{")
        return _tree_of_rows(value) or _tree_of_nodes(value)
    return tree_of_literal(value)


def _tree_of_nodes(value: Literal) -> ParsedNode:
    """Return the tree whose nodes are in a list or map. Raises InputError if each item is a whole tree."""
    are_objects = value.literal_type == "list" or all(
        row.literal_type == "map" and is_object(row) for row in value.items
    )
    if are_objects and value.items and all(any(not one.is_scalar for one in row.items) for row in value.items):
        reject("several-trees", value.items[-1].span, count=len(value.items))
    return tree_of_literal(value)


def _root_of_map(value: Literal) -> ParsedNode:
    """Return the tree that a map represents.

    The map may be an object, a named node, entries that refer to each other, or the named children of the root.
    """
    if len(value.inside) == 1 or is_object(value):
        return tree_of_literal(value)
    if linked := parse_linked_entries(value):
        return linked
    entries = _entries_by_key(value)
    wrappers = tuple(word_lists()["children"]["wrappers"])
    unknown = [key for key in entries if folded(key).startswith(wrappers) or word_category("graphs", key)]
    unknown += [key for key, one in entries.items() if one.value.literal_type == "list"]
    if unknown:
        reject_ambiguous("wrapper", value.span, unknown[0])
    return _tree_of_nodes(value)


def parse_linked_entries(value: Literal) -> ParsedNode | None:
    """Return the tree whose nodes are rows or map entries that refer to each other by name.

    Return None if they do not refer to each other.
    """
    if value.literal_type == "list":
        return _tree_of_rows(value) if value.items and all(row.literal_type == "map" for row in value.items) else None
    if value.literal_type != "map" or is_object(value):
        return None
    entries = _entries_by_key(value)
    _check_numbers_as_names(value, entries)
    inside = [one for entry in value.items for one in entry.walk()]
    names = (key for one in inside for key, _ in one.pairs)
    return link_entries(entries) if _have_name([*inside, *names], entries) else None


def _entries_by_key(value: Literal) -> dict[str, ChildLiteral]:
    """Return the entries of a map by key: each value together with the literal that its key was written as."""
    return {key.text: ChildLiteral(one, key) for key, one in value.pairs}


def _check_numbers_as_names(value: Literal, entries: dict[str, ChildLiteral]) -> None:
    """Raise InputError if some, but not all, of the numbers in lists are names of nodes."""
    lists = [one for entry in value.items for one in entry.walk() if one.literal_type == "list"]
    below = [one for one_list in lists for one in one_list.items if one.literal_type == "number"]
    others = [one for one in below if one.text not in entries]
    if 0 < len(others) < len(below):
        reject_ambiguous("name-or-value", others[0].span, others[0].text)


def _have_name(inside: list[Literal], entries: dict[str, ChildLiteral]) -> bool:
    """Return whether any of the literals refers to an entry by name."""
    return any(one.is_scalar and one.text in entries for one in inside)


# Rows


def _value_in_role(value: Literal, role: str, section: str) -> Literal | None:
    """Return the value of the first key in a map that has this role, or None if there is none."""
    return next((one for key, one in value.pairs if word_category(section, key.text) == role), None)


def _row_name(row: Literal) -> Literal | None:
    """Return the literal by which other rows refer to a row: its id, or else its name."""
    name = _value_in_role(row, "id", "fields") or _value_in_role(row, "name", "fields")
    return name if name and name.is_scalar and not name.is_none else None


def _tree_of_rows(value: Literal) -> ParsedNode | None:
    """Return the tree whose nodes are the rows of a list, or None if the rows do not refer to each other.

    Raises InputError if a parent has no row or two rows have the same id.
    """
    parents = [_value_in_role(row, "parent", "graphs") for row in value.items]
    if any(parents):
        rows = zip(value.items, parents, strict=True)
        entries = _entries_by_name(
            [row._replace(inside=tuple(pair for pair in row.inside if pair[1] is not parent)) for row, parent in rows]
        )
        return link_entries(entries, _edges_from_parents(entries, parents))
    if not all(map(_row_name, value.items)):
        return None
    entries = _entries_by_name(value.items)
    _check_numbers_as_names(value, entries)
    children = [one for row in value.items if (one := _value_in_role(row, "names", "children"))]
    below = [parse_child(one).value for child in children for one in child.items or (child,)]
    return link_entries(entries) if _have_name(below, entries) else None


def _entries_by_name(rows: list[Literal]) -> dict[str, ChildLiteral]:
    """Return the rows by the name with which other rows refer to them. A scalar is a row that consists of a name."""
    entries: dict[str, ChildLiteral] = {}
    for row in rows:
        name = row if row.is_scalar else _row_name(row)
        if name is None:
            reject("foreign-form", row.span, text="")
        if name.text in entries:
            reject("key-twice", name.span, text=name.text)
        entries[name.text] = _node_without_content(name) if row.is_scalar else ChildLiteral(row)
    return entries


def _node_without_content(name: Literal) -> ChildLiteral:
    """Return a node that has only a name."""
    return ChildLiteral(Literal(name.span, "list"), name)


def _edges_from_parents(entries: dict[str, ChildLiteral], parents: list[Literal | None]) -> dict[str, list[ParsedEdge]]:
    edges: dict[str, list[ParsedEdge]] = {}
    for name, parent in zip(entries, parents, strict=True):
        if parent is None or parent.is_none:
            continue
        if parent.is_scalar and parent.text in entries:
            edges.setdefault(parent.text, []).append(ParsedEdge(name))
        elif not parent.is_scalar or parent.text not in NO_PARENT:
            reject("foreign-form", parent.span, text=parent.text)
    return edges


# Nodes, edges and values in separate fields


def tree_of_graph(value: Literal) -> ParsedNode | None:
    """Return the tree of a map that has nodes and edges, or that has a separate field for the values.

    Return None for any other map. Raises InputError for other fields, and for edges to nodes that do not exist.
    """
    by_role: dict[str, list[Literal]] = {"edges": [], "nodes": [], "values": [], "": []}
    for key, one in value.pairs:
        by_role.get(word_category("graphs", key.text), by_role[""]).append(one)
    edges, nodes, values, others = by_role.values()
    if max(map(len, (edges, nodes, values))) > 1 or any(one.literal_type != "map" for one in values):
        return None
    if any(one.literal_type not in ("list", "map") for one in nodes):
        return None
    if edges and edges[0].literal_type == "list" and not others:
        return _tree_of_edges(edges[0], nodes, values)
    structure = [*edges, *nodes, *others]
    if not values or len(structure) != 1 or structure[0].literal_type != "map":
        return None
    return link_entries(_with_values(_entries_by_key(structure[0]), values))


def _with_values(entries: dict[str, ChildLiteral], values: list[Literal]) -> dict[str, ChildLiteral]:
    """Return the entries with the given values added. Raises InputError if an entry already has a different value."""
    for name, one in (item for table in values for item in _entries_by_key(table).items()):
        known = entries.get(name)
        if not one.value.is_scalar or (known and (known.value.literal_type != "list" or known.value.items)):
            reject("key-twice", one.value.span, text=name)
        entries[name] = one
    return entries


def _tree_of_edges(edges: Literal, nodes: list[Literal], values: list[Literal]) -> ParsedNode:
    entries: dict[str, ChildLiteral] = {}
    if nodes:
        entries = _entries_by_key(nodes[0]) if nodes[0].literal_type == "map" else _entries_by_name(nodes[0].items)
    entries = _with_values(entries, values)
    below: dict[str, list[ParsedEdge]] = {}
    ends = [_ends(edge) for edge in edges.items]
    known = [one for one in ends if not nodes or one[0].text in entries]
    leaves = _leaves_in(known, entries)
    entries |= leaves
    for parent, child, text in ends:
        key = _leaf_key(child) if _leaf_key(child) in leaves else child.text
        for end, name in (parent, parent.text), (child, key):
            if name not in entries and nodes:
                reject("foreign-form", end.span, text=end.text)
            entries.setdefault(name, _node_without_content(end))
        below.setdefault(parent.text, []).append(ParsedEdge(key, text))
    return link_entries(entries, below)


def _leaves_in(ends: list[EdgeEnds], entries: dict[str, ChildLiteral]) -> dict[str, ChildLiteral]:
    """Return a separate leaf for each number below a named node. Raises InputError if the numbers may be names."""
    heads = Counter(parent.text for parent, _, _ in ends)
    names = {*entries, *heads}
    numbers = [(one, child) for one, child, _ in ends if child.text not in names and number(child.text) is not None]
    if numbers and any(number(name) is not None for name in names):
        reject_ambiguous("name-or-value", numbers[0][1].span, numbers[0][1].text)
    if numbers and max(heads.values()) > 1 and all(heads[parent.text] == 1 for parent, _ in numbers):
        reject_ambiguous("leaf-kind", numbers[0][0].span, numbers[0][0].text)
    return {_leaf_key(child): ChildLiteral(child) for _, child in numbers}


def _leaf_key(leaf: Literal) -> str:
    return f"{leaf.text} {leaf.span.start}"


def _ends(edge: Literal) -> EdgeEnds:
    """Return the parent, the child and the text of an edge. Raises InputError if the edge does not have two names."""
    if edge.literal_type == "map":
        parent, child = (_value_in_role(edge, role, "graphs") for role in ("source", "target"))
        texts = edge_texts([pair for pair in edge.pairs if pair[1] is not parent and pair[1] is not child])
    elif edge.literal_type == "list" and 2 <= len(edge.items) <= 4 and all(one.is_scalar for one in edge.items):
        parent, child = edge.items[:2]
        texts = [one.text for one in edge.items[2:]]
    else:
        reject("foreign-form", edge.span, text=edge.text)
    if not (parent and child and parent.is_scalar and child.is_scalar):
        reject("foreign-form", edge.span, text="")
    return parent, child, " * ".join(texts)
