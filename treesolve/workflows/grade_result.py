"""The result of grading one submission, and the settings for grading."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple, Protocol

from treesolve.grading.decision import Decision
from treesolve.grading.exam import Key
from treesolve.grading.grader import MarkedAnswer
from treesolve.grading.result import Explanation, PartResult, Result
from treesolve.grading.rubric import Rubric
from treesolve.model.exportable import Exportable
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem
from treesolve.rendering.json.grades_json import result_text
from treesolve.rendering.saving import EXPORTS, PAGES, Export, RenderOptions


class Settings(NamedTuple):
    """Settings for grading and feedback.

    `decisions` resolve pending parts. `full` feedback includes the right answers. `language` is the language of pages
    and feedback. `page_form` is the format of the students' pages, or None if there are no pages; `look` holds the
    style options for pages.
    """

    key: Key
    rubric: Rubric
    language: str = "en"
    full: bool = True
    page_form: str | None = None
    look: tuple[tuple[str, Any], ...] = ()
    decisions: tuple[Decision, ...] = ()

    @property
    def exercise_rubric(self) -> Rubric:
        """The rubric for a single exercise. Its points are not scaled if the key has several exercises."""
        is_part = self.key.is_sheet or len(self.key.names) > 1
        return self.rubric._replace(out_of=None) if is_part else self.rubric


class FeedbackSource(Protocol):
    """The interface of `treesolve.workflows.grade_submission.Marker` that renders feedback."""

    settings: Settings

    def feedback(self, grade_result: "GradeResult", language: str) -> str:
        """Return the feedback, as text."""

    def page(self, grade_result: "GradeResult", settings: Settings) -> str | bytes | None:
        """Return the student's page in the format that `settings` select."""


@dataclass(frozen=True, repr=False)
class GradeResult(Exportable):
    """The result of grading one submission. `str` returns the student's page as text.

    `points` and `possible` are exact Fractions, like all points. `parts` maps the name of each part to its result;
    nodes are given by name. `pending` lists the parts that need a decision. `grade` is None if the rubric has no
    grades. `counted`, the points scaled to the maximum in the rubric, is None if the rubric has no maximum or a part is
    pending. `problems` lists what could not be read. If the submission could not be graded, reading `points` raises
    InputError.

    `exercise` is the number of the exercise in the key. `result` and `report` are None if the submission could not be
    graded; an unassigned submission has a result but no report. `page` is the student's page, if pages were requested.
    """

    source: str
    student: str
    exercise: int | None = None
    result: Result | None = None
    report: MarkedAnswer | None = None
    problems: tuple[Problem, ...] = ()
    page: str | bytes | None = None
    marker: "FeedbackSource | None" = field(default=None, compare=False)

    def __getstate__(self) -> dict[str, Any]:
        """Return the state for pickling without the marker, because each process has its own marker."""
        return {**self.__dict__, "marker": None}

    def __repr__(self) -> str:
        points = f"{self.points} of {self.possible} points" if self.result else "not graded"
        return f"<GradeResult of {self.student or self.source!r}: {points}>"

    @property
    def _graded(self) -> Result:
        if self.result is None:
            raise InputError(self.problems)
        return self.result

    @property
    def points(self) -> Fraction:
        """The points of all parts that are not pending."""
        return Fraction(self._graded.points)

    @property
    def possible(self) -> Fraction:
        """The maximum number of points."""
        return Fraction(self._graded.of)

    @property
    def counted(self) -> Fraction | None:
        """The points scaled to the maximum in the rubric; None if there is no maximum or a part is pending."""
        is_open, rubric = bool(self.pending), self._marker.settings.exercise_rubric
        return exact_points(rubric.counted_if_decided(self.points, self.possible, is_open=is_open))

    @property
    def grade(self) -> str | None:
        """The grade according to the rubric, or None if the rubric has no grades."""
        return self._graded.grade

    @property
    def parts(self) -> Mapping[str, PartResult]:
        """The results of the parts, by the name of the part."""
        return self._graded.parts

    @property
    def pending(self) -> tuple[str, ...]:
        """The parts that need a decision."""
        return self._graded.pending

    @property
    def diagnosis(self) -> tuple[Explanation, ...]:
        """The misconceptions that explain the answer."""
        return self._graded.diagnosis

    @property
    def _marker(self) -> "FeedbackSource":
        assert self.marker is not None
        return self.marker

    def feedback(self, language: str = "en") -> str:
        """Return the feedback for the student, as text."""
        return self._marker.feedback(self, language)

    def _content(self, form: str, look: RenderOptions) -> str | bytes:
        """Return the result in an output format, as bytes for "pdf" and as text for other formats."""
        if form == "json":
            rubric = self._marker.settings.exercise_rubric
            return result_text(self._graded, self.feedback(look.language), rubric) + "\n"
        shown = tuple((name, getattr(look, name)) for name in ("shapes", "paper", "width"))
        settings = self._marker.settings._replace(language=look.language, page_form=form, look=shown)
        return self._marker.page(self, settings) or ""


EXPORTS[GradeResult] = Export((*PAGES, "json"), GradeResult._content)


def exact_points(points: Number | None) -> Fraction | None:
    """Return the points as a Fraction, or None if they are None."""
    return None if points is None else Fraction(points)
