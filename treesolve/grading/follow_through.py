"""What follows from the numbers a student wrote, right or wrong, so that a mistake costs once.

Vocabulary

    written     the values the student wrote at inner nodes
    off         those of them that are not right
    repeated    the search run again, with the written values in the place of those it finds, where some of them are off
    found       what the search run again would have handed up by itself at a node
    excused     left empty because it is pruned by the student's own values, and said to be
"""

from functools import cached_property

from treesolve.analysis.model_answer import Handed, Reference, Window, reference
from treesolve.grading.marking_scheme import AnswerKey
from treesolve.model.number import Number, Unknown
from treesolve.model.tree import Kind
from treesolve.search.average import Average
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution, cuts_chance
from treesolve.search.star import Star1


class OwnValues:
    """The numbers of one answer, and what follows from them."""

    def __init__(self, key: AnswerKey, handed: Handed) -> None:
        self.key, self.tree, self.handed = key, key.tree, handed
        self.written = dict(handed.answer.values or {})
        self.windows = dict(handed.answer.windows or {})

    @cached_property
    def off(self) -> dict[int, Number]:
        """The values the student wrote that are not right."""
        right = self.key.right.values
        return {node: value for node, value in self.written.items() if value not in right[node]}

    @cached_property
    def _mistaken_values(self) -> dict[int, Number]:
        """The values from which others follow; by the rules that held before, right ones too."""
        return self.written if self.key.rubric.is_old else self.off

    @cached_property
    def repeated(self) -> Solution | None:
        """The search run again on the student's own values; None where these are right, or nothing comes of it."""
        if not self.off:
            return None
        try:
            return self.key.solution.again(self.written)
        except Unsolvable:
            return None

    @cached_property
    def consequence(self) -> Reference | None:
        """What the search run again makes right."""
        return None if self.repeated is None else reference(self.repeated, self.key.masks)

    @cached_property
    def below(self) -> dict[int, Number]:
        """What each node is worth for the student: as written, else as it is right."""
        values = self.tree.values
        found = {leaf: values[leaf] for leaf in self.tree.leaves}
        found |= {node: accepted[0] for node, accepted in self.key.right.values.items() if accepted}
        known = {node: value for node, value in found.items() if not isinstance(value, Unknown)}
        return known | self.written  # type: ignore[return-value]

    def follows(self, node: int, given: Number) -> bool:
        """Whether a value is right for the values below it as the student wrote them.

        Right are: by all children, by those the search run again comes to, by those the student has not named as
        pruned, and what that search hands up.
        """
        return given in self._accepted_from_children(node) or given == self._value_of_own_search(node)

    def _accepted_from_children(self, node: int) -> tuple[Number | None, ...]:
        children, unseen = self.tree.children[node], self._pruned_by_own_values
        masks, pruned = self.key.masks.below, self.handed.pruned
        shown = [child for child in children if child not in unseen]
        named = [child for child in children if masks[child] & ~pruned]
        groups = [children, shown, named] if any(child in self._mistaken_values for child in children) else [named]
        return tuple(value for group in groups for value in self.key.as_good(node, self.below, group))

    @cached_property
    def _pruned_by_own_values(self) -> frozenset[int]:
        return frozenset((self.repeated or self.key.solution).pruned)

    def _value_of_own_search(self, node: int) -> Number | None:
        """What the search run again hands up by itself from a node, whatever the student wrote there."""
        again = self.repeated
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
        """What each chance node hands up by itself that the search run again cuts."""
        cuts = self.repeated.cuts if self.repeated else ()
        soft = self.key.solution.convention.returns == "value"
        chance = [cut for cut in cuts if self.tree.kinds[cut.node] is Kind.CHANCE]
        return {cut.node: cut.alpha if (cut.bound == "beta") is soft else cut.beta for cut in chance}

    def _value_within_window(self, node: int, best: Number, window: Window) -> Number:
        kind, (low, high) = self.tree.kinds[node], window
        if kind is Kind.CHANCE:
            return best
        bounded = max(low, best) if kind is Kind.MAX else min(high, best)
        return min(max(low, bounded), high) if self.key.solution.convention.returns == "clipped" else bounded

    def is_best(self, given: int) -> bool:
        """Whether a child of the root is the best by the values the student wrote."""
        children = self.tree.children[0]
        if given not in self.below or not any(child in self._mistaken_values for child in children):
            return False
        return self.below[given] in self._accepted_from_children(0)

    def follows_window(self, node: int, given: Window) -> bool:
        """Whether a window is right in the search run again, or by the window the student wrote at the parent."""
        if self.consequence is not None and self.consequence.windows.get(node) == given:
            return True
        parent = self.tree.parents[node]
        return parent is not None and parent in self.windows and self._window_handed_down(parent, node) == given

    def _window_handed_down(self, parent: int, node: int) -> Window:
        """What a node is told by a parent with the student's window and values."""
        kinds, (lowest, highest) = self.tree.kinds, self.key.widest
        low, high = self.windows[parent]
        kind, convention = kinds[parent], self.key.solution.convention
        shallow = convention.bounds == "shallow"
        if kind is Kind.CHANCE and cuts_chance(self.tree, convention):
            return self._handed_down_by_chance(parent, node)
        if kind is Kind.CHANCE or (shallow and kinds[node] is kind):
            return lowest, highest
        before = [self.below[child] for child in self._siblings_before(parent, node) if child in self.below]
        if kind is Kind.MAX:
            return max([low, *before]), highest if shallow else high
        return lowest if shallow else low, min([high, *before])

    def _handed_down_by_chance(self, parent: int, node: int) -> Window:
        """What Star1 tells a child of a chance node that has the student's window and values."""
        tree, convention = self.tree, self.key.solution.convention
        star = Star1(tree, convention, tree.bounds or self.key.widest)
        average = Average({child: tree.weight(child) or 0 for child in tree.children[parent]}, star.limits)
        for child in self._siblings_before(parent, node):
            if child in self.below:
                average.settle(child, self.below[child], self.below[child])
        star.averages[parent] = average
        return star.window(parent, node, *self.windows[parent])

    def _siblings_before(self, parent: int, node: int) -> tuple[int, ...]:
        children = self.tree.children[parent]
        at = children.index(node)
        return children[:at] if self.key.solution.convention.order == "left-right" else children[at + 1 :]

    def excuses(self, node: int) -> bool:
        """Whether a node may be left empty because the student's own values cut it off, and the student says so."""
        if self.consequence is None or node in self.consequence.visited:
            return False
        return "pruned" not in self.key.points or not self.key.masks.below[node] & ~self.handed.pruned
