"""Weights for the children of chance nodes in generated trees, and leaf values that give integer averages."""

import re
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from math import lcm
from typing import Any

from treesolve.authoring.tree_request import Chances, TreeRequest
from treesolve.authoring.value_range import ValueRange
from treesolve.model.hash_random import Randomness
from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.notation.number_text import read_number

DENOMINATORS = (2, 4, 3, 5, 10)
"""The possible denominators of random weights."""


def read_chances(text: str) -> Chances:
    """Parse a list of weights. Raises InputError if a weight is invalid, or if the sum of the weights is not 1.

    >>> read_chances("1/4, 75 %")
    (Fraction(1, 4), Fraction(3, 4))
    """
    words = re.sub(r"\s+%", "%", text).replace(",", " ").split()
    chances = tuple(_chance(word, text) for word in words)
    if sum(chances) != 1:
        raise InputError((Problem("chances-sum", None, {"text": text, "sum": sum(chances)}),))
    return chances


def _chance(word: str, text: str) -> Fraction:
    try:
        number = read_number(word.removesuffix("%"))
    except ValueError:
        number = 0
    if not 0 < number < INFINITY:
        raise InputError((Problem("chances-form", None, {"text": text, "word": word}),))
    return Fraction(number) / (100 if word.endswith("%") else 1)


def draw_skeleton(request: TreeRequest, random: Randomness) -> Tree:
    """Return the tree in `like`, or else a tree of the requested shape with weights at chance nodes and 0 at leaves."""
    if request.like is not None:
        return request.like
    assert request.shape is not None
    form = request.shape.draw(random, request.players)
    weights: dict[int, Fraction | int] = {}
    for node, kind in enumerate(form.kinds):
        if kind is Kind.CHANCE:
            found = request.chances or draw_weights(len(form.children[node]), random)
            weights.update(zip(form.children[node], found, strict=True))
    return Tree(form.kinds, form.values, form.children, weights=weights) if weights else form


def draw_weights(count: int, random: Randomness) -> Chances:
    """Return random positive weights for `count` children.

    The weights have a small common denominator. If there are more children than the largest of DENOMINATORS, all
    weights are equal.
    """
    possible = [denominator for denominator in DENOMINATORS if denominator >= count]
    if not possible:
        return (Fraction(1, count),) * count
    parts = possible[random.below(len(possible))]
    ends = [0, *(1 + end for end in random.sample(parts - 1, count - 1)), parts]
    return tuple(Fraction(after - before, parts) for before, after in pairwise(ends))


def with_integer_averages(tree: Tree, values: ValueRange) -> Tree | None:
    """Return the tree with some leaf values shifted, so that the average at every chance node is in steps of `values`.

    Returns None if no shift works. The leaf values must be in `values`, and remain in this range when shifted.
    """
    averaged = _AverageAdjuster(tree, values)
    if not all(map(averaged.compute_value, reversed(range(len(tree))))):
        return None
    leaves = {leaf: values.number(averaged.found[leaf] - values.low) for leaf in tree.leaf_ids}
    return replace(tree, values=tuple(map(leaves.get, range(len(tree)))))


class _AverageAdjuster:
    """Bottom-up computation of minimax values that shifts leaves where necessary.

    All values are integers that count the steps of the range.
    """

    def __init__(self, tree: Tree, values: ValueRange) -> None:
        self.tree, self.low, self.high = tree, values.low, values.high
        self.found = [0] * len(tree)
        for leaf in tree.leaf_ids:
            value: Any = tree.values[leaf]
            self.found[leaf] = int(value * values.denominator)

    def compute_value(self, node: int) -> bool:
        """Compute the value of a node from its children's values. If necessary, shift the leaves below a chance node.

        Returns False if no shift makes the value a whole number of steps.
        """
        kind, below = self.tree.kinds[node], self.tree.children[node]
        if kind is Kind.CHANCE:
            return self._compute_average(node, below)
        if below:
            self.found[node] = (max if kind is Kind.MAX else min)(self.found[child] for child in below)
        return True

    def _compute_average(self, node: int, below: tuple[int, ...]) -> bool:
        weights = [self.tree.weight(child) or 0 for child in below]
        parts = lcm(*(weight.denominator for weight in weights))
        shares = [weight.numerator * (parts // weight.denominator) for weight in weights]
        total = sum(share * self.found[child] for share, child in zip(shares, below, strict=True))
        for shift in (0, *(sign * steps for steps in range(1, parts) for sign in (1, -1))):  # smallest shift first
            for share, child in zip(shares, below, strict=True):
                average, rest = divmod(total + share * shift, parts)
                if not rest and self._can_shift(child, shift):
                    for shifted in self.tree.subtree(child):
                        self.found[shifted] += shift
                    self.found[node] = average
                    return True
        return False

    def _can_shift(self, child: int, shift: int) -> bool:
        leaves = (node for node in self.tree.subtree(child) if not self.tree.children[node])
        return all(self.low <= self.found[leaf] + shift <= self.high for leaf in leaves)
