"""Marking of trees with payoffs, compared with brute force over all ways to decide ties."""

import random
from collections.abc import Iterator
from fractions import Fraction

from tests.support.effort import cases
from tests.support.payoffs import MAX_WAYS, Way, count_of_ways, payoffs_tree, searched, ways, with_ties
from treesolve.analysis.reference_answer import answer_from_solution
from treesolve.grading.grader import Grader
from treesolve.grading.marks import FOLLOWING
from treesolve.grading.question.question_registry import draw_question
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import Answer
from treesolve.model.tree import Tree
from treesolve.search.maxn import maxn_convention, solve_maxn


def grader_of(tree: Tree, **rubric: object) -> Grader:
    """Return a grader for a tree."""
    return Grader(tree, maxn_convention(tree), Rubric(**rubric))  # type: ignore[arg-type]


def answer_of(tree: Tree, way: Way) -> Answer:
    """Return the answer of a student who decides ties in this way."""
    found = searched(tree, way)
    values = {node: way.payoffs[node] for node in found.visited} | found.seen
    parts = {"pruned": tuple(found.skipped), "order": tuple(found.leaves)} if tree.total is not None else {}
    return Answer("", values=values, best=way.taken.get(0), value=way.payoffs[0], **parts)  # type: ignore[arg-type]


def is_found_by_search(tree: Tree, way: Way) -> bool:
    """Return whether a search can decide ties in this way: it never chooses a child that it cuts or skips."""
    found = searched(tree, way)
    return not any(way.taken[node] in {*found.skipped, *found.seen} for node in {*found.visited} - found.seen.keys())


def trees(full: int) -> Iterator[tuple[random.Random, Tree]]:
    """Yield random trees with few ways to decide ties, half of them with cuts."""
    for seed in range(cases(full)):
        rng = random.Random(seed)
        tree = with_ties(rng, cuts=seed % 2 == 1)
        if tree.children[0] and count_of_ways(tree) <= MAX_WAYS:
            yield rng, tree


def test_each_way_to_decide_ties_gets_all_points():
    """Every way to decide ties gets all points in all parts."""
    for rng, tree in trees(10_000):
        grader = grader_of(tree)
        found = list(ways(tree))
        for way in rng.sample(found, min(3, len(found))):
            if not is_found_by_search(tree, way):
                continue
            report = grader.report(answer_of(tree, way))
            assert report.points == grader.possible, (tree, way, report)
            assert not report.diagnosis
            assert not any(mark.basis == FOLLOWING for mark in report.marks)


def test_returned_values_get_all_points():
    """The value that the search returns gets all points, even at a node that is cut."""
    count = 0
    for seed in range(cases(4_000)):
        tree = with_ties(random.Random(seed), cuts=True)
        grader = grader_of(tree)
        report = grader.report(answer_from_solution(grader.solution, grader.right, grader.search_parts))
        assert report.points == grader.possible
        count += bool(grader.right.roots)
    assert count > cases(4_000) // 10


def test_of_several_best_children_either_may_be_followed():
    """After a slip, the payoffs of either of two equally good children follow."""
    tree = payoffs_tree("((<1, 5, 6> <4, 2, 3>) (<4, 5, 2> <3, 1, 2>))")
    for root in ((4, 2, 3), (4, 0, 0)):
        slip = Answer("", values={1: (4, 2, 3), 4: (4, 0, 0)}, value=root)  # type: ignore[arg-type]
        report = grader_of(tree, points={"values": 1, "value": 1}).report(slip)
        assert report.marks[1].is_full, root


def test_line_may_use_any_best_child():
    """A line may continue with any of several equally good children."""
    tree = payoffs_tree(TIED)
    solution = solve_maxn(tree)
    line = draw_question("line", solution, random.Random(1))
    assert line is not None
    assert [line.mark(text, solution).share for text in ("C L4", "A C L3", "B")] == [1, Fraction(1, 2), 0]
    tied = solve_maxn(payoffs_tree("((<1, 5> <4, 2>) (<1, 3> <0, 0>))"))
    assert [line.mark(text, tied).share for text in ("B L1", "C L3", "C L4")] == [1, 1, Fraction(1, 2)]


def test_payoffs_that_no_way_has_cost_points():
    """Payoffs that no way to decide ties leads to lose points."""
    for rng, tree in trees(4_000):
        way = next(ways(tree))
        answer = answer_of(tree, way)
        values = {node: way.payoffs[node] for node in answer.values or {}}
        node = rng.choice([*values])
        values[node] = tuple(one + rng.randint(0, 1) for one in values[node])  # type: ignore[union-attr]
        if any(all(other.payoffs[one] == values[one] for one in values) for other in ways(tree)):
            continue
        value = values[0]
        grader = grader_of(tree)
        assert grader.report(answer._replace(values=values, value=value)).points < grader.possible


TIED = "((<1, 2, 6> <4, 2, 3>) (<3, 1, 2> <3, 5, 2>))"
"""B may choose either leaf: with L1, A chooses C, and with L2, B."""


def test_consequences_of_wrong_payoffs_are_right():
    """One slip costs once; its consequences are right, unless the rubric excludes follow-through."""
    tree = payoffs_tree("((<1, 5, 6> <4, 2, 3>) (<3, 1, 2> <3, 5, 2>))")
    slip = Answer("", values={0: (4, 2, 3), 1: (4, 2, 3), 4: (3, 5, 2)}, best=1, value=(4, 2, 3))  # type: ignore[arg-type]
    report = grader_of(tree).report(slip)
    assert [mark.basis for mark in report.marks] == ["partial", FOLLOWING, FOLLOWING]
    assert grader_of(tree, follow_through=0).report(slip).points < report.points
