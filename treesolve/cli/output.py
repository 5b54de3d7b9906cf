"""Writing what a command has to say: to standard output, or to a file that is complete or untouched.

Whatever a command tells people goes through here, and a terminal obeys nothing in it.
"""

import sys
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from io import TextIOWrapper
from pathlib import Path
from typing import IO, Any, TextIO

from treesolve.model.atomic_file import atomic_write, report_os_errors
from treesolve.model.problem import InputError, Problem, sanitize


def check_output(path: str | None, inputs: tuple[str, ...]) -> None:
    """Raise InputError where the output would take the place of an input."""
    if path is None or path == "-" or not Path(path).is_file():
        return
    for name in inputs:
        if Path(name).is_file() and Path(name).samefile(path):
            raise InputError((Problem("output-is-input", None, {}, name),))


def check_does_not_exist(paths: Iterable[str | None]) -> None:
    """Raise InputError for a file that is there, where the new one would lack inputs that could not be used."""
    for path in paths:
        if path is not None and path != "-" and Path(path).is_file():
            raise InputError((Problem("fewer-trees", None, {}, path),))


def check_outside(path: str | None, folders: tuple[str, ...]) -> None:
    """Raise InputError where the output would lie in one of the folders, and be taken for an input the next time.

    Also for an empty name, which would be the working directory.
    """
    if path == "":
        raise InputError((Problem("output-without-name"),))
    if path is None or path == "-":
        return
    target = Path(path).resolve()
    for folder in folders:
        if Path(folder).is_dir() and target.is_relative_to(Path(folder).resolve()):
            raise InputError((Problem("output-among-inputs", None, {"folder": folder}, path),))


BYTES = ("pdf", "png", "zip")
"""The forms that are not text."""

FOR_PEOPLE = ("text", "markdown")
"""The forms that people read where they are printed; all others are UTF-8 on every system."""

FOR_PROGRAMS = ("json", "jsonl", "csv")
"""The forms that programs read, and find everything in as it was."""


def echo(text: str = "", *, nl: bool = True, err: bool = False) -> None:
    """Write to standard output, or with `err` to standard error; nothing in the text is obeyed by a terminal."""
    print(sanitize(text), end="\n" if nl else "", file=sys.stderr if err else sys.stdout, flush=True)


class _SanitizingStream:
    """A stream of text to which only harmless text is written; everything else is as it is there."""

    def __init__(self, stream: TextIO) -> None:
        self._stream_for_form = stream

    def write(self, text: str) -> int:
        """Write a text."""
        return self._stream_for_form.write(sanitize(text))

    def writelines(self, texts: Iterable[str]) -> None:
        """Write several texts."""
        for text in texts:
            self.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream_for_form, name)


def is_device(path: str) -> bool:
    """Whether a path names something like a pipe, which is neither replaced nor read back."""
    return Path(path).exists() and not Path(path).is_file()


def open_output(path: str | None, form: str) -> AbstractContextManager[IO[Any]]:
    """Where to write a form, as `output` has it; a form of bytes is never written to a terminal."""
    return _output_bytes(path, form) if form in BYTES else output(path, form)


def refuse_terminal(form: str) -> None:
    """Raise InputError where standard output is a terminal, which cannot show that form."""
    if sys.stdout.isatty():
        raise InputError((Problem("binary-to-terminal", None, {"form": form}, "-"),))


@contextmanager
def _output_bytes(path: str | None, form: str) -> Iterator[IO[bytes]]:
    if path is None or path == "-":
        refuse_terminal(form)
        with report_os_errors("-"):
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        return
    with atomic_write(path, "b") as file:
        yield file


@contextmanager
def output(path: str | None, form: str = "text") -> Iterator[Any]:
    """Where to write text: standard output without a path (or with `-`), else a file that appears when all is written.

    The text goes to a temporary file beside the target, which takes its place at the end; whatever interrupts the
    run, an existing file stays as it was; so it does when there is nothing to write. Raises InputError where the file
    cannot be written.
    """
    if path is None or path == "-":
        if form not in FOR_PEOPLE and isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(encoding="utf-8")
        with report_os_errors("-"):
            yield _stream_for_form(sys.stdout, form)
            sys.stdout.flush()
        return
    with atomic_write(path) as file:
        yield _stream_for_form(file, form)


def _stream_for_form(file: TextIO, form: str) -> Any:
    return file if form in FOR_PROGRAMS else _SanitizingStream(file)
