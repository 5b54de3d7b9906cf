"""Grading results as JSON: the document treesolve/grades/2 and its entries.

Nodes are given by name. Numbers are in MAX's view, except for those of a student, which are as the student wrote them.
The terms are those of treesolve.grading.result.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from treesolve.grading.decision import Decision, decisions_json
from treesolve.grading.exam import Key, exercises_json, sheet_json
from treesolve.grading.exercise import Exercise
from treesolve.grading.grader import Grader
from treesolve.grading.result import (
    GRADES_SCHEMA,
    Interpretation,
    PartResult,
    Result,
)
from treesolve.grading.rubric import DEFAULT_RUBRIC, STEPS, Rubric, parse_out_of, parse_points
from treesolve.model.answer import PARTS, QUESTIONS, has_short_decimals
from treesolve.model.number import DEFAULT_PLACES, MAX_PLACES, MIN_PLACES, Number
from treesolve.model.problem import Problem
from treesolve.notation.header_values import parse_reading_point
from treesolve.notation.json_text import convention_from_fields, convention_to_json, number_to_json
from treesolve.notation.number_text import read_number
from treesolve.rendering.json.encoding import as_json, encode

MARKING = "decisions"
"""The version of the grading rules, which documents store. Documents with another version are rejected."""


def result_json(result: Result, feedback: str) -> dict[str, Any]:
    """Return the entry of one answer as a JSON object, including the feedback in one language."""
    entries = result._asdict() | {"parts": {part: _facts_of_part(found) for part, found in result.parts.items()}}
    first = ("student", "source", "exercise", "variant", "points", "of", "at_most")
    named = [*first, *(name for name in entries if name not in (*first, "answer", "read"))]
    found: dict[str, Any] = as_json({name: entries[name] for name in named})
    return found | {"feedback": feedback, **_read_json(result.read), "answer": result.answer}


def result_text(result: Result, feedback: str, rubric: Rubric = DEFAULT_RUBRIC) -> str:
    """Return the entry of one answer as JSON text, with rescaled points if the rubric rescales."""
    found = result_json(result, feedback)
    if rubric.out_of is not None:
        counted = rubric.counted_if_decided(result.points, result.of, is_open=bool(result.pending))
        found["counted"] = number_to_json(counted)
    return encode(found)


def _read_json(read: Interpretation) -> dict[str, Any]:
    """Return how an answer was interpreted, and its unread fragments."""
    unread = [{**piece._asdict(), "readings": []} for piece in read.unread]
    return {"claims": as_json(read.claims), "unread": unread, "decided": list(read.decided)}


def _facts_of_part(found: PartResult) -> dict[str, Any]:
    worth = {"points": found.points, "of": found.of, "basis": found.basis}
    return worth | ({"items": found.items} if found.lists is None else dict(found.lists))


def problem_json(problem: Problem, message: str) -> dict[str, Any]:
    """Return the entry about something that could not be read."""
    position = problem.place()
    return {
        "source": problem.source,
        "line": position.line if position else None,
        "column": position.column if position else None,
        "code": problem.code,
        "message": message,
    }


def heading_json(
    exercises: Iterable[tuple[Exercise, Grader]], rubric: Rubric, decisions: Sequence[Decision] = ()
) -> dict[str, Any]:
    """Return the head of a document: all exercises, the rubric, the decisions and the key.

    If there are several exercises, the name, convention and points are null.
    """
    exercises = list(exercises)
    listed = [_listed(exercise, exercise.variant, grader.possible) for exercise, grader in exercises]
    one = listed[0] if len({entry["exercise"] for entry in listed}) == 1 else dict.fromkeys(listed[0])
    same = {name: one[name] for name in ("exercise", "convention", "points_possible")}
    key = Key(tuple(exercise for exercise, _ in exercises))
    return {"schema": GRADES_SCHEMA, **same, "exercises": listed, **_marked_by(key, rubric, decisions)}


def _listed(exercise: Exercise, variant: str | None, points: Number) -> dict[str, Any]:
    return {
        "exercise": exercise.name,
        "variant": variant,
        "title": exercise.tree.title,
        "convention": exercise.convention.id,
        "points_possible": number_to_json(points),
    }


def _marked_by(key: Key, rubric: Rubric, decisions: Sequence[Decision]) -> dict[str, Any]:
    """Return the rubric, the decisions and the key of the grading."""
    return {"rubric": rubric_json(rubric), "decisions": decisions_json(decisions), "key": exercises_json(key)}


def sheet_results_json(
    key: Key, possible: Mapping[str, Number], rubric: Rubric, decisions: Sequence[Decision] = ()
) -> dict[str, Any]:
    """Return the head of a document about a sheet, with the points of its tasks by name. It does not need a grader."""
    first = [key.exercises[number] for number in key.first_numbers]
    listed = [_listed(exercise, None, possible[exercise.name]) for exercise in first]
    conventions = {exercise.convention.id for exercise in first}
    same = {"exercise": None, "convention": conventions.pop() if len(conventions) == 1 else None}
    points = {"points_possible": number_to_json(sum(possible.values()))}
    return {
        "schema": GRADES_SCHEMA,
        **same,
        **points,
        "exercises": listed,
        **_marked_by(key, rubric, decisions),
        **sheet_json(key),
    }


def rubric_json(rubric: Rubric) -> dict[str, Any]:
    """Return the rubric as a JSON object."""
    found: dict[str, Any] = as_json(
        {
            "points": rubric.points,
            "whole": sorted(rubric.whole),
            "follow-through": rubric.follow_through,
            "accept": [convention_to_json(convention) for convention in rubric.accepted],
            "negative": rubric.negative,
            "rounding": rubric.rounding,
            "grades": rubric.grades,
            "marking": MARKING,
            "places": rubric.places,
            **({} if rubric.out_of is None else {"out-of": rubric.out_of}),
            **({"consistent": rubric.consistent} if rubric.consistent else {}),
        }
    )
    return found if rubric.alpha_beta is None else found | {"alpha-beta": rubric.alpha_beta}


def rubric_in(entry: Mapping[str, Any]) -> Rubric:
    """Return the rubric from an entry that `rubric_json` created; decimals are read as text.

    Raises InputError for invalid points, and other exceptions for other errors.
    """
    is_known = {*PARTS, *QUESTIONS}.issuperset([*entry["points"], *entry["whole"]])
    if entry["marking"] != MARKING or entry["rounding"] not in STEPS or not is_known:
        raise ValueError
    return Rubric(
        parse_points(entry["points"]),
        frozenset(entry["whole"]),
        _checked_share(entry["follow-through"]),
        tuple(map(convention_from_fields, entry["accept"])),
        bool(entry["negative"]),
        str(entry["rounding"]),
        tuple((_checked_share(percent, 100), str(grade)) for percent, grade in entry["grades"]),
        _checked_places(entry.get("places", DEFAULT_PLACES)),
        parse_reading_point(str(entry["alpha-beta"])) if "alpha-beta" in entry else None,
        parse_out_of(str(entry["out-of"])) if "out-of" in entry else None,
        {str(code): _checked_part_share(share) for code, share in entry.get("consistent", {}).items()},
    )


def _checked_part_share(written: object) -> Number:
    share = _checked_share(written)
    if share == 1:
        raise ValueError(written)
    return share


def _checked_places(places: object) -> int:
    if not MIN_PLACES <= int(str(places)) <= MAX_PLACES:
        raise ValueError(places)
    return int(str(places))


def _checked_share(written: object, whole: int = 1) -> Number:
    share = read_number(str(written))
    if not (has_short_decimals(share) and 0 <= share <= whole):
        raise ValueError(written)
    return share
