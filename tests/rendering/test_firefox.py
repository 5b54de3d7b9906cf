"""Pages in Firefox open and can be played to the end without errors."""

from pathlib import Path

import pytest

from tests.rendering.test_trainer_page import page
from tests.support.firefox import Firefox
from tests.support.plays import exercise_to_play
from treesolve.rendering.practice_page import practice_document

PLAYED = """
for (let turn = 0; turn < 500 && !document.querySelector(".play-check").hidden; turn++) {
    document.querySelector(".play-tell").click();
    document.querySelector(".play-check").click();
}
return document.querySelector(".play-status").textContent;
"""
"""Plays a search to its end with all answers shown."""


def opened(firefox: Firefox, folder: Path, page: str) -> None:
    """Open the HTML of a page as a file."""
    file = folder / "page.html"
    file.write_text(page, "utf-8")
    firefox.open(file.as_uri())


@pytest.mark.long
def test_a_trainer_is_played(firefox: Firefox, tmp_path: Path):
    """The trees are decompressed, one is played to its end, the next one differs, and the progress is saved."""
    opened(firefox, tmp_path, page("cs188"))
    firefox.wait("return document.querySelector('.play-question').textContent")
    assert "The search is finished" in firefox.run(PLAYED)
    kept = "return Object.keys(localStorage).map((key) => [key, JSON.parse(localStorage.getItem(key))])"
    first = {key.rpartition("-")[2]: value for key, value in firefox.run(kept)}["current"]["tree"]
    firefox.run("document.querySelector('.trainer-next button').click()")
    assert {key.rpartition("-")[2]: value for key, value in firefox.run(kept)}["current"]["tree"] != first
    assert firefox.run("return document.querySelector('.trainer-progress tbody').rows.length") > 3


@pytest.mark.long
def test_a_practice_page_is_filled_in_and_played(firefox: Firefox, tmp_path: Path):
    """A value is checked, and the search is played to its end."""
    exercise, _ = exercise_to_play("cut")
    opened(firefox, tmp_path, "".join(practice_document([exercise])))
    field = "document.querySelector('[data-field=\"1\"]')"
    firefox.run(f"{field}.value = '7'; {field}.dispatchEvent(new Event('input', {{bubbles: true}}))")
    firefox.run("document.querySelector('.check').click()")
    assert firefox.run("return document.querySelector('[data-told=values]').textContent")
    firefox.run("document.querySelector('.ways input[value=play]').click()")
    assert "The search is finished" in firefox.run(PLAYED)
