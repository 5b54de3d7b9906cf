"""Trees that are too deep or too large to draw: every format says so, and omits only the picture."""

import pytest
from click.testing import CliRunner

from treesolve.cli import treesolve as program
from treesolve.drawing.size_limit import LIMITS, MAX_LEVELS, is_drawable
from treesolve.model.problem import InputError
from treesolve.notation.reader import read
from treesolve.rendering.document import written
from treesolve.rendering.excerpt import ROOMS
from treesolve.rendering.practice_page import PracticePage
from treesolve.rendering.slides import slides
from treesolve.rendering.solution_page import solution_page
from treesolve.rendering.tree_picture import MAX_PIXELS_IN_ALL, made, solved
from treesolve.search.solution import solve

LANGUAGES = ("en", "de")
PAGE_FORMS = ("text", "markdown", "html", "latex", "typst")
PICTURE_FORMS = ("text", "svg", "png", "pdf", "latex", "typst", "dot")
PICTURES = {
    "text": "├",
    "markdown": "├",
    "html": "<svg class",
    "latex": "\\begin{gametreepicture}",
    "typst": "#game-tree(",
}
"""The marker of a picture in each page format."""


def chain(levels: int) -> str:
    """Return a tree with the given number of levels and a single leaf."""
    return "(" * (levels - 1) + "5" + ")" * (levels - 1)


def comb(levels: int) -> str:
    """Return a tree with the given number of levels and a leaf beside each inner node."""
    return "(" * (levels - 1) + "5" + " 5)" * (levels - 1)


# All formats


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", PAGE_FORMS)
@pytest.mark.parametrize("text", [chain(MAX_LEVELS + 1), comb(MAX_LEVELS + 50)], ids=["chain", "comb"])
def test_a_page_of_a_deep_tree_has_everything_but_the_picture(text: str, form: str, language: str):
    """A sentence with the tree's size and the limits replaces the picture."""
    tree = read(text)
    page = written(solution_page(solve(tree), language), form)

    limit = LIMITS["text" if form in ("text", "markdown") else "screen" if form == "html" else "paper"]
    assert PICTURES[form] not in page
    for number in (len(tree), max(tree.depths) + 1, limit.nodes, limit.levels):
        assert str(number) in page
    assert {"en": "too many", "de": "zu viele"}[language] in page
    assert {"en": "Value of A: 5", "de": "Wert von A: 5"}[language] in page
    assert page.count("L1") >= 2


@pytest.mark.parametrize("form", PICTURE_FORMS)
@pytest.mark.parametrize("medium", ["levels", "nodes"])
def test_the_error_for_a_picture_has_the_limits_and_a_hint(form: str, medium: str):
    """The command line reports the error in both languages."""
    limit = LIMITS.get(form, LIMITS["paper"])
    text = chain(limit.levels + 1) if medium == "levels" else "(" + "5 " * limit.nodes + ")"
    for language in LANGUAGES:
        result = CliRunner().invoke(
            program, ["draw", "-", "--format", form, "--language", language], input=text, standalone_mode=True
        )
        assert result.exit_code == 1
        assert result.stdout == ""
        for number in (limit.nodes, limit.levels):
            assert str(number) in result.stderr
        assert "treesolve solve" in result.stderr
        assert ("--format svg" in result.stderr) == is_drawable(read(text), "svg")


def test_slides_and_practice_pages_of_deep_trees_are_rejected():
    """The message contains the limits of the medium."""
    deep = solve(read(chain(MAX_LEVELS + 1)))
    for make, code in (
        (lambda: slides(deep), "too-large-for-slides"),
        (lambda: PracticePage(deep), "too-large-to-practise"),
    ):
        with pytest.raises(InputError) as refusal:
            make()
        assert refusal.value.problems[0].code == code
        assert {"levels": MAX_LEVELS + 1, "deepest": MAX_LEVELS}.items() <= refusal.value.problems[0].facts.items()


# Tables


@pytest.mark.parametrize("form", PAGE_FORMS)
def test_long_names_in_every_row_do_not_make_the_table_huge(form: str):
    """The same holds for numbers with hundreds of digits."""
    for text in (f'"{"N" * 5000}": ({"5 " * 480})', f"({'9' * 990} {'5 ' * 480})"):
        page = written(solution_page(solve(read(text))), form)
        assert len(page) < 16 * ROOMS[form].characters


# Cost


def test_the_number_of_pixels_of_a_png_is_limited():
    """The number of pixels is limited for any depth and width."""
    text = "(" * 100 + "(" + "5 " * 150 + ")" + " 5)" * 100
    picture = made([solved(solve(read(text)))], "png")
    width, height = (int.from_bytes(picture[start : start + 4], "big") for start in (16, 20))

    assert width * height <= 1.01 * MAX_PIXELS_IN_ALL
