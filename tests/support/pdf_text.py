"""What can be copied from a PDF."""

from pathlib import Path

from pypdfium2 import PdfDocument


def page_texts(pdf: Path | str | bytes) -> list[str]:
    """The text of each page; a hyphen at the end of a line is a hyphen."""
    document = PdfDocument(pdf)
    try:
        return [_told(page.get_textpage().get_text_range()) for page in document]
    finally:
        document.close()


def _told(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\ufffe", "-")
