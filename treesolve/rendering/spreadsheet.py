"""CSV files with the number format and separator that spreadsheet programs expect in a language."""

from collections.abc import Callable, Iterable
from typing import IO

from treesolve.model.number import Number
from treesolve.notation.csv_text import format_csv_row
from treesolve.rendering.template_environment import number_text, words


def spreadsheet_number(number: Number, language: str) -> str:
    """Return a localized number with a plain hyphen, which spreadsheet programs accept as a minus sign."""
    return number_text(number, language).replace("−", "-")


def row_writer(file: IO[str], language: str) -> Callable[[Iterable[object]], None]:
    """Return a function that writes rows of cells to an empty open file.

    Text that a spreadsheet program could interpret as a formula gets an apostrophe in front of it. In languages with a
    decimal comma, rows use semicolons and the file starts with a byte order mark, because spreadsheet programs expect
    semicolons there and recognize UTF-8 by the mark.
    """
    has_commas = words(language).decimal_mark() == ","
    if has_commas:
        file.write("\ufeff")

    def write_row(cells: Iterable[object]) -> None:
        file.write(format_csv_row(cells, ";" if has_commas else ","))

    return write_row
