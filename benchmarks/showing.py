"""Pictures and pages: whether the layout is linear, how soon a PDF is there, and an HTML page as a whole process."""

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
"""For each branching factor the depths that give about 10^3, 10^4, 10^5 and 10^6 nodes."""

ROUNDS, QUICK_ROUNDS = 7, 2
PDF_ROUNDS, QUICK_PDF_ROUNDS = 11, 2
START_ROUNDS, QUICK_START_ROUNDS = 41, 7

NODES_A_TURN = 1_000_000
"""Small trees are laid out so often that each piece has about as much to do."""


def drawing(quick: bool) -> list[Section]:
    """Time per node, the slowest size against the fastest."""
    rows = [_linear(branching, depths, quick) for branching, depths in SIZES.items()]
    return [("Layout: time per node, 10^3 to 10^6 nodes", rows)]


def _linear(branching: int, depths: tuple[int, ...], quick: bool) -> Row:
    trees = {f"10^{power}": read(complete_text(branching, depth)) for power, depth in enumerate(depths, 3)}
    pieces = {name: partial(_laid_out, tree, [20.0] * len(tree)) for name, tree in trees.items()}
    seconds = timed_rounds(pieces, QUICK_ROUNDS if quick else ROUNDS)
    each = [[second / _nodes(trees[name]) for second in seconds[name]] for name in trees]
    figures = tuple(max(turn) / min(turn) for turn in zip(*each, strict=True))
    return Row(f"b={branching}: slowest / fastest of 4 sizes", figures, 1.3)


def _times(tree: Tree) -> int:
    return max(1, NODES_A_TURN // len(tree))


def _nodes(tree: Tree) -> int:
    return len(tree) * _times(tree)


def _laid_out(tree: Tree, widths: list[float]) -> None:
    for _ in range(_times(tree)):
        layout(tree, widths, 9.0)


def pages(quick: bool) -> list[Section]:
    """Return a solution of one page as PDF against pdflatex on the same page in LaTeX; an HTML page against its
    imports.
    """
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
        figures = tuple(_taken(partial(_new_pdf, number)) / _taken(latex) for number in range(_pdf_rounds(quick)))
    return Row(what, figures, 1 / 20)


def _pdf_rounds(quick: bool) -> int:
    return QUICK_PDF_ROUNDS if quick else PDF_ROUNDS


def _new_pdf(number: int) -> object:
    """Return the page of another tree each time, from the solution on: nothing can be remembered."""
    tree = read(f"((({number} 2) (3 4)) ((5 6) (7 8)))")
    return page(Solution(solve(tree).log), "pdf")


def _run_latex(folder: str) -> None:
    command = ["pdflatex", "-interaction=batchmode", "-halt-on-error", "page.tex"]
    subprocess.run(command, cwd=folder, stdout=subprocess.DEVNULL, check=True)


def _taken(piece: Callable[[], object]) -> float:
    begin = perf_counter()
    piece()
    return perf_counter() - begin


def _html(quick: bool) -> Row:
    with tempfile.TemporaryDirectory() as folder:
        tree = Path(folder, "27.tree")
        tree.write_text(complete_text(3, 3), encoding="utf-8")
        solve = [sys.executable, "-m", "treesolve", "solve", str(tree), "-o", f"{folder}/x.html"]
        imports = [sys.executable, "-c", "import lark, click, jinja2"]
        figures = paired_commands(solve, imports, QUICK_START_ROUNDS if quick else START_ROUNDS)
    return Row("solve -o x.html, 27 leaves / import lark, click, jinja2", figures, 2.0)
