r"""Rows of CSV files in which no cell can act as a spreadsheet formula, whatever separator the spreadsheet expects.

Cells that contain a separator, a quote or a line break are quoted. Quoting alone is not enough, because a spreadsheet
that splits a comma-separated file at semicolons also splits quoted cells. Therefore, an apostrophe is inserted before
every character that would begin a formula, both at the beginning of a cell and after a separator or line break inside
the cell. Plain numbers are not changed, except that a number with a sign in the first cell is escaped.
"""

import re
from collections.abc import Iterable

from treesolve.model.problem import sanitize

_NUMBER = r"[+-]?[0-9]+(?:[.,][0-9]+)?"
_SIGN = "[=+@＝＋－＠|%-]"
_FORMULA_AT_BEGINNING = rf"(?=[\s']*{_SIGN}|'*[\t\r\n])"
_FORMULA_INSIDE = rf"""(?=(?:[^\S\r\n]|["'])*{_SIGN}|["']*\t)"""
_UNGUARDED = re.compile(rf"(\A){_FORMULA_AT_BEGINNING}|([,;\t\r\n]){_FORMULA_INSIDE}(?!{_NUMBER}\2)")
_GUARDED = re.compile(rf"(\A)'{_FORMULA_AT_BEGINNING}|([,;\t\r\n])'{_FORMULA_INSIDE}")
_QUOTED = re.compile(r'[",;\t\r\n]')


def format_csv_row(cells: Iterable[object], delimiter: str) -> str:
    r"""Return the cells as a line of a CSV file, quoted where necessary and with formulas defused.

    >>> format_csv_row(["4711", "x;=1+1;", "=2", -3], ",")
    '4711,"x;\'=1+1;",\'=2,-3\n'
    """
    first, *others = map(str, cells)
    texts = [
        escape_formulas(first),
        *(text if re.fullmatch(_NUMBER, text) else escape_formulas(text) for text in others),
    ]
    return delimiter.join(map(_quote_cell, texts)) + "\n"


def escape_formulas(text: str) -> str:
    """Return the text with an apostrophe before every part that a spreadsheet could interpret as a formula.

    Control characters are replaced too, because the table may be printed on a terminal.

    >>> escape_formulas("=1+1"), escape_formulas("a, -b; 4711")
    ("'=1+1", "a,' -b; 4711")
    """
    return _UNGUARDED.sub(r"\1\2'", sanitize(text))


def unescape_formulas(text: str) -> str:
    """Return the text without the apostrophes that `escape_formulas` adds.

    >>> unescape_formulas("'=1+1"), unescape_formulas("'quoted'")
    ('=1+1', "'quoted'")
    """
    return _GUARDED.sub(r"\1\2", text)


def _quote_cell(text: str) -> str:
    return '"' + text.replace('"', '""') + '"' if _QUOTED.search(text) else text
