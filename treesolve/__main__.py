"""The program: `treesolve` and `python -m treesolve`."""

import gc

COLLECT_AFTER = 200_000
"""So many more objects than before, and the garbage collector looks for cycles among them."""


def main() -> None:
    """Run the command line.

    A run is short and ends by giving all its memory back. The cyclic garbage collector would only cost time while
    modules are imported, so it waits until there is far more to look at.
    """
    gc.set_threshold(COLLECT_AFTER)
    from treesolve.cli import treesolve

    treesolve(prog_name="treesolve")


if __name__ == "__main__":
    main()
