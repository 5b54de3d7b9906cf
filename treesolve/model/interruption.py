"""Stop requests: Ctrl-C and termination signals.

A stop request is raised repeatedly until it is acknowledged, because code may swallow the exception. Examples are
callbacks of the interpreter and `except` clauses that catch everything.
"""

import signal
import sys
from types import FrameType

TERMINATION_SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""Signals that ask the program to stop. SIGHUP is sent when the terminal is closed."""
REPEAT_SECONDS = 0.01
"""Interval after which an unacknowledged stop request is raised again."""


class Stopped(BaseException):
    """Raised when a signal asks the program to stop; `number` is the signal number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def exit_on_signals() -> None:
    """Install handlers that raise an exception on termination signals, so that part files are removed.

    Signals that were ignored when the program started, for example under `nohup`, stay ignored.
    """
    for number in TERMINATION_SIGNALS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    sys.unraisablehook = _handle_unraisable


def restore_signal_defaults() -> None:
    """Restore the default signal handlers at exit, when there is nothing left to clean up."""
    for number in (*TERMINATION_SIGNALS, signal.SIGINT):
        if signal.getsignal(number) in (_stop, _interrupt):
            signal.signal(number, signal.SIG_DFL)
    sys.unraisablehook = sys.__unraisablehook__
    acknowledge_stop()


def acknowledge_stop() -> None:
    """Stop raising the request again. Code that catches a stop request and continues must call this function."""
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, signal.SIG_IGN)


def find_stop_request(error: BaseException | None) -> BaseException | None:
    """Return the stop request in the context chain of an exception, or the exception itself if it is one.

    Return None if there is no stop request.
    """
    while error is not None and not isinstance(error, KeyboardInterrupt | Stopped):
        error = error.__context__
    return error


def _stop(number: int, _frame: FrameType | None) -> None:
    """Raise Stopped and ignore further termination signals."""
    for other in TERMINATION_SIGNALS:
        signal.signal(other, signal.SIG_IGN)
    stop_request = Stopped(number)
    _raise_repeatedly(stop_request)
    raise stop_request


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    stop_request = KeyboardInterrupt()
    _raise_repeatedly(stop_request)
    raise stop_request


def _raise_repeatedly(stop_request: BaseException) -> None:
    """Raise a stop request repeatedly until it is acknowledged, except while it is being handled."""
    if not hasattr(signal, "setitimer"):
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        if find_stop_request(sys.exc_info()[1]) is None:
            raise stop_request

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, REPEAT_SECONDS, REPEAT_SECONDS)


def _handle_unraisable(lost: "sys.UnraisableHookArgs") -> None:
    """Report an unraisable exception, unless it is a stop request, which will be raised again."""
    if not isinstance(lost.exc_value, KeyboardInterrupt | Stopped) or not hasattr(signal, "setitimer"):
        sys.__unraisablehook__(lost)
