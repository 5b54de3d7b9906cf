"""Wrong facts lose points or need review, and correct ones lose nothing, in real answers."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from treesolve.grading.grader import Grader, MarkedAnswer
from treesolve.grading.rubric import Rubric
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read
from treesolve.submissions.answer_reader import read_answer

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


def answers(name: str) -> Iterator[tuple[str, frozenset[str], str]]:
    """Yield the answers in a file: the tree, the wrong or correct parts, and the text."""
    for block in re.split(r"^## ", (Path(__file__).parent / name).read_text("utf-8"), flags=re.MULTILINE)[1:]:
        head, text = block.split("\n", 1)
        tree, *parts = head.split()
        yield tree, frozenset(parts), text


@cache
def grader(tree: str) -> Grader:
    """Return a grader for answers to a tree."""
    return Grader(read(TREES[tree]), CONVENTIONS["aima"], Rubric(points=POINTS))


def marked(tree: str, text: str) -> MarkedAnswer:
    """Return the grades of the parts of an answer."""
    return grader(tree).report(read_answer(text, grader(tree).nodes)[0])


@pytest.mark.parametrize(("tree", "wrong", "text"), list(answers("wrong_facts.txt")))
def test_a_wrong_fact_loses_points_or_needs_review(tree: str, wrong: frozenset[str], text: str):
    """Its part never gets full points, and no other part loses points."""
    marks = marked(tree, text).marks

    assert wrong & {mark.part for mark in marks if not mark.is_full}
    assert {mark.part for mark in marks if not mark.is_full and not mark.is_pending} <= wrong


@pytest.mark.parametrize(("tree", "right", "text"), list(answers("right_facts.txt")))
def test_right_facts_are_read_or_need_review(tree: str, right: frozenset[str], text: str):
    """The named parts get full points, and no other part loses points."""
    marks = marked(tree, text).marks

    assert right <= {mark.part for mark in marks if mark.is_full}
    assert all(mark.is_full or mark.is_pending for mark in marks)
