"""Progress with a trainer that a class has handed in: every file on its own, and those of one student together."""

from collections.abc import Sequence

from treesolve.answers.progress_file import MOST_PROGRESS, Progress, read_progress
from treesolve.exchange.entry import Entry
from treesolve.exchange.handed_in import files_of_students
from treesolve.model.answer import folded
from treesolve.model.problem import InputError, Problem, fault_problem


class HandedInProgress:
    """All progress that was handed in under a lecture, by student, and what is to be said of the files."""

    def __init__(self, lecture: str, digest: str) -> None:
        self.lecture, self.digest = lecture, digest
        self.problems: list[Problem] = []
        self.unread = 0
        self._found: dict[str, Progress] = {}

    @property
    def students(self) -> list[Progress]:
        """What each student has practised, in the order of the files."""
        return list(self._found.values())

    def read(self, paths: Sequence[str]) -> None:
        """Read all files at some paths; what cannot be read is noted, and the rest goes on."""
        for one in files_of_students(paths):
            if isinstance(one, Problem):
                self._refuse([one])
                continue
            try:
                self._take(one[0], one[1])
            except InputError as error:
                self._refuse(error.problems)
            except Exception as error:
                self._refuse([fault_problem(error, one[0].source)])

    def _refuse(self, problems: Sequence[Problem]) -> None:
        self.problems += problems
        self.unread += 1

    def _take(self, entry: Entry, student: str) -> None:
        progress = read_progress(entry.read(MOST_PROGRESS + 1), entry.source, student)
        if progress.lecture != self.lecture:
            facts = {"lecture": progress.lecture, "wanted": self.lecture}
            raise InputError((Problem("progress-lecture", None, facts, entry.source),))
        if progress.dropped:
            self.problems.append(Problem("progress-entries", None, {"count": progress.dropped}, entry.source))
        if progress.trainer != self.digest:
            self.problems.append(Problem("progress-other-trees", None, {}, entry.source))
        whose = folded(progress.student)
        if before := self._found.get(whose):
            facts = {"student": before.student, "first": before.sources[0]}
            self.problems.append(Problem("progress-together", None, facts, entry.source))
            progress = before.together(progress)
        self._found[whose] = progress
