"""Interpretation of the labels and fields of parsed nodes. Anything that is not understood becomes a question."""

from fractions import Fraction
from typing import Any, NamedTuple

from treesolve.model.kind import Kind
from treesolve.model.number import Number
from treesolve.model.problem import Problem, Span
from treesolve.notation.importers import labels
from treesolve.notation.importers.labels import (
    ParsedLabel,
    is_null,
    kind_from_word,
    number,
    parse_boolean,
    unquoted,
    word_category,
)
from treesolve.notation.importers.parsed_node import ParsedField, ParsedNode, in_preorder


class NodeContent(NamedTuple):
    """The interpretation of a node.

    `children` contains the preorder indexes of its children. The `value` of an inner node is only a claim in the text
    that must be compared with the minimax value.
    """

    span: Span
    children: tuple[int, ...] = ()
    name: str | None = None
    kind: Kind | None = None
    is_kind_alone: bool = False
    value: Number | None = None
    unknown: str | None = None
    move: str | None = None
    weight: Fraction | int | None = None
    in_brackets: Number | None = None
    bound: tuple[str, Number] | None = None
    styles: tuple[ParsedField, ...] = ()


class _NodeInterpreter:
    """An interpreter for one node. `roles` contains the values found so far by role, and `issues` the questions."""

    def __init__(self, part: ParsedNode, *, is_root: bool) -> None:
        self.part, self.is_root = part, is_root
        self.issues: list[Problem] = []
        self.roles: dict[str, Any] = {}
        values = (field for field in part.fields if word_category("fields", field.name) == "value")
        self.has_value = any(not is_null(field.value) for field in values)

    def issue(self, why: str, text: Any, span: Span | None = None) -> None:
        """Add a question about this fragment. Without `span`, the question refers to the whole node."""
        self.issues.append(Problem("foreign-asked", span or self.part.span, {"why": why, "text": str(text)[:60]}))

    def number_issue(self, why: str, token: str, text: str, span: Span) -> None:
        """Add a question about a token in the text, or about a decimal comma if that is the reason for the problem."""
        pair = labels.DECIMAL.search(text)
        if pair is None or token not in (",", text):
            self.issue(why, token, span)
            return
        facts = {"text": pair[0], "decimals": pair[0].replace(",", "."), "separators": ""}
        self.issues.append(Problem("decimal-commas", span, facts))

    def set_role(self, role: str, value: Any, span: Span | None = None) -> None:
        """Set the value of a role, or add a question if the role already has another value."""
        if value is not None and self.roles.setdefault(role, value) != value:
            self.issue("twice", value, span)

    def label(self, text: str, span: Span) -> None:
        """Interpret a label, or add a question if the label is invalid."""
        try:
            parsed = labels.parse_label(text)
        except labels.InvalidLabel as token:
            self.number_issue("label", str(token), text, span)
            return
        if parsed.counted and (self.part.children or self.has_value or parsed.counted[0] not in "LBlb"):
            parsed = ParsedLabel(name=parsed.counted)
        if parsed.bound and not self.part.children:
            self.issue("label", parsed.bound[0], span)
        for role in ("name", "move", "in_brackets", "unknown", "value", "bound"):
            self.set_role(role, getattr(parsed, role), span)
        if parsed.weight is not None:
            self.set_weight(parsed.weight, text, span)
        self.set_kind(parsed.kind, text, span)
        if parsed.kind not in (None, Kind.LEAF) and parsed.name is None:
            self.roles["is_kind_alone"] = True

    def set_kind(self, kind: Kind | None, text: Any, span: Span) -> None:
        """Set the kind of an inner node. Add a question if an inner node is called a leaf, or a leaf is called MAX."""
        if kind is Kind.LEAF or (kind is not None and not self.part.children):
            if bool(self.part.children) is (kind is Kind.LEAF):
                self.issue("leaf-kind", text, span)
        else:
            self.set_role("kind", kind, span)

    def set_weight(self, value: Number | None, text: Any, span: Span) -> None:
        """Set the probability, or add a question if the value is not between 0 and 1."""
        if value is None or isinstance(value, float) or not 0 <= value <= 1:
            self.issue("edge-number", text, span)
        else:
            self.set_role("weight", value, span)

    def edge(self, text: str) -> None:
        """Interpret the label of the edge: a probability, the name of a move, or both."""
        weight, _, move = text.partition("*")
        if number(weight) is None:
            weight, move = "", text
        if weight.strip():
            self.set_weight(number(weight), text, self.part.span)
        if move.strip():
            self.set_role("move", unquoted(move.strip()))

    def field(self, field: ParsedField) -> None:
        """Interpret a field according to its name."""
        flag, role = word_category("flags", field.name), word_category("fields", field.name)
        if flag and (parse_boolean(field.value) is not None or not role):
            self.flag(flag, field)
        elif role == "style":
            self.roles["styles"] = (*self.roles.get("styles", ()), field)
        elif role and not is_null(field.value):
            self.role(role, field)
        elif not role and not (self.is_root and word_category("around", field.name)):
            self.issue("field", field.name, field.span)

    def flag(self, kind: str, field: ParsedField) -> None:
        """Set the kind according to a Boolean field. False means the opponent of `kind`, or nothing for chance."""
        is_so = parse_boolean(field.value)
        if is_so is None:
            self.issue("field", f"{field.name}: {field.value}", field.span)
        elif self.part.children and (is_so or kind != "chance"):
            self.set_role("kind", Kind(kind) if is_so else Kind(kind).opponent, field.span)

    def role(self, role: str, field: ParsedField) -> None:
        """Interpret the value of a field that has this role. Roles without meaning for the game are ignored."""
        text, span = str(field.value), field.span
        if role == "name":
            self.label(text, span)
        elif role == "move" and self.is_root:
            self.issue("field", field.name, span)
        elif role in ("id", "move"):
            self.set_role(role, text, span)
        elif role == "weight":
            self.set_weight(number(text), text, span)
        elif role == "kind":
            self.kind(text, span)
        elif role == "value":
            self.value(text, span)
        elif role == "terminal" and parse_boolean(text) is not (not self.part.children):
            self.issue("terminal", f"{field.name}: {text}", span)

    def kind(self, text: str, span: Span) -> None:
        """Set the kind that a word means, or add a question if the word is not a kind."""
        kind = kind_from_word(text)
        is_inner = word_category("kinds", text) == "inner"
        if kind is None and not (is_inner and self.part.children):
            self.issue("kind", text, span)
        self.set_kind(kind, text, span)

    def value(self, text: str, span: Span) -> None:
        """Set the value to a number or to the letter of an unknown leaf, or add a question about any other text."""
        value = number(text)
        if value is not None:
            self.set_role("value", value, span)
        elif len(text) == 1 and (text == "?" or text.isalpha()):
            self.set_role("unknown", text, span)
        else:
            self.number_issue("value", text, text, span)


def interpret_nodes(root: ParsedNode) -> tuple[list[NodeContent], list[Problem]]:
    """Return the interpretations of all nodes in preorder, and the questions about them in the same order."""
    readings = [_interpret_node(part, is_root=part is root) for part in in_preorder(root)]
    nodes: list[NodeContent] = []
    above: list[int] = []  # indexes of the nodes whose parent is not known yet
    for index, reading in zip(reversed(range(len(readings))), reversed(readings), strict=True):
        children = tuple(above.pop() for _ in reading.part.children)
        nodes.append(NodeContent(reading.part.span, children, **reading.roles))
        above.append(index)
    return nodes[::-1], [issue for reading in readings for issue in reading.issues]


def _interpret_node(part: ParsedNode, *, is_root: bool) -> _NodeInterpreter:
    """Interpret a node, and return its interpreter with the roles and questions found."""
    reading = _NodeInterpreter(part, is_root=is_root)
    reading.label(part.label, part.span)
    for field in part.fields:
        reading.field(field)
    reading.edge(part.edge)
    roles = reading.roles
    identifier = roles.pop("id", None)
    if identifier and "name" not in roles and number(identifier) is None and not kind_from_word(identifier):
        roles["name"] = identifier
    if (part.children or "value" in roles) and (letter := roles.pop("unknown", None)) != "?":
        reading.set_role("name", letter)
    return reading
