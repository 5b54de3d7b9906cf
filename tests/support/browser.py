"""A real browser for the tests of HTML pages: Debian's Chromium, driven by Playwright.

    pip install playwright && apt-get install chromium

Where one of them is missing these tests are skipped by name; with TREESOLVE_NEEDS_BROWSER set they fail instead.
"""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

NEEDED = "TREESOLVE_NEEDS_BROWSER"
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ("--no-sandbox", "--disable-gpu")
DESKTOP = {"width": 1280, "height": 900}

OpenPage = Callable[..., "Page"]


def _missing(what: str) -> NoReturn:
    """Skip the test, or fail it where a browser must be there."""
    if os.environ.get(NEEDED):
        pytest.fail(f"{NEEDED} is set, but {what}")
    pytest.skip(what)


@pytest.fixture(scope="session")
def browser() -> Iterator["Browser"]:
    """Chromium; the test is skipped where it or Playwright is not installed."""
    try:
        from playwright.sync_api import sync_playwright
    except ImportError:
        _missing("the Python package playwright is not installed")
    program = next(filter(None, map(shutil.which, PROGRAMS)), None)
    if program is None:
        _missing("no Chromium is installed")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=program, args=list(ARGUMENTS))
        yield started
        started.close()


@pytest.fixture(scope="session")
def shared_page(browser: "Browser") -> "Page":
    """A page that one test after the other uses: a new one takes a process and a third of a second."""
    return browser.new_context(viewport=DESKTOP, offline=True).new_page()


@pytest.fixture
def open_page(browser: "Browser", shared_page: "Page", tmp_path: Path) -> Iterator[OpenPage]:
    """Opens the text of an HTML page as a file, `open_page(text, fragment="#step=3", width=390, color_scheme="dark")`.

    Whatever else it is told goes to the context of a new page of the browser. At the end of the test no page may have
    complained, or have asked for anything but its own file, the network being out of reach. The pages forbid `eval`,
    and so Playwright's `wait_for_function`: wait with `expect` or `wait_for_url`.
    """
    opened_pages: list[Any] = []
    complaints: list[str] = []
    with ExitStack() as afterwards:

        def opened(text: str, fragment: str = "", *, width: int = 1280, height: int = 900, **options: Any) -> "Page":
            file = tmp_path / f"page-{len(opened_pages)}.html"
            file.write_text(text, "utf-8")
            size = {"width": width, "height": height}
            if opened_pages or options:
                context = browser.new_context(viewport=size, offline=True, **options)
                afterwards.callback(context.close)
                page = context.new_page()
            else:
                page = shared_page
                page.set_viewport_size(size)
                afterwards.callback(_leave, page)
            opened_pages.append(page)
            for event, heard in _listeners(file, complaints).items():
                page.on(event, heard)
                afterwards.callback(page.remove_listener, event, heard)
            page.goto(file.as_uri() + fragment)
            return page

        yield opened
    assert complaints == []


def _leave(page: "Page") -> None:
    """Leave the page to the next test as if nobody had been there."""
    page.evaluate("try { localStorage.clear() } catch {}")
    page.emulate_media(media="null", color_scheme="null")
    page.mouse.move(0, 0)


def _listeners(file: Path, complaints: list[str]) -> dict[str, Callable[[Any], None]]:
    """What notes everything that should not happen on the page of a file, by the names of the events."""

    def dismissed(dialog: Any) -> None:
        complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    return {
        "console": lambda message: complaints.append(f"{message.type}: {message.text}"),
        "pageerror": lambda error: complaints.append(f"error: {error}"),
        "dialog": dismissed,
        "request": lambda request: _check_request(request.url, file, complaints),
    }


def _check_request(url: str, file: Path, complaints: list[str]) -> None:
    if url.split("#")[0] != file.as_uri() and not url.startswith("blob:"):
        complaints.append(f"request: {url}")
