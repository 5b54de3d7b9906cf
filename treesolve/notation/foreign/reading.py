"""What the label and the fields of one part say of its node. Whatever says nothing that is known is asked about.

Vocabulary

    said        what a part says of its node, before the tree is looked at
    doubt       a Problem about a part; the tree is made all the same, so that a line of ours can be shown with it
"""

import re
from fractions import Fraction
from typing import Any, NamedTuple

from treesolve.model.number import Number
from treesolve.model.problem import Problem, Span
from treesolve.model.tree import Kind
from treesolve.notation.foreign.labels import Label, NoLabel, number, read_label, unquoted
from treesolve.notation.foreign.neutral import Field, Part, parts_of
from treesolve.notation.foreign.words import folded, is_nothing, kind_called, meanings, truth

_NO_LABEL = Label()
_FIELDS = re.compile(r"(\w{1,20})[ ]?[=:][ ]?([^\s,;]{1,20})")
_ONLY_FIELDS = re.compile(r"(?:\w{1,20}[ ]?[=:][ ]?[^\s,;]{1,20}[,; ]{0,3}){1,6}")


class Said(NamedTuple):
    """What a part says; `value` of an inner node is a claim, `word` its label if that is one unknown word."""

    span: Span
    children: int = 0
    name: str | None = None
    kind: Kind | None = None
    is_kind_alone: bool = False
    value: Number | None = None
    unknown: str | None = None
    move: str | None = None
    weight: Fraction | int | None = None
    in_brackets: Number | None = None
    looks: tuple[tuple[str, str], ...] = ()


class _Reading:
    """One part being read: what its pieces say, role by role."""

    def __init__(self, part: Part, *, is_root: bool) -> None:
        self.part, self.is_root = part, is_root
        self.doubts: list[Problem] = []
        self.found: dict[str, Any] = {}
        values = (field for field in part.fields if meanings("fields").get(folded(field.name)) == "value")
        self.has_value = any(not is_nothing(field.value) for field in values)

    def doubt(self, why: str, text: Any, span: Span | None = None) -> None:
        """Something is asked."""
        self.doubts.append(Problem("foreign-asked", span or self.part.span, {"why": why, "text": str(text)[:60]}))

    def note(self, role: str, value: Any, span: Span | None = None) -> None:
        """What is said of a role; two different things are asked about."""
        if value is not None and self.found.setdefault(role, value) != value:
            self.doubt("twice", value, span)

    def label(self, text: str, span: Span) -> Label:
        """What a label says; nothing where it is none."""
        try:
            found = read_label(text) if text.strip() else _NO_LABEL
        except NoLabel as odd:
            self.doubt("label", odd, span)
            return _NO_LABEL
        if found.counted and (self.part.children or self.has_value or found.counted[0] not in "LBlb"):
            found = Label(name=found.counted)
        for role in ("name", "move", "weight", "in_brackets", "unknown"):
            self.note(role, getattr(found, role), span)
        self.note_kind(found.kind, text, span)
        for value in found.numbers:
            self.note("value", value, span)
        if found.kind not in (None, Kind.LEAF) and found.name is None:
            self.found["is_kind_alone"] = True
        return found

    def lines(self, text: str, span: Span) -> None:
        """A label of several lines: fields such as `α=3 β=5` may stand below it."""
        first, *others = text.split("\n")
        self.label(first, span)
        for line in others:
            fields = _FIELDS.findall(line) if _ONLY_FIELDS.fullmatch(line.strip()) else []
            for name, value in fields:
                self.field(Field(name, value, span))
            if not fields and line.strip():
                self.label(line, span)

    def note_kind(self, kind: Kind | None, text: Any, span: Span) -> None:
        """A kind; that of leaves is held against the children."""
        if kind is Kind.LEAF or (kind is not None and not self.part.children):
            if bool(self.part.children) is (kind is Kind.LEAF):
                self.doubt("leaf-kind", text, span)
        else:
            self.note("kind", kind, span)

    def edge(self) -> None:
        """What stands at the edge: a probability, or the name of a move, or both."""
        text = self.part.edge.strip()
        weight, star, move = text.partition("*")
        if not star or number(weight) is None:
            weight, star, move = "", "", text
        value = number(weight if star else text)
        if value is not None:
            self.weight(value, text, self.part.span)
            move = move if star else ""
        if move.strip():
            self.note("move", unquoted(move.strip()))

    def weight(self, value: Number | None, text: Any, span: Span) -> None:
        """A probability."""
        if value is None or isinstance(value, float) or not 0 <= value <= 1:
            self.doubt("edge-number", text, span)
        else:
            self.note("weight", value, span)

    def field(self, field: Field) -> None:
        """A field, by what its name says."""
        name = folded(field.name)
        flag, role = meanings("flags").get(name), meanings("fields").get(name)
        if flag and (truth(field.value) is not None or not role):
            self.flag(flag, field)
        elif role:
            getattr(self, f"field_{role}", self.field_nothing)(field)
        elif not (self.is_root and name in meanings("around")):
            self.doubt("field", field.name, field.span)

    def flag(self, kind: str, field: Field) -> None:
        """A field that says by true or false who moves; false leaves two kinds where there is chance."""
        is_so = truth(field.value)
        if is_so is None:
            self.doubt("field", f"{field.name}: {field.value}", field.span)
        elif not self.part.children:
            return
        elif is_so:
            self.note("kind", Kind(kind), field.span)
        elif kind != "chance":
            self.note("kind", Kind(kind).opponent, field.span)

    def field_nothing(self, field: Field) -> None:
        """A field that says nothing of the game."""

    def field_look(self, field: Field) -> None:
        self.found["looks"] = (*self.found.get("looks", ()), (folded(field.name), str(field.value)))

    def field_id(self, field: Field) -> None:
        self.found["id"] = str(field.value)

    def field_name(self, field: Field) -> None:
        if not is_nothing(field.value):
            self.label(str(field.value), field.span)

    def field_move(self, field: Field) -> None:
        if not is_nothing(field.value):
            self.note("move", str(field.value), field.span)

    def field_value(self, field: Field) -> None:
        """A number, or the letter of an unknown leaf."""
        if is_nothing(field.value):
            return
        text = str(field.value)
        value = None if isinstance(field.value, bool) else number(text)
        if value is not None:
            self.note("value", value, field.span)
        elif len(text) == 1 and (text == "?" or text.isalpha()):
            self.note("unknown", text, field.span)
        else:
            self.doubt("value", text, field.span)

    def field_kind(self, field: Field) -> None:
        if is_nothing(field.value):
            return
        kind = kind_called(str(field.value))
        is_inner = meanings("kinds").get(folded(str(field.value))) == "inner"
        if kind is None and not (is_inner and self.part.children):
            self.doubt("kind", field.value, field.span)
        self.note_kind(kind, field.value, field.span)

    def field_weight(self, field: Field) -> None:
        if not is_nothing(field.value):
            self.weight(number(str(field.value)), field.value, field.span)

    def field_terminal(self, field: Field) -> None:
        if not is_nothing(field.value) and truth(field.value) is not (not self.part.children):
            self.doubt("terminal", f"{field.name}: {field.value}", field.span)


def said_of(part: Part, *, is_root: bool) -> tuple[Said, list[Problem]]:
    """What a part says of its node, and what is asked of it."""
    reading = _Reading(part, is_root=is_root)
    reading.lines(part.label, part.span)
    for field in part.fields:
        reading.field(field)
    reading.edge()
    found = reading.found
    identity = found.pop("id", None)
    if identity and "name" not in found and number(identity) is None and not kind_called(identity):
        found["name"] = identity
    if (part.children or "value" in found) and (letter := found.pop("unknown", None)) not in (None, "?"):
        found.setdefault("name", letter)
    return Said(part.span, len(part.children), **found), reading.doubts


def all_said(root: Part) -> tuple[list[Said], list[Problem]]:
    """What all parts say, in preorder, and what is asked, in the order of the parts."""
    read = [said_of(part, is_root=part is root) for part in parts_of(root)]
    return [said for said, _ in read], [doubt for _, doubts in read for doubt in doubts]
