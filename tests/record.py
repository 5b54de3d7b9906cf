"""The record: what the program answers to every kind of command line, as digests.

    python -m tests.record               tell which answers have changed
    python -m tests.record --update      record anew
    python -m tests.record --add LINE    record one more command line; repeatable
    python -m tests.record --only TEXT   look only at command lines with this text in them
    python -m tests.record --show        what the first changed command line answered when it was recorded, and now
    python -m tests.record --answer LINE all that comes of a command line

`tests/record.txt` has for each line its exit codes, and digests of standard output, of standard error and of all files
it writes (a dash where there is nothing). Where answers change on purpose, the changed lines of that file say which.

Vocabulary

    line        one or more command lines as for a shell that knows `treesolve`, `echo`, `cat`, pipes, `> FILE`, `;`
                between commands, patterns such as *.tree, and variables such as TREESOLVE_LANGUAGE=de before a command
    outcome     all that comes of a line
    entry       what is recorded of an outcome, as text
    desk        a folder with copies of the exercises, where lines are run one after the other
"""

import contextlib
import difflib
import io
import os
import re
import shlex
import shutil
import subprocess
import sys
import tarfile
import tempfile
from argparse import ArgumentParser, Namespace
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from hashlib import sha256
from multiprocessing import get_context
from pathlib import Path
from time import monotonic
from typing import NamedTuple

from click.testing import CliRunner

from tests.support.places import ROOT
from tests.support.source_prints import install

RECORD = ROOT / "tests" / "record.txt"
MATERIAL = ("exercises", "docs/examples", "tests/broken")
"""The folders whose copies lie on a desk."""

PROCESSES = 2
CHUNK = 8
"""So many lines are handed to a process at once."""

WIDTH = 78
"""Help texts are told as a terminal of 80 columns has them; click leaves two of them free."""

ENVIRONMENT = {"NO_COLOR": "1", "COLUMNS": "80", "TREESOLVE_LANGUAGE": None}
CRASH = "!"
"""Stands for the exit code of a command that ended with an error nobody caught."""

HEADING = "# exit codes, digests of standard output, standard error and files written, and the command line\n"

_THOUGHT = re.compile(rb'("seconds":)(\[[^]]*\]|[-.e\d]+)')
_ESCAPED = re.compile(r"\\n|\\u([0-9a-f]{4})")


class Outcome(NamedTuple):
    """What comes of a line; several commands have several exit codes. `files` are the paths of all files written."""

    codes: str
    stdout: bytes
    stderr: bytes
    files: dict[str, bytes]

    @property
    def entry(self) -> str:
        """The outcome as it is recorded."""
        files = b"".join(
            b"%s\0%d\0%s" % (name.encode(), len(self.files[name]), self.files[name]) for name in self.files
        )
        return " ".join([self.codes, *map(_digest, (self.stdout, self.stderr, files))])

    @property
    def text(self) -> str:
        """The outcome as people read it."""
        named = {"standard output": self.stdout, "standard error": self.stderr, **self.files}
        parts = [f"----- {name}\n{content.decode(errors='replace')}\n" for name, content in named.items() if content]
        return f"----- exit code {self.codes}\n" + "".join(parts)


def _digest(content: bytes) -> str:
    return sha256(content).hexdigest()[:10] if content else "-"


# Running a line


def sit_down(folder: str) -> None:
    """Make a desk in the folder and go there; from now on this process runs lines."""
    install()
    desk = Path(tempfile.mkdtemp(dir=folder)).resolve()
    for part in MATERIAL:
        shutil.copytree(ROOT / part, desk / part, ignore=shutil.ignore_patterns("__pycache__"))
    os.chdir(desk)


def outcome(line: str) -> Outcome:
    """What comes of a line at this process's desk, which is cleared up afterwards."""
    codes, stdout, stderr = [], b"", b""
    for command in parted(shlex.split(line), ";"):
        given = b""
        for words in parted(command, "|"):
            if words[0] in ("echo", "cat"):
                given = _written(words)
                continue
            result = _treesolve(words, given)
            given = result.stdout_bytes
            codes.append(_code(result.exception, result.exit_code))
            stderr += result.stderr_bytes
        stdout += given
    files = {name: _timeless(content) for name, content in _cleared()}
    return Outcome(",".join(codes), _timeless(stdout), stderr, files)


def _timeless(content: bytes) -> bytes:
    """The same without how long players thought, which is another time each time."""
    return _THOUGHT.sub(rb"\1 ...", content)


def parted(words: list[str], sign: str) -> Iterator[list[str]]:
    """The words between signs."""
    while sign in words:
        yield words[: words.index(sign)]
        words = words[words.index(sign) + 1 :]
    yield words


def _written(words: list[str]) -> bytes:
    """What `echo TEXT`, `echo -e TEXT` or `cat FILE` prints; with `> FILE` it goes there, and nothing is printed."""
    target = words[-1] if ">" in words[-2:-1] else None
    told = words[1:-2] if target else words[1:]
    if words[0] == "cat":
        content = b"".join(Path(name).read_bytes() for name in told)
    elif told[0] == "-e":
        content = (_ESCAPED.sub(_meant, " ".join(told[1:])) + "\n").encode()
    else:
        content = (" ".join(told) + "\n").encode()
    if target:
        Path(target).write_bytes(content)
    return b"" if target else content


def _meant(found: re.Match[str]) -> str:
    return "\n" if found[0] == r"\n" else chr(int(found[1], 16))


def _treesolve(words: list[str], given: bytes):
    """The result of a command; words such as TREESOLVE_LANGUAGE=de may stand before it."""
    from treesolve.cli import treesolve

    start = words.index("treesolve")
    environment = {**ENVIRONMENT, **dict(word.split("=", 1) for word in words[:start])}
    arguments = [name for word in words[start + 1 :] for name in matching(word)]
    runner = CliRunner(env=environment)
    return runner.invoke(treesolve, arguments, input=given, prog_name="treesolve", terminal_width=WIDTH)


def matching(word: str) -> list[str]:
    """The files that a pattern stands for; any other word as it is."""
    found = sorted(map(str, Path().glob(word))) if "*" in word else []
    return found or [word]


def _code(error: BaseException | None, code: int) -> str:
    return CRASH if error and not isinstance(error, SystemExit) else str(code)


def _cleared() -> Iterator[tuple[str, bytes]]:
    """All files that lie on the desk beside the copies, which are taken away."""
    copies = {part.split("/")[0] for part in MATERIAL}
    for thing in sorted(Path().iterdir()):
        if thing.name in copies:
            continue
        for path in sorted([thing, *thing.rglob("*")]):
            if path.is_file():
                yield path.as_posix(), path.read_bytes()
        shutil.rmtree(thing) if thing.is_dir() else thing.unlink()


@contextlib.contextmanager
def desks(count: int = PROCESSES) -> Iterator[ProcessPoolExecutor]:
    """Processes at desks of their own, which are gone afterwards."""
    with (
        tempfile.TemporaryDirectory() as folder,
        ProcessPoolExecutor(count, get_context("spawn"), sit_down, (folder,)) as processes,
    ):
        yield processes


def entry(line: str) -> str:
    """What is to be recorded of a line."""
    return outcome(line).entry


# The record


@cache
def recorded() -> dict[str, str]:
    """The entries of the record, by line."""
    entries = {}
    for text in RECORD.read_text("utf-8").splitlines()[1:]:
        *found, line = text.split(" ", 4)
        entries[line] = " ".join(found)
    return entries


@cache
def of_commands() -> Mapping[str, list[str]]:
    """The lines of the record by the command they end with."""
    found = defaultdict(list)
    for line in recorded():
        found[line.rpartition("treesolve ")[2].partition(" ")[0]].append(line)
    return found


def last_words(line: str) -> list[str]:
    """What is said to the last program of a line."""
    return shlex.split(line.rpartition("treesolve ")[2].partition(" ;")[0])


def write(entries: Mapping[str, str]) -> None:
    """Write the record, sorted by lines."""
    told = "".join(f"{entries[line]} {line}\n" for line in sorted(entries))
    RECORD.write_text(HEADING + told, "utf-8")


def changes(before: Mapping[str, str], now: Mapping[str, str]) -> Iterator[str]:
    """A sentence for each line whose answer is another one now, or was not recorded."""
    for line, told in now.items():
        if line not in before:
            yield f"not recorded: {line}"
        elif before[line] != told:
            yield f"{', '.join(_which(before[line], told))}: {line}"


def _which(before: str, now: str) -> Iterator[str]:
    """What differs between two entries."""
    names = ("exit code", "standard output", "standard error", "files")
    for name, one, other in zip(names, before.split(), now.split(), strict=True):
        if one != other:
            yield name


def answer(line: str) -> str:
    """All that comes of a line, as text."""
    return outcome(line).text


def show(line: str) -> Iterator[str]:
    """How the answers to a line differ from those of the commit that recorded them."""
    commit = _git("log", "-1", "--format=%H", "--", str(RECORD)).decode().strip()
    with tempfile.TemporaryDirectory() as folder:
        with tarfile.open(fileobj=io.BytesIO(_git("archive", commit))) as archive:
            archive.extractall(folder, filter="data")
        told = [sys.executable, "-m", "tests.record", "--answer", line]
        environment = {**os.environ, "PYTHONPATH": folder}
        before = subprocess.run(told, cwd=folder, env=environment, capture_output=True, text=True, check=True).stdout
    with desks(1) as processes:
        now = processes.submit(answer, line).result()
    yield f"{line}\n"
    yield from difflib.unified_diff(before.splitlines(True), now.splitlines(True), f"at {commit[:7]}", "now", n=1)


def _git(*words: str) -> bytes:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, check=True).stdout


# The command line


def asked() -> Namespace:
    """What is asked for."""
    parser = ArgumentParser(prog="python -m tests.record", description="What the program answers, as digests.")
    parser.add_argument("--update", action="store_true", help="record anew")
    parser.add_argument("--add", action="append", default=[], metavar="LINE", help="record one more command line")
    parser.add_argument("--only", default="", metavar="TEXT", help="only command lines with this text in them")
    parser.add_argument("--show", action="store_true", help="how the first changed command line answers differently")
    parser.add_argument("--answer", metavar="LINE", help="all that comes of a command line")
    return parser.parse_args()


def main() -> int:
    """Do what is asked for; 1 where something has changed and was not recorded."""
    options = asked()
    if options.answer:
        with desks(1) as processes:
            print(processes.submit(answer, options.answer).result(), end="")
        return 0
    before = recorded()
    chosen = options.add or [line for line in before if options.only in line]
    began = monotonic()
    with desks() as processes:
        now = dict(zip(chosen, processes.map(entry, chosen, chunksize=CHUNK), strict=True))
    told = list(changes(before, now))
    print(*told, f"{len(now)} command lines, {len(told)} changes, {monotonic() - began:.0f} s", sep="\n")
    return _settle(options, before, now, told)


def _settle(options: Namespace, before: Mapping[str, str], now: Mapping[str, str], told: Iterable[str]) -> int:
    """Record or show what has changed; the exit code."""
    if crashed := [line for line, found in now.items() if CRASH in found]:
        print("These end with an error nobody catches, and nothing is recorded:", *crashed, sep="\n")
        return 1
    if options.update or options.add:
        write({**before, **now})
        return 0
    first = next((line for line in now if before.get(line, now[line]) != now[line]), None)
    if options.show and first:
        sys.stdout.writelines(show(first))
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
