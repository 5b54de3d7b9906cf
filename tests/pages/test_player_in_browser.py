"""The player in a real browser: every frame it shows is the film's, whatever brings it there."""

import json
import re
from typing import TYPE_CHECKING

import pytest

from tests.pages.test_player import HOSTILE, bound, uniform
from tests.support.browser import OpenPage
from tests.support.effort import few
from treesolve.drawing.svg import classes
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read
from treesolve.pages.label import labels
from treesolve.pages.solution_page import SolutionPage
from treesolve.search.frames import Film
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
"""What the picture shows at each node, where the slider stands, and which steps are marked in the list."""

IN_VIEW = """() => {
    const node = document.querySelector(".picture .current[data-node]").getBoundingClientRect();
    const box = document.querySelector(".picture").getBoundingClientRect();
    return node.left >= box.left && node.right <= box.right && node.top >= box.top && node.bottom <= box.bottom;
}"""
"""Whether the current node can be seen in its box."""


def solved(text: str = TREE, lecture: str = "haw") -> Solution:
    """The tree, solved as the lecture does it."""
    return solve(read(text), CONVENTIONS[lecture])


def frame_seen(film: Film, number: int, language: str = "en") -> list[dict[str, str | None]]:
    """What the picture must show after that many steps."""
    frame = film.frame(number)
    return [
        {
            "classes": classes(label),
            "edge": classes(label) if node else None,
            "value": label.value,
            "window": label.window if film.tree.children[node] else None,
        }
        for node, label in enumerate(labels(film.tree, frame, language, convention=film.solution.convention))
    ]


def step_of(page: "Page") -> int:
    """The step the slider stands at."""
    return int(page.input_value(".slider"))


def wait_for_step(page: "Page", number: int | re.Pattern[str]) -> None:
    """Until the player has come to a step by itself."""
    from playwright.sync_api import expect

    expect(page.locator(".slider")).to_have_value(number if isinstance(number, re.Pattern) else str(number))


def check_frame(page: "Page", film: Film, number: int, language: str = "en") -> None:
    """The picture, the slider and the list agree that this is the step."""
    seen = page.evaluate(SEEN)
    assert int(seen["slider"]) == number
    assert [{"edge": None, "window": None, **node} for node in seen["nodes"]] == frame_seen(film, number, language)
    assert seen["marked"] == ([str(number)] if number else [])


@pytest.mark.parametrize("lecture", few([*CONVENTIONS]))
def test_every_step_shows_its_frame_forwards_and_backwards(open_page: OpenPage, lecture: str):
    """With the arrow keys, under lectures of many kinds."""
    shares = "S: MAX (A: MIN (0.6 0.5) B: MIN (0.2 0.9) C: MIN (0.7 (0.1 0)))"
    solution = solved(shares if lecture == "unit" else TREE, lecture)
    film = Film(solution)
    page = open_page(bound(solution))

    for number in range(len(film)):
        check_frame(page, film, number)
        page.keyboard.press("ArrowRight")
    for number in reversed(range(len(film))):
        check_frame(page, film, number)
        page.keyboard.press("ArrowLeft")
    check_frame(page, film, 0)


def test_the_sentence_is_told_to_those_who_cannot_see(open_page: OpenPage):
    """A live region holds the step, the node with its bounds, and the sentence of the table."""
    solution = solved()
    told = SolutionPage(solution, language="de")
    page = open_page(bound(solution, "de"))
    live = page.locator("[aria-live=polite]")

    assert "Vor der Suche" in live.inner_text()
    for row in list(told.steps.each()):
        page.keyboard.press("ArrowRight")
        assert row[2] in live.inner_text()
        assert f"Schritt {row[0]} von {len(list(told.steps.each()))}" in live.inner_text()
        assert row[1] in live.inner_text()
    assert live.get_attribute("aria-atomic") == "true"


def test_the_picture_tells_its_result_only_at_the_end(open_page: OpenPage):
    """Before, its description says which step it shows."""
    page = open_page(bound(solved()))
    picture = page.locator(".picture svg")

    assert picture.get_attribute("aria-label") == "Game tree after step 0"
    page.keyboard.press("End")
    assert picture.get_attribute("aria-label").startswith("Game tree: S = 5 [−∞, ∞] (A = 5")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("width", [1200, 390])
def test_the_result_follows_the_last_step(open_page: OpenPage, language: str, width: int):
    """Before it neither result, cuts, values nor the last row can be read; a sentence says where they are."""
    page = open_page(bound(solved(), language), width=width)
    told = page.locator(".outcome, .player ~ *, .steps tbody tr:last-child td:last-child")

    assert told.count() > 3
    for step in range(3):
        assert not any(each.is_visible() for each in told.all()), step
        assert page.locator(".later").is_visible()
        page.keyboard.press("ArrowRight")
    page.keyboard.press("End")
    wait_for_step(page, len(Film(solved())) - 1)
    assert all(each.is_visible() for each in told.all())
    assert not page.locator(".later").is_visible()
    page.keyboard.press("ArrowLeft")
    assert not any(each.is_visible() for each in told.all())


LONG, SHARES = "((1/3 -123.25 1000) (-2.5 7 99))", "((1/3 0.25 1) (0.5 0.75 0))"


@pytest.mark.parametrize(
    ("lecture", "text"), [("haw", LONG), ("lang", LONG), ("luger", LONG), ("negamax", LONG), ("unit", SHARES)]
)
@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("width", [1200, 390])
def test_all_columns_of_the_steps_fit(open_page: OpenPage, lecture: str, text: str, language: str, width: int):
    """The column of values, too, where a scroll bar takes some of the room."""
    page = open_page(bound(solve(read(text), CONVENTIONS[lecture]), language), width=width)
    page.add_style_tag(content="::-webkit-scrollbar { width: 15px }")
    steps = page.locator(".steps")

    assert steps.evaluate("box => box.scrollWidth <= box.clientWidth")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize(
    "shape", ["((6 5) (2 9))", "(5 (((4 9) 6) 7))", "((1 2) (3 4) (5 6) (7 8) (9 1) (2 3) (4 5) (6 7))"]
)
def test_there_is_no_hole_below_the_buttons(open_page: OpenPage, shape: str):
    """What stands side by side ends at about the same height, whichever is longer."""
    page = open_page(bound(solved(shape)), width=1200, height=800)
    bottoms = page.locator(".controls, .list").evaluate_all(
        "found => found.map(one => one.getBoundingClientRect().bottom)"
    )
    below = page.locator(".later").evaluate("one => one.getBoundingClientRect().top")

    assert below - max(bottoms) < 40
    if page.locator(".player.wide").count() == 0:
        assert abs(bottoms[0] - bottoms[1]) < 60


def test_a_tree_fits_its_box_where_it_can_be_read(open_page: OpenPage):
    """Nothing of it is cut off at the lower edge of a usual screen."""
    page = open_page(bound(solved("(5 (((4 9) 6) 7))")), width=1200, height=800)

    assert page.locator(".picture").evaluate("box => box.scrollHeight <= box.clientHeight")


def test_keys_jump_to_the_ends_and_stop_there(open_page: OpenPage):
    """Home and End; beyond them there is nothing."""
    film = Film(solved())
    page = open_page(bound(film.solution))

    page.keyboard.press("ArrowLeft")
    check_frame(page, film, 0)
    page.keyboard.press("End")
    page.keyboard.press("ArrowRight")
    check_frame(page, film, len(film) - 1)
    page.keyboard.press("Home")
    check_frame(page, film, 0)


@pytest.mark.parametrize("keys", few(["Control+ArrowRight", "Alt+ArrowRight", "Meta+ArrowRight", "Shift+ArrowRight"]))
def test_keys_with_modifiers_are_left_to_the_browser(open_page: OpenPage, keys: str):
    """They mean something else."""
    page = open_page(bound(solved()))

    page.keyboard.press(keys)

    assert step_of(page) == 0


def test_focused_elements_keep_their_own_keys(open_page: OpenPage):
    """An arrow moves the slider by one step, not by two; the space presses a focused button; fields get letters."""
    page = open_page(bound(solved()))

    page.focus(".slider")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    assert step_of(page) == 2
    page.keyboard.press("End")
    assert step_of(page) == int(page.get_attribute(".slider", "max"))
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


def test_buttons_rows_and_slider_lead_to_a_step(open_page: OpenPage):
    """Whatever is used, the frame is the film's."""
    film = Film(solved())
    page = open_page(bound(film.solution))
    last = len(film) - 1

    page.click(".next")
    page.click(".next")
    check_frame(page, film, 2)
    page.click(".previous")
    check_frame(page, film, 1)
    page.click(".last")
    check_frame(page, film, last)
    page.click(".first")
    check_frame(page, film, 0)
    page.click(".steps tbody tr:nth-child(7) td:nth-child(3)")
    check_frame(page, film, 7)
    page.locator(".slider").fill("4")
    check_frame(page, film, 4)
    assert page.get_attribute(".slider", "aria-valuetext") == f"Step 4 of {last}"


def test_buttons_say_what_they_do_and_which_key_does_it(open_page: OpenPage):
    """Their names and titles, in the language of the page."""
    page = open_page(bound(solved(), "de"))

    named = page.locator(".controls button:visible").evaluate_all(
        "buttons => buttons.map((button) => [button.ariaLabel, button.title])"
    )

    assert ["Einen Schritt vor", "Einen Schritt vor (→)"] in named
    assert ["Abspielen", "Abspielen (Leertaste)"] in named
    assert all(name and title.startswith(f"{name} (") for name, title in named)
    page.click(".play")
    assert page.get_attribute(".play", "title") == "Anhalten (Leertaste)"


def test_it_plays_to_the_end_and_stops(open_page: OpenPage):
    """The space starts; at the end the button says play again, and playing starts from the beginning."""
    film = Film(solved("(3 5)"))
    page = open_page(bound(film.solution))
    for _ in range(4):
        page.keyboard.press("+")
    assert page.locator("output").inner_text() == "8×"

    page.keyboard.press("Space")
    assert page.get_attribute(".play", "aria-label") == "Pause"
    wait_for_step(page, len(film) - 1)
    check_frame(page, film, len(film) - 1)
    assert page.get_attribute(".play", "aria-label") == "Play"
    page.keyboard.press("Space")
    assert step_of(page) == 0


def test_the_space_pauses_and_a_step_by_hand_does_too(open_page: OpenPage):
    """Nothing moves afterwards."""
    page = open_page(bound(solved()))
    for _ in range(4):
        page.keyboard.press("+")

    for pause in ("Space", "ArrowLeft"):
        page.keyboard.press("Space")
        wait_for_step(page, re.compile("^([2-9]|1.)$"))
        page.keyboard.press(pause)
        stood = step_of(page)
        page.wait_for_timeout(450)
        assert step_of(page) == stood
        assert page.get_attribute(".play", "aria-label") == "Play"
        page.keyboard.press("Home")


def test_a_new_speed_holds_at_once(open_page: OpenPage):
    """Also for the step that is being waited for."""
    film = Film(solved("(3 5)"))
    page = open_page(bound(film.solution))

    for _ in range(2):
        page.keyboard.press("-")
    page.keyboard.press("Space")
    for _ in range(5):
        page.keyboard.press("+")

    wait_for_step(page, len(film) - 1)


def test_speeds_have_a_slowest_and_a_fastest(open_page: OpenPage):
    """From a quarter to eight times."""
    page = open_page(bound(solved()))

    for _ in range(9):
        page.click(".slower")
    assert page.locator("output").inner_text() == "¼×"
    for _ in range(9):
        page.click(".faster")
    assert page.locator("output").inner_text() == "8×"


@pytest.mark.parametrize(
    ("fragment", "step"), [("#step=4", 4), ("#step=999", None), ("#tree=1&step=2", 2), ("#step=x", 0), ("#else", 0)]
)
def test_an_address_leads_to_a_step(open_page: OpenPage, fragment: str, step: int | None):
    """Beyond the end it is the last one; what names no step leads to the beginning."""
    film = Film(solved())
    page = open_page(bound(film.solution), fragment)

    check_frame(page, film, len(film) - 1 if step is None else step)


def test_the_address_follows_and_is_followed(open_page: OpenPage):
    """After a moment it names the step; changing it shows the step; each row links to its own."""
    film = Film(solved())
    page = open_page(bound(film.solution))

    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.wait_for_url("**#step=2")
    page.evaluate("location.hash = '#step=5'")
    wait_for_step(page, 5)
    check_frame(page, film, 5)
    assert page.locator(".steps tbody tr:nth-child(3) a").get_attribute("href") == "#step=3"


def test_several_trees_have_a_player_each(open_page: OpenPage):
    """Keys go to the one used last; the address names the tree."""
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


def colours(page: "Page") -> tuple[str, str]:
    """The colours of the page's ground and of a value in the tree."""
    return tuple(
        page.evaluate(
            "[getComputedStyle(document.body).backgroundColor,"
            " getComputedStyle(document.querySelector('.picture .value')).fill]"
        )
    )


def luminance(colour: str) -> float:
    """How bright a colour is, from 0 to 1."""
    red, green, blue = (int(part) / 255 for part in re.findall(r"\d+", colour)[:3])
    return 0.21 * red + 0.72 * green + 0.07 * blue


def test_dark_and_light(open_page: OpenPage):
    """Dark on light, or light on dark, as the system asks."""
    text = bound(solved())
    ground, ink = map(luminance, colours(open_page(text, color_scheme="light")))
    assert ground > 0.9
    assert ink < 0.15
    ground, ink = map(luminance, colours(open_page(text, color_scheme="dark")))
    assert ground < 0.1
    assert ink > 0.75


LONG = "Ein_sehr_langer_Name_ohne_Leerzeichen_der_nirgends_umbricht_" * 4
LONG_NAMES = f"title: {LONG}\nsource: {LONG}\ntree: MAX ({LONG}: MIN (6 5) {LONG}b: MIN (2 9))"


@pytest.mark.parametrize(
    "text",
    few([TREE, uniform(3, 3), uniform(200, 1), LONG_NAMES]),
    ids=len,
)
def test_on_a_phone_the_page_never_scrolls_sideways(open_page: OpenPage, text: str):
    """Wide trees and tables scroll in their own boxes, and the current node can be seen."""
    page = open_page(bound(solved(text), "de"), width=390, height=844, reduced_motion="reduce")

    for _ in range(12):
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.documentElement.scrollWidth") <= 390
        assert page.evaluate(IN_VIEW)
    assert min(page.locator(".controls button:visible").evaluate_all("all => all.map((one) => one.offsetWidth)")) >= 40


def test_the_current_node_and_row_come_into_view(open_page: OpenPage):
    """In a tree far wider than the window, at any step, in both sizes; the page itself stays where it is."""
    solution = solved(uniform(6, 3))
    last = len(solution.steps)
    page = open_page(bound(solution), reduced_motion="reduce")
    row_in_view = """() => {
        const row = document.querySelector("[aria-current]").getBoundingClientRect();
        const box = document.querySelector(".steps").getBoundingClientRect();
        return row.top >= box.top && row.bottom <= box.bottom;
    }"""

    for size in ("fitting", "full"):
        for step in (last, 1, last // 2, last // 3, last - 1):
            page.locator(".slider").fill(str(step))
            assert page.evaluate(IN_VIEW), (size, step)
            assert page.evaluate(row_in_view), (size, step)
            assert page.evaluate("scrollY") == 0
        page.click(".zoom")
    assert page.get_attribute(".zoom", "aria-pressed") == "false"


def test_texts_are_never_smaller_than_seven_pixels(open_page: OpenPage):
    """A tree that would need smaller ones scrolls; one that fits has no button for its size."""
    smallest = """() => Math.min(...[...document.querySelectorAll(".picture text")].map((text) =>
        parseFloat(getComputedStyle(text).fontSize))) * document.querySelector(".picture svg").getScreenCTM().a"""
    for text in few([uniform(3, 3), TREE, uniform(60, 1), uniform(12, 2)]):
        page = open_page(bound(solved(text)))
        for width in (390, 900, 1280):
            page.set_viewport_size({"width": width, "height": 800})
            assert page.evaluate(smallest) >= 7, width
    assert not open_page(bound(solved("(1 2)"))).locator(".zoom").is_visible()


def test_paper_shows_everything_whatever_the_player_shows(open_page: OpenPage):
    """The finished tree, all steps, the reasons, the values; nothing that wants to be pressed; black on white."""
    solution = solved(uniform(3, 3))
    told = SolutionPage(solution)
    page = open_page(bound(solution), "#step=3", color_scheme="dark")

    page.emulate_media(media="print")

    assert not page.locator(".controls, .now, .picture, .keys").locator("visible=true").count()
    shown = page.evaluate(SEEN.replace(".picture", ".paper"))["nodes"]
    assert [node["classes"] for node in shown] == [classes(label) for label in told.drawn.labels]
    assert [node["value"] for node in shown] == [label.value for label in told.drawn.labels]
    assert page.locator(".steps tbody tr:visible").count() == len(list(told.steps.each()))
    assert page.evaluate("(([box]) => box.scrollHeight <= box.clientHeight)(document.querySelectorAll('.steps'))")
    for sentence in told.reasons:
        assert page.get_by_text(sentence).is_visible()
    assert page.locator("table").count() == 2
    marked = page.evaluate("getComputedStyle(document.querySelector('[aria-current]')).backgroundColor")
    assert marked == "rgba(0, 0, 0, 0)"
    assert luminance(page.evaluate("getComputedStyle(document.body).color")) < 0.15
    assert page.pdf().startswith(b"%PDF")


@pytest.mark.parametrize("text", [uniform(3, 3), LONG_NAMES, uniform(80, 1)], ids=["27 leaves", "long names", "wide"])
def test_paper_is_wide_enough(open_page: OpenPage, text: str):
    """Pictures, sentences and tables keep to the page, whose text is 17 centimetres wide."""
    page = open_page(bound(solved(text)), width=643)

    page.emulate_media(media="print")

    assert page.evaluate("document.documentElement.scrollWidth") <= 643
    assert (
        page.evaluate(
            "Math.max(...[...document.querySelectorAll('.paper svg, table')].map((one) => "
            "one.getBoundingClientRect().right))"
        )
        <= 643
    )


def test_without_scripts_the_page_is_the_worked_solution(open_page: OpenPage):
    """The finished tree and the table; nothing to press that would do nothing."""
    solution = solved()
    page = open_page(bound(solution), java_script_enabled=False)

    assert page.locator(".picture svg").is_visible()
    assert not page.locator(".controls").is_visible()
    assert page.locator(".steps tbody tr").count() == len(solution.steps)


@pytest.mark.parametrize("name", few(HOSTILE))
def test_hostile_names_print_as_themselves(open_page: OpenPage, name: str):
    """In the tree, the table, the sentence and the title; the fixture sees to it that nothing runs."""
    quoted = json.dumps(name, ensure_ascii=False)
    text = f"title: {name}\nsource: {name}\ntree: {quoted}: MAX ({quoted} -> A: MIN (6 5) B: MIN (2 9))"
    solution = solved(text)
    page = open_page(bound(solution))

    assert page.locator("h1").inner_text() == name
    assert page.title() == name
    drawn = page.locator(".picture .name").first.text_content()
    assert drawn == name or name.startswith(drawn.removesuffix("…"))
    page.keyboard.press("ArrowRight")
    assert name in page.locator(".position").inner_text()
    assert page.locator(".steps tbody tr").first.locator("td").nth(1).inner_text() == name
    check_frame(page, Film(solution), 1)


def test_motion_is_reduced_where_that_is_asked_for(open_page: OpenPage):
    """Then boxes are where they should be at once; else they glide there."""
    text = bound(solved(uniform(40, 1)))
    asked = "() => document.querySelector('.picture').scrollLeft"

    page = open_page(text, reduced_motion="reduce")
    page.keyboard.press("End")
    page.keyboard.press("Home")
    still = page.evaluate(asked)
    page.wait_for_timeout(700)
    assert page.evaluate(asked) == still


STEPPING = """() => {
    const button = document.querySelector(".next");
    const taken = [];
    for (let step = 0; step < 250; step++) {
        const begin = performance.now();
        button.click();
        document.body.getBoundingClientRect();
        document.querySelector(".picture svg").getBoundingClientRect();
        taken.push(performance.now() - begin);
    }
    return taken;
}"""
"""Milliseconds of each of 250 steps, the new layout included."""


def test_a_large_tree_is_stepped_through_correctly(open_page: OpenPage, record_property):
    """Five hundred nodes; what a step takes is recorded, and held to nothing here."""
    film = Film(solved(uniform(2, 8)))
    assert len(film.tree) == 511
    page = open_page(bound(film.solution))

    taken = sorted(page.evaluate(STEPPING))

    record_property("median milliseconds a step", taken[len(taken) // 2])
    record_property("longest", taken[-1])
    check_frame(page, film, 250)
