"""The beginning of what is too long for a page, with a sentence that says how much there is in all.

Whoever needs all of it reads the JSON document, which is never cut.
"""

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import Any, NamedTuple

from treesolve.rendering.template_environment import words


class SizeLimit(NamedTuple):
    """The most rows of a table, and the most characters in all of them."""

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
"""How much a table may hold, by the form of its page: on paper five hundred rows fill some twenty sheets."""


def excerpt(rows: Iterable[Any], count: int, what: str, form: str, language: str = "en") -> tuple[list[Any], str]:
    """As many of `count` rows as a page in that form takes, one at least; and how many there are, where not all fit.

    A row is a text or a list of texts. Only those that are shown are asked for. `what` says what they are: "steps",
    "cuts", "nodes" or "intervals"; where it says nothing, all are shown.
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
    """How many characters a text has, or a list of texts, or words of several kinds."""
    return len(row) if isinstance(row, str) else sum(map(_number_of_characters, row))
