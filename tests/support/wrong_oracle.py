"""The misconceptions once more, each as a short recursive textbook function, sharing nothing with treesolve.

A tree is a nested list: a number is a leaf, a list an inner node; players alternate. Each function searches from the
root and returns what it did as a Run; everything is in MAX's view, nodes are paths of child indexes.

Vocabulary

    rules       what a lecture says: whether a cut needs more than equality, whether a child is told what its parent
                found only, whether a node hands up its bound, and the widest window
    told        the window of a child on entry
    left        the bounds of the last finished inner child
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

Number = int | float | Fraction
Nested = int | float | Fraction | list["Nested"]
Path = tuple[int, ...]

INFINITY = float("inf")


class Rules(NamedTuple):
    """A lecture."""

    strict: bool = False
    shallow: bool = False
    bound: bool = False
    lowest: Number = -INFINITY
    highest: Number = INFINITY


LECTURES = {
    "haw": Rules(bound=True),
    "luger": Rules(),
    "lang": Rules(shallow=True),
    "unit": Rules(bound=True, lowest=-1, highest=2),
    "hartmann": Rules(bound=True),
    "aima": Rules(),
    "cs188": Rules(strict=True),
    "cosc367": Rules(),
    "knuth-moore": Rules(bound=True),
}


@dataclass
class Run:
    """What one search did: leaves in order, windows and results of inner nodes, and for each cut what it skipped."""

    leaves: list[Path] = field(default_factory=list)
    windows: dict[Path, tuple[Number, Number]] = field(default_factory=dict)
    returned: dict[Path, Number] = field(default_factory=dict)
    cuts: list[tuple[Path, list[Path]]] = field(default_factory=list)

    def enter(self, path: Path, low: Number, high: Number) -> None:
        """Come to an inner node."""
        self.windows[path] = low, high

    def cut(self, path: Path, children: list[int]) -> None:
        """Stop at a node before these children."""
        self.cuts.append((path, [(*path, child) for child in children]))

    @property
    def skipped(self) -> list[Path]:
        """Everything skipped."""
        return sorted(path for _, skipped in self.cuts for path in skipped)


def meets(low: Number, high: Number, rules: Rules) -> bool:
    """Whether the bounds have met, or crossed where that is asked for."""
    return low > high if rules.strict else low >= high


def result(v: Number, is_max: bool, low: Number, high: Number, rules: Rules) -> Number:
    """What a node hands up."""
    if not rules.bound:
        return v
    return low if is_max else high


def telling(is_max: bool, low: Number, high: Number, rules: Rules) -> tuple[Number, Number]:
    """What a child is told by a node with these bounds."""
    if not rules.shallow:
        return low, high
    return (low, rules.highest) if is_max else (rules.lowest, high)


def textbook(
    tree: Nested, is_max: bool, rules: Rules, *, window: tuple[Number, Number] | None = None, backwards: bool = False
) -> Run:
    """Alpha-beta as it is meant."""
    run = Run()

    def value(node: Nested, path: Path, is_max: bool, low: Number, high: Number) -> Number:
        if not isinstance(node, list):
            run.leaves.append(path)
            return node
        run.enter(path, low, high)
        order = list(range(len(node)))[:: -1 if backwards else 1]
        v = rules.lowest if is_max else rules.highest
        while order:
            child = order.pop(0)
            found = value(node[child], (*path, child), not is_max, *telling(is_max, low, high, rules))
            v = max(v, found) if is_max else min(v, found)
            low, high = (max(low, v), high) if is_max else (low, min(high, v))
            if meets(low, high, rules):
                run.cut(path, order)
                break
        run.returned[path] = result(v, is_max, low, high, rules)
        return run.returned[path]

    value(tree, (), is_max, *(window or (rules.lowest, rules.highest)))
    return run


def one_player(tree: Nested, rules: Rules) -> Run:
    """Everybody maximises, so beta never falls."""
    run = Run()

    def value(node: Nested, path: Path, low: Number) -> Number:
        if not isinstance(node, list):
            run.leaves.append(path)
            return node
        run.enter(path, low, rules.highest)
        v = rules.lowest
        for child, below in enumerate(node):
            v = max(v, value(below, (*path, child), rules.lowest if rules.shallow else low))
            low = max(low, v)
            if meets(low, rules.highest, rules):
                run.cut(path, list(range(child + 1, len(node))))
                break
        run.returned[path] = low if rules.bound else v
        return run.returned[path]

    value(tree, (), rules.lowest)
    return run


def half_blind(tree: Nested, is_max: bool, rules: Rules, *, keeps_alpha: bool, keeps_beta: bool) -> Run:
    """A child is told alpha only, beta only, or nothing."""
    run = Run()

    def value(node: Nested, path: Path, is_max: bool, low: Number, high: Number) -> Number:
        if not isinstance(node, list):
            run.leaves.append(path)
            return node
        low = low if keeps_alpha or not path else rules.lowest
        high = high if keeps_beta or not path else rules.highest
        run.enter(path, low, high)
        v = rules.lowest if is_max else rules.highest
        for child, below in enumerate(node):
            found = value(below, (*path, child), not is_max, *telling(is_max, low, high, rules))
            if is_max:
                v = max(v, found)
                low = max(low, found)
            else:
                v = min(v, found)
                high = min(high, found)
            if meets(low, high, rules):
                run.cut(path, list(range(child + 1, len(node))))
                break
        run.returned[path] = result(v, is_max, low, high, rules)
        return run.returned[path]

    value(tree, (), is_max, rules.lowest, rules.highest)
    return run


def late(tree: Nested, is_max: bool, rules: Rules) -> Run:
    """Where the bounds meet, one more child is visited before the node stops."""
    run = Run()

    def value(node: Nested, path: Path, is_max: bool, low: Number, high: Number) -> Number:
        if not isinstance(node, list):
            run.leaves.append(path)
            return node
        run.enter(path, low, high)
        v = rules.lowest if is_max else rules.highest
        met = 0
        for child, below in enumerate(node):
            found = value(below, (*path, child), not is_max, *telling(is_max, low, high, rules))
            v = max(v, found) if is_max else min(v, found)
            low, high = (max(low, found), high) if is_max else (low, min(high, found))
            met += meets(low, high, rules)
            if met == 2:
                run.cut(path, list(range(child + 1, len(node))))
                break
        run.returned[path] = result(v, is_max, low, high, rules)
        return run.returned[path]

    value(tree, (), is_max, rules.lowest, rules.highest)
    return run


def skipping_the_parent(tree: Nested, is_max: bool, rules: Rules) -> Run:
    """A cut that skips something ends the parent, too."""
    run = Run()

    def value(node: Nested, path: Path, is_max: bool, low: Number, high: Number) -> tuple[Number, bool]:
        if not isinstance(node, list):
            run.leaves.append(path)
            return node, False
        run.enter(path, low, high)
        v = rules.lowest if is_max else rules.highest
        skips = False
        for child, below in enumerate(node):
            rest = list(range(child + 1, len(node)))
            found, ends = value(below, (*path, child), not is_max, *telling(is_max, low, high, rules))
            v = max(v, found) if is_max else min(v, found)
            low, high = (max(low, found), high) if is_max else (low, min(high, found))
            if ends or meets(low, high, rules):
                run.cut(path, rest)
                skips = not ends and bool(rest)
                break
        run.returned[path] = result(v, is_max, low, high, rules)
        return run.returned[path], skips

    value(tree, (), is_max, rules.lowest, rules.highest)
    return run


def turned_round(tree: Nested, is_max: bool, rules: Rules) -> Run:
    """MAX stops where v <= beta, MIN where v >= alpha, once there is such a bound."""
    run = Run()

    def value(node: Nested, path: Path, is_max: bool, low: Number, high: Number) -> Number:
        if not isinstance(node, list):
            run.leaves.append(path)
            return node
        alpha, beta = low, high
        run.enter(path, alpha, beta)
        v = rules.lowest if is_max else rules.highest
        for child, below in enumerate(node):
            found = value(below, (*path, child), not is_max, *telling(is_max, low, high, rules))
            if is_max:
                v, low = max(v, found), max(low, found)
                stops = beta != rules.highest and (v < beta if rules.strict else v <= beta)
            else:
                v, high = min(v, found), min(high, found)
                stops = alpha != rules.lowest and (v > alpha if rules.strict else v >= alpha)
            if stops:
                run.cut(path, list(range(child + 1, len(node))))
                break
        run.returned[path] = result(v, is_max, low, high, rules)
        return run.returned[path]

    value(tree, (), is_max, rules.lowest, rules.highest)
    return run


def leaking(tree: Nested, is_max: bool, rules: Rules, known: Mapping[Path, Number] | None = None) -> Run:
    """The next child begins with the bounds of the one before, where these are narrower; some values may be known."""
    run = Run()

    def value(
        node: Nested, path: Path, is_max: bool, low: Number, high: Number
    ) -> tuple[Number, tuple[Number, Number] | None]:
        if not isinstance(node, list):
            run.leaves.append(path)
            return node, None
        run.enter(path, low, high)
        v = rules.lowest if is_max else rules.highest
        left: tuple[Number, Number] = rules.lowest, rules.highest
        for child, below in enumerate(node):
            told = telling(is_max, low, high, rules)
            found, finished = value(below, (*path, child), not is_max, max(told[0], left[0]), min(told[1], left[1]))
            left = finished or left
            v = max(v, found) if is_max else min(v, found)
            low, high = (max(low, found), high) if is_max else (low, min(high, found))
            if meets(low, high, rules):
                run.cut(path, list(range(child + 1, len(node))))
                break
        run.returned[path] = (known or {}).get(path, result(v, is_max, low, high, rules))
        return run.returned[path], (low, high)

    value(tree, (), is_max, rules.lowest, rules.highest)
    return run


def knowing_the_end(tree: Nested, is_max: bool, rules: Rules) -> Run | None:
    """The search begins with the value that only its end could tell."""

    def minimax(node: Nested, is_max: bool) -> Number:
        if not isinstance(node, list):
            return node
        return (max if is_max else min)(minimax(child, not is_max) for child in node)

    known = minimax(tree, is_max)
    if known in (INFINITY, -INFINITY) or not isinstance(tree, list):
        return None
    return textbook(tree, is_max, rules, window=(known, rules.highest) if is_max else (rules.lowest, known))


WRONG: dict[str, Callable[[Nested, bool, Rules], Run | None]] = {
    "strict-cut": lambda t, p, r: None if r.strict else textbook(t, p, r._replace(strict=True, bound=False)),
    "equal-cut": lambda t, p, r: textbook(t, p, r._replace(strict=False)) if r.strict else None,
    "shallow-only": lambda t, p, r: None if r.shallow else textbook(t, p, r._replace(shallow=True)),
    "deep-bounds": lambda t, p, r: textbook(t, p, r._replace(shallow=False)) if r.shallow else None,
    "swapped-players": lambda t, p, r: textbook(t, not p, r),
    "one-player": lambda t, _, r: one_player(t, r),
    "right-to-left": lambda t, p, r: textbook(t, p, r, backwards=True),
    "late-cut": late,
    "parent-skip": skipping_the_parent,
    "reads-only-first-skipped": textbook,
    "marks-cut-node": textbook,
    "alpha-only": lambda t, p, r: half_blind(t, p, r, keeps_alpha=True, keeps_beta=False),
    "beta-only": lambda t, p, r: half_blind(t, p, r, keeps_alpha=False, keeps_beta=True),
    "no-inherit": lambda t, p, r: half_blind(t, p, r, keeps_alpha=False, keeps_beta=False),
    "wrong-direction": turned_round,
    "hindsight": knowing_the_end,
    "leak": leaking,
}
"""Each misconception as a function of the tree, whether MAX begins, and the rules."""


def named_as_pruned(run: Run, code: str) -> list[Path]:
    """The nodes a follower names as pruned."""
    cuts = [(node, skipped) for node, skipped in run.cuts if skipped]
    if code == "reads-only-first-skipped":
        return sorted(skipped[0] for _, skipped in cuts)
    if code == "marks-cut-node":
        return sorted(node for node, _ in cuts)
    return run.skipped
