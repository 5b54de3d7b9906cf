"""Answers as students write them for a tree of nested lists, made from runs of the independent oracle.

Nothing here uses treesolve: names, views and what follows from a slip are worked out once more.
"""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from tests.support.nested_trees import node_at, paths
from tests.support.oracle import INFINITY, PSEUDOCODE, Nested, Number, Path, Run

NEGATED, SHARES = frozenset({"lang", "knuth-moore", "negamax"}), frozenset({"unit"})
"""The conventions whose players write their own numbers: −v, or 1 − v."""


@dataclass(frozen=True)
class Written:
    """An answer in MAX's numbers, by path; `pruned` are the topmost nodes that are skipped."""

    values: Mapping[Path, Number]
    windows: Mapping[Path, tuple[Number, Number]]
    pruned: tuple[Path, ...]
    order: tuple[Path, ...]
    best: Path
    value: Number
    parts: tuple[str, ...] = field(default=("values", "windows", "pruned", "order", "best", "value"))

    def with_part(self, **changed: object) -> "Written":
        """Return the answer with other contents of some parts."""
        return replace(self, **changed)  # type: ignore[arg-type]


def names(tree: Nested) -> dict[Path, str]:
    """Return the names of the nodes: inner ones A, B, C ... in level order, leaves L1, L2 ... from left to right."""
    found: dict[Path, str] = {}
    inner = sorted((path for path in paths(tree) if isinstance(node_at(tree, path), list)), key=lambda p: (len(p), p))
    assert len(inner) <= 26
    found |= {path: chr(ord("A") + number) for number, path in enumerate(inner)}
    leaves = [path for path in paths(tree) if path not in found]
    return found | {path: f"L{number}" for number, path in enumerate(leaves, 1)}


def random_nested(rng: random.Random, values: list[Number], depth: int = 3) -> Nested:
    """Return a tree whose inner nodes have two or three children; it takes its leaves from the end of the list."""

    def node(level: int) -> Nested:
        if level == depth or (level and rng.random() < 0.2):
            return values.pop()
        return [node(level + 1) for _ in range(rng.randint(2, 3))]

    return node(0)


def as_text(tree: Nested) -> str:
    """Return the tree in our notation; a MAX node moves first."""
    return f"({' '.join(map(as_text, tree))})" if isinstance(tree, list) else number_text(tree)


def number_text(number: Number) -> str:
    """Return a number as a student writes it: fractions as decimals."""
    if abs(number) == INFINITY:
        return "inf" if number > 0 else "-inf"
    return f"{float(number):.2f}" if isinstance(number, Fraction) else str(number)


def written(tree: Nested, convention: str, slip: tuple[Path, Number] | None = None) -> Written:
    """Return the answer of somebody who searches by the convention.

    With a slip they note another value at one inner node, and go on with that.
    """
    run = PSEUDOCODE[convention](tree, True)
    if slip is not None:
        run = _with_slip(tree, convention, run, *slip)
    visited = {path for path in paths(tree) if path in run.returned or path in run.leaves}
    pruned = tuple(path for path in paths(tree) if path not in visited and path[:-1] in run.returned)
    children = [path for path in ((index,) for index in range(len(tree))) if path in visited]  # type: ignore[arg-type]
    brought = [run.returned.get(child, node_at(tree, child)) for child in children]
    best = children[brought.index(max(brought))]  # type: ignore[type-var]
    return Written(run.returned, run.windows, pruned, tuple(run.leaves), best, run.value)


def _with_slip(tree: Nested, convention: str, run: Run, path: Path, value: Number) -> Run:
    """Return the run of somebody who takes a node for something else: up to it as before, then as if it were a leaf."""
    again = PSEUDOCODE[convention](_with_leaf(tree, path, value), True)
    place = again.leaves.index(path)
    below = [leaf for leaf in run.leaves if leaf[: len(path)] == path]
    inside = {node for node in run.returned if node[: len(path)] == path}
    again.leaves[place : place + 1] = below
    again.returned |= {node: run.returned[node] for node in inside} | {path: value}
    again.windows |= {node: run.windows[node] for node in inside if node in run.windows}
    return again


def _with_leaf(tree: Nested, path: Path, value: Number) -> Nested:
    if not path:
        return value
    assert isinstance(tree, list)
    first, *rest = path
    return [_with_leaf(child, tuple(rest), value) if index == first else child for index, child in enumerate(tree)]


def shown_by(path: Path, value: Number, convention: str) -> Number:
    """Return a value of MAX as the player to move at a node writes it."""
    if len(path) % 2 == 0 or convention not in NEGATED | SHARES:
        return value
    return -value if convention in NEGATED else 1 - value


def answer_text(answer: Written, tree: Nested, convention: str, student: str, *, own_view: bool) -> str:
    """Return the text of an answer; with `own_view` every number is that of the player to move."""
    name = names(tree)

    def shown(path: Path, value: Number) -> Number:
        return shown_by(path, value, convention) if own_view else value

    def window(path: Path) -> str:
        low, high = sorted(shown(path, end) for end in answer.windows[path])
        return f"{name[path]}=[{number_text(low)}, {number_text(high)}]"

    lines = {
        "values": " ".join(f"{name[path]}={number_text(shown(path, value))}" for path, value in answer.values.items()),
        "windows": " ".join(map(window, answer.windows)),
        "pruned": " ".join(name[path] for path in answer.pruned) or "none",
        "order": " ".join(name[path] for path in answer.order),
        "best": name[answer.best],
        "value": number_text(answer.value),
    }
    asked = [f"{part}: {lines[part]}" for part in answer.parts if lines[part]]
    return "\n".join([f"student: {student}", *asked, ""])
