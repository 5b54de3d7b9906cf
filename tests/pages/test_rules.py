"""How to search: the rules are those of the tree and the lecture, and whoever knows only these gets full marks."""

import random
import re
from collections.abc import Iterator
from fractions import Fraction
from html import unescape

import pytest

from tests.support.answers import tree_for
from tests.support.effort import dice, size
from tests.support.obedient_student import PlayerStudent, Student, read_rules
from tests.support.payoffs import payoffs_tree, with_ties
from treesolve.exchange.moodle_quiz import question_text
from treesolve.exchange.quiz import quiz
from treesolve.exchange.rexams import rexams_document
from treesolve.exercises.planned_sheet import Sheet, Task
from treesolve.exercises.variant import Variant
from treesolve.grading.exercise import Exercise
from treesolve.grading.grader import Grader
from treesolve.grading.rubric import Rubric
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.tree import Kind, Tree
from treesolve.notation.convention_expression import read_expression
from treesolve.notation.reader import read
from treesolve.notation.writer import write_line
from treesolve.pages.practice_page import PracticePage, practice_document
from treesolve.pages.printed_sheet import SHEET, VariantPage, guide, piece
from treesolve.pages.rules import legend, rules
from treesolve.search.maxn import maxn_convention, solve_tree
from treesolve.search.search import Unsolvable
from treesolve.search.solution import cuts_chance, solve

POINTS = {"values": 4, "windows": 2, "pruned": 4, "order": 1, "best": 1, "value": 1}
OWN = (
    *("aima:chance=star2", "haw:chance=star2", "lang:chance=star2", "cs188:chance=star2", "unit:chance=star2"),
    *("aima:chance=never", "aima:order=right-left,chance=star2", "haw:returns=clipped", "aima:ties=last"),
    *("haw:cut=strict", "haw:cut=strict,returns=clipped,chance=star2", "lang:cut=strict", "lang:returns=bound"),
    *("haw:window=2..7", "aima:window=2..7", "haw:returns=clipped,window=2..7,chance=star2", "minimax:ties=last"),
    "lang:window=2..7",
)
"""Lectures that somebody has changed, by their expressions."""

LECTURES = (*CONVENTIONS.values(), *map(read_expression, OWN))


def with_much_chance(rng: random.Random, highest: int, *, bounded: bool) -> Tree:
    """A tree of all kinds in any order, some children without a chance; leaves from 0 to `highest`."""
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
    """Trees of every kind that the lecture can search, each with what marks it by all parts and no excuses."""
    rng, highest = dice(convention.id), 1 if convention.perspective == "unit" else 9
    for number in range(count):
        tree = with_much_chance(rng, highest, bounded=number % 3 > 0) if number % 4 else tree_for(rng, convention)
        try:
            yield tree, Grader(tree, convention, Rubric(points=POINTS, follow_through=0))
        except Unsolvable:
            continue


def variant_page(tree: Tree, convention: Convention, language: str = "en", shapes: str = "triangles") -> VariantPage:
    """A sheet with that tree alone."""
    sheet = Sheet("x", "X", (Task("1", solve_tree(tree, convention), convention, POINTS),), language=language)
    sheet = sheet._replace(look=sheet.look._replace(shapes=shapes))
    return VariantPage(sheet, Variant(1, "AAAA", (Exercise("1", tree, convention, POINTS),)))


def told(tree: Tree, convention: Convention, language: str = "en") -> str:
    """All that a sheet says of a tree and its lecture."""
    page = variant_page(tree, convention, language)
    ((_, shown, said),) = page.rules
    return " ".join([str(shown.words), said, *page.tasks[0].remarks])


def payoff_trees(name: str, count: int) -> Iterator[tuple[Tree, Grader, random.Random]]:
    """Trees with payoffs and many ties, in which something is cut and in which nothing is."""
    rng = dice(name)
    for number in range(count):
        tree = with_ties(rng, cuts=number % 3 > 0)
        points = {part: of for part, of in POINTS.items() if part != "windows"}
        yield tree, Grader(tree, maxn_convention(tree), Rubric(points=points, follow_through=0)), rng


@pytest.mark.parametrize("convention", LECTURES, ids=lambda one: one.id)
def test_whoever_does_what_the_sheet_says_gets_full_marks(convention: Convention):
    """On random trees, with MAX's numbers, and with those of the player to move where they may be written."""
    for tree, grader in drawn(convention, size(600)):
        said = read_rules(told(tree, convention))
        for own_view in (False, True)[: 1 + ("own view" in said)]:
            report = grader.report(Student(tree, said).answer(own_view=own_view))

            assert report.points == grader.possible, (write_line(tree), said, report.marks)


def test_so_does_one_of_several_players():
    """Whichever of several best children is taken."""
    for tree, grader, rng in payoff_trees("taken", size(600)):
        said = read_rules(told(tree, grader.solution.convention))
        for taken in (lambda _: 0, lambda count: count - 1, rng.randrange):
            report = grader.report(PlayerStudent(tree, said, taken).answer())

            assert report.points == grader.possible, (write_line(tree), said, report.marks)


def test_a_child_that_only_looks_as_good_is_not_taken():
    """At equality a cut child brings as much by what was seen of it, but not for sure."""
    tree = payoffs_tree("bounds: 0 3\nsum: 3\ntree: P2 (<0, 3, 0> ((<0, 1, 1> <0, 3, 0>) (<2, 0, 1>) (<1, 0, 1>)))")
    said = read_rules(told(tree, maxn_convention(tree)))
    grader = Grader(tree, maxn_convention(tree), Rubric(points={"values": 1, "best": 1}, follow_through=0))

    assert grader.report(PlayerStudent(tree, said, lambda count: count - 1).answer()).points == 2


OF_CHANCE = re.compile(
    "chance|average|probab|star[12]|circle|leaf lies|zufall|mittelwert|wahrsch|kreis|blatt liegt",
    re.IGNORECASE,
)


@pytest.mark.parametrize("language", ["en", "de"])
def test_of_chance_is_spoken_where_it_decides(language: str):
    """And nowhere else; of limits only where they cut, of several players where there are some."""
    for convention in LECTURES:
        for tree, _ in drawn(convention, size(80)):
            has_chance, text = Kind.CHANCE in tree.kinds, told(tree, convention, language)

            assert bool(OF_CHANCE.search(text)) == has_chance, text
            assert ("Star" in text) == cuts_chance(tree, convention), text
            assert "max^n" not in text
    for tree, grader, _ in payoff_trees("players", size(80)):
        text = told(tree, grader.solution.convention, language)

        assert not OF_CHANCE.search(text), text
        assert "max^n" in text
        assert not re.search("MAX|MIN|alpha|beta", text), text


def letters(text: str) -> str:
    """The letters of a text in any form: what it escapes and how it breaks lines does not count."""
    return re.sub("[^A-Za-z]+", "", unescape(text))


def is_said(sentences: str, text: str) -> bool:
    """Whether the text has all the words of the sentences, but for signs that forms write in their own way."""
    return all(letters(part) in letters(text) for part in re.split("[^ -~]", sentences))


TREES = (
    ("((6 5) (2 9))", "knuth-moore"),
    ("(MIN (6 5) MAX (2 9))", "lang"),
    ("MAX (CHANCE (6 5) CHANCE (2 9))", "haw"),
    ("bounds: 0 10\ntree: MAX (CHANCE (6 5) CHANCE (2 9))", "cs188"),
    ("bounds: 0 10\ntree: MIN (CHANCE ((6 1) 5) CHANCE (2 (9 3)))", "lang:chance=star2"),
)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("text", "lecture"), TREES)
def test_every_door_says_the_same(text: str, lecture: str, language: str):
    """Sheets in every form, the guide, questions for Moodle and R/exams, practice pages."""
    tree, convention = read(text), read_expression(lecture)
    page, exercise = variant_page(tree, convention, language), Exercise("1", tree, convention, POINTS)
    shown = legend(tree, "triangles", language)
    asked = quiz(exercise, None, language)
    sheets = {form: piece(page, SHEET, form) for form in ("text", "markdown", "html", "latex", "typst")}
    sheets["guide"] = "".join(guide(page.sheet, page.variant, []))
    systems = {"moodle": question_text(asked), "rexams": rexams_document(asked)}
    systems["practice"] = "".join(
        practice_document([PracticePage(solve(tree, convention), language=language)], language)
    )

    for door, said in (sheets | systems).items():
        needed = rules(tree, convention, language, for_max=door in systems)
        legends = shown.lined if door in ("text", "markdown") else shown.words

        assert is_said(needed, said), (door, needed)
        assert is_said(str(legends), said), (door, legends)
        if Kind.CHANCE not in tree.kinds and door in ("text", "markdown", "moodle"):
            assert not OF_CHANCE.search(said)
