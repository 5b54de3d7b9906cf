"""The misconceptions that a tree can distinguish, and trees that distinguish more."""

import pytest

from tests.grading.test_diagnosis import grader
from tests.support.answers import CUTTING, complete, honest, shares
from tests.support.effort import cases, dice
from treesolve.authoring.discrimination import CORRECT, inseparable_groups
from treesolve.grading.grader import Grader
from treesolve.model.answer import PARTS
from treesolve.model.convention import Convention

OVERSIGHTS = {"prunes-cause"}


def together(marker: Grader) -> dict[str, tuple[str, ...]]:
    """Return the group of each code."""
    return {code: codes for codes in inseparable_groups(marker) for code in codes}


@pytest.mark.parametrize("convention", CUTTING, ids=lambda convention: convention.id)
def test_groups_match_diagnoses(convention: Convention):
    """Diagnoses agree with the groups; those that equal the right answer get none."""
    rng = dice(f"groups {convention.id}")
    diagnosed = 0
    for _ in range(cases(12)):
        tree = shares(rng) if convention.id == "unit" else complete(rng, (2, 3, 2), highest=9)
        marker = grader(tree, convention, rng.choice((PARTS, ("pruned", "order"), ("values", "pruned"))))
        groups = together(marker)
        for simulated_student in marker.simulated_students:
            found = marker.report(honest(simulated_student, tuple(marker.points))).diagnosis
            first = {diagnosis.code for diagnosis in found} - OVERSIGHTS
            group = set(groups.get(simulated_student.code, ())) | {simulated_student.code}
            if CORRECT not in group:
                assert first <= group
                assert not first or simulated_student.code in first
                diagnosed += bool(first)
            elif not found:
                assert first == set()
    assert diagnosed > cases(12) or convention.id == "unit"
