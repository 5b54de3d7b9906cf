"""Ties in trees with payoffs: who decides them, and what else would be right.

Where several children bring a player the same own payoff, each may be taken, and the others get what that brings them:
so a node has several payoffs that are right, all of which come from taking a best child everywhere.
"""

from collections.abc import Iterator, Mapping
from itertools import chain, islice, product
from math import prod
from typing import Any, NamedTuple

from treesolve.model.convention import MAXN
from treesolve.model.tree import Tree
from treesolve.search.maxn import MaxnSolution, Payoffs, best_of, player_at, solve_maxn
from treesolve.search.search import NO_WRITTEN_VALUES


class Tie(NamedTuple):
    """A node where its player may as well take `other` as `chosen`; `payoffs` are those of the root if it does."""

    node: int
    chosen: int
    other: int
    payoffs: Payoffs


def ties(solution: MaxnSolution) -> Iterator[Tie]:
    """Yield the ties at nodes that were looked at in full, where the first of several best children was taken."""
    tree, values = solution.tree, solution.values
    for node in sorted(solution.visit_of.keys() - solution.stopped):
        chosen = solution.chosen(node)
        for child in tree.children[node]:
            if child != chosen and solution.worth(values[child], node) == solution.worth(values[node], node):
                yield Tie(node, chosen or 0, child, _root_payoffs_with(tree, values, node, values[child]))


def _root_payoffs_with(tree: Tree, values: tuple[Any, ...], node: int, payoffs: Any) -> Payoffs:
    """Return the payoffs of the root if a node has others than it has."""
    parent = tree.parents[node]
    while parent is not None:
        below = [payoffs if child == node else values[child] for child in tree.children[parent]]
        payoffs, node = best_of(tree.kinds[parent], below), parent
        parent = tree.parents[node]
    return payoffs  # type: ignore[no-any-return]


def possible_payoffs(tree: Tree, written: Mapping[int, Any] = NO_WRITTEN_VALUES) -> list[tuple[Payoffs, ...]]:
    """Return the possible payoffs of each node, first those that come from taking the first of several best children.

    Where `written` has possible payoffs of a node, it has only these.

    >>> from treesolve.notation.reader import read
    >>> possible_payoffs(read("((<1, 2> <4, 2>) <3, 0>)", payoffs=True))[0]
    ((3, 0), (4, 2))
    """
    found: list[Any] = [(value,) for value in tree.values]
    for node in reversed(range(len(tree))):
        if below := [found[child] for child in tree.children[node]]:
            here = _possible_at(tree, node, below)
            found[node] = (written[node],) if written.get(node) in here else here
    return found


def _possible_at(tree: Tree, node: int, below: list[tuple[Payoffs, ...]]) -> tuple[Payoffs, ...]:
    """What a node can have: payoffs of a child with which no other child has to be better."""
    player = player_at(tree, node)
    least = max(min(payoffs[player] for payoffs in group) for group in below)
    first = best_of(tree.kinds[node], [group[0] for group in below])
    eligible = (payoffs for group in below for payoffs in group if payoffs[player] >= least)
    return tuple(dict.fromkeys((first, *eligible)))


def payoffs_matching_answer(tree: Tree, written: Mapping[int, Any], best: int | None = None) -> dict[int, Payoffs]:
    """Return the payoffs of all inner nodes if ties are decided as somebody did who wrote payoffs and a best move.

    What was written is there wherever it is possible, and so is the move.
    """
    possible = possible_payoffs(tree, written)
    root = next((payoffs for payoffs in possible[0] if best is not None and payoffs in possible[best]), possible[0][0])
    found = {0: root}
    for node, children in enumerate(tree.children):
        if children:
            wanted = best if node == 0 and best is not None and root in possible[best] else None
            found |= _child_payoffs(tree, node, found[node], possible, wanted)
    return {node: payoffs for node, payoffs in found.items() if tree.children[node]}


def _child_payoffs(
    tree: Tree, node: int, payoffs: Payoffs, possible: list[tuple[Payoffs, ...]], wanted: int | None
) -> dict[int, Payoffs]:
    """Payoffs for the children of a node that make it have its own: one has them, none has to be better."""
    player, children = player_at(tree, node), tree.children[node]
    chosen = next(child for child in children if payoffs in possible[child] and wanted in (None, child))
    return {
        child: payoffs if child == chosen else next(one for one in possible[child] if one[player] <= payoffs[player])
        for child in children
    }


class Equilibria(NamedTuple):
    """How many subgame-perfect equilibria there are, and the first of them: that in which first children are taken."""

    number: int
    profiles: tuple[Mapping[int, int], ...]


class _Profiles(NamedTuple):
    """How many profiles give a node its payoffs, and some of them."""

    number: int
    first: list[dict[int, int]]


def equilibria(tree: Tree, most: int) -> Equilibria:
    """Return the subgame-perfect equilibria in pure strategies: how many, and up to `most` of them.

    >>> from treesolve.notation.reader import read
    >>> equilibria(read("((<1, 2> <4, 2>) <3, 0>)", payoffs=True), 5)
    Equilibria(number=2, profiles=({1: 2, 0: 4}, {1: 3, 0: 1}))
    """
    found: list[dict[Any, _Profiles]] = [{value: _Profiles(1, [{}])} for value in tree.values]
    for node in reversed(range(len(tree))):
        if tree.children[node]:
            found[node] = _profiles_at(tree, node, found, most)
    solution = solve_maxn(tree, convention=MAXN)
    default = {node: child for node in reversed(range(len(tree))) if (child := solution.chosen(node)) is not None}
    others = (one for group in found[0].values() for one in group.first if one != default)
    return Equilibria(sum(group.number for group in found[0].values()), (default, *islice(others, most - 1)))


def _profiles_at(tree: Tree, node: int, found: list[dict[Any, _Profiles]], most: int) -> dict[Any, _Profiles]:
    """Return the profiles below a node and at it, by what they bring it."""
    here: dict[Any, _Profiles] = {}
    for child in tree.children[node]:
        for payoffs in found[child]:
            count, first = _profiles_with(tree, node, child, payoffs, found)
            before = here.get(payoffs, _Profiles(0, []))
            if count:
                told = [*before.first, *islice(first, most - len(before.first))]
                here[payoffs] = _Profiles(before.number + count, told)
    return here


def _profiles_with(
    tree: Tree, node: int, child: int, payoffs: Payoffs, found: list[dict[Any, _Profiles]]
) -> tuple[int, Iterator[dict[int, int]]]:
    """Return the profiles in which a node takes a child with these payoffs, and none of the others is better."""
    player, selected = player_at(tree, node), found[child][payoffs]
    others = [
        [group for other, group in found[each].items() if other[player] <= payoffs[player]]
        for each in tree.children[node]
        if each != child
    ]
    count = selected.number * prod(sum(group.number for group in groups) for groups in others)
    below = product(selected.first, *([*chain(*(group.first for group in groups))] for groups in others))
    return count, ({**dict(chain(*(one.items() for one in each))), node: child} for each in below)
