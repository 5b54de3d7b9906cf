"""The form that goes out with an exercise: filled in as it asks it is read in full, and left empty it says nothing."""

import random
from pathlib import Path

import pytest

from tests.support.answer_forms import filled, form_of
from tests.support.answers import tree_for
from tests.support.effort import cases, dice, some
from tests.support.payoffs import grown
from tests.support.places import EXERCISES
from tests.support.sheets import EVERYTHING, small_sheet
from tests.support.trees import HOSTILE
from tests.support.wrong_answers import wrong_answer as wrong_text
from treesolve.analysis.reference_answer import answer_from_solution
from treesolve.authoring.variant import draw_variants
from treesolve.grading.grader import Grader
from treesolve.grading.question.question_registry import KINDS, draw_question
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import PARTS, QUESTIONS, Answer
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.number import INFINITY
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.rendering.answer_form import MAX_LINE_LENGTH, form_of_variant
from treesolve.search.maxn import maxn_convention, solve_tree
from treesolve.search.search import Unsolvable
from treesolve.submissions.answer_reader import parse_answer
from treesolve.submissions.student_identification import split
from treesolve.submissions.submission import Submission

EVERYTHING_ASKED = dict.fromkeys((*PARTS, *QUESTIONS), 1)
LARGEST = 300
"""Larger trees are not looked at here."""

SEARCHED_CONVENTIONS = tuple(CONVENTIONS.values())


def exercises() -> list[Tree]:
    """Return the trees of all exercises."""
    found = []
    for path in sorted(EXERCISES.rglob("*.tree")):
        try:
            found.append(read(path.read_text("utf-8"), str(path), payoffs=True))
        except InputError:
            continue
    return [tree for tree in found if 1 < len(tree) <= LARGEST]


def grader_asking_everything(tree: Tree, convention: Convention, rng: random.Random) -> Grader | None:
    """Who marks all that can be asked about a tree; None where the convention cannot search it."""
    try:
        solution = solve_tree(tree, maxn_convention(tree) if tree.has_payoffs else convention)
        drawn = {part: draw_question(part, solution, rng) for part in KINDS}
        questions = {part: question for part, question in drawn.items() if question}
        return Grader(tree, solution.convention, Rubric(points=EVERYTHING_ASKED), questions, solution)
    except Unsolvable:
        return None


def right_texts(grader: Grader) -> dict[str, str]:
    """Return the right answers to questions."""
    return {part: grader.questions[part].right_answer(grader.solution) for part in grader.points if part in QUESTIONS}


def check_right(grader: Grader, language: str) -> None:
    """The right answer gets all points in the form, whatever stands at the nodes that need none."""
    right = answer_from_solution(grader.solution, grader.right, grader.search_parts)
    for empty in ("", "-"):
        text = filled(grader, right, right_texts(grader), language, empty, with_signs=bool(empty))
        found = parse_answer(text, grader.nodes)
        assert not found.problems, (text, found.problems)
        assert (found.answer.pending, found.answer.has_unread) == (frozenset(), False), text
        assert grader.report(found.answer).points == grader.possible, text


def check_empty(grader: Grader, language: str) -> None:
    """The empty form answers nothing, and so do dashes."""
    for text in (form_of(grader, language), filled(grader, Answer(""), {}, language, "-")):
        found = parse_answer(text, grader.nodes)
        assert not found.problems, (text, found.problems)
        assert found.answer._replace(texts={}) == Answer(""), text
        assert grader.report(found.answer).points == 0


def check(grader: Grader) -> None:
    """All of that, in each language."""
    longest_name = 20 + max(2 * len(name) for name in grader.tree.names)
    for language in ("en", "de"):
        assert max(map(len, form_of(grader, language).splitlines())) <= max(MAX_LINE_LENGTH, longest_name)
        check_empty(grader, language)
        check_right(grader, language)


def test_exercises():
    """Every one, in every convention, with all that can be asked."""
    rng = dice("forms of exercises")
    for tree, convention in some([(tree, convention) for tree in exercises() for convention in SEARCHED_CONVENTIONS]):
        if grader := grader_asking_everything(tree, convention, rng):
            check(grader)


@pytest.mark.parametrize("convention", SEARCHED_CONVENTIONS, ids=lambda convention: convention.id)
def test_random_trees(convention: Convention):
    """With chance nodes, fractions, infinite leaves and a single child, too."""
    rng = dice(f"forms {convention.id}")
    for _ in range(cases(100)):
        grader = grader_asking_everything(tree_for(rng, convention), convention, rng)
        if grader and len(grader.tree) > 1:
            check(grader)


def test_payoffs():
    """For three to five players, who need not cut."""
    rng = dice("forms with payoffs")
    for number in range(cases(60)):
        most = rng.randint(3, 9)
        headers = f"bounds: 0 {most}\nsum: {most}\n" if number % 2 else ""
        grader = grader_asking_everything(
            grown(rng, rng.randint(3, 5), most, headers, depth=3), SEARCHED_CONVENTIONS[0], rng
        )
        if grader and len(grader.tree) > 1:
            check(grader)


# What is wrong


def wrong_answer(grader: Grader, rng: random.Random) -> Answer:
    """Anything that can be an answer to what is asked."""
    tree = grader.tree
    inner = [node for node, children in enumerate(tree.children) if children]
    values = {node: rng.randint(-20, 20) for node in rng.sample(inner, rng.randint(1, len(inner)))}
    windows = {}
    for node in rng.sample(inner, rng.randint(1, len(inner))):
        low = rng.choice([-INFINITY, rng.randint(-20, 20)])
        above = rng.randint(-19, 21) if low == -INFINITY else low + rng.randint(1, 9)
        windows[node] = low, rng.choice([INFINITY, above])
    order = rng.sample(tree.leaf_ids, rng.randint(1, len(tree.leaf_ids)))
    pruned = rng.sample(tree.leaf_ids, rng.randint(0, len(tree.leaf_ids)))
    best = rng.choice(tree.children[0])
    answer = Answer("", values, windows, tuple(pruned), tuple(order), best, rng.randint(-20, 20))
    return answer._replace(**{part: None for part in PARTS if part not in grader.points or rng.random() < 0.2})


@pytest.mark.parametrize("language", ["en", "de"])
def test_wrong_answers(language: str):
    """Whatever is filled in is read as just that."""
    rng = dice(f"wrong forms {language}")
    for _ in range(cases(1000)):
        convention = rng.choice(SEARCHED_CONVENTIONS)
        grader = grader_asking_everything(tree_for(rng, convention), convention, rng)
        if grader is None or len(grader.tree) == 1:
            continue
        answer = wrong_answer(grader, rng)
        asked = [part for part in grader.points if part in QUESTIONS]
        texts = {part: wrong_text(grader.questions[part], grader.solution) for part in asked}
        text = filled(grader, answer, texts, language, rng.choice(["", "-"]))
        found = parse_answer(text, grader.nodes)
        assert not found.problems, (text, found.problems)
        assert found.answer._replace(texts={}) == answer, text
        report = grader.report(found.answer)
        assert not report.pending
        assert not [mark for mark in report.marks if mark.part in asked and mark.points == mark.of], text


# Names

WORDS = r"""
Best Max MIN Value Values None no keine nichts left right middle root A I e2-e4 Student Windows order and und weil
x alpha β 12 -3 1/2 inf ∞ - – ? … # a"b a\b a|b L_1 a_b a*b *a* **b** `a` $x$ ~~x~~ <s>x</s> <b> values: a=5 [ 5)
1. a) pruned L1 Nodes Fill picture Knoten Bild text yes wahr or all chance 'x' „x“ variant
"""
NAMES = (
    *WORDS.split(),
    *("two words", "a  b", "a #b", "a, b", "a; b", "a: b", "[ , ]", "not visited", "nicht besucht", "because it"),
    *("Aufgabe 2", "Task 2", "student: x", *HOSTILE),
)
SHAPE = read("((6 5 MIN (1 2)) ((2 9) 4) (7 (3 3)))")


def named(names: dict[int, str]) -> Tree:
    """Return a tree with some names."""
    return Tree(SHAPE.kinds, SHAPE.values, SHAPE.children, given_names=names)


@pytest.mark.parametrize("name", NAMES)
def test_names(name: str):
    """At the root, below it and at a leaf, whatever it means elsewhere."""
    for node in (0, SHAPE.children[0][1], SHAPE.leaf_ids[0], SHAPE.leaf_ids[-1]):
        grader = grader_asking_everything(named({node: name}), CONVENTIONS["haw"], dice(name))
        assert grader is not None
        check(grader)


def test_many_odd_names_at_once():
    """None of them is taken for another."""
    rng = dice("names of forms")
    for _ in range(cases(200)):
        names = rng.sample(NAMES, len(SHAPE))
        grader = grader_asking_everything(named(dict(enumerate(names))), CONVENTIONS["haw"], rng)
        assert grader is not None
        check(grader)


# Several tasks


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_sheet(language: str, tmp_path: Path):
    """Its form has a heading for each task, and filled in it is taken apart there."""
    sheet = small_sheet(tmp_path, EVERYTHING, language=language, values="1..20")
    (variant,) = draw_variants(sheet, "7", 1)
    form = form_of_variant(variant, language)
    keys = zip(variant.exercises, variant.answer_keys, strict=True)
    markers = {one.name: Grader(one.tree, one.convention, key.rubric, one.questions) for one, key in keys}
    found = split(Submission("x", "", form), markers.__contains__)
    assert len(found) == len(sheet.tasks) == 2
    for marker, one in zip(markers.values(), found, strict=True):
        assert parse_answer(one.text, marker.nodes).answer._replace(texts={}, exercise=None) == Answer("")
    for marker in markers.values():
        head, _, own = form_of(marker, language).rpartition("\n\n")
        assert own in form
        right = answer_from_solution(marker.solution, marker.right, marker.search_parts)
        form = form.replace(own, filled(marker, right, right_texts(marker), language)[len(head) + 2 :])
    tasks = split(Submission("x", "", form), markers.__contains__)
    for (name, marker), one in zip(markers.items(), tasks, strict=True):
        found_answer = parse_answer(one.text, marker.nodes)
        assert not found_answer.problems, form
        assert found_answer.answer.exercise == name
        assert marker.report(found_answer.answer).points == marker.possible
