"""Lookup of a tree's nodes by the names that students use; created once per tree and used for all answers."""

import re
from collections.abc import Hashable, Iterable, Mapping
from functools import cached_property
from itertools import islice
from typing import Any, TypeVar

from treesolve.model.answer import PARTS, QUESTIONS
from treesolve.model.kind import Kind
from treesolve.model.number import Number, Unknown
from treesolve.model.problem import nearest
from treesolve.model.reading_point import AT_ENTRY
from treesolve.model.tree import Tree, player_count
from treesolve.submissions.answer_words import position_words, try_parse_answer_number

_ESCAPE = re.compile(r"\\(.)")
_MAX_COMPARED = 2000
"""Maximum number of node names that are compared with a misspelled name."""

_MAX_NAMED = 6
"""Maximum number of candidates listed in a message."""


class NodeNames:
    """Lookup of a tree's nodes by the names that students use.

    `order` contains the leaves in the order in which the convention evaluates them, and `pruned` the leaves that the
    convention prunes; they determine which of several leaves with the same value a student means. `right_to_left` is
    the direction of the search. `any_sign` permits either sign for every bound, which is needed for conventions in
    which players write values from their own point of view. `signs` contains the signs of the convention's own bounds.
    `asked_parts` lists the parts in the order of their letters on a sheet. `reading_point` is the point in the search
    at which students read alpha and beta. `values` contains the right values of inner nodes, in the view of MAX or of
    the player to move; it is None if the right values are not known.
    """

    def __init__(
        self,
        tree: Tree,
        *,
        right_to_left: bool = False,
        any_sign: bool = False,
        signs: Mapping[int, str] | None = None,
        asked_parts: Iterable[str] = (*PARTS, *QUESTIONS),
        order: tuple[int, ...] = (),
        pruned: tuple[int, ...] = (),
        reading_point: str = AT_ENTRY,
        values: Mapping[int, tuple[Any, ...]] | None = None,
    ) -> None:
        self.values = values
        self.tree, self.asked_parts, self.reading_point = tree, tuple(asked_parts), reading_point
        self.right_to_left, self.any_sign, self.signs = right_to_left, any_sign, signs or {}
        self.order, self.pruned = order, pruned
        captions = ((caption, node) for node, caption in tree.captions.items())
        called = [*((name, node) for node, name in enumerate(tree.names)), *captions]
        self.names = _nodes_by_key(called)
        self.folded = _nodes_by_key((name.casefold(), node) for name, node in called)
        self.by_value: Mapping[Any, tuple[int, ...]] = _nodes_by_key(
            (_value_or_letter_of_leaf(tree, leaf), leaf) for leaf in tree.leaf_ids
        )
        moving = (child for child in tree.children[0] if child in tree.moves)
        self.moves = _nodes_by_key((tree.moves[child].casefold(), child) for child in moving)
        self.choices = frozenset(tree.children[0])
        self.players = player_count(tree) if tree.has_payoffs else 0

    @cached_property
    def has_fractions(self) -> bool:
        """Whether fractional numbers can occur in the tree, as values of leaves or as averages at chance nodes."""
        values = (one for key in self.by_value for one in (key if isinstance(key, tuple) else (key,)))
        is_whole = all(isinstance(value, (int, str)) or value in (float("inf"), -float("inf")) for value in values)
        return not is_whole or Kind.CHANCE in self.tree.kinds

    def right_values(self, node: int) -> tuple[Any, ...] | None:
        """Return the right values of an inner node; None if the right values of the tree are not known."""
        return None if self.values is None else self.values.get(node, ())

    def named(self, mention: str) -> tuple[int, ...]:
        """Return the nodes with the given name, which may be quoted, or the root if the name is a word for the root."""
        name = unquoted(mention)
        found = self.called(name)
        if found or mention[:1] in _QUOTES:
            return found
        bare = self.called(name.replace("_", "")) if "_" in name else ()
        is_root = position_words().get(name.casefold()) == "root"
        return bare or ((0,) if is_root else ())

    def mentioned(self, mention: str) -> tuple[int, ...]:
        """Return the nodes with the given name; if there are none, the children of the root that this move leads to."""
        return self.named(mention) or self.moves.get(unquoted(mention).casefold(), ())

    def called(self, name: str) -> tuple[int, ...]:
        """Return the nodes with exactly the given name; if there are none, those whose name differs only in case."""
        return self.names.get(name) or self.folded.get(name.casefold(), ())

    def child_at_position(self, position: str) -> tuple[int, ...]:
        """Return the node at a position: the `root`, or its `left`, `middle` or `right` child; empty if there is none.

        >>> from treesolve.notation.reader import read
        >>> nodes = NodeNames(read("((6 5) (2 9))"))
        >>> nodes.child_at_position("right"), nodes.child_at_position("middle")
        ((4,), ())
        """
        children = self.tree.children[0]
        if position == "root" or not children:
            return (0,) if position == "root" else ()
        is_odd = len(children) % 2 == 1 and len(children) > 1
        middle = (children[len(children) // 2],) if is_odd else ()
        return {"left": children[:1], "middle": middle, "right": children[-1:]}[position]

    def with_value(self, text: str) -> tuple[int, ...]:
        """Return the leaves whose value is the given number, or the unknown with the given letter."""
        number = try_parse_answer_number(text)
        return self.by_value.get(text if number is None else number, ())

    def found(self, mention: str) -> tuple[int, ...]:
        """Return the nodes with the given name, followed by the leaves that have the mention as their value."""
        return tuple(dict.fromkeys((*self.named(mention), *self.with_value(mention))))

    def nearest(self, mention: str) -> str | None:
        """Return the node name most similar to a misspelled name; None if none is similar."""
        if len(mention) > 60:
            return None
        near = nearest(unquoted(mention), tuple(self._names_by_lower_case))
        is_near = near is not None and abs(len(near) - len(unquoted(mention))) < 2
        return self._names_by_lower_case[near] if near and is_near else None

    @cached_property
    def _names_by_lower_case(self) -> dict[str, str]:
        """A mapping from lower-case names to the node names that misspelled names are compared with."""
        return {name.lower(): name for name in islice(self.names, _MAX_COMPARED)}

    def listed(self, nodes: Iterable[int]) -> str:
        """Return the names of the nodes, separated by commas; after six names, an ellipsis replaces the others."""
        names = [self.tree.names[node] for node in islice(nodes, _MAX_NAMED + 1)]
        return ", ".join(names[:_MAX_NAMED] + ["…"] * (len(names) > _MAX_NAMED))

    def below(self, found: Iterable[int]) -> set[int]:
        """Return all leaves in the subtrees of the given nodes."""
        return {leaf for node in found for leaf in self.tree.subtree(node) if not self.tree.children[leaf]}


_QUOTES = ('"', "„", "“", "”", "«", "»", "'")


def unquoted(mention: str) -> str:
    r"""Return a name without its quotation marks.

    >>> unquoted('"a \\"b\\""'), unquoted("„L4“"), unquoted("L4")
    ('a "b"', 'L4', 'L4')
    """
    if mention[:1] == '"':
        return _ESCAPE.sub(r"\1", mention[1:-1])
    return mention[1:-1] if mention[:1] in _QUOTES[1:] else mention


def _value_or_letter_of_leaf(tree: Tree, leaf: int) -> "Number | str":
    value = tree.values[leaf]
    assert value is not None
    return value.letter if isinstance(value, Unknown) else value


_Key = TypeVar("_Key", bound=Hashable)


def _nodes_by_key(pairs: Iterable[tuple[_Key, int]]) -> dict[_Key, tuple[int, ...]]:
    groups: dict[_Key, list[int]] = {}
    for key, node in pairs:
        groups.setdefault(key, []).append(node)
    return {key: tuple(group) for key, group in groups.items()}
