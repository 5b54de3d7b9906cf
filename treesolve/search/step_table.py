"""The steps of a solution as table rows: node, template macro and numbers.

This module converts values to the view of the player to move. A row contains no sentence, only the name of the template
macro for the sentence and the facts that the macro needs.
"""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number, Value
from treesolve.model.perspective import value_seen_by, window_seen_by
from treesolve.model.tree import Tree
from treesolve.search.average import Average
from treesolve.search.search_result import SearchResult, StepEvents
from treesolve.search.trace import CutEvent, Enter, Evaluate, Event, Leave, Update

ONE_COLUMN = ("one-bound", "plain")
"""The wordings whose table has one column of bounds, which is empty until the first child returns."""


_LETTERS = {"alpha": "α", "beta": "β"}


class StepRow(NamedTuple):
    """One row: the number of the step, its node, macro and facts, the bounds after the step, and the value."""

    number: int
    node: int
    macro: str
    facts: Mapping[str, Any]
    bounds: tuple[Number | None, ...]
    value: Value | None


def viewer(tree: Tree, node: int) -> Kind:
    """Return the player in whose view the numbers of a node are shown. At chance nodes, this is MAX."""
    return Kind.MAX if tree.kinds[node] is Kind.CHANCE else tree.movers[node]


def step_rows(solution: SearchResult) -> Iterator[StepRow]:
    """Yield the rows of the step table in order.

    If the search has no windows, there are rows only for the values that arrive at nodes.
    """
    if not solution.has_windows:
        yield from map(_row_without_window, solution.step_events)
        return
    builder = _RowBuilder(solution)
    for step in solution.step_events:
        yield builder.row(step)


def _row_without_window(step: StepEvents) -> StepRow:
    update = next((event for event in step.events if isinstance(event, Update)), None)
    if update is None:
        return StepRow(step.number, 0, "leaf", {}, (), None)
    return StepRow(step.number, update.node, "arrive", {"child": update.child}, (), update.value)


def cut_facts(solution: SearchResult, cut: CutEvent) -> dict[str, Any]:
    """Return the facts about a cut: both bounds in the player's view, and the node that set the other bound.

    `edge` is true if the other bound is merely a limit of all leaf values. `chance` is the bound that an average cannot
    pass, or None if a player moves at the node. `clipped` is true if the node returns the other bound instead of its
    own.
    """
    is_deep = solution.is_deep(cut) and solution.convention.bounds == "deep"
    facts = {
        "node": cut.node,
        "after": cut.after,
        "against": cut.against,
        "skipped_nodes": cut.skipped,
        "deep": is_deep,
    }
    is_chance = solution.tree.kinds[cut.node] is Kind.CHANCE
    return facts | (_chance_cut_facts if is_chance else _player_cut_facts)(solution, cut)


def _player_cut_facts(solution: SearchResult, cut: CutEvent) -> dict[str, Any]:
    tree, convention = solution.tree, solution.convention
    mover = tree.kinds[cut.node]
    own, other = (cut.alpha, cut.beta) if mover is Kind.MAX else (cut.beta, cut.alpha)
    is_own_view = convention.perspective == "minimax"
    rising = mover is Kind.MAX or not is_own_view
    strict = convention.cut == ">" or (convention.wording == "one-bound" and own != other)
    own_symbol, other_symbol = _symbols_of_bounds(solution, mover)
    return {
        "letter": _LETTERS[cut.bound] if is_own_view else "",
        "own": own_symbol,
        "other": other_symbol,
        "value": value_seen_by(mover, own, convention.perspective),
        "against_value": value_seen_by(mover, other, convention.perspective),
        "relation": {(True, True): ">", (True, False): "≥", (False, True): "<", (False, False): "≤"}[rising, strict],
        "edge": cut.against is None and other in (tree.bounds or ()) and other not in convention.window,
        "clipped": convention.returns == "clipped" and own != other,
        "chance": None,
        "limit": None,
    }


def _chance_cut_facts(solution: SearchResult, cut: CutEvent) -> dict[str, Any]:
    """Return the facts about a cut at a chance node.

    `limit` is the assumed value of the skipped children, or None if probes give tighter limits.
    """
    tree, convention = solution.tree, solution.convention
    is_alpha = cut.bound == "alpha"
    reach, bound = (cut.beta, cut.alpha) if is_alpha else (cut.alpha, cut.beta)
    signs = ("<", "≤") if is_alpha else (">", "≥")
    leaf_limits = bool(cut.skipped) and convention.chance == "star1" and tree.bounds
    return {
        "letter": _LETTERS[cut.bound] if convention.perspective == "minimax" else "",
        "other": _LETTERS[cut.bound],
        "value": reach,
        "against_value": bound,
        "relation": signs[convention.cut != ">"],
        "edge": cut.against is None and bound not in convention.window,
        "clipped": convention.returns != "value" and cut.alpha != cut.beta,
        "chance": cut.bound,
        "limit": leaf_limits[is_alpha] if leaf_limits else None,
    }


def _symbols_of_bounds(solution: SearchResult, mover: Kind) -> tuple[str, str]:
    """Return the names that the convention gives to a node's own bound and to the opposite bound."""
    fixed = {"single-parameter": ("max", "w"), "unit": ("best_eval", "max"), "plain": ("best", "")}
    if solution.convention.wording in fixed:
        return fixed[solution.convention.wording]
    lower_first = mover is Kind.MAX or solution.convention.perspective != "minimax"
    return ("α", "β") if lower_first else ("β", "α")


class _RowBuilder:
    """Builds rows step by step and tracks the bounds of the open nodes."""

    def __init__(self, solution: SearchResult) -> None:
        self.solution = solution
        self.tree = solution.tree
        self.convention = solution.convention
        self.own: dict[int, Number] = {}
        self.cuts_chance = self.convention.cuts_chance(self.tree)
        self.averages: dict[int, Average] = {}
        self.probes = {solution.log.nodes[visit] for visit in solution.log.probes}

    def row(self, step: StepEvents) -> StepRow:
        """Return the row of a step. The steps must be passed in order."""
        first, last = step.events[0], step.events[-1]
        if isinstance(last, Update):
            return self._row_of_update(step.number, last, leaf=isinstance(first, Evaluate))
        if isinstance(first, Enter):
            return self._row_of_enter(step.number, first)
        if isinstance(first, CutEvent):
            return self._row_of_cut(step.number, first)
        return self._row_of_result(step.number, first)

    def _row_of_enter(self, number: int, event: Enter) -> StepRow:
        kind = self.tree.kinds[event.node]
        low, high = window_seen_by(viewer(self.tree, event.node), event.alpha, event.beta, self.convention.perspective)
        reentry = event.node in self.own
        self.own[event.node] = self._own_bound_on_entry(event)
        facts = {"node": event.node, "kind": kind.value, "low": low, "high": high, "again": reentry}
        if kind is Kind.CHANCE and self.cuts_chance:
            weights: dict[int, Any] = {child: self.tree.weight(child) for child in self.tree.children[event.node]}
            self.averages[event.node] = Average(weights, self.tree.bounds)  # type: ignore[arg-type]
        has_one_column = self.convention.wording in ONE_COLUMN
        window = self._bounds_with_columns(event.node, *self._window_on_entry(event))
        return StepRow(number, event.node, "enter", facts, (None,) if has_one_column and not reentry else window, None)

    def _window_on_entry(self, event: Enter) -> tuple[Number, Number]:
        """Return alpha and beta on entry, including the result of an earlier probe of the node."""
        kind, own = self.tree.kinds[event.node], self.own[event.node]
        if self.convention.wording == "one-bound":
            return event.alpha, event.beta
        return (own if kind is Kind.MAX else event.alpha), (own if kind is Kind.MIN else event.beta)

    def _own_bound_on_entry(self, event: Enter) -> Number:
        """Return a node's own bound on entry: the inherited bound, or the worst value if nodes inherit nothing.

        If the node was probed before, the bound is the result of the probe, unless the window is now tighter.
        """
        kind = self.tree.kinds[event.node]
        if kind is Kind.CHANCE:
            return 0
        pick, inherited, worst = (max, event.alpha, -INFINITY) if kind is Kind.MAX else (min, event.beta, INFINITY)
        if self.convention.wording == "one-bound":
            return self.own.get(event.node, worst)
        return pick(inherited, self.own.get(event.node, inherited))

    def _row_of_update(self, number: int, event: Update, *, leaf: bool) -> StepRow:
        tree, perspective, node = self.tree, self.convention.perspective, event.node
        viewing_player, before = viewer(tree, node), self.own[node]
        probe = event.child in self.probes
        self.probes.discard(event.child)
        bound = self.own[node] = before if probe else self._own_bound_after(event, before)
        value = value_seen_by(viewing_player, event.value, perspective)
        facts: dict[str, Any] = {
            "node": node,
            "kind": tree.kinds[node].value,
            "child": event.child,
            "leaf": leaf,
            "negated": perspective != "minimax" and viewer(tree, event.child) is not viewing_player,
            "minus": "1 − " if perspective == "unit" else "−",
            "own": _symbols_of_bounds(self.solution, viewing_player)[0],
            "value": value,
            "bound": value_seen_by(viewing_player, bound, perspective),
            "changed": bound != before,
        }
        if tree.kinds[node] is Kind.CHANCE:
            facts |= {"weight": tree.weight(event.child), "child_kind": tree.kinds[event.child].value, "probe": probe}
            facts |= self._reach_of_average(event, probe=probe)
        return StepRow(number, node, "arrive", facts, self._bounds_with_columns(node, event.alpha, event.beta), value)

    def _reach_of_average(self, event: Update, *, probe: bool) -> dict[str, Number | None]:
        """Return the least and the greatest average that a chance node can still have; both None without cuts there."""
        average = self.averages.get(event.node)
        if average is None:
            return {"least": None, "greatest": None}
        if probe:
            average.probe(event.child, self.tree.kinds[event.child], event.value)
        else:
            average.set_range(event.child, event.value, event.value)
        return {"least": average.least, "greatest": average.greatest}

    def _own_bound_after(self, event: Update, before: Number) -> Number:
        """Return the node's own bound after the value of a child has arrived."""
        kind = self.tree.kinds[event.node]
        if kind is Kind.CHANCE:
            return self.solution.log.bounds[self.solution.visit_of[event.child]]
        if self.convention.wording == "one-bound":
            return max(before, event.value) if kind is Kind.MAX else min(before, event.value)
        return event.alpha if kind is Kind.MAX else event.beta

    def _row_of_cut(self, number: int, event: CutEvent) -> StepRow:
        bounds = self._bounds_with_columns(event.node, event.alpha, event.beta)
        return StepRow(number, event.node, "cut", cut_facts(self.solution, event), bounds, None)

    def _row_of_result(self, number: int, event: Event) -> StepRow:
        """Return the row for the root's result, or for the only node of a tree that is a single leaf."""
        value = self.solution.returned(event.node)
        if value is None:
            return StepRow(number, event.node, "forced", {"node": event.node}, self._empty_cells_of_bounds(), None)
        shown = value_seen_by(viewer(self.tree, event.node), value, self.convention.perspective)
        macro = "leave" if isinstance(event, Leave) else "leaf"
        return StepRow(
            number, event.node, macro, {"node": event.node, "value": shown}, self._empty_cells_of_bounds(), shown
        )

    def _bounds_with_columns(self, node: int, alpha: Number, beta: Number) -> tuple[Number | None, ...]:
        """Return the bounds for which the convention's table has columns."""
        viewing_player, perspective = viewer(self.tree, node), self.convention.perspective
        if self.tree.kinds[node] is Kind.CHANCE:
            has_both = self.cuts_chance and self.convention.wording in ("window", "functions")
            return (alpha, beta) if has_both else self._empty_cells_of_bounds()
        if self.convention.wording in ONE_COLUMN:
            return (value_seen_by(viewing_player, self.own[node], perspective),)
        return window_seen_by(viewing_player, alpha, beta, perspective)

    def _empty_cells_of_bounds(self) -> tuple[Number | None, ...]:
        return (None,) if self.convention.wording in ONE_COLUMN else (None, None)
