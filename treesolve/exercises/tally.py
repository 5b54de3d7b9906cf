"""How often each wish held among the trees that were tried, and what came nearest.

Vocabulary

    tried       trees that were tested for a wish; costly wishes are tested only where the others hold
    together    trees in which two wishes held at once
    proved      every order of the leaves was looked at, so that what was counted there and never held is impossible
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from treesolve.exercises.want import Want
from treesolve.model.convention import DEFAULT, Convention
from treesolve.model.number import INFINITY, Number
from treesolve.model.tree import Tree
from treesolve.search.maxn import solve_tree


class Row(NamedTuple):
    """One want: how many trees were tested for it, and in how many it held."""

    want: Want
    tried: int
    held: int


class Tally:
    """A table that grows while trees are tried.

    `candidates` were tried and `found` told; `nearest` is the tree at the least `distance` from what is wanted. If
    `proved`, every order of the leaves was looked at, and what is known of the wants in `certain` holds of all trees.
    """

    def __init__(self, wants: Sequence[Want], convention: Convention = DEFAULT) -> None:
        self.wants, self.convention = tuple(wants), convention
        self.tried = [0] * len(wants)
        self.held = [0] * len(wants)
        self.ever = [False] * len(wants)
        self.together = dict.fromkeys(combinations(range(len(wants)), 2), 0)
        self.candidates = 0
        self.found = 0
        self.proved = False
        self.certain: frozenset[Want] = frozenset()
        self.nearest: Tree | None = None
        self.distance: Number = INFINITY

    def count(self, held: Mapping[int, Any], *, random: bool) -> None:
        """Count a batch: for some wants, by number, the lanes in which they hold.

        Trees that were made better and better are not `random`: they say what there is, but not how often.
        """
        for number, lanes in held.items():
            count = int(lanes.sum())
            self.ever[number] |= count > 0
            if random:
                self.tried[number] += len(lanes)
                self.held[number] += count
        for one, other in combinations(sorted(held), 2):
            self.together[one, other] += int((held[one] & held[other]).sum())
        self.candidates += max(map(len, held.values()), default=0)

    def tested(self, held: Iterable[tuple[int, bool]], counted: frozenset[int]) -> None:
        """Count one tree that was solved; wants that were counted in a batch are not counted again."""
        found = dict(held)
        for number, is_held in found.items():
            self.ever[number] |= is_held
            if number not in counted:
                self.tried[number] += 1
                self.held[number] += is_held
        for one, other in combinations(sorted(found), 2):
            if not {one, other} <= counted:
                self.together[one, other] += found[one] and found[other]
        self.candidates += not counted

    @property
    def rows(self) -> tuple[Row, ...]:
        """The table, a row a want."""
        return tuple(map(Row, self.wants, self.tried, self.held))

    @property
    def never(self) -> tuple[Want, ...]:
        """The wants that were tested and never held; those that are `certain` are impossible."""
        return tuple(row.want for row, ever in zip(self.rows, self.ever, strict=True) if row.tried and not ever)

    @property
    def never_together(self) -> tuple[tuple[Want, Want], ...]:
        """Pairs of wants each of which held, but never both at once."""
        return tuple(
            (self.wants[one], self.wants[other])
            for (one, other), count in self.together.items()
            if not count and self.ever[one] and self.ever[other]
        )

    @property
    def met(self) -> tuple[Want, ...]:
        """What could be wished for to get trees such as the nearest, in the place of what was; nothing without one."""
        if self.nearest is None:
            return ()
        solution = solve_tree(self.nearest, self.convention)
        return tuple(filter(None, (want.met(solution) for want in self.wants)))

    def prove(self, counted: Iterable[int]) -> None:
        """Note that these wants, by number, were counted over every order of the leaves."""
        self.proved = True
        self.certain = frozenset(self.wants[number] for number in counted)

    def keep(self, tree: Tree, distance: Number) -> None:
        """Keep the nearest tree so far."""
        self.nearest, self.distance = tree, distance


class Rare(Exception):
    """The effort is spent, or all trees there are have been told: no further tree was found.

    `tally` says how often each want held and what came nearest. `found` trees were told before. `exhausted` says that
    there are no others; if `tally.proved`, every order of the leaves was looked at.
    """

    def __init__(self, tally: Tally, *, exhausted: bool) -> None:
        super().__init__(f"{tally.found} found, {tally.candidates} tried")
        self.tally = tally
        self.exhausted = exhausted
