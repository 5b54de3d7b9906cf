"""Trees of nothing but brackets and whole numbers, as nearly all large ones are, read without the grammar."""

import re

from treesolve.model.tree import Kind
from treesolve.notation import growing
from treesolve.notation.growing import Columns, no_columns

PAIRS = {"(": ")", "[": "]", "{": "}"}
"""The closing bracket of each opening one."""

_OTHER = re.compile(
    r"[^0-9\s()\[\]{},-]|(?<![\s,(\[{])-|-(?![0-9])|[0-9]{19}|[(\[{,]\s*+[,)\]}]|[0-9][(\[{]|[)\]}][0-9]"
)
"""What is left to the grammar, be it right or wrong there."""

_PIECE = re.compile(r"[()\[\]{}]|[0-9-][0-9,\s-]*")
_NUMBER = re.compile("[0-9-]+")


def read_plain(text: str, start: int) -> Columns | None:
    """The columns of the tree there; None where the text has anything else in it, or where it is no such tree.

    >>> read_plain("(6 5)", 0).values
    [None, 6, 5]
    """
    if _OTHER.search(text, start) or text[start:].lstrip()[:1] not in PAIRS or text.rstrip()[-1] == ",":
        return None
    columns = no_columns()
    opened: list[tuple[str, int, list[int]]] = []
    for found in _PIECE.finditer(text, start):
        piece, node = found[0], len(columns.kinds)
        if node > growing.MOST_NODES or (node and not opened):
            return None
        _, parent, siblings = opened[-1] if opened else ("", None, [])
        if piece in PAIRS:
            siblings += columns.add(parent, Kind.MIN if len(opened) % 2 else Kind.MAX, [None], [found.start()])
            opened.append((piece, node, []))
        elif piece in PAIRS.values():
            bracket, closed, below = opened.pop()
            if PAIRS[bracket] != piece:
                return None
            columns.children[closed], columns.ends[closed] = tuple(below), node
        else:
            places = (number.start() for number in _NUMBER.finditer(text, *found.span()))
            siblings += columns.add(parent, Kind.LEAF, [*map(int, piece.replace(",", " ").split())], places)
    return None if opened or len(columns.kinds) > growing.MOST_NODES else columns
