"""The nodes of one tree as students name them: made once for a tree, asked for every answer.

Vocabulary

    name        what the tree calls a node, or its caption, exactly or, where that is unique, whatever the case
    mention     a word in an answer: a name, in quotes or not, or the value of a leaf
    candidates  the nodes a mention may mean; only one is right where it shall mean one node
"""

import re
from collections.abc import Container, Iterable
from functools import cached_property
from itertools import islice
from typing import TypeVar

from treesolve.answers.answer_words import folded_words, root_words, words_in_turn
from treesolve.answers.number_words import student_number
from treesolve.answers.payoff_text import StandIns
from treesolve.model.answer import PARTS, QUESTIONS
from treesolve.model.number import Number, Unknown
from treesolve.model.problem import nearest
from treesolve.model.tree import Tree
from treesolve.notation.number_text import write_number
from treesolve.notation.writer import write_name
from treesolve.search.solution import minimax_values

_ESCAPE = re.compile(r"\\(.)")
_MOST_COMPARED = 2000
"""So many names are compared with a misspelt one."""

_MOST_NAMED = 6
"""So many candidates are named."""

_DECORATION = "'’`*_"

_MIDDLE, _LAST = 4, 5
"""Places among the children of a node: so many from the left, the middle, the last."""


class Nodes:
    """The nodes of a tree by what students call them.

    `right_to_left` says in which direction the lecture searches; it decides which of several leaves of the same value
    comes next in an order. `is_own_view` says that each player may write values as it sees them, `asked` what is
    marked by itself, if not everything is. `known` has the mentions that need no thought: a name in the
    way the notation writes it. `stand_ins` are the numbers that mean payoffs, where the tree has these: then they are
    the values of its leaves here.
    """

    def __init__(
        self,
        tree: Tree,
        *,
        right_to_left: bool = False,
        is_own_view: bool = False,
        asked: Container[str] = (*PARTS, *QUESTIONS),
    ) -> None:
        self.stand_ins = StandIns(tree) if tree.has_payoffs else None
        tree = self.stand_ins.tree if self.stand_ins else tree
        self.tree, self.asked = tree, asked
        self.right_to_left, self.is_own_view = right_to_left, is_own_view
        called = [*((name, node) for node, name in enumerate(tree.names)), *_nodes_with_captions(tree)]
        self.names = _nodes_by_key(called)
        self.folded = _nodes_by_key((name.casefold(), node) for name, node in called)
        self.by_value = _nodes_by_key((_value_or_letter_of_leaf(tree, leaf), leaf) for leaf in tree.leaves)
        self.moves = _nodes_by_key((tree.moves[child], child) for child in tree.children[0] if child in tree.moves)
        self.folded_moves = _nodes_by_key(
            (move.casefold(), child) for move, group in self.moves.items() for child in group
        )
        self.is_negative = any(not isinstance(value, str) and value < 0 for value in self.by_value)
        self.choices = frozenset(tree.children[0])
        self.known = self._unique_names()
        self.known_values = self._leaves_by_value()

    @cached_property
    def minimax(self) -> tuple[Number | None, ...]:
        """The minimax value of every node; None where that is open."""
        return self.stand_ins.values if self.stand_ins else minimax_values(self.tree)

    def _unique_names(self) -> dict[str, int]:
        """A unique name as it stands in an answer, unless it may be a value, too."""
        known = {}
        for name, group in self.names.items():
            if len(group) == 1 and not self._leaves_with_value(name):
                known[write_name(name)] = known[name] = group[0]
        return known

    def _leaves_by_value(self) -> dict[str, tuple[int, ...]]:
        """The leaves that have a value, by the value as it is written; names come first."""
        taken = self.names.keys() | self.folded.keys()
        written = {key if isinstance(key, str) else write_number(key): leaves for key, leaves in self.by_value.items()}
        return {text: leaves for text, leaves in written.items() if text not in taken}

    def _leaves_with_value(self, word: str) -> tuple[int, ...]:
        """The leaves with that value."""
        try:
            value: Number | str = student_number(word)
        except ValueError:
            value = word
        return self.by_value.get(value, ())

    def named(self, mention: str) -> tuple[int, ...]:
        """The candidates by name."""
        name = unquoted(mention)
        found = self._nodes_called(name)
        if found or mention[:1] in _QUOTES:
            return found
        bare = self._nodes_called(name.replace("_", "")) if "_" in name else ()
        return bare or ((0,) if folded_words(name) in root_words() else ())

    def _nodes_called(self, name: str) -> tuple[int, ...]:
        return self.names.get(name) or self.folded.get(name.casefold(), ())

    def is_first(self, node: int) -> bool:
        """Whether a node has the leaf below it that the search comes to first."""
        return self.tree.leaves[-1 if self.right_to_left else 0] in self.tree.subtree(node)

    def child_at(self, parent: int, place: str) -> tuple[int, ...]:
        """The child of a node at a place such as `left` or `zweites`; none where that is no place, or nothing is there.

        >>> from treesolve.notation.reader import read
        >>> nodes = Nodes(read("((6 5) (2 9))"))
        >>> nodes.child_at(0, "rechts"), nodes.child_at(0, "second"), nodes.child_at(0, "middle")
        ((4,), (4,), ())
        """
        return self.children_at(parent, [place])

    def children_at(self, parent: int, places: list[str]) -> tuple[int, ...]:
        """The children of a node at places: `left`, `second and third`, `last two`; none if one of them is not there.

        >>> from treesolve.notation.reader import read
        >>> nodes = Nodes(read("(6 5 2)"))
        >>> nodes.children_at(0, ["last", "two"]), nodes.children_at(0, ["first", "third"])
        ((2, 3), (1, 3))
        """
        children = self.tree.children[parent]
        numbers = [_number_of_first_match("places", place) for place in places]
        amount = 2 + (-1 if (number := _number_of_first_match("amounts", places[-1])) is None else number)
        if amount > 1 and len(places) == 2 and numbers[0] in (0, _LAST) and len(children) >= amount:
            return children[:amount] if numbers[0] == 0 else children[-amount:]
        found = [self._child_by_number(children, number) for number in numbers]
        return tuple(one[0] for one in found) if all(found) else ()

    @staticmethod
    def is_place(word: str) -> bool:
        """Whether a word says where among the children of a node something is: `last`, `zweites`."""
        return _number_of_first_match("places", word) is not None

    @staticmethod
    def _child_by_number(children: tuple[int, ...], number: int | None) -> tuple[int, ...]:
        if number is None or (number == _MIDDLE and len(children) % 2 == 0):
            return ()
        if number == _MIDDLE:
            return (children[len(children) // 2],)
        return children[-1:] if number == _LAST else children[number : number + 1]

    def found(self, mention: str) -> tuple[int, ...]:
        """The candidates by name and value; where there are none, without marks like those of Markdown."""
        named = self.named(mention)
        exact = mention in self.names
        valued = () if exact and mention.isidentifier() else self._leaves_with_value(mention)
        found = tuple(dict.fromkeys((*named, *valued))) if named else valued
        bare = mention.strip(_DECORATION)
        return found or (self.found(bare) if bare and bare != mention else ())

    def is_value(self, mention: str) -> bool:
        """Whether a mention means leaves by their value."""
        return not self.named(mention) and bool(self._leaves_with_value(mention))

    def chosen(self, mention: str) -> tuple[int, ...]:
        """The children of the root that may be meant: by name, by the name of the move, or as leaves by value."""
        name = unquoted(mention)
        found = [node for node in self.found(mention) if node in self.choices]
        found += self.moves.get(name) or self.folded_moves.get(name.casefold(), ())
        found = found or [*self.child_at(0, name)]
        return tuple(dict.fromkeys(found))

    def nearest(self, mention: str) -> str | None:
        """The name most like a misspelt one."""
        if len(mention) > 60:
            return None
        near = nearest(unquoted(mention), tuple(self._names_by_small_letters))
        is_near = near is not None and abs(len(near) - len(unquoted(mention))) < 2
        return self._names_by_small_letters[near] if near and is_near else None

    @cached_property
    def _names_by_small_letters(self) -> dict[str, str]:
        """The names that misspelt ones are compared with, in small letters."""
        return {name.lower(): name for name in islice(self.names, _MOST_COMPARED)}

    def listed(self, nodes: Iterable[int]) -> str:
        """The names of some nodes, not too many of them."""
        names = [self.tree.names[node] for node in islice(nodes, _MOST_NAMED + 1)]
        return ", ".join(names[:_MOST_NAMED] + ["…"] * (len(names) > _MOST_NAMED))

    def below(self, found: Iterable[int]) -> set[int]:
        """The leaves of some subtrees."""
        return {leaf for node in found for leaf in self.tree.subtree(node) if not self.tree.children[leaf]}

    def between(self, one: int, other: int) -> tuple[int, ...] | None:
        """The nodes from one up to another: leaves, or nodes on one level; None where there is no such range."""
        tree, (first, last) = self.tree, sorted((one, other))
        if not tree.children[first] and not tree.children[last]:
            return tuple(node for node in range(first, last + 1) if not tree.children[node])
        depth = tree.depths[first]
        if depth != tree.depths[last]:
            return None
        return tuple(node for node in range(first, last + 1) if tree.depths[node] == depth)


def _number_of_first_match(kind: str, word: str) -> int | None:
    """The number of the first of some expressions that a word fits."""
    return next((number for number, one in enumerate(words_in_turn(kind)) if one.fullmatch(word)), None)


_QUOTES = ('"', "„", "“", "”", "«", "»")


def unquoted(mention: str) -> str:
    r"""What stands in the quotes of a mention, if it has any.

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


def _nodes_with_captions(tree: Tree) -> list[tuple[str, int]]:
    """The captions, with their nodes; no node has a name that is a caption."""
    return [(caption, node) for node, caption in tree.captions.items()]


_Key = TypeVar("_Key")


def _nodes_by_key(pairs: Iterable[tuple[_Key, int]]) -> dict[_Key, tuple[int, ...]]:
    groups: dict[_Key, list[int]] = {}
    for key, node in pairs:
        groups.setdefault(key, []).append(node)
    return {key: tuple(group) for key, group in groups.items()}
