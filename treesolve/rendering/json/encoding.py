"""The encoding of all JSON documents, which are ASCII text on one line."""

import json
from collections.abc import Mapping
from math import isfinite
from typing import Any

from treesolve.notation.json_text import number_to_json

encode = json.JSONEncoder(separators=(",", ":")).encode


def fields(thing: Any, *names: str) -> dict[str, Any]:
    """Return the named attributes of an object as a dictionary."""
    return {name: getattr(thing, name) for name in names}


def as_json(value: Any) -> Any:
    """Return a value and all its contents as JSON types; exact numbers become strings, and named tuples become objects.

    >>> as_json({"window": (float("-inf"), 5), "name": "A"})
    {'window': ['-inf', 5], 'name': 'A'}
    """
    if value is None or isinstance(value, str | int) or (isinstance(value, float) and isfinite(value)):
        return value
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        return as_json(value._asdict())
    if isinstance(value, Mapping):
        return {key: as_json(each) for key, each in value.items()}
    return list(map(as_json, value)) if isinstance(value, list | tuple) else number_to_json(value)
