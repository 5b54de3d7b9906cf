"""Bytes to text, whatever a student's computer wrote; what is no text is named."""

import codecs

from treesolve.model.file_type import CONTROL_BYTES, file_format, with_line_feeds
from treesolve.model.problem import InputError, Problem

MAX_BYTES = 64 * 1024
"""A larger file, row or object is no answer."""

REMARK_CODES = frozenset((
    *("submission-windows-1252", "submission-unknown-column", "submission-is-key", "variant-of-another"),
    *("handed-in-late", "handed-in-again", "gradebook-pending", "gradebook-no-submission"),
    *("gradebook-other-maximum", "gradebook-other-out-of", "gradebook-replaced"),
    *("progress-other-trees", "progress-together", "quiz-left-out", "gradescope-submitters"),
))  # fmt: skip
"""The codes of problems that are remarks: what they are about was read all the same."""


def is_remark(problem: Problem) -> bool:
    """Whether a problem is only a remark on how something was read."""
    return problem.code in REMARK_CODES


_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def detect_encoding(content: bytes, *, is_whole: bool = True) -> str | None:
    """Return the encoding of a text, or of its beginning: UTF-8, UTF-16 with its mark, else Windows-1252; None: no
    text.
    """
    if content.startswith(_UTF16):
        return "utf-16"
    try:
        codecs.getincrementaldecoder("utf-8-sig")().decode(content, final=is_whole)
    except UnicodeDecodeError:
        return None if CONTROL_BYTES.search(content) else "cp1252"
    return None if b"\0" in content else "utf-8-sig"


def decode(content: bytes, source: str, most: int = MAX_BYTES) -> tuple[str, tuple[Problem, ...]]:
    """Return the text of a file, with lines ending in line feeds, and remarks about it.

    Raises InputError where there is no text: it is too large, has nothing in it, or is of another format.
    """
    named = file_format(content)
    if len(content) > most and not named:
        raise unreadable_file_error("submission-too-large", source, most=most // 1024)
    encoding = None if named else detect_encoding(content)
    try:
        text = content.decode(encoding, "replace" if encoding == "cp1252" else "strict") if encoding else None
    except UnicodeDecodeError:
        text = None
    if text is None or "\0" in text:
        raise unreadable_file_error("submission-binary", source, format=named)
    text = with_line_feeds(text)
    if has_no_content(text):
        raise unreadable_file_error("submission-empty", source)
    return text, (Problem("submission-windows-1252", None, {}, source),) if encoding == "cp1252" else ()


def has_no_content(text: str) -> bool:
    """Whether a text is empty but for blanks, and comments without words or with a key alone."""
    return all(_is_empty(line.strip(" \t\f\v\xa0\ufeff")) for line in text.split("\n"))


def _is_empty(line: str) -> bool:
    said = line.strip("# \t")
    return not said or (line.startswith("#") and said.endswith(":"))


def unreadable_file_error(code: str, source: str, **facts: object) -> InputError:
    """Return the error for a file that cannot be read as an answer."""
    return InputError((Problem(code, None, facts, source),))
