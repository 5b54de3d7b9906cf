"""Cuts at chance nodes, and below them: Ballard's Star1 and Star2. The search asks them only where there are such cuts.

Vocabulary

    average     what a chance node can still be worth, as a treesolve.search.average.Average
    probe       a visit to a node below a chance node that ends after its first child, to bound the value from one side
    paused      nodes that were probed and may be gone on with: the best value so far, and the children left
    state       all that the search knows of a node it is in: the node, its kind, the place of its visit in the entries,
                alpha, beta, the nodes that set these, the best value so far, and the children that remain
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from treesolve.model.convention import Convention
from treesolve.model.number import Number
from treesolve.model.tree import Kind
from treesolve.search.average import Average
from treesolve.search.game_tree import Column, Searchable
from treesolve.search.trace import COLUMNS

Bounds = tuple[Any, Any, int | None, int | None, Any, Iterator[int]]
"""The part of a state that begins with alpha."""

State = tuple[int, Kind, int, Any, Any, int | None, int | None, Any, Iterator[int]]


class Star1:
    """Chance nodes that stop as soon as their average cannot come into their window any more."""

    average: type[Average] = Average

    def __init__(self, tree: Searchable, convention: Convention, limits: tuple[Number, Number]) -> None:
        self.tree, self.limits, self.widest = tree, limits, convention.widest
        self.strict, self.shallow = convention.cut == ">", convention.bounds == "shallow"
        self.soft = convention.returns == "value"
        self.averages: dict[int, Average] = {}

    def window(self, node: int, child: int, alpha: Number, beta: Number) -> tuple[Number, Number]:
        """The window in which a chance node's child still matters; a shallow one has no bound of the player's own."""
        low, high = self.averages[node].window(child, alpha, beta)
        if self.shallow:
            kind = self.tree.kinds[child]
            low = self.widest[0] if kind is Kind.MAX else low
            high = self.widest[1] if kind is Kind.MIN else high
        return low, high

    def enter(self, state: State, parent: State) -> Bounds:
        """What changes in the state of a node that has just been entered, from what it would be elsewhere."""
        node, kind, _, alpha, beta, alpha_from, beta_from, best, remaining = state
        if parent[1] is Kind.CHANCE:  # its bounds come from there, or are what no leaf can exceed
            alpha_from = parent[0] if alpha > self.limits[0] else None
            beta_from = parent[0] if beta < self.limits[1] else None
        if kind is Kind.CHANCE:
            weights: Any = {child: self.tree.weight(child) for child in self.tree.children[node]}
            self.averages[node] = self.average(weights, self.limits)
        return alpha, beta, alpha_from, beta_from, best, remaining

    def is_probe(self, _visit: int) -> bool:
        """Whether a visit, given by its place in the entries, has brought a mere bound and is gone on with later."""
        return False

    def arrive(
        self, node: int, child: int, _visit: int, value: Number, alpha: Number, beta: Number
    ) -> tuple[Number, Number]:
        """The window of a chance node after a child's value has come, its ends crossed where the node can stop."""
        average = self.averages[node]
        average.settle(child, value, value)
        return average.stopped(alpha, beta, strict=self.strict)

    def stop(
        self, told: Number, alpha: Number, beta: Number, alpha_from: int | None, beta_from: int | None
    ) -> tuple[int | None, Number, Number]:
        """Of a chance node that stops: who set the bound its average cannot pass, the best it can still come to, and
        what it returns. `told` is the alpha it was entered with.
        """
        if alpha > told:
            return beta_from, alpha, alpha if self.soft else beta
        return alpha_from, beta, beta if self.soft else alpha

    def skipped(self, remaining: Iterator[int]) -> tuple[int, ...]:
        """What a node skips that stops now."""
        return tuple(remaining)

    def finish(self, node: int, kind: Kind, _here: int, best: Number, _remaining: Iterator[int]) -> Number | None:
        """What a node returns with no child left: at a chance node the average; None at others."""
        if kind is not Kind.CHANCE:
            return None
        del self.averages[node]
        return best


class Star2(Star1):
    """The same, after a look at the first child of each of a chance node's children."""

    def __init__(
        self,
        tree: Searchable,
        convention: Convention,
        limits: tuple[Number, Number],
        entries: list[Any],
        probes: list[int],
    ) -> None:
        """`probes` gets the visits that are mere probes."""
        super().__init__(tree, convention, limits)
        self.entries, self.probes = entries, probes
        self.paused: dict[int, tuple[Any, tuple[int, ...]]] = {}

    def enter(self, state: State, parent: State) -> Bounds:
        """A chance node takes its children by turns; one of these begins as a probe, and goes on where that stopped."""
        node, kind = state[:2]
        alpha, beta, alpha_from, beta_from, best, remaining = super().enter(state, parent)
        if kind is Kind.CHANCE:
            remaining = Turns(tuple(remaining), self.tree.kinds, self.paused)
        elif node in self.paused:
            best, rest = self.paused.pop(node)
            remaining = iter(rest)
            if kind is Kind.MAX and best > alpha:
                alpha, alpha_from = best, node
            elif kind is Kind.MIN and best < beta:
                beta, beta_from = best, node
        elif parent[1] is Kind.CHANCE:
            remaining = FirstOnly(remaining)
        return alpha, beta, alpha_from, beta_from, best, remaining

    def is_probe(self, visit: int) -> bool:
        """Whether it is the last one that was a probe."""
        return bool(self.probes) and self.probes[-1] == visit // COLUMNS

    def arrive(
        self, node: int, child: int, visit: int, value: Number, alpha: Number, beta: Number
    ) -> tuple[Number, Number]:
        """The same; a probe bounds the child from one side."""
        if not self.is_probe(visit):
            return super().arrive(node, child, visit, value, alpha, beta)
        average = self.averages[node]
        average.probe(child, self.tree.kinds[child], value)
        return average.stopped(alpha, beta, strict=self.strict)

    def skipped(self, remaining: Iterator[int]) -> tuple[int, ...]:
        """The same; below a chance node also what was left of children that were probed."""
        return remaining.skipped() if isinstance(remaining, Turns | FirstOnly) else super().skipped(remaining)

    def finish(self, node: int, kind: Kind, here: int, best: Number, remaining: Iterator[int]) -> Number | None:
        """The same, and at a probed node with more to see what its first child alone proves of it."""
        if not isinstance(remaining, FirstOnly) or not (rest := remaining.skipped()):
            return super().finish(node, kind, here, best, remaining)
        self.paused[node] = best, rest
        self.probes.append(here // COLUMNS)
        return self._proved_by_probe(kind, here, best)

    def _proved_by_probe(self, kind: Kind, here: int, best: Number) -> Number:
        """The least a probed node can be worth at a MAX node, the greatest at a MIN one.

        Where its first child returned a mere bound on its own value, which says nothing about the node, it is one of
        the limits.
        """
        is_known = self.tree.values[self.entries[here + COLUMNS]] is not None
        alpha, beta = self.entries[here + 1 : here + 3]
        if kind is Kind.MAX:
            return best if is_known or best > alpha else self.limits[0]
        return best if is_known or best < beta else self.limits[1]


def star_of(tree: Searchable, convention: Convention, entries: list[Any], probes: list[int] | None) -> Star1 | None:
    """How this convention cuts at the chance nodes of this tree; None where it does not.

    Star2 takes place only where there is a list for its probes.
    """
    limits = getattr(tree, "bounds", None)
    if limits is None or not convention.cuts or convention.chance == "never":
        return None
    if convention.chance == "star2" and probes is not None:
        return Star2(tree, convention, limits, entries, probes)
    return Star1(tree, convention, limits)


class Turns(Iterator[int]):
    """The children of a chance node as Star2 takes them: each is probed, and those with more to see come again.

    A chance node among the children is not probed. `paused` has the children that were probed and wait.
    """

    def __init__(self, children: Sequence[int], kinds: Column[Kind], paused: Mapping[int, tuple[Any, ...]]) -> None:
        self._probes = iter([child for child in children if kinds[child] is not Kind.CHANCE])
        self._searches = iter(children)
        self._kinds, self._paused = kinds, paused

    def __next__(self) -> int:
        child = next(self._probes, -1)
        if child >= 0:
            return child
        return next(child for child in self._searches if child in self._paused or self._kinds[child] is Kind.CHANCE)

    def skipped(self) -> tuple[int, ...]:
        """What is never visited if the node stops now: children, and the rest below those that were probed only."""
        unseen = set(self._probes)
        skipped: list[int] = []
        for child in self._searches:
            if child in self._paused:
                skipped += self._paused[child][-1]
            elif child in unseen or self._kinds[child] is Kind.CHANCE:
                skipped.append(child)
        return tuple(skipped)


class FirstOnly(Iterator[int]):
    """The children of a node that is probed: the first one; the others are what it skips for now."""

    def __init__(self, children: Iterator[int]) -> None:
        self._children = children
        self._begun = False

    def __next__(self) -> int:
        if self._begun:
            raise StopIteration
        self._begun = True
        return next(self._children)

    def skipped(self) -> tuple[int, ...]:
        """The children that have not been visited; asking takes them away."""
        return tuple(self._children)
