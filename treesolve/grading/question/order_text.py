"""Orders of children as students write them: the whole tree, ((2 9) (6 5)), or the children node by node, A: C B.

Vocabulary

    sketch      the tree in brackets as it was written: groups of groups, numbers and names
    alike       nodes whose subtrees differ in nothing but order and players; where these are the same, too, which one
                was meant makes no difference
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from treesolve.analysis.tried_orders import Order
from treesolve.answers.number_words import student_number
from treesolve.grading.question.protocol import LONGEST
from treesolve.grading.question.reading import Mention, children_called, mentions, nodes_of, unknown_node, unreadable
from treesolve.model.number import Number, Unknown
from treesolve.model.problem import Problem, Span
from treesolve.model.tree import Kind, Tree

_PIECE = re.compile(
    r"(?P<open>[(\[{])|(?P<close>[)\]}])|(?P<kind>(?:max|min|chance)\b)|(?P<label>(?:\"[^\"\n]*\"|[\w'’]++)\s*+:(?!\d))"
    r"|(?P<word>\"[^\"\n]*\"|(?:(?!-+>)[^\s,;|()\[\]{}:])+)|(?P<arrow>-+>|→|⇒)",
    re.IGNORECASE,
)
_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")
_OWNER = re.compile(r"(?<![\w'’.])(?P<owner>\"[^\"\n]*\"|[\w'’.]++)[ \t]*+(?:[:=]|-+>|→|⇒)(?![ \t]*[=>])")


class OrderRead(NamedTuple):
    """What a text says about the order; None, with a problem, where it is none of this tree."""

    order: Order | None
    problems: tuple[Problem, ...] = ()


class _Wrong(Exception):
    """What makes a text no order of the tree."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(problem.code)
        self.problem = problem


def read_order(text: str, tree: Tree) -> OrderRead:
    """The order of children that a text gives a tree; nodes it does not speak of keep theirs."""
    text = text[:LONGEST]
    try:
        if re.search(r"[(\[{]", text):
            return OrderRead(_order_in_brackets(text, tree))
        return OrderRead(_order_node_by_node(text, tree))
    except _Wrong as wrong:
        return OrderRead(None, (wrong.problem,))


# The whole tree


def _order_in_brackets(text: str, tree: Tree) -> Order:
    """The order of a tree in brackets, where commas part numbers, or are decimal ones if that gives the tree."""
    try:
        return _order_of_sketch(_sketch_of_text(text, tree), tree, text)
    except _Wrong:
        pointed = _DECIMAL_COMMA.sub(".", text)
        if pointed == text:
            raise
        with suppress(_Wrong):
            return _order_of_sketch(_sketch_of_text(pointed, tree), tree, pointed)
        raise


class _Sketch(NamedTuple):
    """A tree in brackets, in preorder: for each node its children, what stands there, who moves, and where."""

    children: list[list[int]]
    leaves: list[Number | str | None]
    names: list[str]
    named: list[int | None]
    starts: list[int]
    kinds: list[str]


def _sketch_of_text(text: str, tree: Tree) -> _Sketch:
    """The tree that stands in a text."""
    sketch = _Sketch([], [], [], [], [], [])
    opened: list[int] = []
    nodes, name, kind, roots = nodes_of(tree), "", "", 0
    for found in _PIECE.finditer(text):
        if found["label"]:
            name = found["label"].rstrip(": \t\n").strip('"')
        elif found["kind"]:
            kind = found["kind"].upper()
        elif found["close"]:
            if not opened:
                raise _Wrong(_problem_at_match("question-brackets", found))
            opened.pop()
        elif found["open"] or found["word"]:
            roots += not opened
            if roots > 1:
                raise _Wrong(_problem_at_match("question-brackets", found))
            number = len(sketch.children)
            if opened:
                sketch.children[opened[-1]].append(number)
            named = None if found["open"] else _only_node(nodes.named(found["word"]))
            _add_to_sketch(sketch, None if found["open"] else _leaf_of_word(found["word"]), name, named, found.start())
            sketch.kinds.append(kind)
            name = kind = ""
            if found["open"]:
                opened.append(number)
    if opened or not sketch.children:
        raise _Wrong(Problem("question-brackets", Span(0, max(1, len(text.rstrip()))), {"text": text.strip()[-20:]}))
    return sketch


def _add_to_sketch(sketch: _Sketch, leaf: Number | str | None, name: str, named: int | None, start: int) -> None:
    sketch.children.append([])
    sketch.leaves.append(leaf)
    sketch.names.append(name)
    sketch.named.append(named)
    sketch.starts.append(start)


def _leaf_of_word(word: str) -> Number | str:
    try:
        return student_number(word)
    except ValueError:
        return word.strip('"')


def _only_node(found: tuple[int, ...]) -> int | None:
    return found[0] if len(found) == 1 else None


def _problem_at_match(code: str, found: re.Match[str]) -> Problem:
    return Problem(code, Span(*found.span()), {"text": found[0][:60]})


class _Classes:
    """Numbers for subtrees: alike nodes have the same one."""

    def __init__(self) -> None:
        self._numbers: dict[object, int] = {}

    def number(self, described: object) -> int:
        """The number of what is described so."""
        return self._numbers.setdefault(described, len(self._numbers))

    def of_tree(self, tree: Tree, kinds: Sequence[object] = ()) -> list[int]:
        """The classes of all nodes of a tree; with `kinds` only those are alike that have the same players."""
        found = [0] * len(tree)
        for node in range(len(tree) - 1, -1, -1):
            below = tree.children[node]
            group = self._class_of_children(found, below), kinds[node] if kinds else None
            found[node] = self.number(group if below else ("leaf", _value_as_written(tree, node)))
        return found

    def of_sketch(self, sketch: _Sketch, classes: list[int], kinds: Sequence[object] = ()) -> list[int]:
        """The classes of all nodes of a sketch; a name stands for the node that is called so."""
        found = [0] * len(sketch.children)
        for node in range(len(found) - 1, -1, -1):
            named, below = sketch.named[node], sketch.children[node]
            if named is not None:
                found[node] = classes[named]
            else:
                group = self._class_of_children(found, below), kinds[node] if kinds else None
                found[node] = self.number(group if below else ("leaf", sketch.leaves[node]))
        return found

    @staticmethod
    def _class_of_children(found: list[int], below: Iterable[int]) -> tuple[str, tuple[int, ...]]:
        return "group", tuple(sorted(map(found.__getitem__, below)))


def _kinds_of_sketch(sketch: _Sketch, tree: Tree) -> list[Kind]:
    """Who moves at each node: as it is written there, else the players take turns below the root of the tree."""
    kinds, movers = [tree.kinds[0]] * len(sketch.children), [tree.movers[0]] * len(sketch.children)
    for node, below in enumerate(sketch.children):
        for child in below:
            turn = movers[node] if kinds[node] is Kind.CHANCE else movers[node].opponent
            kinds[child] = Kind[sketch.kinds[child]] if sketch.kinds[child] else turn
            movers[child] = turn if kinds[child] is Kind.CHANCE else kinds[child]
    return kinds


def _value_as_written(tree: Tree, leaf: int) -> object:
    value = tree.values[leaf]
    return value.letter if isinstance(value, Unknown) else value


class _Compared(NamedTuple):
    """A sketch beside the tree, each with the classes of its nodes, and with those in which players count, too."""

    sketch: _Sketch
    tree: Tree
    theirs: list[int]
    ours: list[int]
    theirs_with_players: list[int]
    ours_with_players: list[int]

    def children_paired(self, drawn: list[int], children: tuple[int, ...]) -> dict[int, int]:
        """Which child is meant by which; of several that are alike the one that is named, or has the same players."""
        left: dict[int, list[int]] = {}
        for child in children:
            left.setdefault(self.ours[child], []).append(child)
        known = {self.ours_with_players[child] for child in children}
        pairs: dict[int, int] = {}
        for one in sorted(drawn, key=lambda one: (not self._is_named(one), self.theirs_with_players[one] not in known)):
            alike = left[self.theirs[one]]
            pairs[one] = min(alike, key=lambda child: (not self._is_called(one, child), not self._is_same(one, child)))
            alike.remove(pairs[one])
        return {one: pairs[one] for one in drawn}

    def _is_named(self, one: int) -> bool:
        return bool(self.sketch.names[one]) or self.sketch.named[one] is not None

    def _is_called(self, one: int, child: int) -> bool:
        return child == self.sketch.named[one] or self.tree.names[child] == self.sketch.names[one]

    def _is_same(self, one: int, child: int) -> bool:
        return self.theirs_with_players[one] == self.ours_with_players[child]


def _order_of_sketch(sketch: _Sketch, tree: Tree, text: str) -> Order:
    """The order that a sketch gives the tree. Raises _Wrong where a subtree is not one of the tree."""
    classes = _Classes()
    ours, with_players = classes.of_tree(tree), classes.of_tree(tree, tree.kinds)
    theirs = classes.of_sketch(sketch, ours)
    if theirs[0] != ours[0]:
        raise _Wrong(_problem_of_first_difference(sketch, ours, theirs, text))
    kinds = _kinds_of_sketch(sketch, tree)
    compared = _Compared(sketch, tree, theirs, ours, classes.of_sketch(sketch, with_players, kinds), with_players)
    order = list(tree.children)
    waiting = [(0, 0)]
    while waiting:
        drawn, node = waiting.pop()
        if sketch.named[drawn] is None and tree.children[node]:
            pairs = compared.children_paired(sketch.children[drawn], tree.children[node])
            order[node] = tuple(pairs.values())
            waiting += pairs.items()
    return tuple(order)


def _problem_of_first_difference(sketch: _Sketch, ours: list[int], theirs: list[int], text: str) -> Problem:
    """The smallest subtree that the tree has not, or the whole, where each by itself is there."""
    known = set(ours)
    strange = [node for node in range(len(theirs)) if theirs[node] not in known]
    node = next((n for n in strange if all(theirs[c] in known for c in sketch.children[n])), 0)
    end = next((start for start in sketch.starts[node + 1 :] if not sketch.children[node]), None)
    shown = text[sketch.starts[node] : end].split("\n")[0][:40].strip()
    start = sketch.starts[node]
    return Problem("question-no-reordering", Span(start, start + max(1, len(shown))), {"text": shown})


# Node by node


def _order_node_by_node(text: str, tree: Tree) -> Order:
    """The order that lines such as `A: C B` give the tree."""
    nodes = nodes_of(tree)
    order = list(tree.children)
    owners = list(_OWNER.finditer(text))
    if not owners or text[: owners[0].start()].strip(" \t\r\n,;-*•"):
        raise _Wrong(unreadable(text))
    for found, following in zip(owners, [*owners[1:], None], strict=True):
        end = following.start() if following else len(text)
        called = nodes.named(found["owner"])
        if len(called) != 1:
            raise _Wrong(unknown_node(Mention(found["owner"], found.start()), nodes))
        listed = [m._replace(start=m.start + found.end()) for m in mentions(text[found.end() : end], nodes)]
        order[called[0]] = _children_as_listed(called[0], listed, tree)
    return tuple(order)


def _children_as_listed(node: int, listed: list[Mention], tree: Tree) -> tuple[int, ...]:
    """The children of a node as they are listed: each of them once."""
    nodes, left, found = nodes_of(tree), Counter(tree.children[node]), []
    for mention in listed:
        fitting = [child for child in children_called(nodes, node, mention.text) if left[child]]
        if not fitting:
            facts = {"text": mention.text[:60], "name": tree.names[node]}
            raise _Wrong(Problem("question-no-child", mention.span, facts))
        found.append(fitting[0])
        left[fitting[0]] -= 1
    if len(found) < len(tree.children[node]):
        start = listed[0].start if listed else 0
        facts = {"text": tree.names[node], "name": tree.names[node]}
        raise _Wrong(Problem("question-child-missing", Span(start, start + 1), facts))
    return tuple(found)
