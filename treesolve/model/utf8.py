"""Bytes to text where it has to be UTF-8."""

from treesolve.model.file_format import file_format
from treesolve.model.problem import InputError, Problem, Span


def decode(content: bytes, source: str) -> str:
    """The text of a file in UTF-8, with or without a byte order mark, line ends of any system.

    Raises InputError with the place of the first byte that is not UTF-8, or with the format of a file that is no text.
    """
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError((_problem_of_no_utf8(content, error, source),)) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _problem_of_no_utf8(content: bytes, error: UnicodeDecodeError, source: str) -> Problem:
    if (named := file_format(content)) and named != "HTML":
        return Problem("file-of-format", None, {"format": named}, source)
    marked = content.startswith(b"\xef\xbb\xbf")
    offset = error.start + (3 if marked else 0)
    before = content[:offset].decode("utf-8-sig").replace("\r\n", "\n").replace("\r", "\n")
    after = content[offset:].decode("utf-8", errors="replace").replace("\r\n", "\n").replace("\r", "\n")
    encoding = "UTF-16" if content[:2] in (b"\xff\xfe", b"\xfe\xff") else None
    facts = {"offset": offset, "byte": content[offset], "encoding": encoding}
    return Problem("not-utf8", Span(len(before), len(before) + 1), facts, source, before + after)
