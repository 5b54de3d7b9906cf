"""What one literal says of its node, and which literals stand below it: lists, objects, maps of names, calls."""

from collections.abc import Container, Hashable, Mapping, Sequence
from typing import NamedTuple

from treesolve.model.kind import Kind
from treesolve.notation.foreign.labels import are_shares, folded, is_nothing, kind_called, meaning, number, truth
from treesolve.notation.foreign.literals import Literal
from treesolve.notation.foreign.parts import ParsedEdge, ParsedField, ParsedNode, ask, linked, refuse

_KNOWN = ("fields", "flags", "children")


class Below(NamedTuple):
    """A literal below a node, the key that it stands behind, and what is written at the edge."""

    value: Literal
    label: Literal | None = None
    edge: str = ""


Shape = tuple[ParsedNode, list[Below]]
Edges = Mapping[str, Sequence[ParsedEdge]]


def grown(
    entries: Mapping[str, Below], edges: Edges | None = None, *, by: Container[str] = ("text", "number")
) -> ParsedNode:
    """The tree of entries, which literals of the sorts in `by` name, and which edges link.

    Raises InputError where they are no tree, and for a literal that has no meaning in one.
    """
    parts: dict[Hashable, ParsedNode] = {}
    below: dict[Hashable, list[ParsedEdge]] = {key: list(told) for key, told in (edges or {}).items()}
    waiting: list[tuple[Hashable, Below]] = list(entries.items())
    names = entries if "text" in by else ()
    for key, one in waiting:
        parts[key], inside = _shape(one.value, one.label, names)
        for child in inside:
            is_name = child.value.what in by and child.value.text in entries and child.label is None
            place = child.value.text if is_name else len(waiting)
            below.setdefault(key, []).append(ParsedEdge(place, child.edge))
            if not is_name:
                waiting.append((place, child))
    return linked(parts, below)


def tree_of_literal(value: Literal) -> ParsedNode:
    """The tree of a literal in which no node is named by others. Raises InputError where it is none."""
    return grown({"": Below(value)}, by=())


def constant(value: Literal) -> str:
    """The value of a field as it is written. Raises InputError for a word that is no constant."""
    if value.what == "word" and not meaning("truth", value.text):
        refuse("foreign-form", value.span, text=value.text)
    return value.text


def is_object(value: Literal) -> bool:
    """Whether the keys of a map are fields. Raises InputError where single letters may be these or names."""
    keys = [folded(key.text) for key, _ in value.pairs]
    if any(len(key) > 1 and any(meaning(section, key) for section in _KNOWN) for key in keys):
        return True
    said = [meaning("fields", key) for key in keys]
    if "value" in said and all(said):
        ask("field", value.pairs[0][0].span, value.pairs[0][0].text)
    return False


def _shape(value: Literal, label: Literal | None, names: Container[str]) -> Shape:
    """What a literal says of its node; a label is the key that it stands behind."""
    part = ParsedNode(value.span)
    if label and names and number(label.text) is not None:  # by which others name it, and no more than that
        part = ParsedNode(label.span, fields=(ParsedField("id", label.text, label.span),))
    elif label:
        part = ParsedNode(label.span, label.text)
    if value.is_scalar:
        return _leaf(value, part, label), []
    if value.what == "call":
        return _call(value, part)
    if value.what == "list":
        return (part, _children(value)) if label else _list(value, part, names)
    return _map(value, part, label, names)


def _leaf(value: Literal, part: ParsedNode, label: Literal | None) -> ParsedNode:
    if label:
        return part._replace(fields=(*part.fields, ParsedField("value", constant(value), value.span)))
    if value.what == "word":
        refuse("foreign-form", value.span, text=value.text)
    return part._replace(label=value.text)


# Lists


def _list(value: Literal, part: ParsedNode, names: Container[str]) -> Shape:
    """The children, but for a text that stands first, which is the name of the node, or its kind.

    Raises InputError where that is not told.
    """
    if not value.items:
        refuse("foreign-form", value.span, text="")
    head, *rest = value.items
    if not (names or _is_head(head)):
        return part, [Below(one) for one in value.items]
    if names or not rest or (len(rest) == 1 and not _is_told_by(head, rest[0])):
        ask("head", head.span, head.text)
    part = part._replace(label=head.text)
    if len(rest) == 1 and rest[0].what == "number":
        return _leaf(rest[0], part, head), []
    return part, _children(rest[0]) if len(rest) == 1 and rest[0].what == "list" else [Below(one) for one in rest]


def heads_in_lists(root: Literal) -> list[Literal]:
    """The lists that begin with a text which may be their name; none if one has no other items, or has no such text."""
    lists = [one for one in root.everything() if one.items]
    headed = [one for one in lists if _is_head(one.items[0])]
    behind = {id(one.items[1]) for one in headed if len(one.items) == 2}
    for one in lists:
        has_leaves = any(number(leaf.text) is not None for leaf in one.items) and not _is_head(one.items[0])
        if id(one) not in behind and (has_leaves or all(map(_is_head, one.items))):
            return []
    return headed


def _is_head(value: Literal) -> bool:
    return value.what == "text" and value.text != "?" and number(value.text) is None


def _is_told_by(head: Literal, only: Literal) -> bool:
    """Whether the only thing behind a head says what that is: a value, or a list without a head of its own."""
    if only.what == "number":
        return kind_called(head.text) is None
    return only.what in ("map", "call") or (only.what == "list" and bool(only.items) and not _is_head(only.items[0]))


# Maps


def _map(value: Literal, part: ParsedNode, label: Literal | None, names: Container[str]) -> Shape:
    pairs = value.pairs
    if not pairs:
        refuse("nested-no-dictionary", value.span, text="{}")
    key, first = pairs[0]
    if len(pairs) == 1 and kind_called(key.text) and _has_children(first):
        part = part._replace(fields=(*part.fields, ParsedField("kind", key.text, key.span)))
        return part, _with_weights(_children(first), part)
    if is_object(value):
        return object_shape(pairs, part)
    if len(pairs) == 1 and label is None:
        if first.what == "list":
            ask("wrapper", key.span, key.text)
        return _shape(first, key, names)
    below = [  # where the name of a node stands behind a key, this is at the edge to that
        Below(value, None, key.text) if value.what == "text" and value.text in names else Below(value, key)
        for key, value in pairs
    ]
    return part, _with_weights(below, part)


def object_shape(pairs: Sequence[tuple[Literal, Literal]], part: ParsedNode) -> Shape:
    """Fields and children. Raises InputError for a field that is a list or a map, and for two fields of children."""
    fields: list[ParsedField] = []
    below: dict[str, list[Below]] = {}
    for key, value in sorted(pairs, key=_side):
        role = meaning("children", key.text)
        if role in ("names", "pair"):
            found = [] if value.is_none else [Below(value)] if role == "pair" else _children(value)
            below.setdefault(key.text if role == "names" else role, []).extend(found)
        elif not role and value.is_scalar:
            fields.append(ParsedField(key.text, constant(value), key.span))
        elif meaning("fields", key.text) == "nothing":
            inside = [*value.everything(), *(name for one in value.everything() for name, _ in one.pairs)]
            fields.append(ParsedField(key.text, " ".join(one.text for one in inside), key.span))
        else:
            ask("field", key.span, key.text)
    told = [ones for ones in below.values() if ones]
    if len(told) > 1:
        ask("twice", part.span, ", ".join(below))
    part = part._replace(fields=(*part.fields, *fields))
    return part, _with_weights(told[0], part) if told else []


def _with_weights(below: list[Below], part: ParsedNode) -> list[Below]:
    """The children of a chance node with their probabilities at the edges, where these are all their keys.

    Raises InputError where such numbers are keys below another node.
    """
    keys = [one.label.text if one.label else "" for one in below]
    if not are_shares([number(key) for key in keys]):
        return below
    kinds = {kind_called(str(field.value)) for field in part.fields if meaning("fields", field.name) == "kind"}
    if Kind.CHANCE not in kinds:
        ask("probabilities", below[0].value.span, " ".join(keys))
    return [Below(one.value, None, key) for one, key in zip(below, keys, strict=True)]


def _side(pair: tuple[Literal, Literal]) -> int:
    """Where the child behind a key stands, the left one first."""
    key = pair[0].text
    return ("left", "right").index(meaning("places", key)) if meaning("children", key) == "pair" else -1


def _has_children(value: Literal) -> bool:
    """Whether it is a list, or a map of names."""
    return value.what == "list" or (value.what == "map" and not is_object(value))


def _children(value: Literal) -> list[Below]:
    """The literals in a field of children. Raises InputError for anything but a list or a map of names."""
    if not _has_children(value):
        ask("wrapper", value.span, value.text or "{")
    return [child_of(one, key) for key, one in value.inside]


def child_of(value: Literal, key: Literal | None = None) -> Below:
    """A child; out of an object that has nothing but it and what is written at the edge, `{node: B, p: 0.2}`."""
    pairs = value.pairs if value.what == "map" else []
    nodes = [one for name, one in pairs if _is_node(name, one)]
    beside = [pair for pair in pairs if not _is_node(*pair)]
    is_edge = all(meaning("fields", name.text) in ("weight", "move") for name, _ in beside)
    return Below(nodes[0], key, " * ".join(edge_texts(beside))) if len(nodes) == 1 and is_edge else Below(value, key)


def _is_node(key: Literal, value: Literal) -> bool:
    """Whether a node, or the name of one, stands behind a key, and not a number."""
    return bool(meaning("wrapped", key.text)) and (not value.is_scalar or value.what == "text")


def edge_texts(pairs: list[tuple[Literal, Literal]]) -> list[str]:
    """The probability at an edge, and its move. Raises InputError for any other field."""
    told = {"weight": "", "move": ""}
    for key, one in pairs:
        role = meaning("fields", key.text)
        role = "move" if role == "name" else role
        if role not in told or told[role] or not one.is_scalar:
            ask("field", one.span, key.text)
        told[role] = one.text
    return [text for text in told.values() if text]


# Calls


def _call(value: Literal, part: ParsedNode) -> Shape:
    """A node that is made by a constructor. Raises InputError for an argument of which nobody knows what it is for."""
    if is_nothing(value.text) or truth(value.text) is not None:
        refuse("foreign-form", value.span, text=value.text)
    fields = [] if meaning("constructors", value.text) else [ParsedField("kind", value.text, value.span)]
    inside: list[Below] = []
    plain = [one for key, one in value.inside if key is None and not one.is_none]
    for one in plain:
        role = _role_of_argument(one, {field.name for field in fields})
        if role:
            fields.append(ParsedField(role, one.text, one.span))
        elif one.what == "list" and one is plain[-1]:
            inside = _children(one)
        else:
            ask("field", one.span, one.text)
    made, below = object_shape(value.pairs, part._replace(span=value.span, fields=(*part.fields, *fields)))
    if inside and below:
        ask("twice", value.span, value.text)
    return made, inside or below


def _role_of_argument(value: Literal, known: Container[str]) -> str:
    """What an argument without a key is for, where it is no list: the field that is not known before."""
    if value.what == "number" and "value" not in known:
        return "value"
    if value.what == "text" and "name" not in known:
        return "name"
    return "kind" if value.what == "text" and kind_called(value.text) else ""
