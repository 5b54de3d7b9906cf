"""A real browser for the tests of HTML pages: Debian's Chromium, driven by Playwright.

    pip install playwright && apt-get install chromium

Where one of them is missing, or Chromium finds no font, these tests are skipped by name; with TREESOLVE_NEEDS_BROWSER
set they fail instead.
"""

import os
import shutil
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import pytest

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserType, Page

NEEDED = "TREESOLVE_NEEDS_BROWSER"
PROGRAMS = ("chromium", "chromium-browser", "google-chrome")
ARGUMENTS = ("--no-sandbox", "--disable-gpu")
DESKTOP = {"width": 1280, "height": 900}

NATURAL: dict[str, Any] = {"media": "null", "color_scheme": "null", "reduced_motion": "null"}
"""What the shared page can be told, and what it is like where it is told nothing."""

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
    if not any(map(shutil.which, PROGRAMS)):
        _missing("no Chromium is installed")
    with sync_playwright() as playwright:
        started = launch(playwright.chromium)
        if not has_font(started):
            started.close()
            _missing("Chromium finds no font")
        yield started
        started.close()


def launch(chromium: "BrowserType", **options: Any) -> "Browser":
    """Start the installed Chromium."""
    program = next(filter(None, map(shutil.which, PROGRAMS)))
    return chromium.launch(executable_path=program, args=list(ARGUMENTS), **options)


def has_font(browser: "Browser") -> bool:
    """Whether Chromium can show text. Without any font it crashes, at the latest on the first text field."""
    from playwright.sync_api import Error

    try:
        page = browser.new_page()
        width = page.evaluate("document.createElement('canvas').getContext('2d').measureText('text').width")
        page.close()
    except Error:
        return False
    return bool(width > 0)


def wait_until(page: "Page", condition: str, argument: object = None, seconds: float = 30) -> None:
    """Wait until a script's condition holds. `wait_for_function` needs `eval`, which our pages forbid."""
    deadline = time.monotonic() + seconds
    while not page.evaluate(condition, argument):
        assert time.monotonic() < deadline, f"still not so after {seconds} seconds: {condition}"
        page.wait_for_timeout(20)


@pytest.fixture(scope="session")
def shared_page(browser: "Browser") -> "Page":
    """A page that one test after the other uses: a new one takes a process and a third of a second."""
    return browser.new_context(viewport=DESKTOP, offline=True).new_page()


@pytest.fixture
def open_page(browser: "Browser", shared_page: "Page", tmp_path: Path) -> Iterator[OpenPage]:
    """Opens the text of an HTML page as a file, `open_page(text, fragment="#step=3", width=390, color_scheme="dark")`.

    It is always the same page of the browser, unless it is told something that only a new one can be told. At the end
    of the test no page may have complained, or have asked for anything but its own file, the network being out of
    reach. The pages forbid `eval`, and so Playwright's `wait_for_function`: wait with `expect` or `wait_until`.
    """
    complaints: list[str] = []
    opened_files: set[str] = set()
    with ExitStack() as afterwards:
        heard: set[Any] = set()

        def opened(text: str, fragment: str = "", *, width: int = 1280, height: int = 900, **options: Any) -> "Page":
            file = tmp_path / f"page-{len(opened_files)}.html"
            file.write_text(text, "utf-8")
            opened_files.add(file.as_uri())
            size = {"width": width, "height": height}
            if options.keys() <= NATURAL.keys():
                page = shared_page
                page.set_viewport_size(size)
                page.emulate_media(**(NATURAL | options))
            else:
                context = browser.new_context(viewport=size, offline=True, **options)
                afterwards.callback(context.close)
                page = context.new_page()
            if page not in heard:
                heard.add(page)
                afterwards.enter_context(_overheard(page, opened_files, complaints))
            page.goto(file.as_uri() + fragment)
            return page

        yield opened
        if shared_page in heard:
            shared_page.evaluate("try { localStorage.clear() } catch {}")
            shared_page.mouse.move(0, 0)
    assert complaints == []


@contextmanager
def _overheard(page: "Page", files: set[str], complaints: list[str]) -> Iterator[None]:
    """Note everything that should not happen on a page of these files."""

    def dismissed(dialog: Any) -> None:
        complaints.append(f"dialog: {dialog.message}")
        dialog.dismiss()

    def requested(request: Any) -> None:
        if request.url.split("#")[0] not in files and not request.url.startswith("blob:"):
            complaints.append(f"request: {request.url}")

    listeners: dict[Any, Callable[[Any], None]] = {
        "console": lambda message: complaints.append(f"{message.type}: {message.text}"),
        "pageerror": lambda error: complaints.append(f"error: {error}"),
        "dialog": dismissed,
        "request": requested,
    }
    for event, listener in listeners.items():
        page.on(event, listener)
    yield
    for event, listener in listeners.items():
        page.remove_listener(event, listener)


def out_of_reach(page: "Page") -> list[tuple[str, str]]:
    """What axe-core says against a page by day and by night: each rule, with the first element that breaks it."""
    from axe_playwright_python.base import AXE_SCRIPT

    found = []
    page.evaluate(AXE_SCRIPT)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        found += page.evaluate("axe.run()")["violations"]
    return [(each["id"], each["nodes"][0]["html"]) for each in found]
