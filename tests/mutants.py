"""Small mistakes made on purpose: which of them no test finds.

    python -m tests.mutants [--count N] [--seed N] [--room ROOM ...]

changes one operator, comparison or constant at a time, drawn by lot from the modules of the rooms. First the tests of
these rooms and those below run once, to see which of them reach which line. Then each mistake gets a process of its
own, where the tests are collected already, and those run that reach its line, the fastest first, until one fails. What
survives is printed: either it means the same as what was there, or a test is missing. The same seed draws the same
mistakes as long as the rooms stay as they are: so it is seen whether a test can go. Needs `pip install coverage`.
"""

import argparse
import ast
import random
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.support.places import ROOT
from tests.support.reach import Reach, Recorder, source_file_of
from tests.support.spoilt import Trial, Trials, spoil_module

ROOMS = ("search", "answers", "grading", "analysis", "exercises")
OTHER_ROOMS = ("cli", "drawing", "exchange", "games", "model", "notation", "pages", "runs")
JOURNEYS = (*(f"tests/journeys/test_{name}.py" for name in ("golden", "published", "sheet_grading")),)
DOCTESTS = "tests/journeys/test_docs.py::test_examples_in_docstrings_are_true"
WORDS = ("-n", "0", "-qq", "-p", "no:cacheprovider")

_COMPARISONS = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
}
_OPERATORS = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Add, ast.And: ast.Or, ast.Or: ast.And}


class Mutant(NamedTuple):
    """A module with one mistake: its path below the root, what stood there and what stands there now.

    The lines are those of the statement up to the mistake, which begins in that column of the last one.
    """

    path: str
    lines: range
    column: int
    before: str
    after: str
    source: str
    in_function: bool

    def __str__(self) -> str:
        """In a line."""
        return f"{self.path}:{self.lines[-1]}:{self.column}: {self.before}  ->  {self.after}"


def mutants(path: Path) -> Iterator[Mutant]:
    """All mutants of a module."""
    source = path.read_text("utf-8")
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    for node, statement, in_function in _expressions(ast.parse(source)):
        changed = _mutated(node)
        if changed is not None:
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
            after = f"({ast.unparse(changed)})"
            text = (source.encode()[:start] + after.encode() + source.encode()[end:]).decode()
            lines = range(min(statement.lineno, node.lineno), node.lineno + 1)
            place = str(path.relative_to(ROOT)), lines, node.col_offset + 1
            yield Mutant(*place, ast.unparse(node), after, text, in_function)


def _expressions(module: ast.Module) -> Iterator[tuple[ast.expr, ast.stmt, bool]]:
    """Every expression outside of format strings, the statement it is part of, and whether a function computes it."""
    open_nodes: list[tuple[ast.AST, Any, bool]] = [(module, None, False)]
    while open_nodes:
        node, statement, in_function = open_nodes.pop()
        if isinstance(node, ast.expr):
            yield node, statement, in_function
        statement = node if isinstance(node, ast.stmt) else statement
        inner = getattr(node, "body", []) if isinstance(node, (ast.FunctionDef, ast.Lambda)) else []
        computed = set(map(id, inner if isinstance(inner, list) else [inner]))
        for child in ast.iter_child_nodes(node):
            if not isinstance(child, ast.JoinedStr):
                open_nodes.append((child, statement, in_function or id(child) in computed))


def _mutated(node: ast.AST) -> ast.expr | None:
    """Return a node with a mistake; None where there is none to be made."""
    match node:
        case ast.Compare(left, [operator], compared):
            return ast.Compare(left, [_COMPARISONS[type(operator)]()], compared)
        case ast.BinOp(left, operator, right) if type(operator) in _OPERATORS:
            return ast.BinOp(left, _OPERATORS[type(operator)](), right)
        case ast.BoolOp(operator, values):
            return ast.BoolOp(_OPERATORS[type(operator)](), values)
        case ast.UnaryOp(ast.Not(), operand):
            return operand
        case ast.Constant(bool(value)):
            return ast.Constant(not value)
        case ast.Constant(int(value)):
            return ast.Constant(value + 1)
    return None


def _apart(function: Any, *arguments: Any) -> Any:
    """What a function returns in a copy of this process, into which nothing of the program is imported."""
    with ProcessPoolExecutor(1, mp_context=get_context("fork")) as pool:
        return pool.submit(function, *arguments).result()


def _reach(rooms: Sequence[str]) -> Reach:
    """Which tests reach which line of these rooms."""
    recorder = Recorder([ROOT / "treesolve" / room for room in rooms])
    pytest.main([*WORDS, *(f"tests/{room}" for room in rooms), *JOURNEYS, DOCTESTS], plugins=[recorder])
    return recorder.reach()


def _survivors(trials: list[Trial]) -> int:
    """How many mistakes in functions survive; each is printed."""
    plugin = Trials(trials)
    pytest.main(
        [*WORDS, *sorted({source_file_of(test) for trial in trials for test in trial.seconds})], plugins=[plugin]
    )
    return plugin.survivors


def _survivors_outside(trial: Trial) -> int:
    """1 where a mistake survives that is made as its module is imported; it is printed."""
    try:
        spoil_module(trial.path, trial.source)
    except Exception:
        return 0
    return _survivors([trial])


def main() -> int:
    """Make mutants; 1 where one survives."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("--count", type=int, default=500, help="so many mutants")
    parser.add_argument("--seed", type=int, default=time.time_ns())
    parser.add_argument("--room", action="append", choices=(*ROOMS, *OTHER_ROOMS), help="these rooms only")
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)
    rooms = asked.room or ROOMS
    modules = [path for room in rooms for path in sorted((ROOT / "treesolve" / room).rglob("*.py"))]
    every = [mutant for path in modules for mutant in mutants(path)]
    drawn = random.Random(asked.seed).sample(every, min(asked.count, len(every)))
    reach = _apart(_reach, rooms)
    trials = [Trial(one.path, one.source, str(one), reach.of(one.path, one.lines)) for one in drawn]
    inside = [trial for trial, mutant in zip(trials, drawn, strict=True) if mutant.in_function]
    survivors = _apart(_survivors, inside) + sum(_apart(_survivors_outside, one) for one in trials if one not in inside)
    print(f"{len(drawn)} mutants of {len(every)}, {survivors} survivors")
    return int(bool(survivors))


if __name__ == "__main__":
    sys.exit(main())
