"""Rules that no lecture teaches, but students follow; the search can make each of them, to see what comes of it.

Vocabulary

    slip        a rule that no lecture teaches, but students follow
    told        the window a node was entered with
    widest      the window that says nothing
"""

from collections.abc import Iterator, Mapping
from typing import Any

from treesolve.model.convention import Convention
from treesolve.model.tree import Kind

_Window = tuple[Any, Any]


class BuggyRule:
    """The rules a search asks for where one of them is wrong; here they are the right ones.

    `hands_down` says that what a child is told is not what the lecture would tell it.
    """

    hands_down = False

    def __init__(self, convention: Convention) -> None:
        self.cutting, self.strict = convention.cuts, convention.cut == ">"
        self.shallow = convention.bounds == "shallow"
        self.widest = convention.widest

    def told(self, _node: int, _own: _Window, right: _Window) -> _Window:
        """What a child of the node is told: `own` is the node's window, `right` the one the child should be told."""
        return right

    def finish(self, parent: int, window: _Window) -> None:
        """Know the last window of a node that hands its value to the parent."""

    def stops(self, _node: int, _kind: Kind, _best: Any, _told: list[Any], alpha: Any, beta: Any) -> bool:
        """Whether a node stops now that a value has arrived."""
        return alpha >= beta and self.cutting and (alpha > beta or not self.strict)

    def skipped(self, skipped: tuple[int, ...], _siblings: Iterator[int]) -> tuple[int, ...]:
        """What a node skips that stops; its siblings that are not visited yet are gone once they were asked for."""
        return skipped


class HandingDown(BuggyRule):
    """A wrong rule about which bounds are handed down; where they are not shallow, the node's own."""

    hands_down = True

    def told(self, node: int, own: _Window, right: _Window) -> _Window:
        """What becomes of the window that the rule begins with."""
        return self.changed(node, right if self.shallow else own)

    def changed(self, _node: int, _window: _Window) -> _Window:
        """What the child is told in its place."""
        raise NotImplementedError


class NoInherit(HandingDown):
    """No bound is handed down."""

    def changed(self, _node: int, _window: _Window) -> _Window:
        """The window that says nothing."""
        return self.widest


class AlphaOnly(HandingDown):
    """Only alpha is handed down."""

    def changed(self, _node: int, window: _Window) -> _Window:
        """Alpha, and no beta."""
        return window[0], self.widest[1]


class BetaOnly(HandingDown):
    """Only beta is handed down."""

    def changed(self, _node: int, window: _Window) -> _Window:
        """Beta, and no alpha."""
        return self.widest[0], window[1]


class Leak(HandingDown):
    """The bounds of a finished child stay, instead of those its parent had."""

    def __init__(self, convention: Convention) -> None:
        super().__init__(convention)
        self._left: dict[int, _Window] = {}

    def changed(self, node: int, window: _Window) -> _Window:
        """The window, narrowed by the last one of the child before."""
        left = self._left.get(node)
        return window if left is None else (max(window[0], left[0]), min(window[1], left[1]))

    def finish(self, parent: int, window: _Window) -> None:
        """Remember it for the next child."""
        self._left[parent] = window


class LateCut(BuggyRule):
    """One more child is visited where the node could stop."""

    def __init__(self, convention: Convention) -> None:
        super().__init__(convention)
        self._late: set[int] = set()

    def stops(self, node: int, kind: Kind, best: Any, told: list[Any], alpha: Any, beta: Any) -> bool:
        """Not the first time it could."""
        if not super().stops(node, kind, best, told, alpha, beta):
            return False
        is_late = node in self._late
        self._late.add(node)
        return is_late


class ParentSkip(BuggyRule):
    """A cut skips the remaining children of the parent, too."""

    def skipped(self, skipped: tuple[int, ...], siblings: Iterator[int]) -> tuple[int, ...]:
        """Its own children and its siblings, if it skips any child at all."""
        return (*skipped, *siblings) if skipped else skipped


class WrongDirection(BuggyRule):
    """The comparison with a bound is turned round."""

    def stops(self, _node: int, kind: Kind, best: Any, told: list[Any], _alpha: Any, _beta: Any) -> bool:
        """Whether its value has not reached the bound it was told."""
        if kind is Kind.MAX:
            bound, has_bound, passed = told[1], told[1] < self.widest[1], best < told[1]
        elif kind is Kind.MIN:
            bound, has_bound, passed = told[0], told[0] > self.widest[0], best > told[0]
        else:
            return False
        return bool(has_bound and (passed or (best == bound and not self.strict)))


BUGGY_RULES: Mapping[str, type[BuggyRule]] = {
    "alpha-only": AlphaOnly,
    "beta-only": BetaOnly,
    "no-inherit": NoInherit,
    "late-cut": LateCut,
    "parent-skip": ParentSkip,
    "wrong-direction": WrongDirection,
    "leak": Leak,
}
"""The slips a search can make, by name."""

SLIPS = tuple(BUGGY_RULES)
"""Their names."""
