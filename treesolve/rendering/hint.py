"""Hints for solving a tree by hand: for each answer, a list of sentences from vague to specific.

Only the last sentence of each list reveals the answer.
"""

from typing import Any

from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number
from treesolve.model.reading_point import AT_ENTRY
from treesolve.rendering.template_environment import Wording, format_window_row, short_reading_point, window_text, words
from treesolve.search.bounds_at_reading_point import alpha_beta_pairs
from treesolve.search.solution import Solution
from treesolve.search.trace import CutEvent


class Hints(Wording):
    """The hints for one solution, in one language; all numbers are in MAX's view."""

    def __init__(self, solution: Solution, language: str = "en") -> None:
        super().__init__(solution.tree, language)
        self.solution, self.convention = solution, solution.convention
        self.words = words(language, "practice.jinja")

    def description(self, node: int) -> str:
        """Return the name of a node, with its value if it is a leaf."""
        value, name = self.tree.values[node], self.name(node)
        return name if value is None or self.number(value) == name else f"{name} = {self.number(value)}"

    def children(self, node: int) -> list[str]:
        """Return the names of a node's children, with the values of leaves."""
        return [self.description(child) for child in self.tree.children[node]]

    def facts_of_node(self, node: int) -> dict[str, Any]:
        """Return for templates the facts about an inner node that students can see."""
        return {"name": self.name(node), "kind": self.kind(node), "children": self.children(node)}

    def value(self, node: int, value: Number) -> list[str]:
        """Return hints for the value of an inner node; the last hint is the value."""
        facts = self.facts_of_node(node)
        answer = self.words.value_is({**facts, "value": self.number(value)})
        return [self.words.choice(facts), self.words.children(facts), answer]

    def visit(self, node: int, proof: str) -> list[str]:
        """Return hints on why a visited node is not pruned; the last hint is the proof."""
        doubted = self.words.doubted({"name": self.name(node), "root": self.name(0)})
        if self.tree.has_payoffs:
            return [doubted, proof]
        return [doubted, self.known(node), proof]

    def cut(self, cut: CutEvent, reason: str) -> list[str]:
        """Return hints for finding a cut; the last hint is the reason for the cut."""
        if self.tree.has_payoffs:
            return [self._remaining_payoff_hint(cut), reason]
        facts = {"name": self.name(cut.node), "kind": self.kind(cut.node), "after": self.description(cut.after)}
        own, facts["bound"] = (cut.alpha, "least") if cut.bound == "beta" else (cut.beta, "greatest")
        return [self.known(cut.node), self.words.enough({**facts, "value": self.number(own)}), reason]

    def _remaining_payoff_hint(self, cut: CutEvent) -> str:
        """Return the hint that one player's guaranteed payoff leaves less for the player above."""
        above = self.tree.parents[cut.node] or 0
        players = {"player": self.kind(cut.node), "above": self.kind(above)}
        facts = {"node": self.name(cut.node), "after": self.description(cut.after), **players}
        return words(self.language, "maxn.jinja").left_over(facts)

    def known(self, node: int) -> str:
        """Return what both players are guaranteed when the search enters a node."""
        low, high = self.solution.window(node) or (-INFINITY, INFINITY)
        return self.words.known({"name": self.name(node), "low": self._bound_text(low), "high": self._bound_text(high)})

    def _bound_text(self, bound: Number) -> str:
        """Return a bound as text, or an empty string if the bound carries no information."""
        is_uninformative = self.convention.perspective == "unit" and not 0 <= bound <= 1
        return "" if abs(bound) == INFINITY or is_uninformative else self.number(bound)

    def window(self, node: int) -> list[str]:
        """Return hints on where alpha and beta come from; the last hint is the two values."""
        reading_point = self.convention.alpha_beta
        if reading_point != AT_ENTRY:
            entry, pairs = alpha_beta_pairs(self.solution, AT_ENTRY)[node], alpha_beta_pairs(self.solution)[node]
            found = {"name": self.name(node), "kind": self.kind(node), "leaf": short_reading_point(self.convention)[1]}
            found["entry"], found["window"] = (format_window_row(row, self.language) for row in (entry, pairs))
            return [self.words.window_meaning(), self.words.pairs_found(found), self.words.window_is(found)]
        facts = self.facts_of_window(node)
        return [self.words.window_meaning(), self.words.handed_down(facts), self.words.window_is(facts)]

    def facts_of_window(self, node: int) -> dict[str, str | bool]:
        """Return for templates the window of a node on entry, and where this window comes from."""
        parent = self.tree.parents[node]
        return {
            "name": self.name(node),
            "parent": "" if parent is None else self.name(parent),
            "previous": self._previous_sibling(node),
            "chance": parent is not None and self.tree.kinds[parent] is Kind.CHANCE,
            "limited": self.convention.cuts_chance(self.tree),
            "shallow": self.convention.bounds == "shallow",
            "window": window_text(*(self.solution.window(node) or (-INFINITY, INFINITY)), self.language),
        }

    def _previous_sibling(self, node: int) -> str:
        """Return the sibling that the search visits just before this node, or an empty string if there is none."""
        parent = self.tree.parents[node]
        siblings = () if parent is None else self.tree.children[parent]
        index = siblings.index(node) if siblings else 0
        index += -1 if self.convention.order == "left-right" else 1
        return self.description(siblings[index]) if 0 <= index < len(siblings) else ""

    def best(self) -> list[str]:
        """Return hints for the child that the root chooses; the last hint is this child.

        Returns no hints if the root chooses no child.
        """
        best = self.solution.best_id
        if best is None:
            return []
        facts = {"name": self.name(0), "kind": self.kind(0)}
        hints = [self.words.choice(facts)]
        if self.solution.value is not None:
            hints.append(self.words.best_value({**facts, "value": self.number(self.solution.value)}))
        return [*hints, self.words.best_is({"root": self.name(0), "name": self.name(best)})]
