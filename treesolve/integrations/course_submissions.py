"""What students handed in through a course system: the files of one student are one submission."""

import io
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path, PurePath
from typing import NamedTuple

from treesolve.integrations.archive import entries, is_archive, partition_entries
from treesolve.integrations.archive_entry import ArchiveEntry, SubmittedFileInfo
from treesolve.integrations.course_system import RecognizedFiles, recognize_files
from treesolve.model.input_file import read_file, read_with
from treesolve.model.problem import InputError, Problem
from treesolve.submissions.submission import Submission, tidy
from treesolve.submissions.submission_files import (
    MAX_TABLE_BYTES,
    count_files,
    is_table_name,
    printable_path,
    read_submissions,
    read_submissions_in_file,
    student_from_path,
    with_unreadable_files,
)
from treesolve.submissions.text_decoding import MAX_BYTES

_NUMBER = re.compile(r"\d{4,10}")


class CourseSubmission(NamedTuple):
    """What a student handed in.

    `source` names it in results, `student` is whose it is if the text does not say. `key` is what `system` knows the
    student by, `name` what it calls them. What goes back is called `feedback_prefix` and what follows. Files that are
    `unread` may hold answers. Of something handed in again only the last attempt is among the `entries`.
    """

    source: str
    student: str
    key: str
    name: str
    system: str
    feedback_prefix: str
    entries: tuple[ArchiveEntry, ...] = ()
    is_late: bool = False
    is_again: bool = False
    unread: bool = False
    is_shared: bool = False


class SubmissionLoader:
    """The submissions at some paths; `course_submissions` has for each that came through a course system whose it is.

    `unread_files` has for each the files that somebody has to look at, as `read_source_file` finds them.

    `roster_names` has for what a system knows students by what they are called on a roster.
    """

    def __init__(self, paths: Iterable[str], roster_names: Mapping[str, str] = {}) -> None:
        self.paths, self.roster_names = tuple(paths), roster_names
        self.course_submissions: dict[str, CourseSubmission] = {}
        self.unread_files: dict[str, tuple[str, ...]] = {}

    def submissions(self) -> Iterator[Submission | Problem]:
        """All of them in a fixed order; what cannot be read comes as a problem."""
        for path in self.paths:
            try:
                yield from self._submissions_at(path)
            except InputError as error:
                yield from error.problems

    def _submissions_at(self, path: str) -> Iterator[Submission | Problem]:
        is_folder = Path(path).is_dir()
        if _is_gradebook(path):
            yield Problem("gradebook-among-answers", None, {}, printable_path(path))
            return
        if not (is_folder or is_archive(path)):
            yield from read_submissions([path])
            return
        with entries(path) as found:
            files, problems = partition_entries(found)
            recognized = recognize_files(files)
            if recognized is None and is_folder:
                yield from read_submissions([path])
                return
            yield from problems
            if recognized is None:
                yield from _plain_file_submissions(files)
                return
            yield from recognized.problems
            yield from (Problem("archive-no-student", None, {}, one.source) for one in recognized.others)
            for one in _group_by_student(recognized):
                yield from self._submission_of(one)

    def _submission_of(self, found: CourseSubmission) -> Iterator[Submission | Problem]:
        """All that a student handed in as one submission."""
        found = found._replace(student=self.roster_names.get(found.key, found.student))
        from treesolve.integrations.student_files import StudentFiles

        read = StudentFiles(found.entries, found.source, found.student, are_shared=found.is_shared)
        source = read.submission.source if read.submission else found.source
        self.course_submissions[source] = found._replace(entries=(), unread=bool(read.unread))
        self.unread_files[source] = tuple(one.source for one in read.unread)
        results = (("handed-in-late", found.is_late), ("handed-in-again", found.is_again))
        facts = {"student": found.student, "system": found.system}
        yield from (Problem(code, None, facts, source) for code, is_so in results if is_so)
        yield from read.results()


def _is_gradebook(path: str) -> bool:
    """Whether a file is a gradebook rather than a table of answers."""
    if PurePath(path).suffix.lower() != ".csv":
        return False
    from treesolve.integrations.gradebook_file import is_gradebook

    return is_gradebook(path)


def read_student_folder(folder: str, student: str) -> Iterator[Submission | Problem]:
    """All that is in a folder as one submission; what cannot be read comes as a problem, and nothing from no files."""
    from treesolve.integrations.student_files import StudentFiles

    try:
        with entries(folder) as found:
            files, problems = partition_entries(found)
            yield from problems
            if files:
                yield from StudentFiles(files, folder, student).results()
    except InputError as error:
        yield from error.problems


def count_submissions(paths: Iterable[str]) -> int:
    """How many files there are to be read, for whoever waits."""
    return sum(_count_in_archive(path) if is_archive(path) else count_files([path]) for path in paths)


def _count_in_archive(path: str) -> int:
    try:
        with entries(path) as found:
            return sum(1 for _ in found)
    except InputError:
        return 1


def _plain_file_submissions(files: Iterable[ArchiveEntry]) -> Iterator[Submission | Problem]:
    """Yield the submissions in an archive that is like any folder: one a file."""
    for one in files:
        try:
            max_bytes = MAX_TABLE_BYTES if is_table_name(one.path) else MAX_BYTES
            content = io.BytesIO(one.read(max_bytes + 1))
            yield from with_unreadable_files(
                read_submissions_in_file(content, one.source, student_from_path(one.source))
            )
        except InputError as error:
            yield from error.problems


def find_student_files(paths: Iterable[str]) -> Iterator[tuple[ArchiveEntry, str] | Problem]:
    """All files at paths, each with whose it is by the course system or by its name; what is refused as a problem."""
    for path in paths:
        try:
            if not (Path(path).is_dir() or is_archive(path)):
                yield ArchiveEntry(path, printable_path(path), partial(_read_beginning, path)), student_from_path(path)
                continue
            with entries(path) as found:
                files, problems = partition_entries(found)
                yield from problems
                recognized = recognize_files(files)
                for one in _group_by_student(recognized) if recognized else ():
                    yield from ((entry, one.student) for entry in one.entries)
                yield from (
                    (entry, student_from_path(entry.source)) for entry in (recognized.others if recognized else files)
                )
        except InputError as error:
            yield from error.problems


def _read_beginning(path: str, max_bytes: int) -> bytes:
    return read_with(lambda named: read_file(named, max_bytes), Path(path))


# Whose it is


def _group_by_student(recognized: RecognizedFiles) -> Iterator[CourseSubmission]:
    """What each student handed in; the same files once for each where several handed them in together."""
    students: dict[str, list[tuple[SubmittedFileInfo, ArchiveEntry]]] = {}
    for filing, entry in recognized.files:
        students.setdefault(filing.key, []).append((filing, entry))
    owners = Counter(entry.path for _, entry in recognized.files)
    names = Counter(found[0][0].name for found in students.values())
    for key, found in students.items():
        filing = found[0][0]
        name = tidy(filing.name) or key
        shared = any(owners[entry.path] > 1 for _, entry in found)
        latest = tuple(entry for _, entry in _last_attempts(found))
        source = _common_name(latest) + (f" ({key})" if shared else "")
        student = _number_in_file_name(found) or (f"{name} {key}" if names[filing.name] > 1 else name)
        yield CourseSubmission(
            *(source, student, key, name, recognized.system, filing.feedback_prefix, latest),
            is_late=any(one.is_late for one, _ in found),
            is_again=len(latest) < len(found),
            is_shared=shared,
        )


def _number_in_file_name(found: Sequence[tuple[SubmittedFileInfo, ArchiveEntry]]) -> str | None:
    """Return the number that the only file of a student is called."""
    stem = PurePath(found[0][0].file).stem
    return stem if len(found) == 1 and _NUMBER.fullmatch(stem) else None


def _common_name(files: Sequence[ArchiveEntry]) -> str:
    """What several files are called in one: how the names of all begin."""
    if len(files) == 1:
        return files[0].source
    return os.path.commonprefix([one.source for one in files]).rstrip("_/ .")  # noqa: RUF071


def _last_attempts(
    found: Sequence[tuple[SubmittedFileInfo, ArchiveEntry]],
) -> Iterator[tuple[SubmittedFileInfo, ArchiveEntry]]:
    """Yield the files without those that were handed in again, by the rule of the system."""
    attempts: dict[str, set[int]] = {}
    for filing, _ in found:
        attempts.setdefault("" if filing.replaces_all else filing.file, set()).add(filing.attempt)
    for filing, entry in found:
        others = attempts["" if filing.replaces_all else filing.file]
        is_again = filing.replaces_all or 0 in others  # part-1 and part-2 are no attempts where there is no part
        if not is_again or filing.attempt == max(others):
            yield filing, entry
