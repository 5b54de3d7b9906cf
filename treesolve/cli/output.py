"""Writing what a command has to say: to standard output, or to a file that is complete or untouched."""

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO, Any, TextIO

from treesolve.problem import InputError, Problem
from treesolve.whole_file import sentence_for, whole_file


def check_output(path: str | None, inputs: tuple[str, ...]) -> None:
    """Raise InputError where the output would take the place of an input."""
    if path is None or path == "-" or not Path(path).is_file():
        return
    for name in inputs:
        if Path(name).is_file() and Path(name).samefile(path):
            raise InputError((Problem("output-is-input", None, {}, name),))


def check_outside(path: str | None, folders: tuple[str, ...]) -> None:
    """Raise InputError where the output would lie in one of the folders, and be taken for an input the next time."""
    if path is None or path == "-":
        return
    target = Path(path).resolve()
    for folder in folders:
        if Path(folder).is_dir() and target.is_relative_to(Path(folder).resolve()):
            raise InputError((Problem("output-among-inputs", None, {"folder": folder}, path),))


BYTES = ("pdf", "png")
"""The forms that are not text."""


def is_device(path: str) -> bool:
    """Whether a path names something like a pipe, which is neither replaced nor read back."""
    return Path(path).exists() and not Path(path).is_file()


def opened(path: str | None, form: str) -> AbstractContextManager[IO[Any]]:
    """Where to write a form, as `output` has it; a form of bytes is never written to a terminal."""
    return _output_bytes(path, form) if form in BYTES else output(path)


@contextmanager
def _output_bytes(path: str | None, form: str) -> Iterator[IO[bytes]]:
    if path is None or path == "-":
        if sys.stdout.isatty():
            raise InputError((Problem("binary-to-terminal", None, {"form": form}, "-"),))
        with sentence_for("-"):
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        return
    with whole_file(path, "b") as file:
        yield file


@contextmanager
def output(path: str | None) -> Iterator[TextIO]:
    """Where to write: standard output without a path (or with `-`), else a file that appears when all is written.

    The text goes to a temporary file beside the target, which takes its place at the end; whatever interrupts the
    run, an existing file stays as it was; so it does when there is nothing to write. Raises InputError where the file
    cannot be written.
    """
    if path is None or path == "-":
        with sentence_for("-"):
            yield _standard_output()
            sys.stdout.flush()
        return
    with whole_file(path, "") as file:
        yield file


def _standard_output() -> TextIO:
    """Standard output, with a question mark for what its encoding cannot say."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    return sys.stdout
