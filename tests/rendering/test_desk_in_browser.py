"""The review page in a browser: cards by keyboard, and rows for exams on paper."""

import json
import re
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.cli.test_commands import run
from tests.support.browser import wait_until
from tests.support.review_program import served

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
KEYS = ("r", "w", "n", "a", "1.5")

Sit = Callable[..., "Page"]


@pytest.fixture
def sit(browser: "Browser") -> Iterator[Sit]:
    """Open the review page; at teardown, no page may have logged an error or requested an external resource."""
    complaints: list[str] = []
    with ExitStack() as afterwards:

        def opened(*arguments: str, ends: bool = False, code: int = 0, **options: object) -> "Page":
            address = afterwards.enter_context(served(*arguments, ends=ends, codes=(code,)))
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
    """Return a folder with fifteen students and four exercises each, most of them with unreadable text."""
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
    """Return the points of all students in all exercises, and the pending parts."""
    run("grade", f"{folder}/key", f"{folder}/in", "-o", f"{folder}/grades.json", *options)
    found = json.loads((folder / "grades.json").read_text("utf-8"))["results"]
    return {(one["student"], one["exercise"]): (one["points"], one["pending"]) for one in found}


def settle(page: "Page") -> int:
    """Resolve all pending parts by keyboard and return the number of decisions."""
    for count in range(200):
        if not page.evaluate("desk.card.waits.length"):
            page.keyboard.press("Enter")
        if not page.evaluate("desk.card.waits.length"):
            return count
        waiting = page.evaluate("state.cards.reduce((all, card) => all + card.waits.length, 0)")
        page.keyboard.type(KEYS[count % len(KEYS)])
        if count % len(KEYS) == len(KEYS) - 1:
            page.get_by_text("gives 1.5 of 2").or_(page.get_by_text("Enter 0 to 1")).wait_for()
            page.keyboard.press("Enter")
        wait_until(page, "before => state.cards.reduce((all, card) => all + card.waits.length, 0) < before", waiting)
    raise AssertionError("it does not come to an end")


def test_a_class_is_settled_with_a_key_for_each_group_and_part(folder: Path, sit: Sit):
    """Afterwards, nothing is pending, and regrading gives the same points, byte for byte."""
    before = points(folder)
    assert sum(bool(pending) for _, pending in before.values()) == 40
    decisions = f"{folder}/decisions.toml"
    page = sit(f"{folder}/key", f"{folder}/in", "--decisions", decisions)
    groups = page.evaluate("state.cards.reduce((all, card) => all + card.waits.length, 0)")
    page.evaluate("desk.move(desk.shown.length - 1)")  # after the last card, the first one follows

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
    """A typed meaning is interpreted at once and saved with its reason; the U key undoes it."""
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
    """Unticked students are excluded from a decision; a button closes the review page with a message."""
    page = sit(f"{folder}/key", f"{folder}/in", "--decisions", f"{folder}/decisions.toml", ends=True)
    students = page.evaluate("desk.card.students.map(([student]) => student)")
    page.locator(".students input").first.check()
    page.get_by_role("button", name="Take apart").click()
    wait_until(page, "count => desk.card.students.length === count", len(students) - 1)
    page.keyboard.press("r")
    page.get_by_text("Saved.").wait_for()

    text = (folder / "decisions.toml").read_text("utf-8")
    assert [f'"{student}" = ' in text for student in students] == [False, *[True] * (len(students) - 1)]
    page.get_by_role("button", name="Close the desk").click()
    page.get_by_text("The desk is closed.").wait_for()


def decisions_of(folder: Path) -> str:
    """Return the content of the decisions file, or an empty string."""
    path = folder / "decisions.toml"
    return path.read_text("utf-8") if path.exists() else ""


def hand_in_only(folder: Path, text: str, *students: str) -> None:
    """Write the same answer for each of the students, and no other answers."""
    for path in (folder / "in").iterdir():
        path.unlink()
    for student in students:
        (folder / f"in/{student}.txt").write_text(text, "utf-8")


def opened(folder: Path, sit: Sit, language: str = "en", **options: object) -> "Page":
    """Return the page with its first card, whose pruned nodes are pending."""
    arguments = (f"{folder}/key", f"{folder}/in", "--decisions", f"{folder}/decisions.toml", "--language", language)
    return sit(*arguments, **options)


@pytest.mark.parametrize(
    ("language", "typed", "shown", "saved"),
    [
        ("en", "1,5", "gives 1.5 of 2", "points = 1.5\n"),
        ("en", ".5", "gives 0.5 of 2", "points = 0.5\n"),
        ("de", "1,25", "gibt 1,25 von 2", "points = 1.25\n"),
    ],
)
def test_digits_are_points(folder: Path, sit: Sit, language: str, typed: str, shown: str, saved: str):
    """Typed digits show the resulting points, Enter confirms; the card stays until the next key."""
    page = opened(folder, sit, language)
    card = page.evaluate("desk.card.card")
    page.keyboard.type(typed)
    page.get_by_text(shown).wait_for()
    assert decisions_of(folder) == ""

    page.keyboard.press("Enter")
    page.get_by_text("Saved. Press Enter" if language == "en" else "Gespeichert. Enter").wait_for()
    assert saved in decisions_of(folder)
    assert page.evaluate("desk.card.card") == card
    page.keyboard.press("r")
    assert (decisions_of(folder).count("[[decision]]"), page.evaluate("desk.card.card")) == (1, card)
    page.keyboard.press("Enter")
    wait_until(page, "card => desk.card.card !== card", card)
    assert decisions_of(folder).count("[[decision]]") == 1


@pytest.mark.parametrize(("keys", "reported"), [("3", "Enter 0 to 2 points, not 3"), ("1x", "“points = 1x”")])
def test_points_that_cannot_be_given_are_not_saved(folder: Path, sit: Sit, keys: str, reported: str):
    """The page rejects invalid points before and after Enter, with a reason."""
    page = opened(folder, sit)
    page.keyboard.type(keys)
    page.get_by_text(reported).wait_for()
    page.keyboard.press("Enter")
    page.wait_for_timeout(200)

    assert decisions_of(folder) == ""
    assert page.get_by_text("Saved.").count() == 0


def test_a_meaning_is_confirmed_only_after_its_points_are_shown(folder: Path, sit: Sit):
    """The first Enter shows the points, the second confirms; unreadable input is never saved."""
    page = opened(folder, sit)
    page.route("**/try", lambda route: (page.wait_for_timeout(300), route.continue_()))
    page.keyboard.press("m")
    page.keyboard.insert_text("hello world")
    page.keyboard.press("Enter")
    page.get_by_text("This line was not read").wait_for()
    page.keyboard.press("Enter")
    page.keyboard.press("Control+a")
    page.keyboard.insert_text("L4")
    page.keyboard.press("Enter")
    assert decisions_of(folder) == ""
    page.get_by_text("gives 2 of 2").wait_for()
    page.keyboard.press("Enter")
    page.get_by_text("Saved.").wait_for()
    assert 'means = "L4"' in decisions_of(folder)


EVENT = """options => (document.activeElement ?? document.body).dispatchEvent(
    new KeyboardEvent("keydown", { key: "r", bubbles: true, cancelable: true, ...options }))"""


def test_only_a_key_by_itself_decides(folder: Path, sit: Sit):
    """Keys with modifiers, repeated keys, and keys typed in a field or an input method do not decide anything."""
    page = opened(folder, sit)
    for option in ("repeat", "ctrlKey", "altKey", "metaKey", "isComposing"):
        page.evaluate(EVENT, {option: True})
    page.locator(".decide.current .reason").focus()
    page.keyboard.type("r w n a 1 u")
    page.keyboard.press("Enter")
    page.get_by_text("Enter points, or what is meant.").wait_for()
    assert decisions_of(folder) == ""

    page.keyboard.press("Escape")
    page.keyboard.type("1")
    page.get_by_text("gives 1 of 2").wait_for()
    for options in ({"key": "Enter", "isComposing": True}, {"key": "Enter", "repeat": True}):
        page.evaluate(EVENT, options)
    page.wait_for_timeout(200)
    assert decisions_of(folder) == ""
    page.keyboard.press("Enter")
    page.get_by_text("Saved.").wait_for()
    assert 'reason = "r w n a 1 u"' in decisions_of(folder)


def test_enter_on_a_button_does_only_what_the_button_does(folder: Path, sit: Sit):
    """Enter on a button only activates the button, and arrow keys scroll a focused text."""
    page = opened(folder, sit)
    page.keyboard.press("r")
    page.get_by_text("Saved.").wait_for()
    page.get_by_role("button", name="Next").focus()
    page.keyboard.press("Enter")
    assert page.evaluate("desk.at") == 1
    page.locator(".raw").focus()
    page.keyboard.press("ArrowRight")
    assert page.evaluate("desk.at") == 1


def test_every_button_of_the_part_shows_its_key(folder: Path, sit: Sit):
    """Each button shows its key, and the key does the same; points have none because digits are typed."""
    page = opened(folder, sit)
    page.keyboard.press("r")
    page.get_by_text("Saved.").wait_for()
    page.keyboard.press("Enter")
    assert page.locator(".current [data-key=s]").inner_text().startswith("Same as last time: Right")
    page.keyboard.press("s")
    page.get_by_text("Saved.").wait_for()
    assert decisions_of(folder).count('"right"') == 2
    page.keyboard.press("c")
    page.keyboard.press("w")
    page.get_by_text("0 of 2").wait_for()
    page.keyboard.press("t")
    page.locator(".decide.current .waits").wait_for()
    page.keyboard.press("u")
    page.get_by_text("Taken back.").wait_for()
    page.get_by_text("0 of 2").wait_for()


def test_what_is_typed_for_one_part_stays_when_another_is_decided(folder: Path, sit: Sit):
    """Input for one part survives decisions on another and switching cards."""
    for path in (folder / "in").iterdir():
        path.write_text(path.read_text("utf-8").replace("best: B", "best: der linke").replace("L4", "hm"), "utf-8")
    page = opened(folder, sit)
    page.locator("[data-part=best] .means").fill("B")
    page.locator("[data-part=best] .reason").fill("kept")
    page.locator("[data-part=best] .reason").press("Escape")
    page.keyboard.press("ArrowUp")
    page.keyboard.press("r")
    page.get_by_text("Saved.").wait_for()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowLeft")

    fields = [page.locator(f"[data-part=best] .{name}").input_value() for name in ("means", "reason")]
    assert fields == ["B", "kept"]


def test_a_second_tab_is_shown_what_the_first_has_decided(folder: Path, sit: Sit):
    """The second tab shows the decision; its own is rejected, and its undo does not affect the first tab."""
    first = opened(folder, sit)
    second = first.context.new_page()
    second.goto(first.url)
    first.keyboard.press("r")
    first.get_by_text("Saved.").wait_for()
    second.keyboard.press("w")
    second.get_by_text("this was decided elsewhere in the meantime").wait_for()

    assert 'verdict = "right"' in decisions_of(folder)
    assert "2 of 2" in second.locator("[data-part=pruned]").inner_text()
    second.keyboard.press("u")
    second.get_by_text("Nothing was decided in this tab").wait_for()
    assert 'verdict = "right"' in decisions_of(folder)


def test_a_second_tab_of_exams_on_paper_overwrites_nothing(folder: Path, sit: Sit):
    """A field shows the value entered in the other tab; several fields can be edited at once."""
    (folder / "students.csv").write_text("id,name\n4711,Ada B.\n4712,Bo C.\n", "utf-8")
    path = folder / "decisions.toml"
    first = sit(f"{folder}/key/w.tree", "--roster", f"{folder}/students.csv", "--decisions", str(path))
    second = first.context.new_page()
    second.goto(first.url)
    for page, values, pruned, reported in ((first, "3", "2", "Saved."), (second, "1", "1", "Not saved")):
        for column, typed in enumerate((values, pruned)):
            page.locator(f"input[data-row='0'][data-column='{column}']").fill(typed)
        page.keyboard.press("Tab")
        page.locator(".told", has_text=reported).wait_for()
    wait_until(second, "document.querySelectorAll('input.problem').length === 2")

    fields = [second.locator(f"input[data-row='0'][data-column='{column}']").input_value() for column in (0, 1)]
    assert (fields, first.locator(".total").first.inner_text()) == (["3", "2"], "5")
    assert second.locator(".told").inner_text().startswith("Not saved")
    assert sorted(re.findall("points = .", path.read_text("utf-8"))) == ["points = 2", "points = 3"]


def test_exams_on_paper_are_typed_row_by_row(folder: Path, sit: Sit):
    """Rows accept points or an answer, which is graded with follow-through; the totals equal those of `grade`."""
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
    reported = run("grade", key, "--decisions", decisions, "--format", "csv")
    assert re.search(r"^4711,.*,4\.5,", reported.stdout, re.MULTILINE)
    assert "4712" not in reported.stdout


def test_a_text_without_a_task_is_assigned(folder: Path, sit: Sit):
    """The text appears in each ticked exercise, and the assignment can be undone."""
    hand_in_only(folder, "values: A=5 B=5 C=2\nhm, L4?", "4711")
    page, progress = opened(folder, sit, code=1), "document.querySelector('.progress').textContent"
    assert page.evaluate(progress) == "0 of 1 settled"
    for name in "wz":
        page.get_by_label(name, exact=True).check()
    page.get_by_role("button", name="Assign").click()
    page.get_by_text("Saved. Press Enter").wait_for()
    assert page.evaluate(progress) == "1 of 3 settled"
    page.keyboard.press("Enter")
    page.locator(".solution").wait_for()
    page.keyboard.press("r")
    page.get_by_text("Saved.").wait_for()
    page.keyboard.press("u")
    page.get_by_text("Taken back.").wait_for()
    page.keyboard.press("u")
    page.get_by_role("button", name="Assign").wait_for()
    assert page.evaluate(progress) == "0 of 1 settled"
    page.keyboard.press("n")
    page.get_by_text("1 of 1 settled").wait_for()
    page.keyboard.press("t")
    page.get_by_text("0 of 1 settled").wait_for()
    assert "exercise" not in decisions_of(folder)


def test_a_second_tab_is_shown_how_the_first_has_assigned_a_text(folder: Path, sit: Sit):
    """The second tab's own assignment is rejected, and the cards of the new exercises follow the text."""
    hand_in_only(folder, "values: A=5 B=5 C=2\nhm, L4?", "4711", "4712")
    first = opened(folder, sit, code=1)
    second = first.context.new_page()
    second.goto(first.url)
    for page, name, reported in ((first, "w", "Saved."), (second, "z", "this was decided elsewhere in the meantime")):
        page.locator(".marks").get_by_label(name, exact=True).check()
        page.get_by_role("button", name="Assign").click()
        page.get_by_text(reported).wait_for()

    assert 'means = "w"' in decisions_of(folder)
    assert second.locator(".marks strong").inner_text() == "w"
