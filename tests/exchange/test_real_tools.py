"""Trees and exercises, read by the programs they are written for; each test is skipped where there is none."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import closing, suppress
from fractions import Fraction
from pathlib import Path
from typing import Any

import pypdfium2
import pytest

from tests.drawing.test_dot import graphviz
from tests.notation.foreign.test_carried import RandomTrees
from tests.support.effort import crossed, few, seeds
from tests.support.places import exercise_files
from tests.support.rexams import read_exercise
from tests.support.tex import Printed, printed, require_tex
from treesolve.exchange.quiz import quiz
from treesolve.exchange.rexams import rexams_document
from treesolve.grading.exercise import Exercise
from treesolve.model.answer import PARTS
from treesolve.model.convention import DEFAULT
from treesolve.model.problem import InputError
from treesolve.model.tree import Kind, Tree
from treesolve.notation.foreign.carried import write
from treesolve.notation.foreign.written import different_names
from treesolve.notation.number_text import write_number
from treesolve.notation.reader import read
from treesolve.search.solution import minimax_values, solve

TREES = [tree for path in exercise_files() if len(tree := read(path.read_text("utf-8"))) < 40]

APART = "level 1/.style={sibling distance=120mm},level 2/.style={sibling distance=25mm}"
"""TikZ leaves it to the document how far apart the nodes of each level stand."""

TEX = {
    "tex": (r"\usepackage{forest}", "%s"),
    "tikz": (r"\usepackage{tikz}", f"\\begin{{tikzpicture}}[{APART}]\n%s\\end{{tikzpicture}}"),
    "qtree": (r"\usepackage{tikz-qtree}", "\\begin{tikzpicture}\n%s\\end{tikzpicture}"),
}
"""What a document needs for each notation, and what it puts around a tree."""


DOCUMENT = (
    "\\documentclass[border=4pt,multi={tikzpicture,forest}]{standalone}\n%s\n\\begin{document}\n%s\n\\end{document}\n"
)


def carried(ending: str) -> list[tuple[Tree, str]]:
    """The trees that a notation can carry, each as it is written there."""
    found = []
    for tree in TREES:
        try:
            found.append((tree, write(tree, ending)))
        except InputError:
            continue
    return found


def test_graphviz_draws_every_tree():
    """With the same edges."""
    written = carried("dot")
    for (tree, _), graph in zip(written, graphviz([text for _, text in written], "dot"), strict=True):
        edges = [(edge["tail"], edge["head"]) for edge in graph.get("edges", [])]
        assert sorted(edges) == sorted((tree.parents[child], child) for child in range(1, len(tree)))


@pytest.mark.parametrize("ending", TEX)
def test_tex_prints_trees(ending: str, tmp_path: Path):
    """Every value of every leaf is on paper."""
    require_tex()
    needed, around = TEX[ending]
    if shutil.which("kpsewhich") and not _is_there(f"{needed.partition('{')[2].rstrip('}')}.sty"):
        pytest.skip(f"not installed: {needed}")
    flat = [(tree, text) for tree, text in carried(ending) if max(tree.depths) <= 2][:6]
    pages = printed(DOCUMENT % (needed, "\n\n".join(around % text for _, text in flat)), tmp_path).placed
    for (tree, _), page in zip(flat, pages, strict=True):
        assert {write_number(tree.values[leaf]) for leaf in tree.leaves} <= {word.text for word in page}  # type: ignore[arg-type]


def _is_there(package: str) -> bool:
    return subprocess.run(["kpsewhich", package], capture_output=True, check=False).returncode == 0


def test_newick_is_read_by_biologists():
    """With the same shape; a length is a number."""
    dendropy = pytest.importorskip("dendropy", reason="not installed: dendropy")
    for tree, text in carried("nwk"):
        found = dendropy.Tree.get(data=text, schema="newick", suppress_leaf_node_taxa=True)
        assert _shape(found.seed_node) == _shape_of_tree(tree)


def test_yaml_is_read():
    """With the same shape."""
    yaml = pytest.importorskip("yaml", reason="not installed: yaml")
    for tree, text in carried("yaml"):
        assert _shape_of_objects(yaml.safe_load(text)) == _shape_of_tree(tree)


Shape = tuple["Shape", ...]


def _shape_of_tree(tree: Tree, node: int = 0) -> Shape:
    return tuple(_shape_of_tree(tree, child) for child in tree.children[node])


def _shape(node: Any) -> Shape:
    return tuple(map(_shape, node.child_nodes()))


def _shape_of_objects(node: dict[str, Any]) -> Shape:
    return tuple(map(_shape_of_objects, node.get("children", [])))


def test_gambit_reads_the_same_games(tmp_path: Path):
    """Players, names, moves, chances and payoffs; and whoever reasons backwards comes to our value."""
    gambit = pytest.importorskip("pygambit", reason="not installed: pygambit")
    file = tmp_path / "game.efg"
    for tree, text in (*carried("efg"), *_random_games(1000)):
        file.write_text(text, "utf-8")
        game = gambit.read_efg(file)
        if not hasattr(game, "root"):
            pytest.skip("not installed: pygambit 16")
        assert game.title.isascii()
        assert len(tree) == 1 or _value(game, game.root, tree, 0) == minimax_values(tree)[0]
        assert _as_told(read(game.to_efg())) == _as_told(tree)


def _random_games(count: int) -> Iterator[tuple[Tree, str]]:
    """Random trees, with odd names, that Gambit's notation carries."""
    for seed in seeds(count):
        tree = RandomTrees(seed).tree()
        with suppress(InputError):
            yield tree, write(tree, "efg")


def _as_told(tree: Tree) -> tuple[object, ...]:
    """What a game says; that chances are equal, it need not leave unsaid."""
    weights = [tree.weight(node) for node in range(len(tree))]
    names = [different_names(tree.given_names).get(node, "") for node in range(len(tree))]
    return tree.kinds, tree.values, tree.children, dict(tree.moves), weights, names


def _value(game: Any, node: Any, tree: Tree, ours: int) -> Fraction:
    """The value of a node of the game, which must be as the node of the tree is."""
    children = list(node.children)
    assert len(children) == len(tree.children[ours])
    if not children:
        payoffs = [Fraction(str(node.outcome[player])) for player in game.players]
        assert payoffs == [tree.values[ours], -tree.values[ours]]  # type: ignore[operator]
        return payoffs[0]
    pairs = zip(children, tree.children[ours], strict=True)
    values = [_value(game, child, tree, one) for child, one in pairs]
    if node.player.is_chance:
        chances = [Fraction(str(action.prob)) for action in node.infoset.actions]
        assert chances == [tree.weight(child) for child in tree.children[ours]]
        return sum((chance * value for chance, value in zip(chances, values, strict=True)), Fraction(0))
    moves = [tree.moves[one] for one in tree.children[ours] if one in tree.moves]
    assert moves in ([], [action.label for action in node.infoset.actions])
    assert node.player.label == tree.kinds[ours].value.upper()
    return max(values) if tree.kinds[ours] is Kind.MAX else min(values)


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
"""A page as R/exams makes it for paper, of what pandoc makes of an exercise."""

SYMBOLS = 'MAX ("α": MIN ("x_1": 6 "ß≤5": 5) "Ω₁₂ → $": MIN (-2.5 9 1/3) "C^²^@y": (-inf 3))'


def typeset(markdown: str, folder: Path) -> Printed:
    """What pandoc and LaTeX make of Markdown, beside its pictures."""
    made = subprocess.run(
        ["pandoc", "-f", "markdown-auto_identifiers", "-t", "latex"],
        input=markdown.encode(),
        capture_output=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    return printed(PAPER % made.stdout.decode(), folder, runs=2)  # the first one measures tables


def asked_on_paper(question: str) -> str:
    """The question with room in the places of its fields."""
    return re.sub(r"\\#\\#ANSWER\d+\\#\\#", r"\_\_\_", question).replace("\n* \n", "\n")


def places_of_pictures(page: Any) -> list[tuple[float, float, float, float]]:
    """The left, bottom, right and top edge of each picture on a page."""
    return [found.get_bounds() for found in page.get_objects() if isinstance(found, pypdfium2.PdfImage)]


WIDE, DEEP = f"({' '.join(['(1 2 3 4 5)'] * 8)})", "(" * 5 + "6" + " 5)" * 5


def test_pandoc_and_latex_print_exercises(tmp_path: Path):
    """A question with its picture fits one page, and so do the pictures of solutions; symbols are formulas."""
    require_tex("pandoc")
    with_cuts = [tree for tree in TREES if len(tree) < 20 and solve(tree).cuts]
    trees = [*map(read, (SYMBOLS, WIDE, DEEP)), *with_cuts[::20]]
    forms = [("en", False), ("de", False), ("de", True)]
    for number, (tree, (language, choices_only)) in enumerate(few(crossed(trees, forms))):
        folder = tmp_path / str(number)
        folder.mkdir()
        asked = quiz(Exercise("x", tree, DEFAULT, {"values": 1, "pruned": 1, "best": 1}), None, language)
        text = rexams_document(asked, choices_only=choices_only)
        for name, content in read_exercise(text).files.items():
            (folder / name).write_bytes(content)
        question, solution = text.partition("```\n\n")[2].partition("Meta-information")[0].split("Solution\n========\n")
        for part, most in ((asked_on_paper(question), 1), (solution, 9)):
            assert len(typeset(part, folder).sizes) <= most
            with closing(pypdfium2.PdfDocument(folder / "page.pdf")) as document:
                placed = [(page.get_size(), place) for page in document for place in places_of_pictures(page)]
            assert len(placed) == 1
            for (width, height), (left, bottom, right, top) in placed:
                assert 0 < left < right < width
                assert 0 < bottom < top < height


def test_pandoc_carries_symbols_of_names(tmp_path: Path):
    """On paper and on the web, as they stand in the tree."""
    require_tex("pandoc")
    asked = quiz(Exercise("x", read(SYMBOLS), DEFAULT, {"values": 1, "best": 1}))
    text = rexams_document(asked)
    for name, content in read_exercise(text).files.items():
        (tmp_path / name).write_bytes(content)
    question = read_exercise(text).question
    on_paper = typeset(question, tmp_path).text
    on_web = subprocess.run(
        ["pandoc", "-f", "markdown", "-t", "plain"], input=question.encode(), capture_output=True, check=False
    )

    assert "\\" not in on_paper + on_web.stdout.decode()
    assert "C^²^@y =" in on_web.stdout.decode()
    for sign in ("α =", "Ω", "→ $ =", "@y ="):
        assert sign in on_paper
        assert sign in on_web.stdout.decode()


def test_r_exams_prints_exercises(tmp_path: Path):
    """With the package itself: exercises on paper, and choices on paper that is scanned."""
    found = (
        subprocess.run(["Rscript", "-e", 'loadNamespace("exams")'], capture_output=True, check=False)
        if has_r()
        else None
    )
    if found is None or found.returncode:
        pytest.skip("not installed: R with exams")
    require_tex("pandoc")
    for system, choices_only in (("exams2pdf", False), ("exams2nops", True)):
        asked = quiz(Exercise("x", read("((6 5) (4 1 9))"), DEFAULT, dict.fromkeys(PARTS, 1)))
        (tmp_path / "x.Rmd").write_text(rexams_document(asked, choices_only=choices_only), "utf-8")
        call = f'exams::{system}("x.Rmd", dir = ".", name = "{system}", encoding = "UTF-8")'
        subprocess.run(["Rscript", "-e", call], cwd=tmp_path, check=True, capture_output=True, timeout=300)
        assert (tmp_path / f"{system}1.pdf").exists()


def has_r() -> bool:
    """Whether R is there."""
    return shutil.which("Rscript") is not None


def test_r_knits_exercises(tmp_path: Path):
    """The pictures are those inside, and nothing else is run or changed, whatever nodes are called."""
    packages = '{for (one in c("knitr", "base64enc")) loadNamespace(one)}'
    if not has_r() or subprocess.run(["Rscript", "-e", packages], capture_output=True, check=False).returncode:
        pytest.skip("not installed: R with knitr and base64enc")
    hostile = read('"`r 1+1`": MAX ("$x$ Ä": (6 5) "a\\\\b <%= 1 %>": (2.5 9) "c#": (1/3 inf))')
    for number, tree in enumerate([hostile, *TREES[::20]]):
        folder = tmp_path / str(number)
        folder.mkdir()
        text = rexams_document(quiz(Exercise("x", tree, DEFAULT, {"values": 1, "pruned": 1, "best": 1})))
        (folder / "x.Rmd").write_text(text, "utf-8")
        knit = 'knitr::knit("x.Rmd", "x.md", quiet = TRUE, encoding = "UTF-8")'
        subprocess.run(["Rscript", "-e", knit], cwd=folder, check=True, capture_output=True, timeout=60)

        assert (folder / "x.md").read_text("utf-8").strip() == text.partition("```\n\n")[2].strip()
        assert {path.name: path.read_bytes() for path in folder.glob("*.png")} == read_exercise(text).files
