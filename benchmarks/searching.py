"""Benchmark of the search, which records a complete trace, and of evaluating the trace."""

from collections.abc import Callable

from baselines import (
    Baseline,
    aima_style,
    easy_ai,
    textbook_on_columns,
    textbook_on_lists,
    textbook_that_records,
    visits,
)
from measure import Row, Section, ratios, timed_rounds
from trees import complete_text

from treesolve.model.convention import DEFAULT
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.search.minimax import minimax_values
from treesolve.search.search import search
from treesolve.search.solution import Solution
from treesolve.search.trace import Log

SHAPES = ((2, 16), (3, 10), (10, 5))
"""Branching factors and depths of trees with about 10^5 leaves each."""

ROUNDS, QUICK_ROUNDS = 41, 9

_ROWS = (
    ("the search, per visited node / textbook on nested lists", "search", "lists", 2.0),
    ("the search, per visited node / textbook on the same columns", "search", "columns", 1.2),
    ("the search / aima-style search on a dict", "search", "aima", 1.0),
    ("the search / easyAI's Negamax", "search", "easyAI", 1.0),
    ("the solution read off the log / the search", "read off", "search", 1.0),
    ("each window and returned value asked for by node / the search", "by node", "search", None),
    ("searched, and all events as objects / textbook that records them", "with events", "recording", 3.0),
    ("all events as objects / the search", "events", "search", None),
    ("all pruned nodes / the search", "pruned", "search", None),
    ("minimax values of all nodes / the search", "values", "search", None),
)


def measured(quick: bool) -> list[Section]:
    """Return a section for each shape."""
    return [_section(branching, depth, QUICK_ROUNDS if quick else ROUNDS) for branching, depth in SHAPES]


def _section(branching: int, depth: int, rounds: int) -> Section:
    tree = read(complete_text(branching, depth))
    log = search(tree, DEFAULT)
    baselines = {
        "lists": textbook_on_lists(tree),
        "columns": textbook_on_columns(tree),
        "aima": aima_style(tree),
        "easyAI": easy_ai(tree),
    }
    present = {name: baseline for name, baseline in baselines.items() if baseline}
    for name, baseline in present.items():
        _check(name, baseline, log)
    seconds = timed_rounds({**present, **_measured_functions(tree, log)}, rounds)
    rows = []
    for what, one, other, bar in _ROWS:
        found = other in seconds
        figures = ratios(seconds[one], seconds[other]) if found else ()
        rows.append(Row(what, figures, bar, absence="" if found else "not installed"))
    return f"b={branching} d={depth}: {len(tree.leaf_ids):,} leaves, {len(log):,} nodes visited", rows


def _check(name: str, baseline: Baseline, log: Log) -> None:
    """Raise SystemExit if a baseline returns another value or visits another number of nodes than the search."""
    if baseline() != log.returned[0] or visits(baseline) != len(log):
        raise SystemExit(f"{name}: {baseline()} after {visits(baseline)} nodes, not {log.returned[0]} after {len(log)}")


def _measured_functions(tree: Tree, log: Log) -> dict[str, Callable[[], object]]:
    """Return the functions to measure: the search, and evaluations of its trace, each with a new Solution."""
    recording = textbook_that_records(tree)
    if len(recording()) != len(Solution(log).events):
        raise SystemExit("the textbook does not record what the search does")
    return {
        "search": lambda: search(tree, DEFAULT),
        "read off": lambda: read_off(log),
        "by node": lambda: _windows_by_node(log),
        "events": lambda: Solution(log).events,
        "with events": lambda: Solution(search(tree, DEFAULT)).events,
        "recording": recording,
        "pruned": lambda: Solution(log).pruned_ids,
        "values": lambda: minimax_values(tree),
    }


def read_off(log: Log) -> tuple[object, ...]:
    """Return all results of a search, with windows and returned values in the order of visits."""
    solution = Solution(log)
    return (
        solution.visited_ids,
        solution.evaluated_ids,
        solution.cut_events,
        solution.pruned_root_ids,
        solution.best_id,
        solution.principal_variation_ids,
        solution.result,
        tuple(zip(log.alphas, log.betas, log.returned, strict=True)),
    )


def _windows_by_node(log: Log) -> list[object]:
    solution = Solution(log)
    return [(solution.window(node), solution.returned(node)) for node in solution.visited_ids]
