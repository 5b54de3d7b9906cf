"""What one literal says of its node, and which literals stand below it: lists, objects, maps of names, calls.

Vocabulary

    object      a map whose keys are fields: `{"name": "A", "children": [...]}`; any other map has its children by names
    entry       a node that others name: a key of `{"A": ["B", "C"], "B": 3}`, a row with an id, a name assigned once
"""

from collections.abc import Collection, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from treesolve.notation.foreign.labels import number
from treesolve.notation.foreign.links import Edge, linked
from treesolve.notation.foreign.literals import Literal
from treesolve.notation.foreign.neutral import Field, Part, refuse
from treesolve.notation.foreign.words import folded, kind_called, meanings, word_lists

_CONSTANTS = {"true": True, "false": False, "null": None, "none": None, "nil": None, "undefined": None}
_NO_VALUES = ("null", "none", "nil", "undefined")
_KNOWN = ("fields", "flags", "children")


class Below(NamedTuple):
    """A literal below a node, the key that it stands behind, and what is written at the edge."""

    value: Literal
    label: Literal | None = None
    edge: str = ""


Shape = tuple[Part, list[Below]]


def grown(entries: Mapping[str, Below], by: Collection[str], edges: Mapping[str, Sequence[Edge]] | None = None) -> Part:
    """The tree of entries, of which literals of the sorts in `by` are names, and edges between them beside.

    Raises InputError where they are no tree, and for a literal that has no meaning in one.
    """
    parts: dict[Hashable, Part] = {}
    below: dict[Hashable, list[Edge]] = {}
    waiting: list[tuple[Hashable, Below]] = list(entries.items())
    known, count = entries if "text" in by else {}, 0
    for key, (value, label, _) in waiting:
        parts[key], inside = _shape(value, label, known)
        _ask_about_shares(inside)
        below[key] = list((edges or {}).get(str(key), ())) if key in entries else []
        for one in inside:
            if one.value.what in by and one.value.text in entries and one.label is None:
                below[key].append(Edge(one.value.text, one.edge))
                continue
            count += 1
            below[key].append(Edge(count, one.edge))
            waiting.append((count, one))
    return linked(parts, below)


def constant(value: Literal) -> Any:
    """The value of a field: a text, a number as it is written, True, False or None."""
    if value.what != "word":
        return value.text
    if value.text.lower() not in _CONSTANTS:
        refuse("foreign-form", value.span, text=value.text)
    return _CONSTANTS[value.text.lower()]


def is_nothing(value: Literal) -> bool:
    """Whether a literal says that there is none."""
    return value.what == "word" and value.text.lower() in _NO_VALUES


def is_object(value: Literal) -> bool:
    """Whether the keys of a map are fields. Raises InputError where single letters may be these or names."""
    keys = [folded(key.text) for key, _ in value.pairs]
    if any(len(key) > 1 and any(key in meanings(section) for section in _KNOWN) for key in keys):
        return True
    said = [meanings("fields").get(key) for key in keys]
    if value.keys and value.keys[0] and all(said) and "value" in said:
        refuse("foreign-asked", value.keys[0].span, why="field", text=value.keys[0].text)
    return False


def _shape(value: Literal, label: Literal | None, entries: Mapping[str, Below]) -> Shape:
    """What a literal says of its node; a label is the key that it stands behind."""
    part = Part(value.span) if label is None else _labelled(label, is_linked=bool(entries))
    if value.is_scalar:
        return _leaf(value, part, has_key=label is not None), []
    if value.what == "call":
        return _call(value, part)
    if value.what == "list":
        return _list(value, part, label, is_linked=bool(entries))
    return _map(value, part, label, entries)


def _labelled(label: Literal, *, is_linked: bool) -> Part:
    """A node with a key; a number by which others name it is no more than that."""
    if is_linked and number(label.text) is not None:
        return Part(label.span, fields=(Field("id", label.text, label.span),))
    return Part(label.span, label.text)


def _leaf(value: Literal, part: Part, *, has_key: bool) -> Part:
    if has_key:
        return part._replace(fields=(*part.fields, Field("value", constant(value), value.span)))
    if value.what == "word":
        refuse("foreign-form", value.span, text=value.text)
    return part._replace(label=value.text)


# Lists


def _list(value: Literal, part: Part, label: Literal | None, *, is_linked: bool) -> Shape:
    """The children; without a key, a text that stands first is the name of the node, or its kind.

    Raises InputError where that is not told.
    """
    first, *rest = value.items or (None,)
    children = [Below(one) for one in value.items]
    only = rest[0] if len(rest) == 1 else None
    if label:
        is_kind = first and only and only.what == "list" and kind_called(first.text)
        return (_of_kind(part, first), _children(only)) if first and only and is_kind else (part, children)
    if first is None:
        refuse("foreign-form", value.span, text="")
    if not (is_linked or _is_head(first)):
        return part, children
    if is_linked or not rest or (only and not _is_told_by(first, only)):
        refuse("foreign-asked", first.span, why="head", text=first.text)
    if only and only.what == "number":
        return part._replace(label=first.text, fields=(Field("value", only.text, only.span),)), []
    return part._replace(label=first.text), _children(only) if only and only.what == "list" else children[1:]


def _of_kind(part: Part, kind: Literal) -> Part:
    return part._replace(fields=(*part.fields, Field("kind", kind.text, kind.span)))


def _is_head(value: Literal) -> bool:
    return value.what == "text" and value.text != "?" and number(value.text) is None


def _is_told_by(head: Literal, only: Literal) -> bool:
    """Whether the only thing behind a head says what that is: a value, or a list without a head of its own."""
    if only.what == "number":
        return kind_called(head.text) is None
    return only.what in ("map", "call") or (only.what == "list" and bool(only.items) and not _is_head(only.items[0]))


# Maps


def _map(value: Literal, part: Part, label: Literal | None, entries: Mapping[str, Below]) -> Shape:
    pairs = value.pairs
    if len(pairs) == 1 and _has_children(pairs[0][1]) and kind_called(pairs[0][0].text):
        ((key, items),) = pairs
        return _of_kind(part, key), _children(items)
    if is_object(value):
        return _object(pairs, part)
    if label is None and len(pairs) == 1:
        ((key, only),) = pairs
        if only.what == "list":
            refuse("foreign-asked", key.span, why="wrapper", text=key.text)
        return _shape(only, key, entries)
    if not pairs:
        refuse("nested-no-dictionary", value.span, text="{}")
    return part, [_named(key, one, entries) for key, one in pairs]


def _named(key: Literal, value: Literal, entries: Mapping[str, Below]) -> Below:
    """What stands behind a key: the node of that name, or one of another name, where the key is at the edge."""
    if value.is_scalar and key.text in entries:
        return Below(key, None, "" if is_nothing(value) else value.text)
    if value.what == "text" and value.text in entries:
        return Below(value, None, key.text)
    return Below(value, key)


def _object(pairs: Sequence[tuple[Literal, Literal]], part: Part) -> Shape:
    """Fields and children. Raises InputError for a field that is a list or a map, and for two fields of children."""
    fields: list[Field] = []
    below: dict[str, list[Below]] = {}
    for key, value in sorted(pairs, key=lambda pair: _side(pair[0])):
        role = meanings("children").get(folded(key.text))
        if role in ("names", "pair"):
            found = [] if is_nothing(value) else [Below(value)] if role == "pair" else _children(value)
            below.setdefault(key.text if role == "names" else role, []).extend(found)
        elif role is None and value.is_scalar:
            fields.append(Field(key.text, constant(value), key.span))
        else:
            refuse("foreign-asked", key.span, why="field", text=key.text)
    told = [ones for ones in below.values() if ones]
    if len(told) > 1:
        refuse("foreign-asked", part.span, why="twice", text=", ".join(below))
    return part._replace(fields=(*part.fields, *fields)), told[0] if told else []


def _side(key: Literal) -> int:
    """Where the child behind a key stands, the left one first."""
    sides = word_lists()["children"]["pair"]
    return sides.index(folded(key.text)) if folded(key.text) in sides else -1


def _has_children(value: Literal) -> bool:
    """Whether it is a list, or a map of names."""
    return value.what == "list" or (value.what == "map" and not is_object(value))


def _children(value: Literal) -> list[Below]:
    """The literals in a field of children. Raises InputError for anything but a list or a map of names."""
    if not _has_children(value):
        refuse("foreign-asked", value.span, why="wrapper", text=value.text or "{")
    return [Below(one, key) for key, one in zip(value.keys or (None,) * len(value.items), value.items, strict=True)]


def _ask_about_shares(below: Sequence[Below]) -> None:
    """Raises InputError where numbers of siblings, alone or in pairs, may be probabilities: they sum to 1."""
    rows = [one.value.items if one.value.what == "list" else (one.value,) for one in below]
    for column in (0, -1):
        told = [number(row[column].text) if row and row[column].what == "number" else None for row in rows]
        shares = [one for one in told if one is not None and 0 <= one <= 1]
        if 1 < len(rows) == len(shares) and sum(shares) == 1 and any(one not in (0, 1) for one in shares):
            refuse("foreign-asked", rows[0][column].span, why="probabilities", text=" ".join(map(str, shares)))


# Calls


def _call(value: Literal, part: Part) -> Shape:
    """A node that is made by a constructor. Raises InputError for arguments of which one of two may be a child."""
    fields: list[Field] = []
    plain = [one for key, one in zip(value.keys, value.items, strict=True) if key is None and not is_nothing(one)]
    made, below = _object(value.pairs, Part(value.span))
    if folded(value.text) not in meanings("constructors"):
        fields.append(Field("kind", value.text, value.span))
    label, inside = "", list[Below]()
    for place, one in enumerate(plain):
        if one.what == "text" and not label and not inside:
            label = one.text
        elif one.what == "text" and not inside and kind_called(one.text):
            fields.append(Field("kind", one.text, one.span))
        elif one.what == "number" and not inside and all(field.name != "value" for field in fields):
            fields.append(Field("value", one.text, one.span))
        elif one.what == "list" and not inside and place == len(plain) - 1:
            inside = _children(one)
        elif one.what == "call" or (one.what == "word" and one.text.lower() not in _CONSTANTS):
            inside.append(Below(one))
        else:
            refuse("foreign-asked", one.span, why="field", text=one.text)
    if inside and below:
        refuse("foreign-asked", value.span, why="twice", text=value.text)
    return part._replace(span=value.span, label=label or part.label, fields=(*fields, *made.fields)), inside or below
