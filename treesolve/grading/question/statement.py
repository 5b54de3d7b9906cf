"""Statements about a solved tree: find true and plausible false statements, and check whether they hold."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from treesolve.analysis.expected_answers import accepted_values, leaves_in_search_order
from treesolve.grading.question.sentence import Fact, Sentence
from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number, Unknown, int_if_whole
from treesolve.model.perspective import value_limits
from treesolve.model.tree import Tree
from treesolve.search.minimax import minimax_values
from treesolve.search.search_result import PRUNED, VISITED
from treesolve.search.solution import Solution
from treesolve.search.step_table import ONE_COLUMN

MAX_NODES = 300
"""Maximum number of nodes to consider for each claim, because nobody solves larger trees by hand."""


class Statement(NamedTuple):
    """A claim about certain nodes. Its numbers are in MAX's view."""

    claim: str
    nodes: tuple[int, ...]
    numbers: tuple[Number, ...] = ()

    def holds(self, solution: Solution) -> bool:
        """Return whether the statement is true."""
        return CLAIMS[self.claim].holds(solution, self)

    def sentence(self, solution: Solution) -> Sentence:
        """Return the statement as a sentence."""
        tree = solution.tree
        facts: dict[str, Any] = {"claim": self.claim, "leaves": len(tree.leaf_ids)}
        facts |= {key: Fact("name", node) for key, node in zip(("name", "other"), self.nodes, strict=False)}
        if self.claim == "window":
            facts["window"] = Fact("window", self.numbers)
        elif self.claim == "changes":
            (leaf,) = self.nodes
            facts["now"] = Fact("number", tree.values[leaf])
            facts["value"] = Fact("number", changed(tree, leaf, self.numbers[0]).values[leaf])
        elif self.numbers:
            facts["value"] = Fact("number", self.numbers[0])
        return Sentence("statement", facts)

    def reason(self, solution: Solution) -> Sentence | str:
        """Return why the statement is true or what is true instead, or "" if the search does not show this."""
        found = CLAIMS[self.claim].reason(solution, self)
        if found is None:
            return ""
        named = {"name": Fact("name", self.nodes[0])} if self.nodes else {}
        return Sentence("why", {"claim": self.claim, **named, **found})

    @property
    def about(self) -> tuple[object, ...]:
        """The subject of the statement, which is the same for equal or opposite claims about the same nodes."""
        return {"visited": "pruned"}.get(self.claim, self.claim), *self.nodes


class Claim(NamedTuple):
    """The functions that find and check the statements of one kind.

    - `holds` returns whether a statement is true.
    - `stated` takes the right search and another search, and returns statements about nodes of the right search that
      are true by the other search.
    - `others` returns more statements, some of which are false.
    - `reason` returns the facts for a sentence that says what is true, or None if the search does not show this.
    - `is_believed` says whether misconceptions lead to false statements of this kind.
    """

    holds: Callable[[Solution, Statement], bool]
    stated: Callable[[Solution, Solution], Iterable[Statement]]
    others: Callable[[Solution], Iterable[Statement]]
    reason: Callable[[Solution, Statement], dict[str, Any] | None]
    is_believed: bool = False


# Values of nodes


def _unambiguous_inner_nodes(solution: Solution) -> Iterator[int]:
    """Yield the visited inner nodes whose value is exact and has no accepted alternative."""
    for node in solution.visited_ids[:MAX_NODES]:
        is_learnt = solution.tree.children[node] and solution.returned(node) is not None
        if is_learnt and solution.relation(node) == "=" and len(accepted_values(solution, node)) == 1:
            yield node


def _is_value(solution: Solution, statement: Statement) -> bool:
    return solution.values[statement.nodes[0]] == statement.numbers[0]


def _right_value(solution: Solution, statement: Statement) -> dict[str, Any]:
    value = solution.values[statement.nodes[0]]
    return {"right": "" if value is None else Fact("number", value)}


def _values(solution: Solution, by: Solution) -> Iterator[Statement]:
    for node in _unambiguous_inner_nodes(solution):
        found = by.returned(node)
        if found is not None and (by is solution or abs(found) != INFINITY):
            yield Statement("value", (node,), (found,))


def _values_of_children(solution: Solution) -> Iterator[Statement]:
    for node in _unambiguous_inner_nodes(solution):
        for child in solution.tree.children[node]:
            value = solution.returned(child)
            if value is not None and solution.tree.kinds[node] is not Kind.CHANCE:
                yield Statement("value", (node,), (value,))


# Pruned and visited nodes


def _reason_of_status(solution: Solution, statement: Statement) -> dict[str, Any]:
    (node,) = statement.nodes
    if solution.status(node) == VISITED:
        return {"claim": "visited", "reason": Fact("why_visited", node) if node else ""}
    return {"claim": "pruned", "reason": Fact("why_pruned", node) if solution.status(node) == PRUNED else ""}


def _claim_on_visits(claim: str) -> Claim:
    """Return the claim that a node is visited or pruned.

    It is stated about all nodes except the root and its first visited child.
    """

    def holds(solution: Solution, statement: Statement) -> bool:
        return (solution.status(statement.nodes[0]) == VISITED) is (claim == "visited")

    def others(solution: Solution) -> Iterator[Statement]:
        for node in range(1, min(len(solution.tree), MAX_NODES)) if solution.convention.cuts else ():
            if node not in solution.visited_ids[1:2]:
                yield Statement(claim, (node,))

    def stated(solution: Solution, by: Solution) -> Iterator[Statement]:
        return (
            statement for statement in others(solution) if len(by.tree) == len(solution.tree) and holds(by, statement)
        )

    return Claim(holds, stated, others, _reason_of_status, is_believed=True)


# Best moves


def _is_best(solution: Solution, statement: Statement) -> bool:
    return solution.best_id == statement.nodes[0]


def _right_move(solution: Solution, _statement: Statement) -> dict[str, Any]:
    return {"right": "" if solution.best_id is None else Fact("found", solution.best_id)}


def _has_unique_best_move(solution: Solution) -> bool:
    """Return whether there is a best move, and no other move is as good or appears as good in the search."""
    best, apparent_value = (
        solution.best_id,
        solution.returned(solution.best_id) if solution.best_id is not None else None,
    )
    others = [child for child in solution.tree.children[0] if child != best]
    equal = (solution.values[child] == solution.value or solution.returned(child) == apparent_value for child in others)
    return best is not None and apparent_value is not None and bool(others) and not any(equal)


def _best_moves(solution: Solution, by: Solution) -> Iterator[Statement]:
    if _has_unique_best_move(solution) and by.best_id is not None:
        yield Statement("best", (by.best_id,))


def _moves(solution: Solution) -> Iterator[Statement]:
    return (Statement("best", (child,)) for child in solution.tree.children[0] if _has_unique_best_move(solution))


# Windows


def _is_window(solution: Solution, statement: Statement) -> bool:
    return solution.window(statement.nodes[0]) == statement.numbers


def _right_window(solution: Solution, statement: Statement) -> dict[str, Any] | None:
    window = solution.window(statement.nodes[0])
    return None if window is None else {"window": Fact("window", window)}


def _windows(solution: Solution, by: Solution) -> Iterator[Statement]:
    """Yield statements about the windows of the inner nodes that both searches visit, except the root."""
    has_windows = solution.convention.cuts and solution.convention.wording not in ONE_COLUMN
    for node in solution.visited_ids[1:MAX_NODES] if has_windows else ():
        window = by.window(node)
        if solution.tree.children[node] and solution.tree.kinds[node] is not Kind.CHANCE and window is not None:
            yield Statement("window", (node,), window)


def _windows_of_others(solution: Solution) -> Iterator[Statement]:
    widest = solution.window(0)
    found = [statement.numbers for statement in _windows(solution, solution)]
    for statement in _windows(solution, solution):
        yield from (
            statement._replace(numbers=other) for other in dict.fromkeys([*found, *([widest] if widest else [])])
        )


# Deep cuts


def _is_deep(solution: Solution, statement: Statement) -> bool:
    return any(cut.node == statement.nodes[0] and cut.skipped and solution.is_deep(cut) for cut in solution.cut_events)


def _origin_of_bound(solution: Solution, statement: Statement) -> dict[str, Any] | None:
    cut = next((cut for cut in solution.cut_events if cut.node == statement.nodes[0] and cut.skipped), None)
    return cut and {"right": Fact("name", cut.against or 0), "near": not solution.is_deep(cut)}


def _cuts(solution: Solution) -> Iterator[Statement]:
    skipping = (cut for cut in solution.cut_events if cut.skipped and solution.convention.bounds == "deep")
    return (Statement("deep", (cut.node,)) for cut in skipping)


# Order and number of leaves


def _is_before(solution: Solution, statement: Statement) -> bool:
    order = solution.evaluated_ids
    if not {*statement.nodes} <= {*order}:  # marked by another convention than the question was drawn for
        order = leaves_in_search_order(solution)
    return order.index(statement.nodes[0]) < order.index(statement.nodes[1])


def _first_leaf(solution: Solution, statement: Statement) -> dict[str, Any] | None:
    order = solution.evaluated_ids
    return {"right": Fact("name", min(statement.nodes, key=order.index))} if {*statement.nodes} <= {*order} else None


def _pairs_of_leaves(solution: Solution) -> Iterator[Statement]:
    order = solution.evaluated_ids[:40]
    for index, one in enumerate(order):
        for other in order[index + 1 : index + 4]:
            yield from (Statement("before", (one, other)), Statement("before", (other, one)))


def _is_count(solution: Solution, statement: Statement) -> bool:
    return len(solution.evaluated_ids) == statement.numbers[0]


def _leaves_counted(solution: Solution, _statement: Statement) -> dict[str, Any]:
    evaluated = solution.evaluated_ids
    return {"names": Fact("first_names", evaluated), "right": len(evaluated)}


def _counts(solution: Solution, by: Solution) -> Iterator[Statement]:
    if solution.convention.cuts and (by is not solution or len(solution.tree) > 1):
        yield Statement("count", (), (len(by.evaluated_ids),))


def _counts_nearby(solution: Solution) -> Iterator[Statement]:
    if solution.convention.cuts and len(solution.tree) > 1:
        count, most = len(solution.evaluated_ids), len(solution.tree.leaf_ids)
        numbers = (count - 1, count + 1, most)
        yield from (Statement("count", (), (number,)) for number in numbers if 0 < number <= most)


# Changed leaves


def changed(tree: Tree, leaf: int, step: Number) -> Tree:
    """Return the tree with `step` added to the value of a leaf."""
    value = int_if_whole(tree.values[leaf] + step)  # type: ignore[operator]
    values = (*tree.values[:leaf], value, *tree.values[leaf + 1 :])
    return Tree(tree.kinds, values, tree.children, given_names=tree.given_names, moves=tree.moves, weights=tree.weights)


def _is_changing(solution: Solution, statement: Statement) -> bool:
    return minimax_values(changed(solution.tree, statement.nodes[0], statement.numbers[0]))[0] != solution.value


def _value_after_change(solution: Solution, statement: Statement) -> dict[str, Any]:
    value = minimax_values(changed(solution.tree, statement.nodes[0], statement.numbers[0]))[0]
    return {"right": Fact("number", value), "before": Fact("number", solution.value)}


def _steps_of_leaves(solution: Solution) -> Iterator[Statement]:
    """Yield statements about changing an evaluated leaf by 1 or -1."""
    if solution.value is None or abs(solution.value) == INFINITY or solution.convention.perspective == "unit":
        return
    least, most = value_limits(solution.tree.bounds, solution.convention.perspective)
    for leaf in solution.evaluated_ids[:24] if len(solution.tree) > 1 else ():
        value = solution.tree.values[leaf]
        if value is not None and not isinstance(value, Unknown | float):
            yield from (Statement("changes", (leaf,), (step,)) for step in (1, -1) if least <= value + step <= most)


def _claim_on_all(
    holds: Callable[[Solution, Statement], bool],
    others: Callable[[Solution], Iterable[Statement]],
    reason: Callable[[Solution, Statement], dict[str, Any] | None],
) -> Claim:
    """Return a claim that misconceptions do not affect, so all its statements come from `others`."""
    return Claim(holds, lambda solution, _: others(solution), others, reason)


CLAIMS: Mapping[str, Claim] = {
    "value": Claim(_is_value, _values, _values_of_children, _right_value, is_believed=True),
    "pruned": _claim_on_visits("pruned"),
    "visited": _claim_on_visits("visited"),
    "best": Claim(_is_best, _best_moves, _moves, _right_move, is_believed=True),
    "window": Claim(_is_window, _windows, _windows_of_others, _right_window, is_believed=True),
    "deep": _claim_on_all(_is_deep, _cuts, _origin_of_bound),
    "before": _claim_on_all(_is_before, _pairs_of_leaves, _first_leaf),
    "count": Claim(_is_count, _counts, _counts_nearby, _leaves_counted, is_believed=True),
    "changes": _claim_on_all(_is_changing, _steps_of_leaves, _value_after_change),
}
