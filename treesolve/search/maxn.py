"""max^n: games of several players, each of whom wants the own payoff to be great (Luckhardt and Irani 1986).

It is not alpha-beta, and so not the one search: nobody minimises, so a value says nothing about who is against whom.
A player takes the child with the greatest own payoff, the first of several. Deep cuts would be wrong: what P1 is sure
of says nothing about what P2 chooses in between. A shallow cut is right where the payoffs of a leaf have a greatest sum
and a least payoff (Korf 1991): the more the player at a node is sure of, the less is left for the player above it.

What comes of it is a solution like others: its values are payoffs, and what a search keeps as a window is at a node
with shallow cuts what the player above has, and the most that is left for that player.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from treesolve.model.convention import MAXN, MAXN_WITH_CUTS, Convention
from treesolve.model.kind import PLAYERS, Kind
from treesolve.model.node import Node
from treesolve.model.number import INFINITY, Number
from treesolve.model.tree import Tree
from treesolve.search.recursion_limit import HigherRecursionLimit
from treesolve.search.search import CALLS_PER_PLY, NO_WRITTEN_VALUES
from treesolve.search.search_result import StepEvents
from treesolve.search.solution import Cut, Solution, Step, solve
from treesolve.search.trace import CutEvent, Event, Log, Update

Payoffs = tuple[Number, ...]
Preference = Callable[[Payoffs, int], Number]


def own_payoff(payoffs: Payoffs, player: int) -> Number:
    """What the player gets; players are counted from 0."""
    return payoffs[player]


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


class MaxnSolution(Solution):
    """A tree with payoffs, solved: values are payoffs, and nobody is told a window.

    At nodes in `stopped` what was returned is merely the best child seen: their parents do not want them anyway.
    `written` are payoffs that somebody wrote at inner nodes, which count in the place of those found.
    """

    has_windows = False
    result = "exact"

    def __init__(
        self, log: Log, prefers: Preference = own_payoff, written: Mapping[int, Any] = NO_WRITTEN_VALUES
    ) -> None:
        super().__init__(log)
        self.prefers, self.written = prefers, written

    def _convention_argument(self) -> str:
        return ""

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """None: nothing is compared with alpha and beta. What was not looked at is `pruned`, and steps say why."""
        return ()

    @property
    def steps(self) -> tuple[Step, ...]:
        """The lines of the worked solution: what arrives at a node, child by child."""
        return tuple(
            Step(number, Node(self, row.node), (), row.payoffs, row, self)
            for number, row in enumerate(self.arrivals, 1)
        )

    def of_tree(self, tree: Tree) -> "MaxnSolution":
        """Return the same search of the tree with other texts."""
        return MaxnSolution(self.log.of_tree(tree), self.prefers, self.written)

    def worth(self, payoffs: Any, node: int = 0) -> Number:
        """What payoffs are worth to the player at a node."""
        return self.prefers(payoffs, player_at(self.tree, node))

    def again(self, written: Mapping[int, Any]) -> "MaxnSolution":
        """Return the search run again with payoffs that somebody wrote at inner nodes."""
        return solve_maxn(self.tree, written, self.prefers)

    @property
    def players(self) -> int:
        """How many players there are."""
        return len(self.tree.values[self.tree.leaf_ids[0]])  # type: ignore[arg-type]

    @cached_property
    def values(self) -> tuple[Any, ...]:
        """The payoffs of each node if all its leaves are looked at, and the first of several best children is taken."""
        values: list[Any] = list(self.tree.values)
        for node in reversed(range(len(values))):
            if below := self.tree.children[node]:
                best = max(below, key=lambda child: self.worth(values[child], self.tree.parents[child] or 0))
                values[node] = self.written.get(node, values[best])
        return tuple(values)

    @cached_property
    def payoffs(self) -> tuple[Payoffs | None, ...]:
        """What each node brought; None where it was skipped or below that."""
        return tuple(map(self.returned, range(len(self.tree))))  # type: ignore[arg-type]

    def window(self, _node: int) -> None:
        """There are none."""

    def relation(self, _node: int) -> str:
        """What a node brought is told as what it is worth."""
        return "="

    def chosen(self, node: int) -> int | None:
        """Return the child that the player takes; of several as good ones that whose payoffs go up, else the first."""
        seen = [child for child in self.tree.children[node] if child in self.visit_of]
        if not seen:
            return None
        most = self.worth(self.best_seen(node), node)
        equal = [child for child in seen if self.worth(self.returned(child), node) == most]
        return next((child for child in equal if self.returned(child) == self.returned(node)), equal[0])

    @property
    def shallow(self) -> bool:
        """Whether cuts were possible."""
        return self.convention.cuts

    @property
    def stopped(self) -> frozenset[int]:
        """The nodes that were cut."""
        return frozenset(cut.node for cut in self.cut_events)

    @cached_property
    def step_events(self) -> tuple[StepEvents, ...]:
        """The events as steps: each ends with what arrives at a node, and the cut that comes of it."""
        steps: list[list[Event]] = []
        for event in self.events:
            is_complete = steps and isinstance(steps[-1][-1], Update | CutEvent)
            if not steps or (is_complete and not isinstance(event, CutEvent) and event != self.events[-1]):
                steps.append([])
            steps[-1].append(event)
        return tuple(StepEvents(number, tuple(events)) for number, events in enumerate(steps, 1))

    @cached_property
    def arrivals(self) -> tuple[MaxnStep, ...]:
        """What happened, child by child."""
        found: list[MaxnStep] = []
        best: dict[int, Number] = {}
        for event in self.events:
            if isinstance(event, Update):
                worth, before = self.worth(event.value, event.node), best.get(event.node)
                is_chosen = before is None or worth > before
                best[event.node] = worth if before is None else max(worth, before)
                found.append(MaxnStep(event.node, event.child, event.value, is_chosen, None))  # type: ignore[arg-type]
            elif isinstance(event, CutEvent):
                found[-1] = found[-1]._replace(cut=self.reason(event))
        return tuple(found)

    def best_seen(self, node: int) -> Any:
        """Return the best that the children of a visited node brought, the first of several."""
        seen = [self.returned(child) for child in self.tree.children[node] if child in self.visit_of]
        return max(seen, key=lambda payoffs: self.worth(payoffs, node))

    def reason(self, cut: CutEvent) -> MaxnCut:
        """Why a node stopped."""
        return MaxnCut(self.worth(self.best_seen(cut.node), cut.node), cut.beta, cut.alpha, cut.skipped)

    def bound_before(self, node: int) -> MaxnCut | None:
        """What may end the search of a node's parent when the search comes to the node; None where nothing may."""
        parent = self.tree.parents[node]
        above = None if parent is None else self.tree.parents[parent]
        if not self.shallow or parent is None or above is None:
            return None
        before = [child for child in self.tree.children[parent] if child < node]
        if not before or self.tree.kinds[above] is self.tree.kinds[parent]:
            return None
        left, has = self.log.bounds[self.visit_of[before[-1]]], self.log.alphas[self.visit_of[parent]]
        own = max(self.worth(self.returned(child), parent) for child in before)
        return MaxnCut(own, left or 0, has, (node,))


def player_at(tree: Tree, node: int) -> int:
    """Return the player who moves at an inner node, counted from 0."""
    return PLAYERS.index(tree.kinds[node])


def maxn_convention(tree: Tree) -> Convention:
    """How max^n searches a tree: with shallow cuts where its `bounds` and `total` allow them."""
    return MAXN if tree.bounds is None or tree.total is None else MAXN_WITH_CUTS


def solve_tree(tree: Tree, convention: Convention) -> Solution:
    """Return the tree solved: with payoffs by max^n, else as the convention says.

    Raises treesolve.search.search.Unsolvable where the search cannot be carried out.
    """
    return solve_maxn(tree) if tree.has_payoffs else solve(tree, convention)


def solve_maxn(
    tree: Tree,
    written: Mapping[int, Any] = NO_WRITTEN_VALUES,
    prefers: Preference = own_payoff,
    convention: Convention | None = None,
) -> MaxnSolution:
    """Solve a tree whose leaves have payoffs, with shallow cuts where its `bounds` and `total` allow them.

    `written` has payoffs of inner nodes that count in the place of those found. A `convention` with deep bounds, or
    with none where there could be cuts, is for those who have it wrong.

    >>> from treesolve.notation.reader import read
    >>> solve_maxn(read("((<1, 2> <4, 1>) (<3, 0> <0, 3>))", payoffs=True)).returned(0)
    (1, 2)
    """
    log = Log(tree, convention or maxn_convention(tree))
    visit = _best_payoffs(log, written, prefers)
    with HigherRecursionLimit(CALLS_PER_PLY * len(tree)):
        visit(0, -INFINITY)
    return MaxnSolution(log, prefers, written)


def _best_payoffs(
    log: Log, written: Mapping[int, Any], prefers: Preference
) -> Callable[[int, Number], tuple[int, Payoffs]]:
    """Return the search: visits a node, given what a player above has; returns the number of the visit and the
    payoffs.
    """
    tree, kinds, values, children = log.tree, log.tree.kinds, log.tree.values, log.tree.children
    least, total, cutting = (tree.bounds or (0,))[0], tree.total or 0, log.convention.cuts
    first_considered = 0 if log.convention.bounds == "deep" else -1
    above: list[tuple[Kind, Number]] = []

    def visit(node: int, has: Number) -> Any:
        number, payoffs = log.begin(node, has, INFINITY, values[node]), values[node]
        if payoffs is None:
            found = search(node, has)
            log.returned[number] = payoffs = written.get(node, found)
        return number, payoffs

    def search(node: int, has: Number) -> Any:
        kind, player, best = kinds[node], player_at(tree, node), None
        above.append((kind, -INFINITY))
        remaining = iter(children[node])
        for child in remaining:
            number, payoffs = visit(child, _best_of_others(kinds[child], above[first_considered:]))
            if best is None or prefers(payoffs, player) > prefers(best, player):
                best = payoffs
                above[-1] = kind, best[player]
            if cutting and node:
                left = total - best[player] - (len(best) - 2) * least
                log.end(number, left)
                skipped = tuple(remaining) if left <= has else ()
                if skipped:
                    log.cut(node, child, skipped)
        above.pop()
        return best

    return visit


def _best_of_others(kind: Kind, above: list[tuple[Kind, Number]]) -> Number:
    """Return the most that any other player has at one of these nodes; who moves at a node sees no other."""
    return max((own for mover, own in above if mover is not kind), default=-INFINITY)


def best_of(kind: Kind, values: Sequence[Any]) -> Any:
    """Return the value that a player takes, of several: the greatest, MIN the least, one of several the greatest own
    payoff.

    >>> best_of(Kind.MIN, [6, 5]), best_of(Kind.P2, [(6, 1), (0, 2), (3, 2)])
    (5, (0, 2))
    """
    if kind in PLAYERS:
        player = PLAYERS.index(kind)
        return max(values, key=lambda payoffs: payoffs[player])
    return (min if kind is Kind.MIN else max)(values)
