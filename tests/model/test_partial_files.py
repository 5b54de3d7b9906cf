"""Part files: those of running processes are not touched, those of killed processes are reused."""

import errno
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from tests.support.sheets import write_sheet
from treesolve.cli import treesolve
from treesolve.model import atomic_file as module
from treesolve.model.atomic_file import atomic_write
from treesolve.model.problem import InputError
from treesolve.workflows.page_folder import OutputFolder, write_file

pytest.importorskip("fcntl", reason="needs locks to detect that a part is being written")

WRITING = """
import sys, time
from treesolve.model.atomic_file import atomic_write
with atomic_write(sys.argv[1]) as file:
    file.write("half" * 10_000)
    print("writing", flush=True)
    time.sleep(600)
"""
"""A script that never finishes writing."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty folder."""
    monkeypatch.chdir(tmp_path)


class Run:
    """A process in the middle of writing `x.txt`."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", WRITING, "x.txt"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "writing\n"

    def kill(self) -> None:
        """Kill the process without cleanup."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture
def running() -> Iterator[Run]:
    """A process that is writing."""
    run = Run()
    yield run
    run.kill()


def names() -> list[str]:
    """Return the names of the files in the folder."""
    return sorted(path.name for path in Path().iterdir())


def parts(folder: str = ".") -> list[str]:
    """Return the part files in a folder."""
    return sorted(str(path) for path in Path(folder).rglob("*.part"))


def put(text: str) -> None:
    """Write `x.txt`."""
    with atomic_write("x.txt") as file:
        file.write(text)


def test_the_part_of_a_killed_run_is_reused(running: Run):
    """The next process that writes the same file takes it over."""
    running.kill()
    assert parts() == [".x.txt.part"]

    put("whole")
    assert names() == ["x.txt"]
    assert Path("x.txt").read_text() == "whole"


def test_a_file_being_written_is_not_touched(running: Run):
    """A second process fails, and the first one loses nothing."""
    with pytest.raises(InputError) as refused:
        put("ours")
    assert refused.value.problems[0].code == "unwritable"

    assert parts() == [".x.txt.part"]
    running.process.send_signal(signal.SIGINT)
    running.process.wait()
    assert parts() == []


def test_parts_in_output_folders_are_reused(running: Run):
    """Pages, sheets and keys reuse the parts of killed runs."""
    running.kill()
    left = Path(".x.txt.part")
    for name in ("page.html", "sheets/x.pdf", "key.json"):
        path = Path("out") / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.with_name(f".{path.name}.part").write_bytes(left.read_bytes())
    OutputFolder("out").write("page.html", "page")
    write_file(Path("out/sheets/x.pdf"), b"sheet")
    write_sheet(Path())
    arguments = ["sheet", "homework.toml", "-o", "out", "--seed", "1", "--replace"]
    assert CliRunner().invoke(treesolve, arguments).exit_code == 0

    assert parts("out") == []
    assert Path("out/page.html").read_text() == "page"


@pytest.mark.parametrize("has_locks", [True, False])
def test_files_are_written_without_locks(has_locks, monkeypatch: pytest.MonkeyPatch):
    """Windows and some file systems have no locks."""

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(module.fcntl, "flock", refuse)
    monkeypatch.setattr(module, "HAS_LOCKS", has_locks)
    put("whole")
    assert names() == ["x.txt"]
    assert Path("x.txt").read_text() == "whole"


@pytest.mark.parametrize("make", [Path.mkdir, lambda path: path.symlink_to("precious")])
def test_a_folder_or_link_with_the_name_of_a_part_is_left_alone(make):
    """Nothing is written in this case."""
    Path("precious").write_text("precious")
    make(Path(".x.txt.part"))

    with pytest.raises(InputError):
        put("whole")
    assert Path("precious").read_text() == "precious"
    assert parts() == [".x.txt.part"]


def test_a_hard_link_with_the_name_of_a_part_is_left_alone():
    """Writing would empty the file under both names."""
    Path("precious").write_text("precious")
    os.link("precious", ".x.txt.part")

    with pytest.raises(InputError):
        put("whole")
    assert Path("precious").read_text() == "precious"


def test_a_missing_folder_is_reported():
    """The problem is "unwritable"."""
    with pytest.raises(InputError) as refused, atomic_write("no/x.txt"):
        pass
    assert refused.value.problems[0].code == "unwritable"
