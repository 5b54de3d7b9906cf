"""Sentences that explain why a node must not be pruned, or why it can be pruned."""

from itertools import groupby
from typing import Any

from treesolve.analysis.counterexample import (
    Counterexample,
    NoCounterexample,
    PruningJustification,
    explain_pruned,
    explain_visited,
)
from treesolve.model.perspective import value_limits
from treesolve.rendering.maxn_page import why_visited
from treesolve.rendering.template_environment import Wording, words
from treesolve.search.maxn import MaxnSolution
from treesolve.search.search_result import PRUNED
from treesolve.search.solution import Solution

MAX_NAMES = 40
"""Maximum number of equal leaves listed by name. More become ranges, because a page may have a sentence per node."""


def explanation_sentence(solution: Solution, node: int, language: str = "en") -> str:
    """Explain in plain text why a visited node must be visited, or why a pruned node can be pruned.

    Raises ValueError for the root, and for nodes that are neither visited nor pruned.
    """
    if isinstance(solution, MaxnSolution):
        return why_visited(solution, node, language)
    sentence_facts, say = _SentenceFacts(solution, language), words(language, "counterexample.jinja")
    if solution.status(node) == PRUNED:
        text = say.harmless(sentence_facts.facts_of_pruned(node, explain_pruned(solution, node)))
    else:
        found = explain_visited(solution, node)
        if isinstance(found, NoCounterexample):
            text = say.reason(sentence_facts.facts_of_reason(found))
        else:
            text = say.counterexample(sentence_facts.facts_of_counterexample(found))
    return " ".join(text.split())


def is_counterexample(solution: Solution, node: int) -> bool:
    """Return whether a visited node has a counterexample: leaf values with which pruning the node changes the root."""
    return isinstance(solution, MaxnSolution) or isinstance(explain_visited(solution, node), Counterexample)


class _SentenceFacts(Wording):
    """Facts for the sentences about a solution."""

    def __init__(self, solution: Solution, language: str) -> None:
        super().__init__(solution.tree, language)
        self.solution = solution
        self.value_limits = value_limits(self.tree.bounds, solution.convention.perspective)

    def _number(self, value: Any) -> str:
        return "" if value is None else self.number(value)

    def _names(self, node: int) -> dict[str, Any]:
        return {"node": self.name(node), "is_leaf": not self.tree.children[node], "root": self.name(0)}

    def facts_of_counterexample(self, found: Counterexample) -> dict[str, Any]:
        """Return the values that change the root."""
        return {
            **self._names(found.node),
            "value": self.number(found.value),
            "others": self._other_unseen_leaves(found),
            "root_value": self.number(found.root),
            "dropped": self.name(found.node if self._is_only_way(found) else found.removed_node),
            "without": self._number(found.without),
        }

    def _is_only_way(self, found: Counterexample) -> bool:
        """Return whether the removed node leads only to `found.node`. If so, the sentence names `found.node`."""
        tree, node = self.tree, found.node
        while node != found.removed_node and len(tree.children[tree.parents[node] or 0]) == 1:
            node = tree.parents[node] or 0
        return node == found.removed_node

    def _other_unseen_leaves(self, found: Counterexample) -> list[dict[str, Any]]:
        """Return the other unseen leaves, grouped by value."""
        below = self.tree.subtree(found.node)
        groups: dict[Any, list[int]] = {}
        for leaf, value in found.values.items():
            if leaf not in below:
                groups.setdefault(value, []).append(leaf)
        return [{"names": self._all_leaves(leaves), "value": self.number(value)} for value, leaves in groups.items()]

    def _all_leaves(self, leaves: list[int]) -> list[str]:
        """Return the names of all these leaves. If there are many, adjacent leaves become ranges."""
        if len(leaves) <= MAX_NAMES:
            return self.all_names(leaves)
        say = words(self.language, "counterexample.jinja")
        leaf_index = {leaf: at for at, leaf in enumerate(self.tree.leaf_ids)}
        ordered, names = sorted(leaves), list[str]()
        for _, group in groupby(enumerate(ordered), lambda pair: leaf_index[pair[1]] - pair[0]):
            run = [leaf for _, leaf in group]
            is_range = len(run) > 2
            names += [say.leaves_from_to(self.name(run[0]), self.name(run[-1]))] if is_range else self.all_names(run)
        return names

    def facts_of_reason(self, found: NoCounterexample) -> dict[str, Any]:
        """Return the reason why no such values exist."""
        bounds = dict(zip(("low", "high", "least", "most"), (found.low, found.high, *self.value_limits), strict=True))
        numbers = {name: self._number(bound) for name, bound in bounds.items()}
        return {**self._names(found.node), "code": found.code, **numbers}

    def facts_of_pruned(self, node: int, found: PruningJustification) -> dict[str, Any]:
        """Return why pruning a node does not change the root, with limits of leaves if chance cuts depend on them."""
        solution = self.solution
        is_limited = solution.convention.cuts_chance(self.tree)
        least, most = map(self._number, self.value_limits if is_limited else (None, None))
        return {
            **self._names(node),
            "result": found.result,
            "root_value": self._number(solution.value if found.result == "exact" else solution.returned(0)),
            "least": least,
            "most": most,
            "cut_node": self.name(found.cut.node),
            "equal": self.number(found.cut.alpha) if found.equal else "",
        }
