"""The page of a class in a real browser: what waits is shown, the table is sorted and filtered."""

from functools import cache
from typing import TYPE_CHECKING

import pytest

from tests.pages.test_class_page import class_page
from tests.support.browser import OpenPage
from tests.support.classes import handed_in, marker
from treesolve.answers.submission import Submission
from treesolve.grading.class_summary import counted
from treesolve.grading.exam import Exercise, Key
from treesolve.grading.rubric import Rubric
from treesolve.pages.answer_table import Entry
from treesolve.runs.grade_submission import Marker, Settings

if TYPE_CHECKING:
    from playwright.sync_api import Page

HOSTILE = "x\" onclick=alert(1) <img src=x onerror=alert(1)> \\ ' “drei”"


def handed_in_by_class(count: int) -> dict[str, str]:
    """The answers of a class, and that of one student who writes what he should not."""
    return handed_in(count) | {HOSTILE: f"values: A=12 B=20 C=5\n{HOSTILE}: L8 L9\n"}


def marking(language: str) -> Marker:
    """What marks them."""
    grader = marker()
    key = Key((Exercise("x", grader.tree, grader.solution.convention),))
    return Marker(Settings(key, Rubric(points=grader.points), language))


@cache
def page_of_class(language: str = "en", count: int = 40) -> str:
    """The page of a class, in which one student writes what he should not."""
    grader, marks, texts = marker(), marking(language), handed_in_by_class(count)
    entries, tallies = [], []
    for student, text in texts.items():
        submission = Submission(f"{student}.txt", student, text)
        outcome = marks.outcome(submission)
        assert outcome.result is not None
        entries.append(Entry(f"{student}.html", "x", outcome.result))
        tallies.append(outcome.tally)
    counts: dict[str, int] = {}
    for entry in (entry for one in tallies for entry in one):
        counts[entry] = counts.get(entry, 0) + 1
    summaries = [counted("x", grader.tree, grader.possible, counts)]
    return class_page(summaries, language=language, entries=entries)


def test_the_page_begins_with_what_waits(open_page: OpenPage):
    """Open, with the lines that were not read; nothing in them takes effect."""
    page = open_page(page_of_class())
    first = page.locator(".all > tbody > tr").first

    assert first.get_attribute("class") == "pending"
    assert first.locator("td.open").count() > 0
    assert "could not be read" in first.locator("details").inner_text()
    hostile = page.locator(".all > tbody > tr", has=page.locator("th", has_text="onclick"))
    assert f"{HOSTILE}: L8 L9" in hostile.locator("details").inner_text()
    assert hostile.locator("img").count() == 0


def students(page: "Page") -> list[str]:
    """The students in the table, as they are shown."""
    return page.locator(".all > tbody > tr:visible > th").all_inner_texts()


def test_the_table_is_sorted_by_each_column(open_page: OpenPage):
    """Pending answers first; then by whatever is clicked, and the other way round; assistive programs are told."""
    page = open_page(page_of_class())
    pending = page.locator(".all > tbody > tr.pending").count()
    is_pending = "rows => rows.map(row => row.classList.contains('pending'))"
    assert page.locator(".all > tbody > tr").evaluate_all(is_pending) == [True] * pending + [False] * (41 - pending)
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
    """By student, by what waits, by what is lost, by misconception, by equal answers; the count is told."""
    page = open_page(page_of_class())
    shown = page.locator(".answers .shown")
    page.get_by_role("searchbox", name="Student").fill("500")
    assert {name[:3] for name in students(page)} == {"500"}
    assert shown.inner_text() == f"{len(students(page))} of 41 answers"
    page.get_by_role("searchbox", name="Student").fill("")
    for value in page.locator(".only option").evaluate_all("all => all.map(one => one.value)"):
        page.get_by_label("Show").select_option(value)
        count = len(students(page))
        if value == "pending":
            assert count == page.locator(".all > tbody > tr.pending").count()
        elif value.startswith("part 1"):
            assert count == page.locator(".all > tbody > tr > td:nth-child(4):is(.lost, .open)").count()
        elif value.startswith("alike"):
            assert count == page.locator(f".all > tbody > tr[data-alike='{value.split()[1]}']").count() > 1
        elif value.startswith("rule"):
            assert count == page.locator(".all .rules", has_text=value[5:]).count() > 0
        assert shown.inner_text() == f"{count} of 41 answers"


def test_what_was_read_is_one_click_away(open_page: OpenPage):
    """Beside what was written; and so is the page of the student."""
    page = open_page(page_of_class())
    row = page.locator(".all > tbody > tr:not(.pending)").first
    row.locator("summary").click()

    assert "Values" in row.locator("details").inner_text()
    assert row.locator("th > a").get_attribute("href") == f"./{row.locator('th').first.inner_text()}.html"


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_phone_is_wide_enough(open_page: OpenPage, language: str, scheme: str):
    """Nothing but the table scrolls sideways; buttons are as large as a finger."""
    page = open_page(page_of_class(language), width=390, height=844, color_scheme=scheme)

    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    boxes = page.locator("button:visible, select:visible, .filters input:visible")
    assert all(box["height"] >= 40 for box in boxes.evaluate_all("all => all.map(one => one.getBoundingClientRect())"))


def test_without_a_script_there_is_a_page_to_read(open_page: OpenPage):
    """All answers are there, and nothing that would do nothing."""
    page = open_page(page_of_class(), java_script_enabled=False)

    assert page.locator("button:visible, select:visible, input:visible").count() == 0
    assert page.locator(".all > tbody > tr:visible").count() == 41


def test_on_paper_stands_what_is_to_be_read(open_page: OpenPage):
    """No buttons, no fields."""
    page = open_page(page_of_class())
    page.emulate_media(media="print")

    assert page.locator(".filters:visible").count() == 0
    assert page.locator(".all > tbody > tr:visible").count() == 41


def test_two_hundred_students_stay_usable(open_page: OpenPage):
    """Page, sorting and filtering; well within what a person notices, on any machine that tests run on."""
    text = page_of_class(count=200)
    assert len(text) < 1_000_000
    page = open_page(text)
    took = page.evaluate(
        """() => {
            const times = [];
            const timed = (action) => {
                const start = performance.now();
                action();
                document.body.getBoundingClientRect();
                times.push(performance.now() - start);
            };
            timed(() => document.querySelectorAll(".all > thead button")[1].click());
            const search = document.querySelector(".search");
            search.value = "50";
            timed(() => search.dispatchEvent(new Event("input")));
            return times;
        }"""
    )
    assert max(took) < 1000
