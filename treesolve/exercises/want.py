"""What can be wanted of a tree: wishes as people write them, each with an exact test on a solution and on a batch.

Vocabulary

    want        a wish by its name, with an argument: `pruned=5..8`, `best=last`, `deep-cut`
    condition   a measure and the range it has to lie in; most wants are one condition
    distance    how far a tree is from a wish, 0 where it holds; it ranks near misses and has no unit
"""

import re
from collections.abc import Callable, Iterable, Mapping
from math import ceil, floor
from typing import Any, NamedTuple

from treesolve.analysis.misconception import CODES
from treesolve.analysis.payoff_misconceptions import PAYOFF_CODES
from treesolve.exercises.difficulty import scale
from treesolve.exercises.discrimination import Together, confused_pairs, pairs
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.number import INFINITY, Number
from treesolve.model.problem import InputError, Problem, nearest
from treesolve.model.tree import Tree
from treesolve.notation.number_text import read_number, write_number
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

Percents are of the leaves where a "share" is asked for, and of all trees of the shape where it is a "percentile"; a
"count" without a number is at least one; a "place" is counted from 1 on the left; "lectures" without a name are all
that cut. What each want means is told in the templates.
"""

_ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "range": ("=5", "=5..8", "=5..", "=..8"),
    "player-range": ("=5", "=5..8", "=5..", "=..8", "=P2:5..8"),
    "share": ("=5", "=5..8", "=10%..30%"),
    "percentile": ("=60%..80%", "=40..60"),
    "count": ("", "=2", "=1..3"),
    "place": ("=2", "=first", "=last"),
    "lectures": ("", "=haw,lang"),
    "two-lectures": ("=haw,cs188",),
    "codes": ("=all", "=strict-cut,leak"),
    "nothing": ("",),
}
"""How an argument of each form is written."""

_NAMED = ("lectures", "two-lectures", "codes")

LAST = -1
"""The place of the last child, wherever that is."""


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
    a want is what `read_want` reads.
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
        if form in _NAMED:
            names = ",".join(self.names) or ("all" if form == "codes" else "")
            return f"{self.name}={names}" if names else self.name
        if form == "place":
            return f"{self.name}={'last' if self.low == LAST else self.low}"
        whose = f"{self.names[0]}:" if self.names else ""
        unit = "%" if self.percent else ""
        ends = ["" if abs(end) == INFINITY else write_number(end) + unit for end in (self.low, self.high)]
        return f"{self.name}={whose}{ends[0] if self.low == self.high else '..'.join(ends)}"

    @property
    def player(self) -> int:
        """Whose payoff is meant, counted from 1; 0 where nobody says."""
        return int(self.names[0].removeprefix("P")) if self.name == "value" and self.names else 0

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
            cutting = (convention.id for convention in CONVENTIONS.values() if convention.cuts)
            measure = DIFFERENT + ",".join(self.names or cutting)
            return (Condition(measure, *((0, 0) if self.name == "lectures-agree" else (1, INFINITY))),)
        measure = f"{self.name}s" if WANTS[self.name] == "count" else {"difficulty": "score"}.get(self.name, self.name)
        return (Condition(measure, *self._range_for_tree(tree, convention)),)

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
        distance: Number = sum(condition.distance(numbers[condition.measure]) for condition in conditions)
        return distance

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
        return confused_pairs(solution, self.names, self.parts) - pairs(self.excused)


def _rounded_to_whole(number: Number, rounded: Callable[[Any], int]) -> Number:
    """The number as a whole one; beyond what any tree comes to, it need not be exact to be out of reach."""
    return number if abs(number) == INFINITY else max(-(10**8), min(10**8, rounded(number)))


def examples(name: str) -> tuple[str, ...]:
    """How a wish of that name can be written.

    >>> examples("best")
    ('best=2', 'best=first', 'best=last')
    """
    return tuple(name + argument for argument in _ARGUMENTS[WANTS[name]])


def read_want(text: str) -> Want:
    """The want a text stands for, such as "pruned=5..8". Raises InputError where it is none.

    >>> read_want("deep-cut=2"), str(read_want("pruned=10%..30%"))
    (Want(name='deep-cut', low=2, high=2, percent=False, names=(), excused=(), parts=()), 'pruned=10%..30%')
    """
    name, mark, argument = (part.strip() for part in text.partition("="))
    if name not in WANTS:
        facts = {"text": name, "nearest": nearest(name, tuple(WANTS)), "known": ", ".join(WANTS)}
        raise InputError((Problem("unknown-want", None, facts),))
    form = WANTS[name]
    if bool(argument) is not bool(mark) or not (argument or "" in _ARGUMENTS[form]) or (form == "nothing" and argument):
        raise _want_is_unreadable(name, argument)
    if not argument:
        return Want(name)
    if form in _NAMED:
        return _want_of_names(name, form, tuple(part.strip() for part in argument.split(",")))
    if form == "place":
        return _want_of_place(name, argument)
    whose = re.fullmatch(r"P([1-9])\s*:(.*)", argument) if form == "player-range" else None
    want = _want_of_range(name, form, whose[2].strip() if whose else argument)
    return want._replace(names=(f"P{whose[1]}",)) if whose else want


def read_wants(texts: Iterable[str]) -> tuple[Want, ...]:
    """The wants the texts stand for. Raises InputError with all that is wrong in them."""
    wants: list[Want] = []
    problems: list[Problem] = []
    for text in texts:
        try:
            wants.append(read_want(text))
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(tuple(problems))
    return tuple(wants)


def _want_is_unreadable(name: str, argument: str) -> InputError:
    facts = {"name": name, "text": argument, "examples": ", ".join(examples(name))}
    return InputError((Problem("want-form", None, facts),))


def _want_of_names(name: str, form: str, names: tuple[str, ...]) -> Want:
    if names == ("all",) and form != "two-lectures":
        return Want(name)
    known = (*CODES, *PAYOFF_CODES) if form == "codes" else tuple(CONVENTIONS)
    for one in names:
        if one not in known:
            facts = {"value": one, "nearest": nearest(one, known), "known": ", ".join(known)}
            raise InputError((Problem("unknown-code" if form == "codes" else "unknown-lecture", None, facts),))
    if len(set(names)) < len(names) or (form == "two-lectures" and len(names) < 2):
        raise _want_is_unreadable(name, ",".join(names))
    return Want(name, names=names)


def _want_of_place(name: str, argument: str) -> Want:
    named = {"first": "1", "last": str(LAST)}
    if argument not in named and not re.fullmatch("[1-9][0-9]{0,6}", argument):
        raise _want_is_unreadable(name, argument)
    place = int(named.get(argument, argument))
    return Want(name, place, place)


def _want_of_range(name: str, form: str, argument: str) -> Want:
    low_text, dots, high_text = (part.strip() for part in argument.partition(".."))
    high_text = high_text if dots else low_text
    percent = "%" in argument
    try:
        low = read_number(low_text.rstrip("% ")) if low_text else -INFINITY
        high = read_number(high_text.rstrip("% ")) if high_text else INFINITY
    except ValueError:
        raise _want_is_unreadable(name, argument) from None
    if not (low_text or high_text) or (percent and form not in ("share", "percentile")):
        raise _want_is_unreadable(name, argument)
    if percent:
        low, high = max(low, 0), min(high, 100)
    if low > high:
        raise InputError((Problem("want-range", None, {"text": f"{name}={argument}", "low": low, "high": high}),))
    return Want(name, low, high, percent)
