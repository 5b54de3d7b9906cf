"""Arrays of leaves without any bracket between them: `int scores[] = {3, 5, 2, 9}`. What tree they are is asked."""

import re

from treesolve.model.problem import Span
from treesolve.notation.foreign.label import Label, number, read_label
from treesolve.notation.foreign.refusal import example, refusal
from treesolve.notation.foreign.sketch import Sketch

NAME = "array of leaves"

_ARRAY = re.compile(
    r"\s*(?:(?:const|let|var|static|final|public|private|(?:std::)?vector\s*<\s*\w+\s*>|List<\w+>|int|double|float|long|auto)"
    r"(?:\[\])?\s+)*(?:(?P<name>[A-Za-z_]\w*)\s*+(?:\[\s*+\w*\s*+\])?\s*+(?::\s*+[\w\[\], ]+)?=)?\s*"
    r"(?:new\s+\w+\s*\[\s*\]\s*|(?:np|numpy)\.array\s*\(\s*|Arrays\.asList\s*|List\.of\s*|array\s*|c\s*)?"
    r"[\[({](?P<leaves>[^\[\](){}=]*)[\])}]\s*+\)?\s*+;?\s*"
)
_LINE = re.compile(r"[^()\[\]{}|:=a-zA-Z]*")
_NULL = re.compile(r"\b(?:None|null|NULL|nullptr|nil|NaN)\b|(?<![\w.])[-_](?=[,\s\])}]|$)")
_PLACES = re.compile(r"[\[({][ \t]*(?:-1|0)[ \t]*,[ \t]*(?:-1|0)[ \t]*,")
"""Places of inner nodes in a heap that hold no value."""
_HEAP_WORD = re.compile(r"\A\s*(?:heap|level[ -]order)[ \t]*[:=][ \t]*", re.IGNORECASE)
_NAME = re.compile(r"\s*[^\W\d]\w{0,9}(?: ?\(\w+\))?\s*:?\s*")
_ROW = re.compile(
    r"\s*(?P<name>[^\W\d]\w{0,9}(?: ?\(\w+\))?)[ \t]*:?(?P<leaves>(?:[ \t,]+[+\-−]?[0-9][0-9./]*){2,})\s*"
)
_LONGEST = 5000
_COMMENT = re.compile(r"(?:#|//)[^\n]*")
_TREES = {"tree", "baum", "game", "root", "t", "game_tree", "gametree", "spielbaum", "wurzel"}


def recognises(text: str) -> bool:
    """Whether a text is numbers in a row, or an array of them with a name that is not that of a tree."""
    return _leaves_of_array(text) is not None or _labelled_rows(text) is not None


def read(text: str) -> Sketch:
    """Never a tree: raises InputError, which shows both trees that the leaves may be."""
    leaves = _leaves_of_array(text) or []
    span = leaves[0].span if leaves else Span(0, len(text.rstrip()))
    empty = len(_NULL.findall(_COMMENT.sub("", text)))
    fits = not empty or empty in (len(leaves) - 1, len(leaves))
    complete = (_tree_of_heap(leaves) or _complete_binary_tree(leaves)) if fits else None
    if grouped := _tree_by_line(text) or _labelled_rows(text):
        raise refusal("rows-of-lines", span, grouped)
    if re.search(r"[0-9](?: {2,}|\t)[+\-−]?[0-9]", text):
        raise refusal("flat-leaves", span, flat="", complete="", count=len(leaves))
    flat = "" if empty or _tree_of_heap(leaves) else example(Sketch(span, children=tuple(leaves)))
    raise refusal("flat-leaves", span, flat=flat, complete=example(complete) if complete else "", count=len(leaves))


def _leaves_of_array(text: str) -> list[Sketch] | None:
    """The leaves; None where the text is something else, or has fewer than two."""
    text = _COMMENT.sub(_match_as_blanks, _HEAP_WORD.sub(_match_as_blanks, text, count=1))
    array = _ARRAY.fullmatch(text.strip())
    if array and (array["name"] or "tree").lower() in _TREES and not (_NULL.search(text) or _PLACES.search(text)):
        return None
    if not array and not _LINE.fullmatch(_NULL.sub("", text)):
        return None
    begin = text.index(array["leaves"]) if array else 0
    words = array["leaves"] if array else text
    found = [(each[0], Span(begin + each.start(), begin + each.end())) for each in re.finditer(r"[^\s,;]+", words)]
    leaves = [(number(word), span) for word, span in found if not _NULL.fullmatch(word)]
    if len(leaves) < 2 or any(value is None for value, _ in leaves):
        return None
    return [Sketch(span, value=value) for value, span in leaves]


def _match_as_blanks(found: re.Match[str]) -> str:
    return " " * len(found[0])


def _tree_by_line(text: str) -> Sketch | None:
    """A node for each line, or for what stands between semicolons; None where there is but one of them."""
    if re.search(r"[a-zA-Z]", text):
        return None
    groups = [_leaves_of_array(line) for line in re.split(r"[\n;]", text.strip()) if line.strip()]
    if len(groups) < 2:
        return None
    children = tuple(Sketch(leaves[0].span, children=tuple(leaves)) for leaves in groups if leaves)
    return Sketch(children[0].span, children=children) if len(children) == len(groups) else None


def _labelled_rows(text: str) -> Sketch | None:
    """Lines with the name of a node and its leaves, perhaps below the name of the root; None where any is otherwise."""
    lines = [line for line in text.splitlines() if line.strip()] if len(text) < _LONGEST else []
    head = read_label(lines[0], inner=True) if lines and _NAME.fullmatch(lines[0]) else None
    rows = [_ROW.fullmatch(line) for line in lines[head is not None :]]
    if len(rows) < 2 or None in rows:
        return None
    children = []
    for row in rows:
        words = re.findall(r"[^\s,]+", row["leaves"]) if row else []
        leaves = tuple(Sketch(Span(0, len(text.rstrip())), value=number(word)) for word in words)
        if any(leaf.value is None for leaf in leaves) or (row and re.search(r"[0-9],[0-9]", row["leaves"])):
            return None
        children.append(read_label(row["name"] if row else "", inner=True).sketch(leaves[0].span, leaves))
    return (head or Label()).sketch(children[0].span, tuple(children))


def _complete_binary_tree(leaves: list[Sketch]) -> Sketch | None:
    """The complete binary tree with these leaves; None where they are not 4, 8, 16 or so."""
    if len(leaves) < 4 or len(leaves) & (len(leaves) - 1):
        return None
    level = leaves
    while len(level) > 1:
        level = [Sketch(one.span, children=(one, other)) for one, other in zip(level[::2], level[1::2], strict=True)]
    return level[0]


def _tree_of_heap(leaves: list[Sketch]) -> Sketch | None:
    """The complete binary tree of a heap, whose inner places are all zero; None where they are not."""
    half = (len(leaves) + 1) // 2
    inner = {leaf.value for leaf in leaves[: half - 1]}
    return (
        _complete_binary_tree(leaves[half - 1 :])
        if half > 2 and inner in ({0}, {-1}) and not half & (half - 1)
        else None
    )
