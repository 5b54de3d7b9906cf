"""Sentences about questions that no language has been chosen for: a code, and the facts of the sentence."""

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

FactKind = Literal[
    "name", "names", "first_names", "kind", "found", "all_found", "number", "limit", "window", "why_visited",
    "why_pruned", "intervals", "formula", "tree",
]  # fmt: skip


class Fact(NamedTuple):
    """A value that is written differently in each language, and how it is shown.

    A `name`, a `kind`, `why_visited` and `why_pruned` belong to a node id, `names` to several ids; `first_names` may
    leave out the last of many. `found` is the name of a node with the value that the search found there. A `limit`
    is a number, or nothing where it is infinite; a `window` is a pair of numbers. `intervals` and a `formula` come with
    the UnknownSolution they belong to. A `tree` is written in brackets.
    """

    kind: FactKind
    value: Any


class Sentence(NamedTuple):
    """The name of a macro in templates/<language>/questions.jinja, and its facts.

    Texts, counts and flags are passed to the macro as they are, a Fact and a Sentence in the words of the language.
    """

    code: str
    facts: Mapping[str, Any] = {}
