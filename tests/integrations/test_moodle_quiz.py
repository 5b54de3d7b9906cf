"""Questions for Moodle, graded like Moodle does: right answers get full marks, wrong ones the same as with `grade`."""

import random
import xml.etree.ElementTree as ElementTree
from fractions import Fraction
from functools import cache
from html import unescape
from pathlib import Path

import pytest

from tests.support.effort import seeds
from tests.support.moodle import Gap, Question, imported
from tests.support.places import EXERCISES, exercise_files, named
from treesolve.grading.answer_key import AnswerKey
from treesolve.grading.answer_marks import AnswerMarker
from treesolve.grading.exercise import Exercise
from treesolve.grading.rubric import Rubric
from treesolve.integrations.cut_choices import cut_choices
from treesolve.integrations.moodle_quiz import moodle_document, moodle_question, question_text
from treesolve.integrations.quiz import Quiz, quiz
from treesolve.model.answer import Answer
from treesolve.model.convention import CONVENTIONS, DEFAULT
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree
from treesolve.notation.convention_expression import resolve_expression
from treesolve.notation.reader import read
from treesolve.notation.writer import format_tree_line
from treesolve.search.search import Unsolvable

POINTS = {"values": 4, "pruned": 4, "order": 1, "best": 1, "windows": 2, "value": 1}


@cache
def tree_in(path: Path) -> Tree:
    """Return the tree of an exercise."""
    return read(path.read_text("utf-8"))


def quiz_of(path: Path, convention: str, language: str = "en") -> Quiz:
    """Return an exercise as a quiz with points for every part; skip the test if the convention cannot search it."""
    try:
        return quiz(Exercise(path.stem, tree_in(path), CONVENTIONS[convention], POINTS), None, language)
    except Unsolvable:
        pytest.skip("the convention cannot search this tree")


def as_imported(task: Quiz) -> Question:
    """Return the question as imported by Moodle, without its pictures."""
    element = ElementTree.Element("question", type="cloze")
    ElementTree.SubElement(ElementTree.SubElement(element, "questiontext"), "text").text = question_text(task)
    bank = ElementTree.Element("quiz")
    bank.append(element)
    (question,) = imported(ElementTree.tostring(bank, "unicode"))
    return question


def filled(gap: Gap, number: int, *, right: bool = True) -> dict[str, object]:
    """Return a response to a gap, either right or wrong in every respect."""
    if gap.kind == "MULTIRESPONSE":
        indices = [index for index, choice in enumerate(gap.choices) if (choice.share > 0) == right]
        return {f"sub{number}_choice{index}": 1 for index in indices}
    if gap.kind == "MULTICHOICE":
        indices = [index for index, choice in enumerate(gap.choices) if (choice.share > 0) == right]
        return {f"sub{number}_answer": indices[0] if indices else ""}
    return {f"sub{number}_answer": gap.choices[0].text if right else "4711"}


def response(question: Question, wrong: frozenset[int] = frozenset()) -> dict[str, object]:
    """Return a response to all gaps; those with the given numbers, from 1, are wrong."""
    found: dict[str, object] = {}
    for number, gap in enumerate(question.gaps, 1):
        found |= filled(gap, number, right=number not in wrong)
    return found


FILES = [path for path in exercise_files() if len(tree_in(path)) < 200]


def test_the_question_contains_all_instructions():
    """Checks the rules, the window, the limits of the leaves, and the perspective of numbers."""
    chance = read("levels: MAX CHANCE\nbounds: -9 9\ntree: ((6 5) (2 9))")
    window = resolve_expression("knuth-moore:window=-3..5")
    notes = [
        question_text(quiz(Exercise("x", tree, convention)))
        for tree, convention in ((chance, DEFAULT), (read("((6 5) (2 9))"), window))
    ]

    assert "equality is enough" in notes[0]
    assert "Every leaf lies between L = −9 and U = 9." in notes[0]
    assert "[−3, 5]" in notes[1]
    assert "Give MAX’s values throughout." in notes[1]
    assert "Give MAX’s values" not in notes[0]


@pytest.mark.parametrize("path", FILES, ids=named)
@pytest.mark.parametrize("language", ["en", "de"])
def test_the_right_answer_gets_all_marks(path: Path, language: str):
    """The convention is that of the file."""
    convention = tree_in(path).convention
    task = quiz_of(path, convention if convention in CONVENTIONS else DEFAULT.id, language)
    question = as_imported(task)

    assert len(question.gaps) == sum(len(part.fields) for part in task.parts)
    assert question.of > 0
    assert question.mark(response(question)) == question.of
    assert all(question.mark(response(question, frozenset({n}))) < question.of for n in range(1, len(question.gaps)))


SEARCHED_CONVENTIONS = ["haw", "lang", "aima", "cs188", "unit", "knuth-moore", "minimax", "aima:order=right-left"]
SEARCHED_CONVENTIONS += ["aima:chance=star1", "cs188:chance=star2"]


@pytest.mark.parametrize("name", SEARCHED_CONVENTIONS)
def test_answers_about_random_trees_get_what_grade_gives(name: str):
    """The branches have various widths, and there are many cuts."""
    for seed in seeds(200):
        draw = random.Random(f"{name} {seed}")
        convention = CONVENTIONS.get(name) or resolve_expression(name)
        players = "levels: MAX CHANCE MIN CHANCE\nbounds: -9 9" if "chance" in name else "levels: MIN MAX MIN MAX"
        tree = read(f"{players}\ntree: {drawn_tree(draw, 4, name == 'unit')}")
        task = quiz(Exercise("x", tree, convention, POINTS))
        question = as_imported(task)
        assert question.mark(response(question)) == question.of
        for _ in range(5):
            reply, answer = drawn_response(task, draw)
            assert shares_in_moodle(task, question, reply) == shares_in_grade(task.key, answer), format_tree_line(tree)


def drawn_tree(draw: random.Random, deepest: int, is_unit: bool) -> str:
    """Return a random tree with a choice at the root."""
    if deepest == 0 or (deepest < 3 and draw.random() < 0.2):
        return f"{draw.randint(0, 4)}/4" if is_unit else str(draw.randint(-9, 9))
    count = draw.randint(2 if deepest == 4 else 1, 4)
    return f"({' '.join(drawn_tree(draw, deepest - 1, is_unit) for _ in range(count))})"


def drawn_response(task: Quiz, draw: random.Random) -> tuple[dict[str, object], Answer]:
    """Return a response about values and pruned nodes, and the same as an answer."""
    reply: dict[str, object] = {}
    values, pruned = {}, None
    number = 0
    for part in task.parts:
        for index, field in enumerate(part.fields):
            number += 1
            if part.part == "values":
                node, is_right = task.key.required_nodes[index], draw.random() < 0.6
                values[node] = task.key.right.values[node][0] if is_right else 4711
                reply[f"sub{number}_answer"] = field.choices[0].text if is_right else "4711"
            elif part.part == "pruned":
                choices = cut_choices(task.key)
                ticked = [n for n in range(len(choices)) if draw.random() < 0.5] or [len(choices)]
                reply |= {f"sub{number}_choice{n}": 1 for n in ticked}
                pruned = tuple(node for n in ticked if n < len(choices) for node in choices[n].skipped)
    return reply, Answer("", values=values, pruned=pruned)


def shares_in_moodle(task: Quiz, question: Question, reply: dict[str, object]) -> dict[str, Fraction]:
    """Return the share of marks that Moodle gives for values and for pruned nodes."""
    found, numbers = {}, iter(range(1, len(question.gaps) + 1))
    for part in task.parts:
        marks = [
            question.gaps[n - 1].fraction({k.split("_")[1]: v for k, v in reply.items() if k.startswith(f"sub{n}_")})
            for n in (next(numbers) for _ in part.fields)
        ]
        if part.part in ("values", "pruned"):
            found[part.part] = Fraction(sum(marks)) / len(marks)
    return found


def shares_in_grade(key: AnswerKey, answer: Answer) -> dict[str, Fraction]:
    """Return the share of points that `grade` gives, with a rubric without consequential errors."""
    rubric = Rubric(points=key.points, follow_through=0)
    marking = AnswerMarker(AnswerKey(key.tree, key.solution.convention, rubric, None, key.solution), answer)
    return {
        mark.part: max(mark.share, Fraction(0)) for mark in marking.points.parts if mark.part in ("values", "pruned")
    }


HOSTILE = ["{1:NM:=3}", "a~b", "a#b", "=c", "%50%d", "e*f", "g&", "h\\\\", "<b>", "i}", '\\"j\\"', "&amp;", "k]]>"]
HOSTILE += ["l\\\\}", "m\\\\\\\\#", "n\\\\*", "{#1}"]


@pytest.mark.parametrize("name", HOSTILE)
def test_no_name_is_parsed_as_a_field(name: str):
    """The right answer gets full marks, and choices have the names in the tree."""
    tree = read(f'("{name}": (6 5) "{name} 2": (2 9) X: 3)')
    task = quiz(Exercise("x", tree, DEFAULT, POINTS))
    question = as_imported(task)
    best = question.gaps[-2]

    assert len(question.gaps) == sum(len(part.fields) for part in task.parts)
    assert question.mark(response(question)) == question.of
    assert [unescape(choice.text) for choice in best.choices] == [tree.names[child] for child in tree.children[0]]


FRACTION = ["-2.5", "-2,5", "-5/2", "−2,5", "-2.50", "= −2,5"]
NUMBERED = "".join(f"L{n}" for n in range(1, 13))


@pytest.mark.parametrize(
    ("tree", "part", "right", "wrong"),
    [
        ('("a*b": 6 c: 5)', "order", ["a*b c"], ["axxb c"]),  # Moodle treats an unescaped star as a wildcard
        (r'("a\\}": 6 "b\\#": 5)', "order", [r"a\} b\#"], ["a} b#"]),  # Moodle would drop a backslash before a bracket
        ("(a: 1 ab: 2 b: 3 aba: 4)", "order", ["a-ab-b-aba"], ["aabbaba"]),  # ambiguous leaves
        ("(6 5 4 3 2 1 0 7 8 9 10 11)", "order", [NUMBERED], ["65432107891011"]),
        (
            "(-2.5 -3)",
            "value",
            FRACTION,
            [typed.replace("2", "3") for typed in FRACTION],
        ),  # also in fields for numbers
    ],
)
def test_typed_answers_are_read_as_intended(tree: str, part: str, right: list[str], wrong: list[str]):
    """Checks Moodle's special characters, leaves without blanks, and all spellings of fractions."""
    question = as_imported(quiz(Exercise("x", read(tree), DEFAULT, {part: 1})))

    assert [typed for typed in right if question.mark({"sub1_answer": typed}) != 1] == []
    assert [typed for typed in wrong if question.mark({"sub1_answer": typed})] == []


BOUND = ["4", "≤ 4", "<= 4", "≤4", "E<=4", "e <= 4", "E = 4", "= 4", "4.0", "4,0", "+4"]
EXACT = ["6", "= 6", "=6", "6,0", "6.0", "6.00", "C = 6", "+6"]
ORDER = ["B F H I", "BFHI", "B-F-H-I", "B, F, H, I", "b f h i", "B; F; H; I", "B → F → H → I", "B -> F"]


@pytest.mark.parametrize(
    ("part", "label", "right", "wrong"),
    [
        ("values", "E =", BOUND, ["≥ 4", "E>=4", "5", "-4", "40", "14", "D<=4"]),
        ("values", "C =", EXACT, ["≤ 6", "60", "-6", "= 7", "B = 6"]),
        ("value", "A =", ["6", "= 6", "6,0", "A=6"], ["60", "7"]),
        ("order", "", ORDER[:-1], ["B F I H", "BFIH", "B F H", "B -> F"]),
    ],
)
def test_right_answers_are_right_as_people_write_them(part: str, label: str, right: list[str], wrong: list[str]):
    """With signs, with both decimal marks, after the name of the node; leaves with any or no separator."""
    tree = tree_in(EXERCISES / "textbook" / "deep-cut.tree")
    question = as_imported(task := quiz(Exercise("x", tree, DEFAULT, POINTS)))
    labels = [(one.part, field.label) for one in task.parts for field in one.fields]
    gap = question.gaps[labels.index((part, label))]

    assert [text for text in right if gap.fraction({"answer": text}) != 1] == []
    assert [text for text in wrong if gap.fraction({"answer": text})] == []


@pytest.mark.parametrize(
    ("leaves", "right", "wrong"),
    [
        ("3 3 2", ("8/3", "8 / 3", "A = 8 / 3", "=8 / 3", "2.67", "2,667", "2.6667"), ("2.66", "2.7", "3")),
        ("-3 -3 -2", ("-8/3", "A = −8 / 3", "−2.67", "-2,667"), ("-2.66",)),
        ("2 2 2 2 2 2 2 3", ("17/8", "2.125", "2,12", "2.13"), ("2.14", "2.1")),
        ("2 3", ("2.5", "5/2", "A = 5/2", "= 5 / 2"), ("2.51", "2")),
    ],
)
@pytest.mark.parametrize("language", ["en", "de"])
def test_rounded_numbers_are_right(leaves: str, right: tuple[str, ...], wrong: tuple[str, ...], language: str):
    """They are accepted for numbers with more than two decimals, and only then does the question say so."""
    task = quiz(Exercise("x", read(f"CHANCE ({leaves})"), DEFAULT, {"value": 1}), language=language)
    question, sentence = as_imported(task), {"en": "may be rounded", "de": "gerundet"}[language]

    assert [question.mark({"sub1_answer": typed}) for typed in (*right, *wrong)] == [1] * len(right) + [0] * len(wrong)
    assert (sentence in question_text(task)) is (leaves != "2 3")


NAMES = [("a<b", "a<b"), ("<b>", "<b>"), ("/", "-"), ("/x//y/", "x//y"), ("Ä" * 300, "Ä" * 200), ("R&D ]]>", "R&D ]]>")]


@pytest.mark.parametrize(("name", "category"), NAMES)
def test_questions_are_called_as_the_exercise(name: str, category: str):
    """Moodle drops HTML, splits paths at slashes, and limits the length of names."""
    exercise = Exercise(name, read("((6 5) (2 9))"), DEFAULT, {"value": 1})
    (question,) = imported("".join(moodle_document([moodle_question(quiz(exercise))])))

    assert question.name == name[:255]
    assert question.category == ("$course$", "top", "treesolve", category)


def test_marks_have_room_in_the_database():
    """Points that need large weights are approximated, and every field has some weight."""
    tree = read("((6 5 (7 8)) (2 9) (3 4) (5 6 (2 3)))")
    points = {"values": Fraction("3.37"), "windows": Fraction("1.2345"), "order": Fraction("0.001"), "value": 10**4}
    question = as_imported(quiz(Exercise("x", tree, DEFAULT, points)))
    values = sum(gap.weight for gap in question.gaps[:5])

    assert question.of < 10**5
    assert min(gap.weight for gap in question.gaps) >= 1
    assert values / question.gaps[-1].weight == pytest.approx(3.37 / 10**4, rel=0.2)


@pytest.mark.parametrize(
    ("text", "points", "code"),
    [
        ("((6 5) 3)", {"values": 0}, "quiz-nothing-asked"),
        ("(<1, 2> <3, 4>)", {"value": 1}, "quiz-payoffs"),
    ],
)
def test_parts_that_no_field_can_ask_are_reported(text: str, points: dict[str, int], code: str):
    """The message contains the name of the exercise."""
    with pytest.raises(InputError) as error:
        quiz(Exercise("x", read(text, payoffs=True), DEFAULT, points))

    assert [(problem.code, problem.source) for problem in error.value.problems] == [(code, "x")]
