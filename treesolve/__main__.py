"""The program: `treesolve` and `python -m treesolve`."""

import atexit
import gc
import os
import signal
import sys
from contextlib import suppress
from io import TextIOWrapper
from typing import TYPE_CHECKING, NoReturn

from treesolve.model.interruption import (
    Stopped,
    acknowledge_stop,
    exit_on_signals,
    find_stop_request,
    restore_signal_defaults,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from treesolve.model.problem import Problem

COLLECT_AFTER = 200_000
"""So many more objects than before, and the garbage collector looks for cycles among them."""

_STREAMS = {"stdin": "r", "stdout": "w", "stderr": "w"}


def program() -> NoReturn:
    """Run the command line as a process of its own, which ends when that is done.

    Python would take all modules apart first, which is a tenth of the time of a small run. Of a run that was stopped
    in its midst something may hang on the wish to stop, and clears its files away when it is collected.
    """
    code = 0
    try:
        main()
    except SystemExit as end:
        code = int(end.code or 0)
    if code > 128:
        gc.collect()
    atexit._run_exitfuncs()
    os._exit(code)


def main() -> NoReturn:
    """Run the command line.

    A run is short and ends by giving all its memory back. The cyclic garbage collector would only cost time while
    modules are imported, so it waits until there is far more to look at.
    """
    gc.set_threshold(COLLECT_AFTER)
    try:
        exit_on_signals()
        _reopen_closed_streams()
        _spell_what_streams_cannot_carry()
        code = _exit_code_after_flush(_exit_code())
    except BaseException as error:  # where a signal strikes a class in the making, Python makes another error of it
        stop_request = find_stop_request(error)
        if stop_request is None:
            raise
        acknowledge_stop()
        code = 128 + (stop_request.number if isinstance(stop_request, Stopped) else signal.SIGINT)
        _discard_output()
    restore_signal_defaults()
    if code == 128 + signal.SIGINT and hasattr(signal, "pthread_sigmask"):
        # Python sends itself this signal at the end where it has struck while a string was executed.
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    sys.exit(code)


def _exit_code() -> int:
    """What the command ends with; 1 where something is wrong with a file and no command has told of it."""
    from click import Abort, ClickException  # all of it after signals are handled

    from treesolve import cli
    from treesolve.model.problem import InputError, Problem, os_error_problem

    try:
        return cli.treesolve.main(prog_name="treesolve", standalone_mode=False) or 0
    except ClickException as error:
        error.show()
        return error.exit_code
    except Abort:  # what click makes of Ctrl-C
        acknowledge_stop()
        return 128 + signal.SIGINT
    except SystemExit as end:
        return int(end.code or 0)
    except InputError as error:
        _tell_problems(error.problems)
    except MemoryError:
        _tell_problems([Problem("out-of-memory")])
    except OSError as error:
        _tell_problems([os_error_problem(error)])
    return 1


# Standard streams


def _reopen_closed_streams() -> None:
    """Give a stream that was closed before the program began somewhere to lead to."""
    for name, mode in _STREAMS.items():
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


def _spell_what_streams_cannot_carry() -> None:
    """Leave streams of UTF-8 as they are, and have others carry what they can."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and not stream.encoding.lower().startswith("utf"):
            from treesolve.model.text_encoding import TRANSLITERATE  # most terminals take UTF-8

            stream.reconfigure(errors=TRANSLITERATE)


def _exit_code_after_flush(code: int) -> int:
    """Return the exit code, when standard output has taken all there is: 1 where it does not, and that was not told
    yet.
    """
    try:
        sys.stdout.flush()
    except OSError as error:
        _discard_output()
        if not code and not isinstance(error, BrokenPipeError):
            from treesolve.model.problem import os_error_problem  # only after an error

            _tell_problems([os_error_problem(error)])
        return code or 1
    return code


def _discard_output() -> None:
    """Lead standard output to where there is always room: Python writes at its end what nobody has taken yet."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell_problems(problems: "Iterable[Problem]") -> None:
    """Say what is wrong, if anybody can still be told."""
    from treesolve.cli.lecturer_defaults import current_language  # only after an error
    from treesolve.rendering.problem_sentence import problem_report

    with suppress(OSError):
        for problem in problems:
            print(problem_report(problem, current_language()), file=sys.stderr)


if __name__ == "__main__":
    program()
