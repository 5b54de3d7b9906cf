"""Lectures as JSON for machines: the document treesolve/conventions/1."""

from collections.abc import Iterable

from treesolve.model.convention import Convention
from treesolve.notation.json_text import convention_json
from treesolve.pages.json.encoding import encode


def conventions_document(conventions: Iterable[Convention]) -> str:
    """The document treesolve/conventions/1."""
    listed = [convention_json(convention) for convention in conventions]
    return encode({"schema": "treesolve/conventions/1", "conventions": listed})
