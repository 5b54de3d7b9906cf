"""Trees as programs build them: a constructor for each node.

    Node('A', [Node('B', [Node(3), Node(5)]), Node('C', value=2)])          Node [Leaf 3, Leaf 5]
    new Node("A", new Node(3), new Node(5))                                 Max [Min [Leaf 3; Leaf 5]; Leaf 2]
    Node 0 [Node 3 [], Node 5 []]                                           Node (Leaf 3) (Leaf 5)

Vocabulary

    argument    what stands behind it and belongs to its node
"""

import re
from fractions import Fraction
from typing import NamedTuple

from treesolve.model.number import Number
from treesolve.model.problem import InputError
from treesolve.model.tree import Kind
from treesolve.notation.foreign.constructor_words import (
    KINDS,
    LEAVES,
    WRAPPERS,
    behind_all,
    constructor_terms,
    is_constructor,
    word,
)
from treesolve.notation.foreign.fields import NOTHING, field, said
from treesolve.notation.foreign.flags import FLAGS, check_flags
from treesolve.notation.foreign.label import Label, number, probability, read_label
from treesolve.notation.foreign.refusal import example, refusal
from treesolve.notation.foreign.sketch import Sketch
from treesolve.notation.foreign.terms import Group, Term, groups, without_marks

NAME = "constructors"


def recognises(text: str) -> bool:
    """Whether a text begins with a constructor, or is a list of them, and every one has something behind it."""
    terms = None if re.match(r"\s*\w+\t", text) else constructor_terms(text)
    if terms is None or any(item.sort == "mark" for item in terms.items[:-1]):
        return False
    items = [item for item in terms.items if item.text != "new"]
    if len(items) == 1 and isinstance(items[0], Group):
        if items[0].bracket == "[" and all(map(_is_application_in_brackets, list(groups(terms))[1:])):
            return False
        items = [item for item in items[0].items if item.text != "new"]
    if len(items) < 2 or not is_constructor(items[0]):
        return False
    words = {word(item) for group in groups(terms) for item in group.items if is_constructor(item)}
    return bool(words - {"max", "min", "chance"}) and behind_all(terms)


def _without_braces(part: list[Term]) -> list[Term]:
    """What stands behind a constructor; of `Node{4}` and `Node{Max, {...}}` in C++ what stands in the braces."""
    head, group = (*part[:2], None, None)[:2]
    if len(part) != 2 or head is None or not isinstance(group, Group) or group.bracket != "{":
        return part[1:]
    inside = without_marks(group.items)
    given = any(item.sort == "text" and item.text in KINDS for item in inside)
    alone = bool(inside) and inside[0].sort == "number" and all(isinstance(item, Group) for item in inside[1:])
    return [group._replace(bracket="(")] if head.span.end == group.span.start and (given or alone) else part[1:]


class _Arguments(NamedTuple):
    """What stands behind a constructor."""

    known: Label
    numbers: tuple[Number, ...]
    children: tuple[Sketch, ...]
    has_list: bool
    weights: tuple[Fraction | int | None, ...] = ()


def _is_named_by_letter(head: Term, found: _Arguments) -> bool:
    """Whether a letter stands before the one value of a leaf, or before children that are made or listed."""
    letter = found.known.unknown
    of_leaf = word(head) in LEAVES and len(found.numbers) == 1
    above = found.has_list or (bool(found.children) and not found.numbers)
    return bool(letter) and letter != "?" and not found.known.name and (of_leaf or above)


def _children_with_weights(found: _Arguments) -> tuple[Sketch, ...]:
    """The children with the probabilities that stand in a list of their own."""
    if len(found.weights) != len(found.children):
        return found.children
    told = zip(found.children, found.weights, strict=True)
    return tuple(child._replace(weight=weight) for child, weight in told)


def read(text: str) -> Sketch:
    """The tree. Raises InputError where arguments could mean several things."""
    terms = constructor_terms(text)
    assert terms is not None
    try:
        nodes = _nodes_of_items([item for item in terms.items if not (item.sort == "mark" and item.text == ";")])
    except InputError as error:
        (problem,) = error.problems
        line = example(_tree_of_brackets(terms)) if problem.code == "constructor-numbers" else ""
        raise InputError((problem._replace(facts={**problem.facts, "instead": line}),)) from None
    if len(nodes) != 1:
        raise refusal("foreign-form", terms.span)
    (root,) = nodes
    check_flags(terms, root)
    is_wrapper = word(terms.items[0]) in WRAPPERS and not root.name and len(root.children) == 1
    return root.children[0] if is_wrapper and root.children[0].kind else root


def _tree_of_brackets(group: Group) -> Sketch:
    """The tree whose nodes are the brackets of a text, and whose leaves are its numbers."""
    below = [item for item in group.items if isinstance(item, Group) or item.sort != "mark"]
    below = [item for item in below if isinstance(item, Group) or number(item.text) is not None or _is_letter(item)]
    if len(below) == 1:
        return _tree_of_brackets(below[0]) if isinstance(below[0], Group) else _bare(below[0])
    return Sketch(
        group.span,
        children=tuple(_tree_of_brackets(each) if isinstance(each, Group) else _bare(each) for each in below),
    )


def _is_letter(item: Term) -> bool:
    return item.text == "?" or (len(item.text) == 1 and item.text.islower())


def _bare(item: Term) -> Sketch:
    """The leaf that a number or a letter is."""
    return read_label(item.text, inner=False).sketch(item.span)


def _nodes_of_items(items: list[Term]) -> list[Sketch]:
    """The nodes of a list: constructors with their arguments, and bare leaves."""
    return [_node_of_application(part) for part in _items_by_application(items)]


def _items_by_application(items: list[Term]) -> list[list[Term]]:
    """The items cut at commas, and before each constructor."""
    found: list[list[Term]] = []
    behind_comma = True
    for item in items:
        if item.sort == "mark" and item.text in ",;":
            behind_comma = True
        elif item.sort == "word" and item.text == "new":
            continue
        elif behind_comma or is_constructor(item):
            found.append([item])
            behind_comma = False
        else:
            found[-1].append(item)
    return found


def _node_of_application(part: list[Term]) -> Sketch:
    head = part[0]
    if isinstance(head, Group) and len(part) == 1 and not _is_record_in_braces(head):
        inside = _nodes_of_items(list(head.items))
        return inside[0] if head.bracket == "(" and len(inside) == 1 else Sketch(head.span, children=tuple(inside))
    is_record = isinstance(head, Group) and _is_record_in_braces(head)
    if is_record and len(part) > 1:
        raise refusal("foreign-form", part[1].span)
    if not is_constructor(head) and not is_record:
        if len(part) != 1:
            raise refusal("foreign-form", head.span)
        return read_label(head.text, inner=False).sketch(head.span)
    found = _arguments_of_constructor(part if is_record else _without_braces(part))
    kind = found.known.kind or KINDS.get(word(head))
    children = _children_with_weights(found)
    if _is_named_by_letter(head, found):
        found = found._replace(known=found.known._replace(name=found.known.unknown, unknown=None))
    values = [found.known.value] if found.known.value is not None else list(found.numbers)
    if len(values) > 1:
        if (word(head) not in KINDS and not (found.known.kind and word(head) == "tree")) or children:
            raise refusal("constructor-numbers", head.span, text=head.text, count=len(values))
        children = tuple(Sketch(head.span, value=value) for value in values)
        values = []
    if kind is Kind.CHANCE and values and not children:
        raise refusal("chance-untold", head.span)
    if found.known.unknown and (values or children):
        raise refusal("constructor-numbers", head.span, text=head.text, count=len(values) + 1)
    name, own = found.known.name, bool(values) and bool(children)
    if children:
        return Sketch(head.span, name, kind, None, None, children, found.known.move, found.known.weight, own)
    label = read_label(name, inner=False) if name and not values and not found.known.unknown else None
    if label and not label.name:
        return label.sketch(head.span)
    value = values[0] if values else None
    return Sketch(head.span, name, None, value, found.known.unknown, (), found.known.move, found.known.weight)


def _arguments_of_constructor(items: list[Term]) -> _Arguments:
    """What the items behind a constructor say; round brackets add theirs."""
    known, numbers = Label(), list[Number]()
    children, has_list = list[Sketch](), False
    weights: tuple[Fraction | int | None, ...] = ()
    waiting = list(reversed(items))
    while waiting:
        item = waiting.pop()
        if item.sort == "mark" and item.text in ",;":
            continue
        behind = waiting[-1] if waiting else None
        if item.sort in ("word", "text") and behind is not None and behind.sort == "mark" and behind.text in "=:":
            waiting.pop()
            if field(item.text.removesuffix("s")) == "weight" and waiting and isinstance(waiting[-1], Group):
                weights = tuple(probability(each.text) for each in without_marks(waiting.pop().items))  # type: ignore[union-attr]
                continue
            known, below = _add_field_to_label(known, item, waiting.pop() if waiting else item, waiting)
            children += below
        elif isinstance(item, Group) and _is_call_in_square_brackets(item):
            waiting += reversed(item.items)
        elif isinstance(item, Group) and item.bracket in "[{" and not _is_record_in_braces(item):
            if has_list:
                raise refusal("foreign-form", item.span)
            has_list = True
            children += _nodes_of_items(list(item.items))
        elif isinstance(item, Group):
            if _has_unknown_first_word(item):
                raise refusal("foreign-form", item.span)
            if _is_application_in_brackets(item):
                children += _nodes_of_items(list(item.items))
            else:
                waiting += reversed(item.items)
        elif is_constructor(item):
            application = _take_application(item, waiting)
            children.append(_node_of_application(application))
        else:
            if isinstance(behind, Group) and behind.bracket == "(" and behind.span.start == item.span.end:
                raise refusal("foreign-form", item.span, text=item.text)
            known = _add_argument_to_label(known, numbers, item)
    return _Arguments(known, tuple(numbers), tuple(children), has_list, weights)


def _has_unknown_first_word(group: Group) -> bool:
    """Whether a bracket begins with a word that is no constructor, and has more behind it."""
    first, second = (*group.items, None, None)[:2]
    return (
        first is not None
        and second is not None
        and first.sort == "word"
        and second.sort != "mark"
        and first.text != "new"
        and not is_constructor(first)
    )


def _is_call_in_square_brackets(group: Group) -> bool:
    """Whether a label and a list of children in braces stand in square brackets, as in `Tree[A, {3, 5}]`."""
    items = without_marks(group.items)
    label, below = (*items, None, None)[:2]
    plain = len(items) == 2 and label is not None and label.sort in ("word", "text", "number")
    return group.bracket == "[" and plain and isinstance(below, Group) and below.bracket == "{"


def _is_record_in_braces(group: Group) -> bool:
    return group.bracket == "{" and any(item.sort == "mark" and item.text in "=:" for item in group.items)


def _is_application_in_brackets(group: Group) -> bool:
    """Whether a bracket holds one constructor with its arguments, as in `Node (Leaf 3) (Leaf 5)`."""
    items = without_marks(group.items)
    return len(items) == len(group.items) and bool(items) and is_constructor(items[0])


def _take_application(constructor: Term, waiting: list[Term]) -> list[Term]:
    """A constructor with what stands behind it up to the next comma or constructor."""
    found = [constructor]
    while waiting and not (waiting[-1].sort == "mark" and waiting[-1].text in ",;") and not is_constructor(waiting[-1]):
        found.append(waiting.pop())
    return found


def _add_field_to_label(known: Label, key: Term, value: Term, waiting: list[Term]) -> tuple[Label, list[Sketch]]:
    """What a field says, and the children in it."""
    called = field(key.text)
    if called in ("children", "left", "middle", "right"):
        if isinstance(value, Group):
            return known, _nodes_of_items(list(value.items))
        if value.text == "new" and waiting:
            value = waiting.pop()
        if is_constructor(value):
            return known, [_node_of_application(_take_application(value, waiting))]
        return known, [] if value.text in NOTHING else [read_label(value.text, inner=False).sketch(value.span)]
    if isinstance(value, Group) or is_constructor(value):
        if isinstance(value, Group) and not value.items:
            return known, []
        raise refusal("unknown-field", key.span, text=key.text)
    return said(known, called or "", value.text), []


def _add_argument_to_label(known: Label, numbers: list[Number], item: Term) -> Label:
    """What an argument without a name says."""
    if item.text == "new" or item.text in NOTHING:
        return known
    if item.text in FLAGS:
        if known.kind:
            raise refusal("constructor-flag", item.span, text=item.text)
        return known._replace(kind=FLAGS[item.text])
    value = number(item.text) if item.sort != "text" or number(item.text) is not None else None
    if value is not None:
        numbers.append(value)
        return known
    if item.sort == "mark":
        raise refusal("foreign-form", item.span)
    if item.sort == "word" and _is_letter(item):
        if known.unknown:
            raise refusal("foreign-form", item.span)
        return known._replace(unknown=item.text)
    found = said(known, "name", item.text)
    if known.name and found.name != known.name:
        raise refusal("foreign-form", item.span)
    return found
