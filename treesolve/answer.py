"""What a student handed in for a tree, as data: node ids and exact numbers.

Numbers are as the student wrote them: MAX's, or those of the player to move in a lecture that writes these.

Vocabulary

    answer      what one student says about one tree; a question nobody answered is None
    part        a question about a tree: its values, windows, pruned nodes, order, best move, or root value
    unread      parts in which something stands that nobody could read; the rest of them counts all the same
"""

from collections.abc import Mapping
from typing import NamedTuple

from treesolve.value import Number

PARTS = ("values", "windows", "pruned", "order", "best", "value")
"""All parts, in the order in which they are asked for."""


class Answer(NamedTuple):
    """One student's answer to one exercise.

    `values` and `windows` are by inner node, `pruned` are the nodes as they were named (a top, all nodes of a subtree,
    its leaves: whoever marks it sees to that; empty for "none"), `order` are leaves, `best` is a child of the root.
    """

    student: str
    values: Mapping[int, Number] | None = None
    windows: Mapping[int, tuple[Number, Number]] | None = None
    pruned: tuple[int, ...] | None = None
    order: tuple[int, ...] | None = None
    best: int | None = None
    value: Number | None = None
    unread: frozenset[str] = frozenset()
    exercise: str | None = None
    variant: str | None = None

    def answered(self, part: str) -> bool:
        """Whether there is anything in answer to the question."""
        return getattr(self, part) is not None
