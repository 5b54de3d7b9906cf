"""Reading the files a command is given, one after the other, whatever they turn out to be."""

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from treesolve.problem import InputError, Problem, Span

STDIN = "-"


class Input(NamedTuple):
    """One file: its name as it was given, and its text."""

    source: str
    text: str


def read_inputs(files: tuple[str, ...]) -> Iterator[Input | Problem]:
    """The files in order; a file that cannot be read comes as the problem with it."""
    for file in files:
        try:
            yield read_input(file)
        except InputError as error:
            yield from error.problems


def read_input(file: str) -> Input:
    """The text of one file, `-` being standard input. Raises InputError where there is none to be had."""
    if not file:
        raise InputError((Problem("not-found", None, {}, file),))
    try:
        content = sys.stdin.buffer.read() if file == STDIN else Path(file).read_bytes()
    except IsADirectoryError:
        raise InputError((Problem("is-directory", None, {"example": f"{file.rstrip('/')}/*.tree"}, file),)) from None
    except FileNotFoundError:
        raise InputError((Problem("not-found", None, {}, file),)) from None
    except (OSError, ValueError) as error:
        raise InputError((Problem("unreadable", None, system_facts(error), file),)) from None
    return Input(file, decode(content, file))


def system_facts(error: OSError | ValueError) -> dict[str, object]:
    """What the system says is wrong with a file: its number for it, and its words."""
    return {"errno": getattr(error, "errno", None), "reason": getattr(error, "strerror", None) or str(error)}


def decode(content: bytes, source: str) -> str:
    """The text of a file in UTF-8, with or without a byte order mark, line ends of any system.

    Raises InputError with the place of the first byte that is not UTF-8.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError((_not_utf8(content, error, source),)) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _not_utf8(content: bytes, error: UnicodeDecodeError, source: str) -> Problem:
    marked = content.startswith(b"\xef\xbb\xbf")
    offset = error.start + (3 if marked else 0)
    before = content[:offset].decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    after = content[offset:].decode("utf-8", errors="replace").replace("\r\n", "\n").replace("\r", "\n")
    encoding = "UTF-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else None
    facts = {"offset": offset, "byte": content[offset], "encoding": encoding}
    return Problem("not-utf8", Span(len(before), len(before) + 1), facts, source, before + after)
