"""A rubric kept in a TOML file.

follow-through = 1
accept = ["cs188", "aima:cut=strict", "ours.toml"]
whole = ["best"]
negative = false
rounding = "half"
places = 2
alpha-beta = "last"
out-of = 12
grades = "german"

[points]
values = 4
pruned = 4

[consistent]
strict-cut = 0.5
"""

from collections.abc import Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from typing import Any

from treesolve.analysis.misconception import CODES
from treesolve.analysis.payoff_misconceptions import PAYOFF_CODES
from treesolve.grading.field_checks import Check, field_problems, in_order_of_text, is_flag, is_number_within, is_one_of
from treesolve.grading.rubric import ASKED, GERMAN_GRADES, STEPS, Rubric, facts_of_unknown_part, is_out_of
from treesolve.model.answer import MOST_POINTS, are_points, is_fine
from treesolve.model.convention import Convention
from treesolve.model.number import FEWEST_PLACES, MOST_PLACES
from treesolve.model.problem import UNPRINTABLE, InputError, Problem, nearest
from treesolve.notation.convention_expression import names_lecture, read_expression
from treesolve.notation.header_values import read_moment
from treesolve.notation.toml_source import TomlText, is_number, read_toml

ALL_CODES = tuple(dict.fromkeys((*CODES, *PAYOFF_CODES)))
"""All wrong rules, with those about payoffs."""


def read_rubric(path: Path) -> Rubric:
    """The rubric a TOML file describes; what it does not say is as usual.

    Lectures of one's own are looked for beside the file. Raises InputError with everything wrong in the file and in
    the lectures it names, OSError where the file cannot be read.
    """
    file = read_toml(path)
    problems = field_problems(file, _CHECKS, "rubric-key")
    accepted = list(_accepted_lectures(file, path.parent, problems))
    if problems:
        raise InputError(in_order_of_text(problems, file))
    told: dict[str, Any] = {key: value for key, value in file.fields.items() if key != "accept"}
    told["whole"] = frozenset(told.get("whole", ()))
    grades = told.get("grades", ())
    told["grades"] = GERMAN_GRADES if grades == "german" else tuple((percent, grade) for percent, grade in grades)
    if "alpha_beta" in told:
        told["alpha_beta"] = read_moment(told["alpha_beta"])
    return Rubric(accepted=tuple(accepted), **told)


def _points_problems(file: TomlText, key: str, value: object) -> Iterator[Problem]:
    if not isinstance(value, dict) or not value:
        yield file.problem_at("rubric-points-table", file.span_of_table(key), {})
        return
    for part, points in value.items():
        yield from points_problems(file, part, points, ASKED)


def points_problems(file: TomlText, part: str, points: object, known: tuple[str, ...]) -> Iterator[Problem]:
    """What is wrong with the points of a part in the table `points` of a file, if it is one of those known."""
    at = file.span_in_table("points", part)
    if part not in known:
        yield file.problem_at("unknown-part", at, facts_of_unknown_part(part, known))
    elif not is_number(points) or not are_points(points):
        yield file.problem_at("rubric-points", at, {"text": part, "most": MOST_POINTS})


def _whole_problems(file: TomlText, key: str, value: object) -> Iterator[Problem]:
    yield from _list_problems(file, key, value)
    for part in value if isinstance(value, list) else ():
        if part not in ASKED:
            yield file.problem_at("unknown-part", file.span_of_text(key, str(part)), facts_of_unknown_part(part))


def _list_problems(file: TomlText, key: str, value: object) -> Iterator[Problem]:
    if not isinstance(value, list):
        yield file.problem("rubric-list", key, {"key": key})


def _consistent_problems(file: TomlText, key: str, value: object) -> Iterator[Problem]:
    if not isinstance(value, dict):
        yield file.problem_at("rubric-consistent-table", file.span_of_table(key), {})
        return
    for code, share in value.items():
        at = file.span_in_table(key, code)
        if code not in ALL_CODES:
            facts = {"text": code[:80], "nearest": nearest(code, ALL_CODES), "known": ", ".join(ALL_CODES)}
            yield file.problem_at("rubric-consistent-rule", at, facts)
        elif not is_number(share) or not (is_fine(share) and 0 <= share < 1):
            yield file.problem_at("rubric-consistent-share", at, {"text": code})


def moment_problems(file: TomlText, key: str, value: object) -> Iterator[Problem]:
    """What is wrong with a text that says when alpha and beta are asked for."""
    try:
        read_moment(str(value))
    except InputError as error:
        yield from file.problems_within(key, str(value), error)


def _out_of_problems(file: TomlText, key: str, value: object) -> Iterator[Problem]:
    if not is_number(value) or not is_out_of(value):
        yield file.problem("out-of-form", key, {"text": str(value)[:80], "most": MOST_POINTS})


def _grades_problems(file: TomlText, key: str, value: object) -> Iterator[Problem]:
    if value == "german":
        return
    if not isinstance(value, list) or not all(map(_is_grade, value)):
        yield file.problem("rubric-grades", key)
    elif any(before <= after for (before, _), (after, _) in pairwise(value)):
        yield file.problem("rubric-grades-order", key)
    elif any(UNPRINTABLE.search(grade) for _, grade in value):
        yield file.problem("control-character", key)


def _is_grade(entry: object) -> bool:
    if not isinstance(entry, list) or len(entry) != 2:
        return False
    percent, grade = entry
    return is_number(percent) and is_fine(percent) and 0 <= percent <= 100 and isinstance(grade, str)


_CHECKS: Mapping[str, Check] = {
    "points": _points_problems,
    "whole": _whole_problems,
    "follow_through": is_number_within(0, 1),
    "accept": _list_problems,
    "consistent": _consistent_problems,
    "negative": is_flag,
    "rounding": is_one_of(*STEPS),
    "places": is_number_within(FEWEST_PLACES, MOST_PLACES, whole=True),
    "alpha_beta": moment_problems,
    "out_of": _out_of_problems,
    "grades": _grades_problems,
}
"""What a rubric may say, each with what can be wrong about it."""


def _accepted_lectures(file: TomlText, folder: Path, problems: list[Problem]) -> Iterator[Convention]:
    """The lectures that are named, own ones from their files; what is wrong with these is added to the problems."""
    named = file.fields.get("accept", ())
    for written in dict.fromkeys(map(str, named)) if isinstance(named, list) else ():
        if not names_lecture(written):
            at = file.span_of_text("accept", written)
            problems.append(file.problem_at("rules-without-lecture", at, {"text": written.strip()}))
            continue
        try:
            yield read_expression(written, folder=folder)
        except InputError as error:
            problems += file.problems_within("accept", written, error)
