"""The misconceptions once more, as one recursive textbook function, sharing nothing with treesolve.

A tree is a nested list: a number is a leaf, a list an inner node; players alternate. A search begins at the root and
returns what it did as a Run; everything is in MAX's view, nodes are paths of child indexes.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import NamedTuple

from tests.support.oracle import INFINITY, Nested, Number, Path, minimax


class Rules(NamedTuple):
    """A convention."""

    strict: bool = False
    shallow: bool = False
    bound: bool = False
    lowest: Number = -INFINITY
    highest: Number = INFINITY


SEARCHED_CONVENTIONS = {
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

    @property
    def skipped(self) -> list[Path]:
        """Everything skipped."""
        return sorted(path for _, skipped in self.cuts for path in skipped)


def searched(
    tree: Nested,
    is_max: bool,
    rules: Rules,
    *,
    window: tuple[Number, Number] | None = None,
    backwards: bool = False,
    one_player: bool = False,
    hears: tuple[bool, bool] = (True, True),
    turned_round: bool = False,
    patience: int = 1,
    ends_parent: bool = False,
    leaks: bool = False,
    known: Mapping[Path, Number] | None = None,
) -> Run:
    """Alpha-beta as it is meant; with the rest as somebody wrong has it.

    Everybody may be `one_player`, who maximises. A node `hears` of alpha and of beta. Who has it `turned_round` stops
    MAX where v <= beta, MIN where v >= alpha, once there is such a bound. A node stops when it has found that out as
    often as its `patience` is, and one that skips something may end its parent, too. A child `leaks` where the next
    one begins with its bounds, if these are narrower; then some values may be known.
    """
    run, widest = Run(), (rules.lowest, rules.highest)

    def value(
        node: Nested, path: Path, is_max: bool, *message: Number
    ) -> tuple[Number, bool, tuple[Number, Number] | None]:
        """What a node hands up, whether it ends its parent, and its bounds in the end."""
        if not isinstance(node, list):
            run.leaves.append(path)
            return node, False, None
        entered = (
            message
            if not path
            else [bound if is_heard else end for bound, is_heard, end in zip(message, hears, widest, strict=True)]
        )
        low, high = run.windows[path] = entered[0], entered[1]
        order, left, met, ends = [*range(len(node))][:: -1 if backwards else 1], widest, 0, False
        v = rules.lowest if is_max else rules.highest
        while order:
            child = order.pop(0)
            of_child = telling(is_max, low, high)
            if leaks:
                of_child = max(of_child[0], left[0]), min(of_child[1], left[1])
            found, is_ended, finished = value(node[child], (*path, child), one_player or not is_max, *of_child)
            left = finished or left
            v = max(v, found) if is_max else min(v, found)
            low, high = (max(low, found), high) if is_max else (low, min(high, found))
            met += is_wrong_way(is_max, v, entered) if turned_round else meets(low, high)
            if is_ended or met == patience:
                run.cuts.append((path, [(*path, rest) for rest in order]))
                ends = ends_parent and not is_ended and bool(order)
                break
        handed_up = (low if is_max else high) if rules.bound else v
        run.returned[path] = (known or {}).get(path, handed_up)
        return run.returned[path], ends, (low, high)

    def telling(is_max: bool, low: Number, high: Number) -> tuple[Number, Number]:
        if not rules.shallow:
            return low, high
        if one_player:
            return widest
        return (low, rules.highest) if is_max else (rules.lowest, high)

    def meets(low: Number, high: Number) -> bool:
        return low > high if rules.strict else low >= high

    def is_wrong_way(is_max: bool, v: Number, entered: Sequence[Number]) -> bool:
        bound, end = (entered[1], rules.highest) if is_max else (entered[0], rules.lowest)
        return bound != end and meets(*((bound, v) if is_max else (v, bound)))

    value(tree, (), is_max, *(window or widest))
    return run


def knowing_the_end(tree: Nested, is_max: bool, rules: Rules) -> Run | None:
    """Return the search begins with the value that only its end could tell."""
    known = minimax(tree, maximising=is_max)
    if known in (INFINITY, -INFINITY) or not isinstance(tree, list):
        return None
    return searched(tree, is_max, rules, window=(known, rules.highest) if is_max else (rules.lowest, known))


WRONG: dict[str, Callable[[Nested, bool, Rules], Run | None]] = {
    "strict-cut": lambda t, p, r: None if r.strict else searched(t, p, r._replace(strict=True, bound=False)),
    "equal-cut": lambda t, p, r: searched(t, p, r._replace(strict=False)) if r.strict else None,
    "shallow-only": lambda t, p, r: None if r.shallow else searched(t, p, r._replace(shallow=True)),
    "deep-bounds": lambda t, p, r: searched(t, p, r._replace(shallow=False)) if r.shallow else None,
    "swapped-players": lambda t, p, r: searched(t, not p, r),
    "one-player": lambda t, _, r: searched(t, True, r, one_player=True),
    "right-to-left": partial(searched, backwards=True),
    "late-cut": partial(searched, patience=2),
    "parent-skip": partial(searched, ends_parent=True),
    "reads-only-first-skipped": searched,
    "marks-cut-node": searched,
    "alpha-only": partial(searched, hears=(True, False)),
    "beta-only": partial(searched, hears=(False, True)),
    "no-inherit": partial(searched, hears=(False, False)),
    "wrong-direction": partial(searched, turned_round=True),
    "hindsight": knowing_the_end,
    "leak": partial(searched, leaks=True),
}
"""Each misconception as a function of the tree, whether MAX begins, and the rules."""


def named_as_pruned(run: Run, code: str) -> list[Path]:
    """Return the nodes a follower names as pruned."""
    cuts = [(node, skipped) for node, skipped in run.cuts if skipped]
    if code == "reads-only-first-skipped":
        return sorted(skipped[0] for _, skipped in cuts)
    if code == "marks-cut-node":
        return sorted(node for node, _ in cuts)
    return run.skipped
