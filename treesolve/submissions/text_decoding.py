"""Decoding of text files whose encoding is not known; files that are not text are rejected with their format."""

import codecs

from treesolve.model.problem import InputError, Problem
from treesolve.model.utf8_text import CONTROL_BYTES, file_format, with_line_feeds

MAX_BYTES = 64 * 1024
"""Maximum size in bytes of one answer, whether it is a file, a row or an object."""

REMARK_CODES = frozenset((
    *("submission-windows-1252", "submission-unknown-column", "submission-is-key", "variant-of-another"),
    *("handed-in-late", "handed-in-again", "gradebook-pending", "gradebook-no-submission"),
    *("gradebook-other-maximum", "gradebook-other-out-of", "gradebook-replaced"),
    *("progress-other-trees", "progress-together", "quiz-left-out", "gradescope-submitters"),
))  # fmt: skip
"""The codes of problems that are only remarks, because the content was read nevertheless."""


def is_remark(problem: Problem) -> bool:
    """Return whether a problem is only a remark about content that was read nevertheless."""
    return problem.code in REMARK_CODES


_UTF16 = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)


def detect_encoding(content: bytes, *, is_whole: bool = True) -> str | None:
    """Return the encoding of a file's content: UTF-8, Windows-1252 or, with a byte order mark, UTF-16.

    Return None if the content is not text. If `is_whole` is false, `content` is only the beginning of the file, and its
    last character may be incomplete.
    """
    if content.startswith(_UTF16):
        return "utf-16"
    try:
        codecs.getincrementaldecoder("utf-8-sig")().decode(content, final=is_whole)
    except UnicodeDecodeError:
        return None if CONTROL_BYTES.search(content) else "cp1252"
    return None if b"\0" in content else "utf-8-sig"


def decode(content: bytes, source: str, most: int = MAX_BYTES) -> tuple[str, tuple[Problem, ...]]:
    """Decode a file; return its text, with line ends normalized to line feeds, and remarks about the decoding.

    Raises InputError if the file is too large, empty or not a text file.
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
    """Return whether a text has only blank lines and comments that are empty or end with a colon, as in a template."""
    return all(_is_empty(line.strip(" \t\f\v\xa0\ufeff")) for line in text.split("\n"))


def _is_empty(line: str) -> bool:
    content = line.strip("# \t")
    return not content or (line.startswith("#") and content.endswith(":"))


def unreadable_file_error(code: str, source: str, **facts: object) -> InputError:
    """Return an InputError for a file that cannot be read as an answer."""
    return InputError((Problem(code, None, facts, source),))
