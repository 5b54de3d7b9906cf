"""An answer that belongs to another tree: it fits that far better, or names mostly what no tree here has.

Vocabulary

    misfit      an answer that is hardly right here, and belongs elsewhere: a person decides about all of it
"""

from collections.abc import Callable, Iterable
from fractions import Fraction

from treesolve.grading.exam import Key
from treesolve.model.problem import InputError, Problem
from treesolve.runs.prepared import Prepared, Read

MOST_HERE, LEAST_THERE = Fraction(1, 3), Fraction(4, 5)
"""So much of what is answered may be right here, and has to be right there, for an answer to fit far better there."""

LEAST_CLAIMS = 4
"""So many things an answer has to say; fewer fit by chance."""

MOST_OTHERS = 40
"""So many other exercises are tried."""


def misfit(
    number: int, here: Read, key: Key, ready: Callable[[int], Prepared], read: Callable[[int], Read]
) -> Problem | None:
    """That an answer belongs to another exercise of the key, or to none; None where it does not look so.

    `here` is what it was read as for the exercise of that number, `read` reads it for others.
    """
    claims = len(here.read.claims)
    unknown = sum(problem.code == "answer-unknown-node" for problem in here.problems)
    if max(claims, unknown) < LEAST_CLAIMS or ready(number).grader.fit(here.answer) > MOST_HERE:
        return None
    for other in _others(key, number):
        try:
            there = read(other)
        except InputError:
            continue
        is_read = not there.answer.pending and len(there.read.claims) >= max(claims, LEAST_CLAIMS)
        if is_read and ready(other).grader.fit(there.answer) >= LEAST_THERE:
            exercise = key.exercises[other]
            return Problem("answer-fits-other", None, {"exercise": exercise.name, "variant": exercise.variant})
    return Problem("answer-other-tree", None, {"count": unknown}) if unknown > claims else None


def _others(key: Key, number: int) -> Iterable[int]:
    """The numbers of other exercises: first one of each name, then the variants."""
    found = dict.fromkeys((*key.first_numbers, *range(min(len(key.exercises), 2 * MOST_OTHERS))))
    return [other for other in found if other != number][:MOST_OTHERS]
