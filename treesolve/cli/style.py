"""What things look like, in one option: `--style shapes=circles,paper=letter,boards`.

Some looks hold a value, the others are switches and stand alone.
"""

from collections.abc import Iterable
from typing import Any, NamedTuple

from treesolve.model.problem import InputError, Problem, Span, nearest

SHAPES = ("triangles", "squares", "circles")
PAPERS = ("a4", "letter")
PAGE_FORMS = ("html", "pdf", "latex", "typst", "markdown", "text")
LEAST_WIDTH = 20

_VALUES: dict[str, tuple[str, ...]] = {
    "shapes": SHAPES,
    "paper": PAPERS,
    "width": ("COLUMNS",),
    "boards": (),
    "large-print": (),
    "two-up": (),
    "letters": (),
    "pages": PAGE_FORMS,
    "steps": (),
}
"""The looks with their values; switches have none, and COLUMNS stands for a number."""


class Style(NamedTuple):
    """All looks of a run; `given` names those that somebody asked for, the others stand as they usually are.

    `pages` is the form of students' pages. `shapes` are called after MAX's: MIN is then a circle, or a square. `width`
    is that of drawings in text, in columns, None being as wide as the terminal. `boards` are drawn for positions of
    games, `letters` name their nodes, `steps` tell every step of the search.
    """

    shapes: str = "triangles"
    paper: str = "a4"
    width: int | None = None
    boards: bool = False
    large_print: bool = False
    two_up: bool = False
    letters: bool = False
    pages: str = "html"
    steps: bool = False
    given: frozenset[str] = frozenset()


def style_of_keys(keys: tuple[str, ...], style: Style) -> Style:
    """What a style says about some keys, as nobody's wish."""
    fields = {key.replace("-", "_") for key in keys}
    return Style(**{field: getattr(style, field) for field in fields})


def key_with_values(key: str) -> str:
    """How a look is written, with all its values."""
    return f"{key}={'|'.join(_VALUES[key])}" if _VALUES[key] else key


def read_style(text: str, keys: tuple[str, ...] = tuple(_VALUES), start: Style | None = None) -> Style:
    """The style that a text asks for, others than `keys` being refused; what it leaves open is as in `start`.

    Raises InputError, with the place in the text, for what is no key here, and no value of it.

    >>> read_style("shapes=circles, boards").shapes
    'circles'
    """
    style, offset = start or Style(), 0
    for piece in text.split(","):
        word = piece.strip()
        if word:
            begin = offset + piece.index(word)
            field, value = _field_and_value(word, keys, Span(begin, begin + len(word)), text)
            style = style._replace(given=style.given | {field})._replace(**{field: value})
        offset += len(piece) + 1
    return style


def _field_and_value(word: str, keys: tuple[str, ...], span: Span, text: str) -> tuple[str, Any]:
    """The field that a word is about, and its value."""
    key, sign, value = (part.strip().lower() for part in word.partition("="))
    facts: dict[str, object] = {"key": key, "value": value}
    if key not in keys:
        facts |= {
            "nearest": nearest(key, keys),
            "known": ", ".join(map(key_with_values, keys)),
            "elsewhere": key in _VALUES,
        }
        raise InputError((Problem("style-key", span, facts, text=text),))
    if not _VALUES[key]:
        if sign:
            raise InputError((Problem("style-switch", span, facts, text=text),))
        return key.replace("-", "_"), True
    if key == "width" and value.isascii() and value.isdigit() and len(value) < 10 and int(value) >= LEAST_WIDTH:
        return key, int(value)
    if key == "width" or value not in _VALUES[key]:
        facts |= {"nearest": nearest(value, _VALUES[key]), "known": ", ".join(_VALUES[key])}
        facts |= {"least": LEAST_WIDTH if key == "width" else None}
        raise InputError((Problem("style-value", span, facts, text=text),))
    return key, value


def write_style(style: Style, fields: Iterable[str]) -> str:
    """What a style says about some of its fields, as it is read.

    >>> write_style(read_style("boards,paper=letter"), ["paper", "boards"])
    'paper=letter,boards'
    """
    keys = [key for key in _VALUES if key.replace("-", "_") in set(fields)]
    return ",".join(f"{key}={getattr(style, key)}" if _VALUES[key] else key for key in keys)
