"""Several files of one student, read as one submission; a line stands for each that is no text."""

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
"""So many files of one student are read."""

MAX_PAGE = 1 << 20
"""So many bytes of a page are read: pictures stand in it, too."""

_HTML_SUFFIXES = (".html", ".htm")
_UNREADABLE_SUFFIXES = frozenset(
    {".jpg", ".jpeg", ".png", ".gif", ".heic", ".webp", ".tif", ".tiff", ".bmp", ".svg", ".pdf"}
    | {".docx", ".doc", ".odt", ".zip", ".7z", ".rar"}
)
"""Endings of files that are not opened: no text is in them, whatever their bytes are."""


class StudentFiles:
    """The files of a student, read; `problems` are what was wrong with them, `unread` those not read as a whole.

    Where they are shared, whatever they say of whose they are does not count.
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
        """Whether all of a file could be read; one with nothing in it is."""
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
        """Whether a text, or a table, was read."""
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
        """Whether a page was read, which has no picture, and does not go on behind what is read; its text is kept."""
        is_whole = len(content) <= MAX_PAGE
        html = content.decode(detect_encoding(content, is_whole=is_whole) or "utf-8", "replace")
        page = extract_visible_text(html if is_whole else html.rpartition(">")[0] + ">")
        texts = [] if has_no_content(page.text) else [Submission(entry.source, self.student, page.text)]
        return self._add_texts(texts) and is_whole and not page.has_picture

    def _add_texts(self, texts: Sequence[Submission]) -> bool:
        """Whether the texts of a file are short enough to be kept: a table has many times what it has in bytes."""
        if sum(len(one.text) for one in texts) > MAX_BYTES:
            return False
        self.texts += (
            one if one.student else one._replace(student=self.student) for one in self._without_duplicates(texts)
        )
        return True

    def _without_duplicates(self, texts: Sequence[Submission]) -> Iterator[Submission]:
        """Return the texts without those that another file has, too: a file and a copy of it are one answer."""
        known = {collapse_blanks(one.text) for one in self.texts}
        return (one for one in texts if collapse_blanks(one.text) not in known)

    @cached_property
    def submission(self) -> Submission | None:
        """All texts as one, and a line for each file that could not be read; None where there is neither."""
        if not self.texts and not self.unread:
            return None
        if len(self.texts) == 1 and not self.unread and not self.are_shared:
            return self.texts[0]
        lines = (_line_for_unread_file(one, self.student) for one in self.unread[:MAX_FILES])
        whole = join_submissions(self.source, self.student, [*self.texts, *lines])
        return whole._replace(text=blank_student_lines(whole.text)) if self.are_shared else whole

    def results(self) -> Iterator[Submission | Problem]:
        """What was wrong, and then the submission, or that nothing was handed in."""
        yield from self.problems
        yield self.submission or Problem("submission-empty", None, {}, self.source)


def _line_for_unread_file(entry: ArchiveEntry, student: str) -> Submission:
    """Return the line that stands for a file; what is said of it is said of the file."""
    return Submission(entry.source, "", format_unread_file_line(PurePath(entry.path).name, student), is_translated=True)


def blank_student_lines(text: str) -> str:
    """Return a text with blanks where it says whose it is, for that is known better."""
    for line in find_identification_lines(text):
        if line.name == "student":
            end = text.find("\n", line.end)
            end = len(text) if end < 0 else end
            text = text[: line.start] + " " * (end - line.start) + text[end:]
    return text
