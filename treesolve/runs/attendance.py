"""Who has handed something in already: a second answer of the same student is told."""

from treesolve.model.problem import Problem
from treesolve.runs.grade_submission import Outcome, told_problem


class Attendance:
    """Who has handed in which exercise so far."""

    def __init__(self, language: str = "en") -> None:
        self.language = language
        self._sources: dict[tuple[str, int | None], str] = {}

    def noted(self, outcome: Outcome) -> Outcome:
        """The outcome, with a problem if the student has handed in this exercise before."""
        if outcome.result is None:
            return outcome
        named = outcome.student.casefold(), outcome.exercise
        if named not in self._sources:
            self._sources[named] = outcome.source
            return outcome
        facts = {"student": outcome.student, "first": self._sources[named]}
        told = told_problem(Problem("duplicate-student", None, facts, outcome.source), self.language)
        return outcome._replace(problems=(*outcome.problems, told))
