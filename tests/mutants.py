"""Small mistakes made on purpose: which of them no test finds.

    python -m tests.mutants [--count N] [--seed N] [--room ROOM ...]

changes one operator, comparison or constant at a time, drawn by lot from the modules of the rooms, and runs the tests
of the room, and where all of these pass those of the journeys below. What survives is printed: either it means the same
as what was there, or a test is missing.
"""

import argparse
import ast
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.places import ROOT

ROOMS = ("search", "answers", "grading", "analysis")
JOURNEYS = tuple(f"tests/journeys/test_{name}.py" for name in ("golden", "published", "levels"))
MOST_SECONDS = 600
"""A mutant over which the tests take longer is found."""

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
    """A module with one mistake: its path below the root, the line, what stood there and what stands there now."""

    path: str
    line: int
    before: str
    after: str
    source: str


def mutants(path: Path) -> Iterator[Mutant]:
    """All mutants of a module."""
    source = path.read_text("utf-8")
    tree = ast.parse(source)
    starts = [0]
    for line in source.encode().splitlines(keepends=True):
        starts.append(starts[-1] + len(line))
    in_texts = {id(part) for text in ast.walk(tree) if isinstance(text, ast.JoinedStr) for part in ast.walk(text)}
    for node in ast.walk(tree):
        changed = None if id(node) in in_texts else _mutated(node)
        if changed is not None and isinstance(node, ast.expr):
            start = starts[node.lineno - 1] + node.col_offset
            end = starts[(node.end_lineno or node.lineno) - 1] + (node.end_col_offset or 0)
            after = f"({ast.unparse(changed)})"
            text = (source.encode()[:start] + after.encode() + source.encode()[end:]).decode()
            yield Mutant(str(path.relative_to(ROOT)), node.lineno, ast.unparse(node), after, text)


def _mutated(node: ast.AST) -> ast.expr | None:
    """A node with a mistake; None where there is none to be made."""
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


def is_found(mutant: Mutant, copy: Path) -> bool:
    """Whether a test fails over a mutant in a copy of the project, which is then as it was."""
    path, room = copy / mutant.path, Path(mutant.path).parts[1]
    original = path.read_text("utf-8")
    _write_later(path, mutant.source)
    try:
        return not (_pass([f"tests/{room}"], copy) and _pass(JOURNEYS, copy))
    finally:
        _write_later(path, original)


def _write_later(path: Path, source: str) -> None:
    """Write a module so that it is seen to be a newer one than was compiled, however soon after it comes."""
    later = path.stat().st_mtime + 2
    path.write_text(source, "utf-8")
    os.utime(path, (later, later))


def _pass(tests: list[str] | tuple[str, ...], copy: Path) -> bool:
    words = [sys.executable, "-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider", *tests]
    surroundings = {**os.environ, "PYTHONPATH": str(copy)}
    try:
        done = subprocess.run(words, cwd=copy, env=surroundings, capture_output=True, timeout=MOST_SECONDS, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def main() -> int:
    """Make mutants; 1 where one survives."""
    parser = argparse.ArgumentParser(prog="python -m tests.mutants")
    parser.add_argument("--count", type=int, default=500, help="so many mutants")
    parser.add_argument("--seed", type=int, default=time.time_ns())
    parser.add_argument("--room", action="append", choices=ROOMS, help="only modules of these rooms")
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)
    modules = [path for room in asked.room or ROOMS for path in sorted((ROOT / "treesolve" / room).rglob("*.py"))]
    every = [mutant for path in modules for mutant in mutants(path)]
    drawn = random.Random(asked.seed).sample(every, min(asked.count, len(every)))
    survivors = 0
    with tempfile.TemporaryDirectory() as folder:
        left_out = shutil.ignore_patterns(".*", "__pycache__")
        copy = Path(shutil.copytree(ROOT, Path(folder) / "copy", ignore=left_out))
        for mutant in drawn:
            if not is_found(mutant, copy):
                survivors += 1
                print(f"{mutant.path}:{mutant.line}: {mutant.before}  ->  {mutant.after}", flush=True)
    print(f"{len(drawn)} mutants of {len(every)}, {survivors} survivors")
    return int(bool(survivors))


if __name__ == "__main__":
    sys.exit(main())
