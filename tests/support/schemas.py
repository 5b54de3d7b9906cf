"""Documents held against the schemas that ship with the program."""

import json
from functools import cache
from typing import Any

from jsonschema import Draft202012Validator

from treesolve.model.resources import schema_text


@cache
def _validator(kind: str) -> Draft202012Validator:
    return Draft202012Validator(json.loads(schema_text(kind)))


def validated(text: str | bytes, kind: str) -> Any:
    """Parse a JSON document and check it against its schema."""
    document = json.loads(text)
    _validator(kind).validate(document)
    return document
