"""Room for a recursion as deep as a tree.

CPython calls a Python function from a Python function without its C stack, so only the recursion limit is in the way.
It is raised while a search runs and put back afterwards. All threads have the same limit, so searches that run at the
same time, or inside one another, raise it by what all of them need.
"""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

_LOCK = Lock()


@contextmanager
def room_for(calls: int) -> Iterator[None]:
    """Let so many calls be nested while the block runs, beside those that could be anyway."""
    _raise_limit_by(calls)
    try:
        yield
    finally:
        _raise_limit_by(-calls)


def _raise_limit_by(calls: int) -> None:
    """Let so many more calls be nested, or fewer, where the number is negative."""
    with _LOCK:
        sys.setrecursionlimit(sys.getrecursionlimit() + calls)
