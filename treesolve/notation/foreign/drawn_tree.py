"""What the command `tree` prints, and libraries that print as it does.

    A
    ├── B
    │   ├── 3
    │   └── 5
    └── C = 2

Branches may be drawn in ASCII, too.
"""

import re
from collections import Counter
from collections.abc import Iterator

from treesolve.model.problem import Span
from treesolve.model.tree import Tree
from treesolve.notation.foreign.label import written_label
from treesolve.notation.foreign.outline import sketch_of_lines
from treesolve.notation.foreign.outline_lines import Line
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch

NAME = "tree"

_BOX = "[├└╰┣┗](?:[─━]+|-+)?>?"
_ASCII = r"[|+`\\](?:-{2,}\+?|-(?=\s))|[|\\]_+(?=\s)"
_BRANCH = re.compile(rf"^(?:[│┃|]?[^\S\n])*(?:{_BOX}|{_ASCII})(?![-|+: \t]*$)", re.MULTILINE)
_LINE = re.compile(rf"((?:[│┃|]?\s)*(?:(?:{_BOX}|{_ASCII})\s*)?)([^\n]*)")
_DASHES = re.compile(r"([─━-]+)[ >]*$")
_ACROSS = re.compile(r"[─-]+[┬┼+][─-]+")
_BEAM = re.compile(r"[─┬┼├└│]+|(?<=\s)[+-]{2,}(?=\s)")
_LABEL = re.compile(r"\S+(?: \S+)*")
_SUMMARY = re.compile(r"[0-9]+ director(?:y|ies)(?:, [0-9]+ files?)?")
_MADE = re.compile(r"\w+\((['\"])(?:[^'\"]*/)?([^'\"/]*)\1(?:,\s*\w+=([^,()]*))?\)")


def recognises(text: str) -> bool:
    """Whether some line hangs from a branch."""
    return bool(_BRANCH.search(text))


def read(text: str) -> Sketch:
    """The tree that was drawn. Raises InputError where it is ragged."""
    lines = list(_lines_of_drawing(text))
    _check_minus_signs(text, lines)
    _check_lengths_of_branches(text, lines)
    return sketch_of_lines(lines)


def _check_minus_signs(text: str, lines: list[Line]) -> None:
    """Raises InputError where a dash before a number may be its minus sign: where branches have not all as many."""
    found = []
    for line in lines:
        before = text[text.rfind("\n", 0, line.start) + 1 : line.start]
        dashes = re.search(r"-+$", before)
        found.append((len(dashes[0]) if dashes else 0, line))
    told = {count for count, _ in found[1:]}
    for count, line in found[1:]:
        if len(told) > 1 and count and (line.words[0].isdigit() or line.words[0] in ".∞"):
            raise refusal("branch-or-sign", Span(line.start - 1, line.start + len(line.words)), text=line.words)


def _check_lengths_of_branches(text: str, lines: list[Line]) -> None:
    """Raises InputError at a line whose branch is longer or shorter than most: it would hang from another node."""
    branches = [_DASHES.search(text[text.rfind("\n", 0, line.start) + 1 : line.start]) for line in lines]
    lengths = Counter(len(found[1]) for found in branches if found)
    usual = max(lengths, key=lambda length: lengths[length], default=0)
    for line, found in zip(lines, branches, strict=True):
        if found and len(found[1]) != usual:
            raise refusal("lines-joined", line.span, text=line.words)


def _lines_of_drawing(text: str) -> list[Line]:
    lines: list[Line] = []
    begin = 0
    for line in text.splitlines(keepends=True):
        found = _LINE.match(line.rstrip("\r\n"))
        words = found[2].strip() if found else ""
        if found and not lines and words.startswith("+ "):
            lines.append(Line(2, words[2:].strip(), begin + found.start(2) + 2))
            begin += len(line)
            continue
        if found and _ACROSS.search(words):
            lines += _nodes_across_line(line, begin, found.start(2))
            begin += len(line)
            continue
        if found and words.strip("│┃| ") and not _SUMMARY.fullmatch(words):
            shown = "" if words == "." and not lines else _label_as_printed(words)
            lines.append(Line(len(found[1]), shown, begin + found.start(2)))
        begin += len(line)
    tops = [line.column for line in lines[1:]]
    return lines[1:] if lines and not lines[0].words and tops.count(min(tops, default=0)) == 1 else lines


def _nodes_across_line(line: str, begin: int, start: int) -> Iterator[Line]:
    """The nodes of a line that goes on to the right: `MAX ─┬─ MIN ─┬─ 3`."""
    for piece in _LABEL.finditer(_BEAM.sub(lambda beam: " " * len(beam[0]), line.rstrip("\r\n")), start):
        yield Line(piece.start(), piece[0], begin + piece.start())


def _label_as_printed(words: str) -> str:
    """The label in `Node('/A/B', value=3)`, as a library prints it; else the words."""
    made = _MADE.fullmatch(words)
    if made is None:
        return words
    return f"{made[2]} = {made[3]}" if made[3] else made[2]


def write(tree: Tree) -> str:
    """The tree as `tree` would print it. Raises InputError where it is but one leaf.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write(read_ours("A: (B: (6 5) 2)")), end="")
    A (MAX)
    ├── B (MIN)
    │   ├── 6
    │   └── 5
    └── 2
    """
    before = [""] * len(tree)
    lines = [written_label(tree, 0)]
    for node in range(1, len(tree)):
        parent = tree.parents[node]
        assert parent is not None
        last = node == tree.children[parent][-1]
        lines.append(f"{before[parent]}{'└── ' if last else '├── '}{written_label(tree, node)}")
        before[node] = before[parent] + ("    " if last else "│   ")
    return "".join(f"{line}\n" for line in lines)
