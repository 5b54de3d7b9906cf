"""Ties in trees with payoffs: how they can be broken, and which other answers are correct.

If several children give a player the same payoff, the player may choose any of them, and this choice affects the
payoffs of the other players. So a node can have several correct payoffs: all payoffs that result if each player chooses
any one of their best children.
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
    """A node whose player can choose `other` as well as `chosen`; with `other`, the root's payoffs are `payoffs`."""

    node: int
    chosen: int
    other: int
    payoffs: Payoffs


def ties(solution: MaxnSolution) -> Iterator[Tie]:
    """Yield the ties at nodes that were searched completely, where the first of several best children was chosen."""
    tree, values = solution.tree, solution.values
    for node in sorted(solution.visit_of.keys() - solution.stopped):
        chosen = solution.chosen(node)
        for child in tree.children[node]:
            if child != chosen and solution.worth(values[child], node) == solution.worth(values[node], node):
                yield Tie(node, chosen or 0, child, _root_payoffs_with(tree, values, node, values[child]))


def _root_payoffs_with(tree: Tree, values: tuple[Any, ...], node: int, payoffs: Any) -> Payoffs:
    """Return the payoffs that the root would have if the node had the payoffs `payoffs`."""
    parent = tree.parents[node]
    while parent is not None:
        below = [payoffs if child == node else values[child] for child in tree.children[parent]]
        payoffs, node = best_of(tree.kinds[parent], below), parent
        parent = tree.parents[node]
    return payoffs  # type: ignore[no-any-return]


def possible_payoffs(tree: Tree, written: Mapping[int, Any] = NO_WRITTEN_VALUES) -> list[tuple[Payoffs, ...]]:
    """Return the possible payoffs of each node under all ways to break ties.

    The payoffs that result if the first of several best children is always chosen come first. If `written` has one of
    the possible payoffs of a node, the node has only these payoffs.

    >>> from treesolve.notation.reader import read
    >>> possible_payoffs(read("((<1, 2> <4, 2>) <3, 0>)", payoffs=True))[0]
    ((3, 0), (4, 2))
    """
    possible: list[Any] = [(value,) for value in tree.values]
    for node in reversed(range(len(tree))):
        if below := [possible[child] for child in tree.children[node]]:
            here = _possible_at(tree, node, below)
            possible[node] = (written[node],) if written.get(node) in here else here
    return possible


def _possible_at(tree: Tree, node: int, groups: list[tuple[Payoffs, ...]]) -> tuple[Payoffs, ...]:
    """Return the possible payoffs of a node: payoffs of a child for which no other child must be better."""
    player = player_at(tree, node)
    least = max(min(payoffs[player] for payoffs in group) for group in groups)
    first = best_of(tree.kinds[node], [group[0] for group in groups])
    eligible = (payoffs for group in groups for payoffs in group if payoffs[player] >= least)
    return tuple(dict.fromkeys((first, *eligible)))


def payoffs_matching_answer(tree: Tree, written: Mapping[int, Any], best: int | None = None) -> dict[int, Payoffs]:
    """Return the payoffs of all inner nodes with ties broken as in an answer.

    The written payoffs and the written best move are used wherever they are possible.
    """
    possible = possible_payoffs(tree, written)
    root = next((payoffs for payoffs in possible[0] if best is not None and payoffs in possible[best]), possible[0][0])
    chosen = {0: root}
    for node, children in enumerate(tree.children):
        if children:
            required = best if node == 0 and best is not None and root in possible[best] else None
            chosen |= _child_payoffs(tree, node, chosen[node], possible, required)
    return {node: payoffs for node, payoffs in chosen.items() if tree.children[node]}


def _child_payoffs(
    tree: Tree, node: int, payoffs: Payoffs, possible: list[tuple[Payoffs, ...]], required: int | None
) -> dict[int, Payoffs]:
    """Return payoffs of the children that result in the node's payoffs.

    One child has the same payoffs as the node, and no child has better payoffs for the player at the node.
    """
    player, children = player_at(tree, node), tree.children[node]
    chosen = next(child for child in children if payoffs in possible[child] and required in (None, child))
    return {
        child: payoffs if child == chosen else next(each for each in possible[child] if each[player] <= payoffs[player])
        for child in children
    }


class Equilibria(NamedTuple):
    """The number of subgame-perfect equilibria, and some of them.

    The first equilibrium in `profiles` chooses the first best child at every node.
    """

    number: int
    profiles: tuple[Mapping[int, int], ...]


class _Profiles(NamedTuple):
    """The number of profiles that give a node certain payoffs, and some of these profiles."""

    number: int
    first: list[dict[int, int]]


def equilibria(tree: Tree, limit: int) -> Equilibria:
    """Return the number of subgame-perfect equilibria in pure strategies, and up to `limit` of them.

    >>> from treesolve.notation.reader import read
    >>> equilibria(read("((<1, 2> <4, 2>) <3, 0>)", payoffs=True), 5)
    Equilibria(number=2, profiles=({1: 2, 0: 4}, {1: 3, 0: 1}))
    """
    profiles: list[dict[Any, _Profiles]] = [{value: _Profiles(1, [{}])} for value in tree.values]
    for node in reversed(range(len(tree))):
        if tree.children[node]:
            profiles[node] = _profiles_at(tree, node, profiles, limit)
    solution = solve_maxn(tree, convention=MAXN)
    default = {node: child for node in reversed(range(len(tree))) if (child := solution.chosen(node)) is not None}
    others = (profile for group in profiles[0].values() for profile in group.first if profile != default)
    return Equilibria(sum(group.number for group in profiles[0].values()), (default, *islice(others, limit - 1)))


def _profiles_at(tree: Tree, node: int, profiles: list[dict[Any, _Profiles]], limit: int) -> dict[Any, _Profiles]:
    """Return the profiles of a node's subtree, keyed by the payoffs that the node gets under them."""
    here: dict[Any, _Profiles] = {}
    for child in tree.children[node]:
        for payoffs in profiles[child]:
            count, first = _profiles_with(tree, node, child, payoffs, profiles)
            before = here.get(payoffs, _Profiles(0, []))
            if count:
                examples = [*before.first, *islice(first, limit - len(before.first))]
                here[payoffs] = _Profiles(before.number + count, examples)
    return here


def _profiles_with(
    tree: Tree, node: int, child: int, payoffs: Payoffs, profiles: list[dict[Any, _Profiles]]
) -> tuple[int, Iterator[dict[int, int]]]:
    """Return the profiles in which a node chooses a child with these payoffs and no other child is better."""
    player, selected = player_at(tree, node), profiles[child][payoffs]
    others = [
        [group for other, group in profiles[each].items() if other[player] <= payoffs[player]]
        for each in tree.children[node]
        if each != child
    ]
    count = selected.number * prod(sum(group.number for group in groups) for groups in others)
    below = product(selected.first, *([*chain(*(group.first for group in groups))] for groups in others))
    return count, ({**dict(chain(*(one.items() for one in each))), node: child} for each in below)
