"""Answers for the tests of marking: right ones, those of followers, and random trees in every convention."""

import random
from collections.abc import Sequence
from fractions import Fraction

from treesolve.analysis.misconception import SimulatedStudent
from treesolve.analysis.reference_answer import ReferenceAnswer
from treesolve.model.answer import PARTS, Answer
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.tree import Tree
from treesolve.notation.grammar_reader import read_native
from treesolve.notation.reader import read
from treesolve.search.solution import Solution

CUTTING = tuple(convention for convention in CONVENTIONS.values() if convention.cuts)
"""The conventions that cut."""


def right_answer(solution: Solution, parts: Sequence[str] = PARTS) -> Answer:
    """What somebody hands in who searches as the solution does, with the values the search returned."""
    tree = solution.tree
    inner = [node for node in solution.visited_ids if tree.children[node]]
    values = {node: value for node in inner if (value := solution.returned(node)) is not None}
    windows = {node: window for node in inner if (window := solution.window(node)) is not None}
    root = solution.value if solution.is_forced else solution.returned(0)
    answer = Answer("s", values, windows, solution.pruned_root_ids, solution.evaluated_ids, solution.best_id, root)
    return only(answer, parts)


def only(answer: Answer, parts: Sequence[str]) -> Answer:
    """Return the answer to some of the questions."""
    return answer._replace(**{part: None for part in PARTS if part not in parts})


def minimax_answer(solution: Solution, right: ReferenceAnswer, parts: Sequence[str] = PARTS) -> Answer:
    """Return a right answer with the minimax value of every node, the pruned ones included."""
    values = {node: accepted[0] for node, accepted in right.values.items() if accepted}
    return only(right_answer(solution)._replace(values=values, value=solution.value), parts)


def honest(simulated_student: SimulatedStudent, parts: Sequence[str] = PARTS) -> Answer:
    """What a follower of a misconception hands in."""
    return only(right_answer(simulated_student.solution)._replace(pruned=simulated_student.reference.roots), parts)


def complete(rng: random.Random, shape: Sequence[int], lowest: int = 0, highest: int = 99) -> Tree:
    """Return a complete tree with random leaves."""

    def text(depth: int) -> str:
        if depth == len(shape):
            return str(rng.randint(lowest, highest))
        return "(" + " ".join(text(depth + 1) for _ in range(shape[depth])) + ")"

    return read(text(0))


def uneven(rng: random.Random, deepest: int = 4, values: Sequence[object] = tuple(range(-5, 13))) -> Tree:
    """Return a tree of any shape, with chance nodes and unusual leaves if the values have some."""

    def text(depth: int) -> str:
        if depth == deepest or (depth and rng.random() < 0.25):
            return str(rng.choice(values))
        kind = rng.choice(("", "", "", "MAX ", "MIN "))
        return kind + "(" + " ".join(text(depth + 1) for _ in range(rng.randint(1, 3))) + ")"

    return read_native(text(0))


def with_chance(rng: random.Random) -> Tree:
    """Return a tree with chance nodes and fractions."""

    def text(depth: int) -> str:
        if depth == 3:
            return str(Fraction(rng.randint(-9, 9), rng.choice((1, 1, 2, 3))))
        kind = ("MAX ", "CHANCE ", "MIN ")[depth]
        return kind + "(" + " ".join(text(depth + 1) for _ in range(rng.randint(1, 3))) + ")"

    return read_native(text(0))


def shares(rng: random.Random) -> Tree:
    """Return a tree with values from 0 to 1."""
    return uneven(rng, 4, ("0", "1/4", "1/2", "3/4", "1", "0.1"))


def tree_for(rng: random.Random, convention: Convention) -> Tree:
    """Return a random tree the convention can search."""
    if convention.perspective == "unit":
        return shares(rng)
    extremes = ("-inf", "inf", -2, -1, 0, 1, 2, "1/3")
    kinds = (
        lambda: uneven(rng),
        lambda: uneven(rng, 4, extremes),
        lambda: with_chance(rng),
        lambda: complete(rng, rng.choice(((3, 3), (2, 2, 2), (3, 2, 3)))),
    )
    return rng.choice(kinds)()
