"""Feedback on answers: reasons, marks in the tree, diagnoses, and hints that reveal nothing."""

import random
import re
from fractions import Fraction
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rendering.test_languages import ENGLISH
from tests.support.answers import CUTTING, complete, honest, right_answer, tree_for
from tests.support.chance_oracle import drawn
from tests.support.effort import cases, dice, examples, seeds, size
from tests.support.strategies import any_trees
from treesolve.analysis.misconception import CHANCE_CODES, CODES
from treesolve.grading.grader import Grader, MarkedAnswer
from treesolve.grading.marks import CORRECT, FOLLOWING, MISSING, WRONG
from treesolve.grading.result import Interpretation, ReadClaim
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import PARTS, Answer, PartDecision
from treesolve.model.convention import CONVENTIONS
from treesolve.model.problem import UNPRINTABLE
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.rendering import feedback
from treesolve.rendering.counterexample_sentence import explanation_sentence
from treesolve.rendering.document import written
from treesolve.rendering.feedback import FeedbackPage, feedback_text
from treesolve.rendering.grades import read_rows
from treesolve.rendering.marked_answer import MarkedTree
from treesolve.rendering.template_environment import MAX_TEXT_LENGTH, words
from treesolve.search.search import Unsolvable

LANGUAGES = ("en", "de")
FORMS = ("text", "markdown", "html", "latex", "typst")
NINE = "((3 12 8) (2 4 6) (14 5 2))"
"""A: MAX, with B = 3, C = 2 (cut after L4), D = 2."""

ALL = dict.fromkeys(PARTS, 2)


def grader_of(text: str = NINE, convention: str = "haw", **rubric: object) -> Grader:
    """Return a grader of a tree with two points per question."""
    return Grader(read(text), CONVENTIONS[convention], Rubric(**{"points": ALL, **rubric}))  # type: ignore[arg-type]


def feedback_page(
    report: MarkedAnswer, grader: Grader, form: str = "text", language: str = "en", **asked: object
) -> str:
    """Return the feedback page of an answer in a format."""
    return written(feedback.feedback_page(report, grader, language, **asked), form)


def right(grader: Grader) -> Answer:
    """Return the correct answer to the grader's questions."""
    return right_answer(grader.solution, tuple(grader.points))


def reasons(grader: Grader, answer: Answer, language: str = "en", *, full: bool = True) -> dict[str, list[str]]:
    """Return the reasons for lost points by part."""
    page = FeedbackPage(grader.report(answer), grader, language, full=full)
    names = {words(language, "practice.jinja").part(part): part for part in PARTS}
    return {names[part]: said for part, said in page.reasons}


# Reasons, one by one


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_move_as_good_as_the_conventions_is_told_as_that(language: str):
    """The move is right, but the convention chooses the first of several best moves."""
    grader = grader_of("((3 12) (3 4))", points={"best": 1})
    say = words(language, "grading.jinja")

    def basis(move: int) -> str:
        return FeedbackPage(grader.report(Answer("s", best=move)), grader, language).rows[0][2]

    assert [basis(1), basis(4)] == [say.basis({"basis": name}) for name in ("reference", "equal")]


def test_of_several_wrong_cuts_the_one_that_changes_the_root_is_proved():
    """L4 comes first, but could at best equal the current value; L6 changes the root."""
    grader = grader_of("((5 6) (5 1) (9 8))", "cs188", points={"pruned": 1})

    said = reasons(grader, Answer("s", pruned=(6, 9)))["pruned"]

    assert said == [explanation_sentence(grader.solution, 9), "You also marked L4 as pruned: this has to be visited."]


def random_answer(rng: random.Random, grader: Grader) -> Answer:
    """Return a random answer that follows a misconception and contains slips of all kinds."""
    tree, inner = grader.tree, [node for node, below in enumerate(grader.tree.children) if below]
    base = right(grader)
    if grader.simulated_students and rng.random() < 0.7:
        base = honest(rng.choice(grader.simulated_students), tuple(grader.points))
    numbers = [*range(-3, 20), Fraction(1, 2), float("inf")]
    values, windows, order = dict(base.values or {}), dict(base.windows or {}), list(base.order or ())
    for node in rng.sample(inner, rng.randint(0, len(inner))):
        values[node] = rng.choice(numbers)
        windows[node] = (rng.choice(numbers), rng.choice(numbers))
        if rng.random() < 0.3:
            del values[node], windows[node]
    rng.shuffle(order)
    return base._replace(
        values=rng.choice((values, values, base.values)),
        windows=rng.choice((windows, base.windows)),
        pruned=rng.choice((base.pruned, tuple(rng.sample(range(len(tree)), min(2, len(tree)))), None)),
        order=rng.choice((base.order, tuple(order), tuple(order[:2]))),
        best=rng.choice((*tree.children[0], None)) if tree.children[0] else None,
        value=rng.choice((base.value, rng.choice(numbers), None)),
        pending=frozenset(rng.sample(PARTS, rng.randint(0, 1))),
    )


@pytest.mark.parametrize("name", CONVENTIONS)
def test_random_answers_are_told_in_every_convention(name: str):
    """All formats and languages work, in full and as hints: no English in German, no reason without lost points."""
    rng = dice(name)
    convention = CONVENTIONS[name]
    for number in range(cases(12)):
        grader = Grader(tree_for(rng, convention), convention, Rubric(points=ALL))
        report = grader.report(random_answer(rng, grader))
        for full in (True, False):
            german = feedback_text(report, grader, "de", full)
            page = feedback_page(report, grader, FORMS[number % len(FORMS)], "de", full=full)
            assert not ENGLISH.search(german), german
            assert not UNPRINTABLE.search(page)
            message = FeedbackPage(report, grader, full=full)
            lost = {
                words("en", "practice.jinja").part(mark.part)
                for mark in report.marks
                if not mark.is_full and not mark.is_pending
            }
            by_part = [*message.explained, *message.reasons]
            assert {part for part, _ in by_part} == lost
            assert all(said.strip() and "  " not in said for _, found in by_part for said in found)
            assert full or not message.explained


@examples(120)
@given(any_trees(), st.sampled_from(CUTTING), st.integers(0, 99))
def test_any_tree_has_its_pages(tree: Tree, convention: object, seed: int):
    """Pages can be made for trees with chance nodes, unknown leaves, and names and moves of all kinds."""
    try:
        grader = Grader(tree, convention, Rubric(points=ALL))  # type: ignore[arg-type]
    except Unsolvable:
        return
    report = grader.report(random_answer(random.Random(seed), grader))
    for full in (True, False):
        assert feedback_page(report, grader, "text", full=full)
        assert feedback_text(report, grader, "de", full)


def test_a_missing_value_is_told_as_the_bound_that_the_search_finds():
    """The leaf with 1 is never visited: the correct answer is at most 4, not the minimax value."""
    grader = grader_of("((5 9) (7 (3 8)) (4 1))", "aima")

    assert "Right: D ≤ 4." in feedback_text(grader.report(Answer("s", values={0: 7, 1: 5, 4: 7, 6: 8})), grader)


def test_leaves_are_seen_though_nobody_writes_their_values():
    """Without marked nodes, only nodes that the search prunes and that have no value count as skipped."""
    grader = grader_of("((5 9) (7 (3 8)) (4 1))", points={"values": 1})
    c, e = map(grader.tree.names.index, "CE")

    assert "of 7 and 8, as you wrote them, the smallest is 7, not 9." in feedback_text(
        grader.report(Answer("s", values={c: 9, e: 8})), grader
    )


def test_equal_numbers_are_shown_as_often_as_they_are_written():
    """The order contains nine leaves, two of them with the same value."""
    claims = tuple(ReadClaim("order", f"L{n}", None, 1, 7 + 2 * n, "3", "by position") for n in (1, 2, 3))

    ((_, written, read),) = read_rows(Interpretation(claims), "en")
    assert (written, read) == ("3 · 3 · 3", "L1, L2, L3")


# Before the deadline

WORDS = ("alder", "birch", "cedar", "elm", "fir", "hazel", "juniper", "larch", "maple", "oak", "pine", "rowan", "yew")


@cache
def distinct(seed: int) -> Grader:
    """Return a tree with distinct numbers and names, and no digits in names."""
    rng = random.Random(seed)
    tree = complete(rng, rng.choice(((3, 3), (2, 2, 2), (2, 3, 2))))
    leaves = dict(zip(tree.leaf_ids, rng.sample(range(1000, 9999), len(tree.leaf_ids)), strict=True))
    values = tuple(leaves.get(node) for node in range(len(tree)))
    names = {node: WORDS[node % len(WORDS)] + WORDS[node // len(WORDS)] for node in range(len(tree))}
    renamed = Tree(tree.kinds, values, tree.children, given_names=names)
    return Grader(renamed, CONVENTIONS["haw"], Rubric(points=ALL))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seed", seeds(40))
def test_hints_name_no_number_and_no_node_that_is_right(seed: int, language: str):
    """Hints contain only the student's own numbers, and only leaves and moves that the student named."""
    grader, rng = distinct(seed), random.Random(seed)
    for _ in range(10):
        answer = random_answer(rng, grader)._replace(pending=frozenset())
        report = grader.report(answer)
        page = FeedbackPage(report, grader, language, full=False)
        written = {*(answer.values or {}).values(), answer.value}
        written |= {bound for window in (answer.windows or {}).values() for bound in window}
        by_part = {
            mark.part: " ".join(make() for make in page.feedback_sentences.reasons.lazy_sentences(mark, report.answer))
            for mark in report.marks
        }
        message = " ".join([*by_part.values(), *page.diagnosis])
        assert {int(number) for number in re.findall(r"\d{4}", message)} <= written
        for mark in report.marks:
            if mark.part == "pruned":
                hidden = {*mark.missing, *(mark.expected if mark.given is None else ())}
                assert not names_in(by_part["pruned"], grader.tree, hidden)
            if mark.part == "best" and mark.items[0].given != mark.items[0].expected:
                assert not names_in(by_part["best"], grader.tree, {mark.items[0].expected})
            if mark.part == "order":
                assert not names_in(by_part["order"], grader.tree, set(mark.expected) - set(mark.given or ()))


def names_in(text: str, tree: Tree, nodes: set[int]) -> set[int]:
    """Return the nodes named in a text."""
    return {node for node in nodes if re.search(rf"\b{tree.names[node]}\b", text)}


@pytest.mark.parametrize("seed", seeds(40))
def test_hints_depend_on_nothing_but_what_is_wrong(seed: int):
    """Hints are the same if different correct answers lead to the same verdicts."""
    grader, rng = distinct(seed), random.Random(seed)
    for _ in range(10):
        report = grader.report(random_answer(rng, grader))
        marks = tuple(
            mark._replace(
                items=tuple(
                    item._replace(expected=1 if mark.part != "windows" else (1, 1))
                    if item.verdict in (WRONG, MISSING)
                    else item
                    for item in mark.items
                ),
                missing=mark.missing[:1] if mark.part == "pruned" else (),
                expected=mark.expected if mark.part == "order" else (),
            )
            for mark in report.marks
        )
        forged = report._replace(marks=marks)
        assert feedback_text(forged, grader, "en", False) == feedback_text(report, grader, "en", False)
        assert picture(forged, grader, full=False) == picture(report, grader, full=False)


def picture(report: MarkedAnswer, grader: Grader, *, full: bool) -> list[object]:
    """Return the labels of the tree with the answer in it."""
    return [*MarkedTree(report, grader, grader.tree, full=full, beside=True).labels]


# Marks in the tree


@pytest.mark.parametrize("seed", seeds(30))
def test_signs_tell_what_the_marks_say(seed: int):
    """Every item of the report has its mark in the picture, once; nothing else has one."""
    grader, rng = distinct(seed), random.Random(seed)
    report = grader.report(random_answer(rng, grader))
    labels = MarkedTree(report, grader, grader.tree, full=True, beside=True).labels
    items = {item.node: item for mark in report.marks if mark.part == "values" for item in mark.items}
    signs = {CORRECT: "✓", FOLLOWING: "✓ ft", WRONG: "✗", MISSING: "?"}
    for node, label in enumerate(labels):
        if not grader.tree.children[node]:
            assert not re.search("[✓✗?]", label.value)
        elif node in items:
            item = items[node]
            assert label.value.endswith(signs[item.verdict])
            assert (f"({item.expected})" in label.window) == (item.verdict in (WRONG, MISSING))
    cuts = next(mark for mark in report.marks if mark.part == "pruned")
    assert {node for node, label in enumerate(labels) if label.struck} == set(cuts.given or ())


def test_marking_does_not_walk_up_deep_trees():
    """Trees with thousands of levels are graded in time."""
    depth = max(6000, size(20_000))  # more than are drawn
    tree = read("(" * depth + "1" + ")" * depth)
    grader = Grader(tree, CONVENTIONS["haw"], Rubric(points={"values": 1, "pruned": 1, "order": 1, "best": 1}))
    report = grader.report(Answer("s", values={0: 2}, pruned=(1,), order=(), best=1))

    assert "too many to draw" in feedback_page(report, grader)
    assert feedback_page(report, grader, "html").count("<svg") == 0


# Misconceptions


@cache
def followed(code: str) -> tuple[Grader, MarkedAnswer]:
    """Return a report on an answer by a misconception that is first in its diagnosis."""
    name = {"equal-cut": "cs188", "deep-bounds": "lang"}.get(code, "haw")
    convention = CONVENTIONS[name]._replace(chance="star2" if code == "no-probes" else "star1")
    for seed in range(400):
        rng = random.Random(seed)
        shape = ((3, 3), (3, 2, 3), (2, 2, 2, 2))[seed % 3]
        tree = drawn(rng) if code in CHANCE_CODES else complete(rng, shape, 0, 9)
        grader = Grader(tree, convention, Rubric(points=ALL))
        simulated_student = next((found for found in grader.simulated_students if found.code == code), None)
        if simulated_student is not None:
            report = grader.report(honest(simulated_student))
            if [found.code for found in report.diagnosis] == [code] and report.diagnosis[0].exact:
                return grader, report
    raise AssertionError(code)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("code", CODES)
def test_every_misconception_is_told(code: str, language: str):
    """After the deadline, feedback names and explains the misconception; before it, it only says what to review."""
    grader, report = followed(code)
    say = words(language, "grading.jinja")
    name, again, explained = say.misconception(code), say.again(code), say.explained(code)

    full, hints = (FeedbackPage(report, grader, language, full=full) for full in (True, False))

    assert full.diagnosis[0].endswith(f": {name}.")
    assert full.diagnosis[1:] == [" ".join(explained.split())]
    assert full.explained
    assert name in feedback_text(report, grader, language)
    assert hints.diagnosis == [again]
    assert again in feedback_text(report, grader, language, False)
    for form in FORMS:
        page = " ".join(feedback_page(report, grader, form, language).replace("{}", "").lower().split())
        assert name[:5] in page or name[0].isupper()


def test_what_is_not_sure_is_no_hint():
    """Two possible rules share a sentence without explanations; before the deadline neither is mentioned."""
    grader = grader_of("((5 6) (4 1) (3 2) (9 8))", points={"pruned": 1})
    report = grader.report(Answer("s", pruned=(5, 6, 8, 9)))
    say = words("en", "grading.jinja")
    names = "; or: ".join(map(say.misconception, ("prunes-cause", "marks-cut-node")))

    assert len(report.diagnosis) == 2
    (message,) = FeedbackPage(report, grader).diagnosis
    assert message == f"Each of two wrong rules leads to just what stands under Pruned: {names}."
    assert FeedbackPage(report, grader, full=False).diagnosis == []

    grader = grader_of("((5 6) (4 1) (3 2) (9 8))", points={"pruned": 1, "value": 1})
    report = grader.report(Answer("s", pruned=(4, 7), value=7))
    assert [(one.code, one.exact) for one in report.diagnosis] == [("marks-cut-node", False)]
    assert FeedbackPage(report, grader, full=False).diagnosis == []
    assert (
        FeedbackPage(report, grader).diagnosis[0].startswith("One wrong rule leads to just what stands under Pruned:")
    )


@pytest.mark.parametrize(("text", "is_turned"), [("((4 3) (2 5))", False), ("((3 3) (2 5))", True)])
def test_numbers_are_told_as_they_were_written(text: str, is_turned: bool):
    """The view that makes more of the answer right is chosen; feedback then converts the numbers."""
    grader = grader_of(text, "lang")
    (swapped,) = (one for one in grader.simulated_students if one.code == "swapped-players")

    message = feedback_text(grader.report(honest(swapped)), grader)

    assert "C = 5; right: 2." in message
    assert ("Your numbers were read from the point of view of the player to move" in message) == is_turned


# Hostile input

ATTACKS = (
    *("<script>alert(1)</script>", r"\input{x}", '#read("x")', "{{ 7*7 }}", "{% include 'x' %}", "\x1b[31mred\x07\x00"),
    *("x" * 300, "\u202eabc\u200f", "a`b``c```d", "| * _ # [x](y)", "\ud800\uffff", "]) #panic() $x$", "</svg></body>"),
)


def attacked(attack: str) -> tuple[Grader, MarkedAnswer]:
    """Return an answer whose student, tree, nodes and moves are named by an attack string."""
    tree = read(NINE)
    names = dict.fromkeys(range(len(tree)), attack)
    hostile = Tree(tree.kinds, tree.values, tree.children, given_names=names, moves={1: attack}, title=attack)
    grader = Grader(hostile, CONVENTIONS["haw"], Rubric(points=ALL, grades=((0, attack),)))
    answer = Answer(attack, {1: 4, 0: 9}, {0: (1, 2)}, (12,), (12, 11), 9, 7, frozenset({attack, "order"}))
    return grader, grader.report(answer._replace(decided={"windows": PartDecision(0, attack, "", attack)}))


def test_long_ids_end_somewhere():
    """At most 300 characters of an id are shown."""
    grader = grader_of()
    page = feedback.feedback_page(grader.report(right(grader)._replace(student="9" * 5000)), grader)
    shown = page.blocks[0].source

    assert "9" * (MAX_TEXT_LENGTH - 1) + "…" in shown
    assert len(shown) < MAX_TEXT_LENGTH + 40
