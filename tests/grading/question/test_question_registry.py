"""All kinds of questions in all conventions: right, wrong, empty and malformed answers, key files, both languages."""

import json
import random
import time

import pytest

from tests.support.questions import HOSTILE, PAIRS, RUNNING, drawn, one
from tests.support.wrong_answers import wrong_answer
from treesolve.grading.question.question_registry import KINDS, draw_question, read_questions
from treesolve.model.answer import QUESTIONS
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.notation.reader import read
from treesolve.notation.writer import write
from treesolve.rendering.question_wording import asked, correct_answer_text, question_key
from treesolve.search.solution import solve
from treesolve.submissions.answer_reader import read_answer
from treesolve.submissions.answer_words import parse_key
from treesolve.submissions.node_names import NodeNames

NEVER = {
    ("reorder", "minimax"), ("reorder", "negamax"), ("count", "minimax"), ("count", "negamax"),
}  # fmt: skip
"""The kinds of questions that a convention without cuts cannot ask."""


def test_the_kinds_are_those_an_answer_has():
    """The kinds are in the same order as in answers."""
    assert tuple(KINDS) == QUESTIONS


@pytest.mark.parametrize(("part", "convention"), PAIRS, ids=lambda one: getattr(one, "id", one))
def test_right_wrong_empty_and_broken(part: str, convention: Convention):
    """Right answers get all points, wrong ones fewer, and empty or malformed ones none."""
    found = list(drawn(part, convention, 25))

    assert bool(found) is ((part, convention.id) not in NEVER)
    for solution, question in found:
        right = question.mark(question.right_answer(solution), solution)
        assert (right.share, right.problems) == (1, ())
        assert all(item.verdict == "correct" for item in right.items)
        assert 0 <= question.mark(wrong_answer(question, solution), solution).share < 1
        empty = question.mark("", solution)
        assert empty.share == 0
        assert {item.given for item in empty.items} == {None}
        assert all(item.expected for item in empty.items)


@pytest.mark.parametrize(("part", "convention"), PAIRS, ids=lambda one: getattr(one, "id", one))
def test_a_question_survives_its_key_file(part: str, convention: Convention):
    """A question is unchanged by the round trip through the JSON text of a key file."""
    for solution, question in drawn(part, convention, 8):
        tree = read(write(solution.tree))
        text = json.dumps({part: dict(question.to_json())})
        assert read_questions(json.loads(text, parse_float=str), tree) == {part: question}
        again = solve(tree, convention)
        assert question.mark(question.right_answer(solution), again).share == 1


@pytest.mark.parametrize("part", KINDS)
@pytest.mark.parametrize("convention", ["haw", "lang", "minimax"])
def test_questions_handle_any_text(part: str, convention: str):
    """No text raises an error or takes long, and every problem has a position in the text."""
    for solution, question in list(drawn(part, CONVENTIONS[convention], 6))[:2]:
        begun = time.process_time()
        for text in HOSTILE:
            found = question.mark(text, solution)
            assert 0 <= found.share <= 1
            for problem in found.problems:
                assert problem.span is not None
                assert 0 <= problem.span.start < problem.span.end <= max(len(text), 1)
        assert time.process_time() - begun < 8


@pytest.mark.parametrize(
    "entry",
    [
        {"dance": {}},
        {"unknown": {}},
        {"unknown": {"leaf": 99, "letter": "x", "about": "value", "node": 0, "value": 3, "integers": True}},
        {"unknown": {"leaf": 1, "letter": "x", "about": "value", "node": 0, "value": 3, "integers": True}},
        {"unknown": {"leaf": 2, "letter": "x", "about": "dance", "node": 0, "value": 3, "integers": True}},
        {"mistake": {"slip": "value", "node": 2, "value": 3, "skipped": []}},
        {"mistake": {"slip": "cut", "node": 1, "value": None, "skipped": [5]}},
        {"statements": {"statements": [{"claim": "dance", "nodes": [0], "numbers": []}]}},
        {"statements": {"statements": [{"claim": "value", "nodes": [True], "numbers": [1]}]}},
        {"statements": {"statements": [{"claim": "value", "nodes": [99], "numbers": [1]}]}},
    ],
)
def test_invalid_key_file_is_rejected(entry: dict):
    """Invalid questions in a key file raise an error that the key reader handles."""
    with pytest.raises((LookupError, TypeError, ValueError, AttributeError)):
        read_questions(entry, read(RUNNING))


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(("part", "convention"), PAIRS, ids=lambda one: getattr(one, "id", one))
def test_sheet_explains_the_question(part: str, convention: Convention, language: str):
    """The sheet says what is asked, where the answer goes, and in whose view numbers are."""
    for solution, question in drawn(part, convention, 6):
        printed = asked(question, solution, language)
        assert (printed.frame is not None) is (part == "mistake")
        assert (printed.tree is not None) is (part == "unknown")
        assert bool(printed.statements) is (part == "statements")
        assert parse_key(question_key(part, question, language)) == part
        view = "MAX’s" if language == "en" else "MAX"
        has_numbers = part in ("unknown", "mistake", "statements") and convention.perspective != "minimax"
        assert any(view in note for note in printed.notes) is has_numbers


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("part", ["line", "unknown", "mistake", "statements"])
def test_printed_solutions_get_all_points(part: str, language: str):
    """The answers on a solution sheet get all points if submitted verbatim."""
    for solution, question in drawn(part, CONVENTIONS["haw"], 12):
        text = f"{question_key(part, question, language)}: {correct_answer_text(question, solution, language)}\n"
        answer, problems = read_answer(text, NodeNames(solution.tree))
        assert problems == ()
        assert question.mark(answer.texts[part][0], solution).share == 1, text


@pytest.mark.parametrize("part", KINDS)
def test_the_same_seed_draws_the_same_question(part: str):
    """The same seed draws the same question; other seeds draw others if there are several."""
    text = "(((7 3 9) (4 8)) ((5 6) (1 2 11)) ((10 12) (0 13)))"
    questions = {one(part, text, seed=seed)[1] for seed in range(12)}

    assert one(part, text, seed=5)[1] == one(part, text, seed=5)[1]
    assert (len(questions) > 1) is (part not in ("line", "reorder", "count"))
    assert all(questions)


@pytest.mark.parametrize("text", ["5", "(5)", "((5))", "CHANCE (1 2)", "(5 5)", "((5 5) (5 5))", "(x 5)"])
@pytest.mark.parametrize("part", KINDS)
def test_small_trees_without_a_question(part: str, text: str):
    """Small trees have no question rather than a meaningless one."""
    for convention in CONVENTIONS.values():
        try:
            solution = solve(read(text), convention)
        except Exception:
            continue
        question = draw_question(part, solution, random.Random(1))
        if question is not None:
            assert question.mark(question.right_answer(solution), solution).share == 1
            assert question.mark(wrong_answer(question, solution), solution).share < 1


def test_deep_trees():
    """Deep trees do not exceed the recursion limit."""
    tree = read("(" * 4000 + "1 2" + ") 3" * 3999 + ")")
    solution = solve(tree, CONVENTIONS["haw"])
    for part in ("line", "reorder"):
        question = KINDS[part]() if part == "reorder" else draw_question(part, solution, random.Random(1))
        assert question is not None
        question.mark(wrong_answer(question, solution), solution)
        question.mark("(" * 4000 + "2 1" + ") 3" * 3999 + ")", solution)
