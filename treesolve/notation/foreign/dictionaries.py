"""Dictionaries of Python and objects of JSON.

    {"name": "A", "children": [{"value": 3}, {"value": 5}]}         objects: each node has fields
    {"A": {"B": {"D": 3, "E": 5}, "C": [2, 9]}}                     nested: a name, and what is below it
    {"A": ["B", "C"], "B": [3, 5], "C": [2, 9]}                     adjacency, with values there
    tree = {"A": ["B", "C"]}  values = {"B": 3, "C": 2}             or in a table beside it

Vocabulary

    entry       a key and what stands behind its colon
"""

from fractions import Fraction

from treesolve.notation.foreign.adjacency_dictionary import adjacency, has_keys_as_children, names_children
from treesolve.notation.foreign.dictionary_entries import (
    MOVES,
    WRAPPERS,
    Below,
    Entry,
    beside,
    check_alone,
    check_entries,
    check_fields,
    check_keys,
    check_shape,
    described,
    entries_of,
    has_leaves_in_list,
    in_order,
    is_object,
    side,
)
from treesolve.notation.foreign.dictionary_tables import tables_of
from treesolve.notation.foreign.fields import NOTHING, changes, field, said
from treesolve.notation.foreign.label import ANNOTATIONS, Label, number, probability, read_label
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch, nodes
from treesolve.notation.foreign.terms import Group, Term, groups, without_marks

NAME = "dictionary"

_TABLES = {
    *("tree", "nodes", "children", "edges", "graph", "successors", "game", "baum", "knoten", "kinder", "adjacency"),
    *("leaves", "values", "utility", "utilities", "terminals", "payoffs", "scores", "leaf_values", "werte", "blätter"),
}
"""What tables are called of nodes, their children and their values."""
_AROUND = {
    *("depth", "branching", "branching_factor", "plies", "levels", "version", "seed", "points", "answer", "solution"),
    *("expected", "best", "width", "height", "size", "tiefe", "punkte", "antwort"),
}
"""Keys of what stands beside a tree."""


def recognises(text: str) -> bool:
    """Whether a text is one dictionary or more, each key with one thing behind it."""
    found = tables_of(text)
    return bool(found) and any(is_object(each) or _has_dictionary_keys(each) for each in found)


def _has_dictionary_keys(group: Group) -> bool:
    """Whether keys are quoted, numbers, or words with something behind that our notation does not know there."""
    entries = entries_of(group) or []
    plain = all(entry.key.sort == "word" for entry in entries)
    alone = len(entries) == 1 and isinstance(entries[0].value, Group) and _is_list_or_dictionary(entries[0].value)
    return bool(entries) and (alone or not (plain and _is_our_notation(group)))


def _is_list_or_dictionary(group: Group) -> bool:
    """Whether what stands behind a key is a list, or a dictionary."""
    return group.bracket == "[" or (group.bracket == "{" and entries_of(group) is not None)


def _is_our_notation(group: Group) -> bool:
    """Whether all that stands in the brackets could be our notation."""
    return not any(item.sort == "text" for each in groups(group) for item in each.items)


def read(text: str) -> Sketch:
    """The tree. Raises InputError where it is none."""
    found = tables_of(text)
    check_keys(found)
    check_shape(found[0])
    inside = _tree_in_tables(entries_of(found[0]) or []) if len(found) == 1 else None
    if inside:
        return inside
    if len(found) == 1 and is_object(found[0]) and not names_children(found[0]):
        sketch = _node_of_object(found[0])
        numbered = any(node.children and node.name and number(node.name) is not None for node in nodes(sketch))
        return sketch if numbered else _with_names_as_values(sketch)
    tables = [entry for each in found for entry in entries_of(each) or []]
    if len(found) == 1 and all(isinstance(entry.value, Group) for entry in tables) and not has_keys_as_children(tables):
        check_alone(tables, _node_of_list(tables[0].value))
    if len(found) == 1 and (wrapped := _tree_in_wrapper(tables)):
        return wrapped
    check_entries(found, tables)
    if len(found) > 1 or has_keys_as_children(tables):
        return adjacency(tables)
    sketch = _root_of_nested_entries(found[0])
    check_fields(sketch)
    return sketch


def _tree_in_wrapper(entries: list[Entry]) -> Sketch | None:
    """The tree in the one entry for it, beside others that say of it what they do; None where there is none."""
    inside = [entry for entry in entries if isinstance(entry.value, Group)]
    if len(inside) != 1 or len(entries) < 2 or inside[0].key.text.lower() not in WRAPPERS:
        return None
    known = Label()
    for key, value in entries:
        called = "kind" if key.text.lower() in WRAPPERS else field(key.text)
        if not isinstance(value, Group) and called in ("kind", "maximizing", "minimizing"):
            known = said(known, called, value.text)
    value = inside[0].value
    sketch = _node_of_object(value) if isinstance(value, Group) and is_object(value) else _node_of_list(value)
    return sketch._replace(kind=sketch.kind or known.kind)


def _tree_in_tables(entries: list[Entry]) -> Sketch | None:
    """The tree in tables beside one another: of the children of nodes, and of the values of leaves."""
    tables = [(each.key.text.lower(), each.value) for each in entries if isinstance(each.value, Group)]
    rows = [_entries_of_table(table) for name, table in tables if name in _TABLES]
    inside = [entry for row in rows for entry in row]
    if len(rows) < len(tables) or not all(rows) or not has_keys_as_children(inside):
        return None
    sketch, known = adjacency(inside), Label()
    for key, value in (each for each in entries if not isinstance(each.value, Group)):
        if key.text.lower() in ("root", "start", "wurzel") and value.text != sketch.name:
            raise refusal("foreign-form", value.span)
        if (called := field(key.text)) in ("kind", "maximizing", "minimizing"):
            known = said(known, called, value.text)
    return sketch._replace(kind=sketch.kind or known.kind)


def _entries_of_table(table: Group) -> list[Entry]:
    """The entries of a table; of a list of edges each as a node with its child."""
    if table.bracket == "{":
        return entries_of(table) or []
    pairs = [without_marks(item.items) if isinstance(item, Group) else [] for item in without_marks(table.items)]
    plain = all(len(pair) == 2 and not any(isinstance(each, Group) for each in pair) for pair in pairs)
    return [Entry(pair[0], Group("[", (pair[1],), pair[1].span)) for pair in pairs] if plain else []


# Objects


def _node_of_object(group: Group, key: str | None = None) -> Sketch:
    """The node that an object is; a list of objects is the children of a root."""
    entries, (given, children) = entries_of(group), beside(group)
    if entries is None and given:
        return described(given, Label(name=key))[0].sketch(group.span, tuple(map(_child_of_item, children)))
    if group.bracket == "[" and not entries:
        return Sketch(group.span, key, children=tuple(map(_child_of_item, without_marks(group.items))))
    if entries is None:
        raise refusal("foreign-form", group.span)
    if len(entries) == 1 and entries[0].key.text.lower() in WRAPPERS and isinstance(entries[0].value, Group):
        return _node_of_object(entries[0].value)
    if inside := _node_inside_object(entries):
        return inside
    known, below = described(sorted(entries, key=side), Label(name=key))
    moves = any(entry.key.text.lower() in MOVES for entry in entries)
    made = tuple(_node_behind_move(each) if moves else _child_of_item(each) for each in in_order(below))
    return known.sketch(group.span, _children_with_weights(entries, made))


def _node_inside_object(entries: list[Entry]) -> Sketch | None:
    """The node in an object that says only with what probability, or by which move, one comes to it."""
    inside = [each.value for each in entries if isinstance(each.value, Group)]
    around = {field(each.key.text) for each in entries if not isinstance(each.value, Group)}
    if len(inside) != 1 or not around or not around <= {"weight", "move"} or not is_object(inside[0]):
        return None
    plain = [each for each in entries if not isinstance(each.value, Group)]
    known, _ = described(plain, Label())
    return _node_of_object(inside[0])._replace(move=known.move, weight=known.weight)


def _node_behind_move(item: Below) -> Sketch:
    """The node to which a move leads, whose key that move is."""
    if not isinstance(item, Entry):
        return _child_of_item(item)
    return _child_of_item(item.value)._replace(move=item.key.text)


def _children_with_weights(entries: list[Entry], children: tuple[Sketch, ...]) -> tuple[Sketch, ...]:
    """The children with the probabilities that stand in a list of their own. Raises InputError where others do."""
    lists = [entry for entry in entries if field(entry.key.text.removesuffix("s")) == "weight"]
    for key, value in lists:
        if isinstance(value, Group):
            weights = [probability(item.text) for item in without_marks(value.items)]
            if len(weights) != len(children) or None in weights:
                raise refusal("chance-untold", key.span)
            told = zip(children, weights, strict=True)
            children = tuple(child._replace(weight=weight) for child, weight in told)
    return children


def _with_names_as_values(sketch: Sketch) -> Sketch:
    """The tree with the numbers that leaves without values are called by as their values."""
    children = tuple(map(_with_names_as_values, sketch.children))
    if not children and sketch.value is None and sketch.unknown is None and sketch.name:
        value = number(sketch.name)
        return sketch if value is None else sketch._replace(name=None, value=value)
    return sketch._replace(children=children)


def _child_of_item(item: Below) -> Sketch:
    if isinstance(item, Entry):
        return _node_of_nested_entry(item)
    if not isinstance(item, Group):
        return read_label(item.text, inner=False).sketch(item.span)
    if item.bracket == "{" and _has_single_named_entry(item) and not beside(item)[0]:
        return _root_of_nested_entries(item)
    named = item.bracket == "{" and _has_names_only(entries_of(item) or [])
    return _root_of_nested_entries(item) if named else _node_of_object(item)


def _has_names_only(entries: list[Entry]) -> bool:
    """Whether no key is that of a field."""
    told = (
        field(key.text) or changes(key.text, "?") or has_leaves_in_list(Entry(key, value)) for key, value in entries
    )
    return bool(entries) and not any(told)


# Nested dictionaries


def _has_single_named_entry(group: Group) -> bool:
    """Whether there is one entry, whose key is no field."""
    entries = entries_of(group) or []
    called = field(entries[0].key.text) if len(entries) == 1 and not has_leaves_in_list(entries[0]) else "children"
    return called is None or (called != "children" and isinstance(entries[0].value, Group))


def _root_of_nested_entries(group: Group) -> Sketch:
    entries = entries_of(group) or []
    if len(entries) == 1:
        inside = entries[0].value
        wrapped = entries[0].key.text.lower() in WRAPPERS and isinstance(inside, Group) and inside.bracket == "{"
        if wrapped and isinstance(inside, Group) and len(entries_of(inside) or []) == 1:
            return _root_of_nested_entries(inside)
        return _node_of_nested_entry(entries[0])
    return Sketch(group.span, children=_children_of_nested_entries(entries))


def _children_of_nested_entries(entries: list[Entry]) -> tuple[Sketch, ...]:
    """The nodes with those keys. Raises InputError where one may be a field of the node above the others."""
    below = any(isinstance(entry.value, Group) for entry in entries)
    for key, value in entries:
        word = key.text.lower()
        called = word in ANNOTATIONS | _AROUND or (field(word) == "value" and len(word) > 1)
        if below and called and not isinstance(value, Group):
            raise refusal("meant-otherwise", key.span, text=key.text)
    return tuple(map(_node_of_nested_entry, entries))


def _node_of_nested_entry(entry: Entry) -> Sketch:
    """The node with that key: a leaf with its value, or a node with what stands in the brackets."""
    key, value = entry
    if not isinstance(value, Group):
        label = read_label(key.text, inner=True)
        if value.text in NOTHING:
            return read_label(key.text, inner=False).sketch(key.span)
        found = number(value.text)
        if found is None and value.text != "?":
            raise refusal("foreign-form", value.span)
        chance = key.text if isinstance(probability(key.text), Fraction) else None
        return Sketch(key.span, label.name or chance, value=found, unknown=None if found is not None else "?")
    if value.bracket == "{":
        if is_object(value):
            return _node_of_object(value, read_label(key.text, inner=True).name)
        entries = entries_of(value)
        if entries is None:
            raise refusal("foreign-form", value.span)
        children = _children_of_nested_entries(entries)
    else:
        children = tuple(map(_node_of_list, without_marks(value.items)))
    label = read_label(key.text, inner=bool(children))
    return label.sketch(key.span, children)


def _node_of_list(item: Term) -> Sketch:
    if not isinstance(item, Group):
        return read_label(item.text, inner=False).sketch(item.span)
    if item.bracket == "{":
        return _node_of_object(item) if is_object(item) else _root_of_nested_entries(item)
    items = without_marks(item.items)
    if len(items) == 2 and items[0].sort == "text" and items[1].sort == "number":
        return Sketch(item.span, items[0].text, value=number(items[1].text))
    return Sketch(item.span, children=tuple(map(_node_of_list, without_marks(item.items))))
