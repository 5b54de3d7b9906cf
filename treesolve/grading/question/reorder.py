"""Reorder the children so that as many leaves as possible are pruned.

What counts is how many leaves the search of the lecture evaluates then: between as many as in the tree as it is given,
worth nothing, and the least number there is, worth everything.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random

from treesolve.analysis.minimal_tree import least_evaluated
from treesolve.analysis.reordering import Reordering, reorder, reordered
from treesolve.analysis.tried_orders import Order
from treesolve.grading.question.order_text import read_order
from treesolve.grading.question.protocol import ALL, NOTHING, QuestionOfOneItem
from treesolve.model.convention import Convention
from treesolve.model.number import Value
from treesolve.model.tree import Tree
from treesolve.notation.number_text import write_number
from treesolve.notation.writer import expected_kind
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution, solve


@dataclass(frozen=True)
class Reorder(QuestionOfOneItem):
    """Asks for the children of each node in the order that prunes most."""

    part = "reorder"

    @classmethod
    def draw(cls, solution: Solution, random: Random) -> "Reorder | None":  # noqa: ARG003
        """The question; None where the least number of leaves is not known, or reached already."""
        if not solution.convention.cuts or solution.is_forced:
            return None
        least = least_evaluated(solution)
        return cls() if least is not None and least < len(solution.evaluated) else None

    def best(self, solution: Solution) -> Reordering:
        """The tree in a best order, with the least number of leaves evaluated."""
        return _best_reordering(solution.tree, solution.convention)

    def right_answer(self, solution: Solution, number: Callable[[Value], str] = write_number) -> str:
        """The tree in a best order; `number` writes the values of its leaves."""
        return written(self.best(solution).tree, number)

    def expected(self, solution: Solution) -> str:
        """The least number of leaves that can be evaluated."""
        return str(_least_evaluated(solution))

    def worth(self, text: str, solution: Solution) -> tuple[Fraction, str | None]:
        """How much of what can be saved is saved, and how many leaves are evaluated."""
        found = evaluated(solution, read_order(text, solution.tree))
        if found is None:
            return NOTHING, None
        given, least = len(solution.evaluated), _least_evaluated(solution)
        if found <= least:
            return ALL, str(found)
        return max(NOTHING, Fraction(given - found, given - least)) if given > least else NOTHING, str(found)


def _least_evaluated(solution: Solution) -> int:
    """As many leaves as have to be evaluated in the best order; where that is not known, as many as are."""
    least = least_evaluated(solution)
    return len(solution.evaluated) if least is None else least


def evaluated(solution: Solution, order: Order) -> int | None:
    """How many leaves the search evaluates in an order; None where it needs an unknown leaf then."""
    try:
        return len(solve(reordered(solution.tree, order), solution.convention).evaluated)
    except Unsolvable:
        return None


@lru_cache(maxsize=64)
def _best_reordering(tree: Tree, convention: Convention) -> Reordering:
    return reorder(solve(tree, convention))


def written(tree: Tree, number: Callable[[Value], str] = write_number) -> str:
    """The tree in brackets with the values of its leaves, and who moves where it is not who is expected to.

    `number` writes the values as a country does.

    >>> from treesolve.notation.reader import read
    >>> written(read("S: MIN (A: (6 5) -3)"))
    '((6 5) -3)'
    """
    return "".join(_brackets_and_leaves(tree, number))


def _brackets_and_leaves(tree: Tree, number: Callable[[Value], str]) -> Iterator[str]:
    ends: list[int] = []
    after_item = False
    for node in range(len(tree)):
        while ends and ends[-1] == node:
            yield ")"
            ends.pop()
        value = tree.values[node]
        kind = tree.kinds[node]
        told = f"{kind.name} " if node and value is None and kind is not expected_kind(tree, node) else ""
        yield (" " if after_item else "") + told + ("(" if value is None else number(value))
        after_item = value is not None or bool(not tree.children[node])
        if tree.children[node]:
            ends.append(tree.ends[node])
            after_item = False
        else:
            after_item = True
    yield ")" * len(ends)
