"""The tree with a graded answer: values in the nodes, cuts and the chosen move at the edges, and a mark for each."""

from collections.abc import Iterator
from functools import cached_property

from treesolve.drawing.label import Label
from treesolve.grading.grader import Grader, MarkedAnswer
from treesolve.grading.marks import CORRECT, FOLLOWING, MISSING, PARTIAL, WRONG, Item, Mark
from treesolve.model.number import Number
from treesolve.model.tree import Tree
from treesolve.rendering.picture_label import edge_text
from treesolve.rendering.template_environment import format_window_row, number_text, shortened, words
from treesolve.search.search_frames import DONE
from treesolve.search.search_result import PRUNED

MISSED_CUT = "(//)"
"""Label of an edge that should have been cut: the mark of a cut, in parentheses."""

SIGNED = (CORRECT, FOLLOWING, WRONG, MISSING)
CORRECTION, CUT, MISSED, CHOICE = "correction", "cut", "missed", "choice"
"""Entries of the legend in addition to the verdicts."""


class MarkedTree:
    """The tree with a graded answer: its `labels`, and a `legend` with the kinds of marks that the labels contain.

    The names come from `tree`, which has the same structure as the grader's tree. With `full`, corrections are shown.
    With `beside`, corrections appear beside the nodes, as in a picture. Without `beside`, as in text output,
    corrections follow the value, and a cross marks a cut.
    """

    def __init__(
        self, report: MarkedAnswer, grader: Grader, tree: Tree, language: str = "en", *, full: bool, beside: bool
    ) -> None:
        self.grader, self.tree, self.language, self.full = grader, tree, language, full
        self.say = words(language, "grading.jinja")
        self.used: set[str] = set()
        self.marks = {mark.part: mark for mark in report.marks}
        self.values = self._items_by_node("values")
        if 0 not in self.values:
            self.values |= self._items_by_node("value")
        self.windows = self._items_by_node("windows")
        self.cuts = dict(self._cuts_with_verdicts())
        self.choices = dict(self._choices_with_verdicts())
        self.labels = [self._label(node, beside=beside) for node in range(len(tree))]
        order = (*SIGNED, CORRECTION, CUT, MISSED, CHOICE)
        self.legend = [found for found in order if found in self.used]

    def _items_by_node(self, part: str) -> dict[int, Item]:
        mark = self.marks.get(part)
        return {item.node: item for item in mark.items} if mark else {}

    def _cuts_with_verdicts(self) -> Iterator[tuple[int, str]]:
        """Yield the nodes marked as pruned, each with its verdict. With `full`, the missed cuts come first."""
        mark = self.marks.get("pruned")
        if mark is None or mark.given is None:
            return
        if self.full and (mark.basis == PARTIAL or mark.rule) and not mark.is_full:
            yield from ((node, MISSED) for node in mark.missing)
        for node in mark.given:
            yield node, self._verdict_of_cut(mark, node)

    def _verdict_of_cut(self, mark: Mark, node: int) -> str:
        if mark.basis == FOLLOWING:
            return FOLLOWING
        below = self.grader.masks.below[node]
        is_right = mark.is_full or not (mark.basis == PARTIAL or mark.rule) or not below & ~self.grader.right.pruned
        return CORRECT if is_right else WRONG

    def _choices_with_verdicts(self) -> Iterator[tuple[int, str]]:
        """Yield the chosen move with its verdict. With `full`, yield the correct move first if they differ."""
        mark = self.marks.get("best")
        if mark is None or not mark.items:
            return
        item = mark.items[0]
        if self.full and item.verdict in (WRONG, MISSING):
            yield item.expected, CORRECTION
        if item.given is not None:
            yield item.given, item.verdict

    def _label(self, node: int, *, beside: bool) -> Label:
        """Return the label of a node."""
        tree = self.tree
        value, correction = self._value_with_sign(node), self._corrected_value(node)
        window = " ".join(filter(None, (correction, self._window_with_sign(node))))
        if not beside or not tree.children[node]:
            value, window = " ".join(filter(None, (value, window))), ""
        cut, choice = self.cuts.get(node), self.choices.get(node)
        struck = cut is not None and cut != MISSED
        if struck:
            self.used.add(CUT)
        return Label(
            shortened(tree.names[node]),
            tree.kinds[node],
            value,
            window,
            self._text_at_edge(node, self._cut_sign(cut), self._choice_sign(choice)),
            PRUNED if node in self._nodes_below_cuts else DONE,
            struck,
            choice is not None and choice != CORRECTION,
            mark=self.values[node].verdict if node in self.values and value else cut or choice or "",
        )

    def _text_at_edge(self, node: int, cut: str, choice: str) -> str:
        return " · ".join(filter(None, (edge_text(self.tree, node, self.language), cut, choice)))

    @cached_property
    def _nodes_below_cuts(self) -> frozenset[int]:
        """The nodes below correct or missed cuts."""
        cuts = (node for node, verdict in self.cuts.items() if verdict != WRONG)
        return frozenset(node for cut in cuts for node in self.tree.subtree(cut))

    def _value_with_sign(self, node: int) -> str:
        """Return the value of a leaf, or the student's value of an inner node with the mark for its verdict."""
        leaf, item = self.tree.values[node], self.values.get(node)
        if leaf is not None:
            return self._short_number_text(leaf)  # type: ignore[arg-type]
        if item is None:
            return ""
        if item.given is None:
            return self._sign_of_verdict(MISSING) if self.full else ""
        return f"{self._short_number_text(item.given)} {self._sign_of_verdict(item.verdict)}"

    def _corrected_value(self, node: int) -> str:
        item = self.values.get(node)
        if not self.full or item is None or item.verdict not in (WRONG, MISSING) or item.expected is None:
            return ""
        self.used.add(CORRECTION)
        correction = self._short_number_text(item.expected)
        return correction if correction.startswith("(") else f"({correction})"

    def _window_with_sign(self, node: int) -> str:
        item = self.windows.get(node)
        if item is None or item.given is None:
            return ""
        return f"{format_window_row(item.given, self.language)} {self._sign_of_verdict(item.verdict)}"

    def _cut_sign(self, cut: str | None) -> str:
        if cut is None:
            return ""
        if cut == MISSED:
            self.used.add(MISSED)
            return MISSED_CUT
        return self._sign_of_verdict(cut)

    def _choice_sign(self, choice: str | None) -> str:
        if choice is None:
            return ""
        if choice == CORRECTION:
            self.used.add(CORRECTION)
            return f"({self.say.choice_sign()})"
        self.used.add(CHOICE)
        return f"{self.say.choice_sign()} {self._sign_of_verdict(choice)}"

    def _sign_of_verdict(self, verdict: str) -> str:
        self.used.add(verdict)
        return self.say.sign(verdict)

    def _short_number_text(self, value: Number) -> str:
        return shortened(number_text(value, self.language), 16)
