"""Statements about a solved tree: what can be stated, whether it holds, and which false ones somebody might believe.

Vocabulary

    claim       what kind of thing is stated: "value", "pruned", "visited", "best", "window", "deep", "before", "count",
                "changes"
    statement   a claim with the nodes and numbers it is about
    plausible   false, but true for a follower of a misconception
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import NamedTuple

from treesolve.analysis.expected_answers import accepted_values
from treesolve.model.number import INFINITY, Number, Unknown, reduced
from treesolve.model.perspective import limits
from treesolve.model.tree import Kind, Tree
from treesolve.search.solution import VISITED, Solution, minimax_values
from treesolve.search.step_table import ONE_COLUMN

MOST_NODES = 300
"""So many nodes are looked at for each claim; larger trees are not solved by hand."""


class Statement(NamedTuple):
    """A claim about nodes, with the numbers in it, in MAX's view."""

    claim: str
    nodes: tuple[int, ...]
    numbers: tuple[Number, ...] = ()

    def holds(self, solution: Solution) -> bool:
        """Whether it is true."""
        return CLAIMS[self.claim].holds(solution, self)


class Claim(NamedTuple):
    """How a claim is checked, and where its statements come from: from the right search, and from a wrong one.

    `believed` is None where wrong searches say nothing about it.
    """

    holds: Callable[[Solution, Statement], bool]
    true: Callable[[Solution], Iterable[Statement]]
    believed: Callable[[Solution, Solution], Iterable[Statement]] | None
    false: Callable[[Solution], Iterable[Statement]]


def _unambiguous_inner_nodes(solution: Solution) -> Iterator[int]:
    """The visited inner nodes whose value the search learns, with only one value that counts as right."""
    for node in solution.visited[:MOST_NODES]:
        is_learnt = solution.tree.children[node] and solution.returned(node) is not None
        if is_learnt and solution.relation(node) == "=" and len(accepted_values(solution, node)) == 1:
            yield node


# The value of a node


def _value_holds(solution: Solution, said: Statement) -> bool:
    return solution.values[said.nodes[0]] == said.numbers[0]


def _true_values(solution: Solution) -> Iterator[Statement]:
    return (Statement("value", (node,), (solution.returned(node),)) for node in _unambiguous_inner_nodes(solution))  # type: ignore[arg-type]


def _believed_values(solution: Solution, wrong: Solution) -> Iterator[Statement]:
    for node in _unambiguous_inner_nodes(solution):
        found = wrong.returned(node)
        if found is not None and abs(found) != INFINITY:
            yield Statement("value", (node,), (found,))


def _false_values(solution: Solution) -> Iterator[Statement]:
    """The value of another child."""
    for node in _unambiguous_inner_nodes(solution):
        for child in solution.tree.children[node]:
            value = solution.returned(child)
            if value is not None and solution.tree.kinds[node] is not Kind.CHANCE:
                yield Statement("value", (node,), (value,))


# What is pruned or visited


def _pruned_holds(solution: Solution, said: Statement) -> bool:
    return solution.status(said.nodes[0]) != VISITED


def _visited_holds(solution: Solution, said: Statement) -> bool:
    return solution.status(said.nodes[0]) == VISITED


def _statements_on_pruned(solution: Solution, claim: str, *, pruned: bool) -> Iterator[Statement]:
    """A statement about each node but the root and its first child, that is pruned or that is not."""
    if not solution.convention.cuts:
        return
    for node in range(1, min(len(solution.tree), MOST_NODES)):
        first = solution.visited[1:2]
        if node not in first and (solution.status(node) != VISITED) is pruned:
            yield Statement(claim, (node,))


def _claim_on_pruned(claim: str) -> Claim:
    prunes = claim == "pruned"

    def believed(solution: Solution, wrong: Solution) -> Iterator[Statement]:
        if len(wrong.tree) == len(solution.tree):
            for said in _statements_on_pruned(solution, claim, pruned=not prunes):
                if (wrong.status(said.nodes[0]) != VISITED) is prunes:
                    yield said

    holds = _pruned_holds if prunes else _visited_holds
    return Claim(
        holds,
        lambda solution: _statements_on_pruned(solution, claim, pruned=prunes),
        believed,
        lambda solution: _statements_on_pruned(solution, claim, pruned=not prunes),
    )


# The best move


def _best_holds(solution: Solution, said: Statement) -> bool:
    return solution.best == said.nodes[0]


def _has_one_best_move(solution: Solution) -> bool:
    """Whether there is one best move and no other child that is as good, or looks so."""
    best, looks = solution.best, solution.returned(solution.best) if solution.best is not None else None
    others = [child for child in solution.tree.children[0] if child != best]
    equal = (solution.values[child] == solution.value or solution.returned(child) == looks for child in others)
    return best is not None and looks is not None and bool(others) and not any(equal)


def _statements_on_best(solution: Solution, *, best: bool) -> Iterator[Statement]:
    if _has_one_best_move(solution):
        yield from (Statement("best", (c,)) for c in solution.tree.children[0] if (c == solution.best) is best)


def _believed_moves(solution: Solution, wrong: Solution) -> Iterator[Statement]:
    if _has_one_best_move(solution) and wrong.best not in (None, solution.best):
        yield Statement("best", (wrong.best,))


# Windows


def _window_holds(solution: Solution, said: Statement) -> bool:
    return solution.window(said.nodes[0]) == said.numbers


def _has_windows(solution: Solution) -> bool:
    return solution.convention.cuts and solution.convention.wording not in ONE_COLUMN


def _statements_on_windows(solution: Solution, by: Solution) -> Iterator[Statement]:
    """The windows of the inner nodes that both visit, without the root's."""
    for node in solution.visited[1:MOST_NODES] if _has_windows(solution) else ():
        window = by.window(node)
        if solution.tree.children[node] and solution.tree.kinds[node] is not Kind.CHANCE and window is not None:
            yield Statement("window", (node,), window)


def _false_windows(solution: Solution) -> Iterator[Statement]:
    """The windows of other nodes."""
    found = [said.numbers for said in _statements_on_windows(solution, solution)]
    widest = solution.window(0)
    for said in _statements_on_windows(solution, solution):
        yield from (said._replace(numbers=other) for other in dict.fromkeys([*found, *([widest] if widest else [])]))


# Deep cuts


def _deep_holds(solution: Solution, said: Statement) -> bool:
    return any(cut.node == said.nodes[0] and cut.skipped and solution.is_deep(cut) for cut in solution.cuts)


def _statements_on_deep_cuts(solution: Solution, *, deep: bool) -> Iterator[Statement]:
    for cut in solution.cuts:
        if cut.skipped and solution.is_deep(cut) is deep and solution.convention.bounds == "deep":
            yield Statement("deep", (cut.node,))


# The order of leaves


def _before_holds(solution: Solution, said: Statement) -> bool:
    order = solution.evaluated
    return order.index(said.nodes[0]) < order.index(said.nodes[1])


def _statements_on_order(solution: Solution, *, turned: bool) -> Iterator[Statement]:
    order = solution.evaluated[:40]
    for place, one in enumerate(order):
        for other in order[place + 1 : place + 4]:
            yield Statement("before", (other, one) if turned else (one, other))


def _count_holds(solution: Solution, said: Statement) -> bool:
    return len(solution.evaluated) == said.numbers[0]


def _statements_on_count(solution: Solution, *, off: bool) -> Iterator[Statement]:
    if solution.convention.cuts and len(solution.tree) > 1:
        count, most = len(solution.evaluated), len(solution.tree.leaves)
        numbers = [number for number in (count - 1, count + 1, most) if 0 < number <= most] if off else [count]
        yield from (Statement("count", (), (number,)) for number in dict.fromkeys(numbers) if off is (number != count))


def _believed_counts(solution: Solution, wrong: Solution) -> Iterator[Statement]:
    if solution.convention.cuts and len(wrong.evaluated) != len(solution.evaluated):
        yield Statement("count", (), (len(wrong.evaluated),))


# What would change


def changed(tree: Tree, leaf: int, step: Number) -> Tree:
    """The tree with another value at a leaf."""
    value = reduced(tree.values[leaf] + step)  # type: ignore[operator]
    values = (*tree.values[:leaf], value, *tree.values[leaf + 1 :])
    return Tree(tree.kinds, values, tree.children, given_names=tree.given_names, moves=tree.moves, weights=tree.weights)


def _change_holds(solution: Solution, said: Statement) -> bool:
    return minimax_values(changed(solution.tree, said.nodes[0], said.numbers[0]))[0] != solution.value


def _statements_on_changes(solution: Solution, *, wanted: bool) -> Iterator[Statement]:
    """Each visited leaf a step larger and smaller, by whether that changes the root's value."""
    if solution.value is None or abs(solution.value) == INFINITY or solution.convention.perspective == "unit":
        return
    for leaf in solution.evaluated[:24] if len(solution.tree) > 1 else ():
        value = solution.tree.values[leaf]
        if value is None or isinstance(value, Unknown | float):
            continue
        least, most = limits(solution.tree.bounds, solution.convention.perspective)
        for step in (step for step in (1, -1) if least <= value + step <= most):
            said = Statement("changes", (leaf,), (step,))
            if _change_holds(solution, said) is wanted:
                yield said


CLAIMS: Mapping[str, Claim] = {
    "value": Claim(_value_holds, _true_values, _believed_values, _false_values),
    "pruned": _claim_on_pruned("pruned"),
    "visited": _claim_on_pruned("visited"),
    "best": Claim(
        _best_holds,
        lambda solution: _statements_on_best(solution, best=True),
        _believed_moves,
        lambda solution: _statements_on_best(solution, best=False),
    ),
    "window": Claim(
        _window_holds,
        lambda solution: _statements_on_windows(solution, solution),
        lambda solution, wrong: _statements_on_windows(solution, wrong),
        _false_windows,
    ),
    "deep": Claim(
        _deep_holds,
        lambda solution: _statements_on_deep_cuts(solution, deep=True),
        None,
        lambda solution: _statements_on_deep_cuts(solution, deep=False),
    ),
    "before": Claim(
        _before_holds,
        lambda solution: _statements_on_order(solution, turned=False),
        None,
        lambda solution: _statements_on_order(solution, turned=True),
    ),
    "count": Claim(
        _count_holds,
        lambda solution: _statements_on_count(solution, off=False),
        _believed_counts,
        lambda solution: _statements_on_count(solution, off=True),
    ),
    "changes": Claim(
        _change_holds,
        lambda solution: _statements_on_changes(solution, wanted=True),
        None,
        lambda solution: _statements_on_changes(solution, wanted=False),
    ),
}
"""All claims."""
