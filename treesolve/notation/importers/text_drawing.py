r"""Drawings of trees in characters: rows of labels, with rows of strokes between them.

            A                   A
          /   \             ┌───┴───┐
    MIN  B     C            B       C
        / \   / \         ┌─┴─┐   ┌─┴─┐
       3   5 2   9        3   5   2   9

Strokes are assigned to labels from left to right: each fan of strokes to the next label above that is not a number, and
each stroke of a fan to the next label below. Columns do not matter, because there must be as many strokes as labels.
"""

import re
from collections.abc import Sequence
from itertools import islice
from typing import NamedTuple, NoReturn

from treesolve.model.kind import Kind
from treesolve.model.problem import Span
from treesolve.notation.importers.labels import KINDS, kind_from_word, number, parse_label_or_empty, word_category
from treesolve.notation.importers.parsed_node import ParsedField, ParsedNode, reject, reject_ambiguous

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
_LEVEL = re.compile(r"\b(?:level|depth|ply|ebene|tiefe|zug)\W{0,3}[0-9]{1,2}\b", re.IGNORECASE)
_WORD = re.compile(r"[^\W\d_]+")
_DIGIT = re.compile("[0-9]")
_PLACEHOLDERS = ("o", "O", "*", "•", "●", "")
"""Labels that stand for a node without a name."""


class _Row(NamedTuple):
    """A row of labels, the kind in a note beside the row ("" if there is none), and the span of the row."""

    labels: list[ParsedNode]
    side: str
    span: Span


def recognizes(text: str) -> bool:
    """Return whether a line that consists of strokes, some of them leading down, follows a line of labels."""
    lines = [line for line in text.split("\n") if line.strip()]
    strokes = [index for index, line in enumerate(lines) if _STROKES.fullmatch(line)]
    return bool(strokes) and strokes[0] > 0 and any(_LEADING.search(lines[index]) for index in strokes)


def read(text: str) -> ParsedNode:
    """Return the tree. Raises InputError at the first row whose strokes or labels do not match those above."""
    rows: list[_Row] = []
    fans: list[list[int]] = []
    for line in _LINE.finditer(text):
        drawn, span = _BEAM.sub(lambda beam: " " * len(beam[0]), line[0].translate(_PLAIN)), Span(*line.span())
        if _STROKES.fullmatch(drawn):
            counts = _fans(drawn, span)
            if len(fans) == len(rows) and counts != fans[-1]:
                _reject_row(span)
            fans[len(rows) - 1 :] = [counts]
            continue
        if len(fans) == len(rows):
            rows.append(_row(drawn, span, sum(fans[-1]) if fans else 1))
        elif _kind_in_note(drawn, list(_LABEL.finditer(drawn))) == Kind.LEAF.value and not rows[-1].side:
            rows[-1] = rows[-1]._replace(side=Kind.LEAF.value)
        else:
            rows[-1] = _with_names(rows[-1], _row(drawn, span, len(rows[-1].labels)))
    if len(fans) == len(rows):
        _reject_row(rows[-1].span)
    return _tree(rows, fans)


def _reject_row(span: Span, **facts: object) -> NoReturn:
    reject("ascii-art", span, **{"text": "", **facts})


def _fans(line: str, span: Span) -> list[int]:
    """Return the number of strokes in each fan.

    A fan is a group of touching strokes, or all strokes from a slash to the next backslash.
    """
    fans = [len(_DROP.findall(fan)) for fan in _FAN.findall(line)]
    if _FAN.sub("", line).strip() or (len(fans) > 1 and max(fans) == 1):
        _reject_row(span)
    return fans


def _row(line: str, span: Span, count: int) -> _Row:
    """Parse a row of `count` labels, which may have a note with the kind beside it.

    Raises InputError if the number of labels differs from `count`.
    """
    matches = list(_LABEL.finditer(line))
    sides = (
        (label_matches, _kind_in_note(line, note_matches))
        for label_matches, note_matches in _split_side_note(matches, count)
    )
    label_matches, side = next(
        ((label_matches, kind) for label_matches, kind in sides if kind is not None), (matches, "")
    )
    labels = [
        ParsedNode(Span(span.start + one.start(), span.start + one.end()), _label(one[0])) for one in label_matches
    ]
    if len(labels) != count or any(_STROKES.fullmatch(label.label) for label in labels):
        extra = labels[min(count, len(labels) - 1)]
        _reject_row(extra.span, text=line[extra.span.start - span.start : extra.span.end - span.start], strokes=count)
    return _Row(labels, side, span)


_Matches = list[re.Match[str]]


def _split_side_note(matches: _Matches, count: int) -> list[tuple[_Matches, _Matches]]:
    """Return the two ways to split a row into labels and a note: with the note on the left, and on the right.

    Return an empty list if the row has no more than `count` items, and therefore no note.
    """
    more = len(matches) - count
    return [(matches[more:], matches[:more]), (matches[:count], matches[count:])] if more > 0 else []


def _kind_in_note(line: str, note_matches: _Matches) -> str | None:
    """Return the kind in a note such as `(MAX)` or `<- MIN`.

    Return "" for a note without a kind, such as `Level 1`, and None if the text is not a note.
    """
    note, levels = _LEVEL.subn("", line[note_matches[0].start() : note_matches[-1].end()])
    words = [word for word in _WORD.findall(note) if word_category("notes", word) != "nothing"]
    kinds = {kind_from_word(word) or KINDS.get(word_category("notes", word)) for word in words}
    kind = kinds.pop() if len(kinds) == 1 else None
    if _DIGIT.search(note) or not (kind or (levels and not words)):
        return None
    return kind.value if kind else ""


def _label(text: str) -> str:
    """Return the label without enclosing brackets, or "" if it is a placeholder for a missing name."""
    text = text[1:-1].strip() if text[0] + text[-1] in ("()", "[]") else text
    return "" if text in _PLACEHOLDERS else text


def _with_names(row: _Row, names: _Row) -> _Row:
    """Return a row of leaves that has the values of `row`, and the names in the row below it.

    Raises InputError if the first row does not consist of numbers or the second one contains a number.
    """
    has_number = [number(label.label) is not None for label in (*row.labels, *names.labels)]
    if names.side or has_number != [True] * len(row.labels) + [False] * len(row.labels):
        _reject_row(names.span)
    pairs = zip(row.labels, names.labels, strict=True)
    return row._replace(
        labels=[name._replace(fields=(ParsedField("value", leaf.label, leaf.span),)) for leaf, name in pairs]
    )


def _tree(rows: Sequence[_Row], fans: Sequence[list[int]]) -> ParsedNode:
    """Return the tree that the rows describe. It is built from the last row to the first."""
    below: list[ParsedNode] = []
    for row, counts in zip(reversed(rows), [[], *reversed(fans)], strict=True):
        above, kind = _inner_indices(row, len(counts)), _kind(row)
        parts, children, child_counts = [], iter(below), iter(counts)
        for index, label in enumerate(row.labels):
            if index in above:
                label = label._replace(children=tuple(islice(children, next(child_counts))))
            if kind and (index in above or kind is Kind.LEAF) and not parse_label_or_empty(label.label).kind:
                label = label._replace(fields=(ParsedField("kind", row.side or kind.value, row.span),))
            parts.append(label)
        below = parts
    return below[0]


def _inner_indices(row: _Row, count: int) -> list[int]:
    """Return the indexes of the labels with children, given their number `count`.

    These are all labels, all labels without a value, or all labels that are not numbers. Raises InputError if `count`
    fits none of these possibilities.
    """
    without = [index for index, label in enumerate(row.labels) if parse_label_or_empty(label.label).value is None]
    more = [index for index, label in enumerate(row.labels) if number(label.label) is None]
    if count in (0, len(row.labels)):
        return list(range(count))
    has_names = any(label.fields for label in row.labels)
    if has_names or count not in (len(without), len(more)):
        _reject_row(row.span)
    return without if len(without) == count else more


def _kind(row: _Row) -> Kind | None:
    """Return the kind of a row, which its note or its labels may specify, or None if they do not.

    Raises InputError if the note and the labels contradict each other.
    """
    kinds = {kind for label in row.labels if (kind := parse_label_or_empty(label.label).kind)}
    side = kind_from_word(row.side)
    if side and kinds - {side}:
        reject_ambiguous("twice", row.span, row.side)
    return side or (kinds.pop() if len(kinds) == 1 else None)
