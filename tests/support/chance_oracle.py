"""Chance nodes once more: Ballard's Star1 and what is misunderstood of it, as one recursive function with fractions.

It shares nothing with the program but the columns of a tree.

Vocabulary

    rules       what a lecture says: whether a cut needs more than equality, and whether a node hands up its bound
    wrong       what somebody does otherwise: the player that chance is taken for, what stands in the place of averages,
                the weights, the limits, how bounds go through a chance node, and whether it stops by the average so far
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from treesolve.model.tree import Kind, Tree

INFINITY = float("inf")


class Rules(NamedTuple):
    """A lecture with deep bounds."""

    strict: bool = False
    bound: bool = False


LECTURES = {"aima": Rules(), "luger": Rules(), "haw": Rules(bound=True), "cs188": Rules(strict=True)}


@dataclass
class Run:
    """What one search did: leaves in order, windows and results of inner nodes, and what was skipped."""

    leaves: list[int] = field(default_factory=list)
    windows: dict[int, tuple[Any, Any]] = field(default_factory=dict)
    returned: dict[int, Any] = field(default_factory=dict)
    skipped: list[int] = field(default_factory=list)


def own_weight(tree: Tree, child: int) -> Fraction:
    """The probability of a child of a chance node, as the tree has it."""
    parent = next(node for node, below in enumerate(tree.children) if child in below)
    return Fraction(tree.weights.get(child, Fraction(1, len(tree.children[parent]))))


def equal_weight(tree: Tree, child: int) -> Fraction:
    """The same for all children."""
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
            found = search(left.pop(0), alpha, beta)
            if kind is Kind.MAX:
                best, alpha = max(best, found), max(alpha, found)
            else:
                best, beta = min(best, found), min(beta, found)
            if passed(alpha, beta):
                run.skipped += left
                break
        return (alpha if kind is Kind.MAX else beta) if rules.bound else best

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
            value = search(child, *told(alpha, beta, settled, rest, share))
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
    """Star2: at each chance node one look at the first child of each player's node, then the rest of these in turn.

    Nodes are generators that pause after their first child and are gone on with, or are not.
    """
    run, (least, most) = Run(), tree.bounds or (-INFINITY, INFINITY)

    def passed(value: Any, bound: Any) -> bool:
        return value > bound if rules.strict else value >= bound

    def search(node: int, alpha: Any, beta: Any) -> Any:
        if not tree.children[node]:
            run.leaves.append(node)
            return tree.values[node]
        if tree.kinds[node] is Kind.CHANCE:
            run.windows[node] = alpha, beta
            run.returned[node] = average(node, alpha, beta)
            return run.returned[node]
        going = choice(node, pauses=False)
        next(going)
        return finished(going, node, (alpha, beta))[1]

    def finished(going: Any, node: int, window: tuple[Any, Any]) -> tuple[bool, Any]:
        """Whether a node is done, and what it returns, or the bound it has found."""
        run.windows[node] = window
        done, value = going.send(window)
        run.returned[node] = value
        return done, value

    def choice(node: int, *, pauses: bool) -> Any:
        is_max, left = tree.kinds[node] is Kind.MAX, list(tree.children[node])
        best = -INFINITY if is_max else INFINITY
        told = alpha, beta = yield
        while True:
            child = left.pop(0)
            found = search(child, alpha, beta)
            best = max(best, found) if is_max else min(best, found)
            alpha, beta = (max(alpha, found), beta) if is_max else (alpha, min(beta, found))
            if passed(alpha, beta):
                run.skipped.extend(left)
                left.clear()
            if not left:
                yield True, (alpha if is_max else beta) if rules.bound else best
                return
            if pauses:
                pauses = False
                is_proof = not tree.children[child] or (best > told[0] if is_max else best < told[1])
                alpha, beta = yield False, best if is_proof else (least if is_max else most)
                alpha, beta = (max(alpha, best), beta) if is_max else (alpha, min(beta, best))

    def average(node: int, alpha: Any, beta: Any) -> Any:
        children = tree.children[node]
        shares = {child: own_weight(tree, child) for child in children}
        low, high = dict.fromkeys(children, Fraction(least)), dict.fromkeys(children, Fraction(most))
        paused: dict[int, Any] = {}
        waiting = [child for child in children if tree.kinds[child] is not Kind.CHANCE]
        turns = [(child, True) for child in waiting] + [(child, False) for child in children]
        total, seen = Fraction(), set[int]()
        while turns:
            child, is_first = turns.pop(0)
            if not is_first and child in seen and child not in paused:
                continue
            window = told(child, alpha, beta, low, high, shares)
            done, value = look(child, window, paused, is_first=is_first)
            seen.add(child)
            value_within = min(max(Fraction(value), Fraction(least)), Fraction(most))
            if done:
                total += shares[child] * value
                low[child] = high[child] = value_within
            elif tree.kinds[child] is Kind.MAX:
                low[child] = max(low[child], value_within)
            else:
                high[child] = min(high[child], value_within)
            worst = sum(shares[one] * low[one] for one in children)
            best = sum(shares[one] * high[one] for one in children)
            if passed(worst, beta) or passed(alpha, best):
                run.skipped.extend(left_out(children, seen, paused))
                if rules.bound:
                    return beta if passed(worst, beta) else alpha
                return worst if passed(worst, beta) else best
        return total

    def look(child: int, window: tuple[Any, Any], paused: dict[int, Any], *, is_first: bool) -> tuple[bool, Any]:
        """Probe a child, go on with it, or search it as a whole: whether it is done, and what is known then."""
        if tree.kinds[child] in (Kind.LEAF, Kind.CHANCE):
            return True, search(child, *window)
        if is_first:
            paused[child] = choice(child, pauses=True)
            next(paused[child])
        done, value = finished(paused[child], child, window)
        if done:
            del paused[child]
        return done, value

    def told(child: int, alpha: Any, beta: Any, low: Any, high: Any, shares: Any) -> tuple[Any, Any]:
        others = [one for one in shares if one != child]
        if not shares[child]:
            return least, most
        below = (
            alpha
            if abs(alpha) == INFINITY
            else (alpha - sum(shares[one] * high[one] for one in others)) / shares[child]
        )
        above = (
            beta if abs(beta) == INFINITY else (beta - sum(shares[one] * low[one] for one in others)) / shares[child]
        )
        inside = max(below, least), min(above, most)
        return inside if inside[0] < inside[1] else (below, above)

    def left_out(children: tuple[int, ...], seen: set[int], paused: dict[int, Any]) -> list[int]:
        rest = [child for child in children if child not in seen]
        return rest + [one for child in paused for one in tree.children[child][1:]]

    search(0, -INFINITY, INFINITY)
    return run


def textbook(tree: Tree, lecture: str, chance: str) -> Run:
    """What a lecture does with that rule for chance nodes, where the tree has limits."""
    if chance == "star2" and tree.bounds:
        return probed(tree, LECTURES[lecture])
    return searched(tree, LECTURES[lecture], limits=None if chance == "never" else tree.bounds)


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
    """A tree in which many nodes are chance nodes, with short weights, and leaves within limits or without."""
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
