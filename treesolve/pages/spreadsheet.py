"""Tables for spreadsheets: CSV as they open it in a language, with nothing in it that they would compute.

Vocabulary

    guarded     a cell that no spreadsheet takes for a formula
"""

import csv
from collections.abc import Callable, Iterable
from typing import IO, Any

from treesolve.model.number import Number
from treesolve.model.problem import harmless
from treesolve.pages.environment import number_text, words

_FORMULA = "=+-@＝＋－＠\t\r\n|%"


def guarded(text: str) -> str:
    """A text that a spreadsheet shows as it is, with an apostrophe before what it would compute.

    Nothing in it is obeyed by a terminal, where the table may be printed.

    >>> guarded("=1+1"), guarded("4711")
    ("'=1+1", '4711')
    """
    text = harmless(text)
    return f"'{text}" if text.lstrip()[:1] in tuple(_FORMULA) or text[:1] in tuple(_FORMULA) else text


def spreadsheet_number(number: Number, language: str) -> str:
    """A number as people write it, with a minus that spreadsheets read."""
    return number_text(number, language).replace("−", "-")


def row_writer(file: IO[str], language: str) -> Callable[[Iterable[str]], Any]:
    """What writes a row of cells to an open file, at whose beginning it stands.

    Where numbers have commas, spreadsheets split cells at semicolons, and tell UTF-8 by a mark.
    """
    has_commas = words(language).decimal_mark() == ","
    if has_commas:
        file.write("\ufeff")
    return csv.writer(file, delimiter=";" if has_commas else ",", lineterminator="\n").writerow
