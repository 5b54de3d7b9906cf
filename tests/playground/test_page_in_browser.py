"""The playground in a real browser: loading, outputs, offline use, accessibility."""

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.playground.visiting import SMALL, WAIT, choose_view, wait_until_ready, write
from tests.rendering.test_accessible_in_browser import PHONE
from tests.support.browser import out_of_reach

if TYPE_CHECKING:
    from playwright.sync_api import Page

MISTAKEN, UNKNOWN = "((6 5)\n (2,, 9) (6-5 1))", "((6 5) (7 x))"
LARGE = f"({' '.join(['((3 12 8 2 4 6 14 5 2 7) (1 2 3 4 5 6 7 8 9 0) (5 4 3 2 1 9 8 7 6 0) (3 5 7))'] * 303)})"
"""About ten thousand leaves."""


def test_a_first_visit_loads_little_and_from_nowhere_else(visit: "Page", server: Any, asked: list[str]):
    """It loads at most nine megabytes, including cached files, and nothing from other hosts."""
    assert server.sent <= 9_000_000
    assert asked == []


def test_what_is_saved_is_what_the_command_line_writes(page: "Page", tmp_path: Path):
    """The bytes are equal."""
    (tmp_path / "tree.tree").write_text(SMALL, "utf-8")
    page.select_option("#lecture", "cs188")
    page.fill("#rules", "ties=last")
    wait_until_ready(page)

    for form, command in (
        ("SVG", "draw --solved -o tree.svg"),
        ("JSON", "solve -o solution.json"),
        ("Solution, text", "solve -o solution.txt"),
        ("Exercise sheet, HTML", "sheet -o sheet.html"),
    ):
        page.click("#saving summary")
        with page.expect_download() as saved:
            page.locator("#forms button", has_text=form).click()
        words = [*command.split(), "tree.tree", "-c", "cs188:ties=last"]
        subprocess.run([sys.executable, "-m", "treesolve", *words], cwd=tmp_path, check=True)
        assert Path(saved.value.path()).read_bytes() == (tmp_path / words[words.index("-o") + 1]).read_bytes()


def test_a_file_is_opened_and_saved_under_its_title(page: "Page", tmp_path: Path):
    """It is chosen or dropped; the saved text equals the opened one, and the title becomes a safe file name."""
    tree = "title: ../Übung 3: <b>Züge</b>\ntree: ((1 <script>alert(1)</script> 2) (3 4))\n"
    (tmp_path / "given.tree").write_text(tree, "utf-8")
    page.set_input_files("#file", tmp_path / "given.tree")
    wait_until_ready(page)
    assert page.input_value("#tree") == tree
    assert page.locator("#mistakes li").count() > 0
    page.click("#saving summary")
    with page.expect_download() as saved:
        page.locator("#forms button", has_text="Tree, as text").click()
    assert saved.value.suggested_filename == "Übung-3-b-Züge-b.tree"
    assert Path(saved.value.path()).read_text("utf-8") == tree

    page.evaluate("""() => {
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(new File(["\ufeff((7 8)\\r\\n (9 1))"], "dropped.tree"));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
    }""")
    page.locator("#told", has_text="Opened: dropped.tree").wait_for()
    assert page.input_value("#tree") == "((7 8)\n (9 1))"


@pytest.mark.parametrize(
    ("content", "said"),
    [(b"(1 2)" * 2_000_000, "more than 1 MB"), (b"\x89PNG\xff\xfe", "UTF-8"), (b"(1 2)\0", "UTF-8"), (b"", "Opened")],
)
def test_a_file_that_is_no_tree_gets_a_sentence(page: "Page", content: bytes, said: str, tmp_path: Path):
    """The previous tree stays, unless the file is empty."""
    (tmp_path / "<img src=x>.tree").write_bytes(content)
    page.set_input_files("#file", tmp_path / "<img src=x>.tree")
    page.locator("#told", has_text="<img src=x>.tree").wait_for()

    assert said in page.locator("#told").inner_text()
    assert page.input_value("#tree") == (SMALL if content else "")


def test_mistakes_are_marked_where_they_are_and_lead_there(page: "Page"):
    """The old picture stays, faded; the button with the position selects the error in the text."""
    write(page, MISTAKEN)

    assert page.locator(".marks mark").all_inner_texts() == [",", "6-5"]
    assert page.locator("#mistakes .place").all_inner_texts() == ["Line 2, column 5", "Line 2, column 11"]
    assert page.locator("#tree").get_attribute("aria-invalid") == "true"
    assert page.locator(".view.stale .picture svg").count() == 1

    page.locator("#mistakes .place").last.click()
    assert (
        page.evaluate("getSelection().toString() || tree.value.slice(tree.selectionStart, tree.selectionEnd)") == "6-5"
    )
    write(page, SMALL)
    assert page.locator("#mistakes li").count() == 0


def test_an_unknown_leaf_is_drawn_told_and_asked_about(page: "Page"):
    """The tree is drawn without a solution; the view of unknown leaves has the intervals."""
    write(page, UNKNOWN)
    assert "needed at step 8" in page.locator("#mistakes").inner_text()
    assert page.locator(".picture svg").count() == 1

    choose_view(page, "unknown")
    assert "5 < x < 7" in page.frame_locator("iframe").locator("main").inner_text()


def test_every_view_shows_its_answer(page: "Page"):
    """The views are the steps, the player, and the comparison of conventions."""
    choose_view(page, "steps")
    assert "α-cut" in page.locator(".worked").inner_text()

    choose_view(page, "player")
    player = page.frame_locator("iframe")
    player.locator(".last").click()
    assert "finished" not in player.locator(".position").inner_text()
    assert "Value of A: 5" in player.locator(".outcome").inner_text()

    choose_view(page, "comparison")
    assert "knuth-moore" in page.frame_locator("iframe").locator("table").inner_text()


def test_the_link_holds_everything(page: "Page", address: str):
    """Opening it restores tree, conventions, rules, language and view."""
    page.select_option("#lecture", "haw")
    page.fill("#rules", "order=right-left")
    page.select_option("#language", "de")
    page.uncheck("#solved")
    choose_view(page, "steps")
    page.click("#share")
    link = page.url

    page.goto(f"{address}#tree=1")
    page.goto(link)
    wait_until_ready(page)

    assert [page.input_value(f"#{name}") for name in ("tree", "lecture", "rules")] == [
        SMALL,
        "haw",
        "order=right-left",
    ]
    assert not page.is_checked("#solved")
    assert page.locator("[aria-selected=true]").inner_text() == "Schritte"
    assert "Kinder von rechts nach links" in page.locator(".worked").inner_text()


def test_another_notation_becomes_ours(page: "Page"):
    """A note says how it was read; formatting converts it, and can be undone."""
    write(page, "[[6, 5], [2, 9]]")
    page.click("#tidy")
    wait_until_ready(page)
    assert page.input_value("#tree").strip() == SMALL

    page.locator("#tree").press("Control+z")
    assert page.input_value("#tree") == "[[6, 5], [2, 9]]"


def test_a_large_tree_does_not_halt_the_page(page: "Page"):
    """Ten thousand leaves are computed in a worker; a message says what is too large to be shown."""
    write(page, LARGE)
    for view in ("player", "steps", "picture"):
        choose_view(page, view)
        assert "too large" in page.locator("#view").inner_text()


@pytest.mark.parametrize("language", ["en", "de"])
def test_nothing_is_out_of_anybodys_reach(page: "Page", language: str):
    """The page is accessible in light and dark mode, on desktop and phone, with and without an error."""
    page.select_option("#language", language)
    for tree, view, width in ((MISTAKEN, "picture", PHONE), (SMALL, "steps", 1440)):
        write(page, tree)
        choose_view(page, view)
        page.set_viewport_size({"width": width, "height": 844})
        assert out_of_reach(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.emulate_media(color_scheme="null")


def test_it_opens_and_answers_without_a_network(page: "Page", server: Any, address: str, asked: list[str]):
    """After the first visit all files are cached in the browser."""
    server.is_away = True
    page.context.set_offline(True)
    page.goto("about:blank")
    page.goto(address)
    page.wait_for_selector("html[data-python=ready]", timeout=WAIT, state="attached")
    write(page, "((1 2) (3 4))")

    assert "A = 3" in str(page.locator(".picture svg").get_attribute("aria-label"))
    assert "also without a network" in page.locator("#python").inner_text()
    assert asked == []
    page.context.set_offline(False)
    server.is_away = False
