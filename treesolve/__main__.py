"""The program: `treesolve` and `python -m treesolve`."""

import gc
import signal
import sys
from types import FrameType

COLLECT_AFTER = 200_000
"""So many more objects than before, and the garbage collector looks for cycles among them."""


def main() -> None:
    """Run the command line.

    A run is short and ends by giving all its memory back. The cyclic garbage collector would only cost time while
    modules are imported, so it waits until there is far more to look at.
    """
    gc.set_threshold(COLLECT_AFTER)
    signal.signal(signal.SIGTERM, _leave)
    from treesolve.cli import treesolve

    treesolve(prog_name="treesolve")


def _leave(number: int, _frame: FrameType | None) -> None:
    """Asked to stop: end like any other way out, so that half-written files are cleared away."""
    sys.exit(128 + number)


if __name__ == "__main__":
    main()
