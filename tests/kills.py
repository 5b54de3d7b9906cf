"""Runs killed at random moments: the same command, started again, ends as if nothing had been.

    python -m tests.kills [--count N] [--seed N] [--only COMMAND]

grades, prints, converts and generates, in one process or in several, all of which are killed at once. Whatever is then
half-written, or missing, doubled or left over after the restart, is printed with the command and the moment.
"""

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from tests.support.writing_commands import (
    CONVERTING,
    GENERATING,
    GRADING,
    PRINTING,
    Command,
    Files,
    files,
    in_new_folder,
    workplace,
)

COMMANDS: tuple[Command, ...] = (
    ("grade", "x.tree", "some.csv", "--jobs", "2", "-o", "new/o.json", "--report", "new/pages"),
    ("sheet", "homework.toml", "--variants", "3", "--seed", "1", "--jobs", "2", "-o", "new/sheets"),
    ("grade", "x.tree", "many.csv", "--jobs", "2", "-o", "new/o.json", "-o", "new/o.csv"),
    ("grade", "x.tree", "many.csv", "--jobs", "1", "-o", "new/o.md"),
    ("generate", "--shape", "3x3x3", "--want", "pruned=9..12", "--count", "300", "--seed", "1", "-o", "new"),
    *(
        in_new_folder(one)
        for one in (*GRADING.values(), *PRINTING.values(), *CONVERTING.values(), *GENERATING.values())
        if "-o" in one
    ),
)
_MOST_SECONDS = 300


class Moment(NamedTuple):
    """When a command is killed, as a share of the time that it takes."""

    command: Command
    share: float


class Whole(NamedTuple):
    """What a command writes where nobody kills it, and the seconds it takes."""

    files: Files
    seconds: float


def larger_workplace(place: Path) -> Path:
    """A folder with everything that the commands read."""
    for name, count in (("many.csv", 3000), ("some.csv", 12)):
        rows = (f"s{number};A=3 B={number % 9};L{number % 8 + 1}\n" for number in range(count))
        (place / name).write_text("student;values;pruned\n" + "".join(rows))
    return workplace(place)


def moments(count: int, seed: object, only: str | None = None) -> Iterator[Moment]:
    """So many moments, drawn; each line of commands has its turn, or only those of one command."""
    dice = random.Random(f"{seed}")
    lines = [line for line in COMMANDS if only in (None, line[0])]
    for number in range(count):
        yield Moment(lines[number % len(lines)], dice.random())


def started(command: Command, place: Path) -> "subprocess.Popen[str]":
    """The program in a process and a session of its own."""
    words = [sys.executable, "-m", "treesolve", *command]
    pipes = {"stdout": subprocess.DEVNULL, "stderr": subprocess.PIPE}
    return subprocess.Popen(words, cwd=place, text=True, start_new_session=True, **pipes)


def finished(command: Command, place: Path) -> Whole:
    """What stands in the folder when the command has ended well. Raises ChildProcessError where it has not."""
    began = time.monotonic()
    process = started(command, place)
    _, told = process.communicate(timeout=_MOST_SECONDS)
    if process.returncode:
        raise ChildProcessError(f"exit code {process.returncode}: {told}")
    return Whole(files(place), time.monotonic() - began)


def surprise(moment: Moment, origin: Path, whole: Whole) -> str | None:
    """What is wrong after a command was killed and started again; None where all is well."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(shutil.copytree(origin, Path(folder) / "place"))
        process = started(moment.command, place)
        time.sleep(moment.share * whole.seconds)
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        left = [path for path, content in files(place).items() if content != whole.files.get(path)]
        torn = [path for path in left if not Path(path).name.startswith(".")]
        if torn:
            return f"half-written: {torn}"
        try:
            found = finished(moment.command, place).files
        except ChildProcessError as error:
            return f"not started again: {error}"
        differing = sorted(path for path in {*found, *whole.files} if found.get(path) != whole.files.get(path))
        return f"other files than without: {differing}" if differing else None


def surprises(count: int, seed: object, only: str | None = None) -> Iterator[tuple[Moment, str | None]]:
    """So many moments, of all commands or of one, each with what was wrong."""
    with tempfile.TemporaryDirectory() as folder:
        origin = larger_workplace(Path(folder))
        known: dict[Command, Whole] = {}
        for moment in moments(count, seed, only):
            if moment.command not in known:
                with tempfile.TemporaryDirectory() as whole:
                    place = shutil.copytree(origin, Path(whole) / "place")
                    known[moment.command] = finished(moment.command, place)
            yield moment, surprise(moment, origin, known[moment.command])


def main() -> int:
    """Kill many runs; 1 where there was a surprise."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills")
    parser.add_argument("--count", type=int, default=200, help="so many runs are killed")
    parser.add_argument("--seed", type=int, default=time.time_ns())
    parser.add_argument("--only", choices=sorted({line[0] for line in COMMANDS}), help="only this command")
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)
    done = wrong = 0
    for moment, found in surprises(asked.count, asked.seed, asked.only):
        done += 1
        if found:
            wrong += 1
            print(f"{' '.join(moment.command)}, killed after {moment.share:.3f} of its time\n  {found}", flush=True)
    print(f"{done} runs killed, {wrong} surprises")
    return int(bool(wrong))


if __name__ == "__main__":
    sys.exit(main())
