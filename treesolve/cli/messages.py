"""What a run over submissions tells on the terminal: of each answer the first problems, of a wrong key but one."""

from collections.abc import Sequence

from treesolve.cli.run import Run
from treesolve.model.problem import Problem
from treesolve.runs.grade_submission import MISFITS, OTHER_TREE, Outcome, Told, shown_first

LEAST_OF_CLASS = 3
"""So many answers to another tree at least are told as one."""


def undecided(outcome: Outcome) -> list[Told]:
    """The problems of an answer, but those of what has been read by somebody who has decided all that waited for it."""
    result = outcome.result
    if result is None or not result.read.decided or result.judgement.pending:
        return list(outcome.problems)
    return [told for told in outcome.problems if told.entry["line"] is None and told.entry["code"] not in MISFITS]


class Messages:
    """The messages about the answers of a class, told when all are there."""

    def __init__(self, run: Run, language: str) -> None:
        self.run, self.language = run, language
        self._waiting: list[Told] = []
        self._marked = 0

    def take(self, problems: Sequence[Told], *, is_marked: bool) -> None:
        """Note what there is to tell of an answer."""
        self._marked += is_marked
        self._waiting += shown_first(problems, self.language)

    def tell(self) -> None:
        """Tell what there is; if most of a class answer another tree, that stands first, and once."""
        others = [told for told in self._waiting if told.entry["code"] == OTHER_TREE]
        if len(others) >= LEAST_OF_CLASS and 2 * len(others) > self._marked:
            self._tell_of_other_tree(len(others))
        failures = [told.report for told in self._waiting if not told.is_remark]
        self.run.say([told.report for told in self._waiting], failed=bool(failures))
        self._waiting = []

    def _tell_of_other_tree(self, count: int) -> None:
        from treesolve.pages.problem import problem_sentence

        self._waiting = [told for told in self._waiting if told.entry["code"] != OTHER_TREE]
        problem = Problem("answers-other-tree", None, {"count": count, "of": self._marked})
        self.run.say([problem_sentence(problem, self.language)], failed=True)
