"""Temporary increase of the recursion limit, for searches of deep trees.

CPython does not use the C stack when Python functions call each other, so only the recursion limit matters. The limit
is raised while a search runs and restored afterwards. All threads share one limit, so concurrent and nested searches
each add the number of calls that they need.
"""

import sys
from threading import Lock

_LOCK = Lock()


class HigherRecursionLimit:
    """Raise the recursion limit inside the block by this number of calls."""

    def __init__(self, calls: int) -> None:
        self.calls = calls

    def __enter__(self) -> None:
        with _LOCK:
            sys.setrecursionlimit(sys.getrecursionlimit() + self.calls)

    def __exit__(self, *_: object) -> None:
        with _LOCK:
            sys.setrecursionlimit(sys.getrecursionlimit() - self.calls)
