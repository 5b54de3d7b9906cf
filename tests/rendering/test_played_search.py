"""A played search: its script without a page, and the page in browsers."""

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.support.browser import OpenPage, out_of_reach
from tests.support.effort import cases
from tests.support.plays import TREES, exercise_to_play, walked_through
from treesolve.analysis.misconception import CODES
from treesolve.analysis.misconception_step import misconception_answers
from treesolve.rendering.practice_page import practice_document

if TYPE_CHECKING:
    from playwright.sync_api import Page


def test_random_walks_equal_the_record_and_survive_any_answer_and_any_state():
    """Random walks with slips, help, junk and restored states match the record; no document or page is needed."""
    assert walked_through(cases(2000), [exercise_to_play(name)[1] for name in TREES]) > 5 * cases(2000)


def test_the_data_that_train_are_those_of_a_played_search_with_what_wrong_rules_answer():
    """Wrong answers have the format of right ones, and each rule with wrong answers is listed once."""
    for name in TREES:
        exercise, plain = exercise_to_play(name)
        data = exercise.played.training_data(misconception_answers(exercise.solution))
        by = {(one["step"], one["kind"]): (one["right"], one.pop("by", {})) for one in data["questions"]}
        assert data.pop("rules") == [code for code in CODES if any(code in wrong for _, wrong in by.values())]
        assert json.loads(json.dumps(data)) == plain
        for right, wrong in by.values():
            assert right not in wrong.values()
            assert all(type(answer) is type(right) for answer in wrong.values())
            assert all(
                isinstance(bound, str) for answer in wrong.values() if isinstance(answer, list) for bound in answer
            )
        if name == "cut":
            assert by[2, "child"][1] == {"right-to-left": 4}
            assert by[6, "bounds"][1]["leak"] == ["5", "5"]
            assert by[6, "bounds"][1]["no-inherit"] == ["-inf", "inf"]
            assert by[8, "cut"][1]["late-cut"] == "on"
            assert by[5, "return"][1] == {"swapped-players": "6", "one-player": "6"}
            assert by[4, "cut"][1] == {}


def begin(
    open_page: OpenPage, name: str = "cut", language: str = "en", style: str = "* {}", **look: Any
) -> tuple["Page", dict[str, Any]]:
    """Return the page with the played search and an extra stylesheet, and its data."""
    exercise, data = exercise_to_play(name, language)
    text = "".join(practice_document([exercise], language))
    page = open_page(text, reduced_motion="reduce", **look)
    page.add_style_tag(content=style)
    page.locator(".ways input[value=play]").check()
    assert page.locator(".play").is_visible()
    assert page.locator(".desk").is_hidden()
    return page, data


def click_node(page: "Page", node: int) -> None:
    """Click the middle of a node, whatever covers it."""
    page.locator(f'.play [data-node="{node}"] .shape').click(force=True)


def test_the_whole_search_by_mouse(open_page: OpenPage):
    """Numbers are typed; children and cuts are clicked in the tree."""
    page, data = begin(open_page)
    for question in data["questions"]:
        if question["kind"] == "child":
            click_node(page, question["right"])
        elif question["kind"] == "cut":
            on = data["children"][question["node"]][-1]
            click_node(page, question["node"] if question["right"] == "cut" else on)
        else:
            for place, number in enumerate([question["right"]] if question["kind"] == "return" else question["right"]):
                page.locator(".play-answers input").nth(place).fill(number)
        page.locator(".play-check").click()
        assert page.locator(".play-status").get_attribute("data-outcome") == "right"
    count = len(data["questions"])
    assert f"{count} of {count}" in page.locator(".play-status").inner_text()
    assert page.locator(".play-so-far li").count() == len(data["told"]) - 1


@pytest.mark.parametrize(("name", "language"), [("cut", "en"), ("deep", "de")])
def test_the_whole_search_by_keyboard_with_a_mistake_at_every_third_question(
    open_page: OpenPage, name: str, language: str
):
    """Each mistake gets its reason, and the search continues; Escape clears the input."""
    page, data = begin(open_page, name, language)
    page.locator(".ways input[value=play]").focus()
    for key in ("Tab",) * 2:  # past the picture, to the first field
        page.keyboard.press(key)
    keys = {"cut": "c", "on": "g"} if language == "en" else {"cut": "a", "on": "w"}
    mistakes = 0
    for number, question in enumerate(data["questions"]):
        right, kind, is_wrong = question["right"], question["kind"], number % 3 == 1
        children = data["children"][question["node"]]
        if kind == "child":
            wrong = next(child for child in children if child != right)
            page.keyboard.press(str(children.index(wrong if is_wrong else right) + 1))
        elif kind == "cut":
            page.keyboard.press(keys[right if not is_wrong else "on" if right == "cut" else "cut"])
            page.keyboard.press("Escape")
            assert page.locator(".play-answers :checked").count() == 0
            page.keyboard.press(keys[right if not is_wrong else "on" if right == "cut" else "cut"])
        else:
            page.keyboard.type("77" if is_wrong else (right if kind == "return" else right[0]))
            if kind == "bounds":
                page.keyboard.press("Tab")
                page.keyboard.type(right[1])
        page.keyboard.press("Enter")
        if is_wrong:
            mistakes += 1
            said = page.locator(".play-status").inner_text()
            assert question["why"] in said
            page.keyboard.press("Enter")
    assert f"{len(data['questions']) - mistakes} " in page.locator(".play-status").inner_text()
    assert page.locator(".play-check").is_hidden()


def test_what_was_played_is_kept_and_starting_over_asks_first(open_page: OpenPage):
    """Progress is saved; an invalid saved state does not break the page."""
    page, data = begin(open_page)
    for number in ("-inf", "inf"):
        page.locator(".play-answers input").nth(int(number == "inf")).fill(number)
    page.locator(".play-check").click()
    page.reload()
    assert page.locator(".play-progress").inner_text().startswith("Question 2")
    page.locator(".play-restart").click()
    assert page.locator(".play-progress").inner_text().startswith("Question 2")
    page.locator(".play-restart").click()
    assert page.locator(".play-progress").inner_text().startswith("Question 1")
    page.evaluate(f"localStorage.setItem('treesolve-play-{data['id']}', '[1, {{}}]')")
    page.reload()
    assert page.locator(".play-progress").inner_text().startswith("Question 1")


def test_everything_is_in_reach(open_page: OpenPage):
    """All controls are visible in light and dark mode, while an answer is shown or a trainer's question is open."""
    page, _ = begin(open_page, "deep", width=390)
    page.locator(".play-tell").click()
    assert out_of_reach(page) == []
