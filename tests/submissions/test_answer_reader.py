"""Answers in the requested form and its close variants are parsed completely; other lines are reported for review."""

import random
import time
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.effort import examples, some
from tests.support.strategies import any_trees
from treesolve.grading.grader import Grader
from treesolve.model.answer import PARTS, Answer
from treesolve.model.convention import CONVENTIONS
from treesolve.model.number import INFINITY, Number
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.submissions.answer_line_grammar import grammar
from treesolve.submissions.answer_reader import read_answer
from treesolve.submissions.answer_words import load_answer_words, parse_key
from treesolve.submissions.answer_writer import format_parts
from treesolve.submissions.claim import UnreadableLine
from treesolve.submissions.line_claims import parse_line
from treesolve.submissions.node_names import NodeNames
from treesolve.submissions.student_identification import StudentIdentification, identify_student

A, B, L1, L2, C, L3, L4 = range(7)
SMALL = NodeNames(read("((6 5) (2 9))"), order=(L1, L2, L3), pruned=(L4,))
"""A: (B: (L1 = 6, L2 = 5), C: (L3 = 2, L4 = 9))."""

BROKEN = NodeNames(read("((6 1/2) (2 9))"))
MOVES = NodeNames(read('(left -> X: (1 2) right -> Y: (3 4) "e2-e4" -> "a-b": 7)'))


def answer_to(text: str, nodes: NodeNames = SMALL) -> Answer:
    """Return the answer that a text gives, and check that nothing is unread."""
    answer, problems = read_answer(text, nodes)
    assert not problems, [(problem.code, problem.facts) for problem in problems]
    assert not answer.has_unread
    return answer


# Values


@pytest.mark.parametrize(
    ("text", "number"),
    [
        *(("A=5", 5), ("A = 5", 5), ("A: 5", 5), ("A := 5", 5), ("a=5", 5), ('"A"=5', 5), ("„A“ = 5", 5), ("A 5", 5)),
        *(("A (5)", 5), ("A = ≥ 2", 2), ("A ≥ 2", 2), ("A>=2", 2), ("A=-3", -3), ("A=−3", -3), ("A=+3", 3)),
        *(("A=∞", INFINITY), ("A=-oo", -INFINITY), ("A = −∞.", -INFINITY), ("A=Infinity", INFINITY), ("A=5.", 5)),
        *(("A = max(3, 5) = 5", 5), ("A = max(B, C) = max(5, 2) = 5", 5), ("A = (3+7)/2 = 5", 5), ("v(A) = 5", 5)),
        *(("A = max(3, -5) => 5", 5), ("$A = 5$", 5), ("**A** = 5", 5), ("root = 5", 5), ("Wurzel: 5", 5)),
        *(("node A: 5", 5), ("A = 5 (the best)", 5), ("A = 5 because it is larger", 5), ("A=2.5", Fraction(5, 2))),
    ],
)
def test_a_value_is_read_with_a_key_and_without(text: str, number: Number):
    """It can be on the line of its key, below it, or after the letter of its task."""
    for whole in (f"values: {text}", f"Werte:\n  {text}\n", text, f"a) {text}", f"## Values\n- {text}"):
        assert answer_to(whole).values == {A: number}, whole


@pytest.mark.parametrize("text", ["A = 0,5", "A=1/2", "A = 0.5", "A = 1/2*1 = 0,5"])
def test_fractions_and_decimal_commas_are_read_if_the_tree_has_them(text: str):
    """In a tree of integers, a comma separates two numbers."""
    assert answer_to(text, BROKEN).values == {A: Fraction(1, 2)}
    assert text == "A = 0.5" or read_answer(text, SMALL)[0].has_unread


@pytest.mark.parametrize(
    "separated",
    [
        *("A=5 B=6", "A=5, B=6", "A=5,B=6", "A=5; B=6", "A=5 | B=6", "A=5 und B=6", "A=5 and B=6", "A=5\nB=6"),
        *("\n- A=5\n- B=6", "A=5\n\nB=6", "A=5, B=6, C=?", "A=5 B=6 C=", "A=5 C= B=6", "A=5 A=5 B=6", "A=5\nA=5\nB=6"),
        *(
            "\n1. A: 5\n2. B: 6\n",
            "{'A': 5, 'B': 6}",
            "A=5 B=6 L1=6",
            "A=5 • B=6",
            "A/5 B/6",
            "A=5 B=6 C=-",
            "A=5 B=6 C=none",
        ),
    ],
)
def test_values_are_separated_in_any_way(separated: str):
    """They can extend over several lines and include blanks and leaves."""
    assert answer_to(f"values: {separated}").values == {A: 5, B: 6}


@pytest.mark.parametrize(
    ("text", "values", "value"),
    [
        *(("value: 5", None, 5), ("Wert der Wurzel: 7", None, 7), ("root value: 5", None, 5), ("value: ≤ 5", None, 5)),
        *(("wert: A=5", None, 5), ("wert: B=5", {B: 5}, None), ("value: -", None, None), ("value:", None, None)),
    ],
)
def test_one_value_is_the_roots(text: str, values: dict[int, Number] | None, value: Number | None):
    """After the key of the root's value, values of other nodes are accepted as values."""
    answer = answer_to(text)

    assert (answer.values, answer.value) == (values, value)


# Windows


@pytest.mark.parametrize(
    ("text", "window"),
    [
        *(("B=[-inf, inf]", (-INFINITY, INFINITY)), ("B [−∞; 5]", (-INFINITY, 5)), ("B: (-inf, 3)", (-INFINITY, 3))),
        *(("B = 3/∞", (3, INFINITY)), ("B: α = 3, β = ∞", (3, INFINITY)), ("B: alpha=3 beta=5", (3, 5))),
        *(("B: (α=3, β=5)", (3, 5)), ("B $= [3, \\infty]$", (3, INFINITY))),
    ],
)
def test_a_window_is_read_with_a_key_and_without(text: str, window: tuple[Number, Number]):
    """Alpha, beta or infinity identify it as a window."""
    for whole in (f"windows: {text}", f"Alpha-Beta-Fenster:\n{text}", text):
        assert answer_to(whole).windows == {B: window}, whole


def test_a_bare_pair_is_a_window_only_below_its_key():
    """Anywhere else its meaning is unknown."""
    assert answer_to("windows: B=[3, 5]").windows == {B: (3, 5)}
    assert read_answer("B=[3, 5]", SMALL)[0].has_unread
    assert answer_to("windows: A=[ , ] B=").windows is None


# Lists


@pytest.mark.parametrize(
    ("text", "pruned"),
    [
        *(("L4", (L4,)), ("l4", (L4,)), ('"L4"', (L4,)), ("9", (L4,)), ("L4 (9)", (L4,)), ("L4 = 9", (L4,))),
        *(("$L_4$", (L4,)), ("$\\{L_{4}\\}$", (L4,)), ("C, L3 und L4.", (C, L3, L4))),
        *(("{L3, L4}", (L3, L4)), ("['L3', 'L4']", (L3, L4)), ("2 and 9", (L3, L4)), ("L3/L4", (L3, L4))),
        *(("leaf L4", (L4,)), ("L4 (cut)", (L4,)), ("~~L3~~ L4", (L4,)), ("<s>L3</s> L4", (L4,)), ("right", (C,))),
        *(("none", ()), ("keine", ()), ("nichts", ()), ("nothing", ())),
        *(("", None), ("?", None), ("-", None), ("—", None), ("{}", None), ("()", None), ("...", None)),
    ],
)
@pytest.mark.parametrize("key", ["pruned", "beschnitten", "not visited", "Nicht besuchte Blätter", "the pruned leaves"])
def test_pruned_nodes_are_read_in_any_form(text: str, pruned: tuple[int, ...] | None, key: str):
    """Names, values or both; a blank is no answer and never means `none`."""
    assert answer_to(f"{key}: {text}\nbest: B").pruned == pruned


@pytest.mark.parametrize(
    "text",
    ["6 5 2", "6, 5, 2", "6 -> 5 -> 2", "6→5→2", "L1 L2 L3", "L1; L2; L3", "[6, 5, 2]", 'l1 5 "L3"', "6 | 5 | 2",
     "L1 (6), L2 (5), L3 (2)", "\n1. L1\n2. L2\n3. L3", "6, dann 5, dann 2", "\nL1\nL2\nL3"],
)  # fmt: skip
@pytest.mark.parametrize("key", ["order", "Reihenfolge", "Besuchsreihenfolge", "Order in which leaves are evaluated"])
def test_an_order_is_read_in_any_form(text: str, key: str):
    """By name or value, separated by commas, arrows or line breaks."""
    assert answer_to(f"{key}: {text}").order == (L1, L2, L3)


@pytest.mark.parametrize(
    ("text", "best"),
    [("X", 1), ("x", 1), ("left", 1), ("7", 7), ("rechts", 7), ('"e2-e4"', 7), ('"a-b"', 7), ("Y.", 4), ("?", None)],
)
@pytest.mark.parametrize("key", ["best", "Best move for MAX", "bester Zug", "**Zug**", "MOVE"])
def test_the_best_move_is_a_child_of_the_root(text: str, best: int | None, key: str):
    """It can be given by name, by value if it is a leaf, by its move, or by its position."""
    assert answer_to(f"{key}: {text}", MOVES).best == best


def test_a_number_behind_the_best_move_is_its_value():
    """The number is in parentheses."""
    answer = answer_to("best: B (5)")

    assert (answer.best, answer.values) == (B, {B: 5})


def test_the_middle_of_five_is_the_third():
    """Two children have no middle one."""
    assert answer_to("best: middle", NodeNames(read("(1 2 3 4 5)"))).best == 3
    assert read_answer("best: middle", SMALL)[0].has_unread


def test_a_list_may_come_again_and_adds_up():
    """Long lists can extend over several lines."""
    assert answer_to("order: L1 L2\norder: L3").order == (L1, L2, L3)
    assert answer_to("pruned: L3\nL4 not visited").pruned == (L3, L4)


def test_an_open_key_is_answered_below_an_empty_line():
    """An empty line closes the key only after the first item."""
    assert answer_to("pruned:\n\nL3\nL4").pruned == (L3, L4)
    assert read_answer("pruned:\nL3\n\nL4", SMALL)[0].has_unread


def test_several_keys_on_a_line():
    """Each follows the items of the previous one."""
    answer = answer_to("Werte: A=5; pruned: L4, best: B")

    assert (answer.values, answer.pruned, answer.best) == ({A: 5}, (L4,), B)


def test_letters_of_the_sheet_are_keys():
    """They are in the order of the exercise's questions."""
    nodes = NodeNames(SMALL.tree, asked_parts=("pruned", "best"), order=SMALL.order, pruned=SMALL.pruned)

    for text in ("a) L4\nb) B", "(a) L4\n(b) B", "Aufgabe a)\nL4\n\nTask b:\nB", "Task 1a\nthe leaf L4\nTask 1b\nB"):
        answer = answer_to(text, nodes)
        assert (answer.pruned, answer.best) == ((L4,), B), text


# Names


def test_a_node_may_be_called_like_a_key_or_a_word():
    """A keyword is a key before a colon at the start of a line; elsewhere names take precedence, but `none` must be
    quoted.
    """
    nodes = NodeNames(read('((Best: 1 and: 2 Value: 3) (left: 4 none: 5 "7": 6) root: 8)'))
    name = {name: node for node, name in enumerate(nodes.tree.names)}

    assert answer_to("pruned: Best and and Value", nodes).pruned == (name["Best"], name["and"], name["Value"])
    assert answer_to("pruned: none", nodes).pruned == ()
    assert answer_to('pruned: "none" left', nodes).pruned == (name["none"], name["left"])
    assert answer_to("Best: root", nodes).best == name["root"]


# Leaves by their values


def test_a_value_of_several_leaves_is_the_next_leaf_in_order():
    """The next one in the convention's order, in the order of the student's own cuts, or among the pruned leaves."""
    nodes = NodeNames(read("((3 2) (3 3))"), order=(2, 3, 5), pruned=(6,))

    assert answer_to("order: 3 2 3", nodes).order == (2, 3, 5)
    assert answer_to("order: 3 2 3 3\npruned: none", nodes).order == (2, 3, 5, 6)
    assert answer_to("pruned: 3", nodes).pruned == (6,)
    own = NodeNames(read("((3 3 2) (3 1))"), order=(2, 3, 4, 6, 7))
    assert answer_to("order: 3 2 3 1\npruned: L2", own).order == (2, 4, 6, 7)


def test_numbers_that_may_be_leaf_numbers_need_review():
    """They need review if this reading would score higher."""
    nodes = Grader(read("((2 3) (1 4))"), CONVENTIONS["aima"]).nodes

    assert read_answer("order: 1 2 3", nodes)[0].pending == {"order"}
    assert answer_to("order: 2 3 1", nodes).order == (2, 3, 5)


# Tables

TABLES = (
    "| Node | Value |\n|---|---|\n| A | 5 |\n| B | 5 |",
    "Knoten\tWert\nA\t5\nB\t5",
    "Node;Value;Remark\nA;5;top\nB;5;",
    "| | A | B |\n|---|---|---|\n| Value | 5 | 5 |",
    "A | B\n5 | 5",
    "| Question | Answer |\n|---|---|\n| Values | A=5 B=5 |",
    "| Values | A=5, B=5 |",
    'values,"A=5, B=5"',
    "A | 5\nB | 5",
)


@pytest.mark.parametrize("text", TABLES)
def test_a_table_is_read_by_its_column_headings(text: str):
    """Separated by bars, tabs or semicolons; a row per node, a column per node, or a row per question."""
    assert answer_to(text).values == {A: 5, B: 5}


def test_a_table_has_a_column_for_each_part():
    """An empty node cell repeats the node above; alpha and beta are the bounds of one window."""
    text = "Node | α | β | Pruned?\nA | -inf | inf |\nC | 5 | inf | \n | | | L4"
    answer = answer_to(text)

    assert answer.windows == {A: (-INFINITY, INFINITY), C: (5, INFINITY)}
    assert answer.pruned == (L4,)


@pytest.mark.parametrize(
    "text",
    [
        "| Node | Value | Mood |\n|---|---|---|\n| A | 5 | fine 3 |",
        "| Node | Value | Remark |\n|---|---|---|\n| C | 2 | L4 pruned |",
        "Node | α | β\nA | -inf | inf\nA | 5 | inf",
    ],
)
def test_a_row_with_other_content_needs_review(text: str):
    """A row needs review if it has an unknown column, a remark, or several steps."""
    answer, _ = read_answer(text, SMALL)

    assert answer.has_unread
    assert not answer.windows


# Unread lines

UNREAD = (
    *("my thoughts: L4 is 9", "pruned: L9", "windows: B", "windows: B=3", "best: B (C)", "values: A = x"),
    *("values: A=1.2.3", "values: A=5x", "windows: B=[a, 3]", "windows: B=[3,4,5]", "pruned: L3 because L4 is 9"),
    "A = B = 5",
    *(
        "pruned: L5, L6...",
        "best: L4",
        "pruned: L4 at C",
        "pruned at C: L4",
        "order: L1-L3",
        "A → 5",
        "[pic attached]",
        "siehe Foto",
    ),
    *(
        "pruned leaves: 2 (L3, L4)",
        "B not visited",
        "A = 3 = 5",
        "Nach Auswertung B: A: α = 3",
        "A=5 [-inf, inf]",
        "values: A=1/0",
        "C -> 2",
    ),
)


@pytest.mark.parametrize("text", UNREAD)
def test_a_line_that_is_not_read_completely_needs_review(text: str):
    """Nothing in the line is read, but the other lines are."""
    answer, problems = read_answer(f"{text}\n\nvalue: 5", SMALL)

    assert answer.has_unread
    assert answer.value == 5
    assert not any((answer.values, answer.windows, answer.pruned, answer.order, answer.best))
    assert problems[0].place() is not None or problems[0].text is not None


SILENT = (
    "Hallo Frau Müller,",
    "Hallo zusammen, hier sind sie",
    "Viele Grüße\nAda B.",
    "A nice tree, thanks",
    "*****",
    "See below",
    "# My answer",
)


@pytest.mark.parametrize("text", SILENT)
def test_irrelevant_words_are_ignored(text: str):
    """Greetings, names and lines of words are ignored."""
    assert not read_answer(f"{text}\n\nvalues: A=5", SMALL)[0].has_unread


def test_a_greeting_with_a_number_may_be_an_answer():
    """Therefore it needs review."""
    assert read_answer("Hi, ich habe 5\n\nvalues: A=5", SMALL)[0].has_unread


# Effects of unread lines

RIGHT = {
    "en": ("values: A=3 B=3 C=2 D=2", "pruned: L5 L6", "order: L1 L2 L3 L4 L7 L8 L9", "best: B"),
    "de": ("Werte: A=3 B=3 C=2 D=2", "Beschnitten: L5 L6", "Reihenfolge: L1 L2 L3 L4 L7 L8 L9", "Bester Zug: B"),
}
CORRECTIONS = {
    "values": (
        *("C should be 4", "C ist doch 4", "Sorry, D = 5 instead of 2", "Korrektur: B müsste 8 sein", "A is 14, oops"),
        *("B -> 8", "C: 2 (wrong, 4)", "D eigentlich 14", "value of B: 12", "B wird 12"),
    ),
    "pruned": (
        *("plus L9", "also L9", "L9 too", "and L9 is pruned", "Sorry, L8 and L9 instead of L6", "und L9", "auch L9"),
        *(
            "L9 fällt auch weg",
            "doch noch L9 dazu",
            "Korrektur: L9 statt L6",
            "L6 is not pruned",
            "D as well",
            "D auch",
        ),
    ),
    "order": ("L9 before L8", "erst L9, dann L8", "L5 comes after L4", "swap L8 and L9", "L8 und L9 vertauscht"),
    "best": ("best: rather D", "sorry, D", "doch C", "actually I would take D", "Zug lieber D", "D statt B"),
}


@pytest.mark.parametrize("language", RIGHT)
@pytest.mark.parametrize("part", CORRECTIONS)
def test_a_right_answer_with_a_correction_needs_review(part: str, language: str):
    """The line can be before the answer, below its key, or at the end."""
    nodes = Grader(read("((3 12 8) (2 4 6) (14 5 2))"), CONVENTIONS["aima"]).nodes
    lines, at = list(RIGHT[language]), ["values", "pruned", "order", "best"].index(part) + 1
    for correction in CORRECTIONS[part]:
        for index in (0, at, 4):
            text = "\n".join([*lines[:index], correction, *lines[index:]])
            answer, _ = read_answer(text, nodes)
            assert part in answer.pending, text


def test_a_line_of_another_section_does_not_affect_a_part():
    """A heading starts a new section."""
    nodes = NodeNames(SMALL.tree, asked_parts=("pruned", "best"))
    text = "a) L4\n\nb) B\n\n## Remarks\nL3 was hard"

    assert not read_answer(text, nodes)[0].pending
    assert read_answer(text.replace("## Remarks\n", ""), nodes)[0].pending == {"pruned"}


@pytest.mark.parametrize(
    ("text", "is_unread"), [("student: 1\nstudent: 2\nvalues: A=5", True), ("values: A=5 A=6", False)]
)
def test_two_students_leave_an_answer_unread(text: str, is_unread: bool):
    """Two values of one node affect only their part."""
    assert read_answer(text, SMALL)[0].has_unread is is_unread


# Identification


@pytest.mark.parametrize(
    ("text", "student"),
    [
        *(("student: 4711", "4711"), ("Matrikelnummer: 4711 # me", "4711"), ("- Matr.-Nr.: 4711", "4711")),
        *(("  * NAME: Ada   Beispiel", "Ada Beispiel"), ('student: "a \\"b\\" #1"', 'a "b" #1'), ("id: a#b", "a#b")),
    ],
)
def test_an_answer_names_its_student(text: str, student: str):
    """Parsing the answer and identifying the student agree."""
    answer = answer_to(f"{text}\nvalues: A=5")

    assert identify_student(text).student == answer.student == student
    assert answer.values == {A: 5}


def test_exercise_and_variant_are_read():
    """In both languages, the first mention counts."""
    assert identify_student("Aufgabe: 2\nVariante: b\nvariant: c") == StudentIdentification(None, "2", "b")
    answer, _ = read_answer("exercise: 2\nversion: b", SMALL)
    assert (answer.exercise, answer.variant) == ("2", "b")


# Robustness


@given(any_trees(), st.randoms(use_true_random=False))
@examples(1000)
def test_formatted_answers_are_read_back(tree: Tree, rng: random.Random):
    """The parsed answer is the same, for any tree and any names."""
    inner = [node for node in range(len(tree)) if tree.children[node]]
    numbers = (-INFINITY, -3, 0, 7, INFINITY)
    answer = Answer(
        "",
        {node: rng.choice(numbers) for node in inner} or None,
        {node: (-INFINITY, rng.choice((0, 7))) for node in inner} or None,
        tuple(sorted(rng.sample(range(len(tree)), rng.randrange(min(4, len(tree)))))),
        tuple(rng.sample(tree.leaf_ids, rng.randint(1, len(tree.leaf_ids)))),
        rng.choice(tree.children[0]) if tree.children[0] else None,
        rng.choice(numbers),
    )
    formatted = format_parts(answer, tree)
    text = "".join(f"{part}: {content}\n" for part, content in formatted.items())
    found, problems = read_answer(text, NodeNames(tree))

    others = [problem for problem in problems if problem.code != "answer-ambiguous"]
    assert not others, (text, others)
    assert (found.values, found.windows, found.order, found.best, found.value) == (
        *(answer.values, answer.windows, answer.order, answer.best, answer.value),
    ), text
    assert set(found.pruned or ()) == set(answer.pruned or ())


@given(st.text(alphabet=st.sampled_from("AB L4=5:[]()<>≤,;|-→\"'#*\n\tvaluespruned∞αmax/.~`$\\_{}0"), max_size=300))
@examples(3000)
def test_any_text_is_read_without_an_exception(text: str):
    """Unread lines are reported with their location."""
    _, problems = read_answer(text, SMALL)

    for problem in problems:
        assert problem.span is not None
        assert 0 <= problem.span.start <= problem.span.end <= len(text) + 1


def _fragments() -> list[str]:
    """Return all words of answers and text matching the terminals of the grammar, each with permitted repetitions."""
    words = [word for kinds in load_answer_words().values() for listed in kinds.values() for word in listed]
    signs = "aA3([{<)>]}\"'„“«*_`$\\|#~-–=:≤≥→≈.…?,;/+&•√ \t\n"
    longer = ("A=5 ", "A=5\n", "|a|b\n", "a\tb\n", "L1,", "max(3, ", "\\a", "Node|Value\n", "1. ", "a) ", "0,5 ")
    old = ("order a1 | H | MIN | 3 | ", "pruned L5,\t", "because ", "α = 3, ")
    return [*signs, *longer, *old, *(f"{word}{end}" for word in words for end in (" ", ": ", "\n"))]


@pytest.mark.parametrize("fragment", some(_fragments()))
def test_time_is_linear(fragment: str):
    """Any 64 KiB are parsed in some tenths of a second; quadratic time would be minutes."""
    text = (fragment * (64 * 1024 // len(fragment.encode()) + 1)).encode()[: 64 * 1024].decode(errors="ignore")
    began = time.process_time()
    read_answer(text, SMALL)

    assert time.process_time() - began < 6


def test_a_long_list_of_numbers_is_read_quickly():
    """Earlier versions did not terminate."""
    tree = read("(((3 12 8) (2 4 6) (14 5 2)) ((7 1 9) (3 3 5) (6 2 8)) ((4 4 1) (9 9 2) (5 6 7)))")
    leaves = ", ".join(str(tree.values[leaf]) for leaf in tree.leaf_ids)
    nodes = NodeNames(tree)

    assert answer_to(f"order = {leaves}", nodes).order == tree.leaf_ids
    assert read_answer(f"leaves = {leaves}", nodes)[0].has_unread


def test_the_grammar_has_no_conflicts():
    """The result must not depend on which of two rules Lark prefers."""
    with pytest.raises(UnreadableLine):
        parse_line("A B = 3", SMALL)
    assert {rule.alias or str(rule.origin.name) for rule in grammar().rules} >= {"values", "pruned", "order", "best"}


def test_every_key_names_its_part():
    """Every key in the file names its part, also with filler words between synonymous phrases."""
    for part, listed in load_answer_words()["keys"].items():
        assert {parse_key(key) for key in listed} == {part}
    assert parse_key("besuchte Blätter in Reihenfolge") == "order"
    assert [parse_key(key) for key in ("", "A", "values: A=5", "x" * 100, "pruned at C")] == [None] * 5
    assert {*PARTS} < {*load_answer_words()["keys"]}
