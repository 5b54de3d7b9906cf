"""Hostile inputs: whatever the bytes, an answer or a sentence, never a traceback.

    python -m tests.fuzz [COUNT] [SEED]

mutates tree files, solves and formats what comes out, and stops at the first surprise. The default count is for a
nightly run.
"""

import random
import sys
import time
from collections.abc import Iterator

from click.testing import CliRunner

from tests.golden import broken_files
from tests.places import exercise_files
from treesolve.cli import treesolve

MARKS = '( ) [ ] { } , ; : -> * # " \\ ? x inf - + 0 1/0 ∞−→é王😀\u202e %s%n {{7*7}} ../../x'

PIECES = [
    *(piece.encode() for piece in MARKS.split()),
    *(b"1/2 *", b"MAX ", b"chance", b"\n", b"\t", b"\r\n", b" ", b"9" * 50, b"tree:", b"title:", b"levels: MAX"),
    *(b"shape: 2 2\n", b"leaves: 1 2", b"convention: lang\n", b"convention: unit\n", b"points: best 1\n"),
    *(b"9" * 400, b"." + b"5" * 400, b"1/" + b"9" * 900, b"chance(", b"shape:" + b" 9" * 2000, b"0 *", b"levels: MIN"),
    *(b"\x00", b"\x1b[2J", b"\xff", b"\xc3", b"\xef\xbb\xbf"),
]


def seeds() -> list[bytes]:
    """The inputs that are mutated: good trees, broken trees, nothing."""
    return [path.read_bytes() for path in [*exercise_files(), *broken_files()] if path.stat().st_size < 3000] + [b""]


def mutated(content: bytes, dice: random.Random) -> bytes:
    """The content after a few random accidents."""
    for _ in range(dice.randint(1, 6)):
        start = dice.randint(0, len(content))
        end = min(len(content), start + dice.choice([0, 0, 1, 1, 2, 8, 40]))
        accident = dice.random()
        if accident < 0.5:
            middle = dice.choice(PIECES)
        elif accident < 0.7:
            middle = bytes([dice.randrange(256)])
        elif accident < 0.85:
            middle = content[start:end] * 2
        else:
            middle = b""
        content = content[:start] + middle + content[end:]
    return content


def inputs(count: int, seed: int) -> Iterator[bytes]:
    """So many mutated inputs; the same seed gives the same ones."""
    dice = random.Random(seed)
    originals = seeds()
    for _ in range(count):
        yield mutated(dice.choice(originals), dice)


def surprise(content: bytes) -> str | None:
    """What is wrong with the way an input was handled; None where it was handled well."""
    commands = (
        ["solve", "-"],
        ["solve", "-", "--format", "json", "-c", "aima"],
        ["check", "-"],
        ["compare", "-"],
        ["format", "-"],
    )
    for command in commands:
        result = CliRunner().invoke(treesolve, command, input=content)
        if result.exception is not None and not isinstance(result.exception, SystemExit):
            return f"{command}: {result.exception!r}"
        if result.exit_code not in (0, 1):
            return f"{command}: exit code {result.exit_code}"
        if result.exit_code == 1 and not result.stderr.startswith("-:") and not result.stderr.startswith("./"):
            return f"{command}: said only {result.stderr[:200]!r}"
        if "\x1b" in result.stdout + result.stderr or "\x00" in result.stdout + result.stderr:
            return f"{command}: printed a control character"
    return None


def main() -> int:
    """Try many inputs; 1 at the first surprise."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
    seed = int(sys.argv[2]) if len(sys.argv) > 2 else time.time_ns()
    print(f"{count} inputs, seed {seed}")
    for number, content in enumerate(inputs(count, seed), 1):
        found = surprise(content)
        if found:
            print(f"input {number}: {content!r}\n{found}")
            return 1
        if number % 1000 == 0:
            print(f"{number} done", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
