"""Benchmark of diagnosis: shares of misconceptions found and of false alarms, and checks of counterexamples."""

import random
from collections.abc import Callable, Iterator, Mapping

from measure import Row, Section

from treesolve.analysis.counterexample import Counterexample, explain_visited
from treesolve.analysis.reference_answer import answer_from_solution
from treesolve.authoring.discrimination import inseparable_groups
from treesolve.grading.grader import Grader
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import Answer
from treesolve.model.convention import CONVENTIONS, DEFAULT, Convention
from treesolve.model.hash_random import Randomness
from treesolve.model.kind import Kind
from treesolve.model.tree import Tree
from treesolve.model.tree_shape import read_shape, with_leaf_values
from treesolve.search.solution import Solution, solve

ANSWERS, QUICK_ANSWERS = 10_000, 1000

SHAPE = "3x2x3x2"
"""Large enough to distinguish nearly all misconceptions."""

ALL_PARTS = {"values": 4, "windows": 4, "pruned": 4, "order": 2, "best": 1, "value": 1}


def measured(quick: bool) -> list[Section]:
    """Return shares of random answers in percent, and counts."""
    count = QUICK_ANSWERS if quick else ANSWERS
    consistent = _share(_named, count, slip=False)
    slipped = _share(_named, count, slip=True)
    rows = [
        Row("followers of a misconception not named first, where the tree tells it apart", (consistent,), 0, " %"),
        Row("the same with one random slip, not among the first two", (slipped,), 20, " %"),
        Row(f"right answers of {count:,} with a diagnosis", (float(_accused(count)),), 0, ""),
        Row(f"wrong cuts of {count:,} whose counterexample fails", (float(_refuted(count)),), 0, ""),
    ]
    return [("Diagnosis: random trees of 3 x 2 x 3 x 2, all parts", rows)]


def _share(is_right: Callable[[Grader, random.Random, bool], Iterator[bool]], count: int, *, slip: bool) -> float:
    """Return the percentage of false results in at least `count` tests of random trees."""
    rng = random.Random(3)
    found: list[bool] = []
    while len(found) < count:
        found += is_right(_grader(rng), rng, slip)
    return 100 * found.count(False) / len(found)


def _grader(rng: random.Random, convention: Convention = DEFAULT) -> Grader:
    return Grader(_tree(rng), convention, Rubric(points=ALL_PARTS))


def _tree(rng: random.Random) -> Tree:
    """Return a random tree with distinct leaves or, with probability 1/3, possible ties."""
    tree = read_shape(SHAPE).draw(Randomness(""))
    count = len(tree.leaf_ids)
    values = [rng.randint(0, 20) for _ in range(count)] if rng.random() < 1 / 3 else rng.sample(range(-50, 50), count)
    return with_leaf_values(tree, values)


def _named(grader: Grader, rng: random.Random, slip: bool) -> Iterator[bool]:
    """Yield, for each misconception that the tree distinguishes, whether it is diagnosed in its simulated student."""
    together = {code for codes in inseparable_groups(grader) for code in codes}
    for simulated_student in grader.simulated_students:
        if simulated_student.code in together:
            continue
        answer = answer_from_solution(simulated_student.solution, simulated_student.reference, tuple(grader.points))
        report = grader.report(_slipped(answer, grader.tree, rng) if slip else answer)
        codes = [found.code for found in report.diagnosis]
        yield simulated_student.code in codes[:2] if slip else codes[:1] == [simulated_student.code]


def _slipped(answer: Answer, tree: Tree, rng: random.Random) -> Answer:
    """Return the answer with one random slip."""
    part = rng.choice(("values", "pruned", "order", "best", "value"))
    if part == "values":
        values = dict(answer.values or {})
        node = rng.choice(sorted(values))
        return answer._replace(values=values | {node: values[node] + rng.choice((-3, -1, 1, 2))})
    if part == "pruned":
        return answer._replace(pruned=tuple({*(answer.pruned or ())} ^ {rng.choice(tree.leaf_ids)}))
    if part == "order":
        order = list(answer.order or ())
        order.pop(rng.randrange(len(order)))
        return answer._replace(order=tuple(order))
    if part == "best":
        return answer._replace(best=rng.choice(tree.children[0]))
    return answer._replace(value=rng.randint(-60, 60))


def _accused(count: int) -> int:
    """Return the number of right answers that get a diagnosis, under each convention with cuts in turn."""
    rng = random.Random(4)
    conventions = [
        convention for convention in CONVENTIONS.values() if convention.cuts and convention.perspective != "unit"
    ]
    accused = 0
    for number in range(count):
        grader = _grader(rng, conventions[number % len(conventions)])
        accused += bool(
            grader.report(answer_from_solution(grader.solution, grader.right, tuple(grader.points))).diagnosis
        )
    return accused


def _refuted(count: int) -> int:
    """Return the number of counterexamples that fail when their trees are solved with and without the node."""
    rng = random.Random(5)
    refuted = tried = 0
    while tried < count:
        solution = solve(_tree(rng))
        for node in solution.visited_ids[1:]:
            found = explain_visited(solution, node)
            if isinstance(found, Counterexample):
                tried += 1
                refuted += not _holds(solution, found)
    return refuted


def _holds(solution: Solution, found: Counterexample) -> bool:
    tree = solution.tree
    seen = {leaf for leaf in solution.evaluated_ids if solution.visit_of[leaf] < solution.visit_of[found.node]}
    if seen & found.values.keys():
        return False
    values = {leaf: found.values.get(leaf, tree.values[leaf]) for leaf in tree.leaf_ids}
    return _worth(tree, 0, values, None) == found.root != _worth(tree, 0, values, found.node)


def _worth(tree: Tree, node: int, values: Mapping[int, object], without: int | None) -> object:
    """Return the minimax value of a node if the node `without` is removed; None if nothing is left of it."""
    if not tree.children[node]:
        return values[node]
    below = [_worth(tree, child, values, without) for child in tree.children[node] if child != without]
    known = [value for value in below if value is not None]
    if not known:
        return None
    return (max if tree.kinds[node] is Kind.MAX else min)(known)  # type: ignore[type-var]
