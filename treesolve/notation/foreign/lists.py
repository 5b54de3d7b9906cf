"""Brackets that begin with the name or the kind of their node.

    (max (min 3 12 8) (min 2 4 6))          (A (B 3 5) (C 2 9))         (A (B (3) (5)) (C (2) (9)))
    ['A', ['B', 3, 5], ['C', 2, 9]]         [None, [3, 5], [2, 9]]      ("A", [("B", [3, 5]), ("C", [2, 9])])
    [('m', 6), ('n', 4)]

Vocabulary

    head        the first thing in a bracket, where it is no number and no bracket
    listed      all children of a node stand in one more bracket
    lone        with nothing but one number behind its head
"""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from treesolve.model.number import Number
from treesolve.model.tree import Kind, Tree
from treesolve.notation.foreign.heads import check_head
from treesolve.notation.foreign.label import SEARCHES, number, read_label
from treesolve.notation.foreign.nesting import Piece, nested
from treesolve.notation.foreign.refusal import example, refusal
from treesolve.notation.foreign.sketch import Sketch
from treesolve.notation.foreign.terms import Group, Term, Token, groups, only_group, without_marks
from treesolve.notation.number_text import write_number

NAME = "s-expression"

_LEAF_WORDS = ("leaf", "blatt", "terminal")
_NOTHING = ("None", "null", "nil", "NULL")
_SEARCH = re.compile(SEARCHES, re.IGNORECASE)
_UNKNOWN_LETTERS = "uvwxyz"


class _Style(NamedTuple):
    """How children are written: all in one more bracket; and a single number in brackets for itself."""

    is_listed: bool
    has_bracketed_leaves: bool


def recognises(text: str) -> bool:
    """Whether brackets begin with heads, and nothing in them could be something else."""
    root = only_group(text)
    if root is None or not all(map(_has_heads_and_leaves_only, groups(root))):
        return False
    nobody = [item for item in root.items if item.text in _NOTHING]
    if len(nobody) > 1 and not any(isinstance(item, Group) for item in root.items):
        return False
    headed = [group for group in groups(root) if _head_of_bracket(group)]
    heads = [token for token in map(_head_of_bracket, headed) if token]
    if any(_SEARCH.match(head.text) for head in heads):
        return False
    if not heads:
        return _tree_of_value_pairs(root) is not None
    if not _head_of_bracket(root) and not all(head.sort == "text" for head in heads):
        return False
    if all(len(head.text) == 1 and head.sort == "word" for head in heads):
        listed = [each for each in map(_list_of_children, headed) if each] if len(headed) > 2 else []
        plain = (each for each in groups(root) if each not in listed)
        told = all(_head_of_bracket(each) or _is_bracketed_number(each) for each in plain)
        return len(headed) > 1 and told and _are_letters_names(heads)
    marked = any(head.sort == "text" or head.text in _NOTHING or _kind_of_head(head) for head in heads)
    return marked or len(heads) > 1


def _list_of_children(group: Group) -> Group | None:
    """The one bracket behind the name of a node, which has no name itself."""
    rest = _items_behind_head(group)
    return rest[0] if _has_children_in_list(group) and isinstance(rest[0], Group) else None


def _is_bracketed_number(group: Group) -> bool:
    return len(group.items) == 1 and group.items[0].sort == "number"


def _are_letters_names(heads: list[Token]) -> bool:
    """Whether single letters are no unknown leaves, but names: each stands once, and not x, y, z."""
    letters = [head.text for head in heads]
    return len(set(letters)) == len(letters) and not any(letter in _UNKNOWN_LETTERS for letter in letters)


def _has_heads_and_leaves_only(group: Group) -> bool:
    """Whether there are heads, numbers, letters and brackets only, and no word stands before a bracket but a head."""
    items = without_marks(group.items)
    if any(item.sort == "mark" for item in items):
        return False
    if len(items) > 1 and _head_of_bracket(group) and _is_word_touching_bracket(items[0], items[1]):
        return False
    return not any(
        one.sort in ("word", "text") and isinstance(other, Group) for one, other in pairwise(_items_behind_head(group))
    )


def _is_word_touching_bracket(one: Term, other: Term) -> bool:
    return isinstance(other, Group) and one.sort == "word" and one.span.end == other.span.start


def _head_of_bracket(group: Group) -> Token | None:
    first = group.items[0] if group.items else None
    if not isinstance(first, Token) or first.sort not in ("word", "text") or first.text == "?":
        return None
    return None if number(first.text) is not None else first


def _kind_of_head(head: Token) -> Kind | None:
    return read_label(head.text, inner=True).kind


def _kind_behind_name(group: Group) -> Token | None:
    """The kind behind the name of a node."""
    items = without_marks(group.items)
    second = items[1] if len(items) > 2 and _head_of_bracket(group) else None
    return second if isinstance(second, Token) and second.sort in ("word", "text") and _kind_of_head(second) else None


def _items_behind_head(group: Group) -> list[Term]:
    items = without_marks(group.items)[bool(_head_of_bracket(group)) + bool(_kind_behind_name(group)) :]
    return [item for item in items if not (isinstance(item, Group) and not item.items)]


def read(text: str) -> Sketch:
    """The tree. Raises InputError where a number in a bracket may be a leaf's value or a child."""
    root = only_group(text)
    assert root is not None
    pairs = _tree_of_value_pairs(root)
    if pairs:
        raise refusal("value-or-children", root.span, pairs)
    headed = [group for group in groups(root) if _head_of_bracket(group)]
    style = _Style(
        any(map(_has_children_in_list, headed)) and all(map(_may_have_children_in_list, headed)),
        _has_leaves_in_brackets(root),
    )
    sketch = _node_of_bracket(root, style)
    lone = [group for group in headed if _is_name_with_number(group)]
    if lone and not style.is_listed and any(map(_has_several_children, headed)):
        head = _head_of_bracket(lone[0])
        raise refusal("leaf-or-child", lone[0].span, sketch, name=head.text if head else "")
    check_head(text, root.span, example(sketch))
    return sketch


def _has_children_in_list(group: Group) -> bool:
    rest = _items_behind_head(group)
    return len(rest) == 1 and isinstance(rest[0], Group) and not _head_of_bracket(rest[0])


def _may_have_children_in_list(group: Group) -> bool:
    rest = _items_behind_head(group)
    return _has_children_in_list(group) or all(not isinstance(item, Group) or _head_of_bracket(item) for item in rest)


def _has_leaves_in_brackets(root: Group) -> bool:
    """Whether each number has brackets of its own."""
    holding = [group for group in groups(root) if any(item.sort == "number" for item in group.items)]
    return all(len(without_marks(group.items)) == 1 for group in holding)


def _is_name_with_number(group: Group) -> bool:
    rest, head = _items_behind_head(group), _head_of_bracket(group)
    return len(rest) == 1 and rest[0].sort == "number" and head is not None and not _kind_of_head(head)


def _has_several_children(group: Group) -> bool:
    rest = _items_behind_head(group)
    return len(rest) > 1 and any(item.sort == "number" for item in rest)


def _node_of_bracket(group: Group, style: _Style) -> Sketch:
    head, rest = _head_of_bracket(group), _items_behind_head(group)
    label = "" if head is None or head.text in _NOTHING else head.text
    second = _kind_behind_name(group)
    label = f"{label} ({second.text})" if second else label
    if len(rest) == 1 and rest[0].sort == "number" and _is_childless(group):
        return _leaf_of_item(rest[0])
    if head is None and style.has_bracketed_leaves and len(rest) == 1 and rest[0].sort == "number":
        return _leaf_of_item(rest[0])
    if _is_name_with_number(group):
        known = read_label("" if label.lower() in _LEAF_WORDS else label, inner=True)
        return known.sketch(group.span)._replace(value=number(rest[0].text))
    if style.is_listed and head and _has_children_in_list(group):
        rest = _items_behind_head(rest[0])  # type: ignore[arg-type]
    children = tuple(_node_of_bracket(item, style) if isinstance(item, Group) else _leaf_of_item(item) for item in rest)
    return read_label(label, inner=bool(children)).sketch(group.span, children)


def _is_childless(group: Group) -> bool:
    """Whether a number has an empty list of children behind it."""
    items = without_marks(group.items)
    return len(items) == 2 and isinstance(items[1], Group) and not items[1].items


def _leaf_of_item(item: Term) -> Sketch:
    return read_label(item.text, inner=False).sketch(item.span)


def _tree_of_value_pairs(root: Group) -> Sketch | None:
    """The tree where each bracket is a value and its children, as [3, [[5, []], [3, []]]] or [5, [5, 6, 5], [2, 2, 9]].

    That is so where a bracket is empty, or one holds two such pairs, or each value is that of the node by minimax.
    """
    items = without_marks(root.items)
    if not items or items[0].sort != "number":
        return None
    pairs = [group for group in groups(root) if _is_number_with_bracket(group)]
    empty = any(not group.items for group in groups(root))
    if empty or any(sum(map(_is_number_with_bracket, without_marks(group.items))) > 1 for group in groups(root)):
        return _node_of_value_and_children(root) if empty or pairs else None
    first = any(isinstance(item, Group) for item in items) and any(
        _value_of_children(root, best) is not None for best in (max, min)
    )
    return _node_without_leading_value(root) if first else None


def _is_number_with_bracket(item: Term) -> bool:
    """Whether a number and one bracket stand in a bracket."""
    items = without_marks(item.items) if isinstance(item, Group) else []
    return len(items) == 2 and items[0].sort == "number" and isinstance(items[1], Group)


def _value_of_children(group: Group, best: Callable[[list[Number]], Number]) -> Number | None:
    """The number that stands first, where it is the value of what stands behind it; None where it is not."""
    items = without_marks(group.items)
    other = min if best is max else max
    values = [_value_of_children(item, other) if isinstance(item, Group) else number(item.text) for item in items]
    known = [value for value in values if value is not None]
    if len(values) < 3 or len(known) < len(values) or isinstance(items[0], Group):
        return None
    return known[0] if known[0] == best(known[1:]) else None


def _node_without_leading_value(group: Group) -> Sketch:
    """The node without the number that stands first in its bracket."""
    rest = without_marks(group.items)[1:]
    children = tuple(
        _node_without_leading_value(item) if isinstance(item, Group) else _leaf_of_item(item) for item in rest
    )
    return Sketch(group.span, children=children, own_value=True)


def _node_of_value_and_children(group: Group) -> Sketch | None:
    items = without_marks(group.items)
    if not items or items[0].sort != "number" or not all(isinstance(item, Group) for item in items[1:]):
        return None
    below = [item for item in items[1:] if isinstance(item, Group) and item.items]
    listed = without_marks(below[0].items) if len(items) == 2 and below else []
    if listed and all(item.sort == "number" for item in listed) and len(listed) > 1:
        return Sketch(group.span, children=tuple(map(_leaf_of_item, listed)), own_value=True)
    if listed and isinstance(listed[0], Group):
        below = [item for item in listed if isinstance(item, Group)]
    children = [_node_of_value_and_children(item) for item in below]
    if not all(children):
        return None
    value = number(items[0].text)
    if not children:
        return Sketch(group.span, value=value)
    return Sketch(group.span, children=tuple(child for child in children if child), own_value=True)


def write(tree: Tree) -> str:
    """The tree as an s-expression whose heads are the kinds.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write(read_ours("((6 5) (2 x))")), end="")
    (max (min 6 5) (min 2 x))
    """
    return nested(tree, lambda node: _text_around_children(tree, node)) + "\n"


def _text_around_children(tree: Tree, node: int) -> Piece:
    if tree.children[node]:
        return Piece(f"({tree.kinds[node].value} ", ")")
    return Piece(write_number(tree.values[node]))  # type: ignore[arg-type]
