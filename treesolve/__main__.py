"""The program: `treesolve` and `python -m treesolve`."""

import gc


def main() -> None:
    """Run the command line.

    A run is short and ends by giving all its memory back, so the cyclic garbage collector would only cost time
    while modules are imported; afterwards it goes on, without what is there already.
    """
    gc.disable()
    from treesolve.cli import treesolve

    gc.freeze()
    gc.enable()
    treesolve(prog_name="treesolve")


if __name__ == "__main__":
    main()
