"""What can be copied from a PDF."""

from ctypes import c_int, create_string_buffer
from itertools import groupby
from math import hypot
from pathlib import Path
from typing import Any, NamedTuple

from pypdfium2 import PdfDocument, raw


def page_texts(pdf: Path | str | bytes) -> list[str]:
    """Return the text of each page; a hyphen at the end of a line is a hyphen."""
    document = PdfDocument(pdf)
    try:
        return [_told(page.get_textpage().get_text_range()) for page in document]
    finally:
        document.close()


def _told(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\ufffe", "-")


class Word(NamedTuple):
    """Characters without a blank between them: the page, from 1; the size of their font; their lower left corner."""

    page: int
    text: str
    size: float
    x: float
    y: float


def words(pdf: Path | str | bytes) -> list[Word]:
    """Return the words of all pages, in points as they are printed."""
    with PdfDocument(pdf) as document:
        return [word for number, page in enumerate(document, 1) for word in _words_of_page(page.get_textpage(), number)]


def _words_of_page(text: Any, number: int) -> list[Word]:
    characters = [Word(number, *_character(text, index)) for index in range(text.count_chars())]
    runs = groupby(characters, lambda one: one.text.isspace() or one.size)
    words = [[*run] for is_blank, run in runs if is_blank is not True]
    return [word[0]._replace(text="".join(one.text for one in word)) for word in words]


def _character(text: Any, index: int) -> tuple[str, float, float, float]:
    matrix = raw.FS_MATRIX()
    raw.FPDFText_GetMatrix(text, index, matrix)
    size = raw.FPDFText_GetFontSize(text, index) * hypot(matrix.a, matrix.b)
    left, bottom, _, _ = text.get_charbox(index)
    return chr(raw.FPDFText_GetUnicode(text, index)), round(size, 1), left, bottom


def texts_by_font(pdf: Path | str) -> dict[str, str]:
    """Return the different characters that are printed in each font, sorted."""
    found: dict[str, set[str]] = {}
    with PdfDocument(pdf) as document:
        for page in document:
            text = page.get_textpage()
            for index in range(text.count_chars()):
                name = create_string_buffer(100)
                raw.FPDFText_GetFontInfo(text, index, name, 100, c_int())
                found.setdefault(name.value.decode().split("+")[-1], set()).add(
                    chr(raw.FPDFText_GetUnicode(text, index))
                )
    return {name: "".join(sorted(characters)).strip() for name, characters in found.items() if name}
