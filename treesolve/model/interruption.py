"""The wish to stop: Ctrl-C, or a signal that asks for an end. It is raised until somebody heeds it.

Whatever is running may drop what is raised in its midst: a callback of the interpreter, or code that catches all.
"""

import signal
import sys
from types import FrameType

TERMINATION_SIGNALS = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""The signals that ask a program to stop; the second comes when its terminal has gone."""
REPEAT_SECONDS = 0.01
"""Seconds after which a wish to stop that nobody has heeded is raised once more."""


class Stopped(BaseException):
    """The program was asked to stop, by the signal of that number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def exit_on_signals() -> None:
    """End on signals like in any other way, so that half-written files are cleared away.

    Those that whoever has started the program does not want to be heard, as `nohup` does, are left alone.
    """
    for number in TERMINATION_SIGNALS:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    sys.unraisablehook = _handle_unraisable


def restore_signal_defaults() -> None:
    """For the very end, when nothing is left to clear away."""
    for number in (*TERMINATION_SIGNALS, signal.SIGINT):
        if signal.getsignal(number) in (_stop, _interrupt):
            signal.signal(number, signal.SIG_DFL)
    sys.unraisablehook = sys.__unraisablehook__
    acknowledge_stop()


def acknowledge_stop() -> None:
    """Raise it no more: called by whoever catches it and goes on."""
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, signal.SIG_IGN)


def find_stop_request(error: BaseException | None) -> BaseException | None:
    """Return the wish to stop in whose wake an error came, or which it is; None where nobody wished it."""
    while error is not None and not isinstance(error, KeyboardInterrupt | Stopped):
        error = error.__context__
    return error


def _stop(number: int, _frame: FrameType | None) -> None:
    """Asked to stop; once is enough."""
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
    """Raise a wish again and again until somebody heeds it, but not where it is being heeded."""
    if not hasattr(signal, "setitimer"):
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        if find_stop_request(sys.exc_info()[1]) is None:
            raise stop_request

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, REPEAT_SECONDS, REPEAT_SECONDS)


def _handle_unraisable(lost: "sys.UnraisableHookArgs") -> None:
    """Say what was raised where nobody can catch it, unless that is the wish to stop, which comes again by itself."""
    if not isinstance(lost.exc_value, KeyboardInterrupt | Stopped) or not hasattr(signal, "setitimer"):
        sys.__unraisablehook__(lost)
