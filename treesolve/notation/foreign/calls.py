"""Nodes as names with their children in brackets behind: `A(B(6 5) C(2 9))`, `A(B(D=3, E=5))`, `A(MAX)(B(3 5) 7)`."""

import re
from collections import deque

from treesolve.model.problem import nearest
from treesolve.model.tree import Kind
from treesolve.notation.foreign.constructor_words import LEAVES
from treesolve.notation.foreign.fields import field
from treesolve.notation.foreign.label import SEARCHES, Label, number, read_label
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch
from treesolve.notation.foreign.terms import Group, Term, groups, read_terms, without_marks

NAME = "names before brackets"

_SEARCH = re.compile(
    rf"{SEARCHES}|(?:build|parse|load|read|generate|create)_?\w*tree\Z"
    r"|(?:sorted|reversed|list|map|tuple|set|len|sum|print|enumerate|zip|range)\Z|.*\.",
    re.IGNORECASE,
)


def recognises(text: str) -> bool:
    """Whether a text is one name with its children in the bracket that touches it, and so on below; or `max([...])`."""
    terms = read_terms(text)
    items = without_marks(terms.items) if terms else []
    if terms is None or not items or not all(map(_has_plain_calls_only, groups(terms))):
        return False
    names = [
        one for group in groups(terms) for one, other in _pairs_of_neighbours(group) if _is_name_of_bracket(one, other)
    ]
    if any(map(_is_leaf_in_words, groups(terms))) or any(_SEARCH.match(name.text) for name in names):
        return False
    listed = [
        one
        for group in groups(terms)
        for one, other in _pairs_of_neighbours(group)
        if _kind_in_item(one) and _has_list_only(other)
    ]
    if (
        not (names or listed)
        or items[0].sort not in ("word", "text")
        or any(isinstance(item, Group) for item in items[3:])
    ):
        return False
    has_kinds = any(_kind_in_item(item) for group in groups(terms) for item in group.items if item.sort == "word")
    most = 6 if has_kinds else 3
    return all(isinstance(item, Group) for item in items[1:]) and not any(
        _is_mistyped_kind(name, most) for name in names
    )


def _pairs_of_neighbours(group: Group) -> "list[tuple[Term, Term]]":
    return list(zip(group.items, group.items[1:], strict=False))


def _is_name_of_bracket(one: Term, other: Term) -> bool:
    """Whether a word touches the bracket behind it, and is no kind."""
    touches = isinstance(other, Group) and one.sort in ("word", "text") and one.span.end == other.span.start
    return touches and _kind_in_item(one) is None


def _is_leaf_in_words(group: Group) -> bool:
    """Whether a leaf is made in a group by its usual word, as in `leaf(3)`, which then is no name."""
    return any(
        one.text.lower() in LEAVES and isinstance(other, Group) and _has_single_number(other)
        for one, other in _pairs_of_neighbours(group)
    )


def _is_mistyped_kind(word: Term, most: int) -> bool:
    """Whether a word of some letters, at most so many, is more likely a kind."""
    return 1 < len(word.text) <= most and nearest(word.text, ("max", "min")) is not None


def _kind_in_item(item: Term) -> Kind | None:
    label = read_label(item.text, inner=True)
    return None if label.name else label.kind


def _has_plain_calls_only(group: Group) -> bool:
    """Whether marks are commas, semicolons, colons and equals signs, and no word stands apart from its bracket."""
    if any(item.sort == "mark" and item.text not in (",", ";", "=", ":") for item in group.items):
        return False
    return not any(
        isinstance(other, Group) and one.sort in ("word", "text") and one.span.end < other.span.start
        for one, other in _pairs_of_neighbours(group)
        if _kind_in_item(one) is None
    )


def read(text: str) -> Sketch:
    """The tree. Raises InputError where `A(3)` may be a leaf with its name, or a node with one child."""
    terms = read_terms(text)
    assert terms is not None
    if _is_call_of_function(terms):
        raise refusal("foreign-form", terms.items[0].span, text=terms.items[0].text)
    nodes = _nodes_in_bracket(terms)
    if len(nodes) != 1:
        raise refusal("foreign-form", terms.span)
    named = [
        (one, other)
        for group in groups(terms)
        for one, other in _pairs_of_neighbours(group)
        if _is_name_of_bracket(one, other)
    ]
    lone = [one for one, other in named if isinstance(other, Group) and _has_single_number(other)]
    if lone and any(isinstance(other, Group) and _has_several_numbers(other) for _, other in named):
        raise refusal("leaf-or-child", lone[0].span, nodes[0], name=lone[0].text)
    return nodes[0]


def _is_call_of_function(terms: Group) -> bool:
    """Whether a function in small letters is called with a list and with numbers, which are hardly leaves then."""
    word, below = (*terms.items, None, None)[:2]
    given = without_marks(below.items) if isinstance(below, Group) else []
    numbers = [item for item in given if item.sort == "number"]
    lists = [item for item in given if isinstance(item, Group) and item.bracket == "["]
    named = word is not None and word.text.islower() and len(word.text) > 2
    return named and len(lists) == 1 and bool(numbers) and given[0] == lists[0] and len(numbers) == len(given) - 1


def _has_single_number(group: Group) -> bool:
    return len(group.items) == 1 and group.items[0].sort == "number"


def _has_several_numbers(group: Group) -> bool:
    numbers = [item for item in without_marks(group.items) if item.sort == "number"]
    return len(numbers) > 1 and len(numbers) == len(without_marks(group.items))


def _nodes_in_bracket(group: Group) -> list[Sketch]:
    """The nodes that stand in a bracket."""
    items = deque(group.items)
    found: list[Sketch] = []
    while items:
        item = items.popleft()
        if item.sort == "mark" and item.text in ",;":
            continue
        if item.sort in ("word", "text"):
            found.append(_node_from_word(item, items))
        elif isinstance(item, Group):
            found.append(Sketch(item.span, children=tuple(_nodes_in_bracket(item))))
        elif item.sort == "number":
            found.append(Sketch(item.span, value=number(item.text)))
        else:
            raise refusal("foreign-form", item.span)
    return found


def _has_list_only(item: Term) -> bool:
    """Whether all that stands in round brackets is a list."""
    if not isinstance(item, Group) or item.bracket != "(" or len(item.items) != 1:
        return False
    inside = item.items[0]
    return isinstance(inside, Group) and inside.bracket in "[{"


def _node_from_word(word: Term, items: deque[Term]) -> Sketch:
    """The node that begins with a word; takes what belongs to it from the items behind."""
    label = read_label(word.text, inner=True)
    if items and items[0].sort == "mark" and items[0].text in "=:":
        mark = items.popleft()
        if items and isinstance(items[0], Group) and mark.text == "=" and field(word.text):
            raise refusal("foreign-form", word.span, text=word.text)
        if items and items[0].sort == "number":
            return Sketch(word.span, label.name, value=number(items.popleft().text))
        if items and items[0].sort == "word" and not isinstance(items[0], Group):
            return read_label(items.popleft().text, inner=False).sketch(word.span)._replace(name=label.name)
    if items and isinstance(items[0], Group) and (said := _kind_alone_in_bracket(items[0])):
        items.popleft()
        label = label._replace(kind=said)
    if items and isinstance(items[0], Group):
        return _node_with_children(word, label, items.popleft())
    return read_label(word.text, inner=False).sketch(word.span)


def _node_with_children(word: Term, label: Label, below: Term) -> Sketch:
    if _has_list_only(below) and isinstance(below, Group):
        below = below.items[0]
    assert isinstance(below, Group)
    kind = _kind_in_item(below.items[0]) if len(below.items) > 2 and below.items[0].sort == "word" else None
    if kind and below.items[1].text == ",":
        rest = below.items[2:]
        group = rest[0] if len(rest) == 1 and isinstance(rest[0], Group) else below._replace(items=rest)
        return label._replace(kind=kind, name=None).sketch(word.span, tuple(_nodes_in_bracket(group)))
    if _has_single_number(below) and label.name:
        return Sketch(word.span, label.name, value=number(below.items[0].text))
    children = tuple(_nodes_in_bracket(below))
    return label.sketch(word.span, children)


def _kind_alone_in_bracket(group: Term) -> Kind | None:
    """The kind that is all that stands in a bracket."""
    assert isinstance(group, Group)
    return _kind_in_item(group.items[0]) if len(group.items) == 1 and group.items[0].sort == "word" else None
