"""Leaves that are named by value, told apart by what a search can do.

A search looks at the children of a node one after the other and leaves some of the last ones out: after a leaf comes
the first leaf of the next child of one of the nodes above it. What is pruned is what such a search leaves out.

Vocabulary

    choices     the leaves a mention may mean, one where it is a name
"""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from itertools import chain, islice, product

from treesolve.answers.node_words import Nodes
from treesolve.model.tree import Tree

_MOST_TRIED = 256
"""So many ways to read what is pruned are tried."""


def order_meant(choices: Sequence[tuple[int, ...]], nodes: Nodes) -> tuple[int, tuple[int, ...]]:
    """In how many orders a search can come by a leaf of each of the choices, and the one if there is just one.

    >>> from treesolve.notation.reader import read
    >>> nodes = Nodes(read("((3 2) (3 3))"))
    >>> order_meant([(2, 5, 6), (3,), (2, 5, 6)], nodes)
    (1, (2, 3, 5))
    """
    steps = _Steps(nodes)
    first = steps.first(0)
    ways: list[_Ways] = [{first: (1, None)} if choices and first in choices[0] else {}]
    members = {group: frozenset(group) for group in set(choices)}
    for group in choices[1:]:
        wanted = members[group]
        here: _Ways = {}
        for leaf, (count, _) in ways[-1].items():
            for following in wanted.intersection(steps.after(leaf)):
                here[following] = here.get(following, (0, None))[0] + count, leaf
        ways.append(here)
    count = sum(count for count, _ in ways[-1].values())
    return count, _leaves_along_ways(ways) if count == 1 else ()


_Ways = dict[int, tuple[int, int | None]]
"""For each leaf that may come next in how many ways, and the leaf before it."""


def _leaves_along_ways(ways: list[_Ways]) -> tuple[int, ...]:
    found: list[int] = []
    leaf: int | None = next(iter(ways[-1]))
    for step in reversed(ways):
        assert leaf is not None
        found.append(leaf)
        leaf = step[leaf][1]
    return tuple(reversed(found))


class _Steps:
    """Which leaf can come after which."""

    def __init__(self, nodes: Nodes) -> None:
        self._tree, self._turn = nodes.tree, -1 if nodes.right_to_left else 1
        self._next = {
            one: other
            for children in nodes.tree.children
            for one, other in zip(children[:: self._turn], children[:: self._turn][1:], strict=False)
        }

    def first(self, node: int) -> int:
        """The leaf a search comes to first below a node."""
        while children := self._tree.children[node]:
            node = children[:: self._turn][0]
        return node

    def after(self, leaf: int) -> Iterator[int]:
        """The leaves that can follow."""
        node: int | None = leaf
        while node is not None:
            if node in self._next:
                yield self.first(self._next[node])
            node = self._tree.parents[node]


def leaves_in_turn(choices: Sequence[tuple[int, ...]], nodes: Nodes) -> tuple[int, ...]:
    """The leaves that stand in the tree as they do in an order, if they can be told: what every search goes by.

    >>> from treesolve.notation.reader import read
    >>> leaves_in_turn([(2, 5, 6), (3,), (2, 5, 6), (2, 5, 6)], Nodes(read("((3 2) (3 3))")))
    (2, 3, 5, 6)
    """
    turned = tuple(reversed(choices))
    first, last = (turned, choices) if nodes.right_to_left else (choices, turned)
    found = _first_rising_choice(first)
    return (found[::-1] if nodes.right_to_left else found) if found == _last_falling_choice(last)[::-1] else ()


def _first_rising_choice(choices: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """From each group the first leaf behind the one before; nothing where there is none."""
    found: list[int] = []
    for group in choices:
        place = bisect_right(group, found[-1] if found else -1)
        if place == len(group):
            return ()
        found.append(group[place])
    return tuple(found)


def _last_falling_choice(choices: Sequence[tuple[int, ...]]) -> tuple[int, ...]:
    """From each group the last leaf before the one that was found last; nothing where there is none."""
    found: list[int] = []
    for group in choices:
        place = bisect_left(group, found[-1]) if found else len(group)
        if place == 0:
            return ()
        found.append(group[place - 1])
    return tuple(found)


def pruned_meant(groups: Sequence[tuple[tuple[int, ...], int]], sure: frozenset[int], nodes: Nodes) -> set[int] | None:
    """The leaves a search can leave out, beside those that are `sure`; None where there is no way, or more than one.

    `groups` are leaves of one value each, with how many of them are meant.
    """
    ways = product(*(_first_combinations_of_leaves(leaves, count) for leaves, count in groups))
    tried = list(islice(ways, _MOST_TRIED + 1))
    found = [one for way in tried if can_be_pruned(one := {*sure, *chain(*way)}, nodes)]
    return found[0] - sure if len(found) == 1 and len(tried) <= _MOST_TRIED else None


def _first_combinations_of_leaves(leaves: tuple[int, ...], count: int) -> list[tuple[int, ...]]:
    from itertools import combinations

    return list(islice(combinations(leaves, min(count, len(leaves))), _MOST_TRIED + 1))


def can_be_pruned(leaves: set[int], nodes: Nodes) -> bool:
    """Whether a search can leave out just these leaves: of a node the last children, and not all."""
    tree, turn = nodes.tree, -1 if nodes.right_to_left else 1
    gone = _nodes_without_other_leaves(leaves, tree)
    return 0 not in gone and all(
        not (one in gone and other not in gone)
        for node, children in enumerate(tree.children)
        if node not in gone
        for one, other in zip(children[::turn], children[::turn][1:], strict=False)
    )


def _nodes_without_other_leaves(leaves: set[int], tree: Tree) -> set[int]:
    """The nodes that have nothing but these leaves below them."""
    gone = set(leaves)
    for node in range(len(tree) - 1, -1, -1):
        children = tree.children[node]
        if children and all(child in gone for child in children):
            gone.add(node)
    return gone
