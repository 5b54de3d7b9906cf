"""Timing that is robust on a busy machine, and the table of results."""

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
    """One row of the table: `figures` has a number for each round; `absence` is the reason if there are none."""

    what: str
    figures: tuple[float, ...]
    bar: float | None = None
    unit: str = ""
    absence: str = ""

    @property
    def verdict(self) -> str:
        """Whether the median meets the bar: "yes", "NO", or "" without a bar."""
        if self.bar is None or not self.figures:
            return ""
        return "yes" if median(self.figures) <= self.bar else "NO"


Section = tuple[str, list[Row]]
"""A heading, and the rows under it."""


# Functions in this process


def timed_rounds(functions: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Return the processor time of each function in every round, in seconds, after one warm-up round.

    The functions take turns, in reverse order in every other round, so that other load affects all of them. The garbage
    collector is off meanwhile; results are deleted outside the measured time.
    """
    gc.collect()
    gc.freeze()
    gc.disable()
    try:
        seconds: dict[str, list[float]] = {name: [] for name in functions}
        for number in range(rounds + 1):
            for name in sorted(functions, reverse=number % 2 == 1):
                elapsed = _seconds(functions[name])
                if number:
                    seconds[name].append(elapsed)
        return seconds
    finally:
        gc.enable()
        gc.unfreeze()


def _seconds(function: Callable[[], object]) -> float:
    begin = process_time() + processor_seconds()
    result = function()
    end = process_time() + processor_seconds()
    del result
    return end - begin


def ratios(numerators: Sequence[float], denominators: Sequence[float]) -> tuple[float, ...]:
    """Return the ratio of each round."""
    return tuple(one / other for one, other in zip(numerators, denominators, strict=True))


# Whole processes


ELSEWHERE = tempfile.gettempdir()
"""Working directory of processes: in a checkout, `python -m treesolve` would not run the installed package."""


class Watched(NamedTuple):
    """The wall-clock time, processor time, peak memory and stdout of a process."""

    seconds: float
    processor: float
    mebibytes: float
    printed: str


def watched(command: Sequence[str]) -> Watched:
    """Measure a command, started by a small process because peak memory includes that of the parent."""
    run = subprocess.run(
        [sys.executable, str(WATCH), *command],
        env=_environment(),
        cwd=ELSEWHERE,
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    facts: dict[str, Any] = json.loads(run.stdout)
    return Watched(**facts)


def paired_commands(one: Sequence[str], other: Sequence[str], rounds: int) -> tuple[float, ...]:
    """Return the ratios of two commands' processor times, run in turns after one warm-up run that compiles bytecode."""
    _command_seconds(one)
    _command_seconds(other)
    found = []
    for number in range(rounds):
        if number % 2:
            second, first = _command_seconds(other), _command_seconds(one)
        else:
            first, second = _command_seconds(one), _command_seconds(other)
        found.append(first / second)
    return tuple(found)


def _command_seconds(command: Sequence[str]) -> float:
    before = processor_seconds()
    subprocess.run(command, env=_environment(), cwd=ELSEWHERE, stdout=subprocess.DEVNULL, check=True)
    return processor_seconds() - before


def processor_seconds() -> float:
    """Return the total processor time of all finished child processes, which other load does not affect."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _environment() -> dict[str, str]:
    """Return the environment with Python's bytecode cache enabled, as for an installed program."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


# The table


def table(sections: Sequence[Section]) -> str:
    """Return all rows under their headings, in aligned columns."""
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
    """Return a figure with at most three digits, which is the precision on a busy machine."""
    return f"{figure:.0f}" if figure >= 100 else f"{figure:.1f}" if figure >= 10 else f"{figure:.2f}"


def _line(line: Sequence[str], widths: Sequence[int]) -> str:
    if len(line) < len(widths):
        return "".join(line)
    first = line[0].ljust(widths[0])
    return "  ".join([first, *(cell.rjust(width) for cell, width in zip(line[1:], widths[1:], strict=True))]).rstrip()
