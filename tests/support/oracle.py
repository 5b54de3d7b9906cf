"""The conventions once more, written from their pseudocode as short recursive functions, sharing nothing with
treesolve.

A tree is a nested list: an int (or infinity) is a leaf, a list an inner node; players alternate. Each function
searches from the root and returns what it did as a Run.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction

INFINITY = float("inf")

Nested = int | float | Fraction | list["Nested"]
Path = tuple[int, ...]
Number = int | float | Fraction


@dataclass
class Run:
    """What one search did; windows and returned values by path, in MAX's view."""

    value: Number = 0
    leaves: list[Path] = field(default_factory=list)
    windows: dict[Path, tuple[Number, Number]] = field(default_factory=dict)
    returned: dict[Path, Number] = field(default_factory=dict)


def minimax(tree: Nested, *, maximising: bool = True) -> Number:
    """Return the minimax value of a nested tree, in MAX's view."""
    if not isinstance(tree, list):
        return tree
    values = [minimax(child, maximising=not maximising) for child in tree]
    return max(values) if maximising else min(values)


def haw(tree: Nested, maximising: bool) -> Run:
    """alphabeta_max and alphabeta_min: each returns its own bound, and stops once alpha >= beta."""
    run = Run()

    def alphabeta_max(node: Nested, path: Path, alpha: Number, beta: Number) -> Number:
        if not isinstance(node, list):
            run.leaves.append(path)
            return node
        run.windows[path] = alpha, beta
        for index, child in enumerate(node):
            alpha = max(alpha, alphabeta_min(child, (*path, index), alpha, beta))
            if alpha >= beta:
                break
        run.returned[path] = alpha
        return alpha

    def alphabeta_min(node: Nested, path: Path, alpha: Number, beta: Number) -> Number:
        if not isinstance(node, list):
            run.leaves.append(path)
            return node
        run.windows[path] = alpha, beta
        for index, child in enumerate(node):
            beta = min(beta, alphabeta_max(child, (*path, index), alpha, beta))
            if alpha >= beta:
                break
        run.returned[path] = beta
        return beta

    run.value = (alphabeta_max if maximising else alphabeta_min)(tree, (), -INFINITY, INFINITY)
    return run


def best_value(tree: Nested, maximising: bool, *, strict: bool) -> Run:
    """Return the textbook form of aima (not strict) and CS188 (strict): v is held against the bound after each
    child.
    """
    run = Run()

    def max_value(node: Nested, path: Path, alpha: Number, beta: Number) -> Number:
        if not isinstance(node, list):
            run.leaves.append(path)
            return node
        run.windows[path] = alpha, beta
        v: Number = -INFINITY
        for index, child in enumerate(node):
            v = max(v, min_value(child, (*path, index), alpha, beta))
            if v > beta or (v == beta and not strict):
                break
            alpha = max(alpha, v)
        run.returned[path] = v
        return v

    def min_value(node: Nested, path: Path, alpha: Number, beta: Number) -> Number:
        if not isinstance(node, list):
            run.leaves.append(path)
            return node
        run.windows[path] = alpha, beta
        v: Number = INFINITY
        for index, child in enumerate(node):
            v = min(v, max_value(child, (*path, index), alpha, beta))
            if v < alpha or (v == alpha and not strict):
                break
            beta = min(beta, v)
        run.returned[path] = v
        return v

    run.value = (max_value if maximising else min_value)(tree, (), -INFINITY, INFINITY)
    return run


def lang(tree: Nested, maximising: bool) -> Run:
    """eval(s, w): a negamax with one parameter, the negated maximum of the parent."""
    run = Run()

    def evaluate(node: Nested, path: Path, sign: int, w: Number) -> Number:
        if not isinstance(node, list):
            run.leaves.append(path)
            return sign * node
        run.windows[path] = (-INFINITY, w) if sign > 0 else (-w, INFINITY)
        maximum: Number = -INFINITY
        for index, child in enumerate(node):
            if not maximum < w:
                break
            maximum = max(maximum, -evaluate(child, (*path, index), -sign, -maximum))
        run.returned[path] = sign * maximum
        return maximum

    sign = 1 if maximising else -1
    run.value = sign * evaluate(tree, (), sign, INFINITY)
    return run


def unit(tree: Nested, maximising: bool) -> Run:
    """PruningPlayer: values from 0 to 1 in the mover's view, the cut tested before each child."""
    run = Run()

    def eval_by_search(node: Nested, path: Path, is_max: bool, low: Number, high: Number) -> Number:
        if not isinstance(node, list):
            run.leaves.append(path)
            return node if is_max else 1 - node
        run.windows[path] = (low, high) if is_max else (1 - high, 1 - low)
        best_eval = low
        for index, child in enumerate(node):
            if best_eval >= high:
                break
            value = 1 - eval_by_search(child, (*path, index), not is_max, 1 - high, 1 - best_eval)
            best_eval = max(best_eval, value)
        run.returned[path] = best_eval if is_max else 1 - best_eval
        return best_eval

    if isinstance(tree, list) and len(tree) == 1:  # select_move plays a forced move without a look
        return run
    value = eval_by_search(tree, (), maximising, -1, 2)
    run.value = value if maximising else 1 - value
    return run


def knuth_moore(tree: Nested, maximising: bool) -> Run:
    """F2 of 1975: a negamax that hands its lower bound m up, whatever it is."""
    run = Run()

    def f2(node: Nested, path: Path, sign: int, alpha: Number, beta: Number) -> Number:
        if not isinstance(node, list):
            run.leaves.append(path)
            return sign * node
        run.windows[path] = (alpha, beta) if sign > 0 else (-beta, -alpha)
        m = alpha
        for index, child in enumerate(node):
            t = -f2(child, (*path, index), -sign, -beta, -m)
            if t > m:
                m = t
            if m >= beta:
                break
        run.returned[path] = sign * m
        return m

    sign = 1 if maximising else -1
    run.value = sign * f2(tree, (), sign, -INFINITY, INFINITY)
    return run


def everything(tree: Nested, maximising: bool) -> Run:
    """Plain minimax: every leaf from left to right."""
    run = Run()

    def value(node: Nested, path: Path, is_max: bool) -> Number:
        if not isinstance(node, list):
            run.leaves.append(path)
            return node
        values = [value(child, (*path, index), not is_max) for index, child in enumerate(node)]
        run.returned[path] = max(values) if is_max else min(values)
        return run.returned[path]

    run.value = value(tree, (), maximising)
    return run


PSEUDOCODE: dict[str, Callable[[Nested, bool], Run]] = {
    "haw": haw,
    "luger": lambda tree, maximising: best_value(tree, maximising, strict=False),
    "lang": lang,
    "unit": unit,
    "hartmann": haw,
    "aima": lambda tree, maximising: best_value(tree, maximising, strict=False),
    "cs188": lambda tree, maximising: best_value(tree, maximising, strict=True),
    "cosc367": lambda tree, maximising: best_value(tree, maximising, strict=False),
    "knuth-moore": knuth_moore,
    "minimax": everything,
    "negamax": everything,
}
"""Each named convention with its pseudocode."""
