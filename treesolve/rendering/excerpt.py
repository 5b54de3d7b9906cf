"""The first rows of a long table, with a sentence that gives the total number of rows.

The JSON document always contains all rows.
"""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, NamedTuple

from treesolve.rendering.template_environment import words


class SizeLimit(NamedTuple):
    """Maximum number of rows of a table, and of characters in all of them."""

    rows: int
    characters: int


_LINES, _PAPER = SizeLimit(2000, 400_000), SizeLimit(500, 100_000)

ROOMS: Mapping[str, SizeLimit] = {
    "text": _LINES,
    "markdown": _LINES,
    "html": SizeLimit(4000, 800_000),
    "latex": _PAPER,
    "typst": _PAPER,
}
"""The size limit of a table by output format. On paper, 500 rows fill about twenty sheets."""


def excerpt(rows: Iterable[Any], count: int, what: str, form: str, language: str = "en") -> tuple[list[Any], str]:
    """Return the rows that fit on a page, at least one, and a sentence with the total number if not all rows fit.

    A row is a string or a list of strings. Rows beyond the limit are not created. `what` names the rows: "steps",
    "cuts", "nodes" or "intervals". If `what` is empty, all rows are returned.
    """
    if not what:
        return [*rows], ""
    limit = ROOMS[form]
    shown: list[Any] = []
    characters = 0
    for row in islice(rows, limit.rows):
        characters += _number_of_characters(row)
        if shown and characters > limit.characters:
            break
        shown.append(row)
    return shown, words(language).first_of(what, len(shown), count) if len(shown) < count else ""


def _number_of_characters(row: Any) -> int:
    """Return the total length of a string or of nested lists of strings."""
    return len(row) if isinstance(row, str) else sum(map(_number_of_characters, row))
