"""The documents for machines by name, with their schemas.

Vocabulary

    document    one JSON object; its `schema` says which kind, and which version of it
    schema      the JSON Schema of a document, in `treesolve/schemas`
"""

from treesolve.model.resources import resource

SCHEMAS = (
    "solution",
    "maxn",
    "comparison",
    "conventions",
    "unknown",
    "reordering",
    "key",
    "grades",
    "regrade",
    "cost",
    "play",
    "match",
)
"""The kinds of documents; `treesolve list schemas KIND` prints the JSON Schema of each."""


def schema_text(kind: str) -> str:
    """The JSON Schema of that kind of document."""
    return (resource("schemas") / f"{kind}.json").read_text(encoding="utf-8")
