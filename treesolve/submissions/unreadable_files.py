"""Submitted files that could not be read and may contain answers that are missing from the text.

Each such file is represented by a line in the text. The line includes the student, because a decision about one
student's photo.jpg must not apply to the photo.jpg of another student.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from treesolve.submissions.claim import Unread, unread
from treesolve.submissions.submission import Submission, format_identification_line, tidy

PAPER = "paper"
"""The source, and in place of a file name the name, of answers that students wrote on paper."""

_LINE = re.compile(r"^\[unread (?P<kind>file|row): (?P<name>[^\n]*) of [^\n]*\]$", re.MULTILINE)
_CODES = {"file": "answer-in-file", "row": "answer-row-cells"}

_EXTENSIONS = (
    "7z|avif|bmp|csv|djvu|dng|docm|docx?|drawio|dvi|eps|gif|goodnotes|gz|hei[cf]|html?|ipynb|java|jfif|jpe?g|json|m4a|md"
    "|mov|mp[34]|od[gpst]|pages|pdf|png|pptx?|py|rar|rmd|rtf|svgz?|tar|tex|tgz|tiff?|tree|txt|typ|vsdx|webp|wps|xlsm"
    "|xlsx?|xopp|zip"
)
_FILE_NAME = re.compile(rf"[\w)\]}}'\"-]\.(?:{_EXTENSIONS})(?![\w@])", re.IGNORECASE)
_LINK = re.compile(
    r"\b[a-z][a-z0-9+.-]{1,20}://\S|\bwww\.\w|\b[a-z][\w-]{0,62}(?:\.[a-z][\w-]{0,62}){1,5}/\S", re.IGNORECASE
)
_EMBEDDED = re.compile(
    r"!\[|[\ufffc📷📸📎🖼]|\\(?:includegraphics|includepdf|input|include|href|url)\b|<(?:img|image|embed|object|iframe|a)\b",
    re.IGNORECASE,
)


def mentions_file(line: str) -> bool:
    r"""Return whether a line names a file, contains a link, or embeds a picture.

    >>> [mentions_file(line) for line in ("IMG_2044.jpg", "see www.example.org", r"\includegraphics{photo}")]
    [True, True, True]
    >>> mentions_file("z.B. A=5")
    False
    """
    return any(pattern.search(line) for pattern in (_FILE_NAME, _LINK, _EMBEDDED))


def format_unread_file_line(name: str, student: str, kind: str = "file") -> str:
    """Return the line that represents an unreadable file or, with kind "row", a row that does not match its header.

    >>> format_unread_file_line("photo.jpg", "4711"), format_unread_file_line("4711;A=5;B=5", "4711", "row")
    ('[unread file: photo.jpg of 4711]', '[unread row: 4711;A=5;B=5 of 4711]')
    """
    return tidy(f"[unread {kind}: {name} of {student}]")


def is_on_paper(text: str) -> bool:
    r"""Return whether a text represents an answer on paper.

    Such a text consists only of the line for the answer on paper, possibly after a line with the exercise.

    >>> is_on_paper("exercise: 2\n" + format_unread_file_line(PAPER, "4711")), is_on_paper("best: B")
    (True, False)
    """
    *before, line = text.split("\n")
    is_alone = len(before) < 2 and all(one.startswith("exercise: ") for one in before)
    return is_alone and line.startswith(f"[unread file: {PAPER} of ")


def is_unread_file_line(line: str) -> bool:
    """Return whether a line represents an unreadable file or CSV row."""
    return _LINE.fullmatch(line.rstrip("\n")) is not None


def replace_with_file_names(text: str) -> str:
    """Return the text with each line for an unreadable file replaced by the file's name; empty for answers on paper.

    >>> replace_with_file_names("[unread file: photo.jpg of 4711]")
    'photo.jpg'
    """
    return _LINE.sub(lambda one: "" if one["name"] == PAPER else one["name"], text)


def has_unread_row(text: str) -> bool:
    """Return whether a text contains a line that represents a CSV row whose cells do not match the header."""
    return any(one["kind"] == "row" for one in _LINE.finditer(text))


def blank_out_unread_files(text: str) -> tuple[str, list[Unread]]:
    """Return the text with the lines for unreadable files blanked out, and an unread record for each of these lines.

    The records have no part, because the file could contain any part of the answer.

    >>> blanked, found = blank_out_unread_files("best: B\\n[unread file: photo.jpg of 4711]")
    >>> blanked.split(), found[0].part, found[0].problem.facts
    (['best:', 'B'], None, {'name': 'photo.jpg'})
    """
    found = [unread(None, _CODES[one["kind"]], *one.span(), name=one["name"]) for one in _LINE.finditer(text)]
    return _LINE.sub(lambda one: " " * len(one[0]), text) if found else text, found


def paper_submissions(students: Iterable[str], exercises: Sequence[str]) -> Iterator[Submission]:
    """Yield a submission for each student and exercise that represents an answer on paper and needs review."""
    for student in students:
        for name in exercises:
            head = format_identification_line("exercise", name) + "\n" if len(exercises) > 1 else ""
            yield Submission(PAPER, student, head + format_unread_file_line(PAPER, student))
