"""Orders of children as they are asked for: the whole tree, ((2 9) (6 5)), or the children node by node, A: C B.

Vocabulary

    alike       nodes whose subtrees differ in nothing but order: which of them was meant makes no difference
"""

import re
from collections import Counter
from collections.abc import Iterator

from treesolve.analysis.tried_orders import Order
from treesolve.answers.number_words import number_meant
from treesolve.grading.question.protocol import NotRead
from treesolve.grading.question.reading import Mention, children_called, mentions, nodes_of, unknown_node, unreadable
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation.reader import read

_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")
_NUMBER = re.compile(r"[+\-−–]?\d+(?:[.,/]\d+)?")
_LINE = re.compile(r"\S.{0,39}")
_KIND = re.compile(r"\s*(?:max|min|chance)\b", re.IGNORECASE)
_OWNER = re.compile(r"(?<![\w'’.])(?P<owner>\"[^\"\n]*\"|[\w'’.]++)[ \t]*+(?:[:=]|-+>|→|⇒)(?![ \t]*[=>])")


def read_order(text: str, tree: Tree) -> Order:
    """The order of children that a text gives a tree; nodes it does not speak of keep theirs. Raises NotRead."""
    return _order_in_brackets(text, tree) if re.search(r"[(\[{]", text) else _order_node_by_node(text, tree)


# The whole tree


def _order_in_brackets(text: str, tree: Tree) -> Order:
    """The order of a tree in our notation, where commas part numbers, or are decimal ones if that gives the tree."""
    given = list(_trees_meant(text, tree))
    if not given:
        raise NotRead(Problem("question-brackets", Span(0, len(text.rstrip())), {"text": text.strip()[-20:]}))
    orders = (_order_of_tree(one, tree, by_players) for one in given for by_players in (True, False))
    order = next(filter(None, orders), None)
    if order is None:
        strange = (found for found in _NUMBER.finditer(text) if number_meant(found[0]) not in tree.values)
        found = next(strange, None) or _LINE.search(text)
        assert found is not None
        raise NotRead(Problem("question-no-reordering", Span(*found.span()), {"text": found[0]}))
    return order


def _trees_meant(text: str, tree: Tree) -> Iterator[Tree]:
    """The trees that a text may mean; the player at the root may be left out."""
    kind = "" if _KIND.match(text) else f"{tree.kinds[0].name} "
    for written in dict.fromkeys([text, _DECIMAL_COMMA.sub(".", text)]):
        try:
            yield read(kind + written)
        except InputError:
            continue


def _order_of_tree(given: Tree, tree: Tree, by_players: bool) -> Order | None:
    """The order that the same tree with other orders gives ours; None where it is another one.

    Without regard to players, it is none either where children differ in nothing else: nobody knows which is meant.
    """
    numbers: dict[object, int] = {}
    ours, theirs = (_numbers_of_subtrees(one, numbers, by_players) for one in (tree, given))
    if ours[0] != theirs[0] or not (by_players or _are_players_told_apart(tree, ours)):
        return None
    order, waiting = list(tree.children), [(0, 0)]
    while waiting:
        node, meant = waiting.pop()
        left: dict[int, list[int]] = {}
        for child in tree.children[node]:
            left.setdefault(ours[child], []).append(child)
        pairs = [(left[theirs[one]].pop(0), one) for one in given.children[meant]]
        order[node] = tuple(child for child, _ in pairs)
        waiting += pairs
    return tuple(order)


def _numbers_of_subtrees(tree: Tree, numbers: dict[object, int], by_players: bool) -> list[int]:
    """A number for the subtree at each node; alike ones have the same."""
    found = [0] * len(tree)
    for node in reversed(range(len(tree))):
        below = tuple(sorted(found[child] for child in tree.children[node]))
        described = (tree.kinds[node] if by_players else None, below) if below else tree.values[node]
        found[node] = numbers.setdefault(described, len(numbers))
    return found


def _are_players_told_apart(tree: Tree, numbers: list[int]) -> bool:
    """Whether children that are alike but for the players are alike with them, too."""
    with_players = _numbers_of_subtrees(tree, {}, by_players=True)
    return all(
        len({numbers[child] for child in below}) == len({with_players[child] for child in below})
        for below in tree.children
    )


# Node by node


def _order_node_by_node(text: str, tree: Tree) -> Order:
    """The order that lines such as `A: C B` give the tree."""
    nodes = nodes_of(tree)
    order = list(tree.children)
    owners = list(_OWNER.finditer(text))
    if not owners or text[: owners[0].start()].strip(" \t\r\n,;-*•"):
        raise NotRead(unreadable(text))
    for found, following in zip(owners, [*owners[1:], None], strict=True):
        end = following.start() if following else len(text)
        called = nodes.named(found["owner"])
        if len(called) != 1:
            raise NotRead(unknown_node(Mention(found["owner"], found.start()), nodes))
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
            raise NotRead(Problem("question-no-child", mention.span, facts))
        found.append(fitting[0])
        left[fitting[0]] -= 1
    if len(found) < len(tree.children[node]):
        start = listed[0].start if listed else 0
        facts = {"text": tree.names[node], "name": tree.names[node]}
        raise NotRead(Problem("question-child-missing", Span(start, start + 1), facts))
    return tuple(found)
