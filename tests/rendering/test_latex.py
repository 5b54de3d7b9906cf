"""LaTeX: the syntax of pictures, and that pdfLaTeX compiles pages with all their content."""

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest

from tests.support.effort import dealt, size, some
from tests.support.places import exercise_files
from tests.support.tex import Printed, printed
from tests.support.trees import HOSTILE, hostile_tree, uneven, uniform
from treesolve.drawing.escaping import _LATEX_LETTERS, _LATEX_MARKS, escape_latex
from treesolve.drawing.label import Label
from treesolve.drawing.latex_forest import forest
from treesolve.model.convention import CONVENTIONS, DEFAULT
from treesolve.notation.reader import read
from treesolve.rendering.document import written
from treesolve.rendering.handout import handout
from treesolve.rendering.picture_label import labels
from treesolve.rendering.solution_page import SolutionPage, solution_page
from treesolve.rendering.table import latex_table
from treesolve.rendering.tree_picture import exercise, made, solved
from treesolve.search.maxn import solve_maxn
from treesolve.search.search_frames import blank_frame
from treesolve.search.solution import Solution, solve

# Syntax


def test_fonts_join_no_characters():
    """Hyphens and commas do not become ligatures, and long texts are wrapped."""
    assert "--" not in escape_latex("a--b")
    assert ",," not in escape_latex("a,,,b")
    assert "<<" not in escape_latex("<<")
    assert escape_latex("x" * 99).count(r"\allowbreak{}") == 98


def test_a_very_deep_tree_is_written_without_recursion():
    """Very deep trees are written without recursion and with limited indentation."""
    depth = size(20_000)
    tree = read("(1 " * depth + "5" + ")" * depth)

    source = forest(tree, labels(tree, blank_frame(tree)))

    assert source.count("[") == source.count("]") == len(tree)
    assert max(map(len, source.splitlines())) < 150


# Compilation

A4 = pytest.approx((595.276, 841.89), abs=0.1)
LETTER = pytest.approx((612, 792), abs=0.1)


def missing(shown_labels: Iterable[Label], pages: Printed) -> list[str]:
    """Return the names, values and moves that occur too rarely in the pages, and the missing windows."""
    texts = Counter(text for label in shown_labels for text in (label.name, label.value, label.edge) if text)
    words, together = Counter(pages.words), spaceless(pages.text)
    return [*(texts - words), *(label.window for label in shown_labels if spaceless(label.window) not in together)]


def spaceless(text: str) -> str:
    """Return a text without whitespace: TeX has its own."""
    return "".join(text.split())


def document(solutions: Iterable[Solution], language: str, **look: str) -> str:
    """Return worked solutions as one document."""
    pieces = [written(solution_page(solution, language, **look), "latex") for solution in solutions]
    return "".join(handout(pieces, "latex", language, paper=look.get("paper", "a4")))


@pytest.mark.long
@pytest.mark.parametrize(
    ("language", "paper", "shapes"), dealt([("en", "letter", "circles"), ("de", "a4", "triangles")], 1, 2)
)
def test_worked_solutions_compile(language: str, paper: str, shapes: str, tmp_path: Path):
    """A sample of the exercises in one document shows every name, value, step and sentence, within the margins."""
    paths = dealt(some(exercise_files()), ("en", "de").index(language), 6)
    trees = [read(text) for text in (uniform(3, 2), uneven(20), *(path.read_text("utf-8") for path in paths))]
    solutions = [solve(tree, CONVENTIONS[tree.convention or DEFAULT.id]) for tree in trees]
    payoffs = solve_maxn(read("(<1, 2, 6> (<4, 3, 2> <6, 1, 2>))", payoffs=True))

    made_pages = printed(document([*solutions, payoffs], language, shapes=shapes, paper=paper), tmp_path)

    assert all(pair == (LETTER if paper == "letter" else A4) for pair in made_pages.sizes)
    assert (made_pages.collisions, made_pages.outside) == ([], [])
    pages = [SolutionPage(solution, language=language) for solution in solutions]
    assert missing([label for page in pages[:2] for label in page.drawn.labels], made_pages) == []
    lines, together = {spaceless(line) for line in made_pages.text.splitlines()}, spaceless(made_pages.text)
    for page in pages[:2]:
        assert {spaceless("".join(row)) for row in (*page.steps.each(), *page.nodes.each())} <= lines
        sentences = [page.convention_text, *page.reasons, page.words.result(page.facts), page.words.savings(page.facts)]
        assert [sentence for sentence in sentences if spaceless(sentence) not in together] == []
    assert {name for tree in trees for name in tree.names for name in name.split()} <= set(made_pages.words)
    between = ";" if language == "de" else ","
    assert f"(4{between}3{between}2)" in together


def test_every_letter_is_printed(tmp_path: Path):
    """Hostile names are printed literally in picture, sentences and tables, as far as glyphs exist."""
    letters = sorted(_LATEX_LETTERS) + sorted(_LATEX_MARKS.keys() - {"\n", "\u00a0", "\u202f"})
    rows = [[" ".join(letters[start : start + 20])] for start in range(0, len(letters), 20)]
    trees = [hostile_tree(HOSTILE[:8]), hostile_tree(HOSTILE[8:])]
    source = document([solve(tree, CONVENTIONS["aima"]) for tree in trees], "de").replace(
        "\\end{document}", f"{latex_table(['x'], rows, [False])}\n\\end{{document}}"
    )

    made_pages = printed(source, tmp_path)

    text = "".join(made_pages.words)
    for name in [name for tree in trees for name in tree.names]:
        assert text.count(name.replace("王", "U+738B").replace(" ", "")) >= 3, name
    raised = dict(zip("⁰¹²³⁴⁵⁶⁷⁸⁹ⁿ", "0123456789n", strict=True))
    drawn_alike = {"Đ": "Ð", "ī": "ı\u0304", "…": "...", **raised}
    assert [letter for letter in letters if drawn_alike.get(letter, letter) not in made_pages.text] == []


LONG_NAMES = "(" + " ".join(f"crossing{way} -> Konstantinopel{way}: (Alexandria{way}: {way})" for way in "3124") + ")"
"""Nodes so close together that only their texts separate them."""

LONG_MOVES = "(" + " ".join(f"crossing{way} -> {way}" for way in range(5)) + ")"


@pytest.mark.long
def test_pictures_compile_by_themselves(tmp_path: Path):
    """Each picture compiles on a page of its size, with every name and value."""
    luger = CONVENTIONS["luger"]
    subjects = [
        solved(solve(read(text), luger), step, "de", shapes)
        for text, step, shapes in (
            (LONG_NAMES, None, "triangles"),
            (LONG_MOVES, None, "triangles"),
            (uniform(3, 2), 9, "squares"),
            (uniform(2, 3), None, "circles"),
        )
    ]
    subjects += [exercise(read(uniform(6, 2)), "en"), exercise(hostile_tree(HOSTILE[:8]), "en")]

    source = made(subjects, "latex")
    pictures = printed(source, tmp_path)

    assert (pictures.collisions, pictures.outside) == ([], [])
    assert missing([label for subject in subjects[:4] for label in subject.labels], pictures) == []
    assert len(pictures.sizes) == source.count("\\begin{forest}") == len(subjects)
    assert set(subjects[4].tree.names) <= set(pictures.words)
    assert max(max(size) for size in pictures.sizes) < 1500


def test_the_pasted_part_needs_the_styles_alone(tmp_path: Path):
    """The part between the marks compiles in another document with just the styles."""
    source = made([solved(solve(read(uniform(2, 2))), None, "en")], "latex")
    before, styles = source.split("preamble of a document\n")
    styles, pasted = styles.split("\\begin{document}")
    pasted = pasted.split("from here\n")[1].split("% to here")[0]
    head = "\\documentclass{article}\n\\usepackage{forest}\n"
    own = f"{head}{styles}\\begin{{document}}\n{pasted}\\end{{document}}\n"

    assert pasted.startswith("\\begin{forest}")
    assert "\\usepackage{forest}" in before
    assert {"L1", "L4", "MAX", "MIN"} <= set(printed(own, tmp_path).words)
