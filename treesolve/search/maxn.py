"""max^n: games of several players, each of whom wants the own payoff to be great (Luckhardt and Irani 1986).

It is not alpha-beta, and so not the one search: nobody minimises, so a value says nothing about who is against whom.
A player takes the child with the greatest own payoff, the first of several. Deep cuts would be wrong: what P1 is sure
of says nothing about what P2 chooses in between. A shallow cut is right where the payoffs of a leaf have a greatest sum
and a least payoff (Korf 1991): the more the player at a node is sure of, the less is left for the player above it.

Vocabulary

    payoffs     a number for each player, in their order
    own         the payoff of the player who moves
    left        the most that a node can still bring the player above it
    cut         a node is left because that is no more than this player has already
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

from treesolve.model.number import Number
from treesolve.model.tree import PLAYERS, Tree

Payoffs = tuple[Number, ...]


class MaxnCut(NamedTuple):
    """Why a node stopped: with `own` for its player, at most `left` remain for the player above, who has `has`."""

    own: Number
    left: Number
    has: Number
    skipped: tuple[int, ...]


class MaxnStep(NamedTuple):
    """The payoffs of a child arrive at a node, which takes it (`chosen`) or stays with an earlier one."""

    node: int
    child: int
    payoffs: Payoffs
    chosen: bool
    cut: MaxnCut | None


class MaxnSolution(NamedTuple):
    """A tree with payoffs, solved.

    `payoffs` has for each node what it brings, None where it was skipped or below that; `chosen` the child its player
    takes. At nodes in `stopped` that is merely the best child seen: their parents do not want them anyway. `shallow`
    says whether cuts were possible.
    """

    tree: Tree
    payoffs: tuple[Payoffs | None, ...]
    chosen: tuple[int | None, ...]
    steps: tuple[MaxnStep, ...]
    evaluated: tuple[int, ...]
    shallow: bool

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.payoffs[0] or ())

    @property
    def stopped(self) -> frozenset[int]:
        """The nodes that were cut."""
        return frozenset(step.node for step in self.steps if step.cut)

    @property
    def pruned_roots(self) -> tuple[int, ...]:
        """The topmost nodes never visited."""
        return tuple(sorted(node for step in self.steps if step.cut for node in step.cut.skipped))

    @property
    def principal_variation(self) -> tuple[int, ...]:
        """The path all players choose, from the root to a leaf."""
        path = [0]
        while (child := self.chosen[path[-1]]) is not None:
            path.append(child)
        return tuple(path)


class _Open:
    """A node that waits for the payoffs of its children."""

    __slots__ = ("best", "child", "node", "player", "remaining")

    def __init__(self, tree: Tree, node: int) -> None:
        self.node = node
        self.player = PLAYERS.index(tree.kinds[node])
        self.remaining: Iterator[int] = iter(tree.children[node])
        self.child: int | None = None
        self.best: Payoffs | None = None

    def takes(self, child: int, payoffs: Payoffs) -> bool:
        """Whether the player prefers this child to those before."""
        if self.best is not None and payoffs[self.player] <= self.best[self.player]:
            return False
        self.child, self.best = child, payoffs
        return True


def solve_maxn(tree: Tree) -> MaxnSolution:
    """Solve a tree whose leaves have payoffs, with shallow cuts where its `bounds` and `total` allow them.

    >>> from treesolve.notation.reader import read
    >>> solve_maxn(read("((<1, 2> <4, 1>) (<3, 0> <0, 3>))", payoffs=True)).payoffs[0]
    (1, 2)
    """
    return _Search(tree).solution()


class _Search:
    """A walk through a tree with payoffs, with a stack of its own."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.values: Any = tree.values
        self.payoffs: list[Payoffs | None] = [None] * len(tree)
        self.chosen: list[int | None] = [None] * len(tree)
        self.steps: list[MaxnStep] = []
        self.evaluated: list[int] = []
        self.least = None if tree.bounds is None or tree.total is None else tree.bounds[0]

    def solution(self) -> MaxnSolution:
        self._walk_tree()
        found = tuple(self.payoffs), tuple(self.chosen), tuple(self.steps), tuple(self.evaluated)
        return MaxnSolution(self.tree, *found, self.least is not None)

    def _walk_tree(self) -> None:
        waiting: list[_Open] = []
        node = 0
        while True:
            if self.tree.children[node]:
                waiting.append(_Open(self.tree, node))
            else:
                self.evaluated.append(node)
                self._hand_payoffs_up(node, self.values[node], waiting)
            while waiting and (child := next(waiting[-1].remaining, None)) is None:
                done = waiting.pop()
                self.chosen[done.node] = done.child
                self._hand_payoffs_up(done.node, done.best, waiting)
            if not waiting:
                return
            node = child  # type: ignore[assignment]

    def _hand_payoffs_up(self, node: int, payoffs: Any, waiting: list[_Open]) -> None:
        """Hand the payoffs of a node to the one above."""
        self.payoffs[node] = payoffs
        if waiting:
            above = waiting[-1]
            chosen = above.takes(node, payoffs)
            self.steps.append(MaxnStep(above.node, node, payoffs, chosen, self._shallow_cut_of_innermost(waiting)))

    def _shallow_cut_of_innermost(self, waiting: list[_Open]) -> MaxnCut | None:
        """The cut of the innermost open node, if there is something to skip and nothing left for the player above."""
        if self.least is None or len(waiting) < 2:
            return None
        here, above = waiting[-1], waiting[-2]
        if above.best is None or above.player == here.player or here.best is None:
            return None
        total: Any = self.tree.total
        left = total - here.best[here.player] - (len(here.best) - 2) * self.least
        if left > above.best[above.player]:
            return None
        skipped = tuple(here.remaining)
        return MaxnCut(here.best[here.player], left, above.best[above.player], skipped) if skipped else None
