"""Explanations of correct answers to step questions, about the origin and updates of bounds, returns and cuts.

All numbers are in the view of the question, which is that of the player to move if the convention says so.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from treesolve.analysis.step_question import StepQuestion
from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number
from treesolve.model.perspective import value_seen_by, window_seen_by
from treesolve.rendering.counterexample_sentence import explanation_sentence
from treesolve.rendering.player_animation import AnimationPlayer
from treesolve.rendering.solution_page import reasons_of_cuts
from treesolve.rendering.template_environment import Wording, words
from treesolve.search.solution import Solution
from treesolve.search.step_table import StepRow, viewer

Facts = dict[str, Any]


class StepQuestionReasons(Wording):
    """The reasons for correct answers in one search; `step_sentences` are the sentences of the steps."""

    def __init__(
        self, solution: Solution, player: AnimationPlayer, step_sentences: list[str], language: str = "en"
    ) -> None:
        super().__init__(solution.tree, language)
        self.solution, self.convention, self.player, self.step_sentences = (
            solution,
            solution.convention,
            player,
            step_sentences,
        )
        self.words = words(language, "play.jinja")

    def why(self, question: StepQuestion) -> str:
        """Return the reason for the correct answer, in whole sentences."""
        return _WHY[question.kind](self, question)

    def symbols(self, node: int) -> list[str]:
        """Return the convention's names for the bounds of a node, as questions use them."""
        kind = self.tree.kinds[node]
        return [self.player.symbol_of_bound(head, kind) for head in self.player.bound_head]

    # The next child

    def _child(self, question: StepQuestion) -> str:
        facts = {"node": self.name(question.node), "child": self.name(int(str(question.right)))}
        return self.words.next_child(facts, self.convention.order)

    # Bounds

    def _bounds(self, question: StepQuestion) -> str:
        if question.after is None:
            return self.words.handed_down(self._origin(question.node))
        return f"{self.words.moved(self._bound_update_facts(question.node))} {self.step_sentences[question.step]}."

    def _origin(self, node: int) -> Facts:
        parent, window = self.tree.parents[node], self._window(node)
        facts = {**self._node_facts(node), **self._bound_facts(node, *window)}
        if parent is None:
            return {**facts, "origin": "start", "known": self.convention.window != self.convention.widest}
        facts |= {
            "parent": self.name(parent),
            "turned": self._is_negated(parent, node),
            "given": self._bound_facts(parent, *window),
        }
        facts["given"]["own"] = self._bound_symbol(parent)
        if self.tree.kinds[parent] is Kind.CHANCE:
            is_single_bound = self.convention.bounds == "shallow" and self.tree.kinds[node] is not Kind.CHANCE
            return {**facts, "origin": self._origin_below_chance(node), "shallow": is_single_bound}
        if self.convention.bounds == "deep":
            return {**facts, "origin": "both"}
        return {**facts, "origin": "opponent" if self.tree.kinds[parent] is self.tree.kinds[node] else "own"}

    def _origin_below_chance(self, node: int) -> str:
        if not self.convention.cuts_chance(self.tree):
            return "chance"
        return "average" if self.tree.weight(node) else "limits"

    def _is_negated(self, parent: int, node: int) -> bool:
        """Return whether the bounds of a node have the opposite sign of the bounds of its parent."""
        return self.convention.perspective != "minimax" and viewer(self.tree, parent) is not viewer(self.tree, node)

    def _bound_update_facts(self, node: int) -> Facts:
        """Return which bound of a node changes, and which player changes it."""
        bound_index = {Kind.MAX: 0, Kind.MIN: 1}.get(self.tree.kinds[node])
        initial_bound = 0 if bound_index is None else self._window(node)[bound_index]
        is_uninformative = bound_index is None or initial_bound == self.convention.widest[bound_index]
        shows_initial_bound = not is_uninformative and self.convention.wording != "one-bound"
        return {
            **self._node_facts(node),
            "symbols": self.symbols(node),
            "own": self._bound_symbol(node),
            "began": self._number_for_player(node, initial_bound) if shows_initial_bound else "",
        }

    # Returned values

    def _return(self, question: StepQuestion) -> str:
        node = question.node
        value = self.solution.log.returned[self.solution.visit_of[node]]
        facts = {
            **self._node_facts(node),
            "value": self._number_for_player(node, value),
            "is_cut": node in self._cutoff_nodes,
        }
        if self.tree.kinds[node] is Kind.CHANCE:
            return self.words.returned_by_chance({**facts, **self._stop_of_chance(node)})
        return self.words.returned(facts | self._returned_facts(node, value))

    def _returned_facts(self, node: int, value: Number) -> Facts:
        """Return how the returned value relates to the node's bounds."""
        is_max, (low, high) = self.tree.kinds[node] is Kind.MAX, self._window(node)
        found = self._last_bound(node)
        initial_bound, other = (low, high) if is_max else (high, low)
        facts = {
            "returns": self.convention.returns,
            "own": self._bound_symbol(node),
            "bound": self._number_for_player(node, found),
        }
        if self.convention.returns == "value":
            return {**facts, "unlike": value != found and self.convention.wording != "one-bound"}
        if self.convention.returns == "clipped" and found != value:
            other_symbol = self.symbols(node)[self._bound_index(node) - 1]
            return {**facts, "other": other_symbol, "is_clipped": value == other}
        return {**facts, "returns": "bound", "is_given": found == initial_bound}

    def _last_bound(self, node: int) -> Number:
        """Return the node's own bound at its last visited child, which may be an inherited value."""
        log, visit_of = self.solution.log, self.solution.visit_of
        last = max(visit_of[child] for child in self.tree.children[node] if child in visit_of)
        return log.bounds[last]

    def _stop_of_chance(self, node: int) -> Facts:
        """Return whether a chance node was cut, and which bound its average can no longer pass."""
        returns, low = self.convention.returns, self._window(node)[0]
        for cut in self.solution.log.cuts:
            if cut.node == node and cut.reach is not None and (cut.skipped or returns != "value"):
                return {"returns": returns, "bound": "beta" if cut.reach > low else "alpha"}
        return {"returns": returns, "bound": ""}

    @cached_property
    def _cutoff_nodes(self) -> frozenset[int]:
        return frozenset(cut.node for cut in self.solution.cut_events if cut.skipped)

    # Cuts

    def _cut(self, question: StepQuestion) -> str:
        """Return the reason for a cut. If there is no cut, return the proof that the next child must be visited."""
        if question.right == "cut":
            return self._reasons_of_cuts[question.node]
        visited = [node for node in self.solution.visited_ids if self.tree.parents[node] == question.node]
        next_visited = visited[visited.index(question.after or 0) + 1]
        sentences = (self._comparison(question), self.words.not_seen({"child": self.name(next_visited)}))
        proof = explanation_sentence(self.solution, next_visited, self.language)
        return " ".join(filter(None, (*sentences, proof)))

    @cached_property
    def _reasons_of_cuts(self) -> Mapping[int, str]:
        """The reason for the cut at each node with a cut."""
        return {cut.node: reason for cut, reason in reasons_of_cuts(self.solution, self.language).items()}

    def _comparison(self, question: StepQuestion) -> str:
        """Return the condition for a cut, and the bounds of the node.

        Returns an empty string if the question does not ask for the bounds that are compared.
        """
        node, row = question.node, self._arrivals[question.node, question.after or 0]
        numbers = [self.number(bound) for bound in row.bounds if bound is not None]
        facts = {
            **self._node_facts(node),
            "symbols": self.symbols(node),
            "numbers": numbers,
            "cut": self.convention.cut,
        }
        if self.tree.kinds[node] is Kind.CHANCE:
            least, greatest = row.facts["least"], row.facts["greatest"]
            if least is None or len(numbers) < 2:  # no cut follows from the average, or its bounds have no names
                return ""
            return self.words.average_cut({**facts, "least": self.number(least), "greatest": self.number(greatest)})
        if len(numbers) == 2:
            return self.words.cut_where(facts)
        if not self._is_compared_with_ancestors(node):
            return ""
        low, high = self._window(node)
        above = high if self.tree.kinds[node] is Kind.MAX else low
        return self.words.cut_above({**facts, "above": "" if abs(above) == INFINITY else self.number(above)})

    def _is_compared_with_ancestors(self, node: int) -> bool:
        """Return whether nodes keep a single bound, which is compared with the best opposite bound of all ancestors."""
        convention = self.convention
        if (convention.wording, convention.bounds, convention.window) != ("one-bound", "deep", (-INFINITY, INFINITY)):
            return False
        above = self.tree.parents[node]
        while above is not None and self.tree.kinds[above] is not Kind.CHANCE:
            above = self.tree.parents[above]
        return above is None

    @cached_property
    def _arrivals(self) -> Mapping[tuple[int, int], StepRow]:
        """The row of the step in which a node receives the value of a child."""
        return {(row.node, row.facts["child"]): row for row in self.player.animation.rows if row.macro == "arrive"}

    # Names and numbers

    def _node_facts(self, node: int) -> Facts:
        """Return a node with its player, the view that its numbers are in, and whether the player minimizes them."""
        perspective = self.convention.perspective
        is_least = self.tree.kinds[node] is Kind.MIN and perspective == "minimax"
        return {
            "node": self.name(node),
            "kind": self.kind(node),
            "perspective": perspective,
            "is_least": is_least,
        }

    def _window(self, node: int) -> tuple[Number, Number]:
        visit = self.solution.visit_of[node]
        return self.solution.log.alphas[visit], self.solution.log.betas[visit]

    def _bound_facts(self, node: int, alpha: Number, beta: Number) -> Facts:
        """Return bounds, given in MAX's view, as they appear at a node."""
        seen = window_seen_by(viewer(self.tree, node), alpha, beta, self.convention.perspective)
        return {"symbols": self.symbols(node), "numbers": [self.number(bound) for bound in seen]}

    def _number_for_player(self, node: int, value: Number) -> str:
        return self.number(value_seen_by(viewer(self.tree, node), value, self.convention.perspective))

    def _bound_symbol(self, node: int) -> str:
        return self.symbols(node)[self._bound_index(node)]

    def _bound_index(self, node: int) -> int:
        is_upper = self.tree.kinds[node] is Kind.MIN and self.convention.perspective == "minimax"
        return 1 if is_upper and len(self.player.bound_head) == 2 else 0


_WHY: Mapping[str, Callable[[StepQuestionReasons, StepQuestion], str]] = {
    "child": StepQuestionReasons._child,
    "bounds": StepQuestionReasons._bounds,
    "return": StepQuestionReasons._return,
    "cut": StepQuestionReasons._cut,
}
