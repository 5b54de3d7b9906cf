"""No room any more, at whatever moment it shows: a sentence, exit code 1, and what was there before is still whole."""

import errno
import io
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tests.support.effort import crossed
from tests.support.sheets import write_sheet
from treesolve import __main__
from treesolve.cli import treesolve
from treesolve.model.atomic_file import whole_file
from treesolve.model.problem import InputError
from treesolve.runs.checkpoint import Journal
from treesolve.runs.journal import journal_beside

TREE = "points: values 4, pruned 4\ntree: ((6 5) (2 9) (3 4))\n"
STUDENTS = 60
NO_ROOM = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

COMMANDS = {
    "grade as JSON": ("grade", "x.tree", "answers.csv", "-o", "old/o.json"),
    "grade as CSV": ("grade", "x.tree", "answers.csv", "-o", "old/o.csv"),
    "grade with pages": ("grade", "x.tree", "answers.csv", "-o", "old/o.json", "--report", "old/report"),
    "regrade": ("grade", "--against", "grades.json", "--grades", "old/o.json", "-o", "old/changes.csv"),
    "sheet": ("sheet", "homework.toml", "--variants", "2", "--seed", "1", "-o", "old", "--replace"),
    "solve": ("solve", *["x.tree"] * 20, "-o", "old/o.txt"),
    "solve as PDF": ("solve", "x.tree", "-o", "old/o.pdf"),
    "solve as HTML": ("solve", "x.tree", "-o", "old/o.html"),
    "draw": ("draw", "x.tree", "-o", "old/o.svg"),
    "generate": ("generate", "--shape", "3x3", "--count", "20", "--seed", "1", "-o", "old/trees", "--replace"),
    "practice": ("practice", "x.tree", "-o", "old/o.html"),
    "play": ("play", "simple-nim", "9", "--first", "search", "--second", "search", "-o", "old/o.json"),
    "match": (
        *("play", "simple-nim", "9", "--first", "search", "--second", "search", "--games", "9"),
        *("--format", "json", "-o", "old/o"),
    ),
    "key": ("check", "x.tree", "-o", "old/o.json"),
}
OLD = ("o", "o.json", "o.csv", "o.txt", "o.pdf", "o.html", "o.svg", "key.json", "changes.csv")


class Disk:
    """A disk with room for so many bytes; files on it are buffered as usual, so that errors show when they show."""

    def __init__(self) -> None:
        self.room = sys.maxsize
        self.closes = True

    def fdopen(
        self, descriptor: int, mode: str = "r", *, encoding: str | None = None, newline: str | None = None
    ) -> Any:
        """What `os.fdopen` gives, on this disk."""
        disk = self

        class File(io.FileIO):
            def write(self, content: Any) -> int:
                if not disk.room:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
                written = super().write(bytes(content)[: disk.room])
                disk.room -= written
                return written

            def close(self) -> None:
                is_open = not self.closed
                super().close()
                if is_open and not disk.closes:
                    raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

        raw = File(descriptor, mode.replace("b", ""))
        buffered = io.BufferedRandom(raw) if "+" in mode else io.BufferedWriter(raw)
        return buffered if "b" in mode else io.TextIOWrapper(buffered, encoding=encoding, newline=newline)


@cache
def grades() -> str:
    """The results of the answers in the current folder; they are the same in every test."""
    return run("grade", "x.tree", "answers.csv", "--format", "json").stdout


@pytest.fixture
def disk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Disk:
    """A disk, and a folder `old` on it with what earlier runs have left."""
    monkeypatch.chdir(tmp_path)
    Path("x.tree").write_text(TREE)
    rows = (f"s{number};A=5 B=5 C=2;L4\n" for number in range(STUDENTS))
    Path("answers.csv").write_text("student;values;pruned\n" + "".join(rows))
    write_sheet(tmp_path)
    Path("grades.json").write_text(grades())
    Path("old").mkdir()
    for name in OLD:
        (Path("old") / name).write_text("old")
    disk = Disk()
    monkeypatch.setattr(os, "fdopen", disk.fdopen)
    opened = Path.open

    def open_on_disk(path: Path, mode: str = "r", **how: Any) -> Any:
        if path.suffix != ".part":
            return opened(path, mode, **how)
        return disk.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC), mode, **how)

    monkeypatch.setattr(Path, "open", open_on_disk)
    return disk


def run(*arguments: str) -> Result:
    """A command, which must not end in a traceback."""
    result = CliRunner().invoke(treesolve, arguments)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    return result


def check_full(result: Result) -> None:
    """A sentence that names a file, nothing half-written, and every old file as it was or complete."""
    assert result.exit_code == 1
    assert "The file cannot be written: there is no space left." in result.stderr
    assert "old" in result.stderr.split(": The file")[0]
    assert not list(Path("old").rglob("*.part"))


@pytest.mark.parametrize("name", COMMANDS)
def test_a_full_disk_is_a_sentence(disk: Disk, name: str):
    """Full from the beginning, and full after some bytes; what was there is still there."""
    for room in (0, 100, 3000):
        disk.room = room
        result = run(*COMMANDS[name])
        if room == 0 or result.exit_code:
            check_full(result)
            assert room or {(Path("old") / one).read_text() for one in OLD} == {"old"}


@pytest.mark.parametrize("name", ["grade as JSON", "grade with pages", "sheet", "solve", "generate", "regrade"])
def test_a_disk_that_says_so_at_the_end_is_a_sentence(disk: Disk, name: str):
    """Some systems take all that is written, and tell only when the file is closed."""
    disk.closes = False

    check_full(run(*COMMANDS[name]))
    assert {(Path("old") / one).read_text() for one in OLD} == {"old"}


# The journal


@pytest.fixture
def journal(disk: Disk) -> Iterator[Journal]:
    """A journal with a piece that the disk has taken, and no room for more."""
    journal = Journal(Path("old/.o.json.journal"), "one")
    journal.add("0" * 64, "first")
    journal.flush()
    disk.room = 0
    yield journal
    disk.room = sys.maxsize
    journal.close(finished=False)


@pytest.mark.parametrize(
    "work",
    [
        lambda journal: journal.add("1" * 64, "x" * 100_000),
        lambda journal: (journal.add("1" * 64, "x"), journal.flush()),
        lambda journal: (journal.add("1" * 64, "x"), journal.get("0" * 64)),
    ],
    ids=["add", "flush", "get"],
)
def test_a_journal_that_is_full_is_a_sentence(disk: Disk, journal: Journal, work: Callable[[Journal], object]):
    """Whichever call finds out; what was written before is found again."""
    with pytest.raises(InputError) as refused:
        work(journal)

    problem = refused.value.problems[0]
    assert (problem.code, problem.facts["errno"]) == ("unwritable", "ENOSPC")
    assert problem.source == "old/.o.json.journal"
    journal.close(finished=False)
    disk.room = sys.maxsize
    again = Journal(Path("old/.o.json.journal"), "one")
    assert again.get("0" * 64) == "first"
    again.close(finished=True)


@pytest.mark.parametrize("problem", [None, ZeroDivisionError])
def test_a_journal_that_is_full_at_its_end_hides_nothing(disk: Disk, problem: type[Exception] | None):
    """The first problem is the one that is told; without one, all is done, and the journal goes in any case."""
    with pytest.raises(problem) if problem else nullcontext(), journal_beside(Path("old/o.json"), "one") as journal:
        journal.add("0" * 64, "x")
        disk.room, disk.closes = 0, False
        if problem:
            raise problem

    assert Path("old/.o.json.journal").exists() == bool(problem)


# Other refusals of the system


def test_a_half_written_file_that_cannot_be_taken_away_hides_no_other_problem(
    disk: Disk, monkeypatch: pytest.MonkeyPatch
):
    """A disk that has become read-only refuses that, too."""

    def refuse(*_: object, **__: object) -> None:
        raise OSError(errno.EROFS, os.strerror(errno.EROFS))

    monkeypatch.setattr(Path, "unlink", refuse)

    def fail() -> None:
        with whole_file("old/o.txt") as file:
            file.write("half")
            _ = 1 / 0

    with pytest.raises(ZeroDivisionError):
        fail()


def test_old_sheets_that_cannot_be_taken_away_are_told(disk: Disk, monkeypatch: pytest.MonkeyPatch):
    """After everything is written."""
    run(*COMMANDS["sheet"])
    Path("old/sheets/left.pdf").write_text("left")

    def refuse(path: Path, **_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(path))

    monkeypatch.setattr(Path, "unlink", refuse)
    result = run(*COMMANDS["sheet"])
    assert (result.exit_code, "you have no permission" in result.stderr) == (1, True)


@pytest.mark.parametrize(
    "line",
    [
        "solve x.tree -o {}.txt",
        "grade x.tree answers.csv -o {}",
        "grade {} answers.csv",
        "generate --shape 2x2 -o {}",
        "sheet homework.toml -o {}",
        "draw x.tree -o {}.svg",
    ],
)
def test_a_name_that_is_too_long_is_a_sentence(disk: Disk, line: str):
    """For the system, that is: it says so at the most different moments."""
    result = run(*line.format("a" * 300).split())

    assert (result.exit_code, result.stderr.strip().endswith("its name is too long.")) == (1, True)


# Standard output


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device that is always full")
@pytest.mark.parametrize(
    ("arguments", "unbuffered"),
    crossed(
        [("solve", "x.tree"), ("--help",), ("solve", "--help"), ("list", "schemas", "key"), ("--version",)], ["", "1"]
    ),
)
def test_standard_output_on_a_full_disk_is_a_sentence(tmp_path: Path, arguments: tuple[str, ...], unbuffered: str):
    """Once, whoever has written, and also where Python would find out when all else is over."""
    (tmp_path / "x.tree").write_text(TREE)
    surroundings = {**os.environ, "PYTHONUNBUFFERED": unbuffered, "TREESOLVE_LANGUAGE": "de"}
    command = [sys.executable, "-m", "treesolve", *arguments]
    with Path("/dev/full").open("w") as full:
        result = subprocess.run(
            command, stdout=full, stderr=subprocess.PIPE, text=True, cwd=tmp_path, env=surroundings, check=False
        )

    told = "-: Die Datei lässt sich nicht schreiben: es ist kein Platz mehr.\n"
    assert (result.returncode, result.stderr) == (1, told)


def test_what_nobody_takes_at_the_very_end_is_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """The exit code says so; where the run failed before, it was told before."""

    class Full(io.StringIO):
        def flush(self) -> None:
            raise NO_ROOM

    monkeypatch.setattr(sys, "stdout", Full())
    assert __main__._exit_code_after_flush(0) == 1
    assert capsys.readouterr().err == "-: The file cannot be written: there is no space left.\n"
    assert __main__._exit_code_after_flush(2) == 2
    assert capsys.readouterr().err == ""


@pytest.mark.skipif(os.name == "nt", reason="streams are closed in a shell")
@pytest.mark.parametrize("closing", [">&-", "2>&-", ">&- 2>&-", "<&-"])
def test_closed_streams_are_no_reason_to_stop(tmp_path: Path, closing: str):
    """Whoever closes standard output does not want to read it."""
    (tmp_path / "x.tree").write_text(TREE)
    line = f'"{sys.executable}" -m treesolve solve x.tree -o x.txt {closing}'
    result = subprocess.run(["sh", "-c", line], capture_output=True, text=True, cwd=tmp_path, check=False)

    assert (result.returncode, result.stderr) == (0, "")
    assert (tmp_path / "x.txt").read_text("utf-8").startswith("Lecture aima")
