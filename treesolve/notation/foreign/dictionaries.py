"""Dictionaries of Python and objects of JSON.

    {"name": "A", "children": [{"value": 3}, {"value": 5}]}         objects: each node has fields
    {"A": {"B": {"D": 3, "E": 5}, "C": [2, 9]}}                     nested: a name, and what is below it
    {"A": ["B", "C"], "B": [3, 5], "C": [2, 9]}                     adjacency, with values there
    tree = {"A": ["B", "C"]}  values = {"B": 3, "C": 2}             or in a table beside it

Vocabulary

    entry       a key and what stands behind its colon
"""

from fractions import Fraction
from typing import NamedTuple

from treesolve.notation.foreign.dictionary_entries import Entry, check_entries, entries_of, side
from treesolve.notation.foreign.fields import NOTHING, field, said
from treesolve.notation.foreign.graph import Graph
from treesolve.notation.foreign.label import Label, number, probability, read_label
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch, nodes
from treesolve.notation.foreign.terms import Group, Term, groups, read_terms, without_marks

NAME = "dictionary"

_MOST_TABLES = 4
_DECLARING = ("const", "let", "var", "return")
_WRAPPERS = ("tree", "root", "gametree", "game_tree", "baum", "wurzel")


def recognises(text: str) -> bool:
    """Whether a text is one dictionary or more, each key with one thing behind it."""
    found = _tables(text)
    return bool(found) and any(_is_object(each) or _keyed(each) for each in found)


def _keyed(group: Group) -> bool:
    """Whether keys are quoted, numbers, or words with something behind that our notation does not know there."""
    entries = entries_of(group) or []
    plain = all(entry.key.sort == "word" for entry in entries)
    return bool(entries) and not (plain and _is_ours(group))


def _is_ours(group: Group) -> bool:
    """Whether all that stands in the brackets could be our notation."""
    return not any(item.sort == "text" for each in groups(group) for item in each.items)


def _tables(text: str) -> list[Group]:
    """The dictionaries of a text, or the list of objects that it is; nothing where it is anything else."""
    terms = read_terms(text)
    if terms is None:
        return []
    found, names = list[Group](), 0
    items = list(_plain(terms).items)
    for place, item in enumerate(items):
        behind = items[place + 1].text if place + 1 < len(items) else ""
        if isinstance(item, Group):
            found.append(item)
        elif item.sort == "word" and behind == "=":
            names += 1
        elif item.text in _DECLARING:
            continue
        elif item.sort == "word" and place + 1 < len(items) and isinstance(items[place + 1], Group):
            return []
        elif not (item.sort == "mark" and item.text in "=,;") and not (place and items[place - 1].text == "="):
            return []
    if names > _MOST_TABLES or len(found) > max(names, 1):
        return []
    if all(each.bracket == "{" and entries_of(each) for each in found):
        return found
    return found if len(found) == 1 and _is_object(found[0]) else []


def _plain(group: Group) -> Group:
    """The group with braces for each call `dict(...)` in it."""
    items: list[Term] = []
    for item in group.items:
        made = _plain(item) if isinstance(item, Group) else item
        if isinstance(made, Group) and made.bracket == "(" and items and items[-1].text == "dict":
            items[-1] = made._replace(bracket="{")
        else:
            items.append(made)
    return group._replace(items=tuple(items))


def _is_object(group: Group) -> bool:
    """Whether a dictionary, or each in a list, has fields of nodes."""
    if group.bracket == "[" and not entries_of(group):
        below = without_marks(group.items)
        return bool(below) and all(isinstance(item, Group) and _is_object(item) for item in below)
    entries = entries_of(group) or _beside(group)[0]
    fields = {field(entry.key.text) for entry in entries}
    if _beside(group)[1]:
        return bool(fields) and all(fields) and "children" not in fields
    if len(entries) == 1 and entries[0].key.text.lower() in _WRAPPERS and isinstance(entries[0].value, Group):
        return _is_object(entries[0].value)
    if fields & {"value", "name"} and any(_holds_objects(entry.value) for entry in entries):
        return True
    holds = any(isinstance(entry.value, Group) for entry in entries if field(entry.key.text) == "children")
    return holds or bool(fields & {"left", "right"} and fields & {"value", "left", "name"}) or _is_leaf_object(entries)


def _holds_objects(value: Term) -> bool:
    """Whether it is a list in which nodes stand."""
    below = without_marks(value.items) if isinstance(value, Group) and value.bracket == "[" else []
    return bool(below) and all(isinstance(item, Group) and item.bracket == "{" and _is_object(item) for item in below)


def _is_leaf_object(entries: list[Entry]) -> bool:
    """Whether the fields are those of a leaf."""
    fields = [field(entry.key.text) for entry in entries if not isinstance(entry.value, Group)]
    return "value" in fields and len(fields) == len(entries) and all(fields)


def read(text: str) -> Sketch:
    """The tree. Raises InputError where it is none."""
    found = _tables(text)
    if len(found) == 1 and _is_object(found[0]):
        sketch = _object(found[0])
        numbered = any(node.children and node.name and number(node.name) is not None for node in nodes(sketch))
        return sketch if numbered else _with_named_values(sketch)
    tables = [entry for each in found for entry in entries_of(each) or []]
    check_entries(found, tables)
    if len(found) > 1 or _refers(tables):
        return _adjacency(tables)
    return _nested_root(found[0])


# Objects


def _object(group: Group, key: str | None = None) -> Sketch:
    """The node that an object is; a list of objects is the children of a root."""
    entries, beside = entries_of(group), _beside(group)
    if entries is None and beside[0]:
        return _described(beside[0], Label(name=key))[0].sketch(group.span, tuple(map(_child, beside[1])))
    if group.bracket == "[" and not entries:
        return Sketch(group.span, key, children=tuple(map(_child, without_marks(group.items))))
    if entries is None:
        raise refusal("foreign-form", group.span)
    if len(entries) == 1 and entries[0].key.text.lower() in _WRAPPERS and isinstance(entries[0].value, Group):
        return _object(entries[0].value)
    known, below = _described(sorted(entries, key=side), Label(name=key))
    return known.sketch(group.span, tuple(map(_child, below)))


def _beside(group: Group) -> tuple[list[Entry], list[Term]]:
    """The fields and the children of a node that has both in one pair of brackets; nothing where it has not."""
    parts = group.parts()
    fields = [Entry(part[0], part[2]) for part in parts if len(part) == 3 and part[1].text in ("=", ":", "=>")]
    children = [part[0] for part in parts if len(part) == 1]
    whole = bool(fields) and bool(children) and len(fields) + len(children) == len(parts)
    return (fields, children) if whole and group.bracket == "{" else ([], [])


def _described(entries: list[Entry], known: Label) -> tuple[Label, list[Term]]:
    """What the fields of a node say, and its children. Raises InputError where others could hold nodes."""
    below = list[Term]()
    one_side = len({"left", "right"}.intersection(field(entry.key.text) or "" for entry in entries)) == 1
    for entry in entries:
        called = field(entry.key.text)
        if called in ("children", "left", "middle", "right"):
            below += _below(entry.value)
        elif one_side and called is None and number(entry.value.text) is not None:
            raise refusal("unknown-field", entry.key.span, text=entry.key.text)
        elif not isinstance(entry.value, Group):
            known = said(known, called or "", entry.value.text)
        elif without_marks(entry.value.items):
            raise refusal("unknown-field", entry.key.span, text=entry.key.text)
    return known, below


def _with_named_values(sketch: Sketch) -> Sketch:
    """The tree with the numbers that leaves without values are called by as their values."""
    children = tuple(map(_with_named_values, sketch.children))
    if not children and sketch.value is None and sketch.unknown is None and sketch.name:
        value = number(sketch.name)
        return sketch if value is None else sketch._replace(name=None, value=value)
    return sketch._replace(children=children)


def _below(value: Term) -> list[Term]:
    """What stands in a field for children."""
    if isinstance(value, Group):
        return without_marks(value.items) if value.bracket in "[(" else [value]
    return [] if value.text in NOTHING else [value]


def _child(item: Term) -> Sketch:
    if not isinstance(item, Group):
        return read_label(item.text, inner=False).sketch(item.span)
    if item.bracket == "{" and _is_single(item) and not _beside(item)[0]:
        return _nested_root(item)
    return _object(item)


# Nested dictionaries


def _is_single(group: Group) -> bool:
    """Whether there is one entry, whose key is no field."""
    entries = entries_of(group) or []
    called = field(entries[0].key.text) if len(entries) == 1 else "children"
    return called is None or (called != "children" and isinstance(entries[0].value, Group))


def _nested_root(group: Group) -> Sketch:
    entries = entries_of(group) or []
    if len(entries) == 1:
        return _nested(entries[0])
    return Sketch(group.span, children=tuple(map(_nested, entries)))


def _nested(entry: Entry) -> Sketch:
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
        if _is_object(value):
            return _object(value, read_label(key.text, inner=True).name)
        entries = entries_of(value)
        if entries is None:
            raise refusal("foreign-form", value.span)
        children = tuple(map(_nested, entries))
    else:
        children = tuple(map(_listed, without_marks(value.items)))
    label = read_label(key.text, inner=bool(children))
    return label.sketch(key.span, children)


def _listed(item: Term) -> Sketch:
    if not isinstance(item, Group):
        return read_label(item.text, inner=False).sketch(item.span)
    if item.bracket == "{":
        return _object(item) if _is_object(item) else _nested_root(item)
    items = without_marks(item.items)
    if len(items) == 2 and items[0].sort == "text" and items[1].sort == "number":
        return Sketch(item.span, items[0].text, value=number(items[1].text))
    return Sketch(item.span, children=tuple(map(_listed, without_marks(item.items))))


# Adjacency


def _refers(entries: list[Entry]) -> bool:
    """Whether keys stand among the children of others."""
    keys = {entry.key.text for entry in entries}
    below = [entry.value for entry in entries if isinstance(entry.value, Group)]
    return any(edge.child.text in keys for each in below for edge in _edges(each))


class _Edge(NamedTuple):
    child: Term
    move: str | None = None
    value: Term | None = None


def _edges(group: Group) -> list[_Edge]:
    """The children in a list; or in a dictionary, behind their moves or as keys; or in the fields of an object."""
    entries = entries_of(group)
    if entries is None:
        found = without_marks(group.items)
        return [_Edge(_first(item)) for item in found]
    if _is_object(group):
        return [_Edge(item) for entry in entries if field(entry.key.text) == "children" for item in _below(entry.value)]
    if all(entry.value.sort in ("text", "word") and entry.value.text not in NOTHING for entry in entries):
        return [_Edge(entry.value, entry.key.text) for entry in entries]
    below = any(isinstance(entry.value, Group) for entry in entries)
    return [] if below else [_Edge(entry.key, None, entry.value) for entry in entries]


def _first(item: Term) -> Term:
    """The child of an edge: what stands first where a pair has more to say of it."""
    is_pair = isinstance(item, Group) and item.bracket != "{" and item.items
    return item.items[0] if is_pair else item  # type: ignore[union-attr]


def _adjacency(entries: list[Entry]) -> Sketch:
    graph = Graph()
    keys = {entry.key.text for entry in entries}
    for entry in entries:
        node = graph.node(entry.key.text, entry.key.span)
        if isinstance(entry.value, Group):
            for edge in _edges(entry.value):
                _add(graph, entry.key.text, edge, keys)
            known = _described(entries_of(entry.value) or [], Label())[0] if _is_object(entry.value) else Label()
            node.kind, node.value = known.kind, known.value
        elif (value := number(entry.value.text)) is not None:
            node.value = value
        elif kind := read_label(entry.value.text, inner=True).kind:
            node.kind = kind
        elif entry.value.text == "?":
            node.unknown = "?"
        elif entry.value.text not in NOTHING:
            raise refusal("foreign-form", entry.value.span)
    return graph.sketch()


def _add(graph: Graph, parent: str, edge: _Edge, keys: set[str]) -> None:
    child, move, leaf = edge
    if isinstance(child, Group):
        raise refusal("foreign-form", child.span)
    value = number(child.text)
    if value is not None and child.text not in keys:
        graph.leaf(parent, child.span, value)
    elif child.text == "?":
        graph.leaf(parent, child.span, None, "?")
    else:
        graph.edge(parent, child.text, child.span, move)
        if leaf and child.text not in keys and graph.entries[child.text].value is None:
            graph.entries[child.text].value = number(leaf.text)
