"""max^n: games of several players, each of whom maximizes their own payoff (Luckhardt and Irani 1986).

max^n does not use the search of alpha-beta, because nobody minimizes and values do not show who opposes whom. A player
chooses the child with the greatest payoff for that player, and the first of these if there are several. Deep cuts would
be wrong, because the payoff that P1 is guaranteed does not restrict what P2 chooses in between. Shallow cuts are
correct if there are limits on the sum of a leaf's payoffs and on each payoff (Korf 1991), because the more the player
at a node is guaranteed, the less remains for the player above.

The result has the interface of other solutions, but its values are payoffs. In a search with shallow cuts, the logged
alpha of a node is what the player above already has, and the logged bound is the most that remains for that player.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from typing import Any, NamedTuple

from treesolve.model.convention import MAXN, MAXN_WITH_CUTS, Convention
from treesolve.model.kind import PLAYERS, Kind
from treesolve.model.node import Node
from treesolve.model.number import INFINITY, Number
from treesolve.model.tree import Tree, player_count
from treesolve.search.recursion_limit import HigherRecursionLimit
from treesolve.search.search import CALLS_PER_PLY, NO_WRITTEN_VALUES
from treesolve.search.search_result import StepEvents
from treesolve.search.solution import Cut, Solution, Step, solve
from treesolve.search.trace import CutEvent, Event, Log, Update

Payoffs = tuple[Number, ...]
Preference = Callable[[Payoffs, int], Number]


def own_payoff(payoffs: Payoffs, player: int) -> Number:
    """Return the payoff of one player, where players are counted from 0."""
    return payoffs[player]


class MaxnCut(NamedTuple):
    """The reason why a node stopped: its player gets at least `own`, which leaves at most `left` for the player above.

    The player above can already get `has` elsewhere.
    """

    own: Number
    left: Number
    has: Number
    skipped: tuple[int, ...]


class MaxnStep(NamedTuple):
    """The step in which a child's payoffs arrive at a node; `chosen` says whether the node now prefers this child."""

    node: int
    child: int
    payoffs: Payoffs
    chosen: bool
    cut: MaxnCut | None


class MaxnSolution(Solution):
    """A solved tree with payoffs: values are payoffs, and there are no windows.

    The nodes in `stopped` returned the payoffs of the best child searched so far, because their parents reject them in
    any case. `written` has payoffs that a student wrote at inner nodes, which replace the computed payoffs.
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
        """Always empty, because payoffs are not compared with alpha and beta.

        The skipped nodes are in `pruned`, and the steps give the reasons.
        """
        return ()

    @property
    def steps(self) -> tuple[Step, ...]:
        """The lines of the worked solution. Each line describes the payoffs of a child that arrive at a node."""
        return tuple(
            Step(number, Node(self, row.node), (), row.payoffs, row, self)
            for number, row in enumerate(self.arrivals, 1)
        )

    def of_tree(self, tree: Tree) -> "MaxnSolution":
        """Return the solution for the same tree with other names or headers."""
        return MaxnSolution(self.log.of_tree(tree), self.prefers, self.written)

    def worth(self, payoffs: Any, node: int = 0) -> Number:
        """Return what the payoffs are worth to the player at the node."""
        return self.prefers(payoffs, player_at(self.tree, node))

    def again(self, written: Mapping[int, Any]) -> "MaxnSolution":
        """Return the solution of a new search that uses the payoffs a student wrote at inner nodes."""
        return solve_maxn(self.tree, written, self.prefers)

    @property
    def players(self) -> int:
        """The number of players."""
        return player_count(self.tree)

    @cached_property
    def values(self) -> tuple[Any, ...]:
        """The payoffs of each node if all leaves are searched and the first of several best children is chosen."""
        values: list[Any] = list(self.tree.values)
        for node in reversed(range(len(values))):
            if below := self.tree.children[node]:
                best = max(below, key=lambda child: self.worth(values[child], self.tree.parents[child] or 0))
                values[node] = self.written.get(node, values[best])
        return tuple(values)

    @cached_property
    def payoffs(self) -> tuple[Payoffs | None, ...]:
        """The payoffs that each node returned, or None for nodes that were not visited."""
        return tuple(map(self.returned, range(len(self.tree))))  # type: ignore[arg-type]

    def window(self, _node: int) -> None:
        """Return None, because max^n has no windows."""

    def relation(self, _node: int) -> str:
        """Return "=", because returned payoffs are treated as exact."""
        return "="

    def chosen(self, node: int) -> int | None:
        """Return the child that the node chooses.

        Of several equally good children, it is the one whose payoffs the node returned, or else the first.
        """
        searched = [child for child in self.tree.children[node] if child in self.visit_of]
        if not searched:
            return None
        best_worth = self.worth(self.best_seen(node), node)
        equal = [child for child in searched if self.worth(self.returned(child), node) == best_worth]
        return next((child for child in equal if self.returned(child) == self.returned(node)), equal[0])

    @property
    def shallow(self) -> bool:
        """Whether the search could make shallow cuts."""
        return self.convention.cuts

    @property
    def stopped(self) -> frozenset[int]:
        """The nodes that were cut."""
        return frozenset(cut.node for cut in self.cut_events)

    @cached_property
    def step_events(self) -> tuple[StepEvents, ...]:
        """The events grouped into steps. Each step ends with payoffs that arrive at a node, and the cut they cause."""
        steps: list[list[Event]] = []
        for event in self.events:
            is_complete = steps and isinstance(steps[-1][-1], Update | CutEvent)
            if not steps or (is_complete and not isinstance(event, CutEvent) and event != self.events[-1]):
                steps.append([])
            steps[-1].append(event)
        return tuple(StepEvents(number, tuple(events)) for number, events in enumerate(steps, 1))

    @cached_property
    def arrivals(self) -> tuple[MaxnStep, ...]:
        """The steps, one per child."""
        steps: list[MaxnStep] = []
        best: dict[int, Number] = {}
        for event in self.events:
            if isinstance(event, Update):
                worth, before = self.worth(event.value, event.node), best.get(event.node)
                is_chosen = before is None or worth > before
                best[event.node] = worth if before is None else max(worth, before)
                steps.append(MaxnStep(event.node, event.child, event.value, is_chosen, None))  # type: ignore[arg-type]
            elif isinstance(event, CutEvent):
                steps[-1] = steps[-1]._replace(cut=self.reason(event))
        return tuple(steps)

    def best_seen(self, node: int) -> Any:
        """Return the best payoffs that the children of a visited node returned, or the first of several best ones."""
        searched = [self.returned(child) for child in self.tree.children[node] if child in self.visit_of]
        return max(searched, key=lambda payoffs: self.worth(payoffs, node))

    def reason(self, cut: CutEvent) -> MaxnCut:
        """Return the reason for a cut."""
        return MaxnCut(self.worth(self.best_seen(cut.node), cut.node), cut.beta, cut.alpha, cut.skipped)

    def bound_before(self, node: int) -> MaxnCut | None:
        """Return the bound that can cut the node's parent when the search reaches the node, or None without a bound."""
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
    """Return the convention of max^n for a tree, with shallow cuts if the tree's `bounds` and `total` allow them."""
    return MAXN if tree.bounds is None or tree.total is None else MAXN_WITH_CUTS


def solve_tree(tree: Tree, convention: Convention) -> Solution:
    """Solve the tree by max^n if it has payoffs, otherwise under the convention.

    Raises treesolve.search.search.Unsolvable if the search cannot be carried out.
    """
    return solve_maxn(tree) if tree.has_payoffs else solve(tree, convention)


def solve_maxn(
    tree: Tree,
    written: Mapping[int, Any] = NO_WRITTEN_VALUES,
    prefers: Preference = own_payoff,
    convention: Convention | None = None,
) -> MaxnSolution:
    """Solve a tree with payoffs, with shallow cuts if the tree's `bounds` and `total` allow them.

    `written` has payoffs of inner nodes that replace the computed ones. Misconceptions are simulated by a `convention`
    with deep bounds, or by one without bounds for a tree that allows cuts.

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
    """Return the function that visits a node.

    The function takes the node and what a player above already has. It returns the number of the visit and the payoffs.
    """
    tree, kinds, values, children = log.tree, log.tree.kinds, log.tree.values, log.tree.children
    least, total, cutting = (tree.bounds or (0,))[0], tree.total or 0, log.convention.cuts
    first_considered = 0 if log.convention.bounds == "deep" else -1
    above: list[tuple[Kind, Number]] = []

    def visit(node: int, has: Number) -> Any:
        number, payoffs = log.begin(node, has, INFINITY, values[node]), values[node]
        if payoffs is None:
            best = search(node, has)
            log.returned[number] = payoffs = written.get(node, best)
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
    """Return the most that any other player has at one of these nodes."""
    return max((own for mover, own in above if mover is not kind), default=-INFINITY)


def best_of(kind: Kind, values: Sequence[Any]) -> Any:
    """Return the value that the player chooses: for MAX the greatest, for MIN the least.

    If the values are payoffs, these are the payoffs with the greatest payoff for the player.

    >>> best_of(Kind.MIN, [6, 5]), best_of(Kind.P2, [(6, 1), (0, 2), (3, 2)])
    (5, (0, 2))
    """
    if kind in PLAYERS:
        player = PLAYERS.index(kind)
        return max(values, key=lambda payoffs: payoffs[player])
    return (min if kind is Kind.MIN else max)(values)
