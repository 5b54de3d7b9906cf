"""Follow-through: the consequences of the numbers that a student wrote, so that a mistake costs points only once."""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any

from treesolve.analysis.reference_answer import ComparableAnswer, ReferenceAnswer, Window, reference
from treesolve.grading.answer_key import AnswerKey
from treesolve.grading.marks import WRONG, Item
from treesolve.grading.points import longest_matching_run
from treesolve.model.kind import Kind
from treesolve.model.number import Number
from treesolve.model.reading_point import AT_ENTRY
from treesolve.search.average import Average
from treesolve.search.chance import child_window_rule
from treesolve.search.solution import Solution


class StudentValues:
    """The numbers in one answer and their consequences. `at_root` adds a value of the root to the other values."""

    def __init__(self, key: AnswerKey, comparable: ComparableAnswer, at_root: Mapping[int, Number] = {}) -> None:
        self.key, self.tree, self.comparable = key, key.tree, comparable
        self.given_values = {**(comparable.answer.values or {}), **at_root}
        self.windows = dict(comparable.answer.windows or {})
        self.exact_values = dict(self.given_values)
        self._roundings: dict[Number, list[Number]] = defaultdict(list)
        for node in sorted(self.given_values, reverse=True) if comparable.has_decimals else ():
            self._record_exact_value(node)

    # Rounded numbers

    def _record_exact_value(self, node: int) -> None:
        """Record the exact value that the student's value of a node is rounded from, if there is one.

        The exact value may be a right one, or one that follows from the values of the children.
        """
        given: Any = self.given_values[node]
        accepted: list[Any] = [*self.key.right.values[node]]
        if given in accepted:
            return
        accepted.append(self.key.local(node, self.key.known | self.exact_values, self.tree.children[node]))
        exact = next((one for one in accepted if self._matches_at(node, given, one)), None)
        if exact is not None:
            self.exact_values[node] = exact
            self._roundings[exact].append(given)

    def matches(self, given: Any, exact: Any) -> bool:
        """Return whether a number or a window matches the exact one, or the student's rounding of the exact one."""
        if isinstance(exact, tuple) and isinstance(given, tuple) and len(given) == len(exact):
            return all(map(self.matches, given, exact))
        return self.comparable.matches_any(given, [exact, *self._roundings.get(exact, ())])

    def _matches_at(self, node: int, given: Any, exact: Any) -> bool:
        """Return whether a node's value matches the exact value, or an average computed from rounded child values."""
        return self.matches(given, exact) or self.matches(given, self._exact_from_rounded(node, exact))

    def _exact_from_rounded(self, node: int, exact: Any) -> Any:
        """Return the average of a chance node that results from the rounded values of its children."""
        if exact is None or self.tree.kinds[node] is not Kind.CHANCE:
            return exact
        given, exact_values = self.given_values, self.exact_values
        rounded = [child for child in self.tree.children[node] if given.get(child) != exact_values.get(child)]
        return exact + sum((self.tree.weight(child) or 0) * (given[child] - exact_values[child]) for child in rounded)

    @cached_property
    def wrong_values(self) -> dict[int, Number]:
        """The student's wrong values, by node id."""
        right = self.key.right.values
        return {node: value for node, value in self.exact_values.items() if value not in right[node]}

    @cached_property
    def rerun(self) -> Solution | None:
        """The search rerun with the student's values, or None if all of them are right or it cannot be rerun."""
        return self.key.solution_with(frozenset(self.exact_values.items())) if self.wrong_values else None

    @cached_property
    def rerun_reference(self) -> ReferenceAnswer | None:
        """The answers that are right by the rerun search, or None if there is no such search."""
        return None if self.rerun is None else reference(self.rerun, self.key.masks)

    @cached_property
    def below(self) -> dict[int, Number]:
        """The value of each node, by node id: the student's value, or else the right value."""
        return self.key.known | self.exact_values

    def follows(self, node: int, given: Number) -> bool:
        """Return whether a value follows from the values that the student wrote below it.

        The value may follow from all children, from those that the rerun search visits, or from those that the student
        did not name as pruned. It may also be the value that the rerun search returns.
        """
        found = [*self._accepted_from_children(node), self._value_in_rerun(node)]
        return any(self._matches_at(node, given, exact) for exact in found)

    def _accepted_from_children(self, node: int) -> tuple[Number | None, ...]:
        children, unseen = self.tree.children[node], self._pruned_in_rerun
        masks, pruned = self.key.masks.below, self.comparable.pruned
        shown = [child for child in children if child not in unseen]
        named = [child for child in children if masks[child] & ~pruned]
        groups = [children, shown, named] if any(child in self.wrong_values for child in children) else [named]
        return tuple(value for group in groups for value in self.key.tied_values(node, self.below, group))

    @cached_property
    def _pruned_in_rerun(self) -> frozenset[int]:
        return frozenset((self.rerun or self.key.solution).pruned_ids)

    def _value_in_rerun(self, node: int) -> Number | None:
        """Return the value that the rerun search computes for a node, ignoring the student's value of that node."""
        again = self.rerun
        if again is None or node not in again.visit_of or again.is_forced:
            return None
        if again.visit_of[node] in again.log.probes:
            return again.returned(node)
        if node in self._stopped_averages:
            return self._stopped_averages[node]
        handed_up = {child: again.returned(child) for child in self.tree.children[node] if child in again.visit_of}
        best = self.key.local(node, handed_up, handed_up)  # type: ignore[arg-type]
        window = again.window(node)
        if best is None or window is None or self.key.solution.convention.returns == "value":
            return best
        return self._value_within_window(node, best, window)

    @cached_property
    def _stopped_averages(self) -> dict[int, Number]:
        """The values returned by chance nodes at which the rerun search cuts, by node id."""
        cuts = self.rerun.cut_events if self.rerun else ()
        is_fail_soft = self.key.solution.convention.returns == "value"
        chance = [cut for cut in cuts if self.tree.kinds[cut.node] is Kind.CHANCE]
        return {cut.node: cut.alpha if (cut.bound == "beta") is is_fail_soft else cut.beta for cut in chance}

    def _value_within_window(self, node: int, best: Number, window: Window) -> Number:
        kind, (low, high) = self.tree.kinds[node], window
        if kind is Kind.CHANCE:
            return best
        bounded = max(low, best) if kind is Kind.MAX else min(high, best)
        return min(max(low, bounded), high) if self.key.solution.convention.returns == "clipped" else bounded

    def is_best(self, given: int) -> bool:
        """Return whether a child of the root is best by the student's values.

        Returns False if none of the student's values for the children is wrong.
        """
        children = self.tree.children[0]
        if given not in self.below or not any(child in self.wrong_values for child in children):
            return False
        return self.below[given] in self._accepted_from_children(0)

    def follows_window(self, node: int, given: Window) -> bool:
        """Return whether a window follows from the student's numbers.

        The window may be right in the rerun search. If windows are read on entry, it may also follow from the window
        that the student wrote for the parent.
        """
        if self.rerun_reference is not None and self.matches(given, self.rerun_reference.windows.get(node)):
            return True
        parent = self.tree.parents[node]
        if parent is None or parent not in self.windows or self.key.solution.convention.alpha_beta != AT_ENTRY:
            return False
        return self._may_enter(parent, node) and self.matches(given, self._window_handed_down(parent, node))

    def _may_enter(self, parent: int, node: int) -> bool:
        """Return whether a node is entered by the convention's search, the rerun search, or a search with a mistake.

        The mistake must be one that costs points elsewhere: a wrong window of the parent, or a missing cut in the nodes
        named as pruned.
        """
        right, rerun_windows = self.key.right.windows, self.rerun_reference.windows if self.rerun_reference else {}
        is_named = not self.key.masks.below[node] & ~self.comparable.pruned
        is_off = not self.matches(self.windows[parent], right.get(parent))
        has_mistake = is_off or self.comparable.answer.pruned is not None
        return node in right or node in rerun_windows or (has_mistake and not is_named)

    def with_partial_credit(self, items: list[Item], *, follows: bool) -> list[Item]:
        """Return the items, in which `run` is set to the number of matching pairs if a row is wrong."""
        return [
            item._replace(run=self._matching_pairs(item, follows)) if item.verdict == WRONG else item for item in items
        ]

    def _matching_pairs(self, item: Item, follows: bool) -> tuple[int, int]:
        """Return how many pairs of a row match, and out of how many.

        The row is compared with the row of the convention's search. If `follows` is true, it is also compared with the
        row of the rerun search, and the better match counts.
        """
        rerun_row = (
            self.rerun_reference.windows.get(item.node) if follows and self.rerun_reference is not None else None
        )
        runs = (longest_matching_run(item.given, row or (), self.matches) for row in (item.expected, rerun_row))
        return max(runs, key=lambda run: Fraction(*run))

    def _window_handed_down(self, parent: int, node: int) -> Window:
        """Return the window that the parent passes to a node, given the student's window and values."""
        kinds, (lowest, highest) = self.tree.kinds, self.key.widest
        low, high = self.windows[parent]
        kind, convention = kinds[parent], self.key.solution.convention
        shallow = convention.bounds == "shallow"
        if kind is Kind.CHANCE and convention.cuts_chance(self.tree):
            return self._handed_down_by_chance(parent, node)
        if kind is Kind.CHANCE or (shallow and kinds[node] is kind):
            return lowest, highest
        before = [self.below[child] for child in self._siblings_before(parent, node) if child in self.below]
        if kind is Kind.MAX:
            return max([low, *before]), highest if shallow else high
        return lowest if shallow else low, min([high, *before])

    def _handed_down_by_chance(self, parent: int, node: int) -> Window:
        """Return the window that Star1 passes from a chance node to a child, given the student's window and values."""
        tree, convention = self.tree, self.key.solution.convention
        limits = tree.bounds or self.key.widest
        average = Average({child: tree.weight(child) or 0 for child in tree.children[parent]}, limits)
        for child in self._siblings_before(parent, node):
            if child in self.below:
                average.set_range(child, self.below[child], self.below[child])
        return child_window_rule(tree, convention)(node, average, *self.windows[parent])

    def _siblings_before(self, parent: int, node: int) -> tuple[int, ...]:
        children = self.key.solution.children_in_order(parent)
        return children[: children.index(node)]

    def may_be_empty(self, node: int) -> bool:
        """Return whether a node may be left empty, because the search rerun with the student's values prunes it.

        If there are points for pruned nodes, the student must also have named the node as pruned.
        """
        if self.rerun_reference is None or node in self.rerun_reference.visited:
            return False
        return "pruned" not in self.key.points or not self.key.masks.below[node] & ~self.comparable.pruned
