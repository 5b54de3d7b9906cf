"""The class page in a browser: pending answers come first, and the table can be sorted and filtered."""

import random
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from tests.rendering.test_class_page import class_page
from tests.support.browser import OpenPage
from treesolve.grading.class_summary import counted, tally
from treesolve.grading.exam import Key
from treesolve.grading.exercise import Exercise
from treesolve.grading.rubric import Rubric
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read
from treesolve.rendering.answer_table_page import AnswerEntry
from treesolve.submissions.submission import Submission
from treesolve.workflows.grade_result import Settings
from treesolve.workflows.grade_submission import Marker

if TYPE_CHECKING:
    from playwright.sync_api import Page

HOSTILE = "x\" onclick=alert(1) <img src=x onerror=alert(1)> \\ ' “drei”"
TREE = read("((31 12 8) (20 40 60) (14 5 2))")
POINTS = {"values": 4, "pruned": 4, "best": 1}
SWAPPED = "values: A=14 B=31 C=40 D=14\npruned: L6\nbest: D\n"
"""The answer of a student who confuses MAX and MIN."""

COUNT = 41


def handed_in() -> dict[str, str]:
    """Return the answers of a class by student: right, wrong, partly unreadable, and hostile ones."""
    rng = random.Random(18)
    found = {}
    for number in range(COUNT - 1):
        value, cut, best = rng.choice((8, 8, 12)), rng.choice(("L8 L9", "L8 L9", "none")), rng.choice("CCB")
        key = "pruned" if number % 9 else "Weggekickt"
        text = f"values: A=20 B={value} C=20 D=14\n{key}: {cut}\nbest: {best}\n"
        found[str(5001 + number)] = SWAPPED if number % 7 == 3 else text
    return found | {HOSTILE: f"values: A=12 B=20 C=5\n{HOSTILE}: L8 L9\n"}


@cache
def page_of_class(language: str = "en") -> str:
    """Return the page of that class."""
    key = Key((Exercise("x", TREE, CONVENTIONS["aima"]),))
    marker = Marker(Settings(key, Rubric(points=POINTS), language))
    entries, tallies = [], Counter[str]()
    for student, text in handed_in().items():
        outcome = marker.outcome(Submission(f"{student}.txt", student, text))
        assert outcome.result is not None
        entries.append(AnswerEntry(f"{student}.html", "x", outcome.result))
        tallies.update(tally(outcome.report))
    return class_page([counted("x", TREE, 9, tallies)], language=language, entries=entries)


def students(page: "Page") -> list[str]:
    """Return the visible students of the table."""
    return page.locator(".all > tbody > tr:visible > th").all_inner_texts()


def test_the_page_begins_with_what_waits(open_page: OpenPage):
    """Pending answers are expanded and show their unread lines, escaped; the interpretation is one click away."""
    page = open_page(page_of_class())
    first = page.locator(".all > tbody > tr").first

    assert first.get_attribute("class") == "pending"
    assert first.locator("td.open").count() > 0
    assert "could not be read" in first.locator("details").inner_text()
    hostile = page.locator(".all > tbody > tr", has=page.locator("th", has_text="onclick"))
    assert f"{HOSTILE}: L8 L9" in hostile.locator("details").inner_text()
    assert hostile.locator("img").count() == 0
    row = page.locator(".all > tbody > tr:not(.pending)").first
    row.locator("summary").click()
    assert "Values" in row.locator("details").inner_text()
    assert row.locator("th > a").get_attribute("href") == f"./{row.locator('th').first.inner_text()}.html"


def test_the_table_is_sorted_by_each_column(open_page: OpenPage):
    """Pending answers come first; clicking a heading sorts, then reverses; ARIA attributes announce the order."""
    page = open_page(page_of_class())
    pending = page.locator(".all > tbody > tr.pending").count()
    is_pending = "rows => rows.map(row => row.classList.contains('pending'))"
    in_order = [True] * pending + [False] * (COUNT - pending)
    assert page.locator(".all > tbody > tr").evaluate_all(is_pending) == in_order
    points = "rows => rows.map(row => Number(row.querySelector('.sum').dataset.order))"

    for sign in ("ascending", "descending"):
        page.get_by_role("button", name="Points").click()
        found = page.locator(".all > tbody > tr").evaluate_all(points)
        assert found == sorted(found, reverse=sign == "descending")
        assert page.locator("[aria-sort]").get_attribute("aria-sort") == sign
    page.get_by_role("button", name="Student").press("Enter")
    assert students(page)[1:] == sorted(students(page)[1:]) or students(page)[:-1] == sorted(students(page)[:-1])
    assert page.locator("[aria-sort]").count() == 1


def test_the_table_is_filtered(open_page: OpenPage):
    """The filters are student, pending, lost points, misconception and equal answers; the count is announced."""
    page = open_page(page_of_class())
    shown = page.locator(".answers .shown")
    page.get_by_role("searchbox", name="Student").fill("500")
    assert {name[:3] for name in students(page)} == {"500"}
    assert shown.inner_text() == f"{len(students(page))} of {COUNT} answers"
    page.get_by_role("searchbox", name="Student").fill("")
    rows, filters = ".all > tbody > tr", page.locator(".only option").evaluate_all("all => all.map(one => one.value)")
    for value in filters:
        page.get_by_label("Show").select_option(value)
        count = len(students(page))
        assert shown.inner_text() == f"{count} of {COUNT} answers"
        kind, _, name = value.partition(" ")
        expected = {
            "pending": f"{rows}.pending",
            "part": f"{rows} > td:nth-child(4):is(.lost, .open)" if name == "2" else "",
            "alike": f"{rows}[data-alike='{name}']",
        }.get(kind)
        assert not expected or count == page.locator(expected).count() > 0
        assert kind != "rule" or count == page.locator(".all .rules", has_text=name).count() > 0
    assert {value.partition(" ")[0] for value in filters} >= {"pending", "part", "alike", "rule"}
