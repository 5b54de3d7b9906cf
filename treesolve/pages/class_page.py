"""What a class made of its exercises, as a page: points, questions, nodes, misconceptions, and what could not be read.

Vocabulary

    entry       one student's answer in the list of all: student, file, points
"""

from collections.abc import Mapping, Sequence
from typing import Any
from urllib.parse import quote

from markupsafe import Markup

from treesolve.drawing.svg import STYLE
from treesolve.grading.class_summary import Summary
from treesolve.model.tree import Tree
from treesolve.notation.number_text import read_number
from treesolve.pages.environment import number_text, render, words
from treesolve.pages.exercise_results import ExerciseResults
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
    entries: Sequence[Mapping[str, Any]] = (),
) -> str:
    """The results of a class: a complete page in "html", with charts, or "text" or "markdown", with tables.

    `problems` are as in the document treesolve/grades/2, `separating` has a tree for the name of an exercise that would
    tell apart what its own cannot, `entries` are those of report_index.
    """
    page = ClassPage(summaries, language, problems=problems, separating=separating or {})
    index = Markup(report_index(entries, language)) if entries else ""
    return render("class", form, language, p=page, index=index, tree_style=Markup(STYLE))


def report_index(entries: Sequence[Mapping[str, Any]], language: str = "en") -> str:
    """A list in HTML that links the pages of the students.

    An entry has "student", "file", the name of the page beside this one, "exercise", "points", "of", "grade", which may
    be None, and "pending", the parts that somebody has to decide.
    """
    several = len({entry.get("exercise") for entry in entries}) > 1
    return render("index", "html", language, entries=[_entry(entry, language, several) for entry in entries])


def _entry(entry: Mapping[str, Any], language: str, several: bool) -> dict[str, str]:
    say, exercise = words(language, "grading.jinja"), entry.get("exercise") if several else None
    points = say.points({name: _points_text(entry[name], language) for name in ("points", "of")})
    if entry.get("pending"):
        points = f"{points}, {say.basis({'basis': 'pending', 'lecture': ''})}"
    grade = entry.get("grade")
    return {
        "student": shown_text(str(entry["student"])),
        "href": "./" + quote(str(entry["file"]), errors="replace"),
        "exercise": shown_text(str(exercise)) if exercise else "",
        "told": say.entry({"points": points, "grade": "" if grade is None else shown_text(str(grade))}),
    }


def _points_text(points: Any, language: str) -> str:
    """Points as people write them; they may come as a number or as the text of one."""
    try:
        return number_text(read_number(points) if isinstance(points, str) else points, language)
    except ValueError:
        return shown_text(str(points))


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
