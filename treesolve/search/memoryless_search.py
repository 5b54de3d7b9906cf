"""Searches that pass: what lies behind them is forgotten, so positions may be as many as there is time for."""

from collections.abc import Callable
from typing import NamedTuple

from treesolve.model.convention import Convention
from treesolve.model.kind import Kind
from treesolve.model.number import Number
from treesolve.search.search import NO_WRITTEN_VALUES, run_search, start_run
from treesolve.search.search_run import Search, Searchable, SearchRun, SearchTable

MAX_NESTED_CALLS = 1_000_000
"""So many calls may be nested in a search of positions, which nobody has counted: some 300,000 plies."""


class RootResult(NamedTuple):
    """What a passing search says: the value of the root, in MAX's view, and the place of the child that is chosen.

    That is None where nobody chooses. Where a forced move was played without a search `value` is None.
    """

    value: Number | None
    best: int | None


def search_memoryless(positions: Searchable, convention: Convention, table: SearchTable | None = None) -> RootResult:
    """Search without remembering more than the path and its siblings, however many positions there are.

    With a `table`, what it recalls stands for a search, and every node that is finished is handed to it. Raises what
    `search` raises, but takes the `unit` perspective's word for it that leaves lie in [0, 1].
    """
    run = start_run(positions, convention)
    run = run._replace(rules=run.rules._replace(wrap_search=_forget_finished_nodes(run, table)))
    run_search(run, NO_WRITTEN_VALUES, MAX_NESTED_CALLS, is_probing=False)
    kind, (value, *returned), nodes = positions.kinds[0], run.log.returned, run.log.nodes
    if kind in (Kind.LEAF, Kind.CHANCE):
        return RootResult(value, None)
    if not returned:
        return RootResult(None, 0)
    target = (max if kind is Kind.MAX else min)(returned)
    equal = [child for child, found in zip(nodes[1:], returned, strict=True) if found == target]
    is_last = convention.ties == "last" and not convention.cuts  # a cut child returns a bound
    return RootResult(value, positions.children[0].index(equal[-1 if is_last else 0]))


def _forget_finished_nodes(run: SearchRun, table: SearchTable | None) -> Callable[[Search], Search]:
    """What makes a search forget what lies below a finished node, but for the root, and ask the table first."""
    log = run.log
    nodes, alphas, betas, returned, bounds, cuts = log.nodes, log.alphas, log.betas, log.returned, log.bounds, log.cuts

    def wrap_search(search: Search) -> Search:
        def search_and_forget(node: int, alpha: Number, beta: Number) -> Number:
            if table is not None and node:
                known = table.look_up(node, alpha, beta)
                if known is not None:
                    return known
            below = len(nodes)
            value = search(node, alpha, beta)
            if table is not None:
                table.store(node, alpha, beta, value, nodes[below:], returned[below:])
            if node:
                del nodes[below:], alphas[below:], betas[below:], returned[below:], bounds[below:]
            cuts.clear()
            return value

        return search_and_forget

    return wrap_search
