"""Marking trees with chance nodes: right answers get all points, and only misconceptions are diagnosed."""

from collections import Counter
from itertools import combinations

import pytest

from tests.grading.test_diagnosis import OVERSIGHTS, explained_by, grader
from tests.support.answers import honest, minimax_answer, only, right_answer
from tests.support.chance_oracle import SEARCHED_CONVENTIONS, drawn, textbook
from tests.support.effort import cases, dice
from treesolve.analysis.misconception import CHANCE_CODES
from treesolve.grading.answer_marks import AnswerMarker
from treesolve.grading.diagnosis import MAX_NAMED, MIN_DECISIONS
from treesolve.grading.grader import Grader
from treesolve.model.answer import PARTS, Answer
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.search.search import search
from treesolve.search.search_result import VISITED
from treesolve.search.solution import Solution

CONVENTIONS_OF_CHANCE = [
    CONVENTIONS[convention]._replace(chance=chance)
    for convention in ("aima", "haw", "cs188", "lang", "minimax")
    for chance in ("star1", "star2", "never")
]


@pytest.mark.parametrize("parts", [PARTS, ("values", "pruned"), ("values",), ("pruned", "order")], ids=" ".join)
def test_chance_misconceptions_are_diagnosed(parts: tuple[str, ...]):
    """A misconception shown by two decisions is diagnosed, unless more than two are equally good."""
    seen, rng = Counter[str](), dice(f"chance {parts}")
    for number in range(cases(1600)):
        convention = CONVENTIONS_OF_CHANCE[number % len(CONVENTIONS_OF_CHANCE)]
        marker = grader(drawn(rng, bounded=rng.random() < 0.7), convention, parts)
        answers = {
            simulated_student.code: honest(simulated_student, parts) for simulated_student in marker.simulated_students
        }
        for code, answer in answers.items():
            if code not in CHANCE_CODES:
                continue
            found = marker.report(answer).diagnosis
            if has_no_mistakes(marker, answer):
                assert not found
                continue
            exact, decisions = explained_by(marker, answer)
            assert {diagnosis.code for diagnosis in found} - OVERSIGHTS in (exact, set()), (number, code)
            assert bool(found) == (len(exact) <= MAX_NAMED) or decisions < MIN_DECISIONS
            seen[code] += bool(found)
    assert set(seen) == set(CHANCE_CODES) or cases(1600) < 100


def has_no_mistakes(marker: Grader, answer: Answer) -> bool:
    """Return whether everything in the answer is right, or follows from earlier parts of it."""
    return any(not any(truth.values()) for truth in AnswerMarker(marker, answer).reference_differences())


def test_right_answers_get_all_points_and_no_name():
    """Right answers, complete or partial, with returned or minimax values, get all points and no diagnosis."""
    rng, answers = dice("right chance"), 0
    while answers < cases(10_000):
        convention = rng.choice(CONVENTIONS_OF_CHANCE)
        tree = drawn(rng, bounded=rng.random() < 0.7)
        marker = grader(tree, convention)
        right = right_answer(marker.solution)
        handed_in = [right, minimax_answer(marker.solution, marker.right), by_the_textbook(marker, convention, right)]
        for answer in handed_in:
            report = marker.report(answer)
            assert (report.points, report.diagnosis) == (marker.possible, ())
        handed_in = [only(right, parts) for size in (1, 2) for parts in combinations(PARTS, size)]
        for answer in handed_in:
            assert marker.report(answer).diagnosis == ()
        answers += len(handed_in) + 3


def by_the_textbook(marker: Grader, convention: Convention, right: Answer) -> Answer:
    """Return the answer by the textbook's own search, if the convention follows the textbook."""
    if convention.id not in SEARCHED_CONVENTIONS:
        return right
    run = textbook(marker.tree, convention.id, convention.chance)
    return right._replace(
        values=run.returned, windows=run.windows, order=tuple(run.leaves), pruned=tuple(sorted(run.skipped))
    )


def test_wrong_value_below_a_chance_node_costs_once():
    """A wrong value below a chance node costs once; everything that follows from it is right."""
    rng, followed = dice("chance follow"), 0
    for _ in range(cases(800)):
        convention = rng.choice([each for each in CONVENTIONS_OF_CHANCE if each.cuts])
        marker = grader(drawn(rng), convention, ("values", "windows", "pruned", "order", "best"))
        solution, tree = marker.solution, marker.tree
        inner = [node for node in solution.visited_ids[1:] if tree.children[node]]
        if not inner:
            continue
        node = rng.choice(inner)
        value = rng.choice([value for value in range(21) if value not in marker.right.values[node]])
        again = Solution(search(tree, convention, written={node: value}))
        report = marker.report(right_answer(again))
        marks = {mark.part: mark for mark in report.marks}
        wrong = [item.node for item in marks["values"].items if item.verdict == "wrong"]
        visited_too = [other for other in wrong if again.status(other) == solution.status(other) == VISITED]
        assert visited_too in ([node], []), (tree, convention, node, value)
        assert not [item for item in marks["windows"].items if item.verdict == "wrong"]
        assert marks["pruned"].is_full or not again.pruned_root_ids
        followed += 1
    assert followed
