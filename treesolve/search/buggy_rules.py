"""Rules that no lecture teaches, but students follow; the search can make each of them, to see what comes of it.

Vocabulary

    slip        a rule that no lecture teaches, but students follow
    told        the window a node was entered with
    widest      the window that says nothing
    seen        the weights of the children of a chance node whose values have come, added up
"""

from collections.abc import Iterator, Mapping
from typing import Any

from treesolve.model.convention import Convention
from treesolve.model.number import reduced
from treesolve.model.tree import Kind
from treesolve.search.average import Average, ExchangedLimits
from treesolve.search.game_tree import Searchable

_Window = tuple[Any, Any]


class BuggyRule:
    """The rules a search asks for where one of them is wrong; here they are the right ones.

    `hands_down` says that what a child is told is not what the lecture would tell it, `through_chance` that a chance
    node keeps the bounds it is told, `average` what becomes of averages between limits.
    """

    hands_down = through_chance = False
    average: type[Average] = Average

    def __init__(self, tree: Searchable, convention: Convention) -> None:
        self.tree = tree
        self.cutting, self.strict = convention.cuts, convention.cut == ">"
        self.widest = convention.widest

    def told(self, _node: int, right: _Window) -> _Window:
        """What a child of the node is told, where it should be told `right`."""
        return right

    def finish(self, parent: int, window: _Window) -> None:
        """Know the last window of a node that hands its value to the parent."""

    def stops(self, _node: int, _child: int, _kind: Kind, _best: Any, _told: list[Any], alpha: Any, beta: Any) -> bool:
        """Whether a node stops now that the value of a child has arrived."""
        return alpha >= beta and self.cutting and (alpha > beta or not self.strict)

    def skipped(self, skipped: tuple[int, ...], _siblings: Iterator[int]) -> tuple[int, ...]:
        """What a node skips that stops; its siblings that are not visited yet are gone once they were asked for."""
        return skipped

    def average_so_far(self, _node: int, best: Any) -> Any:
        """What a chance node returns that stops although there are no limits; `best` is its sum."""
        return best


class NoInherit(BuggyRule):
    """No bound is handed down."""

    hands_down = True

    def told(self, _node: int, _right: _Window) -> _Window:
        """The window that says nothing."""
        return self.widest


class AlphaOnly(BuggyRule):
    """Only alpha is handed down."""

    hands_down = True

    def told(self, _node: int, right: _Window) -> _Window:
        """Alpha, and no beta."""
        return right[0], self.widest[1]


class BetaOnly(BuggyRule):
    """Only beta is handed down."""

    hands_down = True

    def told(self, _node: int, right: _Window) -> _Window:
        """Beta, and no alpha."""
        return self.widest[0], right[1]


class Leak(BuggyRule):
    """The bounds of a finished child stay, instead of those its parent had."""

    hands_down = True

    def __init__(self, tree: Searchable, convention: Convention) -> None:
        super().__init__(tree, convention)
        self._left: dict[int, _Window] = {}

    def told(self, node: int, right: _Window) -> _Window:
        """The window, narrowed by the last one of the child before."""
        left = self._left.get(node)
        return right if left is None else (max(right[0], left[0]), min(right[1], left[1]))

    def finish(self, parent: int, window: _Window) -> None:
        """Remember it for the next child."""
        self._left[parent] = window


class LateCut(BuggyRule):
    """One more child is visited where the node could stop."""

    def __init__(self, tree: Searchable, convention: Convention) -> None:
        super().__init__(tree, convention)
        self._late: set[int] = set()

    def stops(self, node: int, child: int, kind: Kind, best: Any, told: list[Any], alpha: Any, beta: Any) -> bool:
        """Not the first time it could."""
        if not super().stops(node, child, kind, best, told, alpha, beta):
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

    def stops(self, _node: int, _child: int, kind: Kind, best: Any, told: list[Any], _alpha: Any, _beta: Any) -> bool:
        """Whether its value has not reached the bound it was told."""
        if kind is Kind.MAX:
            bound, has_bound, passed = told[1], told[1] < self.widest[1], best < told[1]
        elif kind is Kind.MIN:
            bound, has_bound, passed = told[0], told[0] > self.widest[0], best > told[0]
        else:
            return False
        return bool(has_bound and (passed or (best == bound and not self.strict)))


class BoundsThroughChance(BuggyRule):
    """A chance node hands the bounds it is told to its children, as if their values were its own."""

    through_chance = True


class CutWithoutLimits(BuggyRule):
    """A chance node stops where the average of the children seen so far has reached a bound, whatever may come."""

    def __init__(self, tree: Searchable, convention: Convention) -> None:
        super().__init__(tree, convention)
        self._seen: dict[int, Any] = {}

    def stops(self, node: int, child: int, kind: Kind, best: Any, told: list[Any], alpha: Any, beta: Any) -> bool:
        """At chance nodes by the average so far."""
        if kind is not Kind.CHANCE:
            return super().stops(node, child, kind, best, told, alpha, beta)
        self._seen[node] = self._seen.get(node, 0) + self.tree.weight(child)
        average = self.average_so_far(node, best)
        if self.strict:
            return bool(average < told[0] or average > told[1])
        return bool(average <= told[0] or average >= told[1])

    def average_so_far(self, node: int, best: Any) -> Any:
        """The sum by the weights seen; children without any weight do not count."""
        seen = self._seen[node]
        return reduced(best / seen) if seen and not isinstance(best, float) else best


class LimitsExchanged(BuggyRule):
    """What is left of a chance node is taken for the least where it should be the greatest, and the other way round."""

    average = ExchangedLimits


BUGGY_RULES: Mapping[str, type[BuggyRule]] = {
    "alpha-only": AlphaOnly,
    "beta-only": BetaOnly,
    "no-inherit": NoInherit,
    "late-cut": LateCut,
    "parent-skip": ParentSkip,
    "wrong-direction": WrongDirection,
    "leak": Leak,
    "cut-without-limits": CutWithoutLimits,
    "bounds-through-chance": BoundsThroughChance,
    "limits-exchanged": LimitsExchanged,
}
"""The slips a search can make, by name."""

SLIPS = tuple(BUGGY_RULES)
"""Their names."""
