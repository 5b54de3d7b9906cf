"""The rules of a convention: the next child, the child's window, when a node stops, and what the node returns."""

from treesolve.model.convention import Convention
from treesolve.model.kind import Kind
from treesolve.model.number import Number
from treesolve.search.search_run import ResultRule, Rules, Searchable, StopRule, Window, WindowRule


def convention_rules(tree: Searchable, convention: Convention) -> Rules:
    """Return the rules for the fields `order`, `bounds`, `cut` and `returns` of a convention."""
    order = iter if convention.order == "left-right" else reversed
    return Rules(order, _window_rule(tree, convention), _STOPS[convention.cut], _RESULTS[convention.returns])


def _window_rule(tree: Searchable, convention: Convention) -> WindowRule:
    """Return the rule for the window of a child.

    With deep bounds a child gets the whole window. With shallow bounds it gets only the parent's own bound, and this
    only if the opponent moves at the child.
    """
    widest = lowest, highest = convention.widest
    kinds, maximum, minimum = tree.kinds, Kind.MAX, Kind.MIN

    def shallow(kind: Kind, child: int, alpha: Number, beta: Number) -> Window:
        if kinds[child] is kind:
            return widest
        if kind is maximum:
            return alpha, highest
        return (lowest, beta) if kind is minimum else widest

    if convention.bounds == "deep":
        return _inherited_window
    return shallow if convention.bounds == "shallow" else lambda _kind, _child, _alpha, _beta: widest


def _inherited_window(_kind: Kind, _child: int, alpha: Number, beta: Number) -> Window:
    return alpha, beta


_STOPS: dict[str, StopRule] = {
    ">=": lambda _node, _child, _best, alpha, beta: alpha >= beta,
    ">": lambda _node, _child, _best, alpha, beta: alpha > beta,
    "never": lambda _node, _child, _best, _alpha, _beta: False,
}

_RESULTS: dict[str, ResultRule] = {
    "value": lambda _maximizes, best, _alpha, _beta: best,
    "bound": lambda maximizes, _best, alpha, beta: alpha if maximizes else beta,
    "clipped": lambda maximizes, _best, alpha, beta: min(alpha, beta) if maximizes else max(beta, alpha),
}


def same_search(one: Convention, other: Convention) -> bool:
    """Return whether two conventions have the same rules for pruning and choosing; other fields are ignored."""
    return _rules_that_matter(one) == _rules_that_matter(other)


def _rules_that_matter(convention: Convention) -> tuple[str, ...]:
    returns = convention.returns if (convention.cut, convention.bounds) == (">", "deep") else ""
    return convention.cut, convention.bounds, returns, convention.order, convention.ties, convention.forced_move
