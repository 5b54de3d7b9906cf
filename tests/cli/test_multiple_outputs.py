"""Several options `-o`: a tree is searched once, and failures of one format do not affect the others."""

import os
from pathlib import Path

import pytest

from tests.support.program import run
from treesolve.cli.multiple_outputs import is_folder_path

TREE = "title: Two plies\ntree: ((6 5) (2 9))\n"


@pytest.fixture
def tree_file(tmp_path: Path) -> Path:
    """Return the path of a small tree."""
    path = tmp_path / "x.tree"
    path.write_text(TREE)
    return path


def test_a_tree_is_searched_once(tree_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """It is written to several files, as a solution or as a picture."""
    from treesolve.search import solution

    searched, search = [], solution.search
    monkeypatch.setattr(solution, "search", lambda *given: searched.append(1) or search(*given))
    assert run("solve", tree_file, "-o", tmp_path / "a.txt", "-o", tmp_path / "b.html").exit_code == 0
    assert run("draw", "--solved", tree_file, "-o", tmp_path / "a.svg", "-o", tmp_path / "b.dot").exit_code == 0

    assert len(searched) == 2


def test_nothing_is_written_if_one_file_is_invalid(tree_file: Path, tmp_path: Path):
    """It has an unknown extension, is in a missing folder, or is an input."""
    for other in ("b.jpg", "missing/b.txt", "x.tree"):
        command = ["draw"] if other == "b.jpg" else ["solve", *(["--best-order"] if other == "x.tree" else [])]
        assert run(*command, tree_file, "-o", tmp_path / "a.txt", "-o", tmp_path / other).exit_code in (1, 2)
        assert [path.name for path in tmp_path.iterdir()] == ["x.tree"]
    assert tree_file.read_text() == TREE


def test_a_failure_in_one_format_does_not_affect_others(tmp_path: Path):
    """A tree that is too wide for one format is drawn in another; missing boards are reported once."""
    wide = tmp_path / "wide.tree"
    wide.write_text("(" + "5 " * 450 + ")")
    result = run("draw", wide, "--style", "boards", "-o", tmp_path / "x.svg", "-o", tmp_path / "x.txt")

    assert result.exit_code == 1
    assert "too-large" not in result.stderr
    assert "text pictures are drawn up to" in result.stderr
    assert result.stderr.count("is called after a board") == 1
    assert (tmp_path / "x.svg").exists()
    assert not (tmp_path / "x.txt").exists()


def test_a_folder_ends_with_a_separator(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    """The separator is a slash on every system, and also a backslash on Windows."""
    ends = [is_folder_path(path) for path in ("steps/", "steps\\", str(tmp_path), "steps")]
    monkeypatch.setattr(os, "sep", "\\")

    assert ends == [True, False, True, False]
    assert is_folder_path("steps\\")
