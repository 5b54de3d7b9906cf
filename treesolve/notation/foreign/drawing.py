r"""Drawings in characters: rows of labels, and rows of strokes between them.

            A                   A
          /   \             ┌───┴───┐
    MIN  B     C            B       C
        / \   / \         ┌─┴─┐   ┌─┴─┐
       3   5 2   9        3   5   2   9

From left to right each fan of strokes belongs to the next label above that is no number, and each of its strokes to
the next label below; where all counts fit, no column has to be measured.
"""

import re
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple, NoReturn

from treesolve.model.problem import Span
from treesolve.model.tree import Kind
from treesolve.notation.foreign.labels import kind_called, label_in, number
from treesolve.notation.foreign.parts import Field, Part, ask, refuse

NAME = "drawing"

_LINE = re.compile(r"^.*\S.*$", re.MULTILINE)
_STROKES = re.compile(r"[\s/\\|│╱╲┌┐┬┴┼─_]+")
_LEADING = re.compile(r"[/\\╱╲┌]")
_BEAM = re.compile(r"_{2,}")
_FAN = re.compile(r"┌[┬┼┴─]*┐|/\|+\\?|/\\|\|{1,99}\\|/(?:\s+\|)*\s+\\|\|")
_DROP = re.compile(r"[/\\|┌┐┬┼]")
_PLAIN = str.maketrans("╱╲│", "/\\|")
_LABEL = re.compile(
    r"\([^()\n]*\)(?:[ ][^\W\d_]+)?|\[[^\[\]\n]*\]"
    r"|[^\s()\[\]=]+(?:[ ]?=[ ]?[^\s()\[\]]+|[ ]?\([^()\n]*\)|[ ]?\[[^\[\]\n]*\])?|\S"
)
_PLACEHOLDERS = ("o", "O", "*", "•", "●", "")
"""What stands in a drawing for a node without a name."""


class _Row(NamedTuple):
    """A row of labels, what stands at its side, and where it is."""

    labels: list[Part]
    side: str
    span: Span


def recognises(text: str) -> bool:
    """Whether a line with nothing but strokes stands below one with more, and leads down."""
    lines = [line for line in text.split("\n") if line.strip()]
    strokes = [place for place, line in enumerate(lines) if _STROKES.fullmatch(line)]
    return bool(strokes) and strokes[0] > 0 and any(_LEADING.search(lines[place]) for place in strokes)


def read(text: str) -> Part:
    """The tree. Raises InputError at the first row whose strokes or labels do not fit to those above."""
    rows: list[_Row] = []
    fans: list[list[int]] = []
    for line in _LINE.finditer(text):
        drawn, span = _BEAM.sub(lambda beam: " " * len(beam[0]), line[0].translate(_PLAIN)), Span(*line.span())
        if _STROKES.fullmatch(drawn):
            found = _fans(drawn, span)
            if len(fans) == len(rows) and found != fans[-1]:
                _refuse(span)
            fans[len(rows) - 1 :] = [found]
            continue
        if len(fans) == len(rows):
            rows.append(_row(drawn, span, sum(fans[-1]) if fans else 1))
        else:
            rows[-1] = _with_names(rows[-1], _row(drawn, span, len(rows[-1].labels)))
    if len(fans) == len(rows):
        _refuse(rows[-1].span)
    return _tree(rows, fans)


def _refuse(span: Span, **facts: object) -> NoReturn:
    refuse("ascii-art", span, **{"text": "", **facts})


def _fans(line: str, span: Span) -> list[int]:
    """How many strokes each fan of a row has: what touches is one, and so is all from `/` to its backslash."""
    fans = [len(_DROP.findall(fan)) for fan in _FAN.findall(line)]
    if _FAN.sub("", line).strip() or (len(fans) > 1 and max(fans) == 1):
        _refuse(span)
    return fans


def _row(line: str, span: Span, count: int) -> _Row:
    """So many labels, and perhaps one word more at a side, which says who moves."""
    found = list(_LABEL.finditer(line))
    sides = [one for one in (found[0], found[-1]) if kind_called(one[0].strip(":()[]"))]
    side = sides[0] if len(found) == count + 1 and sides else None
    labels = [
        Part(Span(span.start + one.start(), span.start + one.end()), _label(one[0])) for one in found if one is not side
    ]
    if len(labels) != count or any(_STROKES.fullmatch(label.label) for label in labels):
        odd = labels[min(count, len(labels) - 1)]
        _refuse(odd.span, text=line[odd.span.start - span.start : odd.span.end - span.start], strokes=count)
    return _Row(labels, side[0].strip(":()[]") if side else "", span)


def _label(text: str) -> str:
    """A label without the brackets around all of it."""
    text = text[1:-1].strip() if text[0] + text[-1] in ("()", "[]") else text
    return "" if text in _PLACEHOLDERS else text


def _with_names(row: _Row, names: _Row) -> _Row:
    """A row of numbers with the names of these leaves below it."""
    has_number = [number(label.label) is not None for label in (*row.labels, *names.labels)]
    if names.side or has_number != [True] * len(row.labels) + [False] * len(row.labels):
        _refuse(names.span)
    pairs = zip(row.labels, names.labels, strict=True)
    return row._replace(labels=[name._replace(fields=(Field("value", leaf.label, leaf.span),)) for leaf, name in pairs])


def _tree(rows: Sequence[_Row], fans: Sequence[list[int]]) -> Part:
    """The rows as parts, from the lowest to the first."""
    below: list[Part] = []
    for row, counts in zip(reversed(rows), [[], *reversed(fans)], strict=True):
        above, kind = _above(row, len(counts)), _kind(row)
        parts, children, waiting = [], iter(below), iter(counts)
        for place, label in enumerate(row.labels):
            if place in above:
                label = label._replace(children=tuple(islice(children, next(waiting))))
            if kind and (place in above or kind is Kind.LEAF) and not label_in(label.label).kind:
                label = label._replace(fields=(Field("kind", row.side or kind.value, row.span),))
            parts.append(label)
        below = parts
    return below[0]


def _above(row: _Row, count: int) -> list[int]:
    """The labels that stand above something: those without a number, or those that are more than one.

    Raises InputError where these are not so many.
    """
    without = [place for place, label in enumerate(row.labels) if label_in(label.label).value is None]
    more = [place for place, label in enumerate(row.labels) if number(label.label) is None]
    if not count:
        return []
    has_names = any(label.fields for label in row.labels)
    if has_names or count not in (len(without), len(more)):
        _refuse(row.span)
    return without if len(without) == count else more


def _kind(row: _Row) -> Kind | None:
    """The kind of a row: what stands at its side, or at one of its nodes. Raises InputError where these differ."""
    kinds = {kind for label in row.labels if (kind := label_in(label.label).kind)}
    side = kind_called(row.side)
    if side and kinds - {side}:
        ask("twice", row.span, row.side)
    return side or (kinds.pop() if len(kinds) == 1 else None)
