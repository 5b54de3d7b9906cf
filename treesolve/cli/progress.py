"""How far a long run is: a line on standard error, where that is a terminal, and only after a second.

A thread writes it, because the work that takes long is often a single call.
"""

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from time import monotonic
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from threading import Event, Thread

PATIENCE = 1.0
"""So many seconds nothing is said."""

_TICK = 0.25
_WIDTH = 24


class Progress:
    """A line that is written over again and again while work goes on, and cleared at its end.

    Used in a `with` statement. `total` and `done` count the files there are and those that are finished. A line is
    never shown while results go to the same terminal; `at_end` says that they do so only when the work is done.
    """

    def __init__(self, output_path: str | None, *, at_end: bool = False) -> None:
        to_terminal = not at_end and output_path in (None, "-") and sys.stdout.isatty()
        self.shows = sys.stderr.isatty() and not to_terminal
        self.total = self.done = 0
        self.began = monotonic()
        self._written = 0
        self._lock: AbstractContextManager[Any] = nullcontext()
        self._running: tuple[Event, Thread] | None = None

    def __enter__(self) -> "Progress":
        if self.shows:
            from threading import Event, Lock, Thread

            ended, self._lock = Event(), Lock()
            self._running = ended, Thread(target=self._show_line_until, args=(ended,), daemon=True)
            self._running[1].start()
        return self

    def __exit__(self, *_error: object) -> None:
        if self._running:
            ended, thread = self._running
            ended.set()
            thread.join()
            self._clear_line()

    def _show_line_until(self, ended: "Event") -> None:
        while not ended.wait(_TICK):
            if monotonic() - self.began > PATIENCE:
                with self._lock:
                    line = self.line()
                    self._write_to_terminal(f"\r{line}")
                    self._written = max(self._written, len(line))

    def line(self) -> str:
        """What is shown: of several files how many are done, and always the seconds."""
        seconds = f"{monotonic() - self.began:.0f} s"
        if self.total < 2:
            return f"… {seconds}"
        total = max(self.total, self.done)  # a file can hold many answers
        filled = _WIDTH * self.done // total
        return f"{'█' * filled}{'░' * (_WIDTH - filled)} {self.done}/{total}  {seconds}"

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Make room for other lines, for as long as they are written."""
        with self._lock:
            self._clear_line()
            yield

    def restart(self) -> None:
        """Count the seconds from now on, as work that was waited for begins only now."""
        self.began = monotonic()

    def _clear_line(self) -> None:
        if self._written:
            self._write_to_terminal("\r" + " " * self._written + "\r")
            self._written = 0

    def _write_to_terminal(self, text: str) -> None:
        """Show a text; a terminal that has gone is no reason to stop."""
        with suppress(OSError):
            sys.stderr.write(text)
            sys.stderr.flush()
