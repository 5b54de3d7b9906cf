"""What a visitor of the playground does: waits, writes a tree, goes to a view."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from playwright.sync_api import Page

SMALL = "((6 5) (2 9))"
"""The tree with which a page begins in tests."""

WAIT = 120_000
"""Milliseconds that a busy machine may take."""


def is_own(url: str, address: str) -> bool:
    """Whether something asked for is of the site, or was made by the page itself."""
    return url.startswith((address, "blob:", "about:", "data:"))


def wait_until_ready(page: "Page") -> None:
    """Until nothing is worked at any more, and shown."""
    page.wait_for_timeout(50)
    page.wait_for_selector("html[data-python=ready]", timeout=WAIT, state="attached")
    page.wait_for_timeout(350)


def write(page: "Page", tree: str) -> None:
    """Have the tree in the field, and all answers."""
    page.fill("#tree", tree)
    wait_until_ready(page)


def choose_view(page: "Page", name: str) -> None:
    """Go to a view, and wait for its answers."""
    page.click(f"#tab-{name}")
    wait_until_ready(page)
