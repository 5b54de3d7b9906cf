"""Writing what a command has to say: to standard output, or to a file that is complete or untouched."""

import os
import sys
import tempfile
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import IO, Any, TextIO

from treesolve.problem import InputError, Problem, system_facts


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


def made_folder(path: str) -> Path:
    """The folder, made where there is none yet. Raises InputError where that cannot be done."""
    try:
        Path(path).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError((Problem("unwritable", None, system_facts(error), path),)) from None
    return Path(path)


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
        with _sentence_for("-"):
            yield sys.stdout.buffer
            sys.stdout.buffer.flush()
        return
    with _file(path, "b") as file:
        yield file


@contextmanager
def output(path: str | None) -> Iterator[TextIO]:
    """Where to write: standard output without a path (or with `-`), else a file that appears when all is written.

    The text goes to a temporary file beside the target, which takes its place at the end; whatever interrupts the
    run, an existing file stays as it was; so it does when there is nothing to write. Raises InputError where the file
    cannot be written.
    """
    if path is None or path == "-":
        with _sentence_for("-"):
            yield _standard_output()
            sys.stdout.flush()
        return
    with _file(path, "") as file:
        yield file


@contextmanager
def _file(path: str, mode: str) -> Iterator[Any]:
    """The file of that name, written as text or, with the mode "b", as bytes."""
    how: dict[str, Any] = {"mode": f"w{mode}"} | ({} if mode else {"encoding": "utf-8", "newline": "\n"})
    target = Path(os.path.realpath(path))
    if target.exists() and not target.is_file():
        with _sentence_for(path), target.open(**how) as file:
            yield file
        return
    with _sentence_for(path):
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.", suffix=".part")
    try:
        with _sentence_for(path):
            with os.fdopen(handle, **how) as file:
                yield file
            if Path(name).stat().st_size:
                Path(name).chmod(_mode(target))
                Path(name).replace(target)
            else:
                Path(name).unlink()
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _standard_output() -> TextIO:
    """Standard output, with a question mark for what its encoding cannot say."""
    if hasattr(sys.stdout, "reconfigure"):
        sys.stdout.reconfigure(errors="replace")
    return sys.stdout


@contextmanager
def _sentence_for(path: str) -> Iterator[None]:
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
