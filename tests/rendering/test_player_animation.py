"""The HTML page of a solution: self-contained, safe, small, and with data that equals the frames."""

import itertools
import json
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples
from tests.support.places import ROOT
from tests.support.strategies import any_trees
from treesolve.drawing.escaping import ESCAPES
from treesolve.drawing.svg import css_classes
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read
from treesolve.rendering.document import written
from treesolve.rendering.handout import handout
from treesolve.rendering.picture_label import labels
from treesolve.rendering.player_animation import json_embedded_in_page
from treesolve.rendering.solution_page import SolutionPage, solution_page
from treesolve.rendering.template_engine import compile_templates, engine, loader_for
from treesolve.search.search import Unsolvable
from treesolve.search.search_frames import Animation
from treesolve.search.solution import Solution, solve

LANGUAGES = ("en", "de")

HOSTILE = (
    *("<script>alert(1)</script>", "</script><script>alert(1)</script>", "</title><img src=x onerror=alert(1)>"),
    *('" onload="alert(1)', "{{7*7}}", "{% raw %}", "<!--", "]]>", "&lt;b&gt;", "${alert(1)}"),
)
"""Names that have side effects unless they are escaped."""

VOID = {"meta", "input", "br", "path", "img"}


class Reader(HTMLParser):
    """A parser that collects elements and their texts and checks nesting."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(page)
        self.close()
        assert self.open == []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record the start of an element."""
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)
            self.texts.append((tag, ""))

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Record an empty element."""
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        """Check that the end tag closes the innermost element."""
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        """Add text to its parent element."""
        if self.open:
            self.texts.append((self.open[-1], data))

    def texts_in(self, tag: str) -> list[str]:
        """Return the direct texts of elements with that name."""
        return [text for inside, text in self.texts if inside == tag and text]


def bound(solution: Solution, language: str = "en", *more: Solution) -> str:
    """Return the HTML document of one or more solutions."""
    pieces = [written(solution_page(each, language), "html") for each in (solution, *more)]
    return "".join(handout(pieces, "html", language, title=solution.tree.title or ""))


def data_of(page: str) -> list[dict]:
    """Return the data of the players of a page."""
    return [json.loads(text) for text in Reader(page).texts_in("script") if text.startswith('{"words"')]


def check_data(data: dict, solution: Solution, language: str = "en") -> None:
    """Check that the tracks reproduce the labels of every frame with as few entries as possible."""
    animation = Animation(solution)
    tracks = data["tracks"]
    assert len(data["places"]) == len(animation)
    assert len(tracks) == len(animation.tree)
    for track in tracks:
        assert track[0][0] == 0
        assert all(one[0] < other[0] and one[1:] != other[1:] for one, other in itertools.pairwise(track))
    for frame in animation:
        assert data["places"][frame.number][0] == frame.current
        drawn = labels(animation.tree, frame, language, convention=solution.convention)
        for track, label in zip(tracks, drawn, strict=True):
            entry = [entry for entry in track if entry[0] <= frame.number][-1]
            assert entry[1:] == [css_classes(label._replace(current=False)), label.value, label.window]


@examples(100)
@given(any_trees(), st.sampled_from(sorted(CONVENTIONS)), st.sampled_from(LANGUAGES))
def test_the_data_are_the_frames_of_any_tree(tree, convention: str, language: str):
    """Data match the frames for chance nodes, unknown leaves and any names and moves; the page is well nested."""
    try:
        solution = solve(tree, CONVENTIONS[convention])
    except Unsolvable:
        return
    (data,) = data_of(bound(solution, language))
    check_data(data, solution, language)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("convention", CONVENTIONS)
def test_a_place_tells_the_node_and_its_bounds_as_the_convention_writes_them(convention: str, language: str):
    """The label of a step has the same numbers as its table row, with the convention's symbols."""
    solution = solve(read("S: MAX (A: MIN (0.5 1) B: MIN (0.25 0.75))"), CONVENTIONS[convention])
    message = SolutionPage(solution, language=language)

    places = list(message.player(len(solution.step_events)).places())

    assert places[0] == (None, "")
    for row, (node, text) in zip(list(message.steps.each()), places[1:], strict=True):
        assert message.tree.names[node] == row[1]
        assert text.startswith(f"{row[1]} (M")
        bounds = [cell for cell in row[3:-1] if cell]
        between = "; " if language == "de" else ", "
        assert [part.split(" = ")[1] for part in text.partition(": ")[2].split(between) if part] == bounds


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_names_are_only_text(name: str, language: str):
    """Hostile names add no elements or attributes, and appear literally."""
    quoted = json.dumps(name, ensure_ascii=False)
    tree = f"tree: {quoted}: MAX ({quoted} -> A: MIN (6 5) B: MIN (2 9))"
    sanitize = Reader(bound(solve(read(tree.replace(quoted, '"x"').join(["title: x\nsource: x\n", ""]))), language))
    solution = solve(read(f"title: {name}\nsource: {name}\n{tree}"))

    page = Reader(bound(solution, language))

    assert [tag for tag, _ in page.elements] == [tag for tag, _ in sanitize.elements]
    assert not [key for _, attributes in page.elements for key in attributes if key.startswith("on") or key == "src"]
    assert name in page.texts_in("h1")
    assert name in page.texts_in("title")
    assert name in page.texts_in("td")
    (data,) = data_of(bound(solution, language))
    assert data["places"][1][1].startswith(name)


def test_data_cannot_leave_their_element():
    """Data cannot close their element or open a comment, and keep their content."""
    data = {"name": "</script><!--<script>"}

    assert "<" not in json_embedded_in_page(data)
    assert json.loads(json_embedded_in_page(data)) == data


def test_a_page_asks_for_nothing():
    """A page contains no URLs, files or fonts, and its content security policy says so."""
    page = bound(solve(read("((6 5) (2 9))")))

    assert "default-src 'none'" in page
    assert not [mark for mark in ("http://", "https://", "src=", "url(", "@import", "import(") if mark in page]


def test_compiled_templates_give_the_same_page(tmp_path: Path):
    """The compiled templates of a wheel give the same page, without access to the sources."""
    compile_templates(ROOT / "templates", tmp_path)
    sources = ROOT / "templates"
    things = dict.fromkeys(("title", "language", "tree_style", "paper", "prelude"), "de")
    page, usual = (
        engine(loader_for(compiled, source, "de"), ESCAPES)
        .get_template("handout.html.jinja")
        .render(things, pieces=[], letterhead=None)
        for compiled, source in ((tmp_path, tmp_path / "nowhere"), (tmp_path / "none", sources))
    )

    assert page == usual
    assert "class Player" in page
