"""Reading of submissions that a course system collected; all files of a student form one submission."""

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
    """The submission of one student in a course system.

    `source` is the name of the submission in results. `student` is used if the text does not name a student. `key` is
    the student's identifier and `name` the student's name in `system`. The paths of feedback files begin with
    `feedback_prefix`. `unread` means that some files could not be read and may contain answers. `entries` contains only
    the last attempts; `is_again` means that earlier attempts were left out.
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
    """Loads the submissions at the given paths.

    `course_submissions` maps the source of each submission from a course system to the details of this submission.
    `unread_files` maps the same source to the files that need manual review, as names for `read_source_file`.
    `roster_names` maps the system's identifiers of students to the students' names on a roster.
    """

    def __init__(self, paths: Iterable[str], roster_names: Mapping[str, str] = {}) -> None:
        self.paths, self.roster_names = tuple(paths), roster_names
        self.course_submissions: dict[str, CourseSubmission] = {}
        self.unread_files: dict[str, tuple[str, ...]] = {}

    def submissions(self) -> Iterator[Submission | Problem]:
        """Yield all submissions in a fixed order, and problems with unreadable files.

        `course_submissions` and `unread_files` are complete only after the last submission.
        """
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
        """Yield the files of a student as one submission, together with problems and remarks."""
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
    """Return whether a file is a gradebook, which is also a CSV file, and not a table of answers."""
    if PurePath(path).suffix.lower() != ".csv":
        return False
    from treesolve.integrations.gradebook_file import is_gradebook

    return is_gradebook(path)


def read_student_folder(folder: str, student: str) -> Iterator[Submission | Problem]:
    """Yield all files in a folder as one submission, and problems with these files; nothing if the folder is empty."""
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
    """Count the files at the given paths, so that progress can be displayed."""
    return sum(_count_in_archive(path) if is_archive(path) else count_files([path]) for path in paths)


def _count_in_archive(path: str) -> int:
    try:
        with entries(path) as found:
            return sum(1 for _ in found)
    except InputError:
        return 1


def _plain_file_submissions(files: Iterable[ArchiveEntry]) -> Iterator[Submission | Problem]:
    """Yield the submissions in an archive from no known course system; each file is a submission or a table of them."""
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
    """Yield each file at the given paths with its student, and problems with unreadable files.

    The student is named by the course system or, if no system is recognized, by the file name.
    """
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


# Grouping by student


def _group_by_student(recognized: RecognizedFiles) -> Iterator[CourseSubmission]:
    """Yield one submission per student; the files of a group are part of the submission of each member."""
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
    """Return the file name of a student's only file if it is a number, which identifies the student; otherwise None."""
    stem = PurePath(found[0][0].file).stem
    return stem if len(found) == 1 and _NUMBER.fullmatch(stem) else None


def _common_name(files: Sequence[ArchiveEntry]) -> str:
    """Return the source of the only file or, if there are several, the common beginning of their sources."""
    if len(files) == 1:
        return files[0].source
    return os.path.commonprefix([one.source for one in files]).rstrip("_/ .")  # noqa: RUF071


def _last_attempts(
    found: Sequence[tuple[SubmittedFileInfo, ArchiveEntry]],
) -> Iterator[tuple[SubmittedFileInfo, ArchiveEntry]]:
    """Yield the files of the last attempts; the course system determines which files an attempt replaces."""
    attempts: dict[str, set[int]] = {}
    for filing, _ in found:
        attempts.setdefault("" if filing.replaces_all else filing.file, set()).add(filing.attempt)
    for filing, entry in found:
        others = attempts["" if filing.replaces_all else filing.file]
        is_again = filing.replaces_all or 0 in others  # part-1 and part-2 are attempts only if there is a file "part"
        if not is_again or filing.attempt == max(others):
            yield filing, entry
