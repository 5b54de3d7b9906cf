"""Output of commands: to stdout, or to files that are replaced atomically.

All text that people read is sanitized here, so that it cannot control a terminal.
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
    """Raise InputError if the output would overwrite an input."""
    if path is None or path == "-" or not Path(path).is_file():
        return
    for name in inputs:
        if Path(name).is_file() and Path(name).samefile(path):
            raise InputError((Problem("output-is-input", None, {}, name),))


def check_does_not_exist(paths: Iterable[str | None]) -> None:
    """Raise InputError if one of the files exists.

    Commands call this when some inputs failed, so that a new, incomplete file does not replace a complete one.
    """
    for path in paths:
        if path is not None and path != "-" and Path(path).is_file():
            raise InputError((Problem("fewer-trees", None, {}, path),))


def check_outside(path: str | None, folders: tuple[str, ...]) -> None:
    """Raise InputError if the output would be in an input folder, because the next run would read the output there.

    An empty path is also an error, because it would denote the working directory.
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
"""Binary output formats."""

FOR_PEOPLE = ("text", "markdown")
"""Formats printed in the encoding of the terminal. All other text formats are UTF-8 on every system."""

FOR_PROGRAMS = ("json", "jsonl", "csv")
"""Formats that are not sanitized, because programs need the exact text."""


def echo(text: str = "", *, nl: bool = True, err: bool = False) -> None:
    """Write sanitized text to stdout, or to stderr if `err` is true."""
    print(sanitize(text), end="\n" if nl else "", file=sys.stderr if err else sys.stdout, flush=True)


class _SanitizingStream:
    """Wrapper around a text stream that sanitizes all text written to it."""

    def __init__(self, stream: TextIO) -> None:
        self._stream_for_form = stream

    def write(self, text: str) -> int:
        """Sanitize the text and write it."""
        return self._stream_for_form.write(sanitize(text))

    def writelines(self, texts: Iterable[str]) -> None:
        """Sanitize several strings and write them."""
        for text in texts:
            self.write(text)

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream_for_form, name)


def is_device(path: str) -> bool:
    """Return whether a path is a device or pipe, which must be neither replaced nor read back."""
    return Path(path).exists() and not Path(path).is_file()


def open_output(path: str | None, form: str) -> AbstractContextManager[IO[Any]]:
    """Open an output for a format, in the same way as `output`.

    Raises InputError if a binary format would be written to a terminal.
    """
    return _output_bytes(path, form) if form in BYTES else output(path, form)


def refuse_terminal(form: str) -> None:
    """Raise InputError if stdout is a terminal, because terminals cannot display the binary format `form`."""
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
    """Open a text output: stdout if the path is None or "-", otherwise a file that is replaced at the end of the block.

    The text is first written to a temporary file in the same folder, so that an existing file stays unchanged if the
    run is interrupted or the output is empty. Raises InputError if the file cannot be written.
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
