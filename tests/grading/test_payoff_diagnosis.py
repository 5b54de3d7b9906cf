"""Misconceptions about payoffs: diagnoses compared with plain recursion."""

import random
import re
from collections import Counter
from collections.abc import Callable

from tests.grading.test_diagnosis import explained_by
from tests.grading.test_payoffs import grader_of
from tests.support.answers import honest
from tests.support.effort import cases, until
from tests.support.payoffs import Payoffs, grown, mover, payoffs_tree, ways
from treesolve.analysis.misconception import CODES, simulated_students, solve_with_misconception
from treesolve.analysis.payoff_misconceptions import PAYOFF_CODES
from treesolve.analysis.reference_answer import LeafMasks
from treesolve.grading.diagnosis import MAX_NAMED, MIN_DECISIONS
from treesolve.model.answer import Answer
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.rendering.feedback import feedback_text
from treesolve.search.backward_induction import possible_payoffs
from treesolve.search.maxn import solve_maxn
from treesolve.search.solution import solve

RULES: dict[str, Callable[[Payoffs, int], int]] = {
    "maximises-sum": lambda payoffs, _: sum(payoffs),
    "maximises-first": lambda payoffs, _: payoffs[0],
    "minimises-next": lambda payoffs, player: -payoffs[player + 1 if player + 1 < len(payoffs) else 0],
}


def wrong_payoffs(tree: Tree, code: str, node: int = 0) -> dict[int, Payoffs]:
    """Return the payoffs of all nodes under a wrong rule, by plain recursion."""
    if not tree.children[node]:
        return {node: tree.values[node]}  # type: ignore[dict-item]
    below: dict[int, Payoffs] = {}
    for child in tree.children[node]:
        below |= wrong_payoffs(tree, code, child)
    best = max(tree.children[node], key=lambda child: RULES[code](below[child], mover(tree, node)))
    return below | {node: below[best]}


def inner(tree: Tree, payoffs: dict[int, Payoffs]) -> dict[int, Payoffs]:
    """Return the payoffs of the inner nodes."""
    return {node: each for node, each in payoffs.items() if tree.children[node]}


def test_misconceptions_are_diagnosed_from_values():
    """A misconception is diagnosed from values alone, together with the rules that lead to the same values."""
    seen: Counter[str] = Counter()
    for seed in range(cases(4000)):
        rng = random.Random(seed)
        tree = grown(rng, rng.randint(2, 4), rng.choice((3, 12)), depth=3)
        if not tree.children[0]:
            continue
        grader = grader_of(tree)
        handed_in = {code: inner(tree, wrong_payoffs(tree, code)) for code in RULES}
        for code, values in handed_in.items():
            report = grader.report(Answer("", values=values, value=values[0]))  # type: ignore[arg-type]
            named = [found.code for found in report.diagnosis]
            alike = {other for other in RULES if handed_in[other] == values}
            if all(mark.is_full for mark in report.marks if mark.part != "best"):
                assert not named
                continue
            assert set(named) in (alike, set()), (tree, code, report.diagnosis)
            if len(alike) <= MAX_NAMED and explained_by(grader, report.answer)[1] >= MIN_DECISIONS:
                assert report.diagnosis[0].exact
                seen[code] += 1
    assert set(seen) == set(RULES)


def test_all_payoff_misconceptions_are_diagnosed():
    """A misconception is diagnosed from values, cuts, order and move, if the tree shows it."""
    seen: Counter[str] = Counter()
    for seed in range(cases(6000)):
        rng = random.Random(seed)
        tree = grown(rng, 3, 10, "bounds: 0 10\nsum: 10\n", depth=3, width=5)
        grader = grader_of(tree)
        for simulated_student in grader.simulated_students if tree.children[0] else ():
            report = grader.report(honest(simulated_student))
            alike, decisions = explained_by(grader.with_ties_decided_as(report.answer), report.answer)
            if len(alike) <= MAX_NAMED and decisions >= MIN_DECISIONS:
                assert simulated_student.code in {found.code for found in report.diagnosis}
                seen[simulated_student.code] += 1
    assert set(seen) == set(PAYOFF_CODES)


def test_one_slip_is_no_misconception():
    """A wrong value that no rule explains gets no diagnosis."""
    for seed in range(cases(2000)):
        rng = random.Random(seed)
        tree = grown(rng, 3, 12, depth=3)
        if not tree.children[0]:
            continue
        values = inner(tree, dict(next(ways(tree)).payoffs))
        node = rng.choice([*values])
        values[node] = tuple(one + 20 for one in values[node])
        assert not grader_of(tree).report(Answer("", values=values)).diagnosis  # type: ignore[arg-type]


def test_each_kind_of_tree_has_its_misconceptions():
    """Trees for MAX and MIN and trees with payoffs have different misconceptions."""
    plain, payoffs = solve(read("((6 5) (2 9))")), solve_maxn(payoffs_tree("((<1 2> <3 1>) <2 2>)"))
    assert not {found.code for found in simulated_students(plain, LeafMasks(plain.tree))} & set(RULES)
    assert {found.code for found in simulated_students(payoffs, LeafMasks(payoffs.tree))} == set(RULES)
    assert all(solve_with_misconception(payoffs, code) is None for code in set(CODES) - set(PAYOFF_CODES))


TOLD = re.compile(r"(\w+) = \(([^)]*)\); right: \(([^)]*)\)")
"""A node in the feedback, with the student's payoffs and the right ones."""


def test_feedback_on_a_misconception_is_true():
    """The feedback on a misconception gives the payoffs by the wrong rule and the right ones."""
    diagnosed: Counter[str] = Counter()
    for seed in range(cases(2000)):
        rng = random.Random(seed)
        tree = grown(rng, 3, 90, depth=3)
        if not tree.children[0] or any(len(group) > 1 for group in possible_payoffs(tree)):
            continue
        grader, right = grader_of(tree), next(ways(tree)).payoffs
        for code in RULES:
            wrong = wrong_payoffs(tree, code)
            report = grader.report(Answer("", values=inner(tree, wrong), value=wrong[0]))  # type: ignore[arg-type]
            if [found.code for found in report.diagnosis] != [code]:
                continue
            matches = TOLD.findall(feedback_text(report, grader))
            assert matches
            for name, *payoffs in matches:
                node = tree.names.index(name)
                assert payoffs == [", ".join(map(str, found[node])) for found in (wrong, right)]
            diagnosed[code] += 1
    assert set(diagnosed) == set(RULES)


def test_evaluated_leaves_of_misconceptions_about_cuts():
    """Searches with misconceptions about cuts evaluate the expected leaves.

    Without cuts, every leaf is evaluated; with deep bounds, fewer or more leaves may be. Misreading the cuts does not
    change the search.
    """
    fewer = list[bool]()
    for seed in until(lambda: any(fewer), range(2000), 2000):
        tree = grown(random.Random(seed), 3, 10, "bounds: 0 10\nsum: 10\n", depth=3, width=5)
        right = solve_maxn(tree)
        found = {code: solve_with_misconception(right, code) for code in PAYOFF_CODES}
        evaluated = {code: wrong.evaluated_ids for code, wrong in found.items() if wrong is not None}
        assert evaluated["no-shallow-cuts"] == tree.leaf_ids
        assert evaluated["reads-only-first-skipped"] == evaluated["marks-cut-node"] == right.evaluated_ids
        fewer.append({*evaluated["deep-bounds"]} < {*right.evaluated_ids})
    assert any(fewer)
