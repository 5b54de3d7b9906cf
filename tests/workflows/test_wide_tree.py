"""Trees that are too wide for the paper, from the command line."""

from pathlib import Path

import pytest

from tests.support.program import run

WIDE = "(" + "5 " * 120 + ")"

TOO_WIDE = {
    "en": "The tree of task 1 is too wide for a page, even turned and shrunk. Use a smaller tree.",
    "de": "Der Baum von Aufgabe 1 ist zu breit für eine Seite, auch gedreht und verkleinert.",
}


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change to a folder with the tree."""
    monkeypatch.chdir(tmp_path)
    Path("wide.tree").write_text(WIDE)


@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("language", TOO_WIDE)
def test_a_sheet_with_a_tree_that_is_too_wide_is_refused(language: str, jobs: str):
    """No exercise is printed without its tree."""
    result = run("sheet", "--shape", "120", "--variants", "2", "--jobs", jobs, "--seed", "1", "--language", language)
    assert result.exit_code == 1
    assert TOO_WIDE[language] in result.stderr
    assert not [path for path in Path().rglob("*") if path.suffix in (".pdf", ".json")]


@pytest.mark.parametrize("form", ["pdf", "typ", "tex"])
def test_a_picture_that_is_too_wide_is_refused(form: str):
    """The message names its file and says what to do; SVG can be drawn."""
    result = run("draw", "wide.tree", "-o", f"wide.{form}")
    assert result.exit_code == 1
    assert result.stderr.startswith("wide.tree: The tree is too wide for a page")
    assert ".svg" in result.stderr
    assert run("draw", "wide.tree", "-o", "wide.svg").exit_code == 0


@pytest.mark.parametrize("form", ["typ", "tex", "html"])
def test_a_solution_says_that_its_tree_is_too_wide(form: str):
    """The message replaces the picture; the steps are written, and HTML shows the tree."""
    assert run("solve", "wide.tree", "-o", f"wide.{form}").exit_code == 0
    text = Path(f"wide.{form}").read_text("utf-8").replace("\\-", "-").replace("{-}", "-")
    assert "The tree is too wide for a page." in text
    assert (">L120<" in text) == (form == "html")
