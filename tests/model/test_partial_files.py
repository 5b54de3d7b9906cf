"""The part of a file that is being written: nobody else's is touched, and what killed runs have left goes."""

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

pytest.importorskip("fcntl", reason="here nobody can tell whether a part is still being written")

WRITING = """
import sys, time
from treesolve.model.atomic_file import atomic_write
with atomic_write(sys.argv[1]) as file:
    file.write("half" * 10_000)
    print("writing", flush=True)
    time.sleep(600)
"""
"""A run that never comes to its end."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder that is empty."""
    monkeypatch.chdir(tmp_path)


class Run:
    """A run in the middle of writing `x.txt`."""

    def __init__(self) -> None:
        command = [sys.executable, "-c", WRITING, "x.txt"]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        assert self.process.stdout.readline() == "writing\n"

    def kill(self) -> None:
        """End it without a chance to clear up."""
        self.process.kill()
        self.process.wait()
        self.process.stdout.close()


@pytest.fixture
def running() -> Iterator[Run]:
    """A run that is writing."""
    run = Run()
    yield run
    run.kill()


def names() -> list[str]:
    """What is in the folder."""
    return sorted(path.name for path in Path().iterdir())


def parts(folder: str = ".") -> list[str]:
    """Return the parts in a folder."""
    return sorted(str(path) for path in Path(folder).rglob("*.part"))


def put(text: str) -> None:
    """Write the file that others are writing."""
    with atomic_write("x.txt") as file:
        file.write(text)


def test_what_a_killed_run_has_left_goes_with_the_next_one(running: Run):
    """Whoever writes the same file takes it over."""
    running.kill()
    assert parts() == [".x.txt.part"]

    put("whole")
    assert names() == ["x.txt"]
    assert Path("x.txt").read_text() == "whole"


def test_a_run_that_writes_is_left_alone(running: Run):
    """Whoever comes second is told, and nothing of the first one is lost."""
    with pytest.raises(InputError) as refused:
        put("ours")
    assert refused.value.problems[0].code == "unwritable"

    assert parts() == [".x.txt.part"]
    running.process.send_signal(signal.SIGINT)
    running.process.wait()
    assert parts() == []


def test_nothing_is_left_in_folders_either(running: Run):
    """Of pages, sheets and keys; each by the run that writes the same file."""
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
def test_where_nothing_can_be_locked_files_are_written_all_the_same(has_locks, monkeypatch: pytest.MonkeyPatch):
    """On Windows, and on systems of files without locks."""

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOLCK, os.strerror(errno.ENOLCK))

    monkeypatch.setattr(module.fcntl, "flock", refuse)
    monkeypatch.setattr(module, "HAS_LOCKS", has_locks)
    put("whole")
    assert names() == ["x.txt"]
    assert Path("x.txt").read_text() == "whole"


@pytest.mark.parametrize("make", [Path.mkdir, lambda path: path.symlink_to("precious")])
def test_what_only_has_the_name_of_a_part_is_left_alone(make):
    """A folder, a link to something that matters: nothing is written then."""
    Path("precious").write_text("precious")
    make(Path(".x.txt.part"))

    with pytest.raises(InputError):
        put("whole")
    assert Path("precious").read_text() == "precious"
    assert parts() == [".x.txt.part"]


def test_a_file_with_another_name_is_nobodys_part():
    """It would be emptied under both names."""
    Path("precious").write_text("precious")
    os.link("precious", ".x.txt.part")

    with pytest.raises(InputError):
        put("whole")
    assert Path("precious").read_text() == "precious"


def test_a_folder_that_is_missing_is_told():
    """As before."""
    with pytest.raises(InputError) as refused, atomic_write("no/x.txt"):
        pass
    assert refused.value.problems[0].code == "unwritable"
