"""Actions of a visitor of the playground: waiting, entering a tree, choosing a view."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

SMALL = "((6 5) (2 9))"
"""Initial tree of the page in tests."""

WAIT = 120_000
"""Timeout on a busy machine, in milliseconds."""


def is_own(url: str, address: str) -> bool:
    """Return whether a URL belongs to the site, or was created by the page."""
    return url.startswith((address, "blob:", "about:", "data:"))


def wait_until_ready(page: "Page") -> None:
    """Wait until all answers are shown."""
    page.wait_for_timeout(50)
    page.wait_for_selector("html[data-python=ready]", timeout=WAIT, state="attached")
    page.wait_for_timeout(350)


def write(page: "Page", tree: str) -> None:
    """Enter a tree and wait for all answers."""
    page.fill("#tree", tree)
    wait_until_ready(page)


def choose_view(page: "Page", name: str) -> None:
    """Choose a view and wait for its answers."""
    page.click(f"#tab-{name}")
    wait_until_ready(page)
