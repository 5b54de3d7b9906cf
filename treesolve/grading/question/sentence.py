"""Language-independent sentences about questions, which consist of a code and facts."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

FactKind = Literal[
    "name", "names", "first_names", "kind", "found", "all_found", "number", "limit", "window", "why_visited",
    "why_pruned", "intervals", "formula", "tree",
]  # fmt: skip


class Fact(NamedTuple):
    """A value whose format depends on the language, with the kind of format.

    - `name`, `kind`, `why_visited` and `why_pruned` have a node id as their value.
    - `names` and `first_names` have several node ids. If there are many, `first_names` may leave out the last ones.
    - `found` shows the name of a node with the value that the search found there, and `all_found` shows several nodes.
    - `limit` is a number that is left out if it is infinite. `window` is a pair of numbers.
    - `intervals` and `formula` have a pair of their UnknownSolution and the intervals or the formula.
    - `tree` is formatted in brackets.
    """

    kind: FactKind
    value: Any


class Sentence(NamedTuple):
    """The name of a macro in templates/<language>/questions.jinja, and the facts that it needs.

    Strings, counts and flags are passed to the macro unchanged. A Fact or a Sentence is rendered first.
    """

    code: str
    facts: Mapping[str, Any] = {}
