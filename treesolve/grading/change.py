"""What changes when answers are marked again, by another key, rubric or lecture: who, from what to what, and why.

Vocabulary

    change      how two results of the same answer differ
    reason      within a part: which verdicts are others, or by what the part is right now
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from treesolve.grading.result import PartResult, Result
from treesolve.grading.rubric import USUAL, Rubric
from treesolve.grading.sheet_totals import Total
from treesolve.model.answer import folded
from treesolve.model.number import Number
from treesolve.notation.json_text import number_json

Rubrics = tuple[Rubric, Rubric]
"""The rubric before, and that of now."""

Counted = tuple[Number | None, Number | None]
"""What points counted as in a course system before, and count as now; None where `Rubric.counted_now` has none."""


class Reason(NamedTuple):
    """What is another verdict now, at a node; without a node, the basis of the part."""

    node: str | None
    before: str
    now: str


class PartChange(NamedTuple):
    """A part with other points than before; None where it was not, or is no longer, asked for."""

    part: str
    before: Number | None
    now: Number | None
    reasons: tuple[Reason, ...]


class Change(NamedTuple):
    """An answer with other points or another grade than before.

    `before` is None if there was none by this student, `now` if it cannot be marked any more. There were and are so
    many points to get, `of` the exercise.
    """

    student: str
    source: str
    exercise: str
    before: Number | None
    now: Number | None
    grades: tuple[str | None, str | None]
    parts: tuple[PartChange, ...]
    of: tuple[Number | None, Number | None] = (None, None)
    counted: Counted = (None, None)


class TotalChange(NamedTuple):
    """A student with other points, or another grade, for all tasks of a sheet than before; `tasks` say why.

    `before` is None if there was nothing by this student, `now` if nothing can be marked any more. There were and are
    so many points to get, `of` all tasks.
    """

    student: str
    name: str
    before: Number | None
    now: Number | None
    of: tuple[Number | None, Number | None]
    grades: tuple[str | None, str | None]
    tasks: tuple[Change, ...]
    counted: Counted = (None, None)


def total_changes(
    before: Sequence[Total], now: Sequence[Total], changes: Sequence[Change], rubrics: Rubrics = (USUAL, USUAL)
) -> Iterator[TotalChange]:
    """How the totals of students change, and of which tasks the points do; grades of single tasks do not count."""
    old, new = ({folded(total.student): total for total in totals} for totals in (before, now))
    for student, total in {**old, **new}.items():
        was, became = old.get(student), new.get(student)
        own = (one._replace(grades=(None, None)) for one in changes if folded(one.student) == student)
        tasks = tuple(one for one in own if one.parts or one.before != one.now)
        points, of, grades, counted = (
            (getattr(was, field, None), getattr(became, field, None)) for field in ("points", "of", "grade", "counted")
        )
        if tasks or points[0] != points[1] or grades[0] != grades[1] or _counts_otherwise(counted, rubrics):
            yield TotalChange(total.student, total.name, *points, of, grades, tasks, counted)


def _counts_otherwise(counted: Counted, rubrics: Rubrics) -> bool:
    """Whether points count as others, out of as many as before: another scale changes everybody's, and is told once."""
    return rubrics[0].out_of == rubrics[1].out_of and counted[0] != counted[1]


def change(before: Result | None, now: Result | None, rubrics: Rubrics = (USUAL, USUAL)) -> Change | None:
    """How the result of an answer changes; None where all points and the grade stay, and where there is no result."""
    named = now if now and before and not before.is_assigned else before or now
    if named is None:
        return None
    old, new = (one and one.judgement for one in (before, now))
    parts = tuple(_part_changes(old.parts, new.parts)) if old and new else ()
    points, of, grades = ((getattr(old, field, None), getattr(new, field, None)) for field in ("points", "of", "grade"))
    counted = _counted(before, rubrics[0]), _counted(now, rubrics[1])
    if not parts and points[0] == points[1] and grades[0] == grades[1] and not _counts_otherwise(counted, rubrics):
        return None
    told = named.judgement
    exercise = told.exercise + (f" ({told.variant})" if told.variant is not None else "")
    return Change(named.student, (now or named).source, exercise, *points, grades, parts, of, counted)


def _counted(result: Result | None, rubric: Rubric) -> Number | None:
    """What the points of a result count as."""
    judged = result and result.judgement
    return judged and rubric.counted_now(judged.points, judged.of, is_open=bool(judged.pending))


def _part_changes(before: Mapping[str, PartResult], now: Mapping[str, PartResult]) -> Iterator[PartChange]:
    for part in dict.fromkeys([*before, *now]):
        old, new = before.get(part), now.get(part)
        points = [None if mark is None else mark.points for mark in (old, new)]
        if points[0] != points[1]:
            yield PartChange(part, points[0], points[1], tuple(_reasons_of_change(old, new)))


def _reasons_of_change(old: PartResult | None, new: PartResult | None) -> Iterator[Reason]:
    """The items with another verdict; where there are none, the basis, if it is another."""
    verdicts = [{item.node: item.verdict for item in mark.items} if mark else {} for mark in (old, new)]
    for node in dict.fromkeys([*verdicts[0], *verdicts[1]]):
        pair = verdicts[0].get(node, ""), verdicts[1].get(node, "")
        if pair[0] != pair[1]:
            yield Reason(node, *pair)
    bases = [mark.basis if mark else "" for mark in (old, new)]
    if not any(verdicts) and bases[0] != bases[1]:
        yield Reason(None, *bases)


def _amounts_json(changed: Change | TotalChange, rubrics: Rubrics) -> dict[str, Any]:
    """Points and grades before and now; what points counted and count as, where all of them do as so many."""
    fields = zip(("counted_before", "counted_now"), changed.counted, rubrics, strict=True)
    return {
        "before": number_json(changed.before),
        "now": number_json(changed.now),
        **{field: number_json(number) for field, number, rubric in fields if rubric.out_of is not None},
        "grade_before": changed.grades[0],
        "grade_now": changed.grades[1],
    }


def total_change_json(changed: TotalChange, rubrics: Rubrics = (USUAL, USUAL)) -> dict[str, Any]:
    """The entry of a student's total in the document treesolve/regrade/1."""
    return {
        "student": changed.student,
        "name": changed.name or None,
        **_amounts_json(changed, rubrics),
        "tasks": [one.exercise for one in changed.tasks],
    }


def change_json(changed: Change, rubrics: Rubrics = (USUAL, USUAL)) -> dict[str, Any]:
    """The entry of a change in the document treesolve/regrade/1."""
    return {
        "student": changed.student,
        "source": changed.source,
        "exercise": changed.exercise,
        **_amounts_json(changed, rubrics),
        "parts": [
            {
                "part": part.part,
                "before": number_json(part.before),
                "now": number_json(part.now),
                "reasons": [reason._asdict() for reason in part.reasons],
            }
            for part in changed.parts
        ],
    }
