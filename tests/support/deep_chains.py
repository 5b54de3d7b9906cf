"""Deep chains of nodes of every kind, searched one after the other; run as a program, for a crash ends the process.

    python -m tests.support.deep_chains 100000

It prints a line for each search that came back from the bottom, and fails where the recursion limit was not put back.
"""

import sys
from collections.abc import Callable, Mapping
from threading import Thread
from typing import Any

from treesolve.model.convention import CONVENTIONS
from treesolve.model.kind import Kind
from treesolve.model.number import Unknown
from treesolve.model.tree import Tree
from treesolve.search.maxn import solve_maxn
from treesolve.search.memoryless_search import search_memoryless
from treesolve.search.search import Unsolvable, search

DEPTH = int(sys.argv[1]) if __name__ == "__main__" else 0
AIMA, LANG = CONVENTIONS["aima"], CONVENTIONS["lang"]
STAR2 = AIMA._replace(chance="star2")
PLAYERS, GAMBLE = (Kind.MAX, Kind.MIN), (Kind.MAX, Kind.CHANCE, Kind.MIN, Kind.CHANCE)


def chain(kinds: tuple[Kind, ...], bottom: Any = 5, **headers: Any) -> Tree:
    """Nodes of these kinds by turns, each the only child of the one before, and a leaf at the bottom."""
    all_kinds = tuple(kinds[depth % len(kinds)] for depth in range(DEPTH))
    children = tuple((depth + 1,) for depth in range(DEPTH))
    return Tree((*all_kinds, Kind.LEAF), (None,) * DEPTH + (bottom,), (*children, ()), **headers)


def probed_chain() -> Tree:
    """MAX, chance and MIN by turns, where each MIN has a leaf before the next MAX, so that Star2 probes it."""
    kinds: list[Kind] = []
    children: list[tuple[int, ...]] = []
    for _ in range(DEPTH // 4):
        first = len(kinds)
        kinds += [Kind.MAX, Kind.CHANCE, Kind.MIN, Kind.LEAF]
        children += [(first + 1,), (first + 2,), (first + 3, first + 4), ()]
    values = [9 if kind is Kind.LEAF else None for kind in kinds]
    return Tree((*kinds, Kind.LEAF), (*values, 5), (*children, ()), bounds=(0, 10))


class NoTable:
    """A table that knows nothing and keeps nothing."""

    def look_up(self, *_asked: Any) -> None:
        """Nothing."""

    def store(self, *_found: Any) -> None:
        """Forget it."""


def refused() -> Unsolvable:
    """What comes up from an unknown leaf at the bottom."""
    try:
        search(chain(PLAYERS, Unknown("x")), AIMA)
    except Unsolvable as refusal:
        return refusal
    raise AssertionError


def at_the_same_time() -> bool:
    """Two searches in threads of their own."""
    found: list[Any] = []
    threads = [Thread(target=lambda: found.append(search(chain(PLAYERS), AIMA).returned[0])) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found == [5, 5]


SEARCHES: Mapping[str, Callable[[], Any]] = {
    "players": lambda: search(chain(PLAYERS), AIMA).returned[0] == 5,
    "shallow bounds": lambda: search(chain(PLAYERS), LANG).returned[0] == 5,
    "no bounds": lambda: search(chain(PLAYERS), CONVENTIONS["minimax"]).returned[0] == 5,
    "chance": lambda: search(chain((Kind.CHANCE,)), AIMA).returned[0] == 5,
    "Star1": lambda: search(chain(GAMBLE, bounds=(0, 10)), AIMA).returned[0] == 5,
    "Star2": lambda: search(chain(GAMBLE, bounds=(0, 10)), STAR2).returned[0] == 5,
    "Star2 with probes": lambda: len(search(probed_chain(), STAR2).probes) == DEPTH // 4,
    "wrong rules": lambda: search(chain(GAMBLE), LANG, "leak").returned[0] == 5,
    "a wrong rule around nodes": lambda: search(chain(PLAYERS), LANG, "parent-skip", {DEPTH - 1: 3}).returned[0] == 3,
    "written values": lambda: search(chain(PLAYERS), AIMA, None, {DEPTH - 1: 3}).returned[0] == 3,
    "a table": lambda: search_memoryless(chain(PLAYERS), LANG, NoTable()).value == 5,
    "max^n": lambda: solve_maxn(chain((Kind.P1, Kind.P2), (1, 2), bounds=(0, 3), total=3)).returned(0) == (1, 2),
    "an unknown leaf": lambda: refused().node == DEPTH,
    "two threads": at_the_same_time,
}
"""Each search as what must hold of it."""


def main() -> None:
    """Search all of them."""
    usual = sys.getrecursionlimit()
    for name, is_right in SEARCHES.items():
        assert is_right(), name
        assert sys.getrecursionlimit() == usual, name
        print(name, flush=True)


if __name__ == "__main__":
    main()
