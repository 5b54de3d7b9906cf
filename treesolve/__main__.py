"""The program: `treesolve` and `python -m treesolve`."""

import atexit
import gc
import os
import signal
import sys
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    from collections.abc import Iterable

    from treesolve.model.problem import Problem

COLLECT_AFTER = 200_000
"""So many more objects than before, and the garbage collector looks for cycles among them."""

_STREAMS = {"stdin": "r", "stdout": "w", "stderr": "w"}
_ASKING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""The signals that ask a program to stop; the second comes when its terminal has gone."""
SOON = 0.01
"""Seconds after which a wish to stop that nobody has heeded is raised once more."""


class Stopped(BaseException):
    """The program was asked to stop, by the signal of that number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


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
        _end_on_signals()
        _reopen_closed_streams()
        code = _exit_code_after_flush(_exit_code())
    except BaseException as error:  # where a signal strikes a class in the making, Python makes another error of it
        wish = _wish_behind(error)
        if wish is None:
            raise
        _forget_wish_to_stop()
        code = 128 + (wish.number if isinstance(wish, Stopped) else signal.SIGINT)
        _discard_output()
    _end_on_signals(at_end=True)
    if code == 128 + signal.SIGINT and hasattr(signal, "pthread_sigmask"):
        # Python sends itself this signal at the end where it has struck while a string was executed.
        signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGINT])
    sys.exit(code)


def _exit_code() -> int:
    """What the command ends with; 1 where something is wrong with a file and no command has told of it."""
    from click import Abort, ClickException

    from treesolve.cli import treesolve as program
    from treesolve.model.problem import InputError, Problem, system_problem

    try:
        return program.main(prog_name="treesolve", standalone_mode=False) or 0
    except ClickException as error:
        error.show()
        return error.exit_code
    except Abort:  # what click makes of Ctrl-C
        _forget_wish_to_stop()
        return 128 + signal.SIGINT
    except SystemExit as end:
        return int(end.code or 0)
    except InputError as error:
        _tell_problems(error.problems)
    except MemoryError:
        _tell_problems([Problem("out-of-memory")])
    except OSError as error:
        _tell_problems([system_problem(error)])
    return 1


# Signals


def _end_on_signals(*, at_end: bool = False) -> None:
    """End on signals like in any other way, so that half-written files are cleared away; at the very end, at once.

    Those that whoever has started the program does not want to be heard, as `nohup` does, are left alone.
    """
    for number in _ASKING:
        if signal.getsignal(number) in (signal.SIG_DFL, _stop_on_signal):
            signal.signal(number, signal.SIG_DFL if at_end else _stop_on_signal)
    if at_end and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.unraisablehook = sys.__unraisablehook__ if at_end else _raise_lost_wish_again
    if at_end:
        _forget_wish_to_stop()


def _forget_wish_to_stop() -> None:
    """It has been heeded, so it is raised no more."""
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, signal.SIG_IGN)


def _repeat_wish_to_stop(wish: BaseException) -> None:
    """Raise a wish to stop again and again until somebody heeds it: whatever was running may have dropped it."""
    if not hasattr(signal, "setitimer"):
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        if _wish_behind(sys.exc_info()[1]) is None:
            raise wish

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SOON, SOON)


def _wish_behind(error: BaseException | None) -> BaseException | None:
    """The wish to stop in whose wake an error came, or which it is; None where nobody wished it."""
    while error is not None and not isinstance(error, KeyboardInterrupt | Stopped):
        error = error.__context__
    return error


def _raise_lost_wish_again(lost: "sys.UnraisableHookArgs") -> None:
    """A signal may strike in a callback of the interpreter, which drops every exception: raise this one again later."""
    if isinstance(lost.exc_value, KeyboardInterrupt | Stopped) and hasattr(signal, "setitimer"):
        _repeat_wish_to_stop(lost.exc_value)
    else:
        sys.__unraisablehook__(lost)


def _stop_on_signal(number: int, _frame: FrameType | None) -> None:
    """Asked to stop; once is enough."""
    for other in _ASKING:
        signal.signal(other, signal.SIG_IGN)
    wish = Stopped(number)
    _repeat_wish_to_stop(wish)
    raise wish


# Standard streams


def _reopen_closed_streams() -> None:
    """Give a stream that was closed before the program began somewhere to lead to."""
    for name, mode in _STREAMS.items():
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115


def _exit_code_after_flush(code: int) -> int:
    """The exit code, when standard output has taken all there is: 1 where it does not, and that was not told yet."""
    try:
        sys.stdout.flush()
    except OSError as error:
        _discard_output()
        if not code and not isinstance(error, BrokenPipeError):
            from treesolve.model.problem import system_problem

            _tell_problems([system_problem(error)])
        return code or 1
    return code


def _discard_output() -> None:
    """Lead standard output to where there is always room: Python writes at its end what nobody has taken yet."""
    with suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _tell_problems(problems: "Iterable[Problem]") -> None:
    """Say what is wrong, if anybody can still be told."""
    from treesolve.cli.language import spoken_language
    from treesolve.pages.problem import problem_report

    with suppress(OSError):
        for problem in problems:
            print(problem_report(problem, spoken_language()), file=sys.stderr)


if __name__ == "__main__":
    program()
