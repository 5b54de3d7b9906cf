"""An answer that belongs to another tree: it fits that far better, or names mostly what no tree here has.

Vocabulary

    misfit      an answer that is hardly right here, and belongs elsewhere: a person decides about all of it
"""

import re
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

_NAME = re.compile(r"(?<!\w)[A-Z]{1,2}[0-9]{0,3}(?!\w)")
"""What looks like the name of a node."""


def misfit(
    number: int, here: Read, key: Key, ready: Callable[[int], Prepared], read: Callable[[int], Read]
) -> Problem | None:
    """That an answer belongs to another exercise of the key, or to none; None where it does not look so.

    `here` is what it was read as for the exercise of that number, `read` reads it for others.
    """
    claims, unknown = len(here.read.claims), _unknown_names(here, ready(number))
    may_belong_elsewhere = len(key.exercises) > 1 or unknown > claims
    if max(claims, unknown) < LEAST_CLAIMS or not may_belong_elsewhere:
        return None
    if ready(number).grader.fit(here.answer) > MOST_HERE:
        return None
    for other in _numbers_of_other_exercises(key, number):
        try:
            there = read(other)
        except InputError:
            continue
        is_read = not there.answer.has_unread and len(there.read.claims) >= max(claims, LEAST_CLAIMS)
        if is_read and ready(other).grader.fit(there.answer) >= LEAST_THERE:
            exercise = key.exercises[other]
            return Problem("answer-fits-other", None, {"exercise": exercise.name, "variant": exercise.variant})
    return Problem("answer-other-tree", None, {"count": unknown}) if unknown > claims else None


def _unknown_names(found: Read, prepared: Prepared) -> int:
    """How many names stand in lines that were not read which no node has."""
    named = (name for piece in found.read.unread for name in _NAME.findall(piece.text))
    return sum(not prepared.grader.nodes.named(name) for name in named)


def _numbers_of_other_exercises(key: Key, number: int) -> Iterable[int]:
    """The numbers of other exercises: first one of each name, then the variants."""
    found = dict.fromkeys((*key.first_numbers, *range(min(len(key.exercises), 2 * MOST_OTHERS))))
    return [other for other in found if other != number][:MOST_OTHERS]


def waiting(found: Read, prepared: Prepared) -> Read:
    """What was read of a misfit: every part waits, but those that somebody has decided."""
    pending = frozenset(prepared.grader.points).difference(found.answer.decided)
    return found._replace(answer=found.answer._replace(pending=pending))
