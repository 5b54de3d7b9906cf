"""What is printed: sizes of numbers, repeated trees, orientation, slides, boards."""

import re
from pathlib import Path

import pytest

import treesolve as ts
from tests.support.browser import OpenPage
from tests.support.pdf_text import Word, page_texts, words
from tests.support.program import run
from tests.support.tex import printed

SIZE = 14.0
"""The least size of a number in large print, in points."""

PLAN = """\
title = "Exam"
language = "{language}"
[[task]]
shape = "{shape}"
values = "40..99"
ask = [{ask}]
"""

ALL = '"values", "windows", "pruned", "order", "best", "value", "line", "reorder", "statements"'

FOOT = 2.3 * 72 / 2.54
"""The height of the foot of a page."""


def exam(
    folder: Path,
    shape: str,
    style: str = "",
    ask: str = '"values", "best"',
    language: str = "en",
    ending: str = "pdf",
) -> str:
    """Print an exam of one task, and its solution, into a folder; what the command remarks."""
    (folder / "exam.toml").write_text(PLAN.format(shape=shape, ask=ask, language=language), "utf-8")
    looks = ("--style", style) if style else ()
    result = run(
        "sheet",
        folder / "exam.toml",
        "--seed",
        7,
        "-o",
        folder / f"exam.{ending}",
        "--replace",
        "--language",
        language,
        *looks,
    )
    assert result.exit_code == 0, result.stderr
    return result.stderr


def numbers(pdf: Path) -> list[Word]:
    """Values and names in trees."""
    return [word for word in words(pdf) if re.fullmatch(r"[≤≥]?[4-9]\d|L\d+", word.text)]


def is_turned(pdf: Path) -> bool:
    """Whether the leaves of the largest tree stand one below the other."""
    names = [word for word in numbers(pdf) if word.text.startswith("L")]
    last = max(names, key=lambda word: int(word.text[1:]))
    first = next(word for word in names if word.text == "L1" and word.size == last.size)
    return abs(first.y - last.y) > 50


@pytest.mark.parametrize("style", ["large-print", "large-print,two-up", "large-print,paper=letter"])
@pytest.mark.parametrize("shape", ["3x3", "2x2x3", "3x3x2", "2x3x3", "2x2x2x2"])
def test_numbers_in_large_print_are_large(shape: str, style: str, tmp_path: Path):
    """In trees of the sheet and of its solution, on pages with one column."""
    assert exam(tmp_path, shape, style, '"values", "windows", "best"') == ""
    for pdf in (tmp_path / "exam.pdf", tmp_path / "exam-solution.pdf"):
        found = [word for word in numbers(pdf) if word.size != 12.8]  # the size of tables
        assert len(found) >= 18
        assert min(word.size for word in found) >= SIZE


@pytest.mark.parametrize(
    ("shape", "ask", "language"),
    [
        ("2x2x2x2x2", '"values"', "en"),
        ("4x4x2", '"values"', "de"),
        ("4x4x3", '"values"', "en"),
        ("6x6", '"values"', "de"),
        ("2x2x2x1x2x2", '"values"', "de"),
        ("2x2x2x2", '"mistake", "unknown"', "en"),
    ],
)
def test_a_tree_too_large_for_large_print_is_as_large_as_fits(shape: str, ask: str, language: str, tmp_path: Path):
    """Never smaller than in normal print; a remark names the task and the size."""
    exam(tmp_path, shape, ask=ask, language=language)
    normal = {word.text: word.size for word in numbers(tmp_path / "exam.pdf")}
    remark = exam(tmp_path, shape, "large-print", ask, language)
    large = {word.text: word.size for word in numbers(tmp_path / "exam.pdf")}

    assert all(large[text] >= size for text, size in normal.items())
    least = min(large.values())
    size = f"{least:.1f}".removesuffix(".0").replace(".", "," if language == "de" else ".")
    assert least >= SIZE or re.search(f"(task|Aufgabe) 1 .* {size} ", remark)
    assert bool(remark) == (least < SIZE)


def least_size(pdf: Path) -> float:
    """Return the size of the smallest value or name of a leaf in the first tree; where they are close, they are one
    word.
    """
    found = [word for word in words(pdf) if re.fullmatch(r"([4-9]\d|L\d+)+", word.text)]
    return min(word.size for word in found if word.page == found[0].page)


@pytest.mark.parametrize("shape", ["3x3x3", "2x2x2x2x2", "6x6", "3x3", "4x4x3"])
def test_latex_prints_trees_as_large_as_pdf(shape: str, tmp_path: Path):
    """In normal and in large print; no page is empty, and nothing is too high for its page."""
    sizes = []
    for style in ("", "large-print"):
        exam(tmp_path, shape, style, '"values", "windows", "best"')
        exam(tmp_path, shape, style, '"values", "windows", "best"', ending="tex")
        printed((tmp_path / "exam.tex").read_text("utf-8"), tmp_path)
        size = least_size(tmp_path / "exam.pdf")
        sizes.append(least_size(tmp_path / "page.pdf"))
        assert sizes[-1] >= (SIZE if size >= SIZE else 0.97 * size)
        assert min(len(text.split()) for text in page_texts(tmp_path / "page.pdf")) > 8
    assert sizes == sorted(sizes)


@pytest.mark.parametrize("shape", ["3x3", "3x3x3", "2x2x2x2x2"])
def test_html_prints_trees_as_large_as_pdf(shape: str, tmp_path: Path, open_page: OpenPage):
    """Names as well, and wide ones on a landscape page."""
    for style in ("", "large-print"):
        exam(tmp_path, shape, style)
        exam(tmp_path, shape, style, ending="html")
        page = open_page((tmp_path / "exam.html").read_text("utf-8"))
        page.pdf(path=tmp_path / "page.pdf", format="A4", prefer_css_page_size=True)
        assert least_size(tmp_path / "page.pdf") == pytest.approx(least_size(tmp_path / "exam.pdf"), abs=0.2)


def test_python_warns_of_small_print(tmp_path: Path):
    """As the command does, wherever the sheet is printed."""
    sheet = ts.sheet(shape="2x2x2x2x2", seed=7, large_print=True)
    with pytest.warns(UserWarning, match=r"task 1 .* 9 points"):
        sheet.sheet.render("pdf")
    with pytest.warns(UserWarning, match=r"task 1 .* 9 points"):
        sheet.save(tmp_path / "exam.pdf")


@pytest.mark.parametrize("style", ["", "large-print", "large-print,paper=letter"])
@pytest.mark.parametrize("shape", ["3x3x2", "2x2x2x2x2", "4x4x3"])
@pytest.mark.parametrize("ask", [ALL, f'"mistake", "unknown", {ALL}'])
def test_a_repeated_tree_interrupts_no_sentence(shape: str, ask: str, style: str, tmp_path: Path):
    """Below it a question or a statement begins, and nothing runs into the foot of a page."""
    exam(tmp_path, shape, style, ask)
    texts = page_texts(tmp_path / "exam.pdf")
    tree = r"[^\n]*\n(?:(?:MAX|MIN|[A-Z]|L?\d+)\n)+"
    below = [text[found.end() :] for text in texts if (found := re.match(tree, text))]
    if ask == ALL:
        assert below == [text for text in below if re.match(r"[a-z]\) |[1-4]\. ", text)]
        assert shape != "3x3x2" or not style or min(word.size for word in numbers(tmp_path / "exam.pdf")) >= SIZE
    assert [word for word in words(tmp_path / "exam.pdf") if word.y < FOOT and word.text not in _foot(texts)] == []


def _foot(texts: list[str]) -> set[str]:
    """Return the words at the foot of all pages."""
    return {word for text in texts for word in text.rsplit("\n", 1)[-1].split()}


@pytest.mark.parametrize("style", ["", "large-print"])
@pytest.mark.parametrize("shape", ["3x3x2", "3x2x3", "2x2x2x2", "4x3x2", "4x4x2", "3x3x3"])
def test_the_solution_has_the_orientation_of_the_exam(shape: str, style: str, tmp_path: Path):
    """However wide it is with bounds."""
    exam(tmp_path, shape, style)
    assert is_turned(tmp_path / "exam-solution.pdf") == is_turned(tmp_path / "exam.pdf")


@pytest.mark.parametrize("language", ["en", "de"])
def test_maxn_is_set_as_mathematics(language: str, tmp_path: Path):
    """With a raised n: a sign in texts, a formula in LaTeX."""
    written = {}
    for ending in ("txt", "md", "html", "tex"):
        page = tmp_path / f"x.{ending}"
        run("solve", "--example", "three-players", "-o", page, "--language", language)
        written[ending] = page.read_text("utf-8")
    assert [form for form, text in written.items() if "max^n" in text] == []
    assert r"max\ensuremath{^n}" in written["tex"]
    assert "maxⁿ" in written["txt"]


def test_bounds_on_slides_do_not_touch_the_counter(tmp_path: Path):
    """Between the lowest stroke of the bounds and the highest of the counter something is free."""
    (tmp_path / "x.tree").write_text("((0.5 1/4 (1 0)) (0 0.75 1))", "utf-8")
    run("solve", tmp_path / "x.tree", "--slides", "-o", tmp_path / "x.pdf")
    shown = words(tmp_path / "x.pdf")
    counters = {word.page: word for word in shown if word.y < 12 and word.text.isdigit()}
    bounds = [word for word in shown if word.size == 20]
    assert bounds
    assert min(word.y - counters[word.page].y - 0.7 * counters[word.page].size for word in bounds) > 3


def test_names_of_positions_do_not_become_values(tmp_path: Path):
    """Where a picture has no boards, the name stands once, also in what is read aloud."""
    run("unfold", "tictactoe", "X.O/.X./..O", "--depth", 2, "--heuristic", "lines", "-o", tmp_path / "x.tree")
    for ending in ("txt", "md", "tex", "html", "dot"):
        run(
            "solve" if ending != "dot" else "draw",
            tmp_path / "x.tree",
            "--style",
            "boards",
            "-o",
            tmp_path / f"x.{ending}",
        )
        text = (tmp_path / f"x.{ending}").read_text("utf-8")
        assert not re.search(r"\)( =|  |=)? ?[A-F]=|\[\{?L\d+=|called=A,.*A=0|= L\d+=", text), ending
    assert "MAX A (X.O/.X./..O)=0\n" in (tmp_path / "x.txt").read_text("utf-8")
