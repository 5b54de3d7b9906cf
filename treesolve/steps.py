"""The steps of a solution as the rows of a table: which node, which macro tells it, which numbers.

Here MAX's values become what the player to move writes. No sentences: a row names the macro of the templates that
tells it, and the facts that macro needs.

Vocabulary

    own bound   the bound a node raises or lowers itself: alpha at a MAX node, beta at a MIN node; in the views of
                negamax and of unit values it is always the lower one
    viewer      the player in whose view a node's numbers are written
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from treesolve.log import Cut, Enter, Evaluate, Event, Leave, Update
from treesolve.perspective import seen_by, window_seen_by
from treesolve.solution import Solution, Step
from treesolve.tree import Kind, Tree
from treesolve.value import INFINITY, Number, Value

ONE_COLUMN = ("one-bound", "plain")
"""The wordings whose table has a single column of bounds, empty until a child's value has arrived."""


class StepRow(NamedTuple):
    """One row: the step's number, the node it happens at, macro and facts, the bounds after it, and the value."""

    number: int
    node: int
    macro: str
    facts: Mapping[str, Any]
    bounds: tuple[Number | None, ...]
    value: Value | None


def viewer(tree: Tree, node: int) -> Kind:
    """The player in whose view a node's numbers are written; at a chance node that is MAX."""
    return Kind.MAX if tree.kinds[node] is Kind.CHANCE else tree.movers[node]


def step_rows(solution: Solution) -> Iterator[StepRow]:
    """The rows of the step table, in order."""
    telling = _Telling(solution)
    for step in solution.steps:
        yield telling.row(step)


def cut_facts(solution: Solution, cut: Cut) -> dict[str, Any]:
    """What there is to tell about a cut: the two bounds as the node's player writes them, and who set the other."""
    tree, convention = solution.tree, solution.convention
    mover = tree.kinds[cut.node]
    own, other = (cut.alpha, cut.beta) if mover is Kind.MAX else (cut.beta, cut.alpha)
    is_own_view = convention.perspective == "minimax"
    rising = mover is Kind.MAX or not is_own_view
    strict = convention.cut == ">" or (convention.wording == "one-bound" and own != other)
    own_symbol, other_symbol = _symbols(solution, mover)
    return {
        "node": cut.node,
        "after": cut.after,
        "against": cut.against,
        "letter": {"alpha": "α", "beta": "β"}[cut.bound] if is_own_view else "",
        "own": own_symbol,
        "other": other_symbol,
        "value": seen_by(mover, own, convention.perspective),
        "against_value": seen_by(mover, other, convention.perspective),
        "relation": {(True, True): ">", (True, False): "≥", (False, True): "<", (False, False): "≤"}[rising, strict],
        "skipped_nodes": cut.skipped,
        "deep": solution.is_deep(cut) and convention.bounds == "deep",
    }


def _symbols(solution: Solution, mover: Kind) -> tuple[str, str]:
    """What the lecture calls a node's own bound and the opposite one."""
    fixed = {"single-parameter": ("max", "w"), "unit": ("best_eval", "max"), "plain": ("best", "")}
    if solution.convention.wording in fixed:
        return fixed[solution.convention.wording]
    lower_first = mover is Kind.MAX or solution.convention.perspective != "minimax"
    return ("α", "β") if lower_first else ("β", "α")


class _Telling:
    """A walk through the steps that remembers the bounds of the open nodes."""

    def __init__(self, solution: Solution) -> None:
        self.solution = solution
        self.tree = solution.tree
        self.convention = solution.convention
        self.own: dict[int, Number] = {}

    def row(self, step: Step) -> StepRow:
        """The row of a step; steps must come in order."""
        first, last = step.events[0], step.events[-1]
        if isinstance(last, Update):
            return self._arrive(step.number, last, leaf=isinstance(first, Evaluate))
        if isinstance(first, Enter):
            return self._enter(step.number, first)
        if isinstance(first, Cut):
            return self._cut(step.number, first)
        return self._finish(step.number, first)

    def _enter(self, number: int, event: Enter) -> StepRow:
        kind = self.tree.kinds[event.node]
        low, high = window_seen_by(viewer(self.tree, event.node), event.alpha, event.beta, self.convention.perspective)
        self.own[event.node] = self._initial(event)
        facts = {"node": event.node, "kind": kind.value, "low": low, "high": high}
        keeps_one = self.convention.wording in ONE_COLUMN
        bounds = (None,) if keeps_one else self._bounds(event.node, event.alpha, event.beta)
        return StepRow(number, event.node, "enter", facts, bounds, None)

    def _initial(self, event: Enter) -> Number:
        """A node's own bound on entry: the inherited one, or nothing where the lecture keeps one per node."""
        kind = self.tree.kinds[event.node]
        if kind is Kind.CHANCE:
            return 0
        if self.convention.wording == "one-bound":
            return -INFINITY if kind is Kind.MAX else INFINITY
        return event.alpha if kind is Kind.MAX else event.beta

    def _arrive(self, number: int, event: Update, *, leaf: bool) -> StepRow:
        tree, perspective, node = self.tree, self.convention.perspective, event.node
        side, before = viewer(tree, node), self.own[node]
        bound = self.own[node] = self._after(event, before)
        value = seen_by(side, event.value, perspective)
        facts: dict[str, Any] = {
            "node": node,
            "kind": tree.kinds[node].value,
            "child": event.child,
            "leaf": leaf,
            "negated": perspective != "minimax" and viewer(tree, event.child) is not side,
            "own": _symbols(self.solution, side)[0],
            "value": value,
            "bound": seen_by(side, bound, perspective),
            "changed": bound != before,
        }
        if tree.kinds[node] is Kind.CHANCE:
            facts["weight"] = tree.weight(event.child)
        return StepRow(number, node, "arrive", facts, self._bounds(node, event.alpha, event.beta), value)

    def _after(self, event: Update, before: Number) -> Number:
        """The node's own bound once a child's value has arrived."""
        kind = self.tree.kinds[event.node]
        if kind is Kind.CHANCE:
            return self.solution.log.bounds[self.solution.visit_of[event.child]]
        if self.convention.wording == "one-bound":
            return max(before, event.value) if kind is Kind.MAX else min(before, event.value)
        return event.alpha if kind is Kind.MAX else event.beta

    def _cut(self, number: int, event: Cut) -> StepRow:
        bounds = self._bounds(event.node, event.alpha, event.beta)
        return StepRow(number, event.node, "cut", cut_facts(self.solution, event), bounds, None)

    def _finish(self, number: int, event: Event) -> StepRow:
        """The root's result, or the whole search of a tree that is a leaf."""
        value = self.solution.returned(event.node)
        if value is None:
            return StepRow(number, event.node, "forced", {"node": event.node}, self._nothing(), None)
        shown = seen_by(viewer(self.tree, event.node), value, self.convention.perspective)
        macro = "leave" if isinstance(event, Leave) else "leaf"
        return StepRow(number, event.node, macro, {"node": event.node, "value": shown}, self._nothing(), shown)

    def _bounds(self, node: int, alpha: Number, beta: Number) -> tuple[Number | None, ...]:
        """The bounds the lecture's table has columns for."""
        side, perspective = viewer(self.tree, node), self.convention.perspective
        if self.tree.kinds[node] is Kind.CHANCE:
            return self._nothing()
        if self.convention.wording in ONE_COLUMN:
            return (seen_by(side, self.own[node], perspective),)
        return window_seen_by(side, alpha, beta, perspective)

    def _nothing(self) -> tuple[Number | None, ...]:
        return (None,) if self.convention.wording in ONE_COLUMN else (None, None)
