"""UTF-8 decoding, and detection of files that are not plain text."""

import re

from treesolve.model.problem import InputError, Problem, Span

_MAGIC = {
    b"%PDF": "PDF",
    b"\x89PNG": "PNG",
    b"\xff\xd8\xff": "JPEG",
    b"GIF8": "GIF",
    b"{\\rtf": "RTF",
    b"\xd0\xcf\x11\xe0": "DOC",
    b"\x1f\x8b": "GZIP",
    b"7z\xbc\xaf": "7Z",
    b"Rar!": "RAR",
    b"II*\x00": "TIFF",
    b"MM\x00*": "TIFF",
    b"BM": "BMP",
}
_ZIPPED = {b"word/": "DOCX", b"xl/": "XLSX", b"opendocument.text": "ODT", b"opendocument.spreadsheet": "ODS"}
_MARKUP = re.compile(rb"\s*<(?:!doctype|html|\?xml|body|p>|div)", re.IGNORECASE)

CONTROL_BYTES = re.compile(rb"[\x00-\x08\x0e-\x19\x1c-\x1f]")
"""Matches a byte that does not occur in plain text."""


def file_format(content: bytes) -> str | None:
    """Return the format of a file, detected by its signature, or None if the file is plain text or not recognized.

    >>> file_format(b"%PDF-1.7"), file_format(b"RIFF\\0\\0\\0\\0WEBPVP8 "), file_format(b"values: A=5")
    ('PDF', 'WEBP', None)
    """
    if content.startswith(b"PK\x03\x04"):
        return next((name for mark, name in _ZIPPED.items() if mark in content), "ZIP")
    if content[4:8] == b"ftyp":
        return "HEIC"
    if content[:4] == b"RIFF" and content[8:12] == b"WEBP":
        return "WEBP"
    if _MARKUP.match(content):
        return "HTML"
    name = next((name for mark, name in _MAGIC.items() if content.startswith(mark)), None)
    return None if name == "BMP" and not CONTROL_BYTES.search(content) else name


def decode(content: bytes, source: str) -> str:
    """Decode the content of a UTF-8 file, remove a byte order mark, and convert line ends to line feeds.

    Raises InputError if the content is not UTF-8. The error has the position of the first invalid byte, or the format
    of the file if it is not a text file.
    """
    try:
        return with_line_feeds(content.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        raise InputError((_utf8_problem(content, error, source),)) from None


def with_line_feeds(text: str) -> str:
    """Return the text with all line ends converted to line feeds."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _utf8_problem(content: bytes, error: UnicodeDecodeError, source: str) -> Problem:
    if (name := file_format(content)) and name != "HTML":
        return Problem("file-of-format", None, {"format": name}, source)
    offset = error.start + (3 if content.startswith(b"\xef\xbb\xbf") else 0)
    before = with_line_feeds(content[:offset].decode("utf-8-sig"))
    after = with_line_feeds(content[offset:].decode("utf-8", errors="replace"))
    encoding = "UTF-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else None
    facts = {"offset": offset, "byte": content[offset], "encoding": encoding}
    return Problem("not-utf8", Span(len(before), len(before) + 1), facts, source, before + after)
