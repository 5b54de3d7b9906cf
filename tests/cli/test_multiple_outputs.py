"""`-o` given several times: a tree is searched once, and what one form refuses others take."""

import os
from pathlib import Path

import pytest

from tests.support.program import run
from treesolve.cli.multiple_outputs import is_folder_path

TREE = "title: Two plies\ntree: ((6 5) (2 9))\n"


@pytest.fixture
def tree_file(tmp_path: Path) -> Path:
    """A small tree in a file."""
    path = tmp_path / "x.tree"
    path.write_text(TREE)
    return path


def test_a_tree_is_searched_once(tree_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """However many files it is written to, as a solution or as a picture."""
    from treesolve.search import solution

    searched, search = [], solution.search
    monkeypatch.setattr(solution, "search", lambda *given: searched.append(1) or search(*given))
    assert run("solve", tree_file, "-o", tmp_path / "a.txt", "-o", tmp_path / "b.html").exit_code == 0
    assert run("draw", "--solved", tree_file, "-o", tmp_path / "a.svg", "-o", tmp_path / "b.dot").exit_code == 0

    assert len(searched) == 2


def test_where_one_file_cannot_be_nothing_is_written(tree_file: Path, tmp_path: Path):
    """An ending nobody writes, a folder that is not there, an input."""
    for other in ("b.jpg", "missing/b.txt", "x.tree"):
        command = ["draw"] if other == "b.jpg" else ["solve", *(["--best-order"] if other == "x.tree" else [])]
        assert run(*command, tree_file, "-o", tmp_path / "a.txt", "-o", tmp_path / other).exit_code in (1, 2)
        assert [path.name for path in tmp_path.iterdir()] == ["x.tree"]
    assert tree_file.read_text() == TREE


def test_what_one_form_refuses_others_take(tmp_path: Path):
    """A tree that is too wide for one picture is drawn in the other; boards are missed once."""
    wide = tmp_path / "wide.tree"
    wide.write_text("(" + "5 " * 450 + ")")
    result = run("draw", wide, "--style", "boards", "-o", tmp_path / "x.svg", "-o", tmp_path / "x.txt")

    assert result.exit_code == 1
    assert "too-large" not in result.stderr
    assert "text pictures are drawn up to" in result.stderr
    assert result.stderr.count("is called after a board") == 1
    assert (tmp_path / "x.svg").exists()
    assert not (tmp_path / "x.txt").exists()


def test_a_folder_ends_as_the_system_has_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """With a slash everywhere; on Windows with a backslash, too."""
    ends = [is_folder_path(path) for path in ("steps/", "steps\\", str(tmp_path), "steps")]
    monkeypatch.setattr(os, "sep", "\\")

    assert ends == [True, False, True, False]
    assert is_folder_path("steps\\")
