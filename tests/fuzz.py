"""Hostile inputs: whatever the bytes, an answer or a sentence, never a traceback, and never for long.

    python -m tests.fuzz [--count N | --seconds S] [--seed N] [--only TARGET] [--jobs N]
    python -m tests.fuzz --readers [--count N | --seconds S] [--seed N]

mutates what each command reads, and hands it to the command. Every surprise is printed with the seed and the input that
bring it back. The default count is for a nightly run; `--seconds` is the time for each target. With `--readers` what is
kept in `tests/corpus` is mutated and read without commands, a hundred times as much in the same time: each notation and
each kind of file by its own reader, and answers are marked, too.
"""

import argparse
import random
import signal
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import chdir, contextmanager
from functools import partial
from itertools import islice
from multiprocessing import get_context
from pathlib import Path
from types import FrameType

from click.testing import CliRunner, Result

from tests.support.fuzz_targets import Target, scratch, targets
from tests.support.readers import MAX_MEGABYTES, MAX_SECONDS, megabytes, oddity_of_reader, reader_inputs
from treesolve.cli import treesolve
from treesolve.model.problem import UNPRINTABLE

FOR_EVER = 60
"""After so many seconds an input is given up."""

MAX_LENGTH = 2048
"""So many bytes an input has at most, but where its original is longer."""

MARKS = '( ) [ ] { } , ; : -> * # " \\ ? x inf - + 0 1/0 ∞−→é王😀\u202e\x85 %s%n {{7*7}} ../../x'

NOISE = [
    *(piece.encode() for piece in MARKS.split()),
    *(b"\n", b"\t", b"\r\n", b" ", b"9" * 50, b"9" * 400, b"." + b"5" * 400, b"1/" + b"9" * 900, b"1e-999", b"1e999"),
    *(b"\x00", b"\x1b[2J", b"\xff", b"\xc3", b"\xef\xbb\xbf"),
    *(b"nan", b"-1", b"0", b"true", b"null", b"''", b"=", b"\\"),
]
"""What may get into any text."""


def mutated(content: bytes, pieces: tuple[bytes, ...], dice: random.Random) -> bytes:
    """Return the content after a few random accidents."""
    most = max(MAX_LENGTH, len(content))
    for _ in range(dice.randint(1, 6)):
        start = dice.randint(0, len(content))
        end = min(len(content), start + dice.choice([0, 0, 1, 1, 2, 8, 40]))
        accident = dice.random()
        if accident < 0.5:
            middle = dice.choice([*pieces, *NOISE])
        elif accident < 0.6:
            middle = bytes([dice.randrange(256)])
        elif accident < 0.85:
            middle = content[start:end] * 2
        else:
            middle = b""
        content = content[:start] + middle + content[end:]
    return content[:most]


def inputs(target: Target, count: int, seed: object) -> Iterator[tuple[bytes, str]]:
    """So many mutated inputs, each with the command line it is for; the same seed gives the same ones."""
    dice = random.Random(f"{seed} {target.name}")
    for _ in range(count):
        yield mutated(dice.choice(target.originals), target.pieces, dice), dice.choice(target.commands)


def command_line(command: str, content: bytes, file: str) -> list[str]:
    """Return the words of a command for an input, which is in that file."""
    typed = content.decode("utf-8", "replace").replace("\0", "")
    return [word.replace("@", file).replace("{}", typed) for word in command.split()]


class TakesForEver(BaseException):
    """An input that no command has finished with."""


def _give_up(_number: int, _frame: FrameType | None) -> None:
    raise TakesForEver


@contextmanager
def giving_up() -> Iterator[None]:
    """What goes on for ever ends with TakesForEver."""
    before = signal.signal(signal.SIGALRM, _give_up)
    signal.alarm(FOR_EVER)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def reader_surprise(name: str, content: bytes) -> str | None:
    """What is wrong with the way a reader took an input; None where nothing is."""
    try:
        with giving_up():
            return oddity_of_reader(name, content)
    except TakesForEver:
        return "takes for ever"


def surprise(target: Target, content: bytes, command: str, folder: Path) -> str | None:
    """What is wrong with the way an input was handled; None where it was handled well."""
    words = command_line(command, content, target.file)
    (folder / target.file).write_bytes(content)
    memory, began = megabytes(), time.process_time()
    try:
        with giving_up(), chdir(folder):
            result = CliRunner().invoke(treesolve, words, input=content)
    except TakesForEver:
        return "takes for ever"
    seconds, more = time.process_time() - began, megabytes() - memory
    if seconds > MAX_SECONDS and not target.has_effort:
        return f"took {seconds:.1f} s"
    if more > MAX_MEGABYTES:
        return f"took {more:.0f} MB"
    return _odd(result)


def _odd(result: Result) -> str | None:
    """What is wrong with how a command ended."""
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        return repr(result.exception)
    if result.exit_code not in (0, 1, 2):
        return f"exit code {result.exit_code}"
    if result.exit_code and not (result.stderr + result.stdout).strip():
        return f"exit code {result.exit_code} without a word"
    if "has gone wrong over this" in result.stderr or "hieran gescheitert" in result.stderr:
        return result.stderr[:400]
    is_binary = result.stdout_bytes.startswith((b"%PDF", b"\x89PNG"))
    printed = result.stderr if is_binary else result.stdout + result.stderr
    found = UNPRINTABLE.search(printed.replace("\r\n", "\n"))
    return f"printed {found[0]!r}" if found else None


def run(name: str, count: int | None, seconds: float | None, seed: int) -> int:
    """Try inputs of a target until so many are done, or the time is up; how many surprises there were."""
    target = targets()[name]
    with scratch(target.beside) as folder:
        tried = (
            (f"{command}\n  {content!r}", surprise(target, content, command, folder))
            for content, command in inputs(target, count or sys.maxsize, seed)
        )
        return told(target.name, tried, seconds)


def run_readers(count: int | None, seconds: float | None, seed: int) -> int:
    """Read inputs of every kind until so many are done, or the time is up; how many surprises there were."""
    tried = (
        (f"{name}: {content!r}", reader_surprise(name, content))
        for name, content in islice(reader_inputs(mutated, seed), count)
    )
    return told("readers", tried, seconds)


def told(name: str, tried: Iterator[tuple[str, str | None]], seconds: float | None) -> int:
    """Try inputs until the time is up; how many surprises there were. Each is printed, and what all of them took."""
    done = surprises = 0
    longest = 0.0
    until = time.monotonic() + seconds if seconds else None
    began = time.process_time()
    while (until is None or time.monotonic() <= until) and (one := next(tried, None)):
        done += 1
        longest, began = max(longest, time.process_time() - began), time.process_time()
        if one[1]:
            surprises += 1
            print(f"{name}, input {done}, {one[0]}\n  {one[1]}", flush=True)
    print(f"{name}: {done} inputs, {surprises} surprises, at most {longest:.2f} s, {megabytes():.0f} MB", flush=True)
    return surprises


def main() -> int:
    """Try many inputs; 1 where there was a surprise."""
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz")
    parser.add_argument("--count", type=int, default=10_000, help="so many inputs for each target")
    parser.add_argument("--seconds", type=float, help="so long for each target, instead of a count")
    parser.add_argument("--seed", type=int, default=time.time_ns())
    parser.add_argument("--only", action="append", help="only these targets")
    parser.add_argument("--readers", action="store_true", help="just readers, without commands")
    parser.add_argument("--jobs", type=int, default=1, help="so many targets at once")
    asked = parser.parse_args()
    print(f"seed {asked.seed}", flush=True)
    if asked.readers:
        return int(bool(run_readers(None if asked.seconds else asked.count, asked.seconds, asked.seed)))
    chosen = [name for name in targets() if not asked.only or name in asked.only]
    one = partial(run, count=None if asked.seconds else asked.count, seconds=asked.seconds, seed=asked.seed)
    with ProcessPoolExecutor(asked.jobs, get_context("spawn"), max_tasks_per_child=1) as pool:
        return int(any(list(pool.map(one, chosen))))


if __name__ == "__main__":
    sys.exit(main())
