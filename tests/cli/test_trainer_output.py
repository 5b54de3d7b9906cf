"""The option `treesolve practice --trainer`: the default trainer, a TOML file, and errors."""

import re
from itertools import islice
from pathlib import Path

import pytest

from tests.rendering.test_trainer_page import data
from tests.support.program import run
from treesolve.authoring.trainer_pool import pool
from treesolve.cli import trainer_output


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change to a folder with a small trainer."""
    monkeypatch.chdir(tmp_path)
    Path("small.toml").write_text('title = "Mine"\nconvention = "lang"\nsize = "small"\ntrees = 5\n', "utf-8")


def test_a_file_describes_the_trainer():
    """Its convention overrides the option; the option's language is the default."""
    result = run("practice", "--trainer", "small.toml", "-c", "aima", "--language", "de", "-o", "page.html")
    assert (result.exit_code, result.stderr) == (0, "")
    page = Path("page.html").read_text("utf-8")
    found = data(page)
    assert (found["lecture"], found["language"], len(found["trees"])) == ("lang", "de", 5)
    assert {tree["size"] for tree in found["trees"]} == {"small"}
    assert re.search("<title>Mine</title>", page)


def test_the_default_trainer_needs_no_file(monkeypatch: pytest.MonkeyPatch):
    """It has the option's convention and is written to stdout; the test uses few trees."""
    monkeypatch.setattr(trainer_output, "pool", lambda trainer: islice(pool(trainer), 5))
    result = run("practice", "--trainer", "-c", "cs188")
    assert (result.exit_code, data(result.stdout)["lecture"]) == (0, "cs188")


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (("--trainer", "small.toml", "small.toml"), 2, "one TOML file, or by none"),
        (("--trainer", "-c", "minimax"), 1, "There is nothing to play under minimax"),
        (("--trainer", "none.toml"), 1, "There is no such file"),
        (("--trainer", "wrong.toml"), 1, "wrong.toml:2:1"),
        ((), 2, "wants the files of the trees"),
    ],
)
def test_an_invalid_trainer_is_reported(arguments: tuple[str, ...], code: int, message: str):
    """An existing page is not changed."""
    Path("wrong.toml").write_text("trees = 4\nhelp = 9\n", "utf-8")
    Path("page.html").write_text("older", "utf-8")
    result = run("practice", *arguments, "-o", "page.html")
    assert result.exit_code == code
    assert message in result.stderr
    assert Path("page.html").read_text("utf-8") == "older"
