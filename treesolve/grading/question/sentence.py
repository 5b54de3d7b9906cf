"""Language-independent sentences about questions: a code and the facts in the sentence."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

FactKind = Literal[
    "name", "names", "first_names", "kind", "found", "all_found", "number", "limit", "window", "why_visited",
    "why_pruned", "intervals", "formula", "tree",
]  # fmt: skip


class Fact(NamedTuple):
    """A value with a language-dependent format, and how it is shown.

    - `name`, `kind`, `why_visited` and `why_pruned` have a node id, `names` several; `first_names` may omit the last of
      many.
    - `found` is the name of a node with the value that the search found there; `all_found` are several of them.
    - `limit` is a number, omitted if infinite; `window` is a pair of numbers.
    - `intervals` and `formula` come with their UnknownSolution.
    - `tree` is formatted in brackets.
    """

    kind: FactKind
    value: Any


class Sentence(NamedTuple):
    """The name of a macro in templates/<language>/questions.jinja, and its facts.

    Texts, counts and flags are passed to the macro unchanged; a Fact or a Sentence is rendered in the language first.
    """

    code: str
    facts: Mapping[str, Any] = {}
