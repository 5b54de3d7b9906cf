"""The wish to stop: Ctrl-C, or a signal that asks for an end. It is raised until somebody heeds it.

Whatever is running may drop what is raised in its midst: a callback of the interpreter, or code that catches all.
"""

import signal
import sys
from types import FrameType

ASKING = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP") if hasattr(signal, name)]
"""The signals that ask a program to stop; the second comes when its terminal has gone."""
SOON = 0.01
"""Seconds after which a wish to stop that nobody has heeded is raised once more."""


class Stopped(BaseException):
    """The program was asked to stop, by the signal of that number."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


def end_on_signals() -> None:
    """End on signals like in any other way, so that half-written files are cleared away.

    Those that whoever has started the program does not want to be heard, as `nohup` does, are left alone.
    """
    for number in ASKING:
        if signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _stop)
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _interrupt)
    sys.unraisablehook = _raise_lost_wish_again


def end_at_once_on_signals() -> None:
    """For the very end, when nothing is left to clear away."""
    for number in (*ASKING, signal.SIGINT):
        if signal.getsignal(number) in (_stop, _interrupt):
            signal.signal(number, signal.SIG_DFL)
    sys.unraisablehook = sys.__unraisablehook__
    heed_wish_to_stop()


def heed_wish_to_stop() -> None:
    """Raise it no more: called by whoever catches it and goes on."""
    if hasattr(signal, "SIGALRM"):
        signal.signal(signal.SIGALRM, signal.SIG_IGN)


def wish_behind(error: BaseException | None) -> BaseException | None:
    """The wish to stop in whose wake an error came, or which it is; None where nobody wished it."""
    while error is not None and not isinstance(error, KeyboardInterrupt | Stopped):
        error = error.__context__
    return error


def _stop(number: int, _frame: FrameType | None) -> None:
    """Asked to stop; once is enough."""
    for other in ASKING:
        signal.signal(other, signal.SIG_IGN)
    wish = Stopped(number)
    _repeat(wish)
    raise wish


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    wish = KeyboardInterrupt()
    _repeat(wish)
    raise wish


def _repeat(wish: BaseException) -> None:
    """Raise a wish again and again until somebody heeds it, but not where it is being heeded."""
    if not hasattr(signal, "setitimer"):
        return

    def stop(_number: int, _frame: FrameType | None) -> None:
        if wish_behind(sys.exc_info()[1]) is None:
            raise wish

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, SOON, SOON)


def _raise_lost_wish_again(lost: "sys.UnraisableHookArgs") -> None:
    """Say what was raised where nobody can catch it, unless that is the wish to stop, which comes again by itself."""
    if not isinstance(lost.exc_value, KeyboardInterrupt | Stopped) or not hasattr(signal, "setitimer"):
        sys.__unraisablehook__(lost)
