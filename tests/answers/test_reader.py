"""What students write is read as they mean it, and what makes no sense is told at its place."""

import random
import re
import subprocess
import sys
import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.notation.test_compile_grammar import parser
from tests.support.effort import dealt, examples, size
from tests.support.places import ROOT
from tests.support.strategies import any_trees
from treesolve.answers.node_words import Nodes
from treesolve.answers.number_words import student_number
from treesolve.answers.part_words import IDENTITY, KEYS, key_meaning, parts_spoken_of
from treesolve.answers.reader import MOST_PROBLEMS, Identity, identity, read_answer
from treesolve.answers.writer import written_parts
from treesolve.model.answer import PARTS, QUESTIONS, Answer
from treesolve.model.number import INFINITY, Number
from treesolve.model.tree import Kind, Tree
from treesolve.notation.grammar import ANSWER
from treesolve.notation.parse_tables import parse_tables
from treesolve.notation.reader import read
from treesolve.notation.scanner import pieces
from treesolve.pages.expected import written_name
from treesolve.pages.problem import problem_report

SMALL = Nodes(read("((6 5) (2 9))"))
"""A: (B: (L1 = 6, L2 = 5), C: (L3 = 2, L4 = 9))."""

A, B, L1, L2, C, L3, L4 = range(7)

TIES = Nodes(read("((3 2) (3 3))"))
MOVES = Nodes(read('(left -> X: (1 2) right -> Y: (3 4) "e2-e4" -> "a-b": 7)'))
WIDE = Nodes(read("((1 2 3) (4 5 6) (7 8 9))"))


def answer_to(text: str, nodes: Nodes = SMALL) -> Answer:
    """The answer a text gives, in which nothing is wrong."""
    answer, problems = read_answer(text, nodes)
    assert not problems, [problem_report(problem) for problem in problems]
    return answer


def wrong_in(text: str, nodes: Nodes = SMALL) -> list[tuple[str, str]]:
    """The codes of all problems, each with the text it points at."""
    _, problems = read_answer(text, nodes)
    return [(problem.code, text[slice(*problem.span)]) for problem in problems]


# Values


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("A=5", 5),
        ("A = 5", 5),
        ("A: 5", 5),
        ("A:5", 5),
        ("A := 5", 5),
        ("a=5", 5),
        ('"A"=5', 5),
        ("„A“ = 5", 5),
        ("A = 0,5", Fraction(1, 2)),
        ("A=0.5", Fraction(1, 2)),
        ("A=1/2", Fraction(1, 2)),
        ("A: 2,25", Fraction(9, 4)),
        ("A>=2", 2),
        ("A≥2", 2),
        ("A = ≥ 2", 2),
        ("A ≥ 2", 2),
        ("A=-3", -3),
        ("A=−3", -3),
        ("A=–3", -3),
        ("A = - 3", -3),
        ("A=+3", 3),
        ("A=∞", INFINITY),
        ("A=-oo", -INFINITY),
        ("A=Infinity", INFINITY),
        ("A=-unendlich", -INFINITY),
        ("A = −∞.", -INFINITY),
        ("A=5.", 5),
    ],
)
def test_a_value_is_read_in_any_form(text: str, number: Number):
    """Names, signs and numbers as people write them."""
    assert answer_to(f"values: {text}").values == {A: number}
    assert answer_to(f"Werte:\n  {text}\n").values == {A: number}


@pytest.mark.parametrize(
    "separated",
    [
        "A=5 B=6",
        "A=5, B=6",
        "A=5,B=6",
        "A=5; B=6",
        "A=5 | B=6",
        "A=5 und B=6",
        "A=5 and B=6",
        "A=5\nB=6",
        "\n- A=5\n- B=6",
        "A=5\n\n  # a remark\n  B=6",
        "Knoten A: 5, Knoten B: 6",
        "A=5, B=6, C=?",
        "A=5 B=6 L1=6",
        "A=5 A=5 B=6",
        "A:5\nB:6",
    ],
)
def test_values_are_separated_in_any_way(separated: str):
    """Also over several lines, with remarks, with what is not answered, with leaves as they are given."""
    assert answer_to(f"values: {separated}").values == {A: 5, B: 6}


@pytest.mark.parametrize(
    ("text", "values", "value"),
    [
        ("value: 5", None, 5),
        ("wert: A=5", None, 5),
        ("Wert der Wurzel: 0,5", None, Fraction(1, 2)),
        ("root value = 5", None, 5),
        ("wert: B=5", {B: 5}, None),
        ("Wert: A=5 B=4", {A: 5, B: 4}, None),
        ("value: ?", None, None),
        ("value: -", None, None),
        ("value: [5]", None, 5),
        ("value:", None, None),
        ("value: - 5", None, -5),
    ],
)
def test_one_value_is_the_roots(text: str, values: dict[int, Number] | None, value: Number | None):
    """Several, or one of another node, are values of nodes."""
    answer, problems = read_answer(text, SMALL)

    assert (answer.values, answer.value) == (values, value)
    assert not problems


# Windows


@pytest.mark.parametrize(
    ("text", "window"),
    [
        ("B=[-inf, inf]", (-INFINITY, INFINITY)),
        ("B [−∞; 5]", (-INFINITY, 5)),
        ("B: (3, 5)", (3, 5)),
        ("B=[0,5; 1]", (Fraction(1, 2), 1)),
        ("B=[0,5;1,5]", (Fraction(1, 2), Fraction(3, 2))),
        ("B = [0,5, 1]", (Fraction(1, 2), 1)),
        ("B=[3,5]", (3, 5)),
        ("B=]3; 5[", (3, 5)),
        ("B=[3 5]", (3, 5)),
        ("B=[3 .. 5]", (3, 5)),
        ("B=[-3 bis oo]", (-3, INFINITY)),
        ('"B"=[1/2, 1]', (Fraction(1, 2), 1)),
    ],
)
@pytest.mark.parametrize(
    "key", ["windows", "Fenster", "alpha-beta-fenster", "Intervals", "Alpha-Beta windows", "intervalle"]
)
def test_a_window_is_read_in_any_form(text: str, window: tuple[Number, Number], key: str):
    """Brackets of all kinds, German decimals where a semicolon or a blank tells the ends apart."""
    assert answer_to(f"{key}: {text}").windows == {B: window}


def test_what_is_not_answered_is_no_window():
    """A question mark is no mistake."""
    assert answer_to("windows: A=[?, ?] B=[3, ?]").windows is None


# Pruned nodes


@pytest.mark.parametrize(
    ("text", "pruned"),
    [
        ("L4", (L4,)),
        ("l4", (L4,)),
        ('"L4"', (L4,)),
        ("“L4”", (L4,)),
        ("9", (L4,)),
        ("C L4", (C, L4)),
        ("everything below L4", (L4,)),
        ("the leaves of C", (L3, L4)),
        ("C, L3 und L4.", (C, L3, L4)),
        ("{L3, L4}", (L3, L4)),
        ("L2..L4", (L2, L3, L4)),
        ("L2 … L4", (L2, L3, L4)),
        ("L2-L4", (L2, L3, L4)),
        ("L2–L4", (L2, L3, L4)),
        ("L2 - L4", (L2, L3, L4)),
        ("L2 bis L4", (L2, L3, L4)),
        ("L2 TO L4", (L2, L3, L4)),
        ("L4..L2", (L4, L3, L2)),
        ("5..9", (L2, L3, L4)),
        ("B..C", (B, C)),
        ("C-L4", (L4,)),
        ("C->L4", (L4,)),
        ("C → L4, B → L2", (L4, L2)),
        ("A -> C -> L4", (L4,)),
        ("L4 L4", (L4,)),
        ("none", ()),
        ("keine", ()),
        ("Keine Knoten", ()),
        ("nichts", ()),
        ("nothing", ()),
        ("-", ()),
        ("—", ()),
        ("∅", ()),
        ("{}", ()),
        ("[ ]", ()),
        ("", None),
        ("?", None),
    ],
)
@pytest.mark.parametrize(
    "key", ["pruned", "beschnitten", "Abgeschnitten", "CUT", "not visited", "nicht besucht", "- geschnitten"]
)
def test_what_is_pruned_is_read_in_any_form(text: str, pruned: tuple[int, ...] | None, key: str):
    """Names, values, ranges, edges, sets, and nothing in all its words."""
    assert answer_to(f"{key}: {text}\nbest: B").pruned == pruned


def test_a_value_of_several_leaves_means_those_that_a_search_can_leave_out():
    """As many mentions as leaves mean all of them; fewer those that fit; otherwise nobody knows, and they are named."""
    assert answer_to("pruned: 3 3 3", TIES).pruned == (2, 5, 6)
    assert answer_to("pruned: 2 3", TIES).pruned == (3, 6)
    assert answer_to("pruned: 3\norder: 1 3 2", Nodes(read("((1 3) (2 3))"))).pruned == (6,)
    (problem,) = read_answer("pruned: 3", Nodes(read("((1 3) (2 3))")))[1]
    assert problem.code == "answer-ambiguous"
    assert problem.facts["known"] == "L2, L4"


def test_numbers_are_values_where_these_can_be_pruned():
    """Though the leaves that are called so could be, too."""
    assert answer_to("pruned: 5, 6", Nodes(read("((3 12 8) (2 4 9) (14 5 6))"))).pruned == (11, 12)


def test_names_come_before_values_and_words():
    """A node may be called like a word that means something else; only "none" and "keine" must be in quotes then."""
    nodes = Nodes(read('((1 and: 2 bis: 3) (nichts: 4 none: 5 "7": 6 7) value: 8)'))
    name = {name: node for node, name in [*enumerate(nodes.tree.names), *nodes.tree.captions.items()]}

    assert answer_to("pruned: nichts and bis", nodes).pruned == (name["nichts"], name["and"], name["bis"])
    assert answer_to("order: L1 bis and", nodes).order == (name["L1"], name["bis"], name["and"])
    assert answer_to("pruned: none", nodes).pruned == ()
    assert answer_to('pruned: "none"', nodes).pruned == (name["none"],)
    assert answer_to('pruned: "7"', nodes).pruned == (name["7"],)
    assert wrong_in("pruned: 7", nodes) == [("answer-ambiguous", "7")]
    assert answer_to("best: value", nodes).best == name["value"]


# Orders


@pytest.mark.parametrize(
    "text",
    [
        "6 5 2",
        "6, 5, 2",
        "6,5,2",
        "6 -> 5 -> 2",
        "6→5→2",
        "6->5->\n2",
        "L1 L2 L3",
        "L1; L2; L3",
        "6-5-2",
        "L1 - L2 - L3",
        "L1-L2, 2",
        "L1..L3",
        "L1 bis L3",
        "[6, 5, 2]",
        "6 5 und 2",
        'l1 5 "L3"',
        "6 | 5 | 2",
        "L1\nL2\nL3",
        "6, dann 5, dann 2",
    ],
)
@pytest.mark.parametrize("key", ["order", "Reihenfolge", "Besuchsreihenfolge", "visiting order", "Blattreihenfolge"])
def test_an_order_is_read_in_any_form(text: str, key: str):
    """By name or value, with commas, arrows, hyphens, dots."""
    assert answer_to(f"{key}: {text}").order == (L1, L2, L3)


def test_a_value_of_several_leaves_is_the_one_a_search_comes_by():
    """The one by which a search can come; else the one that stands in the tree as it does in the order."""
    assert answer_to("order: 3 2 3", TIES).order == (2, 3, 5)
    assert answer_to("order: 2 3 3", TIES).order == (3, 5, 6)
    assert answer_to("order: 3 3 2 3", Nodes(TIES.tree, right_to_left=True)).order == (6, 5, 3, 2)


@pytest.mark.parametrize("text", ["L3 3 3", "3 3 3 3", "2 3", "3 3 2"])
def test_an_order_that_no_search_goes_is_not_guessed(text: str):
    """Which of the leaves with a value is meant there nobody knows: the order waits for a person."""
    answer, problems = read_answer(f"order: {text}", TIES)

    assert (answer.pending, [problem.code for problem in problems]) == ({"order"}, ["answer-ambiguous"])


# Best moves


@pytest.mark.parametrize(
    ("text", "best"),
    [
        *(("X", 1), ("x", 1), ("left", 1), ("Left", 1), ("7", 7), ("e2-e4", 7), ('"a-b"', 7), ("a-b", 7)),
        *(("A -> Y", 4), ("A-Y", 4), ("right -> Y", 4), ("A -> right", 4), ("„Y“", 4), ("Y.", 4)),
        *(("?", None), ("-", None), ("", None)),
        *(("X, X", 1), ("X x left", 1)),
    ],
)
@pytest.mark.parametrize("key", ["best", "Best move", "bester Zug", "Zug", "MOVE"])
def test_the_best_move_is_read_in_any_form(text: str, best: int | None, key: str):
    """A child's name, its value if it is a leaf, the move, or the edge from the root."""
    assert answer_to(f"{key}: {text}", MOVES).best == best


@pytest.mark.parametrize("move", ["nothing", "the", "option"])
def test_a_move_may_be_called_like_words_that_say_nothing(move: str):
    """Written as the tree has it, it is the move."""
    nodes = Nodes(read(f'("{move}" -> (6 5) other -> (2 9))'))

    assert answer_to(f"best: {move}", nodes).best == 1


# Whose answer it is


@pytest.mark.parametrize(
    ("text", "student"),
    [
        ("student: 4711", "4711"),
        ("Matrikelnummer: 4711 # me", "4711"),
        ("- Matr.-Nr.: 4711", "4711"),
        ("  * NAME: Ada   Beispiel", "Ada Beispiel"),
        ('student: "a \\"b\\" #1"', 'a "b" #1'),
        ("**student:** 4711", "4711"),
        ("id: a#b", "a#b"),
        ("# student: x\nstudent: y", "y"),
        ("student: a\x1b[2Jb", "a [2Jb"),
        ("student:\nstudent: 3", "3"),
    ],
)
def test_an_answer_says_whose_it_is(text: str, student: str):
    """The reader and the quick look agree."""
    text = f"{text}\nvalues: A=5"
    answer, _ = read_answer(text.replace("**student", "student"), SMALL)

    assert identity(text.replace("**student", "student")).student == answer.student == student
    assert answer.values == {A: 5}


def test_exercise_and_variant_are_told():
    """In both languages; the first counts."""
    assert identity("Aufgabe: 2\nVariante: b\nvariant: c") == Identity(None, "2", "b")
    answer, _ = read_answer("exercise: 2\nversion: b", SMALL)
    assert (answer.exercise, answer.variant) == ("2", "b")


def test_without_a_line_it_is_the_given_student():
    """What the file's name says, for example."""
    assert read_answer("best: B", SMALL, student="4711")[0].student == "4711"
    assert read_answer("student: 4712", SMALL, student="4711")[0].student == "4712"


# Keys


def test_keys_mean_what_they_say():
    """Every key that is suggested is one."""
    assert {key_meaning(key) for key in KEYS} == {*PARTS, *QUESTIONS, *IDENTITY}
    for key in (
        "Reihenfolge der Blätter",
        "Minimax-Werte",
        "Alpha/Beta-Fenster",
        "Best Child",
        "Wurzelwert",
        "cut off",
    ):
        assert key_meaning(key) in PARTS, key
    assert [key_meaning(key) for key in ("", "A", "values: A=5", "x" * 100, "best move of all")] == [None] * 5


def test_keys_may_share_a_line():
    """But not the student's: what stands in an answer cannot say whose it is."""
    answer, problems = read_answer("Werte: A=5, B=5; beschnitten: L4. Zug: B, student: 4711", SMALL)

    assert (answer.values, answer.pruned, answer.best, answer.student) == ({A: 5, B: 5}, (L4,), B, "")
    assert [problem.code for problem in problems] == ["answer-own-line"]
    assert identity("Zug: B, student: 4711").student is None


# Mistakes

MISTAKES = [
    ("we thought about L4", "answer-no-key", "we thought about L4"),
    ("student: 3\nL4 too", "answer-no-key", "L4 too"),
    ("best: B\n[unread file: x.jpg of 4711]", "answer-in-file", "[unread file: x.jpg of 4711]"),
    ("my thoughts: L4 is 9\nbest: B", "answer-unknown-key", "my thoughts"),
    ("line: B L2\nline: C L4", "answer-key-twice", "line"),
    ("student: 3\nMatrikel: 4", "answer-key-twice", "Matrikel"),
    ("values: A=5 student: 3", "answer-own-line", "student"),
    ("student: # nobody", "answer-empty-key", "student"),
    ("values: Q=5", "answer-unknown-node", "Q"),
    ("windows: Q=[3, 5]", "answer-unknown-node", "Q"),
    ("pruned: L9", "answer-unknown-node", "L9"),
    ("order: 6 17 2", "answer-unknown-node", "17"),
    ('best: "9"', "answer-unknown-node", '"9"'),
    ("values: A=5 B", "answer-not-assigned", "B"),
    ("values: 5", "answer-not-assigned", "5"),
    ("values: A=[3, 5]", "answer-not-assigned", "A=[3, 5]"),
    ("windows: B", "answer-not-a-window", "B"),
    ("windows: B=3", "answer-not-a-window", "B=3"),
    ("pruned: C=9", "answer-not-a-name", "C=9"),
    ("pruned: L4=8", "answer-two-nodes", "L4=8"),
    ("order: L1 (5)", "answer-two-nodes", "L1 (5)"),
    ("best: B (C)", "answer-two-nodes", "B (C)"),
    ("values: A=", "answer-number-missing", "A="),
    ("values: A = x", "answer-bad-number", "x"),
    ("values: A=1.2.3", "answer-bad-number", "1.2.3"),
    ("values: A=5x", "answer-bad-number", "5x"),
    ("values:\nA: five", "answer-bad-number", "five"),
    ("windows: B=[a, 3]", "answer-bad-number", "a"),
    ("windows: B=[3; 3x]", "answer-bad-number", "3x"),
    ("value: x", "answer-bad-number", "x"),
    ("values: A=1/0", "answer-zero-denominator", "1/0"),
    ("value: 1/0", "answer-zero-denominator", "1/0"),
    ("node\tvalue\nB\t3\nC\t≤ 1/0", "answer-zero-denominator", "1/0"),
    (f"values: A={'9' * 1001}", "answer-number-too-long", "9" * 1001),
    ("windows: B=[3,4,5]", "answer-bad-window", "[3,4,5]"),
    ("windows: B=[0,5,1]", "answer-bad-window", "[0,5,1]"),
    ("windows: B=[]", "answer-bad-window", "[]"),
    ("windows: B=[3;]", "answer-bad-window", "[3;]"),
    ("windows: B=[3, 5", "answer-bad-window", "B=[3, 5"),
    ("values: L1=7", "answer-leaf-value", "L1=7"),
    ("windows: L1=[3, 5]", "answer-leaf-window", "L1=[3, 5]"),
    ("values: A=5 A=6", "answer-twice", "A=6"),
    ("windows: B=[3, 5] B=[3, 6]", "answer-twice", "B=[3, 6]"),
    ("pruned: none L4", "answer-none-and-more", "none"),
    ("values: A≤5", "answer-other-bound", "A≤5"),
    ("values: A=min(5, 2)=5", "answer-result", "min(5, 2)=5"),
    ("pruned: L3 (since L4 is pruned)", "answer-remark", "(since L4 is pruned)"),
    ("3 leaves are pruned: L3", "answer-count", "3 leaves"),
    ("pruned: L3 L4\npruned: L4", "answer-two-lists", "L3 L4"),
    ("pruned: C..L4", "answer-no-range", "C..L4"),
    ("order: B..L4", "answer-no-range", "B..L4"),
    ("pruned: B->L4", "answer-no-edge", "B->L4"),
    ("order: L1-L3", "answer-open-range", "L1-L3"),
    ("order: 6 B", "answer-inner-in-order", "B"),
    ("order: 6 5 6", "answer-order-twice", "6"),
    ("order: 6 L1..L3", "answer-order-twice", "L1..L3"),
    ("best: L1", "answer-not-a-child", "L1"),
    ("best: B C", "answer-one-only", "C"),
    ("best: B -> C", "answer-one-only", "C"),
    ("value: 5 6", "answer-one-only", "6"),
    ('pruned: "L4', "answer-quote-unclosed", '"L4'),
    ("pruned: <>", "answer-stray", "<>"),
    ("pruned: L4 \u202e", "answer-control-character", "\u202e"),
]


@pytest.mark.parametrize(
    ("text", "code", "at"), MISTAKES, ids=[f"{code}-{number}" for number, (_, code, _) in enumerate(MISTAKES)]
)
def test_a_mistake_is_told_at_its_place(text: str, code: str, at: str):
    """First of all, with the exact stretch of text; and it is a sentence in both languages."""
    text = f"# an answer\n{text}"
    answer, problems = read_answer(text, SMALL, "4711.txt")

    assert problems[0].code == code
    assert text[slice(*problems[0].span)] == at
    for language in ("en", "de"):
        assert problem_report(problems[0], language).startswith("4711.txt:")
    assert (
        answer.pending
        or code in {"answer-no-key", "answer-own-line", "answer-empty-key", "answer-key-twice"}
        or "my" in text
    )


def test_every_mistake_has_an_example():
    """Each sentence about answers is provoked above, or below; that about payoffs in test_payoff_text."""
    sources = (ROOT / "treesolve" / "answers").glob("*.py")
    told = {code for path in sources for code in re.findall(r'"(answer-[a-z-]+)"', path.read_text("utf-8"))}
    told |= {"answer-number-too-long", "answer-zero-denominator"}

    assert told == {code for _, code, _ in MISTAKES} | {"answer-ambiguous", "answer-too-many-nodes", "answer-payoffs"}


@pytest.mark.parametrize(
    ("mistake", "part", "kept"),
    [
        ("values: A=x B=5", "values", {B: 5}),
        ("values: A=5 A=6 B=5", "values", {B: 5}),
        ("values: A=x", "values", None),
        ("windows: A=[1] B=[3, 5]", "windows", {B: (3, 5)}),
        ("pruned: L9 L4", "pruned", (L4,)),
        ("pruned: L9", "pruned", None),
        ("order: 6 Q 2", "order", (L1, L3)),
        ("best: Q", "best", None),
        ("best: B C", "best", None),
        ("value: 5 6", "value", None),
    ],
)
def test_the_rest_is_read_all_the_same(mistake: str, part: str, kept: object):
    """Only the item is left out, its part is remembered, and the lines around it are as they were."""
    rest = {
        "values": "values: C=2",
        "pruned": "pruned: L3",
        "order": "order: 6 5",
        "best": "best: C",
        "value": "value: 3",
    }
    lines = [line for name, line in rest.items() if name != part]
    expected = read_answer("\n".join(lines), SMALL)[0]

    answer, problems = read_answer("\n".join([*lines[:2], mistake, *lines[2:]]), SMALL)

    assert problems
    assert answer == expected._replace(**{part: kept}, pending=frozenset({part}))


def test_the_nearest_legal_name_is_told():
    """Of nodes and of keys."""
    assert read_answer("pruned: L5", SMALL)[1][0].facts["nearest"] == "L4"
    assert read_answer("abgeschni: L4", SMALL)[1][0].facts["nearest"] == "abgeschnitten"
    assert read_answer("zzz: L4", SMALL)[1][0].facts["nearest"] is None


@pytest.mark.parametrize("word", ["123", "ab_"])
def test_a_word_without_end_takes_no_time(word: str):
    """No expression looks for its end from each of its characters."""
    begun = time.process_time()
    read_answer(word * 20_000, SMALL)

    assert time.process_time() - begun < 10


def test_not_all_mistakes_are_told():
    """Beyond twenty the rest is likely noise; the part is unread all the same."""
    answer, problems = read_answer("order: " + " ".join(f"q{number}" for number in range(100)) + "\npruned: r", SMALL)

    assert len(problems) == MOST_PROBLEMS
    assert answer.pending == {"order", "pruned"}


def test_names_that_several_nodes_have_are_told_apart_by_nobody():
    """In each part."""
    nodes = Nodes(read("(a: (1 2) a: (3 4))"))

    for text in ("values: a=5", "windows: a=[3, 5]", "pruned: a", "best: a"):
        assert [code for code, _ in wrong_in(text, nodes)] == ["answer-ambiguous"]


def test_many_equal_leaves_do_not_take_for_ever():
    """Values that thousands of leaves have, mentioned thousands of times."""
    nodes = Nodes(read("(" + "3 " * size(20_000) + ")"))

    assert read_answer("order: " + "3 " * size(30_000), nodes)[0].pending == {"order"}
    assert read_answer("order: " + "3 " * size(20_000), nodes)[0].order == nodes.tree.leaves
    assert read_answer("pruned: " + "3 " * size(30_000), nodes)[0].pruned == nodes.tree.leaves


def test_ranges_do_not_take_for_ever():
    """Many large ranges are read as far as they can say anything new."""
    nodes = Nodes(read("(" + " ".join(map(str, range(1000))) + ")"))
    text = "pruned: " + " ".join(f"L{1 + number}..L{999 - number}" for number in range(450))

    answer, problems = read_answer(text, nodes)

    assert answer.pruned is not None
    assert len(answer.pruned) == 999
    assert {problem.code for problem in problems} == {"answer-too-many-nodes"}


NOISE = [
    '"\\',
    '->\\"“',
    "a-",
    "a->",
    "=",
    "A=",
    "a.",
    "(",
    "B=[",
    "„",
    "- ",
    "values:",
    "1,",
    "A: ",
    "\n",
    "\\",
    "#",
    "q ",
    "none ",
    "3 ",
]


@pytest.mark.parametrize("noise", NOISE)
def test_noise_is_read_in_one_go(noise: str):
    """A file full of it comes to an end; that this is soon is measured elsewhere."""
    heads = ("", "student: ", "values: ", "windows: ", "pruned: ", "order: ", "best: ")
    for head in dealt(heads, NOISE.index(noise) % 3, 3):
        text = head + noise * (size(60_000) // len(noise))
        identity(text)
        answer, problems = read_answer(text, SMALL)
        assert len(problems) <= MOST_PROBLEMS
        assert isinstance(answer, Answer)


# The same answer, written in any way


def numbers() -> st.SearchStrategy[Number]:
    """Numbers an answer may have."""
    fractions = st.fractions(-20, 20, max_denominator=8)
    return st.one_of(st.integers(-99, 99), st.sampled_from([INFINITY, -INFINITY]), fractions.map(_whole))


def _whole(number: Fraction) -> Number:
    return number.numerator if number.denominator == 1 else number


def number_forms(number: Number) -> list[str]:
    """Ways in which people write a number."""
    if isinstance(number, float):
        sign = ("-", "−") if number < 0 else ("", "+")
        return [f"{one}{word}" for one in sign for word in ("inf", "∞", "oo", "Infinity", "unendlich")]
    plain = str(number)
    forms = [plain, plain.replace("-", "−"), plain.replace("-", "–")]
    if isinstance(number, Fraction) and number.denominator in (2, 4, 8):
        decimal = str(float(number))
        forms += [decimal, decimal.replace(".", ",")]
    return forms


@st.composite
def answers(draw: st.DrawFn) -> tuple[Nodes, Answer, str]:
    """A tree, an answer to it, and a text that says it."""
    tree = draw(any_trees())
    nodes = Nodes(tree)
    once = [node for node in range(len(tree)) if tree.names.count(tree.names[node]) == 1]
    inner = [node for node in once if tree.children[node]]
    leaves = [node for node in once if not tree.children[node]]
    children = [node for node in once if tree.parents[node] == 0]
    some = {
        "values": draw(st.dictionaries(st.sampled_from(inner), numbers())) if inner else {},
        "windows": draw(st.dictionaries(st.sampled_from(inner), st.tuples(numbers(), numbers()))) if inner else {},
        "pruned": draw(st.none() | st.lists(st.sampled_from(once), unique=True).map(tuple)) if once else None,
        "order": draw(st.lists(st.sampled_from(leaves), unique=True).map(tuple)) if leaves else (),
        "best": draw(st.none() | st.sampled_from(children)) if children else None,
        "value": draw(st.none() | numbers()),
    }
    answer = Answer(draw(st.sampled_from(["4711", "Ada", ""])))
    answer = answer._replace(
        **{part: None if said in ({}, ()) and part != "pruned" else said for part, said in some.items()}
    )
    return nodes, answer, _written(answer, tree, draw(st.randoms(use_true_random=False)))


BOUNDS = {Kind.MIN: (" ≤ ", "<="), Kind.MAX: (" ≥ ", ">=")}
"""The signs of a bound that a cut leaves a node with."""


def _written(answer: Answer, tree: Tree, dice: random.Random) -> str:
    """A text that says an answer, by other means than the program's own."""

    def number(value: Number) -> str:
        return dice.choice(number_forms(value))

    def name(node: int) -> str:
        return written_name(tree.names[node])

    keys = {
        "student": ("student", "Matrikel", "NAME"),
        "values": ("values", "Werte", "Knotenwerte", "minimax values"),
        "windows": ("windows", "Fenster", "alpha-beta-fenster"),
        "pruned": ("pruned", "Beschnitten", "nicht besucht", "cut"),
        "order": ("order", "Reihenfolge", "visiting order"),
        "best": ("best", "bester Zug", "Move"),
        "value": ("value", "Wert", "root value"),
    }
    between = dice.choice([" ", ", ", "; ", "\n  ", " | ", " # remark\n"])
    arrow = dice.choice([" ", ", ", " -> ", " → "])
    low_high = dice.choice(["; ", ";"])
    items = {
        "student": answer.student,
        "values": between.join(
            f"{name(node)}{dice.choice(['=', ' = ', *BOUNDS.get(tree.kinds[node], ())])}{number(value)}"
            for node, value in (answer.values or {}).items()
        ),
        "windows": between.join(
            f"{name(node)}{dice.choice(['=', ' ', ' = '])}[{number(low)}{low_high}{number(high)}]"
            for node, (low, high) in (answer.windows or {}).items()
        ),
        "pruned": ""
        if answer.pruned is None
        else between.join(map(name, answer.pruned)) or dice.choice(["none", "keine", "-", "∅"]),
        "order": arrow.join(map(name, answer.order or ())),
        "best": "" if answer.best is None else name(answer.best),
        "value": "" if answer.value is None else number(answer.value),
    }
    lines = [
        f"{dice.choice(['', '- ', '  '])}{dice.choice(keys[part])}: {text}" for part, text in items.items() if text
    ]
    dice.shuffle(lines)
    return "\n".join(lines) + dice.choice(["", "\n", "\n\n# end"])


@examples(200)
@given(answers())
def test_an_answer_is_read_back_however_it_is_written(case: tuple[Nodes, Answer, str]):
    """Any tree, any answer, any form."""
    nodes, answer, text = case

    found, problems = read_answer(text, nodes)

    assert not problems, (text, problems)
    assert found == answer, text


@examples(150)
@given(answers(), st.data())
def test_accidents_never_raise(case: tuple[Nodes, Answer, str], data: st.DataObject):
    """Whatever is cut out, put in or repeated: an answer, and problems that point into the text."""
    nodes, _, text = case
    for _ in range(data.draw(st.integers(1, 4))):
        start = data.draw(st.integers(0, len(text)))
        end = min(len(text), start + data.draw(st.integers(0, 8)))
        middle = data.draw(
            st.sampled_from([*'=:[](){}"#\\,;-–>.?„\n\t\0\u202e', "->", "..", "inf", "values:", "A=", "- ", "9" * 50])
            | st.text(max_size=4)
        )
        text = text[:start] + middle + text[end:]

    answer, problems = read_answer(text, nodes)

    assert len(problems) <= MOST_PROBLEMS
    for problem in problems:
        assert problem.span is not None
        assert 0 <= problem.span.start < problem.span.end <= len(text), (problem, text)
        assert problem_report(problem)
    assert isinstance(answer, Answer)
    assert identity(text).student in (answer.student or None, None)


@examples(200)
@given(st.text(max_size=200))
def test_any_text_is_read(text: str):
    """Texts that were never an answer."""
    assert isinstance(read_answer(text, SMALL)[0], Answer)


# What the practice page saves


def test_what_a_practice_page_saves_is_read():
    """The example of the documentation, and names that need quotes."""
    page = (ROOT / "docs" / "practice.md").read_text("utf-8")
    (saved,) = re.findall(r"^```text\n(student:.*?)^```$", page, re.MULTILINE | re.DOTALL)
    answer = answer_to(saved)

    assert answer.values == {A: 5, B: 5, C: 2}
    assert answer.windows == {A: (-INFINITY, INFINITY), B: (-INFINITY, INFINITY), C: (5, INFINITY)}
    assert (answer.student, answer.pruned, answer.order, answer.best, answer.value) == (
        "4711",
        (L4,),
        (L1, L2, L3),
        B,
        5,
    )


# The grammar


@examples(60)
@given(answers())
def test_an_answer_is_one_to_bare_lark(case: tuple[Nodes, Answer, str]):
    """The grammar file alone describes what students write behind a key: Lark parses it without any of our code."""
    for part, said in written_parts(case[1], case[0].tree).items():
        if part != "value":
            assert parser(ANSWER).parse(said)


@examples(60)
@given(answers())
def test_every_character_belongs_to_a_piece(case: tuple[Nodes, Answer, str]):
    """The scanner passes over nothing but blanks and comments."""
    assert "".join(match[0] for match in pieces(case[2], 0, None, parse_tables(ANSWER))) == case[2]


def test_numbers_are_the_notations():
    """The one reader of numbers says what is wrong with one."""
    assert student_number("– 0,50") == Fraction(-1, 2)
    for text, code in (("x", "not-a-number"), ("1/0", "zero-denominator"), ("9" * 1001, "number-too-long")):
        with pytest.raises(ValueError) as error:
            student_number(text)
        assert error.value.args == (code,)


def test_reading_an_answer_loads_no_more_than_it_needs():
    """No parser generator, no templates, no fractions where there are none."""
    program = (
        "import sys; from treesolve.notation.reader import read; from treesolve.answers.node_words import Nodes\n"
        "from treesolve.answers.reader import read_answer\n"
        "read_answer('values: A=5\\norder: 6 5 2', Nodes(read('((6 5) (2 9))')))\n"
        "print({'lark', 'fractions', 'jinja2', 'json', 'csv'} & set(sys.modules))"
    )
    result = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, cwd=ROOT, check=True)

    assert result.stdout == "set()\n"


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("pruned: L4\nc) order: 6 5 2", {"pruned": (6,), "order": (2, 3, 5)}),
        ("a) values: A=5 B=5\nb) pruned: L4\n(c) best: B", {"values": {0: 5, 1: 5}, "pruned": (6,), "best": 1}),
        ("1. best: B\n2) value: 5\n- 3. pruned: none", {"best": 1, "value": 5, "pruned": ()}),
        ("**pruned:** L4\n1) **best**: B", {"pruned": (6,), "best": 1}),
        ("values: A=5\nb) B: 6", {"values": {0: 5, 1: 6}}),
    ],
)
def test_labels_of_questions_are_no_answers(text: str, expected: dict[str, object]):
    """Sheets number their questions; so do students."""
    answer, problems = read_answer(text, Nodes(read("((6 5) (2 9))")))

    assert {part: getattr(answer, part) for part in expected} == expected
    assert not answer.pending
    assert not problems


@pytest.mark.parametrize(
    "text", ["Name: Ada\nMatrikelnummer: 4711", "Matr.-Nr.: 4711\nName: Ada", "a) Name: Ada\nid: 4711"]
)
def test_a_number_says_better_than_a_name_who_somebody_is(text: str):
    """Both on one sheet are no mistake."""
    answer, problems = read_answer(text, Nodes(read("((6 5) (2 9))")))

    assert identity(text).student == answer.student == "4711"
    assert not problems


@pytest.mark.parametrize(
    ("said", "part"),
    [
        ("pruned: ~~L5~~, L6", "pruned"),
        ("best: ~~B~~", "best"),
        ("values: A=~~3~~ B=3", "values"),
        ("pruned: L5, L6 (wrong, it is L8, L9)", "pruned"),
        ("pruned: L5, L6 (oder doch L8, L9?)", "pruned"),
        ("pruned: L5, L6 (this is false)", "pruned"),
        ("values: A=3 (no, 5) B=3", "values"),
        ("values: A=3 (wrong) B=3", "values"),
    ],
)
def test_what_is_struck_or_taken_back_waits_for_a_person(said: str, part: str):
    """Neither is it read as if nothing had happened, nor passed over."""
    answer, _ = read_answer(said, Nodes(read("((3 12 8) (2 4 6) (14 5 2))")))

    assert part in answer.pending


@pytest.mark.parametrize(
    "text", ["pruned: L4{}x", "pruned: L4,{}L3", "pruned:{}L4", "values: A=5{}and B=5\n{}order: L1 L2"]
)
def test_blanks_in_a_row_are_read_soon(text: str):
    """However many there are, and wherever they stand."""
    nodes = Nodes(read("((6 5) (2 9))"))
    start = time.process_time()
    read_answer(text.replace("{}", " " * 4_000), nodes)
    assert time.process_time() - start < 20


def test_candidates_are_named_until_they_are_too_many():
    """Six of them; dots stand for more."""
    assert WIDE.listed(range(6)) == "A, B, L1, L2, L3, C"
    assert WIDE.listed(range(7)) == "A, B, L1, L2, L3, C, …"


def test_a_place_is_read_as_a_name_that_has_room_there():
    """Of as many letters, too; a longer one is not read, for places in the text must stay."""
    assert answer_to("left child: 5", Nodes(read("(abcdefghij: (6 5) (2 9))"))).values == {1: 5}
    (problem,) = read_answer("left child: 5", Nodes(read("(abcdefghijk: (6 5) (2 9))")))[1]
    assert (problem.code, problem.facts["text"]) == ("answer-unknown-key", "left child")


def test_brackets_alone_are_no_value():
    """Not even at the end of a text."""
    assert answer_to("value: (").value is None


def test_a_number_that_is_missing_is_told_with_its_node():
    """And no other."""
    (problem,) = read_answer("values: B= , C=2", SMALL)[1]

    assert (problem.code, problem.facts["text"]) == ("answer-number-missing", "B")


def test_comments_in_a_text_are_blanks():
    """What stands behind them keeps its place."""
    assert answer_to("statements: 1 true # or not\n2 false").texts == {"statements": (" 1 true         \n2 false", 11)}


def test_what_stands_in_quotes_is_a_name():
    """And no value."""
    nodes = Nodes(read('((6 5) (2 "nine": 9))'))

    assert nodes.found('"6"') == ()
    assert nodes.found('"nine"') == nodes.found("9")


def test_what_is_much_longer_is_no_slip_of_a_name():
    """One letter more is."""
    nodes = Nodes(read("(abcdef: 6 5)"))

    assert (nodes.nearest("abcdefg"), nodes.nearest("abcdefgh")) == ("abcdef", None)


def test_two_words_for_one_part_are_a_key():
    """Two words for two parts are none."""
    assert key_meaning("pruned/cut off") == "pruned"
    assert key_meaning("pruned/best") is None


def test_parts_are_spoken_of_by_any_of_their_keys():
    """Whatever stands behind one."""
    assert parts_spoken_of("pruned is much more than nothing") == {"pruned"}
    assert parts_spoken_of("my best move is not so sure") == {"best"}
