"""Trees whose headers, leaves and brackets stand where our grammar does not look for them.

Vocabulary

    forest      trees one after the other, without a root
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from treesolve.notation.foreign.leaf_rows import rows
from treesolve.notation.foreign.patch import Edit, Patched
from treesolve.notation.foreign.refusal import example
from treesolve.notation.headers import KEYS, MOST_PROBLEMS

_KEYED = re.compile(rf"[ \t]*(?:{'|'.join(key for key in KEYS if key != 'tree')})[ \t]*:", re.IGNORECASE)
_TREE_MARK = re.compile(r"^[ \t]*tree[ \t]*:[ \t]*", re.IGNORECASE | re.MULTILINE)
_TREE = re.compile(r"[ \t]*tree[ \t]*:", re.IGNORECASE)
_LEAVES = re.compile(r"[ \t]*leaves[ \t]*:", re.IGNORECASE)
_SHAPE = re.compile(r"^[ \t]*shape[ \t]*:([^\n#]*)", re.IGNORECASE | re.MULTILINE)
_GROUPS = re.compile(r"^[ \t]*(leaves[ \t]*:)([^\n#]*\|[^\n#]*)", re.IGNORECASE | re.MULTILINE)
_ROW = re.compile(r"(?:[+\-−]?(?:[0-9][0-9./]*+|inf|∞)|[^\W\d_][0-9]*+|[?,;|]|[ \t])++(?:#.*)?", re.IGNORECASE)
_BRACKETS = re.compile(r"\"[^\"\n]*\"|#.*|([(\[{])|([)\]}])")


def text_with_headers_gathered(text: Patched) -> Patched:
    """The text with its headers above the tree, and with all leaves of a header on one line."""
    if not _SHAPE.search(text.text):
        text = text.patched(_leaves_put_on_one_line(text.text))
        text = text.patched(_leaves_with_bars_as_tree(text.text))
    text = text.patched(_headers_moved_up(text.text))
    return text.patched(_leaves_put_on_one_line(text.text))


def forest_under_one_root(text: Patched) -> Patched:
    """A forest in brackets, which make one tree of it."""
    marks = [found.span() for found in _TREE_MARK.finditer(text.text)]
    start, end = marks[0][1] if marks else 0, len(text.text.rstrip())
    comment = text.text.find("#", max(start, text.text.rfind("\n", 0, end)), end)
    end = comment if comment >= 0 else end
    between = (Edit(*mark, "") for mark in marks[1:])
    return text.patched((Edit(start, start, "("), *between, Edit(end, end, ")")))


def is_on_one_line(text: str) -> bool:
    """Whether the tree stands on one line, but for headers and comments."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    return sum(not _KEYED.match(line) for line in lines) == 1


def _lines_with_depth(text: str) -> Iterator[tuple[int, str, int]]:
    """Each line with where it begins, and how many brackets are open there."""
    offset = depth = 0
    for line in text.splitlines(keepends=True):
        yield offset, line, depth
        offset += len(line)
        for found in _BRACKETS.finditer(line):
            depth += bool(found[1]) - bool(found[2])


def _headers_moved_up(text: str) -> Iterator[Edit]:
    lines = [line for line in _lines_with_depth(text) if line[1].strip() and not line[1].lstrip().startswith("#")]
    marked = [number for number, (_, line, _) in enumerate(lines) if _TREE.match(line)]
    bare = [number for number, (_, line, _) in enumerate(lines) if not _KEYED.match(line) and _BRACKETS.search(line)]
    tree = (marked or bare or [len(lines)])[0]
    below = [(at, line) for at, line, depth in lines[tree + 1 :] if depth == 0 and _KEYED.match(line)]
    if not below or len(below) > MOST_PROBLEMS:
        return
    first, line, _ = lines[tree]
    for at, header in below:
        yield Edit(0, 0, f"{header.rstrip()}\n", "", at)
    if not _TREE.match(line):
        yield Edit(first, first, "tree: ")
    for at, header in below:
        yield Edit(at, at + len(header), "")


def _leaves_put_on_one_line(text: str) -> Iterator[Edit]:
    lines = list(_lines_with_depth(text))
    begun = next((number for number, (_, line, _) in enumerate(lines) if _LEAVES.match(line)), None)
    if begun is None:
        return
    end = begun + 1
    while end < len(lines) and (_ROW.fullmatch(lines[end][1].rstrip("\n")) or not lines[end][1].strip()):
        end += 1
    rows = [(at, line.rstrip("\n").partition("#")[0].rstrip()) for at, line, _ in lines[begun:end] if line.strip()]
    edits = [Edit(at + len(row), after, " ") for (at, row), (after, _) in pairwise(rows)]
    first = rows[0][0] + (_LEAVES.match(rows[0][1]) or rows[0][1]).end()  # type: ignore[union-attr]
    last = rows[-1][0] + len(rows[-1][1])
    if _are_bars_as_in_shape(text, first, last):
        edits += [
            Edit(first + found.start(), first + found.end(), " ") for found in re.finditer(r"\|", text[first:last])
        ]
    yield from sorted(edits)


def _leaves_with_bars_as_tree(text: str) -> Iterator[Edit]:
    """Leaves with bars between them and without a shape, as the tree that the bars say."""
    found = _GROUPS.search(text)
    sketch = rows(found[2]) if found else None
    line = example(sketch) if sketch else ""
    if found and line:
        yield Edit(found.start(1), found.end(2), f"tree: {line}", "tidied-bars")


def _are_bars_as_in_shape(text: str, start: int, end: int) -> bool:
    """Whether bars part the leaves as the shape does."""
    found = _SHAPE.search(text)
    words = found[1].replace("x", " ").replace("×", " ").split() if found else []
    rows = [len(re.findall(r"[^\s,;]+", row)) for row in text[start:end].strip().strip("|").split("|")]
    return len(rows) > 1 and len(set(rows)) == 1 and bool(words) and words[-1] == str(rows[0])
