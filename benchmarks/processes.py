"""Benchmarks of whole processes: start-up time, growth with the size of the tree, and very deep trees."""

import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from measure import Row, Section, paired_commands, ratios, watched
from trees import complete_text

START_ROUNDS, QUICK_START_ROUNDS = 41, 7
GROWTH_ROUNDS, QUICK_GROWTH_ROUNDS = 5, 1

PYTHON = [sys.executable, "-c"]
TREESOLVE = [sys.executable, "-m", "treesolve"]

DEEP = Path(__file__).with_name("deep.py")

MAX_MEBIBYTES = 286
"""300 million bytes."""


def start_up(quick: bool) -> list[Section]:
    """Compare solving a tree of 27 leaves with minimal Python processes."""
    with tempfile.TemporaryDirectory() as folder:
        tree = written_tree(folder, 3, 3)
        solve = [*TREESOLVE, "solve", tree]
        named = Path(folder) / "named.tree"
        named.write_text(f"S: {Path(tree).read_text(encoding='utf-8')}", encoding="utf-8")
        imports = [*PYTHON, "import lark, click, jinja2"]
        pairs: Sequence[tuple[str, list[str], list[str], float | None]] = (
            ("solve / import lark, click, jinja2", solve, imports, 1.0),
            ("solve, with a name / the same", [*TREESOLVE, "solve", str(named)], imports, 1.7),
            ("solve --format json / python -c pass", [*solve, "--format", "json"], [*PYTHON, "pass"], 6.0),
            ("--help / python -c pass", [*TREESOLVE, "--help"], [*PYTHON, "pass"], None),
        )
        rounds = QUICK_START_ROUNDS if quick else START_ROUNDS
        rows = [Row(what, paired_commands(one, other, rounds), bar) for what, one, other, bar in pairs]
    return [("Start-up: whole processes, 27 leaves", rows)]


def growth(quick: bool) -> list[Section]:
    """Compare reading, solving and writing trees of 10^6 and of 10^5 leaves."""
    with tempfile.TemporaryDirectory() as folder:
        small, large = (
            [*TREESOLVE, "solve", written_tree(folder, 10, depth), "--format", "json", "-o", f"{folder}/solution.json"]
            for depth in (5, 6)
        )
        watched(small)
        rounds = [(watched(large), watched(small)) for _ in range(QUICK_GROWTH_ROUNDS if quick else GROWTH_ROUNDS)]
    seconds = [[run.processor for run in runs] for runs in zip(*rounds, strict=True)]
    peaks = tuple(run.mebibytes for run, _ in rounds)
    rows = [
        Row("processor time for 10^6 leaves / for 10^5 leaves", ratios(*seconds), 12.5),
        Row("processor time for 10^6 leaves", tuple(seconds[0]), 5, " s"),
        Row("peak memory at 10^6 leaves", peaks, MAX_MEBIBYTES, " MiB"),
    ]
    return [("Growth: solve --format json as a whole process, b=10", rows)]


def depth(quick: bool) -> list[Section]:
    """Measure every stage on a tree of depth 100,000, where none may overflow the stack."""
    runs = [watched([sys.executable, str(DEEP)]) for _ in range(1 if quick else 3)]
    stages = [json.loads(run.printed) for run in runs]
    rows = [Row(stage, tuple(seconds[stage] for seconds in stages), unit=" s") for stage in stages[0]]
    peaks = tuple(run.mebibytes for run in runs)
    return [("Nesting depth 100,000", [*rows, Row("peak memory of the process", peaks, unit=" MiB")])]


def written_tree(folder: str, branching: int, depth: int) -> str:
    """Write a complete tree to a folder and return its path."""
    path = Path(folder) / f"{branching}-{depth}.tree"
    path.write_text(complete_text(branching, depth), encoding="utf-8")
    return str(path)
