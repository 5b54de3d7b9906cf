"""Accessibility of HTML pages: axe-core finds no violations, pages never scroll sideways, the markup is valid."""

from functools import cache
from itertools import product

import html5lib
import pytest

from tests.rendering.test_class_page_in_browser import page_of_class
from tests.rendering.test_document import PAGES
from tests.rendering.test_practice_page import page_of
from tests.support.browser import OpenPage, out_of_reach
from tests.support.effort import some
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read
from treesolve.rendering.handout import render_page
from treesolve.search.solution import solve

NAMES = (*PAGES, "class", "practice")
PHONE, SCREEN = 390, 1280


@cache
def html(page: str, language: str) -> str:
    """Return the HTML of a page."""
    if page == "class":
        return page_of_class(language)
    if page == "practice":
        solution = solve(read("((3 12 8) (2 4 6) (14 5 2))"), CONVENTIONS["haw"])
        return page_of(solution, language=language)
    document = PAGES[page](language)
    return str(render_page(document, "html", document.title))


@pytest.mark.parametrize(("page", "language"), some([*product(NAMES, ("en", "de"))]))
def test_nothing_is_out_of_anybodys_reach(open_page: OpenPage, page: str, language: str):
    """Pages are accessible on desktop and phone, in light and dark mode, by keyboard and screen reader."""
    shown = open_page(html(page, language), width=PHONE if language == "en" else SCREEN)
    assert out_of_reach(shown) == []
    shown.set_viewport_size({"width": PHONE, "height": 800})
    assert shown.evaluate("document.documentElement.scrollWidth") <= PHONE


@pytest.mark.parametrize(
    ("page", "shown"),
    [
        ("solution", ".picture svg, .steps tbody tr"),
        ("class", ".all > tbody > tr"),
        ("practice", "noscript, .board svg"),
    ],
)
def test_without_scripts_there_is_a_page_to_read(open_page: OpenPage, page: str, shown: str):
    """Without scripts, a page still shows a tree, a table or a print notice, and no dead controls."""
    opened = open_page(html(page, "en"), java_script_enabled=False)
    assert all(each.is_visible() for each in opened.locator(shown).all())
    assert opened.locator(shown).count() > 1
    assert opened.locator("button:visible, select:visible, .filters input:visible").count() == 0


@pytest.mark.parametrize("page", NAMES)
def test_markup_is_as_the_standard_has_it(page: str):
    """A strict parser accepts the markup."""
    html5lib.HTMLParser(strict=True).parse(html(page, "en"))
