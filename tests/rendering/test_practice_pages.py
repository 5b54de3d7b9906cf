"""Practice pages from Python equal those of the command line."""

from pathlib import Path

import pytest

import treesolve as ts
from tests.support.program import run

TEXT = "((6 5) (2 9))"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working directory with two trees and a trainer."""
    (tmp_path / "x.tree").write_text(TEXT)
    (tmp_path / "y.tree").write_text("((5 6) (9 2))")
    (tmp_path / "trainer.toml").write_text("trees = 3\nseed = 5\nskills = ['values']\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def printed(*line: str) -> str:
    """Return the output of the command."""
    result = run("practice", *line)
    assert result.exit_code == 0, result.output
    return result.stdout


def test_a_page_is_that_of_the_command_line(folder: Path):
    """A page with several trees and chosen questions in German equals that of the command."""
    found = ts.practice(Path("x.tree"), Path("y.tree"), ask="values, best", convention="cs188")
    found.save("door.html", language="de", shapes="circles")
    line = ["x.tree", "y.tree", "--ask", "values,best", "-c", "cs188", "--language", "de", "--style", "shapes=circles"]

    assert (folder / "door.html").read_text("utf-8") == printed(*line)
    assert [one.best and one.best.name for one in found.solutions] == ["B", "B"]
    assert repr(found) == "<Practice: 2 trees>"


def test_a_trainer_is_that_of_the_command_line():
    """A trainer from a file equals that of the command; the render option sets the language if the file does not."""
    found = ts.practice(trainer=Path("trainer.toml"), convention="cs188")

    assert found.render("html", language="de") == printed(
        "--trainer", "trainer.toml", "-c", "cs188", "--language", "de"
    )


@pytest.mark.parametrize(
    ("arguments", "said", "message"),
    [
        ((), {}, "A tree is text"),
        ((TEXT,), {"ask": "valeus"}, "Did you mean “values”?"),
        ((TEXT,), {"trainer": True}, "by one TOML file, or by none"),
        (("(5)",), {"ask": ["pruned"], "convention": "minimax"}, "no"),
        ((), {"trainer": Path("trainr.toml")}, "There is no such file"),
    ],
)
def test_what_cannot_be_practised_is_told_at_once(arguments: tuple[str, ...], said: dict[str, object], message: str):
    """Errors are raised at the call, not when the page is rendered."""
    with pytest.raises(ts.InputError, match=message):
        ts.practice(*arguments, **said)  # type: ignore[arg-type]
