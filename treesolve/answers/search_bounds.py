"""What a search may have for alpha and beta, by the values that are claimed and those of the tree.

It is what any lecture may write: bounds reach deep or not, a node that was cut has its minimax value or one seen below.

Vocabulary

    entry       the alphas and the betas that a node may be entered with
    within      those that it may have while its children are searched
    reached     the best that a node may have after some of its children
    cut         where a search goes no further: what the node had reached then, and the bounds that it met
"""

from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from typing import NamedTuple

from treesolve.answers.said import Said
from treesolve.model.number import INFINITY, Number
from treesolve.model.tree import Kind

Numbers = frozenset[Number]

_LEAST, _GREATEST = frozenset({-INFINITY}), frozenset({INFINITY})
_NONE: Numbers = frozenset()
_KINDS = frozenset({Kind.MAX, Kind.MIN, Kind.LEAF})
_MOST = 40
"""So many numbers may be a bound; where there are more, nothing is known."""


class Entry(NamedTuple):
    """The alphas and betas there may be; none where nothing is known."""

    alphas: Numbers
    betas: Numbers

    def better(self, kind: Kind, reached: Numbers) -> "Entry":
        """Those there may be when a child of a node of that kind was searched; bounds may reach deep or not."""
        if kind is Kind.MAX:
            return self._replace(alphas=reached | {max(one, other) for one in self.alphas for other in reached})
        return self._replace(betas=reached | {min(one, other) for one in self.betas for other in reached})


class Cut(NamedTuple):
    """What a node had reached when the rest of its children was cut off, and the bounds that may have cut it."""

    node: int
    last: int
    reached: Numbers
    bounds: Numbers


class SearchBounds:
    """The bounds of a search through a tree of which something is said."""

    def __init__(self, said: Said) -> None:
        self.said, self.tree = said, said.nodes.tree
        self._entries = {0: Entry(_LEAST, _GREATEST)}

    @cached_property
    def is_known(self) -> bool:
        """Whether it is a search for MAX against MIN, in the numbers of MAX."""
        return not self.said.nodes.is_own_view and _KINDS.issuperset(self.tree.kinds)

    def _in_turn(self, node: int) -> tuple[int, ...]:
        """The children of a node in the order of the search."""
        children = self.tree.children[node]
        return children[::-1] if self.said.nodes.right_to_left else children

    def reached(self, node: int) -> Iterator[tuple[int, Numbers]]:
        """Each child of a node that is not pruned, in the order of the search, and what the node may have then."""
        pick = max if self.tree.kinds[node] is Kind.MAX else min
        found: Numbers = _LEAST if pick is max else _GREATEST
        for child in self._in_turn(node):
            if child not in self.said.gone:
                found = _some(pick(one, other) for one in found for other in self.returned(child))
                yield child, found

    def returned(self, node: int) -> Numbers:
        """What a node may hand up: what it is given, its minimax value, or the best that was seen below it."""
        children = [child for child in self.tree.children[node] if child not in self.said.gone]
        if len(children) == len(self.tree.children[node]) or node in self.said.valued:
            return self.said.final(node)
        pick = max if self.tree.kinds[node] is Kind.MAX else min
        seen = [self.said.final(child) for child in children]
        return self.said.final(node) | ({pick(map(pick, seen))} if seen and all(seen) else _NONE)

    def entry(self, node: int) -> Entry:
        """The bounds that a node may be entered with."""
        way = [node]
        while way[-1] not in self._entries:
            way.append(self.tree.parents[way[-1]] or 0)
        for parent, child in zip(way[:0:-1], way[-2::-1], strict=True):
            if child not in self._entries:
                self._entries |= self._entries_below(parent, self._entries[parent])
        return self._entries[node]

    def _entries_below(self, node: int, entry: Entry) -> dict[int, Entry]:
        """The bounds that each child of a node may be entered with."""
        before, found, reached = dict(self.reached(node)), {}, None
        for child in self._in_turn(node):
            found[child] = entry if reached is None else entry.better(self.tree.kinds[node], reached)
            reached = before.get(child, reached)
        return found

    def _is_before(self, one: int, other: int) -> bool:
        return one > other if self.said.nodes.right_to_left else one < other

    def within(self, node: int) -> Entry:
        """All bounds that it may have, from first to last."""
        entry = found = self.entry(node)
        for _, reached in self.reached(node):
            new = entry.better(self.tree.kinds[node], reached)
            found = Entry(found.alphas | new.alphas, found.betas | new.betas)
        return found

    @cached_property
    def at_any_node(self) -> Entry:
        """All bounds that any node that is seen may have."""
        inner = [node for node, below in enumerate(self.tree.children) if below and node not in self.said.gone]
        found = [self.within(node) for node in inner]
        return Entry(
            *(frozenset[Number]().union(*sides) for sides in zip(*found, strict=True)) if found else (_NONE,) * 2
        )

    @cached_property
    def cuts(self) -> Mapping[int, Cut]:
        """The cuts by the nodes that are named as pruned, of those with a sibling that was seen."""
        named = {one.node for one in self.said.of("pruned") if one.node}
        found = ((node, self._cut(node)) for node in named)
        return {node: cut for node, cut in found if cut}

    @cached_property
    def numbers_of_cuts(self) -> Numbers:
        """The numbers that the reasons of the cuts may have; none where something is not known of them."""
        cuts = self.cuts.values()
        if not all(cut.reached and cut.bounds for cut in cuts):
            return _NONE
        inner = [node for cut in cuts for node in (cut.node, cut.last)]
        worth = [self.said.worth(node) for node in (*inner, *self.said.gone)]
        return (_LEAST | _GREATEST).union(*worth, *(cut.reached | cut.bounds for cut in cuts))

    def _cut(self, node: int) -> Cut | None:
        """The cut that left out a node, itself or with one above it."""
        top = node
        while (parent := self.tree.parents[top]) is not None and parent in self.said.gone:
            top = parent
        if parent is None:
            return None
        seen = [(child, reached) for child, reached in self.reached(parent) if self._is_before(child, top)]
        if not seen:
            return None
        entry, (last, reached) = self.entry(parent), seen[-1]
        bounds = entry.betas - _GREATEST if self.tree.kinds[parent] is Kind.MAX else entry.alphas - _LEAST
        return Cut(parent, last, reached | self.returned(last) | self.said.final(parent), bounds)


def _some(found: Iterable[Number]) -> Numbers:
    """The numbers; none where they are too many."""
    numbers = frozenset(found)
    return numbers if len(numbers) <= _MOST else _NONE
