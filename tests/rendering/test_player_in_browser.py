"""The player in a browser: every step shows its frame, however it is reached."""

from typing import TYPE_CHECKING

import pytest

from tests.rendering.test_player_animation import bound
from tests.support.browser import OpenPage
from tests.support.effort import crossed, few
from treesolve.analysis.step_question import step_questions
from treesolve.drawing.svg import css_classes
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read
from treesolve.rendering.picture_label import labels
from treesolve.rendering.solution_page import SolutionPage
from treesolve.search.search_frames import Animation
from treesolve.search.solution import Solution, solve

if TYPE_CHECKING:
    from playwright.sync_api import Page

TREE = "title: Two plies\ntree: S: MAX (A: MIN (6 5) B: MIN (2 9) C: MIN (7 (1 0)))"

SEEN = """() => ({
    nodes: [...document.querySelectorAll(".picture [data-node]")].map((group) => ({
        classes: group.getAttribute("class"),
        edge: document.querySelector(`.picture [data-edge="${group.dataset.node}"]`)?.getAttribute("class"),
        value: group.querySelector(".value").textContent,
        window: group.querySelector(".window")?.textContent,
    })),
    slider: document.querySelector(".slider").value,
    marked: [...document.querySelectorAll("[aria-current]")].map((row) => row.querySelector("td").innerText),
})"""
"""The state of the picture by node, the slider position, and the marked steps in the list."""

"""Whether the current node is visible in its box."""


CLOCK = """() => {
    const waiting = new Map();
    let last = 0;
    window.setTimeout = (act, rest) => (waiting.set(++last, [act, rest]), last);
    window.clearTimeout = (name) => waiting.delete(name);
    window.rests = () => [...waiting.values()].map(([, rest]) => rest);
    window.pass = () => {
        const acts = [...waiting.values()];
        waiting.clear();
        acts.forEach(([act]) => act());
    };
}"""
"""A fake clock: `pass()` runs all pending timers, `rests()` returns their delays."""


def solved(text: str = TREE, convention: str = "haw") -> Solution:
    """Return the solution of the tree."""
    return solve(read(text), CONVENTIONS[convention])


def frame_seen(animation: Animation, number: int, language: str = "en") -> list[dict[str, str | None]]:
    """Return the expected picture after that many steps."""
    frame = animation.frame(number)
    return [
        {
            "classes": css_classes(label),
            "edge": css_classes(label) if node else None,
            "value": label.value,
            "window": label.window if animation.tree.children[node] else None,
        }
        for node, label in enumerate(labels(animation.tree, frame, language, convention=animation.solution.convention))
    ]


def step_of(page: "Page") -> int:
    """Return the step of the slider."""
    return int(page.input_value(".slider"))


def check_frame(page: "Page", animation: Animation, number: int, language: str = "en") -> None:
    """Check that picture, slider and list show this step."""
    seen = page.evaluate(SEEN)
    assert int(seen["slider"]) == number
    assert [{"edge": None, "window": None, **node} for node in seen["nodes"]] == frame_seen(animation, number, language)
    assert seen["marked"] == ([str(number)] if number else [])


@pytest.mark.parametrize(("convention", "language"), few(crossed([*CONVENTIONS], ["en", "de"])))
def test_every_step_shows_its_frame_forwards_and_backwards(open_page: OpenPage, convention: str, language: str):
    """Arrow keys move through the steps; a live region announces the node and the sentence of the step."""
    shares = "S: MAX (A: MIN (0.6 0.5) B: MIN (0.2 0.9) C: MIN (0.7 (0.1 0)))"
    solution = solved(shares if convention == "unit" else TREE, convention)
    animation, rows = Animation(solution), list(SolutionPage(solution, language=language).steps.each())
    page = open_page(bound(solution, language))
    live = page.locator("[aria-live=polite][aria-atomic=true]")

    for number in range(len(animation)):
        check_frame(page, animation, number, language)
        message = live.inner_text()
        assert all(cell in message for cell in (rows[number - 1][1:3] if number else ()))
        assert f" {number} " in message
        page.keyboard.press("ArrowRight")
    for number in reversed(range(len(animation))):
        check_frame(page, animation, number, language)
        page.keyboard.press("ArrowLeft")
    check_frame(page, animation, 0, language)


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_result_follows_the_last_step(open_page: OpenPage, language: str):
    """Before the last step, result, cuts, values and last row are hidden, also from screen readers; a note says so."""
    page = open_page(bound(solved(), language))
    message = page.locator(".outcome, .player ~ *, .steps tbody tr:last-child td:last-child")
    alternative = "document.querySelector('.picture svg').getAttribute('aria-label')"
    visible = "all => all.map(one => one.checkVisibility({ visibilityProperty: true }))"

    for width in (1200, 390):
        page.set_viewport_size({"width": width, "height": 900})
        for step in range(3):
            assert set(message.evaluate_all(visible)) == {False}, step
            assert page.locator(".later").is_visible()
            assert f" {step}" in page.evaluate(alternative)
            page.keyboard.press("ArrowRight")
        page.keyboard.press("End")
        assert set(message.evaluate_all(visible)) == {True}
        assert not page.locator(".later").is_visible()
        assert "S = 5 [" in page.evaluate(alternative)
        page.keyboard.press("Home")


def test_whatever_leads_to_a_step_shows_its_frame(open_page: OpenPage):
    """Keys, buttons, rows and slider lead to a step, within the range; keys with modifiers are left to the browser."""
    animation = Animation(solved())
    page = open_page(bound(animation.solution, "de"))
    last, press = len(animation) - 1, page.keyboard.press
    taken = [
        (lambda: press("ArrowLeft"), 0),
        (lambda: [press(f"{key}+ArrowRight") for key in ("Control", "Alt", "Meta", "Shift")], 0),
        (lambda: [press("End"), press("ArrowRight")], last),
        (lambda: press("Home"), 0),
        (lambda: [page.click(".next"), page.click(".next")], 2),
        (lambda: page.click(".previous"), 1),
        (lambda: page.click(".last"), last),
        (lambda: page.click(".first"), 0),
        (lambda: page.click(".steps tbody tr:nth-child(7) td:nth-child(3)"), 7),
        (lambda: page.locator(".slider").fill("4"), 4),
    ]
    for act, step in taken:
        act()
        check_frame(page, animation, step, "de")
    assert page.get_attribute(".slider", "aria-valuetext") == f"Schritt 4 von {last}"
    named = page.locator(".controls button:visible").evaluate_all(
        "buttons => buttons.map((button) => [button.ariaLabel, button.title])"
    )
    assert ["Abspielen", "Abspielen (Leertaste)"] in named
    assert all(name and title.startswith(f"{name} (") for name, title in named)


def test_focused_elements_keep_their_own_keys(open_page: OpenPage):
    """An arrow key moves a focused slider by one step, space presses a focused button, and fields accept letters."""
    page = open_page(bound(solved()))

    page.focus(".slider")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert step_of(page) == 2
    page.keyboard.press("End")
    assert step_of(page) == int(page.get_attribute(".slider", "max") or 0)
    page.keyboard.press("Home")
    page.focus(".next")
    page.keyboard.press("Space")
    assert step_of(page) == 1
    page.evaluate("document.querySelector('main').append(document.createElement('textarea'))")
    page.focus("textarea")
    page.keyboard.type("a b-")
    page.keyboard.press("ArrowLeft")
    assert page.input_value("textarea") == "a b-"
    assert step_of(page) == 1
    assert page.locator("output").inner_text() == "1×"


def test_it_plays_pauses_and_plays_again(open_page: OpenPage):
    """The speed ranges from 1/4 to 8 and changes at once; any manual action pauses."""
    animation = Animation(solved("(3 5)"))
    page = open_page(bound(animation.solution))
    page.evaluate(CLOCK)
    press = page.keyboard.press

    def is_playing() -> bool:
        return (
            page.get_attribute(".play", "aria-label") == page.get_attribute(".play", "title").split(" (")[0] == "Pause"
        )

    press("Space")
    for key, speed, shown in (("-", 0.25, "¼×"), ("+", 8, "8×")):
        for _ in range(9):
            press(key)
        assert page.locator("output").inner_text() == shown
        assert 1600 / speed in page.evaluate("rests()")
    for pause in ("Space", "ArrowLeft"):
        assert is_playing()
        page.evaluate("pass(), pass()")
        press(pause)
        stood = step_of(page)
        page.evaluate("pass()")
        assert (is_playing(), step_of(page)) == (False, stood)
        press("Space")
    for number in range(stood + 1, len(animation)):
        page.evaluate("pass()")
        check_frame(page, animation, number)
    page.evaluate("pass()")
    assert not is_playing()
    press("Space")
    assert step_of(page) == 0
    page.click(".slower")
    assert page.locator("output").inner_text() == "4×"
    page.click(".faster")
    assert page.locator("output").inner_text() == "8×"


@pytest.mark.parametrize(
    ("fragment", "step"), [("#step=4", 4), ("#step=999", None), ("#tree=1&step=2", 2), ("#step=x", 0), ("#else", 0)]
)
def test_an_address_leads_to_a_step(open_page: OpenPage, fragment: str, step: int | None):
    """A step beyond the end shows the last one; an invalid address shows the first."""
    animation = Animation(solved())
    page = open_page(bound(animation.solution), fragment)

    check_frame(page, animation, len(animation) - 1 if step is None else step)


@pytest.mark.parametrize(("convention", "language"), [("aima", "en"), ("haw", "de")])
def test_whoever_predicts_is_asked_before_each_decision(open_page: OpenPage, convention: str, language: str):
    """The prediction question appears once before each decision, with its node marked and the next step hidden."""
    solution = solved(convention=convention)
    decisions = {one.step: one.node for one in step_questions(solution) if one.kind in ("cut", "return")}
    page = open_page(bound(solution, language))
    page.click(".predict")
    animation = Animation(solution)
    for step in range(1, len(animation)):
        if step in decisions:
            before = page.locator(".position").inner_text()
            page.keyboard.press("ArrowRight")
            assert page.locator(".position").inner_text() == before
            assert page.locator(".sentence").inner_text().endswith("?")
            assert page.locator(".picture .current[data-node]").get_attribute("data-node") == str(decisions[step])
        row = page.locator(".steps tbody tr").nth(step - 1)
        assert row.locator("td").nth(2).evaluate("cell => getComputedStyle(cell).visibility") == "hidden"
        page.keyboard.press("ArrowRight")
        check_frame(page, animation, step, language)
        assert row.locator("td").nth(2).is_visible()
    page.keyboard.press("Home")
    page.keyboard.press("p")
    assert page.locator(".steps tbody tr").last.locator("td").first.is_visible()


def test_playing_halts_where_something_is_to_be_predicted(open_page: OpenPage):
    """Playback pauses at a prediction question and continues after it."""
    page = open_page(bound(solved(convention="aima")))
    page.evaluate(CLOCK)
    page.click(".predict")
    first = min(one.step for one in step_questions(solved(convention="aima")) if one.kind in ("cut", "return"))
    page.click(".play")
    for _ in range(first):
        page.evaluate("pass()")
    assert step_of(page) == first - 1
    assert page.evaluate("rests()") == []
    assert page.locator(".sentence").inner_text().endswith("?")
    page.click(".play")
    page.evaluate("pass()")
    assert step_of(page) == first


def test_several_trees_have_a_player_each(open_page: OpenPage):
    """Keys control the player used last; the address contains tree and step and is updated."""
    page = open_page(bound(solved("(1 2)"), "en", solved(TREE), solved("(4 (5 6))")), "#tree=2&step=3")
    sliders = page.locator(".slider")

    def steps() -> list[int]:
        return [int(sliders.nth(number).input_value()) for number in range(3)]

    assert steps() == [0, 3, 0]
    page.keyboard.press("ArrowRight")
    assert steps() == [0, 4, 0]
    page.locator(".player").nth(2).locator(".next").click()
    page.keyboard.press("ArrowRight")
    assert steps() == [0, 4, 2]
    page.wait_for_url("**#tree=3&step=2")
    links = page.locator(".player").nth(1).locator(".steps a")
    assert links.first.get_attribute("href") == "#tree=2&step=1"
    links.nth(1).click()
    assert steps() == [0, 2, 2]
    page = open_page(bound(solved()))
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**#step=1")
    assert page.locator(".steps tbody tr:nth-child(3) a").get_attribute("href") == "#step=3"
