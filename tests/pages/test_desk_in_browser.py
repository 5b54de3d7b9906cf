"""The desk in a real browser, by keys, card after card, and for exams on paper row after row."""

import json
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.test_commands import run
from tests.support.places import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

HOSTILE = (
    "<script>document.title='taken'</script>",
    "<img src=x onerror=\"document.title='taken'\">",
    "</script><svg onload=\"document.title='taken'\">",
    "javascript:document.title='taken'",
    "{{ 7 * 7 }} ${7*7} <b>fett</b> \u202eabc \x1b[2J",
)
WORDS = ("das Blatt rechts", "what hangs below, on the right", "weiß ich nicht", *HOSTILE)
KEYS = ("r", "w", "n", "a", "1")

Sit = Callable[..., "Page"]


@contextmanager
def served(*arguments: str, ends: bool) -> Iterator[str]:
    """The address of a desk that is open; Ctrl-C closes it, or it `ends` by itself."""
    command = [sys.executable, "-m", "treesolve", "review", *arguments, "--no-browser"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    with process.stdout:
        try:
            yield re.search(r"http://\S+", process.stdout.readline())[0]  # type: ignore[index]
        finally:
            if not ends:
                process.send_signal(signal.SIGINT)
            assert process.wait(20) == 0


@pytest.fixture
def sit(browser: "Browser") -> Iterator[Sit]:
    """Opens a desk; at the end no page may have complained, or have asked for anything from elsewhere."""
    complaints: list[str] = []
    with ExitStack() as afterwards:

        def opened(*arguments: str, ends: bool = False, **options: object) -> "Page":
            address = afterwards.enter_context(served(*arguments, ends=ends))
            context = browser.new_context(**options)  # type: ignore[arg-type]
            afterwards.callback(context.close)
            page = context.new_page()
            page.on("pageerror", lambda error: complaints.append(str(error)))
            page.on("dialog", lambda dialog: complaints.append(dialog.message))
            page.on("request", lambda one: complaints.extend([one.url] * (not one.url.startswith((address, "data:")))))
            page.goto(address)
            return page

        yield opened
    assert complaints == []


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Fifteen students with four exercises each, most of whom have written something that nobody can read."""
    for name in "wxyz":
        tree = "title: Zwei Züge\nconvention: haw\npoints: values 3, pruned 2, best 1\ntree: ((6 5) (2 9))"
        (tmp_path / "key").mkdir(exist_ok=True)
        (tmp_path / "key" / f"{name}.tree").write_text(tree, "utf-8")
    (tmp_path / "in").mkdir()
    for number in range(15):
        said = ["pruned: L4"] * 5 + [f"pruned: {word}" for word in WORDS] * 2
        tasks = [f"exercise: {name}\nvalues: A=5 B=5 C=2\n{said[number]}\nbest: B\n" for name in "wxyz"]
        (tmp_path / "in" / f"{4700 + number}.txt").write_text("\n".join(tasks), "utf-8")
    return tmp_path


def points(folder: Path, *options: str) -> dict[tuple[str, str], tuple[float, list[str]]]:
    """What everybody has in every exercise, and what waits."""
    run("grade", f"{folder}/key", f"{folder}/in", "-o", f"{folder}/grades.json", *options)
    found = json.loads((folder / "grades.json").read_text("utf-8"))["results"]
    return {(one["student"], one["exercise"]): (one["points"], one["pending"]) for one in found}


def settle(page: "Page") -> int:
    """Decide by keys about everything that waits; how many keys that took."""
    for count in range(200):
        card = page.evaluate("desk.card?.card")
        if card is None or not page.evaluate("desk.card.waits.length"):
            return count
        waiting = page.evaluate("state.cards.reduce((all, card) => all + card.waits.length, 0)")
        page.keyboard.press(KEYS[count % len(KEYS)])
        page.wait_for_function(
            "before => state.cards.reduce((all, card) => all + card.waits.length, 0) < before", arg=waiting
        )
    raise AssertionError("it does not come to an end")


def test_a_class_is_settled_with_a_key_for_each_group_and_part(folder: Path, sit: Sit):
    """Afterwards nothing waits, and whoever marks again finds the same points, byte for byte."""
    before = points(folder)
    assert sum(bool(pending) for _, pending in before.values()) == 40
    decisions = f"{folder}/decisions.toml"
    page = sit(f"{folder}/key", f"{folder}/in", "--decisions", decisions)
    groups = page.evaluate("state.cards.reduce((all, card) => all + card.waits.length, 0)")
    page.evaluate("desk.move(desk.shown.length - 1)")  # from the last card on it begins again with the first

    assert settle(page) == groups
    assert page.title() == "What waits"
    shown = page.evaluate(
        "state.cards.flatMap(card => card.students.map(([student]) => [student, card.task, card.points]))"
    )

    after = points(folder, "--decisions", decisions)
    assert {(student, task): (float(given), []) for student, task, given in shown} == after
    first = (folder / "grades.json").read_bytes()
    assert (points(folder, "--decisions", decisions), (folder / "grades.json").read_bytes()) == (after, first)


def test_a_person_says_what_is_meant_and_takes_it_back(folder: Path, sit: Sit):
    """Read as one types; saved with its reason; the key U takes it back."""
    path = folder / "decisions.toml"
    page = sit(f"{folder}/key", f"{folder}/in", "--decisions", str(path), "--language", "de", color_scheme="dark")
    page.keyboard.press("m")
    page.keyboard.type("L9")
    page.get_by_text("Diese Zeile wurde nicht gelesen").wait_for()
    page.keyboard.press("Control+a")
    page.keyboard.type("L4")
    page.get_by_text("gibt 2 von 2").wait_for()
    page.locator(".decide.current .reason").fill("Bitte Namen nennen.")
    page.locator(".decide.current .means").press("Enter")
    page.get_by_text("Gespeichert.").wait_for()

    assert 'means = "L4"\nreason = "Bitte Namen nennen."' in path.read_text("utf-8")
    page.keyboard.press("Escape")
    page.keyboard.press("u")
    page.get_by_text("Zurückgenommen.").wait_for()
    assert "means" not in path.read_text("utf-8")


def test_students_are_taken_apart_by_their_boxes(folder: Path, sit: Sit):
    """What is decided then is about the others only; a button closes the desk, and the page says so."""
    page = sit(f"{folder}/key", f"{folder}/in", "--decisions", f"{folder}/decisions.toml", ends=True)
    students = page.evaluate("desk.card.students.map(([student]) => student)")
    page.locator(".students input").first.check()
    page.get_by_role("button", name="Take apart").click()
    page.wait_for_function("count => desk.card.students.length === count", arg=len(students) - 1)
    page.keyboard.press("r")
    page.get_by_text("Saved.").wait_for()

    text = (folder / "decisions.toml").read_text("utf-8")
    assert [f'"{student}" = ' in text for student in students] == [False, *[True] * (len(students) - 1)]
    page.get_by_role("button", name="Close the desk").click()
    page.get_by_text("The desk is closed.").wait_for()


def test_exams_on_paper_are_typed_row_by_row(folder: Path, sit: Sit):
    """Points, or an answer that is marked with what follows; totals beside; grade reports the same."""
    (folder / "students.csv").write_text("id,name\n4711,Ada B.\n4712,Bo C.\n", "utf-8")
    key, decisions = f"{folder}/key/w.tree", f"{folder}/paper.toml"
    page = sit(key, "--roster", f"{folder}/students.csv", "--decisions", decisions)
    page.locator("input[data-row='0'][data-column='0']").focus()
    for typed in ("A=6 B=6 C=2", "1.5", "B"):
        page.keyboard.type(typed)
        page.keyboard.press("Tab")
        page.wait_for_timeout(200)
    page.keyboard.type("x y")
    page.keyboard.press("Tab")
    page.locator(".rows input.problem").wait_for()

    assert page.locator(".total").all_inner_texts() == ["4.5", "0"]
    assert page.get_by_text("Ada B.").count() == 1
    told = run("grade", key, "--decisions", decisions)
    assert re.search(r"4711 +4.5", told.stdout)
    assert "4712" not in told.stdout
