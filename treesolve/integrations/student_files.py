"""Combination of a student's files into one submission, in which a line represents each file that cannot be read."""

import io
from collections.abc import Iterator, Sequence
from functools import cached_property
from pathlib import PurePath

from treesolve.integrations.archive_entry import ArchiveEntry
from treesolve.integrations.online_text import extract_visible_text
from treesolve.model.problem import InputError, Problem
from treesolve.submissions.student_identification import find_identification_lines
from treesolve.submissions.submission import Submission, collapse_blanks, join_submissions
from treesolve.submissions.submission_files import read_submissions_in_file
from treesolve.submissions.text_decoding import MAX_BYTES, REMARK_CODES, detect_encoding, has_no_content
from treesolve.submissions.unreadable_files import format_unread_file_line

MAX_FILES = 50
"""Maximum number of files read per student."""

MAX_PAGE = 1 << 20
"""Maximum number of bytes read from an HTML page, which is large because the page can contain pictures."""

_HTML_SUFFIXES = (".html", ".htm")
_UNREADABLE_SUFFIXES = frozenset(
    {".jpg", ".jpeg", ".png", ".gif", ".heic", ".webp", ".tif", ".tiff", ".bmp", ".svg", ".pdf"}
    | {".docx", ".doc", ".odt", ".zip", ".7z", ".rar"}
)
"""Extensions of files that are never read as text, even if their content looks like text."""


class StudentFiles:
    """The parsed files of a student, combined into `submission`.

    `problems` are problems with the files, and `unread` contains the files that were not read completely. If the files
    are shared by several students, lines in the files that identify a student are ignored.
    """

    def __init__(self, files: Sequence[ArchiveEntry], source: str, student: str, *, are_shared: bool = False) -> None:
        self.source, self.student, self.are_shared = source, student, are_shared
        self.problems: list[Problem] = []
        self.texts: list[Submission] = []
        self.unread: list[ArchiveEntry] = []
        for number, entry in enumerate(files):
            length = sum(len(one.text) for one in self.texts)
            if number >= MAX_FILES or length > MAX_BYTES or not self._read_file(entry):
                self.unread.append(entry)

    def _read_file(self, entry: ArchiveEntry) -> bool:
        """Read a file; return whether it was read completely, which includes empty files."""
        ending = PurePath(entry.path).suffix.lower()
        if ending in _UNREADABLE_SUFFIXES:
            return False
        most, read = (MAX_PAGE, self._read_page) if ending in _HTML_SUFFIXES else (MAX_BYTES, self._read_text)
        try:
            content = entry.read(most + 1)
        except InputError as error:
            self.problems += error.problems
            return False
        return read(entry, content)

    def _read_text(self, entry: ArchiveEntry, content: bytes) -> bool:
        """Read a text file or table; return whether it was read."""
        if len(content) > MAX_BYTES:
            return False
        found = list(read_submissions_in_file(io.BytesIO(content), entry.source, self.student))
        texts = [one for one in found if isinstance(one, Submission)]
        problems = [one for one in found if isinstance(one, Problem)]
        if not self._add_texts(texts):
            return False
        self.problems += (one for one in problems if texts or one.code in REMARK_CODES)
        return bool(texts) or any(one.code == "submission-empty" for one in problems)

    def _read_page(self, entry: ArchiveEntry, content: bytes) -> bool:
        """Read an HTML page; return whether it was read completely and has no pictures.

        The page's text is used even if the result is false.
        """
        is_whole = len(content) <= MAX_PAGE
        html = content.decode(detect_encoding(content, is_whole=is_whole) or "utf-8", "replace")
        page = extract_visible_text(html if is_whole else html.rpartition(">")[0] + ">")
        texts = [] if has_no_content(page.text) else [Submission(entry.source, self.student, page.text)]
        return self._add_texts(texts) and is_whole and not page.has_picture

    def _add_texts(self, texts: Sequence[Submission]) -> bool:
        """Add the texts of a file if they are not too large, because a table can expand to many times its size.

        Return whether the texts were added.
        """
        if sum(len(one.text) for one in texts) > MAX_BYTES:
            return False
        self.texts += (
            one if one.student else one._replace(student=self.student) for one in self._without_duplicates(texts)
        )
        return True

    def _without_duplicates(self, texts: Sequence[Submission]) -> Iterator[Submission]:
        """Yield the texts that have not already been read from another file."""
        known = {collapse_blanks(one.text) for one in self.texts}
        return (one for one in texts if collapse_blanks(one.text) not in known)

    @cached_property
    def submission(self) -> Submission | None:
        """All texts as one submission, with a line for each unread file; None if there are no texts or unread files."""
        if not self.texts and not self.unread:
            return None
        if len(self.texts) == 1 and not self.unread and not self.are_shared:
            return self.texts[0]
        lines = (_line_for_unread_file(one, self.student) for one in self.unread[:MAX_FILES])
        whole = join_submissions(self.source, self.student, [*self.texts, *lines])
        return whole._replace(text=blank_student_lines(whole.text)) if self.are_shared else whole

    def results(self) -> Iterator[Submission | Problem]:
        """Yield the problems and then the submission; if there is no submission, yield a problem instead."""
        yield from self.problems
        yield self.submission or Problem("submission-empty", None, {}, self.source)


def _line_for_unread_file(entry: ArchiveEntry, student: str) -> Submission:
    """Return a submission that consists of the line for an unread file, so that problems refer to this file."""
    return Submission(entry.source, "", format_unread_file_line(PurePath(entry.path).name, student), is_translated=True)


def blank_student_lines(text: str) -> str:
    """Return the text with keys and values that identify a student blanked out."""
    for line in find_identification_lines(text):
        if line.name == "student":
            end = text.find("\n", line.end)
            end = len(text) if end < 0 else end
            text = text[: line.start] + " " * (end - line.start) + text[end:]
    return text
