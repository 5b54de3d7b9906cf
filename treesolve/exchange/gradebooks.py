"""The gradebook in a file, whichever system made it."""

from collections.abc import Collection
from pathlib import Path

from treesolve.answers.decoding import encoding_of
from treesolve.exchange import canvas_gradebook, moodle_worksheet
from treesolve.exchange.gradebook import Gradebook
from treesolve.exchange.patched_table import MOST_BYTES, Table, check_rows, read_table
from treesolve.model.file_format import file_format
from treesolve.model.input_file import read_file
from treesolve.model.problem import InputError, Problem
from treesolve.model.utf8 import decode

_MOST_HEAD = 1 << 16
"""In so many bytes the first row of a table ends."""

_SPREADSHEETS = ("XLSX", "ODS")


def read_gradebook(path: str, titles: Collection[str]) -> Gradebook:
    """The gradebook in a file; `titles` are what the exercise may be called in it.

    Raises InputError where it is none that can be filled in, OSError where it cannot be read.
    """
    content = read_file(path, MOST_BYTES)
    if _is_saved_again(content):
        raise InputError((Problem("gradebook-saved-again", None, {}, path),))
    decode(content, path)  # raises InputError where it is no UTF-8; bytes stay as they are
    table = read_table(content.decode("utf-8"))
    is_moodles = moodle_worksheet.is_worksheet(table)
    if not is_moodles and not canvas_gradebook.is_gradebook(table):
        raise InputError((Problem("gradebook-unknown", None, {}, path),))
    check_rows(table, path)
    return moodle_worksheet.worksheet(table, path) if is_moodles else canvas_gradebook.gradebook(table, path, titles)


def _is_saved_again(content: bytes) -> bool:
    """Whether a spreadsheet has saved a gradebook in its own way."""
    return file_format(content) in _SPREADSHEETS or any(_is_head(_head(content, mark)) for mark in ";\t")


def _head(content: bytes, mark: str) -> Table:
    """The first row of a table with that mark between its cells, whatever its encoding."""
    text = content[:_MOST_HEAD].decode(encoding_of(content[:_MOST_HEAD], is_whole=False) or "latin-1", "replace")
    head = text.lstrip("\ufeff").partition("\n")[0].rstrip("\r")
    return read_table(head.translate(str.maketrans(f"{mark},", f",{mark}")))


def _is_head(table: Table) -> bool:
    return moodle_worksheet.is_worksheet(table) or bool(canvas_gradebook.assignments(table))


def is_gradebook(path: str) -> bool:
    """Whether a table is a gradebook, by its first row, whoever saved it last."""
    if not Path(path).is_file():
        return False
    with Path(path).open("rb") as file:
        content = file.read(_MOST_HEAD)
    return any(_is_head(_head(content, mark)) for mark in ",;\t")
