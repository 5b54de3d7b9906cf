"""The entry point of `treesolve` and `python -m treesolve`."""

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
"""Threshold of the cyclic garbage collector: number of new objects before it runs."""

_STREAMS = {"stdin": "r", "stdout": "w", "stderr": "w"}


def program() -> NoReturn:
    """Run the command line and exit the process at once.

    Skipping the teardown of modules saves a tenth of the time of a small run. After an interruption, garbage is
    collected before the exit, because objects referenced by the exception may still have to remove temporary files.
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
    """Run the command line and raise SystemExit.

    The threshold of the cyclic garbage collector is raised, because collecting costs time in short runs and gains
    nothing.
    """
    gc.set_threshold(COLLECT_AFTER)
    try:
        exit_on_signals()
        _reopen_closed_streams()
        _transliterate_unencodable_text()
        code = _exit_code_after_flush(_exit_code())
    except BaseException as error:  # Python wraps a signal's exception if it is raised while a class is created
        stop_request = find_stop_request(error)
        if stop_request is None:
            raise
        acknowledge_stop()
        code = 128 + (stop_request.number if isinstance(stop_request, Stopped) else signal.SIGINT)
        _discard_output()
    restore_signal_defaults()
    if code == 128 + signal.SIGINT and hasattr(signal, "pthread_sigmask"):
        # Python resends this signal at exit if it arrived while a string was executed.
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    sys.exit(code)


def _exit_code() -> int:
    """Run the command and return its exit code. InputErrors that the command did not handle are reported."""
    from click import Abort, ClickException  # imported after signal handlers are installed

    from treesolve import cli
    from treesolve.model.problem import InputError, Problem, os_error_problem

    try:
        return cli.treesolve.main(prog_name="treesolve", standalone_mode=False) or 0
    except ClickException as error:
        error.show()
        return error.exit_code
    except Abort:  # raised by click for Ctrl-C
        acknowledge_stop()
        return 128 + signal.SIGINT
    except SystemExit as end:
        return int(end.code or 0)
    except InputError as error:
        _report_problems(error.problems)
    except MemoryError:
        _report_problems([Problem("out-of-memory")])
    except OSError as error:
        _report_problems([os_error_problem(error)])
    return 1


# Standard streams


def _reopen_closed_streams() -> None:
    """Open os.devnull for standard streams that were closed when the program started."""
    for name, mode in _STREAMS.items():
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


def _transliterate_unencodable_text() -> None:
    """Transliterate characters that stdout or stderr cannot encode."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper) and not stream.encoding.lower().startswith("utf"):
            from treesolve.model.text_encoding import TRANSLITERATE  # rarely needed

            stream.reconfigure(errors=TRANSLITERATE)


def _exit_code_after_flush(code: int) -> int:
    """Flush stdout and return the exit code, which becomes 1 if flushing fails."""
    try:
        sys.stdout.flush()
    except OSError as error:
        _discard_output()
        if not code and not isinstance(error, BrokenPipeError):
            from treesolve.model.problem import os_error_problem  # only after an error

            _report_problems([os_error_problem(error)])
        return code or 1
    return code


def _discard_output() -> None:
    """Redirect stdout to os.devnull, because Python flushes the remaining output at exit."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _report_problems(problems: "Iterable[Problem]") -> None:
    """Print problems to stderr, ignoring errors of stderr itself."""
    from treesolve.cli.lecturer_defaults import current_language  # only after an error
    from treesolve.rendering.problem_sentence import problem_report

    with suppress(OSError):
        for problem in problems:
            print(problem_report(problem, current_language()), file=sys.stderr)


if __name__ == "__main__":
    program()
