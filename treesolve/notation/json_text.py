"""JSON that the program has written and people keep: keys and results."""

import json
from typing import Any

from treesolve.model.problem import InputError, Problem

MOST_VALUES = 16_000_000
"""So many values a file may have; they need ten times the memory of its text."""


def parsed(text: str, source: str) -> Any:
    """What a JSON text says, its decimals as text. Raises InputError where that is too much, ValueError for no JSON."""
    if sum(map(text.count, ",[{")) > MOST_VALUES:
        raise InputError((Problem("json-too-large", None, {"most": MOST_VALUES // 1_000_000}, source),))
    return json.loads(text, parse_float=str)
