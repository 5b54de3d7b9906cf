"""Room for a recursion as deep as a tree.

CPython calls a Python function from a Python function without its C stack, so only the recursion limit is in the way.
It is raised while a search runs and put back afterwards. All threads have the same limit, so searches that run at the
same time, or inside one another, raise it by what all of them need.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock


class _RecursionLimit:
    """The recursion limit: the usual one, and what is needed beyond it for now."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._usual = 0
        self._needed = 0

    def raise_by(self, calls: int) -> None:
        """Let so many more calls be nested, or fewer, where the number is negative."""
        with self._lock:
            if not self._needed:
                self._usual = sys.getrecursionlimit()
            self._needed += calls
            sys.setrecursionlimit(self._usual + self._needed)


_LIMIT = _RecursionLimit()


@contextmanager
def room_for(calls: int) -> Iterator[None]:
    """Let so many calls be nested while the block runs, beside those that could be anyway."""
    _LIMIT.raise_by(calls)
    try:
        yield
    finally:
        _LIMIT.raise_by(-calls)
