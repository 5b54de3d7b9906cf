"""Interpretation of literals as nodes with children: lists, objects, maps of names, and constructor calls."""

from collections.abc import Container, Hashable, Mapping, Sequence
from typing import NamedTuple

from treesolve.model.kind import Kind
from treesolve.notation.importers.labels import (
    are_probabilities,
    folded,
    is_null,
    kind_from_word,
    number,
    parse_boolean,
    word_category,
)
from treesolve.notation.importers.literals import Literal
from treesolve.notation.importers.parsed_node import (
    ParsedEdge,
    ParsedField,
    ParsedNode,
    link_nodes,
    reject,
    reject_ambiguous,
)

_KNOWN = ("fields", "flags", "children")


class ChildLiteral(NamedTuple):
    """The literal of a child, with its key in the parent (None if it has none) and the label of its edge."""

    value: Literal
    label: Literal | None = None
    edge: str = ""


NodeWithChildren = tuple[ParsedNode, list[ChildLiteral]]
EdgesByParent = Mapping[str, Sequence[ParsedEdge]]


def link_entries(
    entries: Mapping[str, ChildLiteral], edges: EdgesByParent | None = None, *, by: Container[str] = ("text", "number")
) -> ParsedNode:
    """Return the tree whose nodes are these entries and the literals inside them.

    Edges refer to entries by name. A literal of a type in `by` that is equal to the name of an entry refers to this
    entry. Raises InputError if the entries do not form a tree, and for invalid literals.
    """
    parts: dict[Hashable, ParsedNode] = {}
    below: dict[Hashable, list[ParsedEdge]] = {key: list(given) for key, given in (edges or {}).items()}
    queue: list[tuple[Hashable, ChildLiteral]] = list(entries.items())
    names = entries if "text" in by else ()
    for key, one in queue:
        parts[key], inside = _parse_node(one.value, one.label, names)
        for child in inside:
            is_name = child.value.literal_type in by and child.value.text in entries and child.label is None
            child_key = child.value.text if is_name else len(queue)
            below.setdefault(key, []).append(ParsedEdge(child_key, child.edge))
            if not is_name:
                queue.append((child_key, child))
    return link_nodes(parts, below)


def tree_of_literal(value: Literal) -> ParsedNode:
    """Return the tree of nested nodes that a literal represents. Names in the literal do not refer to other nodes.

    Raises InputError if the literal is invalid.
    """
    return link_entries({"": ChildLiteral(value)}, by=())


def constant(value: Literal) -> str:
    """Return the value of a field as written. Raises InputError if the value is a word that is not a constant."""
    if value.literal_type == "word" and not word_category("truth", value.text):
        reject("foreign-form", value.span, text=value.text)
    return value.text


def is_object(value: Literal) -> bool:
    """Return whether the keys of a map are names of fields, rather than names of nodes.

    Raises InputError if the keys are single letters that may be either.
    """
    keys = [folded(key.text) for key, _ in value.pairs]
    if any(len(key) > 1 and any(word_category(section, key) for section in _KNOWN) for key in keys):
        return True
    roles = [word_category("fields", key) for key in keys]
    if "value" in roles and all(roles):
        reject_ambiguous("field", value.pairs[0][0].span, value.pairs[0][0].text)
    return False


def _parse_node(value: Literal, label: Literal | None, names: Container[str]) -> NodeWithChildren:
    """Return the node that a literal represents, and the literals of its children.

    `label` is the key of the literal, if any. `names` are the names of entries to which other literals may refer.
    """
    part = ParsedNode(value.span)
    if label and names and number(label.text) is not None:  # the number is only a key, not a value
        part = ParsedNode(label.span, fields=(ParsedField("id", label.text, label.span),))
    elif label:
        part = ParsedNode(label.span, label.text)
    if value.is_scalar:
        return _leaf(value, part, label), []
    if value.literal_type == "call":
        return _call(value, part)
    if value.literal_type == "list":
        return (part, _children(value)) if label else _list(value, part, names)
    return _map(value, part, label, names)


def _leaf(value: Literal, part: ParsedNode, label: Literal | None) -> ParsedNode:
    if label:
        return part._replace(fields=(*part.fields, ParsedField("value", constant(value), value.span)))
    if value.literal_type == "word":
        reject("foreign-form", value.span, text=value.text)
    return part._replace(label=value.text)


# Lists


def _list(value: Literal, part: ParsedNode, names: Container[str]) -> NodeWithChildren:
    """Return the node that a list represents. Its children are the list items.

    A string at the beginning is not a child, but the name or kind of the node. Raises InputError if this is ambiguous.
    """
    if not value.items:
        reject("foreign-form", value.span, text="")
    head, *rest = value.items
    if not (names or _is_head(head)):
        return part, [ChildLiteral(one) for one in value.items]
    if names or not rest or (len(rest) == 1 and not _is_resolved_by(head, rest[0])):
        reject_ambiguous("head", head.span, head.text)
    part = part._replace(label=head.text)
    if len(rest) == 1 and rest[0].literal_type == "number":
        return _leaf(rest[0], part, head), []
    return part, _children(rest[0]) if len(rest) == 1 and rest[0].literal_type == "list" else [
        ChildLiteral(one) for one in rest
    ]


def lists_with_heads(root: Literal) -> list[Literal]:
    """Return the lists that begin with a string that may be their name.

    The result is empty if a list with leaves does not begin with such a string, or if a list consists of such strings.
    """
    lists = [one for one in root.walk() if one.items]
    headed = [one for one in lists if _is_head(one.items[0])]
    behind = {id(one.items[1]) for one in headed if len(one.items) == 2}
    for one in lists:
        has_leaves = any(number(leaf.text) is not None for leaf in one.items) and not _is_head(one.items[0])
        if id(one) not in behind and (has_leaves or all(map(_is_head, one.items))):
            return []
    return headed


def _is_head(value: Literal) -> bool:
    return value.literal_type == "text" and value.text != "?" and number(value.text) is None


def _is_resolved_by(head: Literal, only: Literal) -> bool:
    """Return whether the single item after the string at the beginning of a list makes clear what the string means.

    A number is the value of a node with this name. An object, a call or a list without a leading string is its child.
    """
    if only.literal_type == "number":
        return kind_from_word(head.text) is None
    return only.literal_type in ("map", "call") or (
        only.literal_type == "list" and bool(only.items) and not _is_head(only.items[0])
    )


# Maps


def _map(value: Literal, part: ParsedNode, label: Literal | None, names: Container[str]) -> NodeWithChildren:
    pairs = value.pairs
    if not pairs:
        reject("nested-no-dictionary", value.span, text="{}")
    key, first = pairs[0]
    if len(pairs) == 1 and kind_from_word(key.text) and _has_children(first):
        part = part._replace(fields=(*part.fields, ParsedField("kind", key.text, key.span)))
        return part, _with_weights(_children(first), part)
    if is_object(value):
        return parse_object(pairs, part)
    if len(pairs) == 1 and label is None:
        if first.literal_type == "list":
            reject_ambiguous("wrapper", key.span, key.text)
        return _parse_node(first, key, names)
    below = [  # if the value is the name of a node, its key is the label of the edge to this node
        ChildLiteral(value, None, key.text)
        if value.literal_type == "text" and value.text in names
        else ChildLiteral(value, key)
        for key, value in pairs
    ]
    return part, _with_weights(below, part)


def parse_object(pairs: Sequence[tuple[Literal, Literal]], part: ParsedNode) -> NodeWithChildren:
    """Return the node that an object represents, and the literals of its children.

    `part` contains what is known about the node. Raises InputError if a field contains a list or map, or if several
    fields contain children.
    """
    fields: list[ParsedField] = []
    below: dict[str, list[ChildLiteral]] = {}
    for key, value in sorted(pairs, key=_pair_order):
        role = word_category("children", key.text)
        if role in ("names", "pair"):
            children = [] if value.is_none else [ChildLiteral(value)] if role == "pair" else _children(value)
            below.setdefault(key.text if role == "names" else role, []).extend(children)
        elif not role and value.is_scalar:
            fields.append(ParsedField(key.text, constant(value), key.span))
        elif word_category("fields", key.text) == "nothing":
            inside = [*value.walk(), *(name for one in value.walk() for name, _ in one.pairs)]
            fields.append(ParsedField(key.text, " ".join(one.text for one in inside), key.span))
        else:
            reject_ambiguous("field", key.span, key.text)
    given = [ones for ones in below.values() if ones]
    if len(given) > 1:
        reject_ambiguous("twice", part.span, ", ".join(below))
    part = part._replace(fields=(*part.fields, *fields))
    return part, _with_weights(given[0], part) if given else []


def _with_weights(below: list[ChildLiteral], part: ParsedNode) -> list[ChildLiteral]:
    """Return the children of a node. If their keys are probabilities, the keys become the labels of their edges.

    Raises InputError if the keys are probabilities, but the node is not a chance node.
    """
    keys = [one.label.text if one.label else "" for one in below]
    if not are_probabilities([number(key) for key in keys]):
        return below
    kinds = {kind_from_word(str(field.value)) for field in part.fields if word_category("fields", field.name) == "kind"}
    if Kind.CHANCE not in kinds:
        reject_ambiguous("probabilities", below[0].value.span, " ".join(keys))
    return [ChildLiteral(one.value, None, key) for one, key in zip(below, keys, strict=True)]


def _pair_order(pair: tuple[Literal, Literal]) -> int:
    """Return the sort key for an item of an object: the keys `left` and `right` come last, in this order."""
    key = pair[0].text
    return ("left", "right").index(word_category("positions", key)) if word_category("children", key) == "pair" else -1


def _has_children(value: Literal) -> bool:
    """Return whether the literal can contain several children: a list, or a map whose keys are names of nodes."""
    return value.literal_type == "list" or (value.literal_type == "map" and not is_object(value))


def _children(value: Literal) -> list[ChildLiteral]:
    """Return the literals in a field for children. Raises InputError if the field is not a list or a map of names."""
    if not _has_children(value):
        reject_ambiguous("wrapper", value.span, value.text or "{")
    return [parse_child(one, key) for key, one in value.inside]


def parse_child(value: Literal, key: Literal | None = None) -> ChildLiteral:
    """Return a child. If it is an object with a node and fields of its edge, as in `{node: B, p: 0.2}`, unwrap it."""
    pairs = value.pairs if value.literal_type == "map" else []
    nodes = [one for name, one in pairs if _is_node(name, one)]
    edge_fields = [pair for pair in pairs if not _is_node(*pair)]
    is_edge = all(word_category("fields", name.text) in ("weight", "move") for name, _ in edge_fields)
    return (
        ChildLiteral(nodes[0], key, " * ".join(edge_texts(edge_fields)))
        if len(nodes) == 1 and is_edge
        else ChildLiteral(value, key)
    )


def _is_node(key: Literal, value: Literal) -> bool:
    """Return whether a key means a wrapped node, and its value is a node or the name of a node, but not a number."""
    return bool(word_category("wrapped", key.text)) and (not value.is_scalar or value.literal_type == "text")


def edge_texts(pairs: list[tuple[Literal, Literal]]) -> list[str]:
    """Return the probability and the move in the fields of an edge, if any. Raises InputError for any other field."""
    given = {"weight": "", "move": ""}
    for key, one in pairs:
        role = word_category("fields", key.text)
        role = "move" if role == "name" else role
        if role not in given or given[role] or not one.is_scalar:
            reject_ambiguous("field", one.span, key.text)
        given[role] = one.text
    return [text for text in given.values() if text]


# Calls


def _call(value: Literal, part: ParsedNode) -> NodeWithChildren:
    """Return the node that a constructor call would create, and the literals of its children.

    Raises InputError if the meaning of an argument is unclear.
    """
    if is_null(value.text) or parse_boolean(value.text) is not None:
        reject("foreign-form", value.span, text=value.text)
    fields = [] if word_category("constructors", value.text) else [ParsedField("kind", value.text, value.span)]
    inside: list[ChildLiteral] = []
    positional = [one for key, one in value.inside if key is None and not one.is_none]
    for one in positional:
        role = _role_of_argument(one, {field.name for field in fields})
        if role:
            fields.append(ParsedField(role, one.text, one.span))
        elif one.literal_type == "list" and one is positional[-1]:
            inside = _children(one)
        else:
            reject_ambiguous("field", one.span, one.text)
    node, below = parse_object(value.pairs, part._replace(span=value.span, fields=(*part.fields, *fields)))
    if inside and below:
        reject_ambiguous("twice", value.span, value.text)
    return node, inside or below


def _role_of_argument(value: Literal, known: Container[str]) -> str:
    """Return the field that a positional scalar argument sets, or "" if its meaning is unclear.

    This is the first field that fits the type of the argument and is not already set.
    """
    if value.literal_type == "number" and "value" not in known:
        return "value"
    if value.literal_type == "text" and "name" not in known:
        return "name"
    return "kind" if value.literal_type == "text" and kind_from_word(value.text) else ""
