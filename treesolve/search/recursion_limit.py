"""Room for a recursion as deep as a tree.

CPython calls a Python function from a Python function without its C stack, so only the recursion limit is in the way.
It is raised while a search runs and put back afterwards. All threads have the same limit, so searches that run at the
same time, or inside one another, raise it by what all of them need.
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
