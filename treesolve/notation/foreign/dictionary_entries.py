"""What stands in a dictionary: keys, each with one thing behind its colon."""

import re
from collections import Counter
from typing import NamedTuple

from treesolve.model.number import Number
from treesolve.notation.foreign.fields import NOTHING, changes, field, said
from treesolve.notation.foreign.label import Label, number
from treesolve.notation.foreign.refusal import MOST_SHOWN, example, refusal
from treesolve.notation.foreign.sketch import Sketch, nodes
from treesolve.notation.foreign.terms import Group, Term, groups, without_marks

_MARKS = (":", "=>", "=")
WRAPPERS = ("tree", "root", "gametree", "game_tree", "baum", "wurzel")
"""Keys around a tree."""

_TREES = re.compile(
    r"(?:\w+[_ -])?(?:tree|baum|game|spiel|example|beispiel|aufgabe|exercise|question|frage|test|fig|abb)[_ -]?\w{0,3}",
    re.IGNORECASE,
)
"""What trees are called that stand side by side."""
_TELLING = ("weight", "value", "id", "kind")
"""Fields that say something of a node, and are no moves."""
_LEAVES = {"values", "scores", "utilities", "payoffs", "terminals", "werte"}
"""Fields in which the leaves of a node stand in a list."""
_SIDES = ("left", "middle", "right")
"""Fields of children that stand on a side."""
_PLACES = ("order", "index", "idx", "position", "pos", "rank", "seq")
"""Fields that number the children of a node."""
_BESIDE = ("text", "label", "data", "attributes", "attrs", "info", "properties", "props")
"""Fields in which programs that draw trees keep what a node says."""


MOVES = ("moves", "actions", "züge", "aktionen")
"""Fields in which the children stand behind the moves to them."""


_SHAPE = ("depth", "height", "branching", "branchingfactor", "shape", "levels", "tiefe", "verzweigung", "plies")
"""Fields that say how many leaves hang where."""


class Entry(NamedTuple):
    """A key and what stands behind its colon."""

    key: Term
    value: Term


Below = Term | Entry
"""A child, or one whose name, or the move to it, is a key."""


def entries_of(group: Group) -> list[Entry] | None:
    """The entries of a dictionary; None where it is none."""
    found = []
    for part in group.parts():
        if len(part) != 3 or part[1].sort != "mark" or part[1].text not in _MARKS or isinstance(part[0], Group):
            return None
        entry = Entry(part[0], part[2])
        found += _fields_beside(entry) or [entry]
    marks = {part[1].text for part in group.parts()}
    return found if group.bracket == "{" or (found and ":" not in marks) else None


def _fields_beside(entry: Entry) -> list[Entry]:
    """The fields of a node that a program keeps beside its own, such as `"attributes": {"value": 3}`; else none."""
    key, value = entry
    if not isinstance(value, Group) or value.bracket != "{" or key.text.lower() not in _BESIDE:
        return []
    inside = entries_of(value) or []
    are_fields = all(field(each.key.text) and not isinstance(each.value, Group) for each in inside)
    return inside if are_fields else []


def side(entry: Entry) -> int:
    """Where a child on a side stands, whichever is written first."""
    called = field(entry.key.text)
    return _SIDES.index(called) if called in _SIDES else -1


def in_order(children: list[Below]) -> list[Below]:
    """The children by the field that numbers each of them; as they stand where not every one has it."""
    numbers = [_place_in_fields(child) for child in children]
    if None in numbers or len(set(numbers)) < len(numbers):
        return children
    return [child for _, child in sorted(zip(numbers, children, strict=True), key=lambda pair: pair[0] or 0)]


def _place_in_fields(child: Below) -> Number | None:
    entries = (entries_of(child) or []) if isinstance(child, Group) else []
    return next((number(entry.value.text) for entry in entries if entry.key.text.lower() in _PLACES), None)


def check_keys(found: list[Group]) -> None:
    """Raises InputError where a key stands twice in one dictionary."""
    for group in (group for each in found for group in groups(each)):
        known = set[str]()
        for key in (entry.key for entry in entries_of(group) or []):
            if key.text in known and key.sort == "text":
                raise refusal("key-twice", key.span, text=key.text)
            known.add(key.text)


def check_entries(found: list[Group], tables: list[Entry]) -> None:
    """Raises InputError where numbered places may be those of a heap."""
    plain = tables and all(entry.key.sort == "number" and not isinstance(entry.value, Group) for entry in tables)
    empty = [entry for entry in tables if entry.value.text in NOTHING]
    if plain and empty and len(found) == 1:
        line = example(heap) if (heap := _tree_of_heap(tables)) else ""
        raise refusal("foreign-form", empty[0].key.span, text=empty[0].key.text, instead=line)


def _tree_of_heap(tables: list[Entry]) -> Sketch | None:
    """The binary tree with the children of n at 2n and 2n + 1; at 2n + 1 and 2n + 2 where places count from 0."""
    places = {int(entry.key.text): entry for entry in tables if entry.key.text.isdecimal()}
    first = min(places, default=-1)
    if (
        first not in (0, 1)
        or set(places) != set(range(first, first + len(places)))
        or not len(places) == len(tables) <= MOST_SHOWN
    ):
        return None
    made: dict[int, Sketch] = {}
    for place in range(first + len(places) - 1, first - 1, -1):
        entry, below = places[place], 2 * place + 1 - first
        children = tuple(made[each] for each in (below, below + 1) if each in made)
        value = number(entry.value.text)
        if (value is None) != bool(children):
            return None
        made[place] = Sketch(entry.key.span, value=value, children=children)
    return made[first]


def check_alone(entries: list[Entry], first: Sketch) -> None:
    """Raises InputError, which shows the first, where all keys are words for trees: each has one of its own."""
    if len(entries) > 1 and all(_TREES.fullmatch(entry.key.text) for entry in entries):
        raise refusal("several-trees", entries[1].key.span, first, count=len(entries), joined="")


def check_shape(group: Group) -> None:
    """Raises InputError where an object has all leaves of a tree in one list, and its shape beside them."""
    entries = entries_of(group) or []
    shaped = any(entry.key.text.lower().replace("_", "") in _SHAPE for entry in entries)
    leaves = next((entry.value for entry in entries if field(entry.key.text) == "children"), None)
    if shaped and isinstance(leaves, Group):
        values = [number(item.text) for item in without_marks(leaves.items)]
        if values and None not in values:
            raise refusal("flat-leaves", leaves.span, flat="", complete="", count=len(values))


def check_fields(sketch: Sketch) -> None:
    """Raises InputError where several nodes have the same names below them, one of them that of a field."""
    below = [node.children for node in nodes(sketch) if node.children]
    names = Counter(tuple(child.name or "" for child in children) for children in below)
    for children in below:
        called = {child: field(child.name or "") for child in children}
        told = any(called[each] in _TELLING and len(each.name or "") > 1 and not each.children for each in children)
        if told and names[tuple(child.name or "" for child in children)] > 1:
            unknown = next((child for child in children if not called[child]), children[0])
            raise refusal("unknown-field", unknown.span, text=unknown.name)


def is_object(group: Group) -> bool:
    """Whether a dictionary, or each in a list, has fields of nodes."""
    if group.bracket == "[" and not entries_of(group):
        below = without_marks(group.items)
        return bool(below) and all(isinstance(item, Group) and is_object(item) for item in below)
    entries = entries_of(group) or beside(group)[0]
    fields = {field(entry.key.text) for entry in entries}
    if beside(group)[1]:
        return bool(fields) and all(fields) and "children" not in fields
    if len(entries) == 1 and entries[0].key.text.lower() in WRAPPERS and isinstance(entries[0].value, Group):
        return is_object(entries[0].value)
    if fields & {"value", "name"} and any(_has_objects_in_list(entry.value) for entry in entries):
        return True
    moves = [entry.value for entry in entries if entry.key.text.lower() in MOVES and len(entries) > 1]
    if any(isinstance(each, Group) and entries_of(each) for each in moves):
        return True
    holds = any(isinstance(entry.value, Group) for entry in entries if field(entry.key.text) == "children")
    holds = holds or any(map(has_leaves_in_list, entries))
    return holds or bool(fields & {"left", "right"} and fields & {"value", "left", "name"}) or _is_leaf_object(entries)


def _has_objects_in_list(value: Term) -> bool:
    """Whether it is a list in which nodes stand."""
    below = without_marks(value.items) if isinstance(value, Group) and value.bracket == "[" else []
    return bool(below) and all(isinstance(item, Group) and item.bracket == "{" and is_object(item) for item in below)


def _is_leaf_object(entries: list[Entry]) -> bool:
    """Whether the fields are those of a leaf."""
    fields = [field(entry.key.text) for entry in entries if not isinstance(entry.value, Group)]
    return "value" in fields and len(fields) == len(entries) and all(fields)


def beside(group: Group) -> tuple[list[Entry], list[Term]]:
    """The fields and the children of a node that has both in one pair of brackets; nothing where it has not."""
    parts = group.parts()
    fields = [Entry(part[0], part[2]) for part in parts if len(part) == 3 and part[1].text in ("=", ":", "=>")]
    children = [part[0] for part in parts if len(part) == 1]
    whole = bool(fields) and bool(children) and len(fields) + len(children) == len(parts)
    return (fields, children) if whole and group.bracket == "{" else ([], [])


def described(entries: list[Entry], known: Label) -> tuple[Label, list[Below]]:
    """What the fields of a node say, and its children. Raises InputError where others could hold nodes."""
    below = list[Below]()
    one_side = len({"left", "right"}.intersection(field(entry.key.text) or "" for entry in entries)) == 1
    for entry in entries:
        called = field(entry.key.text)
        if keyed := _children_in_dictionary(entry):
            below += keyed
        elif called in ("left", "middle", "right") and isinstance(entry.value, Group) and entry.value.bracket in "[(":
            below.append(entry.value)
        elif called in ("children", "left", "middle", "right") or has_leaves_in_list(entry):
            below += children_in_field(entry.value)
        elif called == "label" and isinstance(entry.value, Group) and (inside := entries_of(entry.value)):
            known = described(inside, known)[0]
        elif field(entry.key.text.removesuffix("s")) == "weight" and isinstance(entry.value, Group):
            continue
        elif changes(entry.key.text, entry.value.text):
            raise refusal("meant-otherwise", entry.key.span, text=entry.key.text)
        elif one_side and called is None and number(entry.value.text) is not None:
            raise refusal("unknown-field", entry.key.span, text=entry.key.text)
        elif not isinstance(entry.value, Group):
            known = said(known, called or "", entry.value.text)
        elif without_marks(entry.value.items):
            raise refusal("unknown-field", entry.key.span, text=entry.key.text)
    return known, below


def has_leaves_in_list(entry: Entry) -> bool:
    """Whether a field has the leaves of a node in a list, which has nothing but numbers."""
    listed = isinstance(entry.value, Group) and entry.value.bracket in "[(" and entry.key.text.lower() in _LEAVES
    items = without_marks(entry.value.items) if listed and isinstance(entry.value, Group) else []
    return bool(items) and all(number(item.text) is not None for item in items)


def _children_in_dictionary(entry: Entry) -> list[Entry]:
    """The children in a dictionary, behind their names or the moves to them."""
    value, is_moves = entry.value, entry.key.text.lower() in MOVES
    found = (entries_of(value) or []) if isinstance(value, Group) and value.bracket == "{" else []
    names = all(field(each.key.text) in (None, *_SIDES) for each in found) and len(found) > 1
    return found if is_moves or (field(entry.key.text) == "children" and names) else []


def children_in_field(value: Term) -> list[Term]:
    """What stands in a field for children."""
    if isinstance(value, Group):
        is_list = value.bracket in "[(" or (entries_of(value) is None and not beside(value)[0])
        return without_marks(value.items) if is_list else [value]
    return [] if value.text in NOTHING else [value]
