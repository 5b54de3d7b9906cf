"""What can be wanted of a tree, each wish with an exact test on a solution and the same test on a batch.

Vocabulary

    want        a wish by its name, with an argument: `pruned=5..8`, `best=last`, `deep-cut`
    condition   a measure and the range it has to lie in; most wants are one condition
    distance    how far a tree is from a wish, 0 where it holds; it ranks near misses and has no unit
"""

from collections.abc import Callable, Mapping
from math import ceil, floor
from typing import Any, NamedTuple

from treesolve.analysis.misconception import CODES, codes_about
from treesolve.analysis.payoff_misconceptions import PAYOFF_CODES
from treesolve.exercises.difficulty import scale
from treesolve.exercises.discrimination import CORRECT, Together, inseparable_groups
from treesolve.grading.marking_scheme import AnswerKey
from treesolve.grading.rubric import Rubric
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.number import INFINITY, Number
from treesolve.model.tree import Tree
from treesolve.notation.number_text import write_number
from treesolve.search.lecture_rules import same_search
from treesolve.search.metrics import DIFFERENT, measured
from treesolve.search.solution import Solution

WANTS: Mapping[str, str] = {
    "pruned": "share",
    "subtree-cut": "count",
    "alpha-cut": "count",
    "beta-cut": "count",
    "deep-cut": "count",
    "last-level-only": "nothing",
    "uncut-first": "nothing",
    "unique-best": "nothing",
    "unique-play": "nothing",
    "tie": "count",
    "outcomes": "range",
    "best": "place",
    "value": "player-range",
    "lectures-agree": "lectures",
    "lectures-differ": "two-lectures",
    "separates": "codes",
    "events": "range",
    "changes": "range",
    "distractors": "range",
    "difficulty": "percentile",
    "star1-cut": "count",
    "star2-cut": "count",
    "integer-values": "nothing",
    "best-differs-from-unweighted": "nothing",
}
"""The names of all wants, each with the form of its argument.

"range": a number or a range, such as 5, 5..8, 5.. or ..8; "share": the same, or percents of the leaves; "percentile":
the same, or percents of all trees of the shape; "count": a range or nothing, which is at least one; "place": a number
counted from 1 on the left, "first" or "last"; "player-range": a range, with a colon behind P1, P2 ... where there are
several players; "lectures": names of lectures between commas, or nothing for all that
cut; "two-lectures": at least two names; "codes": misconceptions between commas, or "all"; "nothing": no argument. What
each means is told in the templates.
"""

OF_CHANCE = ("star1-cut", "star2-cut", "integer-values", "best-differs-from-unweighted")
"""The wants about chance nodes."""

OF_PAYOFFS = ("outcomes",)
"""The wants about what several players get."""

OF_TWO_PLAYERS = (*OF_CHANCE, "alpha-cut", "beta-cut", "deep-cut", "lectures-agree", "lectures-differ")
"""The wants that mean nothing where several players have payoffs: nobody has bounds, and chance does not play."""

OF_CUTS = ("pruned", "subtree-cut", "alpha-cut", "beta-cut", "deep-cut", "last-level-only", "star1-cut", "star2-cut")
"""The wants about what is cut: with them, chance nodes have limits."""

LAST = -1
"""The place of the last child, wherever that is."""

CUTTING = tuple(convention.id for convention in CONVENTIONS.values() if convention.cuts)
"""The lectures that are compared where none are named."""


class Condition(NamedTuple):
    """A measure and the least and greatest number it may come to."""

    measure: str
    low: Number
    high: Number

    def distance(self, number: Any) -> Any:
        """How far a number, or each of an array, lies outside the range."""
        outside = number - number
        if self.low != -INFINITY:
            outside = outside + (self.low - number) * (number < self.low)
        if self.high != INFINITY:
            outside = outside + (number - self.high) * (number > self.high)
        return outside


CONDITIONS: Mapping[str, tuple[Condition, ...]] = {
    "last-level-only": (Condition("cuts", 1, INFINITY), Condition("upper-cuts", 0, 0)),
    "uncut-first": (Condition("first-pruned", 0, 0),),
    "unique-best": (Condition("equal-moves", 1, 1),),
    "unique-play": (Condition("ties", 0, 0),),
    "integer-values": (Condition("fractions", 0, 0),),
    "best-differs-from-unweighted": (Condition("overruled", 1, 1),),
}
"""What the wants without an argument say of every tree."""


class Want(NamedTuple):
    """A wish: its name, the range of its number, and the names of lectures or codes it is about.

    With `percent` the range is one of percents, of the leaves or of all trees. `excused` are groups of codes that need
    not be told apart, `parts` the questions of the exercise that separate, empty for those asked anyway. The text of
    a want is what `want_text` reads.
    """

    name: str
    low: Number = 1
    high: Number = INFINITY
    percent: bool = False
    names: tuple[str, ...] = ()
    excused: Together = ()
    parts: tuple[str, ...] = ()

    def __str__(self) -> str:
        form = WANTS[self.name]
        if form == "nothing" or (form == "count" and (self.low, self.high) == (1, INFINITY)):
            return self.name
        if form in ("lectures", "two-lectures", "codes"):
            names = ",".join(self.names) or ("all" if form == "codes" else "")
            return f"{self.name}={names}" if names else self.name
        if form == "place":
            return f"{self.name}={'last' if self.low == LAST else self.low}"
        whose = f"{self.names[0]}:" if self.names else ""
        return f"{self.name}={whose}{_range_text(self.low, self.high, '%' if self.percent else '')}"

    @property
    def player(self) -> int:
        """Whose payoff is meant, counted from 1; 0 where nobody says."""
        return int(self.names[0].removeprefix("P")) if self.name == "value" and self.names else 0

    @property
    def measure(self) -> str:
        """The measure whose number the want is about."""
        return "score" if self.name == "difficulty" else f"{self.name}s" if WANTS[self.name] == "count" else self.name

    def conditions(self, tree: Tree, convention: Convention) -> tuple[Condition, ...]:
        """The want as conditions on trees of the given one's form; none for those that no measure says."""
        if self.name in CONDITIONS:
            return CONDITIONS[self.name]
        if self.name in ("value", "separates"):
            return ()
        if self.name == "best":
            place = len(tree.children[0]) if self.low == LAST else self.low
            return (Condition("best", place, place),)
        if self.name.startswith("lectures-"):
            measure = DIFFERENT + ",".join(self.names or CUTTING)
            return (Condition(measure, *((0, 0) if self.name == "lectures-agree" else (1, INFINITY))),)
        return (Condition(self.measure, *self._range_for_tree(tree, convention)),)

    def _range_for_tree(self, tree: Tree, convention: Convention) -> tuple[Number, Number]:
        if not self.percent:
            return _rounded_to_whole(self.low, ceil), _rounded_to_whole(self.high, floor)
        if self.name == "difficulty":
            return scale(tree, convention).between(self.low, self.high)
        leaves = len(tree.leaves)
        return -(-leaves * self.low // 100), leaves * self.high // 100

    def holds(self, solution: Solution) -> bool:
        """Whether the solved tree is as wanted; exact."""
        return self.distance(solution) == 0

    def distance(self, solution: Solution) -> Number:
        """How far the solved tree is from the want: 0 where it holds, else more than 0."""
        if self.name == "value":
            value = self.value_of(solution)
            outside: Number = INFINITY if value is None else Condition("value", self.low, self.high).distance(value)
            return outside
        if self.name == "separates":
            return len(self.confused(solution))
        conditions = self.conditions(solution.tree, solution.convention)
        numbers = measured(solution, [condition.measure for condition in conditions])
        distances: list[Number] = [condition.distance(numbers[condition.measure]) for condition in conditions]
        return sum(distances)

    def met(self, solution: Solution) -> "Want | None":
        """The nearest want of this name that the solved tree meets: itself, or one with the tree's own number.

        None where it has none.

        >>> from treesolve.notation.reader import read
        >>> from treesolve.search.solution import solve
        >>> str(Want("pruned", 2, 2).met(solve(read("((6 5) (2 9))"))))
        'pruned=1'
        """
        if self.holds(solution):
            return self
        if self.name == "value":
            value = self.value_of(solution)
            return None if value is None else self._replace(low=value, high=value)
        if WANTS[self.name] not in ("range", "share", "count", "percentile", "place"):
            return None
        (condition,) = self.conditions(solution.tree, solution.convention)
        number = measured(solution, [condition.measure])[condition.measure]
        return Want(self.name, number, number)

    def value_of(self, solution: Solution) -> Number | None:
        """What the root is worth, to whom it is about; None where unknown leaves leave it open."""
        value: Any = solution.value
        return value[self.player - 1] if self.player else None if value is None else solution.worth(value)

    def confused(self, solution: Solution) -> frozenset[tuple[str, str]]:
        """The pairs of misconceptions that the solved tree should tell apart, and does not."""
        codes = self.names or codes_about(solution)
        rubric = Rubric(points=dict.fromkeys(self.parts, 1))
        return pairs(inseparable_groups(AnswerKey(solution.tree, solution.convention, rubric), codes)) - pairs(
            self.excused
        )


def is_about_cuts(want: Want) -> bool:
    """Whether a want is one for something that is cut."""
    return want.name in OF_CUTS and (want.name == "last-level-only" or want.low > 0)


def is_about_ties(want: Want) -> bool:
    """Whether a want is one for leaves that are alike."""
    return (want.name == "tie" and want.low > 0) or (want.name == "outcomes" and want.low > 1)


def is_only_of_ties(want: Want) -> bool:
    """Whether a want is one for what only happens where leaves are alike, though it does not speak of them."""
    if want.name == "separates":
        return bool(want.names) and {"strict-cut", "equal-cut"}.issuperset(want.names)
    if want.name != "lectures-differ":
        return False
    first, *others = (CONVENTIONS[name] for name in want.names)
    first, *others = (one._replace(cut=">=") if one.cuts else one for one in (first, *others))
    return all(same_search(first, other) for other in others)


def pairs(together: Together) -> frozenset[tuple[str, str]]:
    """All pairs of codes that stand in a group together; CORRECT is first in its pairs."""
    ranked = {code: number for number, code in enumerate((CORRECT, *CODES, *PAYOFF_CODES))}
    return frozenset(
        (one, other) for group in together for one in group for other in group if ranked[one] < ranked[other]
    )


def _rounded_to_whole(number: Number, rounded: Callable[[Any], int]) -> Number:
    """The number as a whole one; beyond what any tree comes to, it need not be exact to be out of reach."""
    return number if abs(number) == INFINITY else max(-_OUT_OF_REACH, min(_OUT_OF_REACH, rounded(number)))


_OUT_OF_REACH = 10**8


def _range_text(low: Number, high: Number, unit: str) -> str:
    if low == high:
        return write_number(low) + unit
    ends = ("" if abs(end) == INFINITY else write_number(end) + unit for end in (low, high))
    return "..".join(ends)
