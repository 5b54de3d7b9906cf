"""CSV files as spreadsheets open them in a language."""

from collections.abc import Callable, Iterable
from typing import IO

from treesolve.model.number import Number
from treesolve.notation.csv_text import format_csv_row
from treesolve.rendering.template_environment import number_text, words


def spreadsheet_number(number: Number, language: str) -> str:
    """Return a number as people write it, with a minus that spreadsheets read."""
    return number_text(number, language).replace("−", "-")


def row_writer(file: IO[str], language: str) -> Callable[[Iterable[object]], None]:
    """Return a function that writes a row of cells to an open file, which is still empty.

    Where numbers have commas, spreadsheets split cells at semicolons, and tell UTF-8 by a mark.
    """
    has_commas = words(language).decimal_mark() == ","
    if has_commas:
        file.write("\ufeff")

    def write_row(cells: Iterable[object]) -> None:
        file.write(format_csv_row(cells, ";" if has_commas else ","))

    return write_row
