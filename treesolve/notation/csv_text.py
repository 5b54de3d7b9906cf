r"""Rows of CSV files in which a spreadsheet finds no formula, whichever separator it splits them at.

A cell with a separator, a quote or a line break is quoted. That alone is not enough: a file with commas that is split
at semicolons ends a cell in the middle of a quoted text. So an apostrophe precedes each formula sign at the beginning
of a cell, and each one after a separator or a line break inside it. Plain numbers stay as they are.
"""

import re
from collections.abc import Iterable

from treesolve.model.problem import harmless

_NUMBER = r"[+-]?[0-9]+(?:[.,][0-9]+)?"
_SIGN = "[=+@＝＋－＠|%-]"
_FORMULA_AT_BEGINNING = rf"(?=[\s']*{_SIGN}|'*[\t\r\n])"
_FORMULA_INSIDE = rf"""(?=(?:[^\S\r\n]|["'])*{_SIGN}|["']*\t)"""
_UNGUARDED = re.compile(rf"(\A){_FORMULA_AT_BEGINNING}|([,;\t\r\n]){_FORMULA_INSIDE}(?!{_NUMBER}\2)")
_GUARDED = re.compile(rf"(\A)'{_FORMULA_AT_BEGINNING}|([,;\t\r\n])'{_FORMULA_INSIDE}")
_QUOTED = re.compile(r'[",;\t\r\n]')


def csv_row(cells: Iterable[object], delimiter: str) -> str:
    r"""The line of a CSV file with these cells.

    >>> csv_row(["4711", "x;=1+1;", "=2", -3], ",")
    '4711,"x;\'=1+1;",\'=2,-3\n'
    """
    first, *others = map(str, cells)
    texts = [guard(first), *(text if re.fullmatch(_NUMBER, text) else guard(text) for text in others)]
    return delimiter.join(map(_quoted, texts)) + "\n"


def guard(text: str) -> str:
    """The text with an apostrophe before everything in it that a spreadsheet could take for a formula.

    Control characters are replaced, for the table may be printed on a terminal.

    >>> guard("=1+1"), guard("a, -b; 4711")
    ("'=1+1", "a,' -b; 4711")
    """
    return _UNGUARDED.sub(r"\1\2'", harmless(text))


def unguard(text: str) -> str:
    """The text without the apostrophes of `guard`.

    >>> unguard("'=1+1"), unguard("'quoted'")
    ('=1+1', "'quoted'")
    """
    return _GUARDED.sub(r"\1\2", text)


def _quoted(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if _QUOTED.search(text) else text
