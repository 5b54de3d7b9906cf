"""What students handed in through a course system: the files of one student are one submission."""

import io
import os
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path, PurePath
from typing import NamedTuple

from treesolve.answers.decoding import MOST_BYTES
from treesolve.answers.files import (
    MOST_TABLE_BYTES,
    count_files,
    is_table_name,
    path_as_text,
    read_submissions,
    student_of,
    submissions_in,
    with_pictures,
)
from treesolve.answers.submission import Submission, tidy
from treesolve.exchange.archive import entries, files_and_problems, is_archive
from treesolve.exchange.archive_entry import ArchiveEntry, Filing
from treesolve.exchange.systems import Filed, recognised
from treesolve.model.input_file import read_as, read_file
from treesolve.model.problem import InputError, Problem

_NUMBER = re.compile(r"\d{4,10}")


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
    entries: tuple[ArchiveEntry, ...] = ()
    is_late: bool = False
    is_again: bool = False
    unread: bool = False
    is_shared: bool = False


class Intake:
    """The submissions at some paths; `handed_in` has for each that came through a course system whose it is.

    `unread_files` has for each the files that somebody has to look at, as `content_of_file` finds them.

    `called` has for what a system knows students by what they are called on a roster.
    """

    def __init__(self, paths: Iterable[str], called: Mapping[str, str] = {}) -> None:
        self.paths, self.called = tuple(paths), called
        self.handed_in: dict[str, HandedIn] = {}
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
            yield Problem("gradebook-among-answers", None, {}, path_as_text(path))
            return
        if not (is_folder or is_archive(path)):
            yield from read_submissions([path])
            return
        with entries(path) as found:
            files, problems = files_and_problems(found)
            filed = recognised(files)
            if filed is None and is_folder:
                yield from read_submissions([path])
                return
            yield from problems
            if filed is None:
                yield from _submissions_of_plain_files(files)
                return
            yield from filed.problems
            yield from (Problem("archive-no-student", None, {}, one.source) for one in filed.others)
            for one in _by_student(filed):
                yield from self._submission_of(one)

    def _submission_of(self, found: HandedIn) -> Iterator[Submission | Problem]:
        """All that a student handed in as one submission."""
        found = found._replace(student=self.called.get(found.key, found.student))
        from treesolve.exchange.student_files import JoinedFiles

        read = JoinedFiles(found.entries, found.source, found.student, are_shared=found.is_shared)
        source = read.submission.source if read.submission else found.source
        self.handed_in[source] = found._replace(entries=(), unread=bool(read.unread))
        self.unread_files[source] = tuple(one.source for one in read.unread)
        told = (("handed-in-late", found.is_late), ("handed-in-again", found.is_again))
        facts = {"student": found.student, "system": found.system}
        yield from (Problem(code, None, facts, source) for code, is_so in told if is_so)
        yield from read.told()


def _is_gradebook(path: str) -> bool:
    """Whether a file is a gradebook rather than a table of answers."""
    if PurePath(path).suffix.lower() != ".csv":
        return False
    from treesolve.exchange.gradebooks import is_gradebook

    return is_gradebook(path)


def of_one_student(folder: str, student: str) -> Iterator[Submission | Problem]:
    """All that is in a folder as one submission; what cannot be read comes as a problem, and nothing from no files."""
    from treesolve.exchange.student_files import JoinedFiles

    try:
        with entries(folder) as found:
            files, problems = files_and_problems(found)
            yield from problems
            if files:
                yield from JoinedFiles(files, folder, student).told()
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


def _submissions_of_plain_files(files: Iterable[ArchiveEntry]) -> Iterator[Submission | Problem]:
    """The submissions in an archive that is like any folder: one a file."""
    for one in files:
        try:
            most = MOST_TABLE_BYTES if is_table_name(one.path) else MOST_BYTES
            content = io.BytesIO(one.read(most + 1))
            yield from with_pictures(submissions_in(content, one.source, student_of(one.source)))
        except InputError as error:
            yield from error.problems


def files_of_students(paths: Iterable[str]) -> Iterator[tuple[ArchiveEntry, str] | Problem]:
    """All files at paths, each with whose it is by the course system or by its name; what is refused as a problem."""
    for path in paths:
        try:
            if not (Path(path).is_dir() or is_archive(path)):
                yield ArchiveEntry(path, path_as_text(path), partial(_beginning_of_file, path)), student_of(path)
                continue
            with entries(path) as found:
                files, problems = files_and_problems(found)
                yield from problems
                filed = recognised(files)
                for one in _by_student(filed) if filed else ():
                    yield from ((entry, one.student) for entry in one.entries)
                yield from ((entry, student_of(entry.source)) for entry in (filed.others if filed else files))
        except InputError as error:
            yield from error.problems


def _beginning_of_file(path: str, most: int) -> bytes:
    return read_as(lambda named: read_file(named, most), Path(path))


# Whose it is


def _by_student(filed: Filed) -> Iterator[HandedIn]:
    """What each student handed in; the same files once for each where several handed them in together."""
    students: dict[str, list[tuple[Filing, ArchiveEntry]]] = {}
    for filing, entry in filed.files:
        students.setdefault(filing.key, []).append((filing, entry))
    owners = Counter(entry.path for _, entry in filed.files)
    names = Counter(found[0][0].name for found in students.values())
    for key, found in students.items():
        filing = found[0][0]
        name = tidy(filing.name) or key
        shared = any(owners[entry.path] > 1 for _, entry in found)
        kept = tuple(entry for _, entry in _last_attempts(found))
        source = _name_of_all(kept) + (f" ({key})" if shared else "")
        student = _number_in_names(found) or (f"{name} {key}" if names[filing.name] > 1 else name)
        yield HandedIn(
            *(source, student, key, name, filed.system, filing.returned, kept),
            is_late=any(one.is_late for one, _ in found),
            is_again=len(kept) < len(found),
            is_shared=shared,
        )


def _number_in_names(found: Sequence[tuple[Filing, ArchiveEntry]]) -> str | None:
    """The number that the only file of a student is called."""
    stem = PurePath(found[0][0].file).stem
    return stem if len(found) == 1 and _NUMBER.fullmatch(stem) else None


def _name_of_all(files: Sequence[ArchiveEntry]) -> str:
    """What several files are called in one: how the names of all begin."""
    if len(files) == 1:
        return files[0].source
    return os.path.commonprefix([one.source for one in files]).rstrip("_/ .")  # noqa: RUF071


def _last_attempts(found: Sequence[tuple[Filing, ArchiveEntry]]) -> Iterator[tuple[Filing, ArchiveEntry]]:
    """The files without those that were handed in again, by the rule of the system."""
    attempts: dict[str, set[int]] = {}
    for filing, _ in found:
        attempts.setdefault("" if filing.replaces_all else filing.file, set()).add(filing.attempt)
    for filing, entry in found:
        others = attempts["" if filing.replaces_all else filing.file]
        is_again = filing.replaces_all or 0 in others  # part-1 and part-2 are no attempts where there is no part
        if not is_again or filing.attempt == max(others):
            yield filing, entry
