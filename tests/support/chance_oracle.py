"""Chance nodes once more: Ballard's Star1 and what is misunderstood of it, as one recursive function with fractions.

It shares nothing with the program but the columns of a tree.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from tests.support.obedient_student import INFINITY, Student
from treesolve.model.kind import Kind
from treesolve.model.tree import Tree


class Rules(NamedTuple):
    """A convention with deep bounds, or with shallow ones."""

    strict: bool = False
    bound: bool = False
    shallow: bool = False


OF_STAR2 = ("from the left", "deep", "average", "limits", "probes", "share", "impossible", "between")
"""What is said of Star2 in every convention with deep bounds."""

SEARCHED_CONVENTIONS = {"aima": Rules(), "luger": Rules(), "haw": Rules(bound=True), "cs188": Rules(strict=True)}
SHALLOW = {"lang": Rules(shallow=True)}


@dataclass
class Run:
    """What one search did: leaves in order, windows and results of inner nodes, and what was skipped."""

    leaves: list[int] = field(default_factory=list)
    windows: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    returned: dict[int, Any] = field(default_factory=dict)
    skipped: list[int] = field(default_factory=list)


def own_weight(tree: Tree, child: int) -> Fraction:
    """Return the probability of a child of a chance node, as the tree has it."""
    parent = next(node for node, below in enumerate(tree.children) if child in below)
    return Fraction(tree.weights.get(child, Fraction(1, len(tree.children[parent]))))


def equal_weight(tree: Tree, child: int) -> Fraction:
    """Return the same for all children."""
    return own_weight(Tree(tree.kinds, tree.values, tree.children), child)


def searched(
    tree: Tree,
    rules: Rules,
    *,
    chance: Kind = Kind.CHANCE,
    weight: Callable[[Tree, int], Any] = own_weight,
    limits: tuple[Any, Any] | None = None,
    exchanged: bool = False,
    through: bool = False,
    so_far: bool = False,
    pick: Callable[[list[Any]], Any] | None = None,
) -> Run:
    """Alpha-beta with Star1 where there are limits; with the rest as somebody wrong has it."""
    run = Run()

    def search(node: int, alpha: Any, beta: Any) -> Any:
        if not tree.children[node]:
            run.leaves.append(node)
            return tree.values[node]
        run.windows[node] = alpha, beta
        kind = chance if tree.kinds[node] is Kind.CHANCE else tree.kinds[node]
        run.returned[node] = (average if kind is Kind.CHANCE else choice)(node, kind, alpha, beta)
        return run.returned[node]

    def passed(value: Any, bound: Any) -> bool:
        return value > bound if rules.strict else value >= bound

    def choice(node: int, kind: Kind, alpha: Any, beta: Any) -> Any:
        best, left = (-INFINITY if kind is Kind.MAX else INFINITY), list(tree.children[node])
        while left:
            child = left.pop(0)
            found = search(child, *told_by_player(kind, tree.kinds[child], alpha, beta))
            if kind is Kind.MAX:
                best, alpha = max(best, found), max(alpha, found)
            else:
                best, beta = min(best, found), min(beta, found)
            if passed(alpha, beta):
                run.skipped += left
                break
        return (alpha if kind is Kind.MAX else beta) if rules.bound else best

    def told_by_player(kind: Kind, kind_of_child: Kind, alpha: Any, beta: Any) -> tuple[Any, Any]:
        if not rules.shallow:
            return alpha, beta
        opposite = (alpha, INFINITY) if kind is Kind.MAX else (-INFINITY, beta)
        return (-INFINITY, INFINITY) if kind_of_child is kind else opposite

    def told_by_chance(kind_of_child: Kind, window: tuple[Any, Any]) -> tuple[Any, Any]:
        low, high = window
        players_own = rules.shallow and kind_of_child in (Kind.MAX, Kind.MIN)
        return window if not players_own else (-INFINITY, high) if kind_of_child is Kind.MAX else (low, INFINITY)

    def average(node: int, _: Kind, alpha: Any, beta: Any) -> Any:
        left = list(tree.children[node])
        if pick:
            return pick([search(child, -INFINITY, INFINITY) for child in left])
        total, settled, seen = Fraction(), Fraction(), Fraction()
        rest = sum((Fraction(weight(tree, child)) for child in left), Fraction())
        while left:
            child = left.pop(0)
            share = Fraction(weight(tree, child))
            rest -= share
            value = search(child, *told_by_chance(tree.kinds[child], told(alpha, beta, settled, rest, share)))
            total, seen = total + share * value, seen + share
            if limits:
                settled += share * min(max(value, limits[0]), limits[1])
                stopped = star1(settled, rest, alpha, beta)
            else:
                stopped = by_average_so_far(total / seen if seen else total, alpha, beta) if so_far else None
            if stopped is not None:
                run.skipped += left
                return stopped
        return total

    def told(alpha: Any, beta: Any, settled: Fraction, rest: Fraction, share: Fraction) -> tuple[Any, Any]:
        if limits is None:
            return (alpha, beta) if through else (-INFINITY, INFINITY)
        if not share:
            return limits
        worst, best = limits[::-1] if exchanged else limits
        low = alpha if abs(alpha) == INFINITY else (alpha - settled - rest * best) / share
        high = beta if abs(beta) == INFINITY else (beta - settled - rest * worst) / share
        inside = max(low, limits[0]), min(high, limits[1])
        return inside if inside[0] < inside[1] else (low, high)

    def star1(settled: Fraction, rest: Fraction, alpha: Any, beta: Any) -> Any:
        worst, best = limits[::-1] if exchanged else limits  # type: ignore[index]
        if passed(settled + rest * worst, beta):
            return beta if rules.bound else settled + rest * worst
        if passed(alpha, settled + rest * best):
            return alpha if rules.bound else settled + rest * best
        return None

    def by_average_so_far(value: Fraction, alpha: Any, beta: Any) -> Any:
        return value if passed(alpha, value) or passed(value, beta) else None

    search(0, -INFINITY, INFINITY)
    return run


def probed(tree: Tree, rules: Rules) -> Run:
    """Star2, as somebody does it who knows the sentences of a sheet about it."""
    said = [*OF_STAR2, "bound" if rules.bound else "", f"stopped at {'bound' if rules.bound else 'average'}"]
    said += ["beyond equality", "chance stops beyond"] if rules.strict else ["at equality", "chance stops at equality"]
    numbers = dict(zip(("low", "high"), map(str, tree.bounds), strict=True))
    student = Student(tree, {rule: {"clipped": None, **numbers} for rule in said})
    student.search(0, -INFINITY, INFINITY)
    return Run(student.order, student.windows, student.values, student.pruned)


def textbook(tree: Tree, convention: str, chance: str) -> Run:
    """What a convention does with that rule for chance nodes, where the tree has limits."""
    rules = (SEARCHED_CONVENTIONS | SHALLOW)[convention]
    if chance == "star2" and tree.bounds:
        return probed(tree, rules)
    return searched(tree, rules, limits=None if chance == "never" else tree.bounds)


WRONG: dict[str, Callable[[Tree, Rules], Run]] = {
    "unweighted-average": lambda tree, rules: searched(tree, rules, limits=tree.bounds, weight=equal_weight),
    "chance-maximum": lambda tree, rules: searched(tree, rules, pick=max),
    "chance-minimum": lambda tree, rules: searched(tree, rules, pick=min),
    "chance-as-max": lambda tree, rules: searched(tree, rules, chance=Kind.MAX),
    "chance-as-min": lambda tree, rules: searched(tree, rules, chance=Kind.MIN),
    "sum-without-weights": lambda tree, rules: searched(tree, rules, limits=tree.bounds, weight=lambda *_: 1),
    "cut-without-limits": lambda tree, rules: searched(tree, rules, so_far=True),
    "bounds-through-chance": lambda tree, rules: searched(tree, rules, through=True),
    "limits-exchanged": lambda tree, rules: searched(tree, rules, limits=tree.bounds, exchanged=True),
    "no-chance-cuts": lambda tree, rules: searched(tree, rules),
}
"""The misconceptions about chance nodes, each as a search."""


def drawn(rng: random.Random, *, bounded: bool = True, depth: int = 4, most: int = 3) -> Tree:
    """Return a tree in which many nodes are chance nodes, with short weights, and leaves within limits or without."""
    kinds: list[Kind] = []
    values: list[Any] = []
    children: list[tuple[int, ...]] = []
    weights: dict[int, Fraction] = {}

    def grow(left: int, above: Kind | None) -> int:
        node = len(kinds)
        is_leaf = left == 0 or (node > 0 and rng.random() < 0.12)
        players = [Kind.MAX, Kind.MIN] if above is Kind.CHANCE else [Kind.MAX, Kind.MIN, Kind.CHANCE, Kind.CHANCE]
        kind = Kind.LEAF if is_leaf else rng.choice(players) if node else rng.choice((Kind.MAX, Kind.MAX, Kind.MIN))
        kinds.append(kind)
        values.append(rng.randint(0, 20) if is_leaf else None)
        children.append(())
        if not is_leaf:
            children[node] = tuple(grow(left - 1, kind) for _ in range(rng.randint(2, most)))
        if kind is Kind.CHANCE and rng.random() < 0.7:
            shares = [rng.choice((1, 1, 2, 3, 5)) for _ in children[node]]
            weights.update(zip(children[node], (Fraction(share, sum(shares)) for share in shares), strict=True))
        return node

    grow(depth, None)
    return Tree(tuple(kinds), tuple(values), tuple(children), weights=weights, bounds=(0, 20) if bounded else None)
