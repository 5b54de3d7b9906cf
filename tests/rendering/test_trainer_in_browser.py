"""The trainer in a browser: consecutive trees, the diagnosed rule, saved progress, and files."""

import json
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.rendering.test_trainer_page import data
from tests.support.browser import OpenPage
from treesolve.authoring.trainer_pool import Trainer, pool
from treesolve.model.convention import CONVENTIONS
from treesolve.rendering.trainer_page import trainer_document

if TYPE_CHECKING:
    from playwright.sync_api import Page

PLAYING = """
const kept = (key) => JSON.parse(localStorage.getItem(key));
const inputs = () => [...document.querySelectorAll(".play-answers input")];
const check = document.querySelector(".play-check");

/** The question that is due: the first of what is asked after the last one that is answered. */
const due = (tree, key) => {
    const asked = document.querySelector(".play-question").innerText;
    const [last] = kept(key).state.record.slice(-1);
    const isChosen = inputs()[0].type === "radio";
    const isCut = inputs().some(({ value }) => value === "cut");
    const isAsked = ({ kind, right }) => {
        if (isChosen) return kind === (isCut ? "cut" : "child");
        return ["bounds", "return"].includes(kind) && inputs().length === [right].flat().length;
    };
    const left = tree.questions.slice(last ? last.question + 1 : 0);
    return left.find((question) => isAsked(question) && asked.includes(tree.names[question.node]));
};

/** Enter an answer and check it; what is told is taken note of. */
const answer = (given) => {
    if (inputs()[0].type === "radio") inputs().find(({ value }) => value === String(given)).click();
    else [given].flat().forEach((number, place) => {
        inputs()[place].value = number;
        inputs()[place].dispatchEvent(new Event("input", { bubbles: true }));
    });
    check.click();
    if (document.querySelector(".play-status").dataset.outcome === "wrong") check.click();
};

/** Play a tree to its end, rightly or by a wrong rule; nobody plays two in one second. */
const play = (tree, key, rule) => {
    const Before = Date;
    globalThis.Date = class extends Before {
        constructor(...given) { given.length ? super(...given) : super(new Before().getTime() + 2000); }
    };
    for (let turn = 0; turn < 200 && !check.hidden; turn++) {
        const question = due(tree, key);
        answer(question.by?.[rule] ?? question.right);
    }
};
"""
"""The actions of a student in one call: reporting each click to Python takes a hundred times as long."""


@cache
def text(language: str = "en") -> str:
    """Return the page of a small pool."""
    trainer = Trainer(CONVENTIONS["cs188"], language, trees=16)
    return "".join(trainer_document(trainer, pool(trainer)))


class Student:
    """A student answering the questions of a page."""

    def __init__(self, open_page: OpenPage, language: str = "en", **look: Any) -> None:
        self.data = data(text(language))
        self.page: Page = open_page(text(language), **{"reduced_motion": "reduce", **look})
        self.page.locator(".play-question").wait_for()
        self.trees = {tree["id"]: tree for tree in self.data["trees"]}

    def kept(self, ending: str = "") -> Any:
        """Return the saved state in local storage."""
        key = f"treesolve-trainer-{self.data['id']}{ending}"
        return json.loads(self.page.evaluate(f"localStorage.getItem('{key}')"))

    @property
    def tree(self) -> dict[str, Any]:
        """Return the tree being played."""
        return self.trees[self.kept("-current")["tree"]]

    def does(self, script: str, given: Any = None) -> Any:
        """Return the result of a script that knows the tree, the storage key and the arguments."""
        key = f"treesolve-trainer-{self.data['id']}-current"
        return self.page.evaluate(f"([tree, key, given]) => {{{PLAYING}{script}}}", [self.tree, key, given])

    def due(self) -> dict[str, Any]:
        """Return the current question."""
        return self.does("return due(tree, key)")  # type: ignore[no-any-return]

    def answer(self, answer: Any) -> None:
        """Enter an answer and check it."""
        self.does("answer(given)", answer)

    def play(self, rule: str = "") -> None:
        """Play one tree to its end, rightly or by a buggy rule."""
        self.does("play(tree, key, given)", rule)

    def next(self) -> None:
        """Go to the next tree."""
        self.page.locator(".trainer-next button").click()


@pytest.mark.long
def test_one_tree_after_the_other_with_today_and_progress(open_page: OpenPage):
    """Right skills appear in today's list and in the table; the next tree differs; everything is saved."""
    student = Student(open_page)
    page, first = student.page, student.tree["id"]
    assert page.locator(".trainer-today li").count() == 2
    student.play()
    assert page.evaluate("document.activeElement.textContent") == "Next tree"
    assert "✓ values" in page.locator(".trainer-today ul").inner_text()
    assert "went right on one of two days" in page.locator(".trainer-progress").inner_text()
    student.next()
    assert student.tree["id"] != first
    student.answer(student.due()["right"])
    asked = page.locator(".play-question").inner_text(), page.locator(".play-progress").inner_text()
    page.reload()
    page.locator(".play-question").wait_for()
    assert (page.locator(".play-question").inner_text(), page.locator(".play-progress").inner_text()) == asked
    assert "✓ values" in page.locator(".trainer-today ul").inner_text()
    [played] = student.kept()["played"]
    assert played["tree"] == first


@pytest.mark.long
@pytest.mark.parametrize(("language", "rule"), [("en", "one-player"), ("de", "late-cut")])
def test_a_wrong_rule_is_named_kindly_and_then_trees_come_on_which_it_matters(
    open_page: OpenPage, language: str, rule: str
):
    """The rule is named within three trees, with an example; it disappears after right answers."""
    student = Student(open_page, language)
    message, gone = student.page.locator(".trainer-rule"), {"en": "no longer", "de": "nicht mehr"}
    for _ in range(3):
        student.play(rule)
        if message.is_visible():
            break
        student.next()
    name = student.data["rules"][rule]["name"]
    assert name in message.inner_text()
    assert student.data["rules"][rule]["said"] in message.inner_text()
    student.next()
    assert rule in student.tree["rules"]
    assert name in student.page.locator(".trainer-why").inner_text()
    assert message.is_hidden()
    for _ in range(3):
        student.play()
        if gone[language] in message.inner_text():
            break
        student.next()
    assert gone[language] in message.inner_text()


@pytest.mark.long
def test_a_tree_is_left_for_another_one_and_does_not_count(open_page: OpenPage):
    """A skipped tree does not return at once; keys work from the start, also after reopening the page."""
    student = Student(open_page)
    page, first = student.page, student.tree["id"]
    student.answer(student.due()["right"])
    student.next()
    assert student.tree["id"] != first
    assert student.page.evaluate("localStorage.length") == 1
    page.reload()
    page.locator(".play-question").wait_for()
    assert page.evaluate("document.activeElement.closest('.play-form') !== null")


def test_an_answer_that_is_told_is_written_as_people_write_it(open_page: OpenPage):
    """Infinity has its symbol, and missing values cannot be cleared."""
    student = Student(open_page)
    page = student.page
    assert student.due()["right"] == ["-inf", "inf"]
    assert page.locator(".play-take-back").is_disabled()
    page.locator(".play-answers input").first.fill("3")
    assert page.locator(".play-take-back").is_enabled()
    page.locator(".play-tell").click()
    assert [page.locator(".play-answers input").nth(place).input_value() for place in (0, 1)] == ["−∞", "∞"]


def test_how_much_is_asked_holds_at_once(open_page: OpenPage):
    """The level changes at once and survives reopening the page."""
    student = Student(open_page)
    page = student.page
    count = page.locator(".play-progress").inner_text()
    page.locator(".trainer-settings summary").click()
    page.locator(".trainer-settings .help").select_option("0")
    assert page.locator(".play-progress").inner_text() != count
    assert student.kept("-current")["level"] == 0


def test_the_address_fixes_skills_size_help_and_seed(open_page: OpenPage):
    """The settings in the address are shown and used."""
    fixed = Student(open_page, fragment="#skills=deep&size=small&help=1&seed=3")
    page = fixed.page
    assert fixed.tree["size"] == "small"
    assert fixed.kept("-current")["level"] == 1
    assert page.locator(".trainer-today li").all_inner_texts() == ["deep cuts: on this tree"]
    assert page.locator(".trainer-settings .size").input_value() == "small"
    assert page.locator(".trainer-settings .skills input:checked").count() == 1


def test_progress_is_saved_forgotten_and_opened_again(open_page: OpenPage, tmp_path: Path):
    """Deleting progress needs confirmation; a file of another kind changes nothing."""
    student = Student(open_page)
    page = student.page
    student.play()
    page.locator(".trainer-file summary").click()
    page.locator(".student").fill("Ada L")
    with page.expect_download() as waiting:
        page.locator(".save").click()
    saved = tmp_path / waiting.value.suggested_filename
    assert saved.name == "progress-Ada_L.json"
    waiting.value.save_as(saved)
    written = json.loads(saved.read_text("utf-8"))
    assert (written["treesolve"], written["student"], len(written["played"])) == ("progress", "Ada L", 1)
    page.locator(".forget").click()
    assert len(student.kept()["played"]) == 1
    page.locator(".forget").click()
    assert student.kept()["played"] == []
    other = tmp_path / "other.json"
    for content in ('{"trainer": "x"}', "[1", "null", json.dumps(written | {"played": "x"})):
        other.write_text(content, "utf-8")
        page.locator(".load").set_input_files(other)
        page.locator(".trainer-file .told:not(:empty)").wait_for()
        assert student.kept()["played"] == []
    page.locator(".load").set_input_files(saved)
    page.get_by_text("Opened, and put together").wait_for()
    page.locator(".trainer-today li", has_text="✓ values").wait_for()
    assert student.kept()["played"] == written["played"]


def test_no_kept_state_stops_the_page(open_page: OpenPage):
    """No content of local storage for progress or the current tree breaks the page."""
    student = Student(open_page)
    key = f"treesolve-trainer-{student.data['id']}"
    for kept in ("[]", "7", '"x"', '{"trainer": 3}', '{"played": [null, {"tree": {}}]}', "{"):
        student.page.evaluate(
            f"for (const end of ['', '-current']) localStorage.setItem('{key}' + end, {json.dumps(kept)})"
        )
        student.page.reload()
        student.page.locator(".play-question").wait_for()
        student.answer(student.due()["right"])
