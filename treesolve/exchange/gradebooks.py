"""The gradebook in a file, whichever system made it."""

from collections.abc import Collection

from treesolve.exchange import canvas, moodle_worksheet
from treesolve.exchange.gradebook import Gradebook
from treesolve.exchange.patched_table import MOST_BYTES, check_rows, read_table
from treesolve.model.input_file import read_file
from treesolve.model.problem import InputError, Problem
from treesolve.model.utf8 import decode


def read_gradebook(path: str, titles: Collection[str]) -> Gradebook:
    """The gradebook in a file; `titles` are what the exercise may be called in it.

    Raises InputError where it is none that can be filled in, OSError where it cannot be read.
    """
    content = read_file(path, MOST_BYTES)
    decode(content, path)  # raises InputError where it is no UTF-8; bytes stay as they are
    table = read_table(content.decode("utf-8"))
    is_moodles = moodle_worksheet.is_worksheet(table)
    if not is_moodles and not canvas.is_gradebook(table):
        raise InputError((Problem("gradebook-unknown", None, {}, path),))
    check_rows(table, path)
    return moodle_worksheet.worksheet(table, path) if is_moodles else canvas.gradebook(table, path, titles)
