"""How far a long run is: on standard error, where that is a terminal, and only after a second."""

import sys
from time import monotonic

PATIENCE = 1.0
"""So many seconds nothing is said."""

_WIDTH = 24


class Progress:
    """A line that is written over again and again while work goes on, and cleared at its end.

    `total` is how many things there are to do; nothing is shown for a single one.
    """

    def __init__(self, total: int) -> None:
        self.total, self.done = total, 0
        self.began = monotonic()
        self.shows = total > 1 and sys.stderr.isatty()
        self.written = False

    def advance(self) -> None:
        """One more thing is done."""
        self.done += 1
        if self.shows and monotonic() - self.began > PATIENCE:
            filled = _WIDTH * self.done // self.total
            sys.stderr.write(f"\r{'█' * filled}{'░' * (_WIDTH - filled)} {self.done}/{self.total}")
            sys.stderr.flush()
            self.written = True

    def clear(self) -> None:
        """Make room for other lines."""
        if self.written:
            sys.stderr.write("\r\033[K")
            sys.stderr.flush()
            self.written = False
