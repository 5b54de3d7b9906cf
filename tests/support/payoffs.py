"""Trees with payoffs for several players, and what is right there by code that shares nothing with the program."""

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import product
from typing import Any, NamedTuple

from treesolve.model.tree import Tree
from treesolve.notation.reader import read

MAX_WAYS = 400
"""In a tree with more ways to decide ties not all of them are gone through."""

Payoffs = tuple[int, ...]


def payoffs_tree(text: str) -> Tree:
    """Return a tree with payoffs."""
    return read(text, payoffs=True)


def grown(
    rng: random.Random, players: int, most: int, headers: str = "", least: int = 0, depth: int = 5, width: int = 3
) -> Tree:
    """Return a random tree whose payoffs are at least `least`, and add up to no more than `most` above that."""

    def leaf() -> str:
        cuts = sorted(rng.randint(0, most) for _ in range(players))
        parts = [least + high - low for low, high in zip([0, *cuts], cuts, strict=False)]
        return "<" + ", ".join(map(str, parts)) + ">"

    def node(left: int, *, is_stated: bool) -> str:
        if not left or (left < depth and rng.random() < 0.12):
            return leaf()
        mover, are_stated = f"P{rng.randint(1, players)} " if is_stated else "", rng.random() < 0.25
        return f"{mover}({' '.join(node(left - 1, is_stated=are_stated) for _ in range(rng.randint(1, width)))})"

    return payoffs_tree(f"{headers}tree: {node(depth, is_stated=rng.random() < 0.25)}")


def with_ties(rng: random.Random, *, cuts: bool, players: int | None = None, depth: int = 3, width: int = 3) -> Tree:
    """Return a random tree with small payoffs, in which there are many ties; with the headers that make cuts
    possible.
    """
    players, most = players or rng.randint(2, 4), rng.randint(2, 5)
    headers = f"bounds: 0 {most}\nsum: {most}\n" if cuts else ""
    return grown(rng, players, most, headers, depth=depth, width=width)


def mover(tree: Tree, node: int) -> int:
    """Return the number of the player who moves, from 0."""
    return int(tree.kinds[node].value[1:]) - 1


class Way(NamedTuple):
    """One backward induction: the payoffs of all nodes, and the child that is taken at each inner one."""

    payoffs: Mapping[int, Payoffs]
    taken: Mapping[int, int]


def ways(tree: Tree, node: int = 0) -> Iterator[Way]:
    """All backward inductions: at each node each of the best children is taken."""
    if not tree.children[node]:
        yield Way({node: tree.values[node]}, {})  # type: ignore[dict-item]
        return
    player = mover(tree, node)
    for below in product(*(list(ways(tree, child)) for child in tree.children[node])):
        payoffs = {at: each for way in below for at, each in way.payoffs.items()}
        taken = {at: child for way in below for at, child in way.taken.items()}
        best = max(payoffs[child][player] for child in tree.children[node])
        for child in tree.children[node]:
            if payoffs[child][player] == best:
                yield Way(payoffs | {node: payoffs[child]}, taken | {node: child})


def count_of_ways(tree: Tree) -> int:
    """More than so many ways there are not: each node could take any child."""
    count = 1
    for children in tree.children:
        count *= max(1, len(children))
    return count


class Searched(NamedTuple):
    """What somebody does who searches with shallow cuts: leaves and inner nodes in turn, what arrived better, the cuts.

    `cuts` are nodes with what they skipped, `seen` the best payoffs that were seen there.
    """

    leaves: list[int]
    visited: list[int]
    better: list[bool]
    cuts: list[tuple[int, tuple[int, ...]]]
    seen: dict[int, Payoffs]
    payoffs: Payoffs

    @property
    def skipped(self) -> list[int]:
        """All that was skipped."""
        return [one for _, rest in self.cuts for one in rest]


def searched(tree: Tree, way: Way | None = None) -> Searched:
    """Return the search of somebody who decides ties in a way, or takes the first of several best children.

    Without the headers nothing is cut.
    """
    leaves, visited = list[int](), list[int]()
    better, cuts, seen = list[bool](), list[tuple[int, tuple[int, ...]]](), dict[int, Payoffs]()

    def walk(node: int, above: int | None, has: Any) -> Any:
        if not tree.children[node]:
            leaves.append(node)
            return tree.values[node]
        visited.append(node)
        player, best = mover(tree, node), None
        for number, child in enumerate(tree.children[node]):
            found = walk(child, player, best and best[player])
            better.append(best is None or found[player] > best[player])
            best = found if better[-1] else best
            rest = tree.children[node][number + 1 :]
            may_cut = rest and has is not None and above != player and tree.bounds and tree.total is not None
            if may_cut and tree.total - best[player] - (len(best) - 2) * tree.bounds[0] <= has:
                cuts.append((node, rest))
                seen[node] = best
                break
        return way.payoffs[node] if way else best

    payoffs = walk(0, None, None)
    return Searched(leaves, visited, better, cuts, seen, payoffs)


def induced(tree: Tree) -> list[Any]:
    """Return the payoffs of every node without cuts, from the last node to the first."""
    found: list[Any] = list(tree.values)
    for node in reversed(range(len(tree))):
        if tree.children[node]:
            player = mover(tree, node)
            most = max(found[child][player] for child in tree.children[node])
            found[node] = next(found[child] for child in tree.children[node] if found[child][player] == most)
    return found


def number_of_best(tree: Tree, node: int) -> int:
    """How many children are best for the player at a node."""
    found = induced(tree)
    return sum(found[child][mover(tree, node)] == found[node][mover(tree, node)] for child in tree.children[node])


SAID: Mapping[str, Callable[[Tree], Any]] = {
    "pruned": lambda tree: len(tree.leaf_ids) - len(searched(tree).leaves),
    "cuts": lambda tree: len(searched(tree).cuts),
    "subtree-cut": lambda tree: sum(any(tree.children[one] for one in rest) for _, rest in searched(tree).cuts),
    "unique-best": lambda tree: number_of_best(tree, 0) == 1,
    "unique-play": lambda tree: all(
        number_of_best(tree, node) <= 1 for node in range(len(tree)) if tree.children[node]
    ),
    "tie": lambda tree: sum(number_of_best(tree, node) > 1 for node in range(len(tree)) if tree.children[node]),
    "outcomes": lambda tree: len({way.payoffs[0] for way in ways(tree)}),
    "best": lambda tree: [induced(tree)[child] == induced(tree)[0] for child in tree.children[0]].index(True) + 1,
    "value": lambda tree: induced(tree)[0],
}
"""The number that each constraint on payoffs counts; for those without an argument, whether it holds."""
