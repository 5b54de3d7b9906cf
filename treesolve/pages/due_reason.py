"""Why the answer to a due question is right: where bounds come from, who moves them, what is returned, when to cut.

All numbers are written as the question asks for them, by the player to move where the lecture does so.
"""

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Any

from treesolve.analysis.due_question import DueQuestion
from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number
from treesolve.model.perspective import seen_by, window_seen_by
from treesolve.pages.counterexample_sentence import explanation_sentence
from treesolve.pages.environment import Wording, words
from treesolve.pages.player_film import FilmPlayer
from treesolve.pages.solution_page import reasons_of_cuts
from treesolve.search.solution import Solution
from treesolve.search.step_table import StepRow, viewer

Facts = dict[str, Any]


class DueReasons(Wording):
    """The reasons in one search, in a language; `told` are the sentences of its steps."""

    def __init__(self, solution: Solution, player: FilmPlayer, told: list[str], language: str = "en") -> None:
        super().__init__(solution.tree, language)
        self.solution, self.convention, self.player, self.told = solution, solution.convention, player, told
        self.words = words(language, "play.jinja")

    def why(self, question: DueQuestion) -> str:
        """The reason for what is right, in whole sentences."""
        return _WHY[question.kind](self, question)

    def symbols(self, node: int) -> list[str]:
        """What the lecture calls the bounds of a node, as questions ask for them."""
        kind = self.tree.kinds[node]
        return [self.player.symbol_of_bound(head, kind) for head in self.player.bound_head]

    # The next child

    def _child(self, question: DueQuestion) -> str:
        facts = {"node": self.name(question.node), "child": self.name(int(str(question.right)))}
        return self.words.next_child(facts, self.convention.order)

    # Bounds

    def _bounds(self, question: DueQuestion) -> str:
        if question.after is None:
            return self.words.handed_down(self._origin(question.node))
        return f"{self.words.moved(self._moving(question.node))} {self.told[question.step]}."

    def _origin(self, node: int) -> Facts:
        parent, window = self.tree.parents[node], self._window(node)
        facts = {**self._named(node), **self._pair(node, *window)}
        if parent is None:
            return {**facts, "origin": "start", "known": self.convention.window != self.convention.widest}
        facts |= {
            "parent": self.name(parent),
            "turned": self._is_turned(parent, node),
            "given": self._pair(parent, *window),
        }
        facts["given"]["own"] = self._own_symbol(parent)
        if self.tree.kinds[parent] is Kind.CHANCE:
            is_told_one = self.convention.bounds == "shallow" and self.tree.kinds[node] is not Kind.CHANCE
            return {**facts, "origin": self._origin_below_chance(node), "shallow": is_told_one}
        if self.convention.bounds == "deep":
            return {**facts, "origin": "both"}
        return {**facts, "origin": "opponent" if self.tree.kinds[parent] is self.tree.kinds[node] else "own"}

    def _origin_below_chance(self, node: int) -> str:
        if not self.convention.cuts_chance(self.tree):
            return "chance"
        return "average" if self.tree.weight(node) else "limits"

    def _is_turned(self, parent: int, node: int) -> bool:
        """Whether a node writes the numbers of its parent turned round."""
        return self.convention.perspective != "minimax" and viewer(self.tree, parent) is not viewer(self.tree, node)

    def _moving(self, node: int) -> Facts:
        """Who moves which bound of a node."""
        place = {Kind.MAX: 0, Kind.MIN: 1}.get(self.tree.kinds[node])
        began = 0 if place is None else self._window(node)[place]
        says_nothing = place is None or began == self.convention.widest[place]
        is_told = not says_nothing and self.convention.wording != "one-bound"
        return {
            **self._named(node),
            "symbols": self.symbols(node),
            "own": self._own_symbol(node),
            "began": self._seen(node, began) if is_told else "",
        }

    # What is returned

    def _return(self, question: DueQuestion) -> str:
        node = question.node
        value = self.solution.log.returned[self.solution.visit_of[node]]
        facts = {**self._named(node), "value": self._seen(node, value), "is_cut": node in self._nodes_that_skip}
        if self.tree.kinds[node] is Kind.CHANCE:
            return self.words.returned_by_chance({**facts, **self._stop_of_chance(node)})
        return self.words.returned(facts | self._handed_up(node, value))

    def _handed_up(self, node: int, value: Number) -> Facts:
        """How what a node returns stands to its bounds."""
        is_max, (low, high) = self.tree.kinds[node] is Kind.MAX, self._window(node)
        found = self._last_bound(node)
        began, other = (low, high) if is_max else (high, low)
        facts = {"returns": self.convention.returns, "own": self._own_symbol(node), "bound": self._seen(node, found)}
        if self.convention.returns == "value":
            return {**facts, "unlike": value != found and self.convention.wording != "one-bound"}
        if self.convention.returns == "clipped" and found != value:
            other_symbol = self.symbols(node)[self._place_of_own(node) - 1]
            return {**facts, "other": other_symbol, "is_clipped": value == other}
        return {**facts, "returns": "bound", "is_given": found == began}

    def _last_bound(self, node: int) -> Number:
        """The own bound of a node when it is left, inherited part included."""
        log, visit_of = self.solution.log, self.solution.visit_of
        last = max(visit_of[child] for child in self.tree.children[node] if child in visit_of)
        return log.bounds[last]

    def _stop_of_chance(self, node: int) -> Facts:
        """Whether a chance node stopped, and which bound its average cannot pass."""
        returns, low = self.convention.returns, self._window(node)[0]
        for cut in self.solution.log.cuts:
            if cut.node == node and cut.reach is not None and (cut.skipped or returns != "value"):
                return {"returns": returns, "bound": "beta" if cut.reach > low else "alpha"}
        return {"returns": returns, "bound": ""}

    @cached_property
    def _nodes_that_skip(self) -> frozenset[int]:
        return frozenset(cut.node for cut in self.solution.cut_events if cut.skipped)

    # To cut, or to go on

    def _cut(self, question: DueQuestion) -> str:
        """A cut with its reason; where the search goes on, the proof that the next child must be looked at."""
        if question.right == "cut":
            return self._reasons_of_cuts[question.node]
        visited = [node for node in self.solution.visited_ids if self.tree.parents[node] == question.node]
        following = visited[visited.index(question.after or 0) + 1]
        said = (self._comparison(question), self.words.not_seen({"child": self.name(following)}))
        proof = explanation_sentence(self.solution, following, self.language)
        return " ".join(filter(None, (*said, proof)))

    @cached_property
    def _reasons_of_cuts(self) -> Mapping[int, str]:
        """The reason for the cut at each node that is cut."""
        return {cut.node: reason for cut, reason in reasons_of_cuts(self.solution, self.language).items()}

    def _comparison(self, question: DueQuestion) -> str:
        """When the node is cut, and how its bounds stand; nothing where the lecture compares what is not asked for."""
        node, row = question.node, self._arrivals[question.node, question.after or 0]
        numbers = [self.number(bound) for bound in row.bounds if bound is not None]
        facts = {**self._named(node), "symbols": self.symbols(node), "numbers": numbers, "cut": self.convention.cut}
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
        """Whether the lecture keeps a bound for each node, and the opposite one is the best of those above."""
        lecture = self.convention
        if (lecture.wording, lecture.bounds, lecture.window) != ("one-bound", "deep", (-INFINITY, INFINITY)):
            return False
        above = self.tree.parents[node]
        while above is not None and self.tree.kinds[above] is not Kind.CHANCE:
            above = self.tree.parents[above]
        return above is None

    @cached_property
    def _arrivals(self) -> Mapping[tuple[int, int], StepRow]:
        """The row in which a node gets the value of a child."""
        return {(row.node, row.facts["child"]): row for row in self.player.film.rows if row.macro == "arrive"}

    # Names and numbers

    def _named(self, node: int) -> Facts:
        """A node with its player, whose numbers it has, and whether the player takes the least of them."""
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

    def _pair(self, node: int, alpha: Number, beta: Number) -> Facts:
        """Bounds of MAX as they are written at a node."""
        seen = window_seen_by(viewer(self.tree, node), alpha, beta, self.convention.perspective)
        return {"symbols": self.symbols(node), "numbers": [self.number(bound) for bound in seen]}

    def _seen(self, node: int, value: Number) -> str:
        return self.number(seen_by(viewer(self.tree, node), value, self.convention.perspective))

    def _own_symbol(self, node: int) -> str:
        return self.symbols(node)[self._place_of_own(node)]

    def _place_of_own(self, node: int) -> int:
        is_upper = self.tree.kinds[node] is Kind.MIN and self.convention.perspective == "minimax"
        return 1 if is_upper and len(self.player.bound_head) == 2 else 0


_WHY: Mapping[str, Callable[[DueReasons, DueQuestion], str]] = {
    "child": DueReasons._child,
    "bounds": DueReasons._bounds,
    "return": DueReasons._return,
    "cut": DueReasons._cut,
}
