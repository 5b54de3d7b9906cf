"""The one search: a tree and a convention in, everything that happened out.

Plain minimax, negamax, alpha-beta with deep or shallow bounds, fail-soft or fail-hard, from the left or from
the right: all of them are this one loop, steered by the fields of a Convention. It keeps its own stack, so a
tree may be as deep as memory allows, and it writes a log from which events are made on demand.

Values, alpha and beta are always in MAX's view; how a lecture writes them is the business of `perspective`.

Vocabulary

    window      the interval (alpha, beta) in which the value of a node still matters
    event       one thing that happened; the search is the sequence of its events
    visit       a node the search came to; visits are numbered in the order they began
    log         the visits with their windows and results, in columns
    cut         a node stops before, or exactly after, its last child, because its bound reached the opposite one
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from treesolve.convention import Convention
from treesolve.tree import INFINITY, Kind, Number, Tree, Unknown, UnknownCompared, Value


class Enter(NamedTuple):
    """The search comes to an inner node with the window (alpha, beta)."""

    node: int
    alpha: Number
    beta: Number


class Evaluate(NamedTuple):
    """The search looks at a leaf and finds its value."""

    node: int
    value: Value


class Update(NamedTuple):
    """A node has got the value of a child; alpha and beta are its bounds afterwards, changed or not."""

    node: int
    child: int
    value: Number
    alpha: Number
    beta: Number


class Cut(NamedTuple):
    """A node stops after the child `after`, because its `bound` has reached the opposite bound.

    `bound` is "beta" at a MAX node (its value reached beta: a beta-cut), "alpha" at a MIN node. `against` is
    the ancestor that set the bound it failed against, None where that is the start window. `skipped` are the
    children never visited, in the order in which they would have been.
    """

    node: int
    after: int
    alpha: Number
    beta: Number
    bound: str
    against: int | None
    skipped: tuple[int, ...]


class Leave(NamedTuple):
    """An inner node is finished and hands `value` to its parent."""

    node: int
    value: Number


Event = Enter | Evaluate | Update | Cut | Leave


class Unsolvable(Exception):
    """A search that cannot be carried out, with the reason as a code and the facts of the case.

    Codes: "unknown-leaf-needed" (`node` is the leaf), "leaf-outside-unit" (`node` is the leaf),
    "infinities-cancel" (`node` is the chance node), "empty-window" (`node` is the root).
    """

    def __init__(self, code: str, node: int, **facts: object) -> None:
        super().__init__(code)
        self.code = code
        self.node = node
        self.facts = facts


COLUMNS = 5
"""What the log keeps of a visit: node, alpha, beta, the value returned, the parent's bound afterwards."""


class Log:
    """What a search did, as columns over its visits; `events` tells it as a story.

    `nodes[i]` is the node of visit i, `alphas[i]` and `betas[i]` its window on entry, `returned[i]` what it
    handed to its parent, `bounds[i]` its parent's own bound after that (alpha at a MAX node, beta at a MIN node,
    the sum so far at a chance node; None for the root). `cuts` holds pairs of visits: the node that stopped and
    the child after which it did.
    """

    def __init__(self, tree: Tree, convention: Convention, entries: list[Any], cuts: list[tuple[int, int]]) -> None:
        self.tree = tree
        self.convention = convention
        self.nodes: list[int] = entries[0::COLUMNS]
        self.alphas: list[Number] = entries[1::COLUMNS]
        self.betas: list[Number] = entries[2::COLUMNS]
        self.returned: list[Number] = entries[3::COLUMNS]
        self.bounds: list[Number] = entries[4::COLUMNS]
        self.cuts = [(node // COLUMNS, after // COLUMNS) for node, after in cuts]
        if convention.test == "before":  # with no next child there is nothing to test before
            self.cuts = [cut for cut in self.cuts if self._skipped(*cut)]

    def __len__(self) -> int:
        return len(self.nodes)

    @property
    def parents(self) -> list[int]:
        """For each visit the visit of the parent; the root's is -1."""
        visit_of = dict(zip(self.nodes, range(len(self)), strict=True))
        above = self.tree.parents
        return [-1, *(visit_of[above[node]] for node in self.nodes[1:])]  # type: ignore[index]

    def events(self) -> Iterator[Event]:
        """Everything that happened, in order; inner nodes open with Enter and close with Leave."""
        children = self.tree.children
        described = dict(zip((after for _, after in self.cuts), self.described_cuts(), strict=True))
        open_visits: list[int] = []
        for visit, parent in enumerate(self.parents):
            while open_visits and open_visits[-1] != parent:
                yield from self._closing(open_visits, described)
            if children[self.nodes[visit]]:
                yield Enter(self.nodes[visit], self.alphas[visit], self.betas[visit])
                open_visits.append(visit)
            else:
                yield Evaluate(self.nodes[visit], self.returned[visit])
                yield from self._arriving(visit, parent, described)
        while open_visits:
            yield from self._closing(open_visits, described)

    def _closing(self, open_visits: list[int], described: dict[int, Cut]) -> Iterator[Event]:
        visit = open_visits.pop()
        yield Leave(self.nodes[visit], self.returned[visit])
        yield from self._arriving(visit, open_visits[-1] if open_visits else -1, described)

    def _arriving(self, visit: int, parent: int, described: dict[int, Cut]) -> Iterator[Event]:
        if parent < 0:
            return
        alpha, beta = self.window_after(visit, parent)
        yield Update(self.nodes[parent], self.nodes[visit], self.returned[visit], alpha, beta)
        if visit in described:
            yield described[visit]

    def window_after(self, visit: int, parent: int) -> tuple[Number, Number]:
        """The window of the parent once the value of the visit has arrived there."""
        kind = self.tree.kinds[self.nodes[parent]]
        alpha = self.bounds[visit] if kind is Kind.MAX else self.alphas[parent]
        beta = self.bounds[visit] if kind is Kind.MIN else self.betas[parent]
        return alpha, beta

    def described_cuts(self) -> list[Cut]:
        """The cuts in the order they happened, each with the ancestor whose bound made it."""
        if not self.cuts:
            return []
        parents = self.parents
        alpha_setters = self._setters(self.alphas, parents, Kind.MAX)
        beta_setters = self._setters(self.betas, parents, Kind.MIN)
        return [self._cut(node, after, alpha_setters, beta_setters) for node, after in self.cuts]

    def _cut(self, visit: int, after: int, alpha_setters: list[int | None], beta_setters: list[int | None]) -> Cut:
        node = self.nodes[visit]
        maximising = self.tree.kinds[node] is Kind.MAX
        against = beta_setters[visit] if maximising else alpha_setters[visit]
        alpha, beta = self.window_after(after, visit)
        bound = "beta" if maximising else "alpha"
        return Cut(node, self.nodes[after], alpha, beta, bound, against, self._skipped(visit, after))

    def _skipped(self, visit: int, after: int) -> tuple[int, ...]:
        children = self.tree.children[self.nodes[visit]]
        if self.convention.order == "right-left":
            children = children[::-1]
        return children[children.index(self.nodes[after]) + 1 :]

    def _setters(self, bounds: list[Number], parents: list[int], player: Kind) -> list[int | None]:
        """For each visit the node that set its bound on entry; None where the start window did."""
        kinds = self.tree.kinds
        setters: list[int | None] = [None] * len(self)
        for visit in range(1, len(self)):
            parent = parents[visit]
            if bounds[visit] == bounds[parent]:
                setters[visit] = setters[parent]
            elif kinds[self.nodes[parent]] is player:
                setters[visit] = self.nodes[parent]
        return setters


def search(tree: Tree, convention: Convention) -> Log:
    """Search the tree as the convention says, and return the log of it.

    Raises Unsolvable where that cannot be done: an unknown leaf whose value is needed, a leaf outside [0, 1]
    in the `unit` perspective, a chance node over both infinities, an empty start window.
    """
    if convention.perspective == "unit":
        _check_unit(tree)
    if not convention.window[0] < convention.window[1]:
        raise Unsolvable("empty-window", 0)
    entries: list[Any] = []
    cuts: list[tuple[int, int]] = []
    try:
        _run(tree, convention, entries, cuts)
    except UnknownCompared as unknown:
        raise _unknown_needed(tree, convention, entries, cuts, str(unknown)) from None
    return Log(tree, convention, entries, cuts)


def _check_unit(tree: Tree) -> None:
    for leaf in tree.leaves:
        value = tree.values[leaf]
        if not isinstance(value, Unknown) and not 0 <= value <= 1:  # type: ignore[operator]
            raise Unsolvable("leaf-outside-unit", leaf, value=value)


def _unknown_needed(
    tree: Tree, convention: Convention, entries: list[Any], cuts: list[tuple[int, int]], letter: str
) -> Unsolvable:
    log = Log(tree, convention, entries, cuts)
    return Unsolvable("unknown-leaf-needed", log.nodes[-1], letter=letter, log=log)


def _run(tree: Tree, convention: Convention, entries: list[Any], cuts: list[tuple[int, int]]) -> None:
    """Walk the tree, appending COLUMNS entries a visit and a pair a cut.

    One turn of the loop takes the next child of the current node, or finishes the node; either way a value
    arrives at a parent, which updates its bound and may stop. Everything the loop touches is a local name: here
    time is counted in nanoseconds.
    """
    kinds, values, children, weight = tree.kinds, tree.values, tree.children, tree.weight
    maximum, minimum, chance = Kind.MAX, Kind.MIN, Kind.CHANCE
    deep, strict, cutting = convention.bounds == "deep", convention.cut == ">", convention.cuts
    shallow = convention.bounds == "shallow"
    arrange: Callable[[tuple[int, ...]], Iterable[int]] = tuple if convention.order == "left-right" else reversed
    result = _RESULTS[convention.returns]
    visit = entries.extend
    nothing: Iterator[int] = iter(())
    waiting: list[Any] = []

    node, kind, here = 0, kinds[0], 0
    alpha, beta = convention.window
    value: Any = values[0]
    visit((0, alpha, beta, value, None))
    if kind is Kind.LEAF:
        value + 0  # an unknown leaf has no value to return
        return
    best: Any = _WORST[kind]
    remaining = nothing if _is_forced(tree, convention) else iter(arrange(children[0]))
    while True:
        child = next(remaining, -1)
        if child < 0:
            value = entries[here + 3] = best if kind is chance else result(kind is maximum, best, alpha, beta)
            if not waiting:
                return
            child, there = node, here
            node, kind, here, alpha, beta, best, remaining = waiting.pop()
        else:
            if deep:
                low, high = alpha, beta
            else:
                low = alpha if shallow and kind is maximum else -INFINITY
                high = beta if shallow and kind is minimum else INFINITY
            there = len(entries)
            value = values[child]
            visit((child, low, high, value, None))
            if children[child]:
                waiting.append((node, kind, here, alpha, beta, best, remaining))
                node, kind, here, alpha, beta = child, kinds[child], there, low, high
                best, remaining = _WORST[kind], iter(arrange(children[child]))
                if kind is chance:
                    alpha, beta = -INFINITY, INFINITY
                continue

        if kind is maximum:
            if value > best:
                best = value
                if value > alpha:
                    alpha = value
            entries[there + 4] = alpha
        elif kind is minimum:
            if value < best:
                best = value
                if value < beta:
                    beta = value
            entries[there + 4] = beta
        else:
            probability = weight(child)
            if probability:
                best += probability * value
                if best != best:
                    raise Unsolvable("infinities-cancel", node)
            entries[there + 4] = best
        if alpha >= beta and cutting and (alpha > beta or not strict):
            cuts.append((here, there))
            remaining = nothing


_WORST: dict[Kind, Number] = {Kind.MAX: -INFINITY, Kind.MIN: INFINITY, Kind.CHANCE: 0}

_RESULTS: dict[str, Callable[[bool, Number, Number, Number], Number]] = {
    "value": lambda maximising, best, alpha, beta: best,
    "bound": lambda maximising, best, alpha, beta: alpha if maximising else beta,
    "clipped": lambda maximising, best, alpha, beta: min(alpha, beta) if maximising else max(alpha, beta),
}


def _is_forced(tree: Tree, convention: Convention) -> bool:
    return convention.forced_move == "unseen" and len(tree.children[0]) == 1
