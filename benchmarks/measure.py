"""Timing that a busy machine disturbs as little as possible, and the table of what came out."""

import gc
import json
import os
import resource
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from time import process_time
from typing import Any, NamedTuple

WATCH = Path(__file__).with_name("watch.py")


class Row(NamedTuple):
    """One line of the table: `figures` holds one number a round; `absence` is why there are none."""

    what: str
    figures: tuple[float, ...]
    bar: float | None = None
    unit: str = ""
    absence: str = ""

    @property
    def verdict(self) -> str:
        """Whether the median meets the bar: "yes", "NO", or nothing where there is no bar."""
        if self.bar is None or not self.figures:
            return ""
        return "yes" if median(self.figures) <= self.bar else "NO"


Section = tuple[str, list[Row]]
"""A heading, and the rows under it."""


# Pieces inside this process


def timed_rounds(pieces: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """For each piece its seconds in every round; one round before them is not counted.

    The seconds are those on processors. The pieces take turns, every other round backwards, so that what slows the
    machine down slows all of them. The garbage collector is off while they run; what a piece returns is thrown away
    after its time is taken.
    """
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        seconds: dict[str, list[float]] = {name: [] for name in pieces}
        for number in range(rounds + 1):
            for name in sorted(pieces, reverse=number % 2 == 1):
                taken = _seconds(pieces[name])
                if number:
                    seconds[name].append(taken)
        return seconds
    finally:
        gc.enable()
        gc.unfreeze()


def _seconds(piece: Callable[[], object]) -> float:
    begin = process_time() + processor_seconds()
    result = piece()
    end = process_time() + processor_seconds()
    del result
    return end - begin


def ratios(numerators: Sequence[float], denominators: Sequence[float]) -> tuple[float, ...]:
    """Return the ratio of each round."""
    return tuple(one / other for one, other in zip(numerators, denominators, strict=True))


# Whole processes


ELSEWHERE = tempfile.gettempdir()
"""Where processes run: in a checkout `python -m treesolve` would find the sources, not what is installed."""


class Watched(NamedTuple):
    """How long a process took, how much of that on processors, its peak of memory, and what it printed."""

    seconds: float
    processor: float
    mebibytes: float
    printed: str


def watched(command: Sequence[str]) -> Watched:
    """Return the command, run by a small process of its own: a child is charged with the memory of who started it."""
    told = subprocess.run(
        [sys.executable, str(WATCH), *command],
        env=_environment(),
        cwd=ELSEWHERE,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    facts: dict[str, Any] = json.loads(told.stdout)
    return Watched(**facts)


def paired_commands(one: Sequence[str], other: Sequence[str], rounds: int) -> tuple[float, ...]:
    """Return the ratios of two commands' processor time, run by turns; each has run once before, so bytecode is
    there.
    """
    _command_seconds(one)
    _command_seconds(other)
    taken = []
    for number in range(rounds):
        if number % 2:
            second, first = _command_seconds(other), _command_seconds(one)
        else:
            first, second = _command_seconds(one), _command_seconds(other)
        taken.append(first / second)
    return tuple(taken)


def _command_seconds(command: Sequence[str]) -> float:
    before = processor_seconds()
    subprocess.run(command, env=_environment(), cwd=ELSEWHERE, stdout=subprocess.DEVNULL, check=True)
    return processor_seconds() - before


def processor_seconds() -> float:
    """What all processes that were started and have ended took on processors, whoever else used these meanwhile."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _environment() -> dict[str, str]:
    """Return the environment as it is, but letting Python keep its bytecode, as an installed program's is kept."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


# The table


def table(sections: Sequence[Section]) -> str:
    """All rows under their headings, in aligned columns."""
    heads = ("", "median", "min to max", "bar", "met")
    cells = [heads]
    for heading, rows in sections:
        cells += [(), (heading,), *map(_cells, rows)]  # type: ignore[list-item]
    widths = [max(len(line[column]) for line in cells if len(line) == len(heads)) for column in range(len(heads))]
    return "\n".join(_line(line, widths) for line in cells)


def _cells(row: Row) -> tuple[str, ...]:
    if not row.figures:
        return f"  {row.what}", row.absence, "", _bar(row), ""
    spread = f"{_shown(min(row.figures))} to {_shown(max(row.figures))}" if len(row.figures) > 1 else ""
    return f"  {row.what}", f"{_shown(median(row.figures))}{row.unit}", spread, _bar(row), row.verdict


def _bar(row: Row) -> str:
    return "" if row.bar is None else f"{row.bar:g}{row.unit}"


def _shown(figure: float) -> str:
    """Three digits are all a busy machine can vouch for."""
    return f"{figure:.0f}" if figure >= 100 else f"{figure:.1f}" if figure >= 10 else f"{figure:.2f}"


def _line(line: Sequence[str], widths: Sequence[int]) -> str:
    if len(line) < len(widths):
        return "".join(line)
    first = line[0].ljust(widths[0])
    return "  ".join([first, *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))]).rstrip()
