"""Dictionaries in which each node has its children by their names: `{"A": ["B", "C"], "B": [3, 5], "C": 2}`."""

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from treesolve.model.tree import Kind
from treesolve.notation.foreign.dictionary_entries import Entry, children_in_field, described, entries_of, is_object
from treesolve.notation.foreign.fields import NOTHING, field
from treesolve.notation.foreign.graph import Graph
from treesolve.notation.foreign.label import KIND_WORDS, Label, number, probability, read_label
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch
from treesolve.notation.foreign.terms import Group, Term, without_marks


def has_keys_as_children(entries: list[Entry]) -> bool:
    """Whether keys stand among the children of others."""
    keys = {entry.key.text for entry in entries}
    below = [entry.value for entry in entries if isinstance(entry.value, Group)]
    return any(edge.child.text in keys for each in below for edge in _edges_to_children(each))


class _Edge(NamedTuple):
    child: Term
    move: str | None = None
    value: Term | None = None


def _edges_to_children(group: Group) -> list[_Edge]:
    """The children in a list; or in a dictionary, behind their moves or as keys; or in the fields of an object."""
    entries = entries_of(group)
    if entries is None:
        found = without_marks(group.items)
        if _kind_beside_children(group) and isinstance(found[1], Group):
            return _edges_to_children(found[1])
        return [_edge_of_pair(item) for item in found]
    if is_object(group):
        return [
            _edge_of_pair(item)
            for entry in entries
            if field(entry.key.text) == "children"
            for item in children_in_field(entry.value)
        ]
    if all(entry.value.sort in ("text", "word") and entry.value.text not in NOTHING for entry in entries):
        return [_Edge(entry.value, entry.key.text) for entry in entries]
    below = any(isinstance(entry.value, Group) for entry in entries)
    return [] if below else [_Edge(entry.key, None, entry.value) for entry in entries]


def _kind_beside_children(group: Group) -> Kind | None:
    """The kind in `("max", ["B", "C"])`."""
    items = without_marks(group.items)
    is_pair = len(items) == 2 and items[0].sort == "text" and isinstance(items[1], Group)
    return KIND_WORDS.get(items[0].text.lower()) if is_pair else None


def _edge_of_pair(item: Term) -> _Edge:
    """The edge to a child, which stands first where a pair has a probability, or a value, behind it.

    An object may say the name of the child, and by which move or with what probability one comes to it.
    """
    if isinstance(item, Group) and (told := {field(key.text): value for key, value in entries_of(item) or []}):
        named = told.get("name") or told.get("id") or told.get("child")
        label = told.get("weight") or told.get("move")
        plain = named is not None and set(told) <= {"name", "id", "child", "weight", "move"}
        return _Edge(named, label.text if label else None) if plain and named else _Edge(item)
    items = without_marks(item.items) if isinstance(item, Group) and item.bracket != "{" else []
    if not items:
        return _Edge(item)
    second = items[1] if len(items) == 2 and items[1].sort == "number" else None
    chance = second is not None and isinstance(probability(second.text), Fraction)
    return _Edge(items[0], second.text if second and chance else None, None if chance else second)


def adjacency(entries: list[Entry]) -> Sketch:
    """The tree. Raises InputError where it is none."""
    graph = Graph()
    keys = {entry.key.text for entry in entries}
    parents = {text for text, count in Counter(entry.value.text for entry in entries).items() if count > 1}
    numbered = _are_keys_numbered(entries)
    for entry in entries:
        node = graph.node(entry.key.text, entry.key.span)
        if isinstance(entry.value, Group):
            for edge in _edges_to_children(entry.value):
                _add_edge(graph, entry.key.text, edge, keys, numbered=numbered)
            known = described(entries_of(entry.value) or [], Label())[0] if is_object(entry.value) else Label()
            node.kind, node.value = known.kind or _kind_beside_children(entry.value), known.value
        elif (value := number(entry.value.text)) is not None:
            node.value = value
        elif kind := read_label(entry.value.text, inner=True).kind:
            node.kind = kind
        elif entry.value.text == "?":
            node.unknown = "?"
        elif entry.value.sort == "text" and entry.value.text in keys | parents:
            graph.edge(entry.key.text, entry.value.text, entry.value.span)
        elif entry.value.text not in NOTHING:
            raise refusal("foreign-form", entry.value.span)
    return graph.sketch()


def _are_keys_numbered(entries: list[Entry]) -> bool:
    """Whether numbers without a gap, from 0 or 1, are the keys and all that stands behind them, each child once."""
    children = [
        edge.child.text
        for entry in entries
        if isinstance(entry.value, Group)
        for edge in _edges_to_children(entry.value)
    ]
    known = {number(word) for word in (*(entry.key.text for entry in entries), *children)}
    return len(set(children)) == len(children) and known in (set(range(len(known))), set(range(1, len(known) + 1)))


def _add_edge(graph: Graph, parent: str, edge: _Edge, keys: set[str], *, numbered: bool) -> None:
    """Add an edge; where nodes are `numbered`, a number is the name of a node and no leaf's value."""
    child, move, leaf = edge
    if isinstance(child, Group):
        raise refusal("foreign-form", child.span)
    value = number(child.text)
    if value is not None and not numbered and child.text not in keys:
        graph.leaf(parent, child.span, value)
    elif child.text == "?":
        graph.leaf(parent, child.span, None, "?")
    else:
        graph.edge(parent, child.text, child.span, move)
        if leaf and child.text not in keys and graph.entries[child.text].value is None:
            graph.entries[child.text].value = number(leaf.text)


def names_children(group: Group) -> bool:
    """Whether the nodes of a dictionary say by their names which others are their children."""
    below = [(entry.key.text, entry.value) for entry in entries_of(group) or [] if isinstance(entry.value, Group)]
    keys = {entry.key.text for entry in entries_of(group) or []}
    objects = [value for _, value in below if value.bracket == "{" and entries_of(value)]
    return len(objects) == len(keys) > 1 and any(
        edge.child.text in keys for each in objects for edge in _edges_to_children(each)
    )
