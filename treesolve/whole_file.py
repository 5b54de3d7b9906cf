"""Files that are complete or untouched, and folders to hold them."""

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from treesolve.problem import InputError, Problem, system_facts


def made_folder(path: str) -> Path:
    """The folder, made where there is none yet. Raises InputError where that cannot be done."""
    with sentence_for(path):
        Path(path).mkdir(parents=True, exist_ok=True)
    return Path(path)


@contextmanager
def whole_file(path: str, mode: str = "") -> Iterator[Any]:
    """The file of that name, to be written as text or, with the mode "b", as bytes; it appears when all is written.

    What is written goes to a temporary file beside it, which takes its place at the end, if there is anything in it.
    Raises InputError where that cannot be done.
    """
    how: dict[str, Any] = {"mode": f"w{mode}"} | ({} if mode else {"encoding": "utf-8", "newline": "\n"})
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        with sentence_for(path), target.open(**how) as file:
            yield file
        return
    with sentence_for(path):
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    try:
        with sentence_for(path):
            with os.fdopen(handle, **how) as file:
                yield file
            if Path(name).stat().st_size:
                Path(name).chmod(_mode(target))
                Path(name).replace(target)
            else:
                Path(name).unlink()
    except BaseException:
        with suppress(OSError):
            Path(name).unlink(missing_ok=True)
        raise


@contextmanager
def sentence_for(path: str) -> Iterator[None]:
    """Whatever the system says against writing a file becomes a problem with that file."""
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise InputError((Problem("unwritable", None, system_facts(error), path),)) from None


def _mode(target: Path) -> int:
    """The permissions of the file that is replaced, or those a new file would have."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
