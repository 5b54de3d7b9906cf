"""A lecture as a JSON object."""

from typing import Any

from treesolve.model.convention import Convention
from treesolve.notation.number_json import number_json


def convention_json(convention: Convention) -> dict[str, Any]:
    """A convention as a JSON object, one entry a field."""
    return {**convention._asdict(), "window": [number_json(bound) for bound in convention.window]}
