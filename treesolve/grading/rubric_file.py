"""Read a rubric from a TOML file.

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

from functools import partial
from itertools import pairwise
from pathlib import Path
from typing import Any

from treesolve.analysis.misconception import CODES
from treesolve.analysis.payoff_misconceptions import PAYOFF_CODES
from treesolve.grading.rubric import ALL_PARTS, GERMAN_GRADES, STEPS, Rubric, is_out_of
from treesolve.model.answer import MAX_POINTS, has_short_decimals, is_valid_points
from treesolve.model.convention import Convention
from treesolve.model.number import MAX_PLACES, MIN_PLACES, Number
from treesolve.model.problem import UNPRINTABLE
from treesolve.notation.convention_expression import names_convention, resolve_expression
from treesolve.notation.header_values import parse_reading_point
from treesolve.notation.toml_schema import ListSchema, TableSchema, choice, flag, is_number, number, table_of, text_of
from treesolve.notation.toml_source import TomlValue, read_toml

ALL_CODES = tuple(dict.fromkeys((*CODES, *PAYOFF_CODES)))
"""The codes of all wrong rules, including those about payoffs."""


def read_rubric(path: Path) -> Rubric:
    """Return the rubric in a TOML file. Missing keys have default values.

    Paths of convention files are relative to the folder of the file. Raises an InputError that lists all mistakes in
    the file and in the conventions it names, and OSError if the file cannot be read.
    """
    fields = _RUBRIC_SCHEMA(read_toml(path))
    accepted, whole = fields.pop("accept", ()), fields.pop("whole", ())
    return Rubric(accepted=tuple(dict.fromkeys(accepted)), whole=frozenset(whole), **fields)


def parse_convention(at: TomlValue, base: Convention | None = None) -> Convention:
    """Parse the expression for a convention in a TOML file. An expression that names no convention modifies `base`."""
    return text_of(partial(resolve_expression, base=base, folder=at.folder))(at)


reading_point = text_of(parse_reading_point)
"""Parse the reading point of alpha and beta."""


def points(at: TomlValue) -> Number:
    """Return the points for a part. Raises InputError for a number that is out of range."""
    if not is_number(at.value) or not is_valid_points(at.value):
        raise at.error("points-range", text=f"{at.key} = {at.shown}")
    return at.value


def _accepted_convention(at: TomlValue) -> Convention:
    if isinstance(at.value, str) and not names_convention(at.value):
        raise at.error("rules-without-convention", text=at.value.strip())
    return parse_convention(at)


def _out_of(at: TomlValue) -> Number:
    if not is_number(at.value) or not is_out_of(at.value):
        raise at.error("out-of-form", text=at.shown, most=MAX_POINTS)
    return at.value


def _grades(at: TomlValue) -> tuple[tuple[Number, str], ...]:
    if at.value == "german":
        return GERMAN_GRADES
    if not isinstance(at.value, list) or not all(map(_is_grade, at.value)):
        raise at.error("rubric-grades")
    if any(before <= after for (before, _), (after, _) in pairwise(at.value)):
        raise at.error("rubric-grades-order")
    if any(UNPRINTABLE.search(grade) for _, grade in at.value):
        raise at.error("control-character")
    return tuple((percent, grade) for percent, grade in at.value)


def _is_grade(entry: Any) -> bool:
    if not isinstance(entry, list) or len(entry) != 2:
        return False
    percent, grade = entry
    return is_number(percent) and has_short_decimals(percent) and 0 <= percent <= 100 and isinstance(grade, str)


_RUBRIC_SCHEMA = TableSchema(
    {
        "points": table_of(points, ALL_PARTS, least=1),
        "whole": ListSchema(choice(ALL_PARTS)),
        "follow_through": number(0, 1),
        "accept": ListSchema(_accepted_convention),
        "consistent": table_of(number(0, 1, below=True), ALL_CODES),
        "negative": flag,
        "rounding": choice(STEPS),
        "places": number(MIN_PLACES, MAX_PLACES, whole=True),
        "alpha_beta": reading_point,
        "out_of": _out_of,
        "grades": _grades,
    }
)
