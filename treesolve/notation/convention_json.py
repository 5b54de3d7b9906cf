"""A lecture as a JSON object, there and back."""

from collections.abc import Mapping
from typing import Any

from treesolve.model.convention import CHOICES, Convention
from treesolve.notation.number_json import number_json
from treesolve.notation.number_text import read_number


def convention_json(convention: Convention) -> dict[str, Any]:
    """A convention as a JSON object, one entry a field; what is asked only where it is not as usual."""
    fields = {**convention._asdict(), "window": [number_json(bound) for bound in convention.window]}
    if convention.alpha_beta == Convention._field_defaults["alpha_beta"]:
        del fields["alpha_beta"]
    return fields


def read_lecture(fields: Mapping[str, Any]) -> Convention:
    """A lecture as `convention_json` writes it; older keys say nothing of chance.

    Raises ValueError where a field has none of its values.
    """
    low, high = (read_number(str(bound)) for bound in fields["window"])
    fields = {"chance": "never" if fields["cut"] == "never" else Convention("", "", "").chance, **fields}
    for name, choices in CHOICES.items():
        if fields[name] not in choices:
            raise ValueError(name)
    return Convention(**{**fields, "window": (low, high)})
