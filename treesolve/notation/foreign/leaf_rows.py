"""Leaves in a row, with bars between groups of one node each: `3 12 8 | 2 4 6`.

More bars part larger groups: `1 2 | 3 4 || 5 6`.
"""

import re
from functools import partial
from itertools import groupby

from treesolve.model.problem import Span
from treesolve.notation.foreign.label import number
from treesolve.notation.foreign.refusal import check_commas, refusal
from treesolve.notation.foreign.sketch import Sketch

NAME = "leaf row"

_PIECE = re.compile(r"\|+|¦|‖|(?<=\s)/+(?=\s)|[^\s,;|¦‖]+")
_OUTER = re.compile(r"\A(\s*)[\[({]([^()\[\]{}]*)[\])}](\s*)\Z")
"""One pair of brackets around everything."""
_BARS = re.compile(r"[|¦‖]+|(?<![^\s])/+(?![^\s])")


def recognises(text: str) -> bool:
    """Whether there is nothing but numbers, letters of unknown leaves and bars between them, on one line."""
    return rows(text) is not None


def read(text: str) -> Sketch:
    """The tree of a row. Raises InputError where bars stand between all leaves, and only part them."""
    check_commas(text, 0)
    found = rows(text)
    if found is None:
        raise refusal("foreign-form", Span(0, len(text)), text=text[:20])
    if all(len(child.children) == 1 for child in found.children):
        leaves = found._replace(children=tuple(child.children[0] for child in found.children))
        raise refusal("rows-of-one", found.span, leaves)
    return found


def rows(text: str) -> Sketch | None:
    """The groups of a row of leaves, as the children of one root; None where the text is no such row.

    Spans count from the beginning of the text.

    >>> found = rows("3 12 8 | 2 4 x")
    >>> [[leaf.value or leaf.unknown for leaf in group.children] for group in found.children]
    [[3, 12, 8], [2, 4, 'x']]
    """
    text = _OUTER.sub(r"\1 \2 \3", text)
    stripped = text.strip()
    if "\n" in stripped or not _BARS.search(stripped):
        return None
    pieces: list[Sketch | int] = []
    for found in _PIECE.finditer(text):
        span = Span(*found.span())
        value = number(found[0])
        if _BARS.fullmatch(found[0]):
            pieces.append(2 if found[0] == "‖" else len(found[0]))
        elif value is not None:
            pieces.append(Sketch(span, value=value))
        elif re.fullmatch(r"\?|[^\W\d_][0-9]*", found[0]):
            pieces.append(Sketch(span, unknown=found[0]))
        else:
            return None
    return _tree_of_groups(_without_outer_bars(_bars_by_rank(pieces)))


def _bars_by_rank(pieces: list[Sketch | int]) -> list[Sketch | int]:
    """The pieces with the bars by their rank: 1 for the fewest that there are."""
    sizes = sorted({piece for piece in pieces if isinstance(piece, int)})
    ranks = {size: rank for rank, size in enumerate(sizes, 1)}
    return [ranks[piece] if isinstance(piece, int) else piece for piece in pieces]


def _without_outer_bars(pieces: list[Sketch | int]) -> list[Sketch | int]:
    """The pieces without a bar before the first and behind the last leaf."""
    if pieces and isinstance(pieces[0], int):
        pieces = pieces[1:]
    return pieces[:-1] if pieces and isinstance(pieces[-1], int) else pieces


def _is_bar_of_higher_rank(piece: Sketch | int, fewer: int) -> bool:
    return isinstance(piece, int) and piece > fewer


def _tree_of_groups(pieces: list[Sketch | int]) -> Sketch | None:
    """The tree whose levels are parted by ever more bars; None where a group is empty or nothing is parted."""
    level: list[Sketch | int] = pieces
    for bars in range(max((piece for piece in pieces if isinstance(piece, int)), default=0) + 1):
        groups: list[Sketch | int] = []
        for is_bar, group in groupby(level, partial(_is_bar_of_higher_rank, fewer=bars)):
            if is_bar:
                marks = list(group)
                if len(marks) > 1:
                    return None
                groups += marks
            else:
                children = tuple(piece for piece in group if isinstance(piece, Sketch))
                groups.append(Sketch(Span(children[0].span.start, children[-1].span.end), children=children))
        level = groups
    return level[0] if len(level) == 1 and isinstance(level[0], Sketch) and len(pieces) > 1 else None
