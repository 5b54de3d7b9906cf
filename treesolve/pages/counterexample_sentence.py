"""Why a node must not be pruned, or why it may be, as a sentence."""

from typing import Any

from treesolve.analysis.counterexample import Counterexample, Harmless, Reason, explain_pruned, explain_visited
from treesolve.model.perspective import limits
from treesolve.pages.environment import number_text, words
from treesolve.pages.maxn_page import why_visited
from treesolve.search.maxn import MaxnSolution
from treesolve.search.solution import PRUNED, Solution, cuts_chance

MOST_NAMES = 6
"""So many leaves with the same value are named; the rest is counted."""


def explanation_sentence(solution: Solution, node: int, language: str = "en") -> str:
    """Why a visited node must be looked at, or why a pruned one need not be, in one or two sentences of plain text.

    Raises ValueError for the root, and for a node that was neither visited nor pruned.
    """
    if isinstance(solution, MaxnSolution):
        return why_visited(solution, node, language)
    say = words(language, "counterexample.jinja")
    if solution.status(node) == PRUNED:
        told = say.harmless(_facts_of_harmless(solution, explain_pruned(solution, node), language))
    else:
        found = explain_visited(solution, node)
        if isinstance(found, Reason):
            told = say.reason(_facts_of_reason(solution, found, language))
        else:
            told = say.counterexample(_facts_of_counterexample(solution, found, language))
    return " ".join(told.split())


def is_counterexample(solution: Solution, node: int) -> bool:
    """Whether a visited node has a proof: values with which the root changes if the node is pruned."""
    return isinstance(solution, MaxnSolution) or isinstance(explain_visited(solution, node), Counterexample)


def _names_in_sentence(solution: Solution, node: int) -> dict[str, Any]:
    """What every sentence names: the node, whether it is a leaf, and the root."""
    names = solution.tree.names
    return {"node": names[node], "is_leaf": not solution.tree.children[node], "root": names[0]}


def _facts_of_counterexample(solution: Solution, found: Counterexample, language: str) -> dict[str, Any]:
    return {
        **_names_in_sentence(solution, found.node),
        "value": number_text(found.value, language),
        "others": _other_unseen_leaves(solution, found, language),
        "root_value": number_text(found.root, language),
        "dropped": solution.tree.names[found.node if _is_only_way(solution, found) else found.dropped],
        "without": "" if found.without is None else number_text(found.without, language),
    }


def _is_only_way(solution: Solution, found: Counterexample) -> bool:
    """Whether what is dropped leads to nothing but the node, so that the node can be spoken of alone."""
    tree, node = solution.tree, found.node
    while node != found.dropped and len(tree.children[tree.parents[node] or 0]) == 1:
        node = tree.parents[node] or 0
    return node == found.dropped


def _other_unseen_leaves(solution: Solution, found: Counterexample, language: str) -> list[dict[str, Any]]:
    """The other leaves that have not been seen, those with the same value together."""
    below = solution.tree.subtree(found.node)
    groups: dict[Any, list[str]] = {}
    for leaf, value in found.values.items():
        if leaf not in below:
            groups.setdefault(value, []).append(solution.tree.names[leaf])
    return [
        {"names": names[:MOST_NAMES], "rest": max(0, len(names) - MOST_NAMES), "value": number_text(value, language)}
        for value, names in groups.items()
    ]


def _facts_of_reason(solution: Solution, found: Reason, language: str) -> dict[str, Any]:
    least, most = limits(solution.tree.bounds, solution.convention.perspective)
    bounds = {"low": found.low, "high": found.high, "least": least, "most": most}
    return {
        **_names_in_sentence(solution, found.node),
        "code": found.code,
        **{name: "" if bound is None else number_text(bound, language) for name, bound in bounds.items()},
    }


def _facts_of_harmless(solution: Solution, found: Harmless, language: str) -> dict[str, Any]:
    returned = solution.value if found.result == "exact" else solution.returned(0)
    return {
        **_names_in_sentence(solution, found.node),
        "result": found.result,
        "root_value": "" if returned is None else number_text(returned, language),
        "least": _limit_text(solution, 0, language),
        "most": _limit_text(solution, 1, language),
        "cut_node": solution.tree.names[found.cut.node],
        "equal": number_text(found.cut.alpha, language) if found.equal else "",
    }


def _limit_text(solution: Solution, end: int, language: str) -> str:
    """The least or the greatest value of a leaf, where chance nodes are cut because of it; else nothing."""
    if not cuts_chance(solution.tree, solution.convention):
        return ""
    return number_text(limits(solution.tree.bounds, solution.convention.perspective)[end], language)
