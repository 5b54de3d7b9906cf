"""Constraints on generated trees, such as "pruned=5..8", with an exact test on a solved tree."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from treesolve.analysis.misconception import CODES
from treesolve.analysis.payoff_misconceptions import PAYOFF_CODES
from treesolve.authoring.discrimination import confused_pairs
from treesolve.model.convention import CONVENTIONS
from treesolve.model.number import INFINITY, Number
from treesolve.model.problem import InputError, Problem, nearest, read_each
from treesolve.notation.number_text import format_number, read_number
from treesolve.search.metrics import count_convention_differences, measure
from treesolve.search.solution import Solution

CONSTRAINTS: Mapping[str, str] = {
    "pruned": "share",
    "cuts": "range",
    "subtree-cut": "count",
    "alpha-cut": "count",
    "beta-cut": "count",
    "deep-cut": "count",
    "unique-best": "nothing",
    "unique-play": "nothing",
    "tie": "count",
    "outcomes": "range",
    "best": "position",
    "value": "player-range",
    "lectures-agree": "conventions",
    "lectures-differ": "two-conventions",
    "separates": "codes",
    "star1-cut": "count",
    "star2-cut": "count",
    "integer-values": "nothing",
    "best-differs-from-unweighted": "nothing",
}
"""The form of the argument of each constraint, by the name of the constraint.

A "share" is a number or a percentage of the leaves. A "count" may be omitted, and then means at least one. A
"position" is counted from 1, starting at the left. "conventions" may be omitted, and then means all conventions that
cut.
"""

CUT_CONSTRAINTS = ("pruned", "cuts", "subtree-cut", "alpha-cut", "beta-cut", "deep-cut", "star1-cut", "star2-cut")

_ARGUMENTS: Mapping[str, tuple[str, ...]] = {
    "range": ("=5", "=5..8", "=5..", "=..8"),
    "player-range": ("=5", "=5..8", "=5..", "=..8", "=P2:5..8"),
    "share": ("=5", "=5..8", "=10%..30%"),
    "count": ("", "=2", "=1..3"),
    "position": ("=2", "=first", "=last"),
    "conventions": ("", "=haw,lang"),
    "two-conventions": ("=haw,cs188",),
    "codes": ("=all", "=strict-cut,leak"),
    "nothing": ("",),
}
"""Examples of arguments for each form."""

_NAMED = ("conventions", "two-conventions", "codes")

_FIXED_RANGES = {"unique-best": (1, 1), "unique-play": (0, 0), "integer-values": (0, 0), "lectures-agree": (0, 0)}
"""The ranges of constraints that take no number. Without a number, other constraints require at least 1."""

LAST = -1
"""The position of the last child."""


class Constraint(NamedTuple):
    """A constraint: its name, the range it requires, and the conventions or misconceptions it names.

    With `percent`, the range is in percent of the leaves. `parts` are the parts of the exercise that must distinguish
    the misconceptions; if there are none, the default parts are used. `allowed` are pairs of misconceptions that need
    not be distinguished. Use `read_constraint` to parse a constraint.
    """

    name: str
    low: Number = 1
    high: Number = INFINITY
    percent: bool = False
    names: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    allowed: frozenset[tuple[str, str]] = frozenset()

    def __str__(self) -> str:
        form = CONSTRAINTS[self.name]
        if form == "nothing" or (form == "count" and (self.low, self.high) == (1, INFINITY)):
            return self.name
        if form in _NAMED:
            names = ",".join(self.names) or ("all" if form == "codes" else "")
            return f"{self.name}={names}" if names else self.name
        if form == "position":
            return f"{self.name}={'last' if self.low == LAST else self.low}"
        player = f"{self.names[0]}:" if self.names else ""
        unit = "%" if self.percent else ""
        ends = ["" if abs(end) == INFINITY else format_number(end) + unit for end in (self.low, self.high)]
        return f"{self.name}={player}{ends[0] if self.low == self.high else '..'.join(ends)}"

    @property
    def is_about_cuts(self) -> bool:
        """Whether the constraint requires a cut."""
        return self.name in CUT_CONSTRAINTS and self.low > 0

    @property
    def is_about_ties(self) -> bool:
        """Whether the constraint requires equal leaves."""
        return (self.name == "tie" and self.low > 0) or (self.name == "outcomes" and self.low > 1)

    @property
    def player(self) -> int:
        """The player whose payoff is constrained, counted from 1, or 0 for the player who moves first."""
        return int(self.names[0].removeprefix("P")) if self.name == "value" and self.names else 0

    @property
    def has_number(self) -> bool:
        """Whether the argument is a number or a range of numbers."""
        return CONSTRAINTS[self.name] in ("share", "range", "player-range", "count", "position")

    def holds(self, solution: Solution) -> bool:
        """Return whether the solved tree meets the constraint."""
        return self.violation(solution) == 0

    def violation(self, solution: Solution) -> Number:
        """Return how far the solved tree is from meeting the constraint: 0 if it meets the constraint."""
        number = self.number(solution)
        if number is None:
            return INFINITY
        low, high = self._range_for(solution)
        violation: Number = max(0, low - number, number - high)
        return violation

    def number(self, solution: Solution) -> Any:
        """Return the quantity that the constraint restricts, or None if this quantity depends on unknown leaves."""
        if self.name == "value":
            value: Any = solution.value
            return value[self.player - 1] if self.player else None if value is None else solution.worth(value)
        if self.name == "separates":
            return len(self.confused(solution) - self.allowed)
        if self.name.startswith("lectures-"):
            names = self.names or tuple(name for name, convention in CONVENTIONS.items() if convention.cuts)
            return count_convention_differences(solution.tree, [CONVENTIONS[name] for name in names])
        return measure(solution, self.name)

    def _range_for(self, solution: Solution) -> tuple[Number, Number]:
        leaves = len(solution.tree.leaf_ids)
        if self.percent:
            return -(-leaves * self.low // 100), leaves * self.high // 100
        if self.low == LAST and self.name == "best":
            return (last := len(solution.tree.children[0])), last
        return (0, 0) if self.name == "separates" else _FIXED_RANGES.get(self.name, (self.low, self.high))

    def confused(self, solution: Solution) -> frozenset[tuple[str, str]]:
        """Return the pairs of misconceptions that lead to the same answers about the solved tree."""
        return confused_pairs(solution, self.names, self.parts)


def examples(name: str) -> tuple[str, ...]:
    """Return examples of the constraint with this name.

    >>> examples("best")
    ('best=2', 'best=first', 'best=last')
    """
    return tuple(name + argument for argument in _ARGUMENTS[CONSTRAINTS[name]])


def read_constraint(text: str) -> Constraint:
    """Parse a constraint such as "pruned=5..8". Raises InputError if it is unknown or malformed.

    >>> str(read_constraint("deep-cut=2")), str(read_constraint("pruned = 10%..30%"))
    ('deep-cut=2', 'pruned=10%..30%')
    """
    name, equals, argument = (part.strip() for part in text.partition("="))
    if name not in CONSTRAINTS:
        facts = {"text": name, "nearest": nearest(name, tuple(CONSTRAINTS)), "known": ", ".join(CONSTRAINTS)}
        raise InputError((Problem("unknown-constraint", None, facts),))
    form = CONSTRAINTS[name]
    if (
        bool(argument) is not bool(equals)
        or not (argument or "" in _ARGUMENTS[form])
        or (form == "nothing" and argument)
    ):
        raise _unreadable(name, argument)
    if not argument:
        return Constraint(name)
    if form in _NAMED:
        return _read_names(name, form, tuple(part.strip() for part in argument.split(",")))
    if form == "position":
        return _read_position(name, argument)
    player = re.fullmatch(r"P([1-9])\s*:(.*)", argument) if form == "player-range" else None
    constraint = _read_range(name, form, player[2].strip() if player else argument)
    return constraint._replace(names=(f"P{player[1]}",)) if player else constraint


def read_constraints(texts: Iterable[str]) -> tuple[Constraint, ...]:
    """Parse several constraints. Raises an InputError that lists the mistakes in all constraints."""
    return read_each(read_constraint, texts)


def _unreadable(name: str, argument: str) -> InputError:
    facts = {"name": name, "text": argument, "examples": ", ".join(examples(name))}
    return InputError((Problem("constraint-form", None, facts),))


def _read_names(name: str, form: str, names: tuple[str, ...]) -> Constraint:
    if names == ("all",) and form != "two-conventions":
        return Constraint(name)
    known = (*CODES, *PAYOFF_CODES) if form == "codes" else tuple(CONVENTIONS)
    for one in names:
        if one not in known:
            facts = {"value": one, "nearest": nearest(one, known), "known": ", ".join(known)}
            raise InputError((Problem("unknown-code" if form == "codes" else "unknown-convention", None, facts),))
    if len(set(names)) < len(names) or (form == "two-conventions" and len(names) < 2):
        raise _unreadable(name, ",".join(names))
    return Constraint(name, names=names)


def _read_position(name: str, argument: str) -> Constraint:
    named = {"first": "1", "last": str(LAST)}
    if argument not in named and not re.fullmatch("[1-9][0-9]{0,6}", argument):
        raise _unreadable(name, argument)
    position = int(named.get(argument, argument))
    return Constraint(name, position, position)


def _read_range(name: str, form: str, argument: str) -> Constraint:
    low_text, dots, high_text = (part.strip() for part in argument.partition(".."))
    high_text = high_text if dots else low_text
    percent = "%" in argument
    try:
        low = read_number(low_text.rstrip("% ")) if low_text else -INFINITY
        high = read_number(high_text.rstrip("% ")) if high_text else INFINITY
    except ValueError:
        raise _unreadable(name, argument) from None
    if not (low_text or high_text) or (percent and form != "share"):
        raise _unreadable(name, argument)
    if percent:
        low, high = max(low, 0), min(high, 100)
    if low > high:
        raise InputError((Problem("constraint-range", None, {"text": f"{name}={argument}", "low": low, "high": high}),))
    return Constraint(name, low, high, percent)
