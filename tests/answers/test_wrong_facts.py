"""A wrong fact never goes unnoticed, whatever its form; and nothing is docked that was not read.

Vocabulary

    fact        one thing that an answer says; in each answer of wrong_facts.txt one is wrong, in those of
                right_facts.txt none is
"""

import re
import time
from functools import cache
from pathlib import Path

import pytest

from treesolve.answers.node_words import Nodes
from treesolve.answers.reader import reading_of
from treesolve.answers.submission import Submission
from treesolve.grading.exam import Exercise, Key
from treesolve.grading.result import Judgement
from treesolve.grading.rubric import Rubric
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read
from treesolve.runs.grade_submission import Marker, Settings

TREES = {
    "T1": "((3 12 8) (2 4 6) (14 5 2))",
    "T2": "(((5 6) (7 4)) (((3 9) (8 1)) (2 0)))",
    "T3": "S: MAX (A: (a1: 6 a2: 9 a3: 7) B: (b1: 4 b2: 8) C: (c1: 10 c2: 5 c3: 1 c4: 3))",
    "T4": "R: MIN (X: (x1: -3 x2: 4 x3: 1) Y: (y1: 5 y2: -2) Z: (z1: 2 z2: 7 z3: 0))",
    "T5": "((((8 7) (3 9)) ((9 8) (2 4))) (((1 8) (8 9)) ((9 9) (3 4))))",
    "T6": "((5 (3 8)) (7 2 4) (1 9))",
    "T7": "((6 5) (2 9))",
    "T8": "((1/2 3) (-1 2))",
}
POINTS = {"values": 4, "pruned": 4, "order": 2, "best": 1}


def answers(name: str) -> list[tuple[str, frozenset[str], str]]:
    """The answers in a file: the tree, the parts in which something is wrong, the text."""
    blocks = re.split(r"^## ", (Path(__file__).parent / name).read_text("utf-8"), flags=re.MULTILINE)[1:]
    heads = [(block.split("\n", 1)[0].split(), block.split("\n", 1)[1]) for block in blocks]
    return [(tree, frozenset(parts), text) for (tree, *parts), text in heads]


WRONG, RIGHT = answers("wrong_facts.txt"), answers("right_facts.txt")


@cache
def marker(tree: str, lecture: str = "aima") -> Marker:
    """What marks answers to a tree."""
    return Marker(Settings(Key((Exercise("x", read(TREES[tree]), CONVENTIONS[lecture]),)), Rubric(points=POINTS)))


def judged(tree: str, text: str) -> tuple[Judgement, set[str]]:
    """What is said of an answer, and the parts in which points are lost."""
    result = marker(tree).outcome(Submission("4711.txt", "4711", text)).result
    assert result
    parts = result.judgement.parts
    lost = {part for part, found in parts.items() if found.points is not None and found.points < found.of}
    return result.judgement, lost


@pytest.mark.parametrize(("tree", "wrong", "text"), WRONG, ids=[f"{n}-{one[0]}" for n, one in enumerate(WRONG)])
def test_a_wrong_fact_costs_or_waits(tree: str, wrong: frozenset[str], text: str):
    """Its part is never worth all points; no other part loses any."""
    told, lost = judged(tree, text)

    assert wrong & ({*told.pending} | lost), text
    assert lost <= wrong, text


@pytest.mark.parametrize(("tree", "wrong", "text"), RIGHT, ids=[f"{n}-{one[0]}" for n, one in enumerate(RIGHT)])
def test_what_is_right_is_read_or_waits(tree: str, wrong: frozenset[str], text: str):
    """It loses no points unread."""
    assert not wrong
    assert not judged(tree, text)[1], text


FINE = (
    ("T1", "values: A=3, B=3, C≤2, D=2"),
    ("T1", "values: A=3, B=3, C is at most 2, D=2"),
    ("T1", "values: B = min(3, 12, 8) = 3; C = min(2, ...) ≤ 2; D = min(14, 5, 2) = 2; A = max(3, ≤2, 2) = 3"),
    ("T1", "pruned: L5, L6 (since 2 ≤ 3)"),
    ("T1", "pruned: L5 (4), L6 (6), because C = 2 is no more than 3 anyway\nvalues: C=2"),
    ("T1", "2 leaves are pruned: L5, L6"),
    ("T1", "2 of 9 leaves are pruned: L5, L6"),
    ("T1", "pruned: L5, L6 (the last two leaves of C)"),
    ("T1", "pruned: L5, L6 (4 and 6)"),
    ("T1", "pruned: L5, L6\npruned: L5, L6"),
    ("T1", "order: L1, L2, L3, L4, L7, L8, L9 (from left to right)"),
    ("T1", "Only L5 and L6 are pruned."),
    ("T1", "Only L5 and L6 are pruned, so C = 2."),
    ("T1", "At C: cut: L5 and L6 are pruned"),
    ("T1", "Which leaves are pruned: L5, L6"),
    ("T1", "pruned: L5, L6 # exact value = 2"),
    ("T5", "best: C\nOptimal path: A -> C -> F"),
    ("T1", "best: B (value 3)\nvalues: A=3 B=3"),
    ("T2", "values: C≤3, F≤3, H≤3, E≥7"),
    ("T2", "4 leaves are pruned: L4, L6, G"),
    ("T2", "pruned: L4, L6, L9, L10\npruned: L4\npruned: L6\npruned: G"),
    ("T2", "pruned: L4, L6, G (i.e. the leaves 2 and 0)"),
    ("T2", "pruned: L4 below E, L6 below H, L9 and L10 below G"),
    ("T1", "values: A=3 (max), B=3 # min(3, 12, 8)\npruned: L5, L6 // alpha = 3, beta = 2"),
    ("T1", "values: C=2, A=3 # max(3, 2, 2)\npruned: L5, L6 # since C = 2 <= 3"),
    ("T1", "values: A=3, B=3, C=2 # <= 2\nbest: B # its value is 3, C has only 2"),
    ("T2", "values: C=3, E=7 # at least"),
    ("T1", "# values: e.g. A=5, B=7\nvalues: A=3, B=3  # z.B. so, siehe S. 12"),
    ("T2", "pruned: L4 because E is already 7 > 6\norder: 1. L1 2. L2 3. L3"),
    ("T1", "A=3 since max(3,2)=3\npruned: A\n  L1\n  L2"),
    ("T1", "values: A=3\nbest: B\nOptimaler Pfad: A → B → L1"),
    ("T1", "values: A=3\nbest: B\nOptimal path: A -> B -> L1"),
    ("T4", "pruned: y2 (5 > 4), z3 (7 > 4)"),
    ("T2", "values: C=3 (with full minimax C = 2)"),
    ("T1", "pruned: L5, L6 # beta cut at C, alpha = 3"),
    ("T1", "values: C=2 (the first leaf is 2)\npruned: L5, L6 (siblings of L4)"),
    ("T1", "values: A=3\nbest: B because A already has 3"),
    ("T1", "order: L1, L2, L3 (B's leaves: L1, L2, L3)"),
    ("T1", "pruned: L5, L6 since at B the value is 3"),
    ("T8", "order: 1/2 3 -1"),
    ("T1", "pruned: L5, L6 # below the middle child C"),
    ("T1", "best: B (MIN answers with L1)"),
    ("T1", "values: B=2\nbest: B (min(3, 12, 8))"),
    ("T1", "node: A B C\nvalue: 3 3 2"),
    ("T1", "best: B (Vorteil von 1 gegenüber C)\nvalues: B=3 C=2"),
)


@pytest.mark.parametrize(("tree", "text"), FINE)
def test_remarks_that_say_the_same_are_passed_over(tree: str, text: str):
    """Bounds on their side, counts that are right, lists of the same, reasons."""
    reading = reading_of(text, Nodes(read(TREES[tree])))

    assert [problem.code for problem in reading.problems] == []
    assert reading.claims


def test_bounds_are_held_against_the_tree():
    """A bound that a search hands up is true on either side; a player's own view turns it round."""
    tree = read("(9 (1 (3 4)))")

    assert not reading_of("values: C≤9", Nodes(tree)).problems
    assert [one.code for one in reading_of("values: C≤4", Nodes(tree)).problems] == ["answer-other-bound"]
    assert not reading_of("values: C≤4", Nodes(tree, is_own_view=True)).problems


def test_two_lists_are_shown_both():
    """Each waits, with what the other says."""
    lists = reading_of("pruned: L5, L6\npruned: L6\n", Nodes(read(TREES["T1"]))).unread

    assert [(one.part, one.readings) for one in lists] == [("pruned", ("L5, L6", "L6"))] * 2


@pytest.mark.parametrize("dots", ["...", ", …", " and so on", ", usw."])
def test_a_list_without_an_end_waits(dots: str):
    """Nobody knows what else belongs to it."""
    assert "pruned" in reading_of(f"pruned: L5, L6{dots}", Nodes(read(TREES["T1"]))).answer.pending


@pytest.mark.parametrize(
    ("tree", "text", "part"),
    [
        ("T1", "values: B = min(3, 12, 9) = 3", "values"),
        ("T1", "values: B=3 # max(3, 12, 8)", "values"),
        ("T1", "pruned: L5, L6 # and L9 too", "pruned"),
        ("T1", "pruned: L5, L6 // L9", "pruned"),
        ("T1", "pruned: L5, L6, since D is at most 2", "pruned"),
        ("T1", "values: C=2\npruned: L5, L6 because C = 4", "values"),
        ("T1", "pruned: L5, L6 (3 < 2)", "pruned"),
        ("T1", "values: B=3\nbest: B, since its value 8 is best", "best"),
        ("T2", "pruned: L4, L6, G\nG is the left child of C", "pruned"),
        ("T1", "pruned: L5, L6 (L5 is the right child of C)", "pruned"),
        ("T2", "pruned: L4, L6, G = (2, 1)", "pruned"),
        ("T3", "best: A (value 11)", "best"),
        ("T1", "B = min(L1, L2) = 12", "values"),
        ("T1", "best: B (8)", "best"),
        ("T1", "values: B=8\nbest: B (max(3, 12, 8))", "best"),
        ("T1", "values: A=5\nbest: B, since 5 is the largest value", "best"),
        ("T1", "best: B\nOptimal path: A -> B -> L2", "best"),
        ("T1", "best: B\nOptimal path: A -> C -> L4", "best"),
        ("T1", "best: B, value 11", "best"),
        ("T1", "best: B (MAX gets 12)", "best"),
        ("T3", "pruned: b2, c3, c4 (c3 has value 3)", "pruned"),
        ("T3", "pruned: b2, c3, c4\n3 cutoffs at B and C", "pruned"),
        ("T1", "values: A=3, B=3, C=2 # C < 9", "values"),
        ("T1", "values: C=2\nat C, alpha = 4", "values"),
        ("T2", "Level 9: A=6\nLevel 8: B=6 C=2\nLevel 7: D=6 E=7 F=3 G=2", "values"),
        ("T2", "Level 4: A=6\nLevel 3: B=6 C=2\nLevel 3: D=6 E=7 F=3 G=2", "values"),
        ("T1", "pruned: C after L5", "pruned"),
        ("T1", "pruned: L5, L6 # below the left child C", "pruned"),
        ("T1", "pruned: right child", "pruned"),
        ("T1", "values:\nL5 (4)\nA=3", "best"),
    ],
)
def test_what_a_remark_says_is_held_against_the_rest(tree: str, text: str, part: str):
    """In a comment, in parentheses, in a reason or on a line of its own."""
    assert part in reading_of(text, Nodes(read(TREES[tree]))).answer.pending


@pytest.mark.parametrize(
    ("text", "pending"),
    [
        ("correction: D=5", {"values", "best"}),
        ("pruned: L5, L6 (and L9 too)\norder: L1, L2, L3, L4, L7, L8, L9\nvalues: A=3\nbest: B", {"pruned"}),
        ("values: A=3\npruned: L5\norder: L1, L2\nB is not the best move", {"order", "best"}),
    ],
)
def test_only_what_an_unread_line_may_be_about_waits(text: str, pending: set[str]):
    """The part it speaks of, and the one that it follows."""
    assert reading_of(text, Nodes(read(TREES["T1"]))).answer.pending & POINTS.keys() == pending


def test_a_side_that_is_wrong_is_told_as_it_was_written():
    """With the word for the side."""
    (problem,) = reading_of("pruned: L5, L6 # below the left child C", Nodes(read(TREES["T1"]))).problems

    assert problem.facts["text"] == "left child C"


def test_of_cuts_with_one_name_that_one_is_told_which_has_the_other_by_most_books():
    """A beta cut is one at a MAX node."""
    problems = reading_of("pruned: L4 (beta cut at E), L6 (beta cut at H), G", Nodes(read(TREES["T2"]))).problems

    assert [problem.facts["text"] for problem in problems] == ["beta cut at H"]


def test_a_bound_that_no_search_has_is_told_as_it_was_written():
    """Beside the line that it stands on."""
    problems = reading_of("values: A=6, B=6, C=3\nbest: B # C < 7", Nodes(read(TREES["T2"]))).problems

    assert "C < 7" in {problem.facts["text"] for problem in problems}


def test_windows_that_are_asked_for_are_not_about_the_values():
    """They are marked by themselves; nobody asks for them elsewhere, and there a wrong one is not passed over."""
    text, tree = "values: C=2\nwindows: C=[2, inf]", read(TREES["T1"])

    assert not reading_of(text, Nodes(tree)).problems
    assert "values" in reading_of(text, Nodes(tree, asked={"values"})).answer.pending
    assert not reading_of("values: C=2\nwindows: C=[3, inf]", Nodes(tree, asked={"values"})).problems


def test_a_key_with_a_slip_ends_a_text_that_may_say_anything():
    """What stands behind it is no more of the text."""
    assert reading_of("mistake: something is wrong\npruend: L5, L6", Nodes(read(TREES["T1"]))).answer.pruned


def test_steps_are_no_cuts():
    """A step is not a slip of a word for a cut."""
    assert not reading_of("Schritt 3: B = 6.\nSchritt: 4", Nodes(read(TREES["T2"]))).answer.pruned


@pytest.mark.parametrize(
    "text",
    [
        f"values: B{' ' * 3000}visited L1",
        f"{'Anna' * 10}{'9' * 300}{'lge' * 4}: L1",
        f"pruned: L5 {'since a, ' * 900}{'since ' * 900}",
        f"of B {'alpha 9 of ' * 4000}{'alpha' + ' ' * 3000} 3",
        f"pruned: L5\n{'and' * 900} are lower {'2 cuts and ' * 2000}",
        f"pruned: L5\n{'1,' * 6000}x {'1, 2, 3; A -> B, ' * 2000}",
        "At C L4=2 " * 2000,
        f"pruned: L5{' ' * 20000}, L6",
        f"pruned: L5, L6{' ' * 20000}and L9 x",
    ],
)
def test_long_texts_cost_no_time(text: str):
    """What is cut out of a text leaves blanks; a key may have anything in it; lists go on and on."""
    began = time.process_time()
    reading_of(text, Nodes(read(TREES["T1"])))

    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    "text", ["see attached photo", "Please find my answers in the PDF attached.", "siehe Foto im Anhang"]
)
def test_an_answer_that_is_somewhere_else_waits(text: str):
    """Nobody loses points for what cannot be seen here."""
    judgement, lost = judged("T1", text)

    assert not lost
    assert {*judgement.pending} == {*POINTS}
