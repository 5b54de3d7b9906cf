"""Outlines with indentation or bullets, and the output of the command `tree` in box-drawing characters or ASCII.

    A                   - A
    ├── B                 - B
    │   ├── 3               - 3
    │   └── 5               - 5
    └── C = 2             - C = 2

The leaves below a node may be on the line of the node: `B (MIN) → leaves: 3, 5`, `B [3, 5]`, `B (MIN): D(3), E(5)`.
"""

import re
from typing import NamedTuple, NoReturn

from treesolve.model.problem import Span
from treesolve.model.tree import Tree
from treesolve.notation.importers.edge_lines import check_commas
from treesolve.notation.importers.exported_text import format_label
from treesolve.notation.importers.labels import number, parse_label_or_empty, word_category
from treesolve.notation.importers.parsed_node import ParsedNode, reject, reject_ambiguous

NAME = "outline"
COMMENTS = ("#", "//")

_LINE = re.compile(
    r"^(?:(?P<bars>[ \t│┃|]*)(?P<branch>[├└╰┣┗][─━╌╳]+>?|[|+`\\]-+)[ \t]*"
    r"|(?P<blanks>[ \t]*)(?P<bullet>(?:[-−*+•◦▪‣]|[0-9]{1,3}[.)])[ \t]+)?)(?P<words>\S.*)$",
    re.MULTILINE,
)
_STROKE_OR_BAR = re.compile(r"│ |[^ \t]")
_YAML = re.compile(r"^[ \t]*(?:- *)?children[ \t]*:", re.MULTILINE)
_BARS = re.compile(r"[ \t│┃|]*")
_WORDS = re.compile(r"[^\s()\[\]{}<|;][^()\[\]{}<|;]{0,80}(?:[(\[][^()\[\]]{0,40}[)\]][^()\[\]{}<|;]{0,80}){0,20}")
_DRAWN = re.compile(r"^[ \t│┃|]*[├└╰┣┗][─━╌╳]", re.MULTILINE)
_WITH_LEAVES = re.compile(
    r"(?P<label>[^\[\],:→←]*)(?:\[(?P<list>[^\[\],]+(?:,[^\[\],]+)+)\]"
    r"|(?:->|→|←|:)[ \t]*(?:(?P<word>\w+)[ \t]?:(?=[^:]*$))?(?P<row>.+))"
)
_LEAF = re.compile(r"[^\s,][^,]*?(?=\s*(?:,|$))")
_MINUS = re.compile(r"[|+`\\]-+[0-9.∞]")
_MARK_INSIDE = re.compile(r"\s(?:[-−+•◦▪‣]|[0-9]{1,3}[.)])\s")
_SUMMARY = re.compile(r"[0-9]+ director(?:y|ies)(?:, [0-9]+ files?)?")
_STROKES = re.compile(r"[─━│┃├└┌┐┘┬┴┼╭╮╯╰┤]")


class _Line(NamedTuple):
    """A line: its indentation, the type of the mark before its words (bullet or branch), its words, and their span."""

    indent: int
    mark: str
    words: str
    span: Span


def recognizes(text: str) -> bool:
    """Return whether the text looks like an outline.

    Either several lines have box-drawing characters, or all lines may be labels, and some of them are indented further
    than the first line or have a branch before them.
    """
    lines = [_LINE.fullmatch(line) for line in text.split("\n") if not _BARS.fullmatch(line)]
    if len(_DRAWN.findall(text)) > 1:
        return True
    are_labels = all(line and _WORDS.fullmatch(line["words"].rstrip()) for line in lines)
    if len(lines) < 2 or not are_labels or _YAML.search(text):
        return False
    margin, *indents = (len(line["blanks"] or "") for line in lines if line)
    return max(indents) > margin or any(line["branch"] for line in lines[1:] if line)


def read(text: str) -> ParsedNode:
    """Return the tree. Raises InputError if the indentation is inconsistent or there are several roots."""
    matches = [one for one in _LINE.finditer(text) if not _BARS.fullmatch(one[0])]
    _check_tabs(matches)
    lines = [_line(one) for one in matches]
    if len(lines) > 2 and _SUMMARY.fullmatch(lines[-1].words) and not lines[-1].mark:
        lines.pop()
    depths = _depths(lines)
    _check_numbers(lines, depths)
    return _tree(lines, depths)


def _check_tabs(lines: list[re.Match[str]]) -> None:
    """Raise InputError at the first line that is indented with tabs while other lines use spaces, or vice versa."""
    blanks = [_STROKE_OR_BAR.sub("", line["bars"] or line["blanks"] or "") for line in lines]
    signs = "".join(blanks)
    for line, margin in zip(lines, blanks, strict=True):
        if margin.strip(signs[:1]):
            reject("outline-tabs", Span(*line.span("words")))


def _line(match: re.Match[str]) -> _Line:
    """Return the parts of a line.

    Raises InputError if its words contain a drawing character or another bullet, or if its branch may be a minus sign.
    """
    before, words = match["bars"] or match["blanks"] or "", match["words"].rstrip()
    span = Span(match.start("words"), match.start("words") + len(words))
    if match["branch"] and _MINUS.match(match[0], len(before)):
        reject("branch-or-sign", Span(match.start(), span.end), text=words)
    if _STROKES.search(words):
        reject("foreign-form", span, text=words[:40])
    if _MARK_INSIDE.search(words):
        reject("lines-joined", span, text=words[:40])
    return _Line(len(before), "branch" if match["branch"] else "bullet" if match["bullet"] else "", words, span)


def _depths(lines: list[_Line]) -> list[int]:
    """Return the depth of each line. Raises InputError if the indentation is irregular or skips a level."""
    first, *others = lines
    mark = others[0].mark
    marks = {line.indent: line.mark for line in reversed(others)}
    if "branch" in marks.values():
        marks = dict.fromkeys(marks, "branch")
    inconsistent = [line for line in others if line.mark != marks[line.indent]]
    if inconsistent or first.mark == "branch" or first.mark not in ("", mark):
        _reject_ragged((*inconsistent, first)[0])
    has_branches = mark == "branch"
    margin = min(line.indent for line in others) if has_branches else first.indent
    step = min((line.indent - margin for line in others if line.indent > margin), default=1)
    depths = [0]
    for line in others:
        depth, rest = divmod(line.indent - margin, step)
        depth += has_branches
        if rest or not 0 <= depth <= depths[-1] + 1:
            _reject_ragged(line)
        if depth == 0:
            reject("graph-roots", line.span, first=first.words, second=line.words)
        depths.append(depth)
    return depths


def _reject_ragged(line: _Line) -> NoReturn:
    reject("outline-ragged", line.span, text=line.words)


def _check_numbers(lines: list[_Line], depths: list[int]) -> None:
    """Raise InputError if some, but not all, lines with children are numbers, because a leaf cannot have children."""
    inner = [line for line, depth, after in zip(lines, depths, depths[1:], strict=False) if after > depth > 0]
    numbers = [line for line in inner if number(line.words) is not None]
    if numbers and len(numbers) < len(inner):
        reject("outline-below-leaf", numbers[0].span, text=numbers[0].words)


def _tree(lines: list[_Line], depths: list[int]) -> ParsedNode:
    """Return the tree that the lines describe. It is built from the last line to the first.

    The root `.` in the output of the command `tree` becomes an unnamed node. Raises InputError if this root has a
    single child, because it may be a directory around the tree.
    """
    stack: list[tuple[int, ParsedNode]] = []
    for line, depth in zip(reversed(lines), reversed(depths), strict=True):
        children = []
        while stack and stack[-1][0] > depth:
            children.append(stack.pop()[1])
        part = ParsedNode(line.span, line.words, (), tuple(children))
        stack.append((depth, part if children else _with_leaves(part)))
    root = stack[0][1]
    if root.label == "." and len(root.children) == 1:
        reject_ambiguous("wrapper", root.span, root.label)
    return root._replace(label="") if root.label == "." else root


def _with_leaves(part: ParsedNode) -> ParsedNode:
    """Return the node with the leaves on its line, or unchanged if its line does not list at least two leaves.

    Infinite values do not count as leaves, because they may be a window.
    """
    match = _WITH_LEAVES.fullmatch(part.label)
    if match is None or parse_label_or_empty(match["label"]).value is not None:
        return part
    row = "list" if match["list"] else "row"
    start = part.span.start + match.start(row)
    leaves = [ParsedNode(Span(start + one.start(), start + one.end()), one[0]) for one in _LEAF.finditer(match[row])]
    has_leaf_heading = word_category("graphs", match["word"] or "leaves") == "values"
    if not has_leaf_heading or len(leaves) < 2 or not all(_is_leaf(leaf.label) for leaf in leaves):
        return part
    if row == "row":
        check_commas(" " * start + match[row])
    return part._replace(label=match["label"].strip(), children=tuple(leaves))


def _is_leaf(text: str) -> bool:
    """Return whether an item in a line is a leaf: a finite number or a letter, optionally with a name.

    A name of a field, such as `value`, does not count as the name of a leaf.
    """
    label = parse_label_or_empty(text)
    is_finite = label.value is not None and not isinstance(label.value, float)
    has_name = label.name is None or not word_category("fields", label.name)
    return (is_finite or label.unknown is not None) and label.kind is None and has_name


def write(tree: Tree) -> str:
    """Return the tree as an outline with bullets.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write(read_ours("A: (B: (6 5) 2)")), end="")
    - A (MAX)
      - B (MIN)
        - 6
        - 5
      - 2
    """
    return "".join(f"{'  ' * tree.depths[node]}- {format_label(tree, node)}\n" for node in range(len(tree)))


def write_drawn(tree: Tree) -> str:
    """Return the tree as a drawing in the style of the command `tree`.

    >>> from treesolve.notation.reader import read as read_ours
    >>> print(write_drawn(read_ours("A: (B: (6 5) 2)")), end="")
    A (MAX)
    ├── B (MIN)
    │   ├── 6
    │   └── 5
    └── 2
    """
    before = [""] * len(tree)
    lines = [format_label(tree, 0)]
    for node in range(1, len(tree)):
        parent = tree.parents[node]
        assert parent is not None
        last = node == tree.children[parent][-1]
        lines.append(f"{before[parent]}{'└── ' if last else '├── '}{format_label(tree, node)}")
        before[node] = before[parent] + ("    " if last else "│   ")
    return "".join(f"{line}\n" for line in lines)
