"""The log of a search: visits in columns, and the events derived from them.

Values, alpha and beta are always in MAX's view.
"""

import operator
from collections.abc import Iterable, Iterator
from copy import copy
from functools import cached_property
from itertools import chain, pairwise
from typing import Any, NamedTuple

from treesolve.model.convention import Convention
from treesolve.model.kind import PLAYERS, Kind
from treesolve.model.number import Number, Value
from treesolve.model.reading_point import reading_point_of
from treesolve.model.tree import Tree


class Enter(NamedTuple):
    """The search enters an inner node with the window (alpha, beta)."""

    node: int
    alpha: Number
    beta: Number


class Evaluate(NamedTuple):
    """The search evaluates a leaf."""

    node: int
    value: Value


class Update(NamedTuple):
    """A node receives the value of a child; alpha and beta are the node's bounds afterwards, changed or not."""

    node: int
    child: int
    value: Number
    alpha: Number
    beta: Number


class CutEvent(NamedTuple):
    """A node stops after the child `after`, because its `bound` has reached the opposite bound.

    `bound` is "beta" at a MAX node whose value reached beta (a beta-cut), and "alpha" at a MIN node. At a chance node,
    `bound` is the bound that the average cannot pass, and the opposite bound is replaced by the average closest to
    `bound` that is still possible. `against` is the ancestor that set the bound, or None if the bound is from the start
    window or is a limit of all values. `skipped` are the topmost skipped nodes in search order: children of the node,
    and below a chance node also the unsearched children of nodes that were only probed.
    """

    node: int
    after: int
    alpha: Number
    beta: Number
    bound: str
    against: int | None
    skipped: tuple[int, ...]


class Leave(NamedTuple):
    """An inner node is finished and returns `value` to its parent."""

    node: int
    value: Number


Event = Enter | Evaluate | Update | CutEvent | Leave

_new: Any = tuple.__new__  # calling the class of a named tuple takes twice as long


class CutEntry(NamedTuple):
    """A cut as logged by the search. At a chance node, `reach` is the possible average closest to the window."""

    node: int
    after: int
    skipped: tuple[int, ...]
    reach: Number | None


class Log:
    """The visits of a search as columns, filled by the search; `events` derives the sequence of events.

    `nodes[i]` is the node of visit i, `alphas[i]` and `betas[i]` are the node's window on entry, and `returned[i]` is
    the value returned to its parent. `bounds[i]` is the parent's own bound after that: alpha if the parent is a MAX
    node, beta if it is a MIN node, the partial sum if it is a chance node, and None if the node is the root. `cuts` has
    a CutEntry for each cut. `probes` are the visits that searched only the first child of a node and returned the bound
    proved by that child. A probed node may have a second visit, which continues after the first child, so that every
    leaf is evaluated at most once.
    """

    def __init__(self, tree: Any, convention: Convention) -> None:
        self.tree: Tree = tree
        self.convention = convention
        self.nodes: list[int] = []
        self.alphas: list[Number] = []
        self.betas: list[Number] = []
        self.returned: list[Number] = []
        self.bounds: list[Number] = []
        self.cuts: list[CutEntry] = []
        self.probes: set[int] = set()

    def __len__(self) -> int:
        return len(self.nodes)

    def begin(self, node: int, alpha: Any, beta: Any, value: Any) -> int:
        """Begin a visit and return its number; `value` must be None if the node has to be searched."""
        self.nodes.append(node)
        self.alphas.append(alpha)
        self.betas.append(beta)
        self.returned.append(value)
        self.bounds.append(None)  # type: ignore[arg-type]
        return len(self.nodes) - 1

    def end(self, visit: int, bound: Number) -> None:
        """End a visit and record the parent's own bound after it."""
        self.bounds[visit] = bound

    def cut(self, node: int, after: int, skipped: Iterable[int], reach: Number | None = None) -> None:
        """Record that a node stops after a child."""
        self.cuts.append(CutEntry(node, after, tuple(skipped), reach))

    def of_tree(self, tree: Tree) -> "Log":
        """Return the log of the same search for the same tree with other names or headers."""
        log = copy(self)
        log.tree = tree
        reading_point = reading_point_of(tree, self.convention.alpha_beta, self.tree)
        log.convention = self.convention._replace(alpha_beta=reading_point)
        return log

    @cached_property
    def visit_of(self) -> dict[int, int]:
        """The number of the visit of each visited node, counted from 0; the last visit if there are two."""
        return dict(zip(self.nodes, range(len(self)), strict=True))

    @property
    def parents(self) -> list[int]:
        """The number of the parent's visit during which each visit took place; -1 for the visit of the root."""
        above, latest = self.tree.parents, [-1] * len(self.tree)
        parents = []
        for visit, node in enumerate(self.nodes):
            parent = above[node]
            parents.append(-1 if parent is None else latest[parent])
            latest[node] = visit
        return parents

    def events(self) -> Iterator[Event]:
        """Yield all events in order; inner nodes begin with Enter and end with Leave."""
        nodes, alphas, betas, bounds = self.nodes, self.alphas, self.betas, self.bounds
        kinds, above, children = self.tree.kinds, self.tree.parents, self.tree.children
        maximum, minimum = Kind.MAX, Kind.MIN
        described = {self.visit_of[cut.after]: cut for cut in self.described_cuts()}
        # The last of the open visits ends before a visit outside its subtree. All visits end before the final 0, the
        # root, which is outside every subtree.
        open_visits: list[int] = []
        for visit, node in enumerate([*nodes, 0]):
            while open_visits and nodes[open_visits[-1]] != above[node]:
                ended = open_visits.pop()
                child, value = nodes[ended], self.returned[ended]
                yield _new(Leave if children[child] else Evaluate, (child, value))
                if open_visits:
                    parent = nodes[open_visits[-1]]
                    alpha = bounds[ended] if kinds[parent] is maximum else alphas[open_visits[-1]]
                    beta = bounds[ended] if kinds[parent] is minimum else betas[open_visits[-1]]
                    yield _new(Update, (parent, child, value, alpha, beta))
                if ended in described:
                    yield described[ended]
            if visit < len(nodes):
                if children[node]:
                    yield _new(Enter, (node, alphas[visit], betas[visit]))
                open_visits.append(visit)

    def described_cuts(self) -> list[CutEvent]:
        """Return the cuts in the order of the search."""
        kinds, bounds = self.tree.kinds, self.bounds
        if not self.cuts:
            return []
        parents = self.parents
        setters = {bound: BoundSetters(self, parents, bound) for bound in ("alpha", "beta")}
        described = []
        for node, after, skipped, reach in self.cuts:
            if not skipped and self.convention.test == "before":
                continue  # without a next child there is no test
            visit, last = self.visit_of[node], self.visit_of[after]
            if reach is not None:
                alpha, beta, bound = self._bounds_when_stopped(visit, reach)
            elif kinds[node] is Kind.MAX:
                alpha, beta, bound = bounds[last], self.betas[visit], "beta"
            else:
                alpha, beta, bound = self.alphas[visit], bounds[last], "alpha"
            described.append(CutEvent(node, after, alpha, beta, bound, setters[bound].setter(visit), skipped))
        return described

    def _bounds_when_stopped(self, visit: int, reach: Number) -> tuple[Number, Number, str]:
        """Return alpha and beta of a stopped chance node, and the name of the bound that its average cannot pass."""
        alpha, beta = self.alphas[visit], self.betas[visit]
        return (reach, beta, "beta") if reach > alpha else (alpha, reach, "alpha")


class BoundSetters:
    """The nodes that set alpha, or beta, of the windows in a log.

    A player's node sets the bound of a child's window if the bound differs from the node's own on entry; otherwise the
    bound is inherited. Chance nodes with cuts and nodes of max^n set all bounds of their children. No node sets the
    start window or the limits of all values.
    """

    def __init__(self, log: Log, parents: list[int], bound: str) -> None:
        index, star = ("alpha", "beta").index(bound), log.convention.cuts_chance(log.tree)
        self.nodes, self.kinds, self.parents = log.nodes, log.tree.kinds, parents
        self.bounds, self.is_better = ((log.alphas, operator.gt), (log.betas, operator.lt))[index]
        self.widest = dict.fromkeys(Kind, log.convention.widest[index])
        if star and log.tree.bounds:
            self.widest[Kind.CHANCE] = log.tree.bounds[index]
        self.setting_kinds = (*PLAYERS, Kind.CHANCE) if star else PLAYERS
        self.known: dict[int, int | None] = {}

    def setter(self, visit: int) -> int | None:
        """Return the node that set the bound of a visit's window, or None if no node set the bound."""
        path = []
        while visit not in self.known:
            path.append(visit)
            above, bound = self.parents[visit], self.bounds[visit]
            node = self.nodes[above]
            if above < 0 or not self.is_better(bound, self.widest[self.kinds[node]]):
                self.known[visit] = None
            elif self.kinds[node] in self.setting_kinds or bound != self.bounds[above]:
                self.known[visit] = node
            else:
                visit = above
        self.known.update(dict.fromkeys(path, self.known[visit]))
        return self.known[visit]


def events_of_steps(events: Iterable[Event]) -> Iterator[tuple[Event, ...]]:
    """Group the events into steps: Evaluate or Leave with the Update that it causes, and every other event alone."""
    for event, following in pairwise(chain(events, (None,))):
        if isinstance(following, Update):
            yield event, following  # type: ignore[misc]
        elif event and not isinstance(event, Update):
            yield (event,)
