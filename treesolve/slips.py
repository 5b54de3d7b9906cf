"""Rules that no lecture teaches, but students follow; the search can make each of them, to see what comes of it.

Vocabulary

    slip        such a rule
    window      the interval (alpha, beta) in which the value of a node still matters
    told        the window a node was entered with
    widest      the window that says nothing
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from treesolve.tree import Kind

SLIPS = ("alpha-only", "beta-only", "no-inherit", "late-cut", "parent-skip", "wrong-direction", "leak")
"""The slips a search can make.

"alpha-only", "beta-only": only one of the two bounds is handed down. "no-inherit": neither is. "late-cut": one more
child is visited where the node could stop. "parent-skip": a cut skips the remaining children of the parent, too.
"wrong-direction": the comparison with a bound is turned round. "leak": the bounds of a finished child stay, instead of
those the parent had.
"""


class OneMore(Iterator[int]):
    """The remaining children of a node that could have stopped already: one more is visited."""

    def __init__(self, remaining: Iterator[int]) -> None:
        self._remaining = remaining

    def __next__(self) -> int:
        return next(self._remaining)


_Window = tuple[Any, Any]


def _leaked(given: _Window, _widest: _Window, finished: _Window | None) -> _Window:
    """What a child is told where the bounds of the last child stay."""
    return given if finished is None else (max(given[0], finished[0]), min(given[1], finished[1]))


HANDING_DOWN: Mapping[str, Callable[[_Window, _Window, _Window | None], _Window]] = {
    "alpha-only": lambda given, widest, _: (given[0], widest[1]),
    "beta-only": lambda given, widest, _: (widest[0], given[1]),
    "no-inherit": lambda _, widest, __: widest,
    "leak": _leaked,
}
"""What a child is told in those slips: from the right window, the widest one, and the last window of the last child."""


def stops_wrongly(kind: Kind, best: Any, told: list[Any], widest: _Window, strict: bool) -> bool:
    """Whether a node stops that compares its value with the bound it was told, but the wrong way round."""
    if kind is Kind.MAX:
        bound, has_bound, passed = told[1], told[1] < widest[1], best < told[1]
    elif kind is Kind.MIN:
        bound, has_bound, passed = told[0], told[0] > widest[0], best > told[0]
    else:
        return False
    return bool(has_bound and (passed or (best == bound and not strict)))
