"""Find out which misconceptions a tree can distinguish."""

from collections.abc import Iterable, Sequence
from itertools import combinations

from treesolve.analysis.misconception import CODES, SimulatedStudent, applicable_misconceptions, simulated_students
from treesolve.analysis.reference_answer import answer_from_solution, comparable, differences
from treesolve.grading.answer_key import AnswerKey
from treesolve.grading.rubric import Rubric
from treesolve.search.solution import Solution

CORRECT = "correct"
"""The code that stands for the right answer among the codes of misconceptions."""

CodeGroups = tuple[tuple[str, ...], ...]


def inseparable_groups(key: AnswerKey, codes: Iterable[str] = CODES) -> CodeGroups:
    """Return the groups of misconceptions that lead to the same answers in all parts with points.

    Misconceptions in a group with CORRECT lead to the right answer. In each group, CORRECT comes first, and the codes
    follow in the order of CODES.
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
    """Return the groups of at least two codes that are connected by the pairs in `alike`, in the order of `codes`."""
    group = {code: {code} for code in codes}
    for one, other in alike:
        joined = group[one] | group[other]
        group.update(dict.fromkeys(joined, joined))
    groups = (tuple(code for code in codes if code in group[first]) for first in codes)
    return tuple(members for members in dict.fromkeys(groups) if len(members) > 1)


def confused_pairs(solution: Solution, codes: Sequence[str], parts: Sequence[str]) -> frozenset[tuple[str, str]]:
    """Return the pairs of misconceptions that lead to the same answers in these parts.

    Only the misconceptions in `codes` are compared. If `codes` is empty, all misconceptions that apply to the solved
    tree are compared. In a pair, CORRECT comes first, and the codes follow in their usual order.
    """
    key = AnswerKey(solution.tree, solution.convention, Rubric(points=dict.fromkeys(parts, 1)))
    groups = inseparable_groups(key, codes or applicable_misconceptions(solution))
    return frozenset(pair for group in groups for pair in combinations(group, 2))
