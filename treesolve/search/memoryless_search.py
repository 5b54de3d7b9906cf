"""Searches that discard finished nodes, so that memory does not limit the number of positions."""

from collections.abc import Callable
from typing import NamedTuple

from treesolve.model.convention import Convention
from treesolve.model.kind import Kind
from treesolve.model.number import Number
from treesolve.search.search import NO_WRITTEN_VALUES, run_search, start_run
from treesolve.search.search_run import Search, Searchable, SearchRun, SearchTable

MAX_NESTED_CALLS = 1_000_000
"""Maximum depth of nested calls, for games of unknown depth. It is sufficient for about 300,000 plies."""


class RootResult(NamedTuple):
    """The result of a memoryless search: the root's value in MAX's view, and the index of the chosen child.

    `best` is None at leaves and chance nodes. `value` is None if a forced move is played without a search.
    """

    value: Number | None
    best: int | None


def search_memoryless(positions: Searchable, convention: Convention, table: SearchTable | None = None) -> RootResult:
    """Search any number of positions, and keep in memory only the current path and the siblings of its nodes.

    A value found in `table` replaces a search, and every finished node is stored in the table. Raises the same errors
    as `search`, but does not check that leaves are in [0, 1] in the `unit` perspective.
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
    """Return a wrapper for searches that checks the table and discards the descendants of finished nodes.

    The children of the root are kept.
    """
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
