"""Find out which misconceptions a tree can distinguish."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from treesolve.analysis.misconception import CODES, SimulatedStudent, applicable_misconceptions, simulated_students
from treesolve.analysis.reference_answer import answer_from_solution, comparable, differences
from treesolve.grading.answer_key import AnswerKey
from treesolve.grading.rubric import Rubric
from treesolve.search.solution import Solution

CORRECT = "correct"
"""The code of the right answer."""

CodeGroups = tuple[tuple[str, ...], ...]


def inseparable_groups(key: AnswerKey, codes: Iterable[str] = CODES) -> CodeGroups:
    """Return the groups of misconceptions that the tree cannot distinguish by the parts with points.

    Misconceptions in a group with CORRECT lead to the right answer. Codes are in the order of CODES, after CORRECT.
    """
    chosen, parts = frozenset(codes), key.search_parts
    right = SimulatedStudent(CORRECT, key.solution, key.right)
    compared = [right, *(one for one in simulated_students(key.solution, key.masks) if one.code in chosen)]
    answers = [comparable(answer_from_solution(one.solution, one.reference, parts), key.masks) for one in compared]
    alike = (
        (one.code, other.code)
        for one, answer in zip(compared, answers, strict=True)
        for other in compared
        if one is not other and not any(differences(answer, other.reference, parts).values())
    )
    return group_pairs(alike, [one.code for one in compared])


def group_pairs(alike: Iterable[tuple[str, str]], codes: Sequence[str]) -> CodeGroups:
    """Return the connected groups of at least two codes, in their order; `alike` are the pairs that connect them."""
    group = {code: {code} for code in codes}
    for one, other in alike:
        joined = group[one] | group[other]
        group.update(dict.fromkeys(joined, joined))
    groups = (tuple(code for code in codes if code in group[first]) for first in codes)
    return tuple(members for members in dict.fromkeys(groups) if len(members) > 1)


def confused_pairs(solution: Solution, codes: Sequence[str], parts: Sequence[str]) -> frozenset[tuple[str, str]]:
    """Return the pairs of these misconceptions, or of all, that a solved tree does not distinguish by these parts.

    The codes of a pair are in their order, after CORRECT.
    """
    key = AnswerKey(solution.tree, solution.convention, Rubric(points=dict.fromkeys(parts, 1)))
    groups = inseparable_groups(key, codes or applicable_misconceptions(solution))
    return frozenset(pair for group in groups for pair in combinations(group, 2))
