"""The rules that a lecture sets: which child is next, with which window it is searched, and when a node stops."""

from typing import Any

from treesolve.model.convention import Convention
from treesolve.model.tree import Kind
from treesolve.search.search_run import Rules, Searchable, Stops, Told, Window


def lecture_rules(tree: Searchable, convention: Convention) -> Rules:
    """What the fields `bounds`, `cut` and `order` of a convention say."""
    arrange = iter if convention.order == "left-right" else reversed
    return Rules(_told(tree, convention), _STOPS[convention.cut], arrange)


def _told(tree: Searchable, convention: Convention) -> Told | None:
    """Deep bounds are the whole window; shallow ones are what the parent itself has found, for its opponent only."""
    lowest, highest = convention.widest
    kinds, maximum, minimum = tree.kinds, Kind.MAX, Kind.MIN

    def shallow(
        _node: int, kind: Kind, child: int, alpha: Any, beta: Any, alpha_from: int | None, beta_from: int | None
    ) -> Window:
        if kinds[child] is kind:
            return lowest, highest, None, None
        if kind is maximum:
            return alpha, highest, alpha_from, None
        if kind is minimum:
            return lowest, beta, None, beta_from
        return lowest, highest, None, None

    def nothing(
        _node: int, _kind: Kind, _child: int, _alpha: Any, _beta: Any, _by: int | None, _beta_by: int | None
    ) -> Window:
        return lowest, highest, None, None

    return {"deep": None, "shallow": shallow, "none": nothing}[convention.bounds]


_STOPS: dict[str, Stops] = {
    ">=": lambda _node, _child, _best, alpha, beta: alpha >= beta,
    ">": lambda _node, _child, _best, alpha, beta: alpha > beta,
    "never": lambda _node, _child, _best, _alpha, _beta: False,
}


def same_search(one: Convention, other: Convention) -> bool:
    """Whether two lectures always prune and choose alike, however they write it down."""
    return _rules_that_matter(one) == _rules_that_matter(other)


def _rules_that_matter(convention: Convention) -> tuple[str, ...]:
    returns = convention.returns if (convention.cut, convention.bounds) == (">", "deep") else ""
    return convention.cut, convention.bounds, returns, convention.order, convention.ties, convention.forced_move
