"""JSON in the files that treesolve writes, such as keys and results: parsing, exact numbers, and conventions."""

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any

from treesolve.model.convention import CHOICES, Convention
from treesolve.model.number import Value
from treesolve.model.problem import InputError, Problem
from treesolve.notation.number_text import format_number, read_number

MAX_VALUES = 16_000_000
"""Maximum number of values in a file, because parsed values need ten times as much memory as the text."""


def parse_json(text: str, source: str) -> Any:
    """Parse JSON, and return decimals as strings so that they stay exact.

    Raises InputError if there are too many values, and ValueError if the text is not valid JSON.
    """
    if sum(map(text.count, ",[{")) > MAX_VALUES:
        raise InputError((Problem("json-too-large", None, {"most": MAX_VALUES // 1_000_000}, source),))
    return json.loads(text, parse_float=str)


def number_to_json(value: Value | None) -> int | float | str | None:
    """Return the JSON representation of a number.

    Integers and decimals become JSON numbers; other fractions and infinities become strings. A decimal with more digits
    than a double can represent also becomes a string, so that nothing is ever rounded.

    >>> from fractions import Fraction
    >>> number_to_json(3), number_to_json(Fraction(1, 2)), number_to_json(Fraction(1, 3)), number_to_json(float("-inf"))
    (3, 0.5, '1/3', '-inf')
    """
    if value is None or type(value) is int:
        return value
    if isinstance(value, float):
        return "inf" if value > 0 else "-inf"
    text = format_number(value)
    if "/" in text or not text[-1].isdigit():
        return text
    from fractions import Fraction

    number: int | float = json.loads(text)
    is_exact = isinstance(number, int) or (isfinite(number) and Fraction(repr(number)) == value)
    return number if is_exact else text


def convention_to_json(convention: Convention) -> dict[str, Any]:
    """Return the convention as a JSON object with an entry for each field, except `alpha_beta` if it is the default."""
    fields = {**convention._asdict(), "window": [number_to_json(bound) for bound in convention.window]}
    if convention.alpha_beta == Convention._field_defaults["alpha_beta"]:
        del fields["alpha_beta"]
    return fields


def convention_from_fields(fields: Mapping[str, Any]) -> Convention:
    """Return the convention in a JSON object from `convention_to_json`.

    The field `chance` may be missing, because older keys do not have it. Raises ValueError if a field has an invalid
    value.
    """
    low, high = (read_number(str(bound)) for bound in fields["window"])
    fields = {"chance": "never" if fields["cut"] == "never" else Convention("", "", "").chance, **fields}
    for name, choices in CHOICES.items():
        if fields[name] not in choices:
            raise ValueError(name)
    return Convention(**{**fields, "window": (low, high)})
