"""Reorder the children so that as many leaves as possible are pruned.

The share depends on how many leaves the convention's search evaluates in the new order. The number for the given order
is worth 0, and the smallest possible number is worth 1.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random

from treesolve.analysis.candidate_orders import Order
from treesolve.analysis.minimal_tree import least_evaluated
from treesolve.analysis.reordering import Reordering, apply_order, reorder
from treesolve.grading.marks import Item, Mark
from treesolve.grading.question.sentence import Fact, Sentence
from treesolve.grading.question.tree_question import (
    ALL,
    Mention,
    SingleItemQuestion,
    UnreadableAnswer,
    given_text,
    node_mentions,
    nodes_of,
    unreadable_problem,
)
from treesolve.model.convention import Convention
from treesolve.model.number import Value
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation.number_text import format_number
from treesolve.notation.reader import read
from treesolve.notation.writer import needs_kind
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution, solve
from treesolve.submissions.answer_words import try_parse_answer_number


@dataclass(frozen=True)
class ReorderQuestion(SingleItemQuestion):
    """The question that asks for the order of children in which the most leaves are pruned."""

    part = "reorder"
    is_about_numbers = False

    def lines_to_answer(self, tree: Tree) -> int:  # noqa: ARG002
        """Return the number of lines: a tree takes more space than a number."""
        return 2

    @classmethod
    def draw(cls, solution: Solution, random: Random) -> "ReorderQuestion | None":  # noqa: ARG003
        """Return the question, or None if the given order is already best or the best number of leaves is unknown.

        Conventions without cuts have no such question.
        """
        if not solution.convention.cuts or solution.is_forced:
            return None
        least = least_evaluated(solution)
        return cls() if least is not None and least < len(solution.evaluated_ids) else None

    def best(self, solution: Solution) -> Reordering:
        """Return a best order of the tree, in which the search evaluates the fewest leaves."""
        return _best_reordering(solution.tree, solution.convention)

    def right_answer(self, solution: Solution) -> str:
        """Return the tree in a best order, as text."""
        return written(self.best(solution).tree)

    def right(self, solution: Solution) -> Sentence:
        """Return a sentence with the tree in a best order. Numbers use the notation of the language."""
        return Sentence("answer", {"text": Fact("tree", self.best(solution).tree)})

    def asking(self, solution: Solution) -> Sentence:
        """Return the question, which includes the number of leaves evaluated in the given order."""
        return Sentence("ask_reorder", _leaves_counted(solution))

    def explanation(self, solution: Solution) -> Iterator[Sentence]:
        """Yield sentences about the new order of each changed node, and about the leaves saved."""
        best = self.best(solution)
        for node in best.changed:
            yield Sentence("reordered", {"name": Fact("name", node), "children": Fact("names", best.order[node])})
        yield Sentence("saved", {**_leaves_counted(solution), "found": best.evaluated, "exact": best.exact})

    def expected(self, solution: Solution) -> str:
        """Return the smallest possible number of evaluated leaves."""
        return str(_least_evaluated(solution))

    def reason(self, _mark: Mark, wrong: Item, /, *, full: bool) -> Sentence:
        """Return a sentence with the number of leaves that the search evaluates in the student's order."""
        return Sentence("wrong_reorder", {"given": given_text(wrong), "right": wrong.expected if full else ""})

    def worth(self, text: str, solution: Solution) -> tuple[Fraction, str | None]:
        """Return the share of the possible savings that an order achieves, and the number of leaves evaluated in it."""
        found = evaluated(solution, parse_order(text, solution.tree))
        if found is None:
            return Fraction(0), None
        given, least = len(solution.evaluated_ids), _least_evaluated(solution)
        share = ALL if found <= least else Fraction(max(0, given - found), max(1, given - least))
        return share, str(found)


def _leaves_counted(solution: Solution) -> dict[str, int]:
    """Return the number of leaves evaluated in the given order, and the total number of leaves."""
    return {"given": len(solution.evaluated_ids), "leaves": len(solution.tree.leaf_ids)}


def _least_evaluated(solution: Solution) -> int:
    """Return the number of leaves evaluated in the best order or, if it is unknown, in the given order."""
    least = least_evaluated(solution)
    return len(solution.evaluated_ids) if least is None else least


def evaluated(solution: Solution, order: Order) -> int | None:
    """Return the number of leaves evaluated in an order, or None if the search needs an unknown leaf."""
    try:
        return len(solve(apply_order(solution.tree, order), solution.convention).evaluated_ids)
    except Unsolvable:
        return None


@lru_cache(maxsize=64)
def _best_reordering(tree: Tree, convention: Convention) -> Reordering:
    return reorder(solve(tree, convention))


def written(tree: Tree, number: Callable[[Value], str] = format_number) -> str:
    """Return the tree in brackets, with leaf values. Players are included only where they are not the expected ones.

    `number` formats the values, for example with decimal commas.

    >>> from treesolve.notation.reader import read
    >>> written(read("S: MIN (A: (6 5) -3)"))
    '((6 5) -3)'
    """
    closing = Counter(end for end, children in zip(tree.ends, tree.children, strict=True) if children)
    items = []
    for node, (kind, value) in enumerate(zip(tree.kinds, tree.values, strict=True)):
        prefix = f"{kind.name} " if node and value is None and needs_kind(tree, node) else ""
        items.append(prefix + ("(" if value is None else number(value)) + ")" * closing[node + 1])
    return " ".join(items).replace("( ", "(")


# Orders in answers: the whole tree, ((2 9) (6 5)), or the children node by node, A: C B


_DECIMAL_COMMA = re.compile(r"(?<=\d),(?=\d)")
_NUMBER = re.compile(r"[+\-−–]?\d+(?:[.,/]\d+)?")
_LINE = re.compile(r"\S.{0,39}")
_KIND = re.compile(r"\s*(?:max|min|chance)\b", re.IGNORECASE)
_OWNER = re.compile(r"(?<![\w'’.])(?P<owner>\"[^\"\n]*\"|[\w'’.]++)[ \t]*+(?:[:=]|-+>|→|⇒)(?![ \t]*[=>])")


def parse_order(text: str, tree: Tree) -> Order:
    """Parse an order. Nodes that are not mentioned keep the order of their children. Raises UnreadableAnswer."""
    return _order_in_brackets(text, tree) if re.search(r"[(\[{]", text) else _order_node_by_node(text, tree)


# The whole tree


def _order_in_brackets(text: str, tree: Tree) -> Order:
    """Parse an order given as a tree in brackets. Raises UnreadableAnswer if this tree is not a reordering of `tree`.

    Commas separate numbers. They are taken as decimal commas only if the tree is not a reordering otherwise.
    """
    given = list(_possible_trees(text, tree))
    if not given:
        raise UnreadableAnswer(Problem("question-brackets", Span(0, len(text.rstrip())), {"text": text.strip()[-20:]}))
    orders = (_order_of_tree(one, tree, by_players) for one in given for by_players in (True, False))
    order = next(filter(None, orders), None)
    if order is None:
        strange = (found for found in _NUMBER.finditer(text) if try_parse_answer_number(found[0]) not in tree.values)
        found = next(strange, None) or _LINE.search(text)
        assert found is not None
        raise UnreadableAnswer(Problem("question-no-reordering", Span(*found.span()), {"text": found[0]}))
    return order


def _possible_trees(text: str, tree: Tree) -> Iterator[Tree]:
    """Yield the trees that `text` can be read as. The text may omit the player at the root."""
    kind = "" if _KIND.match(text) else f"{tree.kinds[0].name} "
    for spelling in dict.fromkeys([text, _DECIMAL_COMMA.sub(".", text)]):
        try:
            yield read(kind + spelling)
        except InputError:
            continue


def _order_of_tree(given: Tree, tree: Tree, by_players: bool) -> Order | None:
    """Return the order that turns `tree` into the given tree, or None if they are different trees.

    If `by_players` is false, players are ignored. The result is then also None if children differ only in their
    players, because their order is ambiguous.
    """
    numbers: dict[object, int] = {}
    ours, theirs = (_numbers_of_subtrees(one, numbers, by_players) for one in (tree, given))
    if ours[0] != theirs[0] or not (by_players or _are_players_distinguishable(tree, ours)):
        return None
    order, remaining = list(tree.children), [(0, 0)]
    while remaining:
        node, meant = remaining.pop()
        left: dict[int, list[int]] = {}
        for child in tree.children[node]:
            left.setdefault(ours[child], []).append(child)
        pairs = [(left[theirs[one]].pop(0), one) for one in given.children[meant]]
        order[node] = tuple(child for child, _ in pairs)
        remaining += pairs
    return tuple(order)


def _numbers_of_subtrees(tree: Tree, numbers: dict[object, int], by_players: bool) -> list[int]:
    """Return a number for the subtree below each node. Subtrees that differ only in their order have equal numbers."""
    found = [0] * len(tree)
    for node in reversed(range(len(tree))):
        below = tuple(sorted(found[child] for child in tree.children[node]))
        described = (tree.kinds[node] if by_players else None, below) if below else tree.values[node]
        found[node] = numbers.setdefault(described, len(numbers))
    return found


def _are_players_distinguishable(tree: Tree, numbers: list[int]) -> bool:
    """Return whether no two children of a node differ only in their players."""
    with_players = _numbers_of_subtrees(tree, {}, by_players=True)
    return all(
        len({numbers[child] for child in below}) == len({with_players[child] for child in below})
        for below in tree.children
    )


# Node by node


def _order_node_by_node(text: str, tree: Tree) -> Order:
    """Parse an order given node by node, as in `A: C B`. Raises UnreadableAnswer."""
    nodes = nodes_of(tree)
    order = list(tree.children)
    owners = list(_OWNER.finditer(text))
    if not owners or text[: owners[0].start()].strip(" \t\r\n,;-*•"):
        raise UnreadableAnswer(unreadable_problem(text))
    for found, following in zip(owners, [*owners[1:], None], strict=True):
        end = following.start() if following else len(text)
        called = nodes.named(found["owner"])
        if len(called) != 1:
            raise UnreadableAnswer(Mention(found["owner"], found.start(), nodes).unknown)
        listed = [m._replace(start=m.start + found.end()) for m in node_mentions(text[found.end() : end], tree)]
        order[called[0]] = _children_as_listed(called[0], listed, tree)
    return tuple(order)


def _children_as_listed(node: int, listed: list[Mention], tree: Tree) -> tuple[int, ...]:
    """Return the children of a node in the listed order. Raises UnreadableAnswer unless each child occurs once."""
    left, found = Counter(tree.children[node]), list[int]()
    for mention in listed:
        fitting = [child for child in mention.matching_children(node) if left[child]]
        if not fitting:
            facts = {"text": mention.text[:60], "name": tree.names[node]}
            raise UnreadableAnswer(Problem("question-no-child", mention.span, facts))
        found.append(fitting[0])
        left[fitting[0]] -= 1
    if len(found) < len(tree.children[node]):
        start = listed[0].start if listed else 0
        facts = {"text": tree.names[node], "name": tree.names[node]}
        raise UnreadableAnswer(Problem("question-child-missing", Span(start, start + 1), facts))
    return tuple(found)
