"""What the label and the fields of one part say of its node. Whatever says nothing that is known is asked about."""

from fractions import Fraction
from typing import Any, NamedTuple

from treesolve.model.kind import Kind
from treesolve.model.number import Number
from treesolve.model.problem import Problem, Span
from treesolve.notation.foreign import labels
from treesolve.notation.foreign.labels import ParsedLabel, is_nothing, kind_called, meaning, number, truth, unquoted
from treesolve.notation.foreign.parts import ParsedField, ParsedNode, in_preorder


class NodeContent(NamedTuple):
    """What a part says; its children are their places in preorder, `value` of an inner node is a claim."""

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
    looks: tuple[ParsedField, ...] = ()


class _Reading:
    """One part being read: what its pieces say, role by role."""

    def __init__(self, part: ParsedNode, *, is_root: bool) -> None:
        self.part, self.is_root = part, is_root
        self.doubts: list[Problem] = []
        self.found: dict[str, Any] = {}
        values = (field for field in part.fields if meaning("fields", field.name) == "value")
        self.has_value = any(not is_nothing(field.value) for field in values)

    def doubt(self, why: str, text: Any, span: Span | None = None) -> None:
        """Something is asked."""
        self.doubts.append(Problem("foreign-asked", span or self.part.span, {"why": why, "text": str(text)[:60]}))

    def doubt_number(self, why: str, odd: str, text: str, span: Span) -> None:
        """A piece of a text is odd; it may be a decimal comma."""
        pair = labels.DECIMAL.search(text)
        if pair is None or odd not in (",", text):
            self.doubt(why, odd, span)
            return
        facts = {"text": pair[0], "decimals": pair[0].replace(",", "."), "separators": ""}
        self.doubts.append(Problem("decimal-commas", span, facts))

    def note(self, role: str, value: Any, span: Span | None = None) -> None:
        """What is said of a role; two different things are asked about."""
        if value is not None and self.found.setdefault(role, value) != value:
            self.doubt("twice", value, span)

    def label(self, text: str, span: Span) -> None:
        """What a label says; it is asked about where it is none."""
        try:
            found = labels.read_label(text)
        except labels.NoLabel as odd:
            self.doubt_number("label", str(odd), text, span)
            return
        if found.counted and (self.part.children or self.has_value or found.counted[0] not in "LBlb"):
            found = ParsedLabel(name=found.counted)
        if found.bound and not self.part.children:
            self.doubt("label", found.bound[0], span)
        for role in ("name", "move", "in_brackets", "unknown", "value", "bound"):
            self.note(role, getattr(found, role), span)
        if found.weight is not None:
            self.note_weight(found.weight, text, span)
        self.note_kind(found.kind, text, span)
        if found.kind not in (None, Kind.LEAF) and found.name is None:
            self.found["is_kind_alone"] = True

    def note_kind(self, kind: Kind | None, text: Any, span: Span) -> None:
        """A kind; that of leaves is held against the children."""
        if kind is Kind.LEAF or (kind is not None and not self.part.children):
            if bool(self.part.children) is (kind is Kind.LEAF):
                self.doubt("leaf-kind", text, span)
        else:
            self.note("kind", kind, span)

    def note_weight(self, value: Number | None, text: Any, span: Span) -> None:
        """A probability."""
        if value is None or isinstance(value, float) or not 0 <= value <= 1:
            self.doubt("edge-number", text, span)
        else:
            self.note("weight", value, span)

    def edge(self, text: str) -> None:
        """What stands at the edge: a probability, or the name of a move, or both."""
        weight, _, move = text.partition("*")
        if number(weight) is None:
            weight, move = "", text
        if weight.strip():
            self.note_weight(number(weight), text, self.part.span)
        if move.strip():
            self.note("move", unquoted(move.strip()))

    def field(self, field: ParsedField) -> None:
        """A field, by what its name says."""
        flag, role = meaning("flags", field.name), meaning("fields", field.name)
        if flag and (truth(field.value) is not None or not role):
            self.flag(flag, field)
        elif role == "look":
            self.found["looks"] = (*self.found.get("looks", ()), field)
        elif role and not is_nothing(field.value):
            self.role(role, field)
        elif not role and not (self.is_root and meaning("around", field.name)):
            self.doubt("field", field.name, field.span)

    def flag(self, kind: str, field: ParsedField) -> None:
        """A field that says by true or false who moves; false leaves two kinds where there is chance."""
        is_so = truth(field.value)
        if is_so is None:
            self.doubt("field", f"{field.name}: {field.value}", field.span)
        elif self.part.children and (is_so or kind != "chance"):
            self.note("kind", Kind(kind) if is_so else Kind(kind).opponent, field.span)

    def role(self, role: str, field: ParsedField) -> None:
        """What the value of a field says in this role; some say nothing of the game."""
        text, span = str(field.value), field.span
        if role == "name":
            self.label(text, span)
        elif role == "move" and self.is_root:
            self.doubt("field", field.name, span)
        elif role in ("id", "move"):
            self.note(role, text, span)
        elif role == "weight":
            self.note_weight(number(text), text, span)
        elif role == "kind":
            self.kind(text, span)
        elif role == "value":
            self.value(text, span)
        elif role == "terminal" and truth(text) is not (not self.part.children):
            self.doubt("terminal", f"{field.name}: {text}", span)

    def kind(self, text: str, span: Span) -> None:
        """Who moves, or that the node is a leaf."""
        kind = kind_called(text)
        is_inner = meaning("kinds", text) == "inner"
        if kind is None and not (is_inner and self.part.children):
            self.doubt("kind", text, span)
        self.note_kind(kind, text, span)

    def value(self, text: str, span: Span) -> None:
        """A number, or the letter of an unknown leaf."""
        value = number(text)
        if value is not None:
            self.note("value", value, span)
        elif len(text) == 1 and (text == "?" or text.isalpha()):
            self.note("unknown", text, span)
        else:
            self.doubt_number("value", text, text, span)


def all_said(root: ParsedNode) -> tuple[list[NodeContent], list[Problem]]:
    """What all parts say, in preorder, and what is asked, in the order of the parts."""
    readings = [_reading(part, is_root=part is root) for part in in_preorder(root)]
    nodes: list[NodeContent] = []
    above: list[int] = []  # places of the nodes of which nothing above is known yet
    for place, reading in zip(reversed(range(len(readings))), reversed(readings), strict=True):
        children = tuple(above.pop() for _ in reading.part.children)
        nodes.append(NodeContent(reading.part.span, children, **reading.found))
        above.append(place)
    return nodes[::-1], [doubt for reading in readings for doubt in reading.doubts]


def _reading(part: ParsedNode, *, is_root: bool) -> _Reading:
    """A part that was read."""
    reading = _Reading(part, is_root=is_root)
    reading.label(part.label, part.span)
    for field in part.fields:
        reading.field(field)
    reading.edge(part.edge)
    found = reading.found
    identity = found.pop("id", None)
    if identity and "name" not in found and number(identity) is None and not kind_called(identity):
        found["name"] = identity
    if (part.children or "value" in found) and (letter := found.pop("unknown", None)) != "?":
        reading.note("name", letter)
    return reading
