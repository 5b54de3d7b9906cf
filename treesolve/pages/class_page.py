"""What a class made of its exercises, as a page: what waits, all answers, points, nodes, misconceptions, problems."""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from treesolve.drawing.svg import STYLE
from treesolve.grading.class_summary import Summary
from treesolve.grading.decision import Decision
from treesolve.grading.review import Group
from treesolve.model.tree import Tree
from treesolve.pages.answer_table import AnswerTable, Entry, href
from treesolve.pages.environment import render, words
from treesolve.pages.exercise_results import ExerciseResults
from treesolve.pages.review import ReviewPart
from treesolve.pages.shown import shown_text

MOST_LISTED = 200
"""So many problems are listed; more are counted."""


def class_page(
    summaries: Sequence[Summary],
    form: str = "html",
    language: str = "en",
    *,
    problems: Sequence[Mapping[str, Any]] = (),
    separating: Mapping[str, Tree] | None = None,
    entries: Sequence[Entry] = (),
    groups: Sequence[Group] = (),
    decisions: Sequence[Decision] = (),
) -> str:
    """The results of a class: a complete page in "html", with charts, or "text" or "markdown", with tables.

    `problems` are as in the document treesolve/grades/2, `separating` has a tree for the name of an exercise that would
    tell apart what its own cannot. The page in "html" begins with the groups that wait, by the decisions there are, and
    with a table of the entries.
    """
    page = ClassPage(summaries, language, problems=problems, separating=separating or {})
    pages = {(one.result.judgement.exercise, one.result.student): href(one.file) for one in entries}
    review, answers = ReviewPart(groups, decisions, pages, language), AnswerTable(entries, language)
    return render("class", form, language, p=page, review=review, answers=answers, tree_style=Markup(STYLE))


class ClassPage:
    """The results of a class, with everything the templates name."""

    def __init__(
        self,
        summaries: Sequence[Summary],
        language: str = "en",
        *,
        problems: Sequence[Mapping[str, Any]] = (),
        separating: Mapping[str, Tree],
    ) -> None:
        self.language, self.say = language, words(language, "grading.jinja")
        self.exercises = [
            ExerciseResults(summary, number, language, separating.get(summary.exercise))
            for number, summary in enumerate(summaries)
        ]
        self._problems = problems

    @property
    def problem_head(self) -> list[str]:
        """The headings of the table of problems."""
        return [self.say.file_column(), self.say.problem_column()]

    @property
    def problem_rows(self) -> list[list[str]]:
        """Each problem with the place where it was seen."""
        return [[_place(problem), shown_text(str(problem["message"]))] for problem in self._problems[:MOST_LISTED]]

    @property
    def more_problems(self) -> str:
        """That there are more problems than are listed."""
        count = len(self._problems) - MOST_LISTED
        return self.say.more({"count": count}) if count > 0 else ""


def _place(problem: Mapping[str, Any]) -> str:
    """Where a problem was seen: file, line, column."""
    found = (problem.get(name) for name in ("source", "line", "column"))
    return shown_text(":".join(str(part) for part in found if part is not None))
