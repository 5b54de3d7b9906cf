"""A position unfolded: everything that can come of it, as a Tree.

Vocabulary

    sight       a position as it comes by: where it hangs, and what it is worth
    worth       the value of a position that is not looked into; None for others
"""

from collections.abc import Iterator
from typing import NamedTuple

from treesolve.games.lazy_tree import BudgetSpent, Positions
from treesolve.model.number import Number
from treesolve.model.tree import Kind, Tree


class Sight(NamedTuple):
    """A position that the game stands in: its id in preorder, its parent's, what the move is called, kind and worth."""

    id: int
    parent: int | None
    move: str | None
    kind: Kind
    worth: Number | None


def positions_in_preorder(positions: Positions) -> Iterator[Sight]:
    """All positions in preorder, down to the horizon; the game stands in each while it is shown.

    Raises BudgetSpent where there are more than the positions' budget allows. The game must not be moved meanwhile; in
    the end, or when nobody asks for more, it stands at the root again.
    """
    waiting: list[tuple[int, int | None, str | None]] = [(0, None, None)]
    seen = 0
    with positions.coming_back():
        while waiting:
            node, parent, move = waiting.pop()
            worth = positions.values[node]
            yield Sight(seen, parent, move, Kind.LEAF if worth is not None else positions.kinds[node], worth)
            if worth is None:
                children = positions.children[node]
                called = map(positions.game.name_of, positions.family.moves)
                waiting += reversed([(child, seen, name) for child, name in zip(children, called, strict=True)])
            seen += 1


def count(positions: Positions) -> int | None:
    """How many positions there are, root, horizon and finished games included; None if more than the budget allows."""
    try:
        return sum(1 for _ in positions_in_preorder(positions))
    except BudgetSpent:
        return None


def unfold(
    positions: Positions,
    *,
    named: bool = True,
    title: str | None = None,
    source: str | None = None,
    convention: str | None = None,
) -> Tree:
    """The tree of all positions, down to the horizon, its edges called after the moves.

    With `named`, nodes are called after their positions, so a name may stand several times; else they have no names of
    their own. Leaves are worth what the finished game or the heuristic says. Raises BudgetSpent where there are more
    positions than the positions' budget allows.
    """
    kinds: list[Kind] = []
    values: list[Number | None] = []
    children: list[list[int]] = []
    names: dict[int, str] = {}
    moves: dict[int, str] = {}
    for sight in positions_in_preorder(positions):
        kinds.append(sight.kind)
        values.append(sight.worth)
        children.append([])
        if named:
            names[sight.id] = positions.game.show()
        if sight.parent is not None and sight.move is not None:
            children[sight.parent].append(sight.id)
            moves[sight.id] = sight.move
    return Tree(
        tuple(kinds),
        tuple(values),
        tuple(map(tuple, children)),
        given_names=names,
        moves=moves,
        title=title,
        source=source,
        convention=convention,
    )
