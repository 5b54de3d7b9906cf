"""Trees whose leaves have their values behind the tree: `((a b) (c d)) with a=3, b=5, c=2, d=9`, `leaves = 3 5 2 9`.

Vocabulary

    front       the text without those values
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from treesolve.model.number import Number
from treesolve.notation.foreign.label import number
from treesolve.notation.foreign.sketch import Sketch, nodes

LONGEST = 20_000
"""No longer text is looked at."""

_NUMBER = r"[+\-−]?(?:[0-9]{1,12}(?:[./][0-9]{1,12})?|inf|∞)"
_LABEL = (
    r"(?:(?:the[ \t]+)?(?:leaf|leaves|bl[aä]tter|blatt|blattwerte|terminals?|utilit(?:y|ies)|payoffs?|values?|werte"
    r"|bewertung(?:en)?|nutzenwerte?|nutzen|scores?|evaluations?)(?:[ \t,]+[^\W\d]\w{0,20}){0,5}[ \t]*[:=][ \t]*)"
)
_BEGIN = r"(?:(?:^|[ \t,;]+)(?:with|where|mit|wobei)\b:?[ \t]*|^[ \t]*)"
_PAIR = rf"[^\W\d]\w{{0,20}}[ \t]*(?:=|:|\()[ \t]*{_NUMBER}\)?"
_PAIRS = re.compile(
    rf"{_BEGIN}{_LABEL}?(?P<pairs>{_PAIR}(?:[ \t]*(?:[,;]|\b(?:and|und)\b|\n|[ \t])[ \t]*{_PAIR})+)[ \t]*[.;]?\s*\Z",
    re.IGNORECASE | re.MULTILINE,
)
_ROW = re.compile(
    rf"{_BEGIN}{_LABEL}[\[(]?(?P<row>{_NUMBER}(?:[ \t]*[ \t,;|][ \t]*{_NUMBER})+)[\])]?[ \t]*[.;]?\s*\Z",
    re.IGNORECASE | re.MULTILINE,
)
_ONE = re.compile(rf"([^\W\d]\w*)[ \t]*(?:=|:|\()[ \t]*({_NUMBER})", re.IGNORECASE)
_TREE = re.compile(r"\A\s*(?:the[ \t]+)?(?:game[ \t]+)?(?:tree|baum|spielbaum)[ \t]*[:=][ \t]*", re.IGNORECASE)
_TAIL = 2_000


class Behind(NamedTuple):
    """The front, with blanks for what is no part of it, and the values: by names, or one for each leaf in order."""

    front: str
    named: dict[str, Number]
    row: list[Number]


def behind(text: str) -> Behind | None:
    """The front of a text and the values behind it; None where none stand there, or a name has two."""
    if len(text) > LONGEST:
        return None
    start = max(0, len(text) - _TAIL)
    if found := _ROW.search(text, start):
        written = re.findall(_NUMBER, found["row"], re.IGNORECASE)
        row = [value for each in written if (value := number(each)) is not None]
        return Behind(_text_before_values(text, found.start()), {}, row)
    if found := _PAIRS.search(text, start):
        pairs = _ONE.findall(found["pairs"])
        named = {name: value for name, written in pairs if (value := number(written)) is not None}
        return Behind(_text_before_values(text, found.start()), named, []) if len(named) == len(pairs) else None
    return None


def _text_before_values(text: str, end: int) -> str:
    """The text before, with blanks for a word that says only that it is a tree."""
    return _TREE.sub(lambda found: re.sub(r"[^\n]", " ", found[0]), text[:end]).rstrip(" \t\n,;")


def with_values(sketch: Sketch, values: Behind) -> Sketch | None:
    """The tree with its values; None where they are not those of its leaves, each once."""
    leaves = [node for node in nodes(sketch) if not node.children]
    missing = [leaf.name or leaf.unknown or "" for leaf in leaves if leaf.value is None]
    if values.row:
        return _with_next_values(sketch, iter(values.row)) if len(missing) == len(leaves) == len(values.row) else None
    if not missing or set(missing) != set(values.named) or len(set(missing)) < len(missing):
        return None
    return _with_next_values(sketch, iter([values.named[name] for name in missing]))


def _with_next_values(node: Sketch, values: Iterator[Number]) -> Sketch:
    """The node with the next values at its leaves."""
    if node.children:
        return node._replace(children=tuple(_with_next_values(child, values) for child in node.children))
    if node.value is not None:
        return node
    return node._replace(name=node.name or node.unknown, unknown=None, value=next(values))
