"""The playground in a browser, with one visit for all tests of its page."""

from collections.abc import Iterator
from http.server import ThreadingHTTPServer
from typing import TYPE_CHECKING
from urllib.parse import urlencode

import pytest

from tests.playground.site import built_site, served
from tests.playground.visiting import SMALL, WAIT, is_own, wait_until_ready

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page


@pytest.fixture(scope="package")
def server() -> Iterator[ThreadingHTTPServer]:
    """Yield a server of the built playground."""
    with served(built_site()) as found:
        yield found


@pytest.fixture(scope="package")
def address(server: ThreadingHTTPServer) -> str:
    """Return the URL of the playground."""
    return f"http://127.0.0.1:{server.server_port}/"


@pytest.fixture(scope="package")
def asked() -> list[str]:
    """Return the list of the page's requests for other files, and of its errors."""
    return []


@pytest.fixture(scope="package")
def visit(browser: "Browser", address: str, asked: list[str]) -> Iterator["Page"]:
    """Yield the page of a first visit, after Python has started and all files are cached for offline use."""
    context = browser.new_context(viewport={"width": 1440, "height": 900}, accept_downloads=True, locale="en")
    page = context.new_page()
    page.on("console", lambda message: asked.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: asked.append(f"error: {error}"))
    context.on("request", lambda request: None if is_own(request.url, address) else asked.append(request.url))
    page.goto(address)
    assert page.locator(".picture svg").count() == 1 or page.wait_for_selector(".picture svg")
    assert page.locator("html").get_attribute("data-python") == "starting", "the first picture waits for Python"
    page.wait_for_selector("html[data-offline=yes]", timeout=WAIT, state="attached")
    yield page
    context.close()


@pytest.fixture
def page(visit: "Page", address: str) -> "Page":
    """Return the page in its initial state, in English, with the small tree."""
    visit.goto(f"{address}#")
    visit.goto(f"{address}#{urlencode({'tree': SMALL, 'language': 'en', 'view': 'picture'})}")
    visit.evaluate("localStorage.clear()")
    wait_until_ready(visit)
    return visit
