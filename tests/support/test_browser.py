"""The tests of pages are skipped where Chromium has no font."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.support.browser import has_font, launch

if TYPE_CHECKING:
    from playwright.sync_api import Browser


@pytest.mark.skipif(sys.platform != "linux", reason="fonts are found by fontconfig on Linux only")
def test_a_chromium_without_fonts_is_recognized(browser: "Browser", tmp_path: Path):
    """Chromium reads which folders have fonts from the file that FONTCONFIG_FILE names."""
    config = tmp_path / "fonts.conf"
    config.write_text("<fontconfig/>", "utf-8")
    without_fonts = launch(browser.browser_type, env={**os.environ, "FONTCONFIG_FILE": str(config)})
    assert has_font(browser)
    assert not has_font(without_fonts)
    without_fonts.close()
