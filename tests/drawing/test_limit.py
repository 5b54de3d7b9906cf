"""Trees too deep or too large to draw: told in every form, and everything else stays."""

import json
import re
import subprocess
import sys
from typing import Any

import pytest
from click.testing import CliRunner

import treesolve
from tests.support.effort import few
from tests.support.places import ROOT
from treesolve.analysis.parametric import solve_unknown
from treesolve.cli import treesolve as program
from treesolve.drawing.limit import LIMITS, MOST_LEVELS, is_drawable
from treesolve.model.convention import CONVENTIONS
from treesolve.model.problem import InputError
from treesolve.notation.reader import read
from treesolve.pages.document import written
from treesolve.pages.excerpt import MOST_NAMES, ROOMS, Excerpt, excerpt, named
from treesolve.pages.player import Player
from treesolve.pages.practice_page import PracticePage
from treesolve.pages.saving import draw
from treesolve.pages.slides import MOST_SLIDES, slides
from treesolve.pages.solution_page import SolutionPage
from treesolve.pages.tree_picture import MOST_PIXELS_IN_ALL, made, solved
from treesolve.pages.unknown_page import unknown_page
from treesolve.pages.worked_solution import solution_page
from treesolve.search.frames import Film
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
"""What a picture has in each form of a page."""


def chain(levels: int) -> str:
    """A tree of that many levels with a single leaf."""
    return "(" * (levels - 1) + "5" + ")" * (levels - 1)


def comb(levels: int) -> str:
    """A tree of that many levels, a leaf beside each inner node."""
    return "(" * (levels - 1) + "5" + " 5)" * (levels - 1)


# Every form


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", PAGE_FORMS)
@pytest.mark.parametrize("text", [chain(MOST_LEVELS + 1), comb(MOST_LEVELS + 50)], ids=["chain", "comb"])
def test_a_page_of_a_deep_tree_has_everything_but_the_picture(text: str, form: str, language: str):
    """A sentence in its place, with the size of the tree and the limits."""
    tree = read(text)
    told = written(solution_page(solve(tree), language), form)

    limit = LIMITS["text" if form in ("text", "markdown") else "screen" if form == "html" else "paper"]
    assert PICTURES[form] not in told
    for number in (len(tree), max(tree.depths) + 1, limit.nodes, limit.levels):
        assert str(number) in told
    assert {"en": "too many", "de": "zu viele"}[language] in told
    assert {"en": "Value of A: 5", "de": "Wert von A: 5"}[language] in told
    assert told.count("L1") >= 2


@pytest.mark.parametrize("form", PAGE_FORMS)
def test_a_page_of_a_tree_at_the_limit_has_the_picture(form: str):
    """Not one level too early."""
    levels = LIMITS["text"].levels if form in ("text", "markdown") else MOST_LEVELS
    picture = {"text": "A=5", "markdown": "A=5"}.get(form, PICTURES[form])

    assert picture in written(solution_page(solve(read(chain(levels)))), form)
    assert "too many" in written(solution_page(solve(read(chain(levels + 1)))), form)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", PAGE_FORMS)
def test_questions_of_deep_trees_are_told_without_the_picture(form: str, language: str):
    """The values of an unknown leaf, too."""
    deep = read("(" * 300 + "x" + " 5)" * 300)
    told = written(unknown_page(solve_unknown(deep, CONVENTIONS["haw"]), language=language), form)

    assert PICTURES[form] not in told
    assert {"en": "too many", "de": "zu viele"}[language] in told


@pytest.mark.parametrize("form", PICTURE_FORMS)
@pytest.mark.parametrize("medium", ["levels", "nodes"])
def test_a_picture_that_is_refused_says_the_limits_and_what_to_do(form: str, medium: str):
    """In both languages, from the command line."""
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


@pytest.mark.parametrize("form", PICTURE_FORMS)
def test_what_fits_is_drawn(form: str):
    """A tree with as many levels as there can be; a PNG may still be too coarse."""
    levels = LIMITS["text"].levels if form == "text" else MOST_LEVELS
    try:
        assert draw(solve(read(comb(levels))), form)
    except InputError as error:
        assert (form, error.problems[0].code) == ("png", "too-wide-for-png")


def test_slides_and_practice_pages_of_deep_trees_are_refused():
    """With the limits of both."""
    deep = solve(read(chain(MOST_LEVELS + 1)))
    for make, code in (
        (lambda: slides(deep), "too-large-for-slides"),
        (lambda: PracticePage(deep), "too-large-to-practise"),
    ):
        with pytest.raises(InputError) as refusal:
            make()
        assert refusal.value.problems[0].code == code
        assert {"levels": MOST_LEVELS + 1, "deepest": MOST_LEVELS}.items() <= refusal.value.problems[0].facts.items()


def test_there_are_never_more_slides_than_can_be_made():
    """A search may take more steps than its tree has nodes."""
    long = solve(read("(" + "(5)" * 60 + ")"))
    assert len(Film(long)) <= MOST_SLIDES
    assert slides(long)


def test_a_large_tree_is_not_labelled_where_it_is_not_drawn(monkeypatch: pytest.MonkeyPatch):
    """Nothing is laid out for a picture that is not made."""
    monkeypatch.setattr("treesolve.pages.solution_page.labels", lambda *_, **__: pytest.fail("labels were made"))
    tree = solve(read("(" + "5 " * 5001 + ")"))

    for form in PAGE_FORMS:
        assert "too many" in written(solution_page(tree), form)


def test_notebooks_tell_deep_trees_as_text():
    """As they do large ones."""
    deep = treesolve.solve(chain(MOST_LEVELS + 1))

    assert deep._repr_html_() is None
    assert deep.tree._repr_html_() is None


def test_the_documentation_tells_the_limits():
    """Those that hold."""
    told = (ROOT / "docs" / "pictures.md").read_text("utf-8").replace(",", "").split("## How large a tree may be")[1]
    rows = {tuple(re.findall(r"\d+", row)) for row in told.splitlines() if row.startswith("|")}

    assert {(str(limit.nodes), str(limit.levels)) for limit in LIMITS.values()} <= rows
    assert {(str(room.rows), str(room.characters)) for room in ROOMS.values()} <= rows
    assert all(str(number) in told for number in (MOST_NAMES, MOST_PIXELS_IN_ALL))


# Tables


def test_an_excerpt_takes_as_many_rows_as_there_is_room():
    """All, or the first of them, with a sentence; at least one, and no more are asked for than are shown."""
    asked: list[int] = []

    def rows(count: int, length: int) -> Any:
        for number in range(count):
            asked.append(number)
            yield ["x" * length]

    room = ROOMS["typst"]
    assert excerpt(rows(3, 1), 3, "steps", "typst") == Excerpt([["x"]] * 3, "")
    assert len(excerpt(rows(room.rows, 1), room.rows, "steps", "typst").rows) == room.rows
    asked.clear()
    many = excerpt(rows(room.rows + 1, 1), room.rows + 1, "steps", "typst")
    assert many.note == f"These are the first {room.rows} of {room.rows + 1} steps; --format json has all."
    assert len(asked) == room.rows
    assert len(excerpt(rows(9, room.characters // 3), 9, "cuts", "typst").rows) == 3
    assert len(excerpt(rows(9, room.characters + 1), 9, "cuts", "typst").rows) == 1


def test_very_many_names_are_counted():
    """In a sentence."""
    assert named(["A", "B"], 2) == ["A", "B"]
    assert named((f"L{number}" for number in range(700)), 700, "de")[MOST_NAMES:] == ["… (noch 200)"]


def test_what_counts_the_other_names_puts_no_commas_between_them():
    """Only a name with a blank in it does."""
    told = written(solution_page(solve(read("(" + "5 " * 600 + ")"))))

    assert "L499 L500 … (100 more)." in told


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("form", PAGE_FORMS)
def test_tables_that_grow_with_the_tree_end_somewhere(form: str, language: str, monkeypatch: pytest.MonkeyPatch):
    """Steps, cuts and nodes; all of them are in the document."""
    if language == "de" or form not in few(PAGE_FORMS):
        monkeypatch.setitem(ROOMS, form, ROOMS[form]._replace(rows=40))  # type: ignore[misc]
    count = ROOMS[form].rows + 100
    tree = read("(9 " + "(5 (6 7)) " * count + ")")
    solution = solve(tree)
    page = SolutionPage(solution, language=language)
    told = written(solution_page(solution, language), form)

    for many, all_of_them in ((page.steps, solution.steps), (page.cuts, solution.cuts), (page.nodes, None)):
        shown = excerpt(many.each(), many.total, many.what, form, language)
        assert shown.note in told.replace("\\-", "-").replace("{-}", "-")
        assert str(len(shown.rows)) in shown.note
        assert "--format json" in shown.note
        if all_of_them is not None:
            assert 1 <= len(shown.rows) <= ROOMS[form].rows < len(all_of_them)
            assert str(len(all_of_them)) in shown.note
    assert told.count("L1 ") < 3 * count
    assert len(told) < 4_000_000


def test_the_document_has_everything():
    """Where tables are cut, the JSON is not."""
    text = "(" + "1 2 " * 2600 + ")"
    result = CliRunner().invoke(program, ["solve", "-", "--format", "json"], input=text)
    found = json.loads(result.stdout)
    assert sum(event["event"] == "evaluate" for event in found["events"]) == len(found["evaluated"]) == 5200
    assert len(found["nodes"]) == 5201


@pytest.mark.parametrize("form", PAGE_FORMS)
def test_one_long_name_in_every_row_makes_no_endless_table(form: str):
    """Nor does a number of hundreds of digits."""
    for text in (f'"{"N" * 5000}": ({"5 " * 480})', f"({'9' * 990} {'5 ' * 480})"):
        told = written(solution_page(solve(read(text))), form)
        assert len(told) < 16 * ROOMS[form].characters


# The player


def test_a_film_that_is_too_long_is_not_played(monkeypatch: pytest.MonkeyPatch):
    """The picture is there, and a sentence in the place of the buttons."""
    monkeypatch.setitem(ROOMS, "html", ROOMS["html"]._replace(rows=5))  # type: ignore[misc]
    solution = solve(read("((6 5) (2 9) (1 2))"))
    for language, said in (("en", "too many to be played"), ("de", "zu viele, um sie abzuspielen")):
        told = written(solution_page(solution, language), "html")
        assert "<svg class" in told
        assert said in told
        assert "<button" not in told
        assert "application/json" not in told
        assert "#step=" not in told


def test_the_player_tells_long_names_in_short():
    """At each step; the whole name stands in the table."""
    film = Film(solve(read(f'"{"N" * 900}": ({"9" * 900} 5 5)')))
    player = Player(film, bound_head=("α", "β"), told=len(film) - 1)

    assert max(len(text) for _, text in player.places()) < 500


# What it costs


needs_proc = pytest.mark.skipif(sys.platform != "linux", reason="memory is looked up in /proc")


def test_a_png_has_no_more_pixels_than_there_is_memory_for():
    """However deep and wide the tree is."""
    text = "(" * 100 + "(" + "5 " * 150 + ")" + " 5)" * 100
    picture = made([solved(solve(read(text)))], "png")
    width, height = (int.from_bytes(picture[start : start + 4], "big") for start in (16, 20))

    assert width * height <= 1.01 * MOST_PIXELS_IN_ALL


MEASURED = """
import sys
from treesolve.__main__ import main
try: main()
except SystemExit: pass
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))  # rusage has the parent's, too
print(int(peak.split()[1]) // 1024, file=sys.stderr)
"""


@needs_proc
@pytest.mark.parametrize(
    ("text", "options"),
    few(
        [
            (chain(1000), "solve - -o x.pdf"),
            (chain(MOST_LEVELS), "solve - -o x.pdf"),
            (comb(400), "solve - -o x.pdf"),
            ("(" + "5 " * 998 + ")", "solve - -o x.pdf"),
            ("(" + "5 " * 197 + ")", "solve - --slides -o x.pdf"),
            (comb(66), "solve - --slides -o x.pdf"),
            (f"({'9' * 990} {'5 ' * 480})", "solve - -o x.pdf"),
            (f'"{"N" * 900}": ({"5 " * 490})', "solve - -o x.pdf"),
            ("(" * 198 + "(" + "5 " * 700 + ")" + ")" * 198, "draw - -o x.png"),
            ("(" * 198 + "(" + "5 " * 700 + ")" + ")" * 198, "draw - -o x.pdf"),
        ]
    ),
    ids=len,
)
def test_two_kilobytes_never_take_half_a_gigabyte(text: str, options: str, tmp_path: Any):
    """Whatever is in them, in the forms that take most."""
    assert len(text) <= 2048
    result = subprocess.run(
        [sys.executable, "-c", MEASURED, *options.split()],
        input=text, capture_output=True, text=True, check=False, cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin"},
    )  # fmt: skip

    assert "Traceback" not in result.stderr
    assert int(result.stderr.split()[-1]) < 500
