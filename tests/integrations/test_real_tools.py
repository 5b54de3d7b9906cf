"""Exported trees and exercises, processed by the target programs; each test is skipped if its program is missing."""

import re
import shutil
import subprocess
from contextlib import closing
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from tests.drawing.test_dot import graphviz
from tests.support.effort import crossed, few
from tests.support.places import exercise_files
from tests.support.rexams import read_exercise
from tests.support.tex import Printed, printed, require_tex
from treesolve.grading.exercise import Exercise
from treesolve.integrations.quiz import quiz
from treesolve.integrations.rexams import rexams_document
from treesolve.model.convention import DEFAULT
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree
from treesolve.notation.importers.format_capabilities import write
from treesolve.notation.number_text import format_number
from treesolve.notation.reader import read
from treesolve.search.solution import solve

TREES = [tree for path in exercise_files() if len(tree := read(path.read_text("utf-8"))) < 40]

APART = "level 1/.style={sibling distance=120mm},level 2/.style={sibling distance=25mm}"
"""TikZ needs the sibling distance of each level from the document."""

TEX = {
    "tex": (r"\usepackage{forest}", "%s"),
    "tikz": (r"\usepackage{tikz}", f"\\begin{{tikzpicture}}[{APART}]\n%s\\end{{tikzpicture}}"),
    "qtree": (r"\usepackage{tikz-qtree}", "\\begin{tikzpicture}\n%s\\end{tikzpicture}"),
}
"""The preamble for each notation, and the text around a tree."""


DOCUMENT = (
    "\\documentclass[border=4pt,multi={tikzpicture,forest}]{standalone}\n%s\n\\begin{document}\n%s\n\\end{document}\n"
)


def representable_trees(ending: str) -> list[tuple[Tree, str]]:
    """Return the trees that a notation can represent, formatted in it."""
    found = []
    for tree in TREES:
        try:
            found.append((tree, write(tree, ending)))
        except InputError:
            continue
    return found


def test_graphviz_draws_every_tree():
    """The edges are the same."""
    formatted = representable_trees("dot")
    for (tree, _), graph in zip(formatted, graphviz([text for _, text in formatted], "dot"), strict=True):
        edges = [(edge["tail"], edge["head"]) for edge in graph.get("edges", [])]
        assert sorted(edges) == sorted((tree.parents[child], child) for child in range(1, len(tree)))


@pytest.mark.parametrize("ending", TEX)
def test_tex_prints_trees(ending: str, tmp_path: Path):
    """The values of all leaves are on paper."""
    require_tex()
    needed, around = TEX[ending]
    if shutil.which("kpsewhich") and not _is_there(f"{needed.partition('{')[2].rstrip('}')}.sty"):
        pytest.skip(f"not installed: {needed}")
    flat = [(tree, text) for tree, text in representable_trees(ending) if max(tree.depths) <= 2][:6]
    pages = printed(DOCUMENT % (needed, "\n\n".join(around % text for _, text in flat)), tmp_path).placed
    for (tree, _), page in zip(flat, pages, strict=True):
        assert {format_number(tree.values[leaf]) for leaf in tree.leaf_ids} <= {word.text for word in page}  # type: ignore[arg-type]


def _is_there(package: str) -> bool:
    return subprocess.run(["kpsewhich", package], capture_output=True, check=False).returncode == 0


PAPER = r"""\documentclass[a4paper]{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{a4wide,graphicx,url,amsmath,amssymb,booktabs,longtable,array,calc}
\newcounter{none}
\providecommand{\tightlist}{}
\begin{document}
%s
\end{document}
"""
"""A page in R/exams' format for paper, for the output of pandoc."""

SYMBOLS = 'MAX ("α": MIN ("x_1": 6 "ß≤5": 5) "Ω₁₂ → $": MIN (-2.5 9 1/3) "C^²^@y": (-inf 3))'


def typeset(markdown: str, folder: Path) -> Printed:
    """Return the output of pandoc and LaTeX for Markdown with its pictures."""
    made = subprocess.run(
        ["pandoc", "-f", "markdown-auto_identifiers", "-t", "latex"],
        input=markdown.encode(),
        capture_output=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    return printed(PAPER % made.stdout.decode(), folder, runs=2)  # the first run measures tables


def asked_on_paper(question: str) -> str:
    """Return the question with blanks instead of its fields."""
    return re.sub(r"\\#\\#ANSWER\d+\\#\\#", r"\_\_\_", question).replace("\n* \n", "\n")


def places_of_pictures(page: Any) -> list[tuple[float, float, float, float]]:
    """Return the left, bottom, right and top edge of each picture on a page."""
    return [found.get_bounds() for found in page.get_objects() if isinstance(found, pypdfium2.PdfImage)]


WIDE, DEEP = f"({' '.join(['(1 2 3 4 5)'] * 8)})", "(" * 5 + "6" + " 5)" * 5


def test_pandoc_and_latex_print_exercises(tmp_path: Path):
    """A question and its picture fit one page, as do the pictures of solutions; symbols are formulas."""
    require_tex("pandoc")
    with_cuts = [tree for tree in TREES if len(tree) < 20 and solve(tree).cut_events]
    trees = [*map(read, (SYMBOLS, WIDE, DEEP)), *with_cuts[::20]]
    forms = [("en", False), ("de", False), ("de", True)]
    for number, (tree, (language, choices_only)) in enumerate(few(crossed(trees, forms))):
        folder = tmp_path / str(number)
        folder.mkdir()
        task = quiz(Exercise("x", tree, DEFAULT, {"values": 1, "pruned": 1, "best": 1}), None, language)
        text = rexams_document(task, choices_only=choices_only)
        for name, content in read_exercise(text).files.items():
            (folder / name).write_bytes(content)
        question, solution = text.partition("```\n\n")[2].partition("Meta-information")[0].split("Solution\n========\n")
        for part, most in ((asked_on_paper(question), 1), (solution, 9)):
            assert len(typeset(part, folder).sizes) <= most
            with closing(pypdfium2.PdfDocument(folder / "page.pdf")) as document:
                placed = [(page.get_size(), box) for page in document for box in places_of_pictures(page)]
            assert len(placed) == 1
            for (width, height), (left, bottom, right, top) in placed:
                assert 0 < left < right < width
                assert 0 < bottom < top < height
