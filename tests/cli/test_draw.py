"""The command `treesolve draw`, and its common features with solve: extensions, folders, terminals, progress."""

import os
import pty
import re
import select
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.places import ROOT
from tests.support.program import run
from treesolve.notation.reader import read
from treesolve.search.solution import solve

TREE = "((6 5) (2 9))"

BEGINNINGS = {
    ".txt": b"MAX ",
    ".svg": b"<svg xmlns=",
    ".pdf": b"%PDF-1.",
    ".png": b"\x89PNG\r\n",
    ".tex": b"\\documentclass",
    ".typ": b"#set document(",
    ".dot": b"graph tree {",
    ".gv": b"graph tree {",
}


def names(folder: Path) -> list[str]:
    """Return the names of the files in a folder."""
    return sorted(path.name for path in folder.iterdir())


@pytest.fixture
def tree_file(tmp_path: Path) -> Path:
    """Return the path of a small tree."""
    path = tmp_path / "x.tree"
    path.write_text(f"title: Two plies\ntree: {TREE}\n")
    return path


@pytest.fixture
def untouched(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Make reading a tree fail."""

    def refuse(*_: object) -> None:
        raise AssertionError("a tree was read")

    monkeypatch.setattr("treesolve.notation.reader.read", refuse)
    monkeypatch.setattr("treesolve.cli.command_run.read_tree_argument", refuse)
    return


# Forms and files


@pytest.mark.parametrize("ending", BEGINNINGS)
@pytest.mark.parametrize("options", [(), ("--step", "3", "--style", "shapes=circles,paper=letter")])
def test_the_extension_selects_the_format(tree_file: Path, tmp_path: Path, ending: str, options: tuple[str, ...]):
    """Every format of pictures is tried."""
    path = tmp_path / f"out{ending.upper() if options else ending}"
    result = run("draw", str(tree_file), *options, "-o", str(path))

    assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
    assert path.read_bytes().startswith(BEGINNINGS[ending])
    assert path.stat().st_mode & 0o111 == 0


# Folders


@pytest.mark.parametrize(("form", "ending"), [(None, ".svg"), ("pdf", ".pdf"), ("text", ".txt"), ("latex", ".tex")])
def test_a_folder_gets_a_file_for_each_tree(tree_file: Path, tmp_path: Path, form: str | None, ending: str):
    """Files are named after the trees; a missing folder is created."""
    other = tmp_path / "y.v2.tree"
    other.write_text("(1 2)")
    options = ("--format", form) if form else ()
    result = run("draw", str(tree_file), str(other), "-", *options, "-o", f"{tmp_path}/new/deep/", stdin="(3 4)")

    assert (result.exit_code, result.stderr) == (0, "")
    folder = tmp_path / "new" / "deep"
    assert names(folder) == [f"tree{ending}", f"x{ending}", f"y.v2{ending}"]
    assert all(path.read_bytes().startswith(BEGINNINGS[ending]) for path in folder.iterdir())


# Steps


def test_steps_are_those_of_the_search(tree_file: Path):
    """Steps range from before the first to the last; each picture is a frame of the animation."""
    steps = len(solve(read(TREE)).step_events)
    pictures = {run("draw", str(tree_file), "--step", str(step), "--format", "svg").stdout for step in range(steps + 1)}
    assert len(pictures) == steps + 1
    assert all(picture.count("data-node=") == 7 for picture in pictures)
    assert len({re.search("viewBox=.*?>", picture)[0] for picture in pictures}) == 1
    for step in (steps + 1, 1000):
        result = run("draw", str(tree_file), "--step", str(step))
        assert result.exit_code == 1
        assert result.stderr.startswith(f"{tree_file}: ")
        assert f"step {step} " in result.stderr
        assert f" {steps} steps" in result.stderr
    assert run("draw", str(tree_file), "--step", "-1").exit_code == 2


# Nothing is lost


@pytest.mark.parametrize("command", ["draw", "solve"])
@pytest.mark.parametrize("place", ["missing/x.pdf", "x.tree/y.pdf"])
def test_an_unwritable_path_is_reported_before_work_starts(
    tree_file: Path, tmp_path: Path, command: str, place: str, untouched: None
):
    """No tree is read."""
    result = run(command, str(tree_file), "-o", str(tmp_path / place))

    assert result.exit_code == 1
    assert "cannot be written" in result.stderr
    assert names(tmp_path) == ["x.tree"]


@pytest.mark.parametrize("command", ["draw", "solve"])
def test_an_input_is_never_the_output(tmp_path: Path, command: str):
    """It is recognized by its name, through a link, and in a folder."""
    path = tmp_path / "x.txt"
    path.write_text(TREE)
    (tmp_path / "link.txt").symlink_to(path)
    (tmp_path / "hard.txt").hardlink_to(path)
    for target in ("x.txt", "link.txt", "hard.txt", "sub/../x.txt"):
        (tmp_path / "sub").mkdir(exist_ok=True)
        result = run(command, str(path), "-o", str(tmp_path / target))
        assert result.exit_code == 1
        assert "input" in result.stderr
    if command == "draw":
        assert run("draw", str(path), "--format", "text", "-o", f"{tmp_path}/").exit_code == 1
    assert path.read_text() == TREE


# Terminals


class Terminal:
    """A command whose standard streams are connected to a terminal, as selected by `streams`."""

    def __init__(self, arguments: list[str], streams: str = "oe", program: list[str] | None = None, **env: str) -> None:
        self.master, slave = pty.openpty()
        pipe = subprocess.PIPE
        self.process = subprocess.Popen(
            [sys.executable, *(program or ["-m", "treesolve"]), *arguments],
            stdin=subprocess.DEVNULL,
            stdout=slave if "o" in streams else pipe,
            stderr=slave if "e" in streams else pipe,
            env={**os.environ, "PYTHONPATH": str(ROOT), "TERM": "xterm-256color", "COLUMNS": "100", **env},
        )
        os.close(slave)

    def output(self, seconds: float = 60) -> str:
        """Return everything printed to the terminal until the command ends."""
        found, end = b"", time.monotonic() + seconds
        while time.monotonic() < end:
            ready, _, _ = select.select([self.master], [], [], 0.1)
            try:
                found += os.read(self.master, 65536) if ready else b""
            except OSError:
                break
        _, errors = self.process.communicate(timeout=60)
        self.errors = (errors or b"").decode()
        os.close(self.master)
        return found.decode(errors="replace")


@pytest.mark.parametrize("arguments", ["draw --format png", "solve --slides --format pdf", "practice"])
def test_bytes_are_not_written_to_a_terminal(tree_file: Path, arguments: str):
    """A message is printed instead."""
    terminal = Terminal([*arguments.split(), str(tree_file)])
    shown = terminal.output()

    assert terminal.process.returncode == 1
    assert "%PDF" not in shown
    assert "PNG\r" not in shown
    assert "<html" not in shown
    assert "terminal" in shown
    assert "-o" in shown


SLOW = """
import time
from treesolve.search import solution
from treesolve.cli import command_run, treesolve
command_run.PATIENCE, command_run._TICK = PATIENCE, 0.05
search = solution.search
def slowly(*arguments):
    time.sleep(SECONDS)
    return search(*arguments)
solution.search = slowly
treesolve()
"""


def slow(tmp_path: Path, seconds: float) -> list[str]:
    """Return a program whose searches take some seconds, with progress shown after a third of that time."""
    path = tmp_path / "slow.py"
    path.write_text(f"SECONDS, PATIENCE = {seconds}, {seconds / 3 or 100}{SLOW}")
    return [str(path)]


@pytest.mark.long
@pytest.mark.parametrize(("streams", "seconds"), [("e", 0.0), ("e", 0.6), ("", 0.6)])
def test_progress_is_shown_on_a_terminal_after_a_while(tree_file: Path, tmp_path: Path, streams: str, seconds: float):
    """It is not shown in pipes or during short runs, and it is cleared at the end and before messages."""
    (tmp_path / "bad.tree").write_text("((6 5")
    files = [str(tree_file), str(tmp_path / "bad.tree"), str(tree_file)]
    terminal = Terminal(["solve", *files, "-o", str(tmp_path / "x.txt")], streams, slow(tmp_path, seconds))
    shown = terminal.output()

    assert terminal.process.returncode == 1
    if seconds and streams:
        assert re.search(r"\r█*░+ \d/3  \d s", shown)
        assert re.search(r"\r +\r[^\r]*bad.tree:1:\d: ", shown)
        assert shown.endswith(" \r")
    else:
        assert "░" not in shown + terminal.errors
        assert "bad.tree:1:" in shown + terminal.errors
