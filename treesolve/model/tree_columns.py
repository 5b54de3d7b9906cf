"""The nodes of a game tree, stored as columns."""

import re
from collections import Counter, deque
from collections.abc import Mapping, Sequence
from dataclasses import KW_ONLY, dataclass, field
from functools import cached_property
from itertools import count, filterfalse
from typing import TYPE_CHECKING

from treesolve.model.kind import Kind
from treesolve.model.number import Number, Value

if TYPE_CHECKING:
    from fractions import Fraction

_POSITION = r"[+−-]?[\d.,/ -]*\d[\d.,/ -]*|[+−-]?(inf|∞)|[XxOo._-]{2,}(/[XxOo._-]{2,})+"
_WORD = r"[^\W\d]\w*"


@dataclass(frozen=True, repr=False)
class TreeColumns:
    """The nodes of a tree in preorder, with one entry per node in each column: `kinds[3]` is the kind of node 3.

    `kinds`, `values` (the value of a leaf in MAX's view, None at inner nodes), `children` and `parents` (ids), and
    `ends` (the id after the last node of the subtree) have an entry for every node. `given_names`, `moves` and
    `weights` are mappings by node id that contain only what is written in the text.

    The header contributes `title`, `source`, `convention` (an expression), `alpha_beta` (the reading point: when to
    read alpha and beta), `points` (by part of the exercise), `bounds` (the least and the greatest possible value of a
    leaf; None if not stated) and `total` (in a tree with payoffs, the greatest sum of a leaf's payoffs).

    In a tree with payoffs, which `maxn` solves, a leaf's value is a tuple with one number per player, and the kinds are
    PLAYERS. `offsets` are the positions of the nodes in the text. They are empty if the tree was not parsed from text,
    and equality ignores them.

    Raises ValueError if there are no nodes.
    """

    kinds: tuple[Kind, ...]
    values: tuple[Value | None, ...]
    children: tuple[tuple[int, ...], ...]
    _: KW_ONLY
    given_names: Mapping[int, str] = field(default_factory=dict)
    moves: Mapping[int, str] = field(default_factory=dict)
    weights: "Mapping[int, Fraction | int]" = field(default_factory=dict)
    title: str | None = None
    source: str | None = None
    convention: str | None = None
    alpha_beta: str | None = None
    points: "Mapping[str, Fraction | int]" = field(default_factory=dict)
    bounds: tuple[Number, Number] | None = None
    total: Number | None = None
    offsets: Sequence[int] = field(default=(), compare=False)

    def __post_init__(self) -> None:
        if not self.kinds:
            raise ValueError("a tree has a root")

    @property
    def has_payoffs(self) -> bool:
        """Whether each leaf has payoffs for several players instead of one value for MAX and MIN."""
        return isinstance(next(value for value in self.values if value is not None), tuple)

    @cached_property
    def parents(self) -> tuple[int | None, ...]:
        """The id of each node's parent; None for the root."""
        parents: list[int | None] = [None] * len(self.kinds)
        for node, children in enumerate(self.children):
            for child in children:
                parents[child] = node
        return tuple(parents)

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """For each node, the id after the last node of its subtree."""
        ends = list(range(1, len(self.kinds) + 1))
        for node in reversed(range(len(self.kinds))):
            if self.children[node]:
                ends[node] = ends[self.children[node][-1]]
        return tuple(ends)

    @cached_property
    def depths(self) -> tuple[int, ...]:
        """The depth of each node in plies; the root has depth 0."""
        depths = [0] * len(self.kinds)
        for node, children in enumerate(self.children):
            for child in children:
                depths[child] = depths[node] + 1
        return tuple(depths)

    @cached_property
    def leaf_ids(self) -> tuple[int, ...]:
        """The ids of all leaves, from left to right."""
        return tuple(filterfalse(self.children.__getitem__, range(len(self.kinds))))

    @cached_property
    def level_order(self) -> tuple[int, ...]:
        """All ids, level by level, each level from left to right."""
        order = []
        queue = deque([0])
        while queue:
            node = queue.popleft()
            order.append(node)
            queue.extend(self.children[node])
        return tuple(order)

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The unique name of each node.

        Nodes without a given name, or with a caption, get one: inner nodes are named A, B, C, ..., Z, AA, AB, ... in
        level order, and leaves L1, L2, ... from left to right. Names that are already given are skipped.
        """
        given = {node: name for node, name in self.given_names.items() if node not in self.captions}
        names = [given.get(node, "") for node in range(len(self.kinds))]
        has_children = self.children.__getitem__
        inner, leaves = filter(has_children, self.level_order), filterfalse(has_children, range(len(self.kinds)))
        reserved = frozenset(self.given_names.values())
        for nodes, generated in ((inner, map(letters_of_number, count(1))), (leaves, map("L{}".format, count(1)))):
            free = filterfalse(reserved.__contains__, generated)
            for node, name in zip(filterfalse(given.__contains__, nodes), free, strict=False):
                names[node] = name
        return tuple(names)

    @cached_property
    def captions(self) -> Mapping[int, str]:
        """The given names that do not identify a node: repeated names, numbers and positions of a game.

        If every node has a given name, as in the tree of a game, and at least one of these names is a caption, then all
        given names that are not plain words are captions.
        """
        counted = Counter((given := self.given_names).values())
        ambiguous = {name for name, times in counted.items() if times > 1 or re.fullmatch(_POSITION, name)}
        if ambiguous and len(given) == len(self.kinds):
            ambiguous |= {name for name in counted if not re.fullmatch(_WORD, name)}
        return {node: name for node, name in given.items() if name in ambiguous}

    def leaf_by_name(self, name: str) -> int | None:
        """Return the id of the leaf with that name, or None if no leaf has it."""
        return next((leaf for leaf in self.leaf_ids if self.names[leaf] == name), None)

    def subtree(self, node: int) -> range:
        """Return the ids of the node and its descendants."""
        return range(node, self.ends[node])

    @cached_property
    def movers(self) -> tuple[Kind, ...]:
        """The player to move at each node, MAX or MIN.

        At leaves and chance nodes, this is the opponent of the nearest player above. Without a player above, it is MAX.
        """
        movers: list[Kind] = []
        for kind, parent in zip(self.kinds, self.parents, strict=True):
            if kind in (Kind.MAX, Kind.MIN):
                movers.append(kind)
            elif parent is None:
                movers.append(Kind.MAX)
            else:
                above = movers[parent]
                movers.append(above if self.kinds[parent] is Kind.CHANCE else above.opponent)
        return tuple(movers)

    def weight(self, node: int) -> "Fraction | int | None":
        """Return the probability of reaching the node from its parent; None unless the parent is a chance node."""
        parent = self.parents[node]
        if parent is None or self.kinds[parent] is not Kind.CHANCE:
            return None
        if node in self.weights:
            return self.weights[node]
        from fractions import Fraction  # slow to import, and most trees have whole numbers only

        return Fraction(1, len(self.children[parent]))


def letters_of_number(number: int) -> str:
    """Return the spreadsheet-style name of a positive integer: A, B, ..., Z, AA, AB, ..."""
    letters = ""
    while number:
        number, digit = divmod(number - 1, 26)
        letters = chr(ord("A") + digit) + letters
    return letters
