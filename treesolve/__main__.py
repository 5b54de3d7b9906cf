"""The program: `treesolve` and `python -m treesolve`."""

import gc
import os
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from treesolve.problem import Problem

COLLECT_AFTER = 200_000
"""So many more objects than before, and the garbage collector looks for cycles among them."""

_STREAMS = {"stdin": "r", "stdout": "w", "stderr": "w"}


def main() -> None:
    """Run the command line.

    A run is short and ends by giving all its memory back. The cyclic garbage collector would only cost time while
    modules are imported, so it waits until there is far more to look at.
    """
    gc.set_threshold(COLLECT_AFTER)
    signal.signal(signal.SIGTERM, _leave)
    _open_closed()
    sys.exit(_flushed(_exit_code()))


def _exit_code() -> int | str | None:
    """What the commands end with; 1 where something is wrong with a file and no command has told of it."""
    from treesolve.cli import treesolve
    from treesolve.problem import InputError, Problem, system_problem

    try:
        treesolve(prog_name="treesolve")
    except SystemExit as end:
        return end.code
    except InputError as error:
        _tell(error.problems)
    except MemoryError:
        _tell([Problem("out-of-memory")])
    except OSError as error:
        _tell([system_problem(error)])
    return 1


def _leave(number: int, _frame: FrameType | None) -> None:
    """Asked to stop: end like any other way out, so that half-written files are cleared away."""
    sys.exit(128 + number)


def _open_closed() -> None:
    """Give a stream that was closed before the program began somewhere to lead to."""
    for name, mode in _STREAMS.items():
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


def _flushed(code: int | str | None) -> int | str | None:
    """The exit code, when standard output has taken all there is: 1 where it does not, and that was not told yet."""
    try:
        sys.stdout.flush()
    except OSError as error:
        _forget_output()
        if not code and not isinstance(error, BrokenPipeError):
            from treesolve.problem import system_problem

            _tell([system_problem(error)])
        return code or 1
    return code


def _forget_output() -> None:
    """Lead standard output to where there is always room: Python writes at its end what nobody has taken yet."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell(problems: "Iterable[Problem]") -> None:
    """Say what is wrong, if anybody can still be told."""
    from treesolve.cli.options import spoken_language
    from treesolve.pages.problem import problem_report

    with suppress(OSError):
        for problem in problems:
            print(problem_report(problem, spoken_language()), file=sys.stderr)


if __name__ == "__main__":
    main()
