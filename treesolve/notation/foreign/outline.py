"""Outlines: a node a line, its children below it and further in, with bullets or without.

    MAX                 - A             1. A
      MIN                 - B: 3 5         * B
        3                 - C                - 3
        5                   * 2              - 5

Vocabulary

    column      how far in a line's label stands
    row         children in their parent's own line: `B: 3 5`
"""

import re

from treesolve.model.problem import InputError, Span
from treesolve.model.tree import Tree
from treesolve.notation.foreign.label import Label, number, read_label, written_label
from treesolve.notation.foreign.outline_lines import Line, outline_lines
from treesolve.notation.foreign.refusal import check_commas, refusal
from treesolve.notation.foreign.sketch import Sketch

NAME = "outline"

_ARROW = re.compile(r"(?:[-=]>|→)(?=[+\-−]?[0-9])")
"""An arrow that touches a number."""

_TOKEN = re.compile(r"[^\s,;|]+")
_PAIR = r"[\"']?[^\W\d]\w{0,80}[\"']?[ \t]?[:=][ \t]?[+\-−]?[0-9][0-9./]{0,80}"
_NAMED_ROW = re.compile(
    rf"(?P<head>[^{{}}()\[\]]{{1,80}}?)[ \t]?[{{\[(](?P<leaves>[ \t]?{_PAIR}(?:[ \t]?[,;][ \t]?{_PAIR})+[ \t]?)[)}}\]]"
)
"""A node with its leaves in brackets, each with its name."""
_BOUNDS = re.compile(r"\b(?:alpha|beta|α|β|a|b|v|val|value|p|prob\w*|depth|level)[\"']?[ \t]?[:=]", re.IGNORECASE)
"""What a search says of a node."""
_SEVERAL_VALUES = re.compile(r"[:=][ \t]?[+\-−]?[0-9][^:=]*[^\W\d]\w*[\"']?[ \t]?[:=]")
"""A value with another name and its mark behind."""
_NAMED = re.compile(r"([^\W\d]\w*)[\"']?[ \t]?[:=][ \t]?([+\-−]?[0-9][0-9./]*)")
_AND = re.compile(r"(?<=[0-9])(?:,[ \t]*|[ \t]+)(?:and|und|y|et|&)[ \t]+(?=[+\-−]?[0-9])")
_LEAVES = re.compile(
    r"(?<=\w)[ \t]*[ \t\-–—:,][ \t]*(?:leaf|leaves|terminals?|blatt|blätter)(?:[- ]?(?:nodes?|values?|werte?))?[ \t]*$",
    re.IGNORECASE,
)
"""What says of the numbers behind it that they are leaves."""
_OPENING, _CLOSING = "([{", ")]}"
_PROGRAM = re.compile(
    r"^[ \t]*(?:def|class|return|import|from|if|elif|else|for|while|function|const|let|var|public|private|int|void)\b"
    r"[^\n]*[(:;=]|\bnew[ \t]+\w+\(|\)\.\w+\(|\w\(\"",
    re.MULTILINE,
)
_EQUATION = re.compile(r"=\s*\\?(?:max|min)\s*\\?[({]", re.IGNORECASE)
_STROKES = re.compile(r"^[ \t]*[/\\](?:[ \t_|-]*[/\\])*[ \t]*$", re.MULTILINE)
"""A line of a drawing."""
_TITLE = re.compile(r"(?:\w+[ -]){0,2}(?:tree|baum|spielbaum)[ \t]*:?", re.IGNORECASE)
_LONGEST_LABEL = 80


_JOINED = re.compile(r"^[^\"]*\w[*+]{2,}[ \t]")
_HEADLINE = re.compile(r"\s*[^\W\d_]{2,}[^\n\w]+[^\W\d_]{2,}[^\n()\[\]0-9]*\n[ \t]*\n[ \t]*[-*+•–]")
"""Words with an empty line between them and the bullets."""


def recognises(text: str) -> bool:
    """Whether each line is a short label, and some stand below others and further in; a program is none."""
    if _PROGRAM.search(text) or _EQUATION.search(text) or _STROKES.search(text):
        return False
    lines = list(outline_lines(text))
    if len(lines) < 2 or any(len(line.words) > _LONGEST_LABEL and not _label_and_leaves(line.words) for line in lines):
        return False
    bulleted = all(line.column % 2 for line in lines)
    told = bulleted or any(line.column > lines[0].column for line in lines)
    return told and all(_has_brackets_closed(line.words) for line in lines)


def read(text: str) -> Sketch:
    """The tree of an outline. Raises InputError where it is ragged, or has two roots."""
    lines = list(outline_lines(text))
    if len(lines) > 2 and (_TITLE.fullmatch(lines[0].words) or _HEADLINE.match(text)):
        tops = {line.column for line in lines[1:]}
        if [line.column for line in lines[1:]].count(min(tops)) == 1 and lines[2].column > lines[1].column:
            lines = lines[1:]
    return sketch_of_lines(lines)


def _has_brackets_closed(words: str) -> bool:
    """Whether a line closes the brackets that it opens."""
    return sum(words.count(mark) for mark in _OPENING) == sum(words.count(mark) for mark in _CLOSING)


def sketch_of_lines(lines: list[Line]) -> Sketch:
    """The tree of lines in preorder, by their columns. Raises InputError where there is none."""
    parents = _parents_of_lines(lines)
    below: list[list[Sketch]] = [[] for _ in lines]
    roots: list[Sketch] = []
    for place in reversed(range(len(lines))):
        children = tuple(reversed(below[place]))
        parent = parents[place]
        for sketch in reversed(_sketches_of_line(lines[place], children)):
            (roots if parent is None else below[parent]).append(sketch)
    roots.reverse()
    if not roots:
        raise refusal("graph-empty", Span(0, 0))
    if len(roots) > 1:
        tops = [line.words for line, parent in zip(lines, parents, strict=True) if parent is None]
        names = {"first": tops[0], "second": tops[-1]}
        raise refusal("graph-roots", roots[1].span, Sketch(roots[0].span, children=tuple(roots)), **names)
    return roots[0]


def _parents_of_lines(lines: list[Line]) -> list[int | None]:
    """The place of each line's parent. Raises InputError where a line goes back to a column that no line above has."""
    parents: list[int | None] = []
    above: list[int] = []
    ragged = None
    for place, line in enumerate(lines):
        last = None
        while above and lines[above[-1]].column >= line.column:
            last = above.pop()
        if last is not None and lines[last].column > line.column:
            ragged = ragged or line
        parents.append(above[-1] if above else None)
        above.append(place)
    if parents.count(None) == 1:
        ragged = ragged or _line_at_other_depth(lines, parents)
    if ragged:
        raise _error_about_ragged_outline(lines, parents, ragged)
    return parents


def _depths_of_lines(parents: list[int | None]) -> list[int]:
    depths: list[int] = []
    for parent in parents:
        depths.append(0 if parent is None else depths[parent] + 1)
    return depths


def _line_at_other_depth(lines: list[Line], parents: list[int | None]) -> Line | None:
    """The first line that stands in the column of another, and at another depth; None where there is none."""
    known: dict[int, int] = {}
    for line, depth in zip(lines, _depths_of_lines(parents), strict=True):
        if known.setdefault(line.column, depth) != depth:
            return line
    return None


def _error_about_ragged_outline(lines: list[Line], parents: list[int | None], line: Line) -> InputError:
    """The error about a ragged outline, with the tree that it would be if the line stood with those after it."""
    tidied = [each._replace(column=depth) for each, depth in zip(lines, _depths_of_lines(parents), strict=True)]
    try:
        return refusal("outline-ragged", line.span, sketch_of_lines(tidied), text=line.words)
    except InputError:
        return refusal("outline-ragged", line.span, text=line.words)


def _sketches_of_line(line: Line, children: tuple[Sketch, ...]) -> list[Sketch]:
    """The nodes of a line: one, or a row of leaves without a parent of their own."""
    if not children and (named := _NAMED_ROW.fullmatch(line.words)) and not _BOUNDS.search(named["leaves"]):
        return [_with_named_leaves(line, named)]
    row = _label_and_leaves(line.words)
    if row is None:
        label = read_label(line.words.rstrip(":"), inner=bool(children))
        if not children and (_JOINED.search(line.words) or (label.kind and re.search(r"\s[0-9]", label.name or ""))):
            raise refusal("lines-joined", line.span, text=line.words)
        numbered = label.value is not None and re.search(r"\s[0-9]", label.name or "")
        if not children and numbered and _SEVERAL_VALUES.search(line.words):
            raise refusal("lines-joined", line.span, text=line.words)
        return [label.sketch(line.span, children)]
    head, texts, bracketed = row
    if not head and not bracketed and re.fullmatch(r"[+\-−]?[0-9]+,[0-9]+", line.words):
        raise refusal("decimal-commas", line.span, text=line.words, decimals="", separators="")
    check_commas(line.words, line.start)
    values = [number(each) for each in texts]
    leaves = tuple(
        Sketch(line.span, value=value, unknown=each if value is None else None)
        for each, value in zip(texts, values, strict=True)
    )
    if children:
        raise refusal("outline-row-and-below", line.span, text=line.words)
    return [read_label(head, inner=True).sketch(line.span, leaves)] if head or bracketed else list(leaves)


def _with_named_leaves(line: Line, found: re.Match[str]) -> Sketch:
    """The node of `B: {D: 4, E: 11}`, with its leaves."""
    leaves = tuple(Sketch(line.span, name, value=number(value)) for name, value in _NAMED.findall(found["leaves"]))
    return read_label(found["head"].rstrip(" :=->→"), inner=True).sketch(line.span, leaves)


def _label_and_leaves(words: str) -> tuple[str, list[str], bool] | None:
    """The label and the leaves of `B: 3 5`, `B: [3, 5]`, `B -> 3 5`, `3 5`, and whether they stand in brackets.

    None where the line is one label.
    """
    inside = _AND.sub(", ", words.rstrip(" ."))
    if not inside:
        return None
    bracketed = inside[-1] in _CLOSING and inside.count(inside[-1]) == 1
    if bracketed:
        opening = inside.find(_OPENING[_CLOSING.index(inside[-1])])
        head, tail = inside[:opening].rstrip(), inside[opening + 1 : -1]
    else:
        head, tail = _words_and_last_numbers(inside)
    texts = _TOKEN.findall(tail)
    if not texts or any(number(each) is None and not _is_letter_of_unknown(each) for each in texts):
        return None
    if all(_is_letter_of_unknown(each) for each in texts) or (len(texts) < 2 and inside[-1:] != "]"):
        return None
    mark = next((mark for mark in ("->", "=>", "→", ":", "=") if head.rstrip().endswith(mark)), "")
    return _LEAVES.sub("", head.rstrip().removesuffix(mark).strip()).strip(), texts, bracketed


def _words_and_last_numbers(words: str) -> tuple[str, str]:
    """A line before and from its last numbers on."""
    words = _ARROW.sub(r"\g<0> ", words)
    tokens = list(_TOKEN.finditer(words))
    first = len(tokens)
    while first and (number(tokens[first - 1][0]) is not None or _is_letter_of_unknown(tokens[first - 1][0])):
        first -= 1
    at = tokens[first].start() if first < len(tokens) else len(words)
    marked = first and (tokens[first - 1][0][-1] in ":>→=" or _is_word_for_kind(tokens[first - 1][0]))
    if first == len(tokens) or (first and not marked and not _LEAVES.search(words[:at].rstrip())):
        return words, ""
    return words[:at].rstrip(), words[at:]


def _is_letter_of_unknown(text: str) -> bool:
    return text == "?" or (len(text) == 1 and text.islower())


def _is_word_for_kind(text: str) -> bool:
    label: Label = read_label(text, inner=True)
    return label.kind is not None and label.name is None


def write(tree: Tree) -> str:
    """The tree as an outline with bullets. Raises InputError where it is but one leaf.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write(read_ours("A: (B: (6 5) 2)")), end="")
    - A (MAX)
      - B (MIN)
        - 6
        - 5
      - 2
    """
    return "".join(f"{'  ' * tree.depths[node]}- {written_label(tree, node)}\n" for node in range(len(tree)))
