"""The trainers in the playground: selection by convention and language, and offline use."""

import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

import pytest

from tests.playground.site import built_site, served
from tests.playground.visiting import SMALL, choose_view, wait_until_ready, write
from tests.rendering.test_trainer_in_browser import Student
from tests.rendering.test_trainer_page import data

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Frame, Page

FRAME = "#view iframe.trainer"

KEPT = """navigator.serviceWorker.register("service-worker.js", { updateViaCache: "none" })
    .then(() => navigator.serviceWorker.ready)"""
"""Script that caches the site without waiting for Python, and checks for a new version on request."""


def trainer(page: "Page", name: str) -> "Frame":
    """Return the frame of a trainer after it has shown a question."""
    page.locator(f"{FRAME}[src='trainer/{name}.html']").wait_for()
    frame: Any = page.locator(FRAME).element_handle().content_frame()
    frame.locator(".play-question").wait_for()
    return frame


class Visitor(Student):
    """A student who uses a trainer of the playground."""

    def __init__(self, page: "Page", name: str) -> None:
        self.data = data((built_site() / "trainer" / f"{name}.html").read_text("utf-8"))
        self.page: Any = trainer(page, name)
        self.trees = {tree["id"]: tree for tree in self.data["trees"]}


@pytest.mark.parametrize(("language", "tab", "progress"), [("en", "Train", "Question 2"), ("de", "Üben", "Frage 2")])
def test_the_tab_plays_in_the_language_of_the_page(
    page: "Page", asked: list[str], language: str, tab: str, progress: str
):
    """A first question is answered by keyboard, starting from the tabs; nothing is loaded from elsewhere."""
    page.select_option("#language", language)
    choose_view(page, "player")
    page.keyboard.press("ArrowRight")
    assert page.locator("[aria-selected=true]").inner_text() == tab
    student = Visitor(page, f"aima-{language}")
    student.answer(student.due()["right"])
    assert student.page.locator(".play-status").get_attribute("data-outcome") == "right"
    assert progress in student.page.locator(".play-progress").inner_text()
    assert student.page.locator("html").get_attribute("lang") == language
    assert asked == []


COMMAND = "treesolve practice --trainer -c {} -o trainer.html"


@pytest.mark.parametrize(
    ("tree", "convention", "rules", "shown", "message", "named"),
    [
        (SMALL, "cs188", "", "cs188", "", "cs188"),
        (SMALL, "", "", "aima", "holds for the tree", "aima"),
        (f"convention: lang # as last year\ntree: {SMALL}", "", "", "lang", "holds for the tree", "lang"),
        (f"convention: haw:ties=last\ntree: {SMALL}", "", "", "haw", "nearest", "haw:ties=last"),
        (f"convention: haw:ties=last\ntree: {SMALL}", "", "cut=strict", "haw", "nearest", "haw:ties=last,cut=strict"),
        (f"convention: haw:ties=last\ntree: {SMALL}", "unit", "", "unit", "", "unit"),
        (SMALL, "cs188", "ties=last, order=right-left", "cs188", "nearest", "'cs188:ties=last, order=right-left'"),
        (SMALL, "cs188", "it's $(x)", "cs188", "nearest", """'cs188:it'"'"'s $(x)'"""),
        (SMALL, "minimax", "", "aima", "nothing is cut", "aima"),
        (f"convention: ki-2026.toml\ntree: {SMALL}", "", "", "aima", "nearest", "ki-2026.toml"),
    ],
)
def test_the_trainer_is_that_of_the_convention_or_of_the_nearest_one(
    page: "Page", tree: str, convention: str, rules: str, shown: str, message: str, named: str
):
    """A message says if it is another one, and gives the command for a trainer with the chosen rules."""
    page.fill("#tree", tree)
    page.select_option("#lecture", convention)
    page.fill("#rules", rules)
    choose_view(page, "train")

    trainer(page, f"{shown}-en")
    note = page.locator("#view .note")
    assert message in note.inner_text()
    assert note.is_visible() == bool(message)
    assert shown in note.inner_text() or not message
    assert page.locator("#commands code").all_inner_texts() == [COMMAND.format(named)]


def test_a_tree_that_is_written_meanwhile_leaves_the_trainer_as_it_is(page: "Page"):
    """Its state is preserved; errors in the tree, other views and other conventions are still shown."""
    choose_view(page, "train")
    frame = trainer(page, "aima-en")
    frame.evaluate("window.isTheSame = true")
    write(page, "((6 5)\n (2,, 9))")
    assert page.locator("#mistakes .place").all_inner_texts() == ["Line 2, column 5"]
    assert frame.evaluate("window.isTheSame")
    write(page, SMALL)
    choose_view(page, "picture")
    assert page.locator(".picture svg").count() == 1
    assert page.locator("#commands code").inner_text().startswith("treesolve draw")
    choose_view(page, "train")
    page.select_option("#lecture", "luger")
    page.select_option("#language", "de")
    trainer(page, "luger-de")
    assert page.locator("#commands code").inner_text().endswith("-c luger --language de -o trainer.html")


def test_a_trainer_needs_no_python_and_is_kept_with_the_rest(browser: "Browser", server: Any, address: str):
    """A trainer that was opened before the page was cached also opens offline; others are not loaded."""
    context = browser.new_context(locale="de")
    page, before = context.new_page(), server.sent
    page.goto(f"{address}#{urlencode({'tree': SMALL, 'lecture': 'hartmann', 'language': 'de', 'view': 'train'})}")
    trainer(page, "hartmann-de")
    assert page.locator("html").get_attribute("data-python") == "starting"
    page.evaluate(KEPT)
    assert server.sent - before <= 9_000_000 + 250_000
    server.is_away = True
    page.goto("about:blank")
    page.goto(f"{address}#{urlencode({'lecture': 'hartmann', 'language': 'de', 'view': 'train'})}")
    trainer(page, "hartmann-de")
    context.close()
    server.is_away = False
    assert page.is_closed()


UPDATED = """async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update();
    for (let waited = 0; !registration.waiting && waited < 600; waited += 1) {
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
    const store = await caches.open("treesolve-playground-another");
    return (await store.keys()).map(({ url }) => new URL(url).pathname).filter((path) => path.startsWith("/trainer/"));
}"""


def test_another_version_of_the_site_keeps_the_trainers_that_were_opened(browser: "Browser", tmp_path: Path):
    """No other trainers are cached."""
    site = tmp_path / "site"
    shutil.copytree(built_site(), site)
    context = browser.new_context()
    with served(site) as server:
        page = context.new_page()
        page.goto(f"http://127.0.0.1:{server.server_port}/index.html")
        page.evaluate(KEPT)
        page.goto(f"http://127.0.0.1:{server.server_port}/trainer/lang-de.html")
        page.locator(".play-question").wait_for()
        page.go_back()
        message = site / "site.js"
        message.write_text(
            message.read_text("utf-8").replace('"version": "', '"version": "another", "before": "'), "utf-8"
        )
        assert page.evaluate(UPDATED) == ["/trainer/lang-de.html"]
        context.close()


def test_a_convention_that_nobody_knows_is_no_address(page: "Page", address: str):
    """A link with any text as convention opens a trainer of the site."""
    message = {"tree": SMALL, "lecture": "../../x", "language": "en", "view": "train"}
    page.goto(f"{address}#{urlencode(message)}")
    wait_until_ready(page)
    trainer(page, "aima-en")
    assert page.locator("#commands code").all_inner_texts() == [COMMAND.format("../../x")]
