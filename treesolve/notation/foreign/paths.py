"""Leaves with the ways that lead to them: `root/left/right = 5`, `A-B-D: 3`, `1.2 = 9`, `A/B/3`, or as a table.

As a dictionary it is `{("L", "l"): 3, ("L", "r"): 5}`. What stands on the way are names, or moves where
the same stands below several nodes.

Vocabulary

    step        one of the words of a way
"""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from treesolve.model.number import Number
from treesolve.model.problem import Span
from treesolve.model.tree import Kind
from treesolve.notation.foreign.fields import field
from treesolve.notation.foreign.label import KIND_WORDS, number
from treesolve.notation.foreign.python_text import python_text
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch

NAME = "ways to leaves"

LONGEST = 100_000
"""No longer text is looked at."""

_LINE = re.compile(
    r"^[ \t]*(?:[-*•][ \t]+)?[\"'(]?(?P<way>\w+(?:(?P<mark>[/\\.>,-])\w+)(?:(?P=mark)\w+)*)[\"')]?"
    r"(?:[ \t]*[=:,;][ \t]*|[ \t]+|\t)(?P<value>[+\-−]?[0-9][0-9./]*|[+\-−]?inf|\?);?[ \t]*$"
)
_APPLIED = re.compile(
    r"^[ \t]*(?:u|v|f|h|value|payoff|utility|eval|util)_?1?[ \t]*\((?P<way>\w+(?P<mark>[ \t]*[,;][ \t]*)\w+"
    r"(?:[ \t]*[,;][ \t]*\w+)*)\)[ \t]*[=:][ \t]*(?P<value>[+\-−]?[0-9][0-9./]*)[,;]?[ \t]*$",
    re.IGNORECASE,
)
"""The payoff of a way, as in `u(L, r) = 8`."""
_BARE = re.compile(
    r"^[ \t]*(?P<way>[^\W\d]\w*(?P<mark>[/\\]|[ \t]?(?:--?>?|=>|→|>)[ \t]?)\w+(?:(?P=mark)\w+)*)(?P=mark)"
    r"(?P<value>-?[0-9]+)[ \t]*$"
)
_HEADING = re.compile(
    r"^[ \t]*(?:path|way|pfad|weg|moves?|züge|history)[ \t]*[,;\t:][ \t]*[^\W\d]\w*[ \t]*$", re.IGNORECASE
)
_STEP = re.compile(
    r"(?:\d+\.?[ \t]*)?(?:move|action|step|ply|level|zug|aktion|schritt|ebene|max|min|player|spieler)", re.IGNORECASE
)
"""What heads a column of steps."""
_UNNAMED = "\0"
_RULE = re.compile(r"[-: ]+")
_DOUBTFUL = re.compile(r"[0-9],[0-9]")
"""A comma that may be that of a decimal."""
_LEAST = 3
_DICTIONARY = re.compile(r"\s*(?:\w+\s*=\s*)?\{\s*\([^()\n]*\)\s*:")
_SIDES = {"left", "right", "l", "r", "links", "rechts", "middle", "mitte", "up", "down"}


class Way(NamedTuple):
    """The steps to a leaf, its value, and its place."""

    steps: tuple[str, ...]
    value: Number | None
    span: Span


def recognises(text: str) -> bool:
    """Whether each line is the way to a leaf, and its value; and no leaf stands on the way to another."""
    return bool(_ways_in_text(text))


def read(text: str) -> Sketch:
    """The tree. Raises InputError where the same way leads to two leaves."""
    ways = _ways_in_text(text)
    known = set[tuple[str, ...]]()
    for way in ways:
        if way.steps in known:
            above = "/".join(way.steps[:-1])
            raise refusal("graph-child-twice", way.span, name=way.steps[-1], first=above, second=above)
        known.add(way.steps)
    root = ways[0].steps[0] if len({way.steps[0] for way in ways}) == 1 else None
    first = 0 if root is None else 1
    repeated = _has_repeated_steps(ways, first)
    return _with_kinds_of_levels(
        _node_of_ways(ways, first, repeated=repeated)._replace(name=root), _kinds_and_rows_of_table(text)[0]
    )


def _with_kinds_of_levels(node: Sketch, kinds: list[Kind]) -> Sketch:
    """The tree with the kinds of its levels, as far as they are told."""
    if not node.children or not kinds:
        return node
    return node._replace(
        kind=kinds[0], children=tuple(_with_kinds_of_levels(child, kinds[1:]) for child in node.children)
    )


def _ways_in_text(text: str) -> list[Way]:
    """The ways; nothing where a text is anything else, or they are no tree of two levels."""
    if len(text) > LONGEST:
        return []
    if _DICTIONARY.match(text):
        return _ways_in_dictionary(text)
    if table := _ways_in_table(text):
        return table
    found: list[Way] = []
    marks: set[str] = set()
    at = 0
    for line in text.splitlines(keepends=True):
        words = line.split("#")[0].rstrip()
        one = _APPLIED.match(words) or _BARE.match(words) or _LINE.match(words)
        if one and (one.re is _APPLIED or not _is_edge(one, words)):
            mark = one["mark"].strip() or one["mark"]
            marks.add("/" if one.re is _APPLIED else mark)
            last = (f"{_UNNAMED}{len(found)}",) if one.re is _BARE else ()
            steps = (*(step.strip() for step in one["way"].split(mark)), *last)
            found.append(Way(steps, number(one["value"]), Span(at + one.start("way"), at + len(words))))
        elif words.strip() and (found or not _HEADING.match(words)):
            return []
        at += len(line)
    if found and all(field(way.steps[-1]) == "value" for way in found):
        found = [way._replace(steps=way.steps[:-1]) for way in found]
    return found if len(marks) == 1 and _are_ways_of_tree(found, marks.pop()) else []


def _is_edge(found: re.Match[str], line: str) -> bool:
    """Whether numbers stand between arrows, where they are those of edges; or commas part all of a line."""
    steps = found["way"].split(found["mark"])
    numbered = found.re is _BARE and found["mark"] not in "/\\" and any(step[0].isdigit() for step in steps[1:])
    return numbered or found["mark"] == line[found.end("way")] == ","


def _ways_in_dictionary(text: str) -> list[Way]:
    """The ways in the keys of a dictionary; nothing where there are other keys."""
    python = python_text(text.strip())
    value = getattr(python.statements[0], "value", None) if python and len(python.statements) == 1 else None
    if python is None or not isinstance(value, ast.Dict):
        return []
    found: list[Way] = []
    for key, leaf in zip(value.keys, value.values, strict=True):
        steps = (
            [each.value for each in key.elts if isinstance(each, ast.Constant)] if isinstance(key, ast.Tuple) else []
        )
        worth = python.number(leaf)
        if worth is None or not isinstance(key, ast.Tuple) or len(steps) < max(len(key.elts), 2):
            return []
        found.append(Way(tuple(map(str, steps)), worth, Span(0, len(text.rstrip()))))
    return found if _are_ways_of_tree(found, "/") else []


def _ways_in_table(text: str) -> list[Way]:
    """The ways in rows of cells, with a leaf at the end of each row; nothing where they are no ways.

    A heading of kinds may stand above; an empty cell has what stands above it.
    """
    kinds, body, is_headed = _kinds_and_rows_of_table(text)
    found: list[Way] = []
    for row, span in body:
        above = found[-1].steps[:-1] if found else ("",) * (len(row) - 1)
        steps = tuple(cell or above[place] for place, cell in enumerate(row[:-1]))
        for written in re.split(r"[,;\s]+", row[-1]):
            found.append(Way((*steps, f"{_UNNAMED}{len(found)}"), number(written), span))
    counts = Counter(way.steps[:-1] for way in found).values()
    if not found or any(way.value is None or not all(way.steps) for way in found):
        return []
    is_rooted = len({way.steps[0] for way in found}) == 1 and (min(counts) > 1 or (bool(kinds) and max(counts) > 1))
    if not is_rooted and (kinds or is_headed) and max(counts) == 1:
        found = [way._replace(steps=way.steps[:-1]) for way in found]
        is_rooted = True
    return found if is_rooted and _are_ways_of_tree(found, "/") else []


def _kinds_and_rows_of_table(text: str) -> tuple[list[Kind], list[tuple[list[str], Span]], bool]:
    """The kinds in the heading of a table, its rows, and whether it has a heading of steps and values.

    Nothing where the rows differ in their length.
    """
    rows = list(_lines_with_spans(text))
    mark = next((each for each in "\t|;," if rows and each in rows[0][0]), "")
    cells = [([cell.strip() for cell in row.strip("|").split(mark)], span) for row, span in rows] if mark else []
    kinds = [KIND_WORDS.get(cell.lower()) for cell in cells[0][0][:-1]] if cells else []
    told = [kind for kind in kinds if kind]
    headed = bool(told) and len(told) == len(kinds)
    titled = bool(cells) and field(cells[0][0][-1]) == "value" and all(map(_STEP.match, cells[0][0][:-1]))
    body = [row for row in cells[headed or titled :] if not _RULE.fullmatch("".join(row[0]))]
    if len(body) < 2 or {len(row) for row, _ in cells} != {len(cells[0][0])} or len(cells[0][0]) < _LEAST:
        return [], [], False
    if any(_DOUBTFUL.search(row[-1]) for row, _ in body):
        return [], [], False
    return (told, body, False) if headed else ([], body if mark != "," or titled else [], titled)


def _lines_with_spans(text: str) -> Iterator[tuple[str, Span]]:
    at = 0
    for line in text.splitlines(keepends=True):
        if line.strip():
            yield line.strip("\n"), Span(at, at + len(line.rstrip()))
        at += len(line)


def _are_ways_of_tree(ways: list[Way], mark: str) -> bool:
    """Whether the ways part below two nodes or more, and have no kinds in them: no edges, weights or dates."""
    known = {way.steps for way in ways}
    if any(step.lower() in KIND_WORDS for way in ways for step in way.steps):
        return False
    if any(way.steps[:depth] in known for way in ways for depth in range(1, len(way.steps))):
        return False
    numbered = all(step.isdigit() for way in ways for step in way.steps)
    if numbered and (not _has_counted_steps(ways) or len({way.steps[0] for way in ways}) < 2):
        return False
    lengths = [len(way.steps) for way in ways]
    short = mark not in "/," or (mark == "," and not _ends_alike(ways))
    if max(lengths) < 2 or (short and not numbered and max(lengths) < 3):
        return False
    above = {way.steps[:-1] for way in ways}
    return len(above) > 1 and len(ways) > len(above)


def _ends_alike(ways: list[Way]) -> bool:
    """Whether the last steps are the same everywhere, and none is a first one: so they are moves, and no edges."""
    ends: dict[tuple[str, ...], set[str]] = {}
    for way in ways:
        ends.setdefault(way.steps[:-1], set()).add(way.steps[-1])
    last = set.union(*ends.values())
    return all(each == last for each in ends.values()) and last.isdisjoint(way.steps[0] for way in ways)


def _has_counted_steps(ways: list[Way]) -> bool:
    """Whether the numbers below each node count from 0 or from 1."""
    below: dict[tuple[str, ...], set[int]] = {}
    for way in ways:
        for depth, step in enumerate(way.steps):
            below.setdefault(way.steps[:depth], set()).add(int(step) if len(step) < 4 else -1)
    return all(sorted(each) in (list(range(len(each))), list(range(1, len(each) + 1))) for each in below.values())


def _has_repeated_steps(ways: list[Way], first: int) -> bool:
    """Whether the same step stands below several nodes, or is a side: then steps are moves."""
    above: dict[str, set[tuple[str, ...]]] = {}
    for way in ways:
        for depth in range(first, len(way.steps)):
            above.setdefault(way.steps[depth], set()).add(way.steps[:depth])
    return any((len(each) > 1 and not step.isdigit()) or step.lower() in _SIDES for step, each in above.items())


def _node_of_ways(ways: list[Way], depth: int, *, repeated: bool) -> Sketch:
    """The node to which all these ways lead at a depth."""
    if len(ways) == 1 and len(ways[0].steps) == depth:
        way = ways[0]
        return Sketch(way.span, value=way.value, unknown="?" if way.value is None else None)
    groups: dict[str, list[Way]] = {}
    for way in ways:
        groups.setdefault(way.steps[depth], []).append(way)
    steps = sorted(groups, key=int) if all(step.isdigit() for step in groups) else list(groups)
    below = [(step, _node_of_ways(groups[step], depth + 1, repeated=repeated)) for step in steps]
    if all(step.isdigit() or step.startswith(_UNNAMED) for step in steps):
        children = [node for _, node in below]
    elif repeated:
        children = [node._replace(move=step) for step, node in below]
    else:
        children = [node._replace(name=step) for step, node in below]
    return Sketch(ways[0].span, children=tuple(children))
