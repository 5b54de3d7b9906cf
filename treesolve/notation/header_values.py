"""Parsing and validation of the values in the headers above a tree."""

import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from itertools import islice
from operator import attrgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from treesolve.model.answer import PARTS, is_valid_points
from treesolve.model.convention import CONVENTIONS
from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number
from treesolve.model.problem import InputError, Problem, Span, nearest
from treesolve.model.reading_point import READING_POINTS, split_reading_point
from treesolve.model.tree import Tree
from treesolve.notation.headers import MAX_PROBLEMS, Header, Headers
from treesolve.notation.number_text import read_number

if TYPE_CHECKING:
    from fractions import Fraction

_LEVELS = frozenset(kind.value for kind in Kind) - {Kind.LEAF.value}


class HeaderValues(NamedTuple):
    """The parsed header values. The values of missing headers are None. `total` is the value of the header `sum`."""

    title: str | None = None
    source: str | None = None
    convention: str | None = None
    alpha_beta: str | None = None
    levels: tuple[Kind, ...] | None = None
    points: "dict[str, Fraction | int] | None" = None
    bounds: tuple[Number, Number] | None = None
    total: Number | None = None
    shape: tuple[int, ...] | None = None


def parse_header_values(headers: Headers) -> tuple[HeaderValues, list[Problem]]:
    """Parse all headers. Return the valid values, and the problems of the invalid ones.

    >>> from treesolve.notation.headers import read_headers
    >>> values, problems = parse_header_values(read_headers("levels: MAX MIN\\npoints: best -1\\ntree: 5"))
    >>> values.levels, [problem.code for problem in problems]
    ((<Kind.MAX: 'max'>, <Kind.MIN: 'min'>), ['points-range'])
    """
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for line in headers.lines:
        read = _READERS.get(line.key)
        try:
            if read:
                values["total" if line.key == "sum" else line.key.replace("-", "_")] = read(line)
        except InputError as error:
            problems += map(line.placed, error.problems)
    return HeaderValues(**values), problems


def _parse_convention(header: Header) -> str:
    """Return the convention expression if it is valid. The caller must load a TOML file that the expression names."""
    if header.value not in CONVENTIONS:
        from treesolve.notation.convention_expression import parse_expression

        expression = parse_expression(header.value)
        if not expression.is_external:
            expression.applied_to(expression.named())
    return header.value


def _parse_levels(header: Header) -> tuple[Kind, ...]:
    """Return the kind of the nodes on each level.

    The header is split into words twice, once for the errors and once for the values, so that the words of a long
    invalid header are never all in memory.
    """
    _raise_problems(
        Problem("unknown-level", span, {"value": word, "nearest": nearest(word, ("max", "min", "chance"))})
        for word, span in _split_words(header, r"[^\s,;]+")
        if word.lower() not in _LEVELS
    )
    return tuple(Kind(word.lower()) for word, _ in _split_words(header, r"[^\s,;]+"))


def _parse_points(header: Header) -> "dict[str, Fraction | int]":
    """Return the number of points for each part of the exercise."""
    points: dict[str, Any] = {}
    problems = []
    for item, span in _split_words(header, r"[^\s,;][^,;]*"):
        words = item.split()
        code = _points_error_code(words, points)
        if code:
            facts = {"text": item, "nearest": nearest(words[0], PARTS), "known": ", ".join(PARTS)}
            problems.append(Problem(code, span, facts))
        else:
            points[words[0].lower()] = read_number(words[1])
    _raise_problems(problems)
    return points


def _points_error_code(words: list[str], earlier: dict[str, Any]) -> str | None:
    if len(words) != 2:
        return "points-form"
    if words[0].lower() not in PARTS:
        return "unknown-part"
    if words[0].lower() in earlier:
        return "points-twice"
    try:
        number = read_number(words[1])
    except ValueError:
        return "points-form"
    return None if is_valid_points(number) else "points-range"


def _parse_bounds(header: Header) -> tuple[Number, Number]:
    """Return the smallest and the largest value that a leaf may have."""
    with suppress(ValueError):
        least, greatest = map(_parse_finite_number, re.findall(r"[^\s,;]+", header.value))
        if least < greatest:
            return least, greatest
        raise InputError((Problem("bounds-order", header.span, {"least": least, "greatest": greatest}),))
    raise InputError((Problem("bounds-form", header.span, {"text": header.value}),))


def _parse_sum(header: Header) -> Number:
    """Return the maximum sum of the payoffs at a leaf."""
    with suppress(ValueError):
        return _parse_finite_number(header.value)
    raise InputError((Problem("sum-form", header.span, {"text": header.value}),))


def _parse_finite_number(text: str) -> Number:
    number = read_number(text)
    if abs(number) == INFINITY:
        raise ValueError(text)
    return number


def _parse_shape(header: Header) -> tuple[int, ...]:
    """Return the number of children on each level."""
    _raise_problems(
        Problem("shape-number", span, {"text": word})
        for word, span in _split_words(header, r"[^\s,;x×]+")
        if not re.fullmatch("[0-9]{1,7}", word) or int(word) == 0
    )
    shape = tuple(int(word) for word, _ in _split_words(header, r"[^\s,;x×]+"))
    if not shape:
        raise InputError((Problem("shape-number", header.span, {"text": header.value}),))
    return shape


def _split_words(header: Header, pattern: str) -> Iterator[tuple[str, Span]]:
    """Yield each word of a header value that matches the pattern, with its span in the whole text."""
    for match in re.finditer(pattern, header.value):
        word, start = match[0].rstrip(), header.start + match.start()
        yield word, Span(start, start + len(word))


def _raise_problems(problems: Iterable[Problem]) -> None:
    """Raise InputError with up to MAX_PROBLEMS of the problems, if there are any."""
    first_problems = tuple(islice(problems, MAX_PROBLEMS))
    if first_problems:
        raise InputError(first_problems)


_READERS: dict[str, Callable[[Header], Any]] = {
    "title": attrgetter("value"),
    "source": attrgetter("value"),
    "convention": _parse_convention,
    "alpha-beta": lambda header: parse_reading_point(header.value),  # the reader checks that the tree has the leaf
    "levels": _parse_levels,
    "points": _parse_points,
    "bounds": _parse_bounds,
    "sum": _parse_sum,
    "shape": _parse_shape,
}


READING_POINT_EXAMPLES = tuple("after L5" if name == "after" else name for name in READING_POINTS)
"""Valid values of the `alpha-beta` header, with L5 as an example of the leaf that `after` requires."""


def parse_reading_point(text: str) -> str:
    """Return the reading point in normalized form: in lower case, and with the leaf name without quotation marks.

    Raises InputError with a span in the text if the reading point is unknown.

    >>> parse_reading_point("Last"), parse_reading_point('after  "pocket 1"')
    ('last', 'after pocket 1')
    """
    name, leaf = [*text.split(None, 1), "", ""][:2]
    name, leaf = name.lower(), leaf.strip()
    if len(leaf) > 1 and leaf[0] == leaf[-1] == '"':
        leaf = leaf[1:-1]
    if name not in READING_POINTS or (name == "after") is not bool(leaf):
        facts = {
            "value": text,
            "nearest": nearest(text, READING_POINT_EXAMPLES),
            "known": ", ".join(READING_POINT_EXAMPLES),
        }
        raise InputError((Problem("unknown-moment", Span(0, len(text)), facts, text=text),))
    return f"{name} {leaf}".strip()


def reading_point_problem(tree: Tree, reading_point: str | None) -> Problem | None:
    """Return a problem if the reading point is after a leaf that the tree does not have, None otherwise."""
    name, leaf = split_reading_point(reading_point or "")
    if name != "after" or tree.leaf_by_name(leaf) is not None:
        return None
    names = tuple(tree.names[one] for one in tree.leaf_ids)
    return Problem("moment-without-leaf", None, {"name": leaf, "nearest": nearest(leaf, names), "leaves": names[:12]})
