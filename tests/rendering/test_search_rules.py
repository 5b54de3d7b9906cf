"""The printed rules suffice: a student who follows only them gets full points."""

import random
from collections.abc import Iterator
from fractions import Fraction

import pytest

from tests.support.answers import tree_for
from tests.support.effort import dice, size
from tests.support.obedient_student import PlayerStudent, Student, read_rules
from tests.support.payoffs import payoffs_tree, with_ties
from treesolve.authoring.sheet_plan import SheetPlan, Task
from treesolve.authoring.variant import Variant
from treesolve.grading.exercise import Exercise
from treesolve.grading.grader import Grader
from treesolve.grading.rubric import Rubric
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.tree import Tree
from treesolve.notation.convention_expression import resolve_expression
from treesolve.notation.reader import read
from treesolve.notation.writer import format_tree_line
from treesolve.rendering.printed_sheet import VariantPage
from treesolve.search.maxn import maxn_convention, solve_tree
from treesolve.search.search import Unsolvable

POINTS = {"values": 4, "windows": 2, "pruned": 4, "order": 1, "best": 1, "value": 1}
OWN = (
    *("aima:chance=star2", "haw:chance=star2", "lang:chance=star2", "cs188:chance=star2", "unit:chance=star2"),
    *("aima:chance=never", "aima:order=right-left,chance=star2", "haw:returns=clipped", "aima:ties=last"),
    *("haw:cut=strict", "haw:cut=strict,returns=clipped,chance=star2", "lang:cut=strict", "lang:returns=bound"),
    *("haw:window=2..7", "aima:window=2..7", "haw:returns=clipped,window=2..7,chance=star2", "minimax:ties=last"),
    "lang:window=2..7",
)
"""Modified conventions, as expressions."""

SEARCHED_CONVENTIONS = (*CONVENTIONS.values(), *map(resolve_expression, OWN))


def with_much_chance(rng: random.Random, highest: int, *, bounded: bool) -> Tree:
    """Return a tree with many chance nodes, some probabilities zero, and leaf values from 0 to `highest`."""
    parts = highest if highest > 1 else 4

    def node(left: int) -> str:
        if not left or (left < 4 and rng.random() < 0.15):
            return str(Fraction(rng.randint(0, parts) * highest, parts))
        kind = rng.choice(("MAX", "MIN", "CHANCE", "CHANCE"))
        below = [node(left - 1) for _ in range(rng.randint(1, 3))]
        if kind == "CHANCE" and rng.random() < 0.7:
            weights = [rng.choice((0, 1, 1, 2, 3)) for _ in below]
            weights[0] = max(1, weights[0])
            below = [f"{Fraction(one, sum(weights))} * {child}" for one, child in zip(weights, below, strict=True)]
        return f"{kind} ({' '.join(below)})"

    return read(f"bounds: 0 {highest}\ntree: {node(4)}" if bounded else node(4))


def drawn(convention: Convention, count: int) -> Iterator[tuple[Tree, Grader]]:
    """Return random trees that the convention can search, each with a grader of all parts without follow-through."""
    rng, highest = dice(convention.id), 1 if convention.perspective == "unit" else 9
    for number in range(count):
        tree = with_much_chance(rng, highest, bounded=number % 3 > 0) if number % 4 else tree_for(rng, convention)
        try:
            yield tree, Grader(tree, convention, Rubric(points=POINTS, follow_through=0))
        except Unsolvable:
            continue


def variant_page(tree: Tree, convention: Convention, language: str = "en", shapes: str = "triangles") -> VariantPage:
    """Return a sheet with that tree only."""
    sheet = SheetPlan("x", "X", (Task("1", solve_tree(tree, convention), convention, POINTS),), language=language)
    sheet = sheet._replace(look=sheet.look._replace(shapes=shapes))
    return VariantPage(sheet, Variant("AAAA", (Exercise("1", tree, convention, POINTS),)))


def told(tree: Tree, convention: Convention, language: str = "en") -> str:
    """Return all rules that a sheet prints about a tree and its convention."""
    page = variant_page(tree, convention, language)
    ((_, shown, said),) = page.rules
    return " ".join([str(shown.words), said, *page.tasks[0].remarks])


def payoff_trees(name: str, count: int) -> Iterator[tuple[Tree, Grader, random.Random]]:
    """Return trees with payoffs and many ties, with and without cuts."""
    rng = dice(name)
    for number in range(count):
        tree = with_ties(rng, cuts=number % 3 > 0)
        points = {part: of for part, of in POINTS.items() if part != "windows"}
        yield tree, Grader(tree, maxn_convention(tree), Rubric(points=points, follow_through=0)), rng


@pytest.mark.parametrize("convention", SEARCHED_CONVENTIONS, ids=lambda one: one.id)
def test_whoever_does_what_the_sheet_says_gets_full_marks(convention: Convention):
    """Random trees are answered in MAX's view, and in the mover's view where allowed."""
    for tree, grader in drawn(convention, size(600)):
        said = read_rules(told(tree, convention))
        for own_view in (False, True)[: 1 + ("own view" in said)]:
            report = grader.report(Student(tree, said).answer(own_view=own_view))

            assert report.points == grader.possible, (format_tree_line(tree), said, report.marks)


def test_so_does_one_of_several_players():
    """The same holds for several players, whichever of the best children is chosen."""
    for tree, grader, rng in payoff_trees("taken", size(600)):
        said = read_rules(told(tree, grader.solution.convention))
        for taken in (lambda _: 0, lambda count: count - 1, rng.randrange):
            report = grader.report(PlayerStudent(tree, said, taken).answer())

            assert report.points == grader.possible, (format_tree_line(tree), said, report.marks)


def test_a_child_that_only_looks_as_good_is_not_taken():
    """A child cut at equality may look as good, but its value is only a bound."""
    tree = payoffs_tree("bounds: 0 3\nsum: 3\ntree: P2 (<0, 3, 0> ((<0, 1, 1> <0, 3, 0>) (<2, 0, 1>) (<1, 0, 1>)))")
    said = read_rules(told(tree, maxn_convention(tree)))
    grader = Grader(tree, maxn_convention(tree), Rubric(points={"values": 1, "best": 1}, follow_through=0))

    assert grader.report(PlayerStudent(tree, said, lambda count: count - 1).answer()).points == 2
