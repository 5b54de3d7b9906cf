"""Construction of keys from trees and other keys, for the Python API and the command line."""

from collections.abc import Callable, Iterable, Mapping
from itertools import zip_longest
from pathlib import Path
from typing import TypeVar

from treesolve.grading.exam import Key
from treesolve.grading.exercise import MAX_EXERCISE_NODES, Exercise
from treesolve.model.answer import normalize_name
from treesolve.model.convention import Convention
from treesolve.model.input_file import Input
from treesolve.model.number import Number
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.search.solution import Solution

Solutions = tuple[Solution, ...]

Source = TypeVar("Source")


def exercise_in(found: Input, tree: Tree, convention: Convention, points: Mapping[str, Number] = {}) -> Exercise:
    """Return an exercise with a tree, named after the input file of the tree."""
    return Exercise(Path(found.source).stem if found.is_file else "exercise", tree, convention, points)


def check_size(tree: Tree) -> None:
    """Raise InputError if a tree has too many nodes to be solved by hand."""
    if len(tree) > MAX_EXERCISE_NODES:
        facts = {"nodes": len(tree), "most": MAX_EXERCISE_NODES}
        raise InputError((Problem("too-large-to-grade", None, facts, tree.origin.source),))


def steered(exercises: Iterable[Exercise], steer: Callable[[Convention], Convention]) -> tuple[Exercise, ...]:
    """Return the exercises with `steer` applied to their conventions.

    Trees with payoff vectors are not changed, because they are always solved by max^n.
    """
    return tuple(one if one.tree.has_payoffs else one._replace(convention=steer(one.convention)) for one in exercises)


def joined_key(
    sources: Iterable[tuple[str, Source]],
    key_of: Callable[[Source], tuple[Key, Solutions]],
    left_out: dict[int, InputError] | None = None,
) -> tuple[Key, Solutions]:
    """Return a single key with the exercises of several sources, and the solutions that are already computed.

    Each source is paired with its name for messages. Raises InputError if two exercises have the same name. If
    `left_out` is given, the error of an invalid source is stored in `left_out` instead, under the number that its
    exercise would have.
    """
    exercises: list[Exercise] = []
    solutions: list[Solution] = []
    for name, source in sources:
        try:
            key, found = key_of(source)
            for exercise, solution in zip_longest(key.exercises, found):
                if any(_is_same_exercise(exercise, known) for known in exercises):
                    raise InputError((Problem("key-exercise-twice", None, {"name": exercise.title}, name),))
                exercises.append(exercise)
                solutions += [solution] if solution else []
        except InputError as error:
            if left_out is None:
                raise
            left_out[len(exercises) + len(left_out) + 1] = error
    return Key(tuple(exercises)), tuple(solutions)


def _is_same_exercise(one: Exercise, other: Exercise) -> bool:
    same_variant = None in (one.variant, other.variant) or normalize_name(str(one.variant)) == normalize_name(
        str(other.variant)
    )
    return normalize_name(one.name) == normalize_name(other.name) and same_variant
