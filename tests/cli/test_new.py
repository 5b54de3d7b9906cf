"""The command `treesolve new`: the exam works, and existing files are not replaced."""

import re
import shlex
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from treesolve.cli import treesolve
from treesolve.cli.new import FILES
from treesolve.grading.rubric_file import read_rubric
from treesolve.model.resources import languages


def run(line: str) -> Result:
    """Run a command line."""
    return CliRunner().invoke(treesolve, shlex.split(line)[1:])


@pytest.mark.parametrize("language", languages())
def test_the_suggested_commands_work(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """They compare conventions, print a sheet, and grade an answer with its key and the rubric."""
    monkeypatch.chdir(tmp_path)
    message = run(f"treesolve new --language {language}")
    lines = re.findall(r"^  (treesolve .*)$", message.stdout, re.MULTILINE)

    assert [line.split()[1] for line in lines] == ["solve", "sheet", "grade"]
    for line in lines:
        done = run(line)
        assert (done.exit_code, done.stderr) == (0, ""), line
    assert Path("exam.pdf").read_bytes().startswith(b"%PDF")
    assert Path("exam.tree").read_text("utf-8").count("#") > 2


@pytest.mark.parametrize("language", languages())
def test_the_commented_out_settings_work(language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """They add a random tree to the sheet, and set all fields of the rubric."""
    monkeypatch.chdir(tmp_path)
    run(f"treesolve new --language {language}")
    for name in ("exam.toml", "rubric.toml"):
        text = Path(name).read_text("utf-8")
        Path(name).write_text(re.sub(r"^# (?=\[\[task\]\]|[a-z-]+ = )", "", text, flags=re.MULTILINE), "utf-8")
    done = run("treesolve sheet exam.toml --variants 2 --seed 1 -o exam")

    assert (done.exit_code, done.stderr) == (0, "")
    assert read_rubric(Path("rubric.toml")).grades


@pytest.mark.parametrize("name", FILES)
def test_nothing_is_overwritten(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """If one of the files exists, none is written."""
    monkeypatch.chdir(tmp_path)
    Path(name).write_text("mine")
    done = run("treesolve new")

    assert done.exit_code == 1
    assert name in done.stderr
    assert Path(name).read_text() == "mine"
    assert [path.name for path in tmp_path.iterdir()] == [name]
