"""The form for an answer: what it asks, how long its lines are, and what it never says."""

import random

from tests.support.effort import cases, dice
from tests.support.payoffs import payoffs_tree
from treesolve.answers.node_words import Nodes
from treesolve.answers.spoken import is_silent
from treesolve.grading.question.statements import Statements
from treesolve.grading.question.unknown import ForWhich
from treesolve.model.answer import PARTS
from treesolve.model.convention import CONVENTIONS
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.pages.answer_form import LONGEST, FormTask, answer_form
from treesolve.search.solution import solve

SMALL = read("((6 5) (2 9))")


def lines(tree: Tree, *parts: str, language: str = "en") -> list[str]:
    """The lines of a form below whose it is."""
    return answer_form([FormTask(tree, parts)], language).rpartition("\n\n")[2].splitlines()


def test_every_inner_node_is_asked_alike():
    """Whether the search comes there or not: trees that differ in their leaves alone have one form."""
    rng = dice("forms alike")
    forms = set()
    for _ in range(cases(100)):
        leaves = " ".join(f"({rng.randint(-9, 9)} {rng.randint(-9, 9)} ({rng.randint(0, 9)} 3))" for _ in range(3))
        forms.add(answer_form([FormTask(read(f"({leaves})"), PARTS)]))
    assert len(forms) == 1


def test_many_nodes_take_several_lines():
    """Each with its key; they stay short when they are filled in."""
    tree = read(f"({' '.join(['((1 2) (3 4))'] * 9)})")
    values, windows = lines(tree, "values"), lines(tree, "windows")

    assert len(values) > 2
    assert all(line.startswith("Values: ") for line in values)
    assert all(line.startswith("Windows: ") for line in windows)
    assert max(len(line.replace("=", "=-12")) for line in values) <= LONGEST
    assert max(len(line.replace("[ , ]", "[-inf, -12]")) for line in windows) <= LONGEST + 1
    assert sum(line.count("=") for line in values) == sum(line.count("=") for line in windows) == 28


def test_names_that_are_more_than_a_word_stand_in_quotes():
    """And so do those that are words for nothing."""
    tree = read('"e2-e4": ("two words": (6 5) no: (2 9) Best: (1 (2 3)))')

    assert lines(tree, "values") == ['Values: "e2-e4"= "two words"= "no"= Best= A=']


def test_several_players_have_a_gap_each():
    """In values, and at the root."""
    tree = payoffs_tree("(P2 (<1, 2, 3> <4, 5, 6>) <7, 8, 9>)")

    assert lines(tree, "values", "value") == ["Values: A=( , , ) B=( , , )", "Root value: ( , , )"]
    assert lines(tree, "value", language="de") == ["Wert der Wurzel: ( ; ; )"]


def test_further_questions_have_their_keys():
    """With their letter, and the numbers of statements."""
    solution = solve(SMALL, CONVENTIONS["haw"])
    question = Statements.draw(solution, random.Random(1), 3)
    assert question is not None
    questions = {"unknown": ForWhich(2, "x", "chosen", 1), "statements": question}
    form = answer_form([FormTask(SMALL, ("best", "unknown", "statements"), questions)], "de")

    assert form.endswith("\n\nBester Zug:\nFür welche x:\nAussagen: 1= 2= 3=\n")


def test_remarks_name_no_node():
    """One with a word that a node is called stays out, and what remains says nothing about any tree."""
    full = answer_form([FormTask(SMALL, PARTS)])
    assert full.count("# ") == answer_form([FormTask(SMALL, PARTS)], "de").count("# ") == 3
    for word in ("plain", "Nodes", "none", "blanks", "what"):
        tree = read(f"({word}: (6 5) (2 9))")
        remarks = [line for line in answer_form([FormTask(tree, PARTS)]).splitlines() if line.startswith("#")]
        assert len(remarks) == full.count("# ") - 1
        assert all(is_silent(line, Nodes(tree)) and len(line) <= LONGEST for line in remarks)


def test_tasks_and_variants_are_named():
    """A task by what it is called, in quotes where that is no plain word; the variant is to be filled in."""
    tasks = [FormTask(SMALL, ("best",), name="1"), FormTask(SMALL, ("value",), name='a "b"')]

    assert answer_form(tasks, "de", asks_variant=True).endswith(
        "\n\nMatrikelnummer:\nVariante:\n\nAufgabe: 1\nBester Zug:\n\n" + 'Aufgabe: "a \\"b\\""\nWert der Wurzel:\n'
    )
    assert "Variant" not in answer_form(tasks)
    assert "Task: 1" in answer_form(tasks[:1], is_named=True)
    assert "Task" not in answer_form(tasks[:1])
