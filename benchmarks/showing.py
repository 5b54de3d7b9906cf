"""Benchmarks of pictures and pages: growth of the layout's time, a PDF, and a process that writes HTML."""

import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from functools import partial
from pathlib import Path
from time import perf_counter

from measure import Row, Section, paired_commands, timed_rounds
from trees import complete_text

from treesolve.drawing.layout import layout
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.rendering.saving import page
from treesolve.search.solution import Solution, solve

SIZES = {2: (9, 12, 16, 19), 10: (3, 4, 5, 6)}
"""Depths of trees with about 10^3, 10^4, 10^5 and 10^6 nodes, by branching factor."""

ROUNDS, QUICK_ROUNDS = 7, 2
PDF_ROUNDS, QUICK_PDF_ROUNDS = 11, 2
START_ROUNDS, QUICK_START_ROUNDS = 41, 7

NODES_PER_TURN = 1_000_000
"""Number of nodes laid out per measurement; small trees are repeated."""


def drawing(quick: bool) -> list[Section]:
    """Return the ratio of the times per node of the slowest and the fastest size."""
    rows = [_linear(branching, depths, quick) for branching, depths in SIZES.items()]
    return [("Layout: time per node, 10^3 to 10^6 nodes", rows)]


def _linear(branching: int, depths: tuple[int, ...], quick: bool) -> Row:
    trees = {f"10^{power}": read(complete_text(branching, depth)) for power, depth in enumerate(depths, 3)}
    layouts = {name: partial(_lay_out, tree, [20.0] * len(tree)) for name, tree in trees.items()}
    seconds = timed_rounds(layouts, QUICK_ROUNDS if quick else ROUNDS)
    each = [[second / _nodes(trees[name]) for second in seconds[name]] for name in trees]
    figures = tuple(max(turn) / min(turn) for turn in zip(*each, strict=True))
    return Row(f"b={branching}: slowest / fastest of 4 sizes", figures, 1.3)


def _times(tree: Tree) -> int:
    return max(1, NODES_PER_TURN // len(tree))


def _nodes(tree: Tree) -> int:
    return len(tree) * _times(tree)


def _lay_out(tree: Tree, widths: list[float]) -> None:
    for _ in range(_times(tree)):
        layout(tree, widths, 9.0)


def pages(quick: bool) -> list[Section]:
    """Compare a solution of one page as PDF with pdflatex, and an HTML page with its imports."""
    rows = [_pdf(quick), _html(quick)]
    return [("Pages", rows)]


def _pdf(quick: bool) -> Row:
    what = "one page as PDF, not the first / pdflatex on the same page"
    if shutil.which("pdflatex") is None:
        return Row(what, (), 1 / 20, absence="no pdflatex")
    solution = solve(read(complete_text(2, 3)))
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "page.tex").write_text(str(page(solution, "latex")), encoding="utf-8")
        latex = partial(_run_latex, folder)
        latex()
        page(solution, "pdf")
        figures = tuple(_seconds(partial(_new_pdf, number)) / _seconds(latex) for number in range(_pdf_rounds(quick)))
    return Row(what, figures, 1 / 20)


def _pdf_rounds(quick: bool) -> int:
    return QUICK_PDF_ROUNDS if quick else PDF_ROUNDS


def _new_pdf(number: int) -> object:
    """Render the page of a tree that depends on `number`, so that no cache applies."""
    tree = read(f"((({number} 2) (3 4)) ((5 6) (7 8)))")
    return page(Solution(solve(tree).log), "pdf")


def _run_latex(folder: str) -> None:
    command = ["pdflatex", "-interaction=batchmode", "-halt-on-error", "page.tex"]
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=True)


def _seconds(function: Callable[[], object]) -> float:
    begin = perf_counter()
    function()
    return perf_counter() - begin


def _html(quick: bool) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "27.tree")
        tree.write_text(complete_text(3, 3), encoding="utf-8")
        solve = [sys.executable, "-m", "treesolve", "solve", str(tree), "-o", f"{folder}/x.html"]
        imports = [sys.executable, "-c", "import lark, click, jinja2"]
        figures = paired_commands(solve, imports, QUICK_START_ROUNDS if quick else START_ROUNDS)
    return Row("solve -o x.html, 27 leaves / import lark, click, jinja2", figures, 2.0)
