"""Lists of nodes in an answer: what is pruned, and the order of the leaves.

Vocabulary

    range       two mentions that stand for everything between them, too: `L4..L6`
    path        mentions with arrows between them: a way down the tree, or one leaf after the other
"""

import re
from bisect import bisect_left
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import NamedTuple

from treesolve.answers.items import Items
from treesolve.answers.node_words import Nodes

_MENTION = re.compile(
    r"""(?:"(?:[^"\\\n]|\\["\\])*"|[„“”«»][^„“”«»"\n]*[„“”«»]|[+\-−–]?(?:[\w'’]+(?:[./][\w'’]+)*|∞))"""
)
_ARROW = re.compile(r"\s*(?:-+>|→|⇒)\s*")
_GAP = re.compile(r"[ \t]*(?:(\.{2,3}|…)|[-–—]|(bis|to)(?!\w))[ \t]*", re.IGNORECASE)


class Mention(NamedTuple):
    """A word that names a node, and where it stands."""

    text: str
    start: int


class Lists(Items):
    """What has been read of lists of nodes so far."""

    def __init__(self, text: str, nodes: Nodes) -> None:
        super().__init__(text, nodes)
        self.pruned: dict[int, None] = {}
        self.by_value: dict[int, tuple[tuple[int, ...], list[Mention]]] = {}
        self.order: dict[int, None] = {}
        self.last = -1
        self.exhausted: set[int] = set()
        self.allowance = 20 * len(nodes.tree) + 1000

    # Words between words

    def path(self, item: str, start: int) -> list[Mention]:
        """The mentions of a path."""
        mentions = []
        place = 0
        while place < len(item):
            found = _MENTION.match(item, place)
            assert found is not None
            mentions.append(Mention(found[0], start + place))
            arrow = _ARROW.match(item, found.end())
            place = arrow.end() if arrow else len(item)
        return mentions

    def ranged(self, item: str, start: int) -> tuple[list[Mention], bool]:
        """The mentions of a range, and whether what stands between them can only mean a range.

        A word like "to" between them is a mention itself where a node is called so.
        """
        mentions, is_range = [], False
        place = 0
        while place < len(item):
            found = _MENTION.match(item, place)
            assert found is not None
            mentions.append(Mention(found[0], start + place))
            gap = _GAP.match(item, found.end())
            if gap and gap[2] in self.nodes.names:
                mentions.append(Mention(gap[2], start + gap.start(2)))
            elif gap and (gap[1] or gap[2]):
                is_range = True
            place = gap.end() if gap else len(item)
        return mentions, is_range

    def whole(self, item: str) -> int | None:
        """The node that is called so, although it looks like a range: names may have hyphens and dots in them."""
        candidates = self.nodes.named(item)
        return candidates[0] if len(candidates) == 1 else None

    def ends(self, mentions: list[Mention]) -> list[int]:
        """The nodes of all mentions; empty, and noted, where one of them names none."""
        nodes = [self.node(*mention) for mention in mentions]
        found = [node for node in nodes if node is not None]
        return found if len(found) == len(mentions) else []

    def between(self, one: int, other: int, item: str, start: int) -> tuple[int, ...]:
        """The nodes of a range in the direction it is written; empty, and noted, where it is none."""
        end = start + len(item)
        if self.allowance < 0:
            self.note("answer-too-many-nodes", start, end)
            return ()
        nodes = self.nodes.between(one, other)
        self.allowance -= abs(one - other)
        if nodes is None:
            self.note("answer-no-range", start, end, text=self.quoted(start, end))
            return ()
        return nodes if one <= other else nodes[::-1]

    # Pruned nodes

    def prune(self, mention: str, start: int) -> None:
        """Take up a pruned node, or leaves by their value."""
        node = self.nodes.known.get(mention)
        leaves = self._leaves(mention) if node is None else None
        if leaves:
            self.by_value.setdefault(leaves[0], (leaves, []))[1].append(Mention(mention, start))
            return
        if node is None:
            node = self.node(mention, start)
        if node is not None:
            self.pruned[node] = None

    def prune_range(self, item: str, start: int) -> None:
        """Take up `L4..L6`, or `C-L4`, which is the edge to L4."""
        whole = self.whole(item)
        mentions, is_range = self.ranged(item, start)
        if whole is not None:
            self.pruned[whole] = None
        elif len(mentions) != 2:
            for mention in mentions:
                self.prune(*mention)
        elif ends := self.ends(mentions):
            is_edge = ends[1] in self.children[ends[0]] and not is_range
            pruned = (ends[1],) if is_edge else self.between(ends[0], ends[1], item, start)
            self.pruned.update(dict.fromkeys(pruned))

    def prune_path(self, item: str, start: int) -> None:
        """Take up `C -> L4`: an edge, or a path down the tree, the last node of which is pruned."""
        ends = self.ends(self.path(item, start))
        if all(below in self.children[above] for above, below in pairwise(ends)):
            self.pruned.update(dict.fromkeys(ends[-1:]))
        else:
            end = start + len(item)
            self.note("answer-no-edge", start, end, text=self.quoted(start, end))

    def prune_by_value(self) -> None:
        """Settle the values: as many mentions as leaves mean all of them, fewer leave open which."""
        for leaves, mentions in self.by_value.values():
            if len(mentions) >= len(leaves):
                self.pruned.update(dict.fromkeys(leaves))
            else:
                self.note_ambiguous(*mentions[0], leaves)

    # Orders

    def place(self, mention: str, start: int) -> None:
        """Take up the next leaf of an order."""
        leaf = self.nodes.known.get(mention)
        if leaf is None:
            leaf = self._next_leaf(mention, start)
        if leaf is not None:
            self._place_leaf(leaf, start, start + len(mention))

    def place_range(self, item: str, start: int) -> None:
        """Take up leaves between which dots or hyphens stand; two leaves with a hyphen may be either."""
        whole = self.whole(item)
        mentions, is_range = self.ranged(item, start)
        end = start + len(item)
        if whole is not None:
            self._place_leaf(whole, start, end)
        elif is_range and len(mentions) == 2:
            ends = self.ends(mentions)
            self._place_between(self.between(ends[0], ends[1], item, start) if ends else (), start, end)
        elif len(mentions) == 2 and self._is_open(*mentions):
            self.note("answer-open-range", start, end, text=self.quoted(start, end))
        else:
            for mention in mentions:
                self.place(*mention)

    def place_path(self, item: str, start: int) -> None:
        """Take up leaves with arrows between them."""
        for mention in self.path(item, start):
            self.place(*mention)

    def _is_open(self, one: Mention, other: Mention) -> bool:
        """Whether it makes a difference if two leaves stand for those between them, too."""
        first, last = self.nodes.known.get(one.text), self.nodes.known.get(other.text)
        if first is None or last is None:
            return False
        self.allowance -= abs(first - last)
        if self.allowance < 0:
            return True
        return abs(first - last) > 1 and len(self.nodes.between(first, last) or ()) != 2

    def _place_between(self, nodes: tuple[int, ...], start: int, end: int) -> None:
        """Put a range at the end of the order; one mistake in it is told."""
        spoilt = next((node for node in nodes if node in self.order or self.children[node]), None)
        for leaf in nodes:
            if leaf not in self.order and not self.children[leaf]:
                self._place_leaf(leaf, start, end)
        if spoilt is not None:
            self._place_leaf(spoilt, start, end)

    def _place_leaf(self, leaf: int, start: int, end: int) -> None:
        if self.children[leaf]:
            self.note("answer-inner-in-order", start, end, name=self.nodes.tree.names[leaf])
        elif leaf in self.order:
            self.note("answer-order-twice", start, end, name=self.nodes.tree.names[leaf])
        else:
            self.order[leaf] = None
            self.last = leaf

    def _next_leaf(self, mention: str, start: int) -> int | None:
        """The leaf a value means: the next one after the last that has not been named yet."""
        leaves = self._leaves(mention)
        if leaves is None:
            return self.node(mention, start)
        if len(leaves) == 1 or leaves[0] in self.exhausted:
            return leaves[0]
        for place in self._places(leaves):
            if leaves[place] not in self.order:
                return leaves[place]
        self.exhausted.add(leaves[0])
        return leaves[0]

    def _leaves(self, mention: str) -> tuple[int, ...] | None:
        """The leaves that a mention means by their value; None where it means something else."""
        leaves = self.nodes.known_values.get(mention)
        return self.nodes.found(mention) if leaves is None and self.nodes.is_value(mention) else leaves

    def _places(self, leaves: tuple[int, ...]) -> Iterator[int]:
        """The places of leaves as a search comes by them after the last one, going round at the end."""
        count = len(leaves)
        split = bisect_left(leaves, self.last)
        if self.nodes.right_to_left:
            split = split if self.order else count
            return chain(range(split - 1, -1, -1), range(count - 1, split - 1, -1))
        return chain(range(split, count), range(split))
