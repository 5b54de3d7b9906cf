"""What students handed in through a course system: the files of one student are one submission.

Vocabulary

    handed in   all that a student handed in, with what the system knows them by
"""

import io
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import islice
from pathlib import PurePath
from typing import NamedTuple

from treesolve.answers.decoding import MOST_BYTES, REMARKS, encoding_of, says_nothing
from treesolve.answers.files import MOST_TABLE_BYTES, paths_in_folder, read_submissions, student_of, submissions_in
from treesolve.answers.files import count_files as count_plain_files
from treesolve.answers.identity import identity_lines
from treesolve.answers.submission import Submission, joined, tidy
from treesolve.answers.unread_files import unread_file_line
from treesolve.exchange.archive import Entry, entries, is_archive
from treesolve.exchange.filing import Filing
from treesolve.exchange.online_text import plain
from treesolve.exchange.raw_entry import entry_source
from treesolve.exchange.systems import Filed, recognised
from treesolve.model.input_file import descriptor_of
from treesolve.model.problem import InputError, Problem

MOST_FILES = 50
"""So many files of one student are read."""

MOST_PAGE = 1 << 20
"""So many bytes of a page are read: pictures stand in it, too."""

_LOOKED_AT = 2000
"""By so many of its files it is seen whether a folder comes from a course system."""

_NUMBER = re.compile(r"\d{4,10}")
_PAGES = (".html", ".htm")
_TABLES = (".csv", ".tsv", ".json", ".jsonl", ".ndjson")
_PICTURES = frozenset(
    [
        ".jpg",
        ".jpeg",
        ".png",
        ".gif",
        ".heic",
        ".webp",
        ".tif",
        ".tiff",
        ".bmp",
        ".svg",
        ".pdf",
        ".docx",
        ".doc",
        ".odt",
        ".zip",
        ".7z",
        ".rar",
    ]
)


class HandedIn(NamedTuple):
    """What a student handed in.

    `source` names it in results, `student` is whose it is if the text does not say. `key` is what `system` knows the
    student by, `name` what it calls them. What goes back is called `returned` and what follows. Files that are `unread`
    may hold answers. Of something handed in again only the last attempt is among the `entries`.
    """

    source: str
    student: str
    key: str
    name: str
    system: str
    returned: str
    entries: tuple[Entry, ...] = ()
    is_late: bool = False
    is_again: bool = False
    unread: bool = False
    is_shared: bool = False


class Intake:
    """The submissions at some paths; `handed_in` has for each that came through a course system whose it is.

    `called` has for what a system knows students by what they are called on a roster.
    """

    def __init__(self, paths: Iterable[str], called: Mapping[str, str] = {}) -> None:
        self.paths, self.called = tuple(paths), called
        self.handed_in: dict[str, HandedIn] = {}

    def submissions(self) -> Iterator[Submission | Problem]:
        """All of them in a fixed order; what cannot be read comes as a problem."""
        for path in self.paths:
            try:
                yield from self._submissions_at(path)
            except InputError as error:
                yield from error.problems

    def _submissions_at(self, path: str) -> Iterator[Submission | Problem]:
        if descriptor_of(path) is not None or not (is_archive(path) or _is_folder_of_system(path)):
            yield from read_submissions([path])
            return
        with entries(path) as found:
            listed = list(found)
            yield from (one for one in listed if isinstance(one, Problem))
            files = [one for one in listed if isinstance(one, Entry)]
            filed = recognised(files)
            if filed is None:
                yield from _submissions_of_plain_files(files)
            else:
                yield from (Problem("archive-no-student", None, {}, one.source) for one in filed.others)
                for one in _by_student(filed, path):
                    yield from self._submission_of(one)

    def _submission_of(self, found: HandedIn) -> Iterator[Submission | Problem]:
        """All that a student handed in as one submission."""
        found = found._replace(student=self.called.get(found.key, found.student))
        read = _Read(found)
        self.handed_in[read.source] = found._replace(entries=(), unread=bool(read.unread))
        yield from read.submissions()


def of_one_student(folder: str, student: str, system: str) -> Iterator[Submission | Problem]:
    """All that is in a folder as one submission; what cannot be read comes as a problem, and nothing from no files."""
    try:
        with entries(folder) as found:
            listed = list(found)
            yield from (one for one in listed if isinstance(one, Problem))
            files = tuple(one for one in listed if isinstance(one, Entry))
            if files:
                yield from _Read(HandedIn(folder, student, student, student, system, "", files)).submissions()
    except InputError as error:
        yield from error.problems


def count_files(paths: Iterable[str]) -> int:
    """How many files there are to be read, for whoever waits."""
    return sum(_count_in_archive(path) if is_archive(path) else count_plain_files([path]) for path in paths)


def _count_in_archive(path: str) -> int:
    try:
        with entries(path) as found:
            return sum(1 for _ in found)
    except InputError:
        return 1


def _is_folder_of_system(path: str) -> bool:
    if not os.path.isdir(path):  # noqa: PTH112
        return False
    some = islice(paths_in_folder(path), _LOOKED_AT)
    names = (os.path.relpath(one, path).replace(os.sep, "/") for one in some)
    return recognised([Entry(name, name, lambda _: b"") for name in names]) is not None


def _submissions_of_plain_files(files: Iterable[Entry]) -> Iterator[Submission | Problem]:
    """The submissions in an archive that is like any folder: one a file."""
    for one in files:
        try:
            yield from submissions_in(io.BytesIO(_content(one)), one.source, student_of(one.source))
        except InputError as error:
            yield from error.problems


def _content(entry: Entry) -> bytes:
    """What a file holds, as far as it can be an answer. Raises InputError where it cannot be read."""
    ending = PurePath(entry.path).suffix.lower()
    return entry.read(MOST_PAGE if ending in _PAGES else MOST_TABLE_BYTES + 1 if ending in _TABLES else MOST_BYTES + 1)


# Whose it is


def _by_student(filed: Filed, path: str) -> Iterator[HandedIn]:
    """What each student handed in; the same files once for each where several handed them in together."""
    students: dict[str, list[tuple[Filing, Entry]]] = {}
    for filing, entry in filed.files:
        students.setdefault(filing.key, []).append((filing, entry))
    owners = Counter(entry.path for _, entry in filed.files)
    names = Counter(found[0][0].name for found in students.values())
    for key, found in students.items():
        filing = found[0][0]
        name = tidy(filing.name) or key
        shared = any(owners[entry.path] > 1 for _, entry in found)
        kept = tuple(entry for _, entry in _last_attempts(found))
        source = _name_of_all(kept, path) + (f" ({key})" if shared else "")
        student = _number_in_names(found) or (f"{name} {key}" if names[filing.name] > 1 else name)
        yield HandedIn(
            *(source, student, key, name, filed.system, filing.returned, kept),
            is_late=any(one.is_late for one, _ in found),
            is_again=len(kept) < len(found),
            is_shared=shared,
        )


def _number_in_names(found: Sequence[tuple[Filing, Entry]]) -> str | None:
    """The number that the only file of a student is called."""
    stem = PurePath(found[0][0].file).stem
    return stem if len(found) == 1 and _NUMBER.fullmatch(stem) else None


def _name_of_all(files: Sequence[Entry], path: str) -> str:
    """What several files are called in one: how the names of all begin."""
    if len(files) == 1:
        return files[0].source
    return entry_source(path, os.path.commonprefix([one.path for one in files]).rstrip("_/ ."))  # noqa: RUF071


def _last_attempts(found: Sequence[tuple[Filing, Entry]]) -> Iterator[tuple[Filing, Entry]]:
    """The files without those that were handed in again, by the rule of the system."""
    attempts: dict[str, set[int]] = {}
    for filing, _ in found:
        attempts.setdefault("" if filing.replaces_all else filing.file, set()).add(filing.attempt)
    for filing, entry in found:
        others = attempts["" if filing.replaces_all else filing.file]
        is_again = filing.replaces_all or 0 in others  # part-1 and part-2 are no attempts where there is no part
        if not is_again or filing.attempt == max(others):
            yield filing, entry


# One submission of several files


class _Read:
    """The files of a student, read."""

    def __init__(self, found: HandedIn) -> None:
        self.found = found
        self.problems: list[Problem] = []
        self.texts: list[Submission] = []
        self.unread: list[Entry] = []
        for number, entry in enumerate(found.entries):
            length = sum(len(one.text) for one in self.texts)
            if number >= MOST_FILES or length > MOST_BYTES or not self._read_file(entry):
                self.unread.append(entry)
        self.submission = self._submission()
        self.source = self.submission.source if self.submission else found.source

    def _read_file(self, entry: Entry) -> bool:
        """Whether a file could be read; one with nothing in it is."""
        ending = PurePath(entry.path).suffix.lower()
        if ending in _PICTURES:
            return False
        try:
            content = _content(entry)
        except InputError as error:
            self.problems += error.problems
            return False
        found = self._submissions_of_page(entry, content) if ending in _PAGES else self._submissions_of(entry, content)
        texts = [one for one in found if isinstance(one, Submission)]
        problems = [one for one in found if isinstance(one, Problem)]
        is_empty = any(one.code == "submission-empty" for one in problems)
        self.texts += (one if one.student else one._replace(student=self.found.student) for one in texts)
        self.problems += (one for one in problems if texts or one.code in REMARKS)
        return bool(texts) or is_empty

    def _submissions_of(self, entry: Entry, content: bytes) -> list[Submission | Problem]:
        return list(submissions_in(io.BytesIO(content), entry.source, self.found.student))

    def _submissions_of_page(self, entry: Entry, content: bytes) -> list[Submission | Problem]:
        encoding = encoding_of(content) or "utf-8"
        text = plain(content.decode(encoding, "replace"))
        if says_nothing(text):
            return [Problem("submission-empty", None, {}, entry.source)]
        return [Submission(entry.source, self.found.student, text)]

    def submissions(self) -> Iterator[Submission | Problem]:
        """All of it as one submission, and before it what there is to say."""
        found = self.found
        told = (("handed-in-late", found.is_late), ("handed-in-again", found.is_again))
        facts = {"student": found.student, "system": found.system}
        yield from (Problem(code, None, facts, self.source) for code, is_so in told if is_so)
        yield from self.problems
        yield self.submission or Problem("submission-empty", None, {}, self.source)

    def _submission(self) -> Submission | None:
        """All texts as one, and a line for each file that could not be read; None where there is neither."""
        if not self.texts and not self.unread:
            return None
        if len(self.texts) == 1 and not self.unread and not self.found.is_shared:
            return self.texts[0]
        lines = (_line_for_unread_file(one, self.found.student) for one in self.unread[:MOST_FILES])
        whole = joined(self.found.source, self.found.student, [*self.texts, *lines])
        return whole._replace(text=without_students(whole.text)) if self.found.is_shared else whole


def _line_for_unread_file(entry: Entry, student: str) -> Submission:
    """The line that stands for a file; what is said of it is said of the file."""
    return Submission(entry.source, "", unread_file_line(PurePath(entry.path).name, student), is_translated=True)


def without_students(text: str) -> str:
    """A text with blanks where it says whose it is, for that is known better."""
    for line in identity_lines(text):
        if line.name == "student":
            end = text.find("\n", line.end)
            end = len(text) if end < 0 else end
            text = text[: line.start] + " " * (end - line.start) + text[end:]
    return text
