"""Fixtures that several test modules share."""

from tests.browser import browser, open_page

__all__ = ["browser", "open_page"]
