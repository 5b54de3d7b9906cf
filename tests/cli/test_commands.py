"""The commands as a user runs them: output, output files and exit codes."""

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.places import ROOT, exercise_files
from tests.support.program import run
from treesolve.cli import treesolve

TREE = "((6 5) (2 9))"


def process(*arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
    """Run a command in a new process."""
    return subprocess.run(
        [sys.executable, "-m", "treesolve", *arguments], capture_output=True, text=True, check=False, **options
    )


@pytest.fixture
def tree_file(tmp_path: Path) -> Path:
    """Return the path of a small tree."""
    path = tmp_path / "x.tree"
    path.write_text(f"title: Two plies\ntree: {TREE}\n")
    return path


# solve


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_an_unreadable_file_is_reported(tree_file: Path):
    """The message about missing permission gives the system's reason."""
    tree_file.chmod(0)

    assert "cannot be read: you have no permission." in run("solve", str(tree_file)).stderr


def test_an_invalid_path_is_reported():
    """The system refuses the path."""
    assert "cannot be read: its name is too long." in run("solve", "x" * 3000).stderr
    assert "There is no such file." in run("solve", "").stderr


# -o


def test_a_run_without_results_leaves_an_old_file_alone(tmp_path: Path):
    """A run without output does not empty the file."""
    target = tmp_path / "old.txt"
    target.write_text("old")

    assert run("solve", "no.tree", "-o", str(target)).exit_code == 1
    assert [path.name for path in tmp_path.iterdir()] == ["old.txt"]
    assert target.read_text() == "old"


def test_wrong_usage_touches_nothing(tree_file: Path, tmp_path: Path):
    """Usage errors are raised before any file is opened."""
    target = tmp_path / "out.json"
    target.write_text("old")

    assert run("solve", str(tree_file), "-c", "nobody", "-o", str(target)).exit_code == 2
    assert run("solve", str(tree_file), "-c", "minimax:cut=strict", "-o", str(target)).exit_code == 2
    assert target.read_text() == "old"


def test_an_output_file_keeps_its_permissions_and_its_links(tree_file: Path, tmp_path: Path):
    """A replaced file keeps its mode, and a link stays a link."""
    target, link = tmp_path / "private.txt", tmp_path / "link.txt"
    target.write_text("old")
    target.chmod(0o600)
    link.symlink_to(target)

    run("solve", str(tree_file), "-o", str(link))

    assert link.is_symlink()
    assert target.read_text("utf-8").startswith("Two plies")
    assert stat.S_IMODE(target.stat().st_mode) == 0o600


def test_output_can_go_to_a_device(tree_file: Path):
    """A path that is not a regular file is written to, not replaced."""
    assert run("solve", str(tree_file), "-o", "/dev/null").exit_code == 0
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


# check, compare, conventions, format, schema


# The program as a whole


def test_a_closed_pipe_ends_quietly():
    """`treesolve solve ... | head -1` prints no traceback."""
    files = " ".join(str(path) for path in exercise_files() * 5)
    line = f"{sys.executable} -m treesolve solve --format json {files} | head -c 10"
    result = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False, cwd=ROOT)

    assert result.stdout == '{"schema":'
    assert result.stderr == ""


def test_shell_completion_is_offered():
    """Click's completion script names the program."""
    result = CliRunner(env={"_TREESOLVE_COMPLETE": "bash_source"}).invoke(treesolve, prog_name="treesolve")

    assert "_treesolve_completion" in result.stdout

    def completed(*words: str) -> str:
        asked = {
            "_TREESOLVE_COMPLETE": "bash_complete",
            "COMP_WORDS": " ".join(words),
            "COMP_CWORD": str(len(words) - 1),
        }
        return CliRunner(env=asked).invoke(treesolve, prog_name="treesolve").stdout

    assert completed("treesolve", "solve", "ex").startswith("file,")
    assert completed("treesolve", "solve", "-c", "cs").split() == ["plain,cs188"]
    assert "plain,lang" in completed("treesolve", "list", "conventions", "l")
    assert completed("treesolve", "list", "f").split() == ["plain,formats", "plain,filter"]
    assert completed("treesolve", "list", "games", "s").split() == ["plain,simple-nim"]


def test_an_unreadable_file_is_reported_once(tmp_path: Path, tree_file: Path):
    """Among submissions, it has one message."""
    (tmp_path / "x.txt").write_text("")
    found = run("grade", str(tree_file), str(tmp_path / "x.txt"))

    assert (found.exit_code, found.stderr.count("x.txt:")) == (1, 1)
