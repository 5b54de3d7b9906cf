"""Chance nodes where nothing is cut: the weighted sum of their children."""

from typing import Any

from treesolve.model.number import NoExpectation, Number, Unknown, UnknownCompared, Value, add_weighted
from treesolve.model.tree import Kind
from treesolve.search.game_tree import Searchable
from treesolve.search.search_run import ComeTo, Run, Search


def expectation(run: Run, come_to: ComeTo) -> Search:
    """The search of a chance node: no bound passes it, and every child counts."""
    rules, children, log = run.rules, run.children, run.log
    lowest, highest = run.convention.widest
    told, chance = rules.told, Kind.CHANCE

    def search(node: int, alpha: Any, beta: Any, alpha_from: int | None, beta_from: int | None) -> Any:
        if not rules.through_chance:
            alpha, beta, alpha_from, beta_from = lowest, highest, None, None
        best: Any = 0
        remaining = rules.arrange(children[node])
        for child in remaining:
            low, high, low_from, high_from = alpha, beta, alpha_from, beta_from
            if told:
                low, high, low_from, high_from = told(node, chance, child, alpha, beta, alpha_from, beta_from)
            visit = come_to(child, low, high, low_from, high_from)
            best = sum_with_child(run.tree, node, best, child, log.returned[visit])
            log.bounds[visit] = best
            if rules.stops(node, child, best, alpha, beta):
                best = rules.so_far(node, best) if rules.so_far else best
                log.cuts.append((node, child, alpha_from, tuple(remaining), best))
                break
        return best

    return search


def sum_with_child(tree: Searchable, node: int, best: Number, child: int, value: Value) -> Number:
    """The sum at a chance node with the value of one more child, weighted. NoExpectation of it names the node."""
    if isinstance(value, Unknown):  # nobody can write down its value, whatever it weighs
        raise UnknownCompared(value.letter)
    try:
        return add_weighted(best, tree.weight(child), value)  # type: ignore[arg-type]
    except NoExpectation as reason:
        raise NoExpectation(str(reason), node) from None
