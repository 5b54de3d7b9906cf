"""Marking of trees with payoffs, against brute force over all ways to decide ties."""

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
    """What marks answers to a tree."""
    return Grader(tree, maxn_convention(tree), Rubric(**rubric))  # type: ignore[arg-type]


def answer_of(tree: Tree, way: Way) -> Answer:
    """What somebody hands in who decides ties in a way."""
    found = searched(tree, way)
    values = {node: way.payoffs[node] for node in found.visited} | found.seen
    parts = {"pruned": tuple(found.skipped), "order": tuple(found.leaves)} if tree.total is not None else {}
    return Answer("", values=values, best=way.taken.get(0), value=way.payoffs[0], **parts)  # type: ignore[arg-type]


def is_found_by_search(tree: Tree, way: Way) -> bool:
    """Whether somebody who searches can decide so: who stops at a child, or skips it, does not choose it."""
    found = searched(tree, way)
    return not any(way.taken[node] in {*found.skipped, *found.seen} for node in {*found.visited} - found.seen.keys())


def trees(full: int) -> Iterator[tuple[random.Random, Tree]]:
    """Random trees with few ways to decide ties, some of them with cuts."""
    for seed in range(cases(full)):
        rng = random.Random(seed)
        tree = with_ties(rng, cuts=seed % 2 == 1)
        if tree.children[0] and count_of_ways(tree) <= MAX_WAYS:
            yield rng, tree


def test_each_way_to_decide_ties_gets_all_points():
    """Whatever best children somebody takes: values, cuts, order, move and root are right together."""
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


def test_what_the_search_hands_up_gets_all_points():
    """At a node that was cut that is the best of what was seen there."""
    count = 0
    for seed in range(cases(4_000)):
        tree = with_ties(random.Random(seed), cuts=True)
        grader = grader_of(tree)
        report = grader.report(answer_from_solution(grader.solution, grader.right, grader.search_parts))
        assert report.points == grader.possible
        count += bool(grader.right.roots)
    assert count > cases(4_000) // 10


def test_of_several_best_children_either_may_be_followed():
    """After a slip P1 gets as much from both children: whatever goes up from them follows."""
    tree = payoffs_tree("((<1, 5, 6> <4, 2, 3>) (<4, 5, 2> <3, 1, 2>))")
    for root in ((4, 2, 3), (4, 0, 0)):
        slip = Answer("", values={1: (4, 2, 3), 4: (4, 0, 0)}, value=root)  # type: ignore[arg-type]
        report = grader_of(tree, points={"values": 1, "value": 1}).report(slip)
        assert report.marks[1].is_full, root


def test_the_line_may_take_any_best_child():
    """From a tie on the other child is as right."""
    tree = payoffs_tree(TIED)
    solution = solve_maxn(tree)
    line = draw_question("line", solution, random.Random(1))
    assert line is not None
    assert [line.mark(text, solution).share for text in ("C L4", "A C L3", "B")] == [1, Fraction(1, 2), 0]
    tied = solve_maxn(payoffs_tree("((<1, 5> <4, 2>) (<1, 3> <0, 0>))"))
    assert [line.mark(text, tied).share for text in ("B L1", "C L3", "C L4")] == [1, 1, Fraction(1, 2)]


def test_payoffs_that_no_way_has_cost_points():
    """With one node changed, no way to decide ties has all the values, and not all points are given."""
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
"""B may have either leaf: with L1 A takes C, with L2 it takes B."""


def test_what_follows_from_own_payoffs_is_right():
    """One slip costs once: what the root takes of it follows, and nothing does where the rubric says so."""
    tree = payoffs_tree("((<1, 5, 6> <4, 2, 3>) (<3, 1, 2> <3, 5, 2>))")
    slip = Answer("", values={0: (4, 2, 3), 1: (4, 2, 3), 4: (3, 5, 2)}, best=1, value=(4, 2, 3))  # type: ignore[arg-type]
    report = grader_of(tree).report(slip)
    assert [mark.basis for mark in report.marks] == ["partial", FOLLOWING, FOLLOWING]
    assert grader_of(tree, follow_through=0).report(slip).points < report.points
