"""Benchmark of printing sheets: whole runs from the TOML file to the PDFs, compared with pdflatex."""

import json
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter

from measure import Row, Section, ratios, watched

VARIANTS, QUICK_VARIANTS = 200, 20
ROUNDS, QUICK_ROUNDS = 3, 1
GROWTH = 5
"""Factor by which the number of variants is increased to measure the growth of time and memory."""

SHEET = """\
title = "Homework 5"
course = "Artificial Intelligence"
convention = "aima"

[[task]]
shape = "3x3"
want = ["pruned=1..4", "unique-best"]
points = { values = 4, pruned = 4, best = 1 }

[[task]]
shape = "2x2x2x2"
want = ["pruned=3..8", "alpha-cut", "beta-cut"]
points = { values = 3, pruned = 4, order = 2, best = 1 }
"""
"""A sheet of two pages with a solution of two pages, both with random trees."""


def measured(quick: bool) -> list[Section]:
    """Return the time per variant, its growth, and the comparison with pdflatex."""
    count, rounds = (QUICK_VARIANTS, QUICK_ROUNDS) if quick else (VARIANTS, ROUNDS)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "sheet.toml").write_text(SHEET, encoding="utf-8")
        few = [watched(_sheet(folder, count, number)) for number in range(rounds)]
        many = watched(_sheet(folder, GROWTH * count, 0))
        each = [run.seconds / count for run in few]
        rows = [
            Row("a variant, sheet and solution, in two processes", tuple(1000 * one for one in each), 40, " ms"),
            _against_latex(folder, each),
            Row(f"time a variant, {GROWTH * count:,} / {count}", (many.seconds / GROWTH / count / each[0],), 1.25),
            Row("peak memory, of one process", (many.mebibytes / few[0].mebibytes,), 1.25),
            Row("trees that are equal", (float(_repeated(folder / f"out-{GROWTH * count}-0" / "key.json")),), 0),
        ]
    return [(f"Sheets: {count} personal variants of two pages, from TOML to PDF", rows)]


def _sheet(folder: Path, count: int, seed: int) -> list[str]:
    out = folder / f"out-{count}-{seed}"
    program = [sys.executable, "-m", "treesolve", "sheet", str(folder / "sheet.toml"), "-o", str(out)]
    return [*program, "--variants", str(count), "--seed", str(seed), "--jobs", "2"]


def _against_latex(folder: Path, each: list[float]) -> Row:
    what = "a variant / pdflatex on the same two files"
    if shutil.which("pdflatex") is None:
        return Row(what, (), 1 / 30, absence="no pdflatex")
    out = folder / "latex"
    watched([*_sheet(folder, 1, 0)[:5], "-o", str(out), "--seed", "0", "--source", "latex"])
    seconds = [sum(_latex_seconds(path) for path in sorted(out.glob("*/*.tex"))) for _ in each]
    return Row(what, ratios(each, seconds), 1 / 30)


def _latex_seconds(path: Path) -> float:
    command = ["pdflatex", "-interaction=batchmode", "-halt-on-error", path.name]
    begin = perf_counter()
    subprocess.run(command, cwd=path.parent, stdout=subprocess.DEVNULL, check=True)
    return perf_counter() - begin


def _repeated(key: Path) -> int:
    """Return the number of repeated trees of the same task in the key."""
    entries: list[dict[str, str]] = json.loads(key.read_text("utf-8"))["exercises"]
    return len(entries) - len(set(_trees(entries)))


def _trees(entries: list[dict[str, str]]) -> Iterator[tuple[str, str]]:
    for entry in entries:
        yield entry["exercise"], entry["tree"]
