"""Results of marking as data for machines: the document treesolve/grades/1 and its entries.

Node names stand for nodes; numbers are MAX's, except that what a student gave is as it was written.

Vocabulary

    result      the entry of one answer: whose it is, the judgement, and the answer itself, raw
    judgement   what is said of an answer, whoever gave it: points, parts, diagnosis, feedback
    entry       a JSON object inside a document
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any

from treesolve.answer import PARTS, QUESTIONS, is_fine
from treesolve.document import convention_json, number_json
from treesolve.grading import Grader, Mark, Report
from treesolve.key import Exercise, Key, exercises_json, read_lecture, sheet_json
from treesolve.notation.number import read_number
from treesolve.problem import Problem
from treesolve.rubric import STEPS, Rubric, read_points
from treesolve.value import Number

SCHEMA = "treesolve/grades/1"

encode = json.JSONEncoder(separators=(",", ":")).encode


def result_text(student: str, source: str, judgement: str, raw: str) -> str:
    """The entry of one answer, as JSON text; the judgement is the text of one."""
    return f'{{"student":{encode(student)},"source":{encode(source)},{judgement[1:-1]},"answer":{encode(raw)}}}'


def judgement_json(report: Report, grader: Grader, exercise: Exercise, feedback: str) -> dict[str, Any]:
    """What is said of an answer, as a JSON object."""
    names = grader.tree.names
    return {
        "exercise": exercise.name,
        "variant": exercise.variant,
        "points": number_json(report.points),
        "of": number_json(grader.possible),
        "grade": report.grade,
        "view": report.view,
        "parts": {mark.part: _mark_json(mark, names) for mark in report.marks},
        "unread": sorted(report.answer.unread),
        "diagnosis": [
            {
                "code": found.code,
                "rank": found.rank,
                "explains": found.explains,
                "exact": found.exact,
                "differences": found.differences,
            }
            for found in report.diagnosis
        ],
        "feedback": feedback,
    }


def _mark_json(mark: Mark, names: tuple[str, ...]) -> dict[str, Any]:
    entry: dict[str, Any] = {"points": number_json(mark.points), "of": number_json(mark.of), "basis": mark.basis}
    if mark.part in ("pruned", "order"):
        for name in ("given", "expected", "missing", "extra"):
            nodes = getattr(mark, name)
            entry[name] = None if nodes is None else [names[node] for node in nodes]
        return entry
    if mark.part in QUESTIONS:
        entry["items"] = [{**item._asdict(), "node": str(item.node)} for item in mark.items]
        return entry
    shown = _node_name if mark.part == "best" else _number
    entry["items"] = [
        {
            "node": names[item.node],
            "given": shown(item.given, names),
            "expected": shown(item.expected, names),
            "verdict": item.verdict,
        }
        for item in mark.items
    ]
    return entry


def _node_name(node: Any, names: tuple[str, ...]) -> str | None:
    return None if node is None else names[node]


def _number(given: Any, _names: tuple[str, ...]) -> Any:
    if type(given) is int or given is None:
        return given
    return [number_json(bound) for bound in given] if isinstance(given, tuple) else number_json(given)


def problem_json(problem: Problem, message: str) -> dict[str, Any]:
    """The entry of something that could not be read."""
    place = problem.place()
    return {
        "source": problem.source,
        "line": place.line if place else None,
        "column": place.column if place else None,
        "code": problem.code,
        "message": message,
    }


def heading_json(exercises: Iterable[tuple[Exercise, Grader]], rubric: Rubric) -> dict[str, Any]:
    """What stands at the beginning of a document: with one exercise its name, lecture and points, and all of them.

    Key and rubric are there, too, so that the answers can be marked again.
    """
    exercises = list(exercises)
    listed = [
        {
            "exercise": exercise.name,
            "variant": exercise.variant,
            "title": exercise.tree.title,
            "convention": exercise.convention.id,
            "points_possible": number_json(grader.possible),
        }
        for exercise, grader in exercises
    ]
    one = listed[0] if len({entry["exercise"] for entry in listed}) == 1 else dict.fromkeys(listed[0])
    same = {name: one[name] for name in ("exercise", "convention", "points_possible")}
    key = exercises_json(Key(tuple(exercise for exercise, _ in exercises)))
    return {"schema": SCHEMA, **same, "exercises": listed, "rubric": rubric_json(rubric), "key": key}


def sheet_heading_json(key: Key, possible: Mapping[str, Number], rubric: Rubric) -> dict[str, Any]:
    """The same for a sheet, with the points of its tasks by name; no exercise is made ready for it."""
    listed = [
        {
            "exercise": exercise.name,
            "variant": None,
            "title": exercise.tree.title,
            "convention": exercise.convention.id,
            "points_possible": number_json(possible[exercise.name]),
        }
        for exercise in (key.exercises[number] for number in key.first_numbers)
    ]
    lectures = {str(entry["convention"]) for entry in listed}
    same = {"exercise": None, "convention": lectures.pop() if len(lectures) == 1 else None}
    points = {"points_possible": number_json(sum(possible.values()))}
    told = {"exercises": listed, "rubric": rubric_json(rubric), "key": exercises_json(key), **sheet_json(key)}
    return {"schema": SCHEMA, **same, **points, **told}


def rubric_json(rubric: Rubric) -> dict[str, Any]:
    """The rubric as a JSON object; lectures by their ids."""
    return {
        "points": {part: number_json(points) for part, points in rubric.points.items()},
        "whole": sorted(rubric.whole),
        "follow-through": number_json(rubric.follow_through),
        "accept": [convention_json(convention) for convention in rubric.accepted],
        "negative": rubric.negative,
        "rounding": rubric.rounding,
        "grades": [[number_json(percent), grade] for percent, grade in rubric.grades],
    }


def rubric_in(entry: Mapping[str, Any]) -> Rubric:
    """The rubric that `rubric_json` wrote, its decimals read as text. Raises an error of any kind otherwise."""
    if entry["rounding"] not in STEPS or not {*PARTS, *QUESTIONS}.issuperset([*entry["points"], *entry["whole"]]):
        raise ValueError
    return Rubric(
        {part: read_points(points) for part, points in entry["points"].items()},
        frozenset(entry["whole"]),
        _share(entry["follow-through"]),
        tuple(map(read_lecture, entry["accept"])),
        bool(entry["negative"]),
        str(entry["rounding"]),
        tuple((_share(percent, 100), str(grade)) for percent, grade in entry["grades"]),
    )


def _share(written: object, whole: int = 1) -> Number:
    share = read_number(str(written))
    if not (is_fine(share) and 0 <= share <= whole):
        raise ValueError(written)
    return share
