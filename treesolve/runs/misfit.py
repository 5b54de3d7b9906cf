"""An answer that belongs to another tree: it fits that far better, or names mostly what no tree here has.

Vocabulary

    misfit      an answer that is hardly right here, and belongs elsewhere: a person decides about all of it
    first line  the first line of an answer that says more than whose it is: decisions know the whole answer by it
"""

from collections.abc import Callable, Iterable
from fractions import Fraction

from treesolve.answers.answer_lines import trimmed
from treesolve.answers.identity import Identity, identity, without_identity
from treesolve.grading.decided import Decisions
from treesolve.grading.decision import LONGEST_PIECE, Decision
from treesolve.grading.exam import Key
from treesolve.model.problem import InputError, Problem, Span
from treesolve.runs.prepared import Prepared, Read, Stretch

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
        is_read = not there.answer.pending and len(there.read.claims) >= max(claims, LEAST_CLAIMS)
        if is_read and ready(other).grader.fit(there.answer) >= LEAST_THERE:
            exercise = key.exercises[other]
            return Problem("answer-fits-other", None, {"exercise": exercise.name, "variant": exercise.variant})
    return Problem("answer-other-tree", None, {"count": unknown}) if unknown > claims else None


def _numbers_of_other_exercises(key: Key, number: int) -> Iterable[int]:
    """The numbers of other exercises: first one of each name, then the variants."""
    found = dict.fromkeys((*key.first_numbers, *range(min(len(key.exercises), 2 * MOST_OTHERS))))
    return [other for other in found if other != number][:MOST_OTHERS]


def first_line(text: str) -> Span:
    """The first line that says more than whose answer it is; nothing where there is none.

    >>> text = "student: 4711\\n\\nvalues: A=5"
    >>> text[slice(*first_line(text))]
    'values: A=5'
    """
    blanked, _ = without_identity(text)
    start = len(blanked) - len(blanked.lstrip())
    end = blanked.find("\n", start)
    return trimmed(text, start, min(len(text) if end < 0 else end, start + LONGEST_PIECE))


def decision_where_answer_belongs(
    text: str, decisions: Decisions, exercise: str, student: str
) -> tuple[Decision, Identity] | None:
    """The decision to which exercise an answer belongs, and what it says; None where there is none."""
    about = (one for _, one in decisions.about(text, first_line(text), exercise, student)) if decisions.all else ()
    found = ((one, identity(one.reads or "")) for one in about)
    return next(((one, said) for one, said in found if said.exercise), None)


def noted(found: Read, decision: Decision) -> Read:
    """What was read, with a decision that holds for all of it."""
    notes = (*found.answer.notes, *([decision.note] if decision.note else []))
    read = found.read._replace(decided=(*found.read.decided, decision.text))
    return found._replace(answer=found.answer._replace(notes=notes), read=read)


def waiting(text: str, found: Read, decisions: Decisions, prepared: Prepared, other: Problem) -> Read:
    """What was read of a misfit: every part waits for the decision about its first line, but those that have points."""
    line, exercise = first_line(text), prepared.exercise.name
    for _, one in decisions.about(text, line, exercise, found.answer.student):
        if one.part and one.points is not None and one.part in {*prepared.grader.points} - found.answer.decided.keys():
            decided = {**found.answer.decided, one.part: (one.points, one.reason)}
            found = noted(found._replace(answer=found.answer._replace(decided=decided)), one)
    pending = frozenset(prepared.grader.points).difference(found.answer.decided)
    names = dict.fromkeys([exercise, *filter(None, [other.facts.get("exercise")])])
    piece = Stretch(line, frozenset(), tuple(f"exercise: {name}" for name in names))
    return found._replace(answer=found.answer._replace(pending=pending), pieces=(piece,))
