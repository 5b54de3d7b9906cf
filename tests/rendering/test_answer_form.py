"""The answer form: its questions, and what it must not reveal."""

from tests.support.effort import cases, dice
from tests.support.payoffs import payoffs_tree
from treesolve.model.answer import PARTS
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.rendering.answer_form import MAX_LINE_LENGTH, FormTask, answer_form
from treesolve.submissions.mentions import is_irrelevant
from treesolve.submissions.node_names import NodeNames

SMALL = read("((6 5) (2 9))")


def lines(tree: Tree, *parts: str, language: str = "en") -> list[str]:
    """Return the lines of a form below its header."""
    return answer_form([FormTask(tree, parts)], language).rpartition("\n\n")[2].splitlines()


def test_every_inner_node_is_asked_alike():
    """Trees that differ only in leaf values have the same form, whatever the search visits."""
    rng = dice("forms alike")
    forms = set()
    for _ in range(cases(100)):
        leaves = " ".join(f"({rng.randint(-9, 9)} {rng.randint(-9, 9)} ({rng.randint(0, 9)} 3))" for _ in range(3))
        forms.add(answer_form([FormTask(read(f"({leaves})"), PARTS)]))
    assert len(forms) == 1


def test_several_players_have_a_gap_each():
    """Payoffs have one blank per player, in the values and at the root."""
    tree = payoffs_tree("(P2 (<1, 2, 3> <4, 5, 6>) <7, 8, 9>)")

    assert lines(tree, "values", "value") == ["Values: A=( , , ) B=( , , )", "Root value: ( , , )"]
    assert lines(tree, "value", language="de") == ["Wert der Wurzel: ( ; ; )"]


def test_remarks_name_no_node():
    """Comments with a word that is a node name are left out; the remaining ones mention no node."""
    full = answer_form([FormTask(SMALL, PARTS)])
    assert full.count("# ") == answer_form([FormTask(SMALL, PARTS)], "de").count("# ") == 3
    for word in ("plain", "Nodes", "none", "blanks", "what"):
        tree = read(f"({word}: (6 5) (2 9))")
        remarks = [line for line in answer_form([FormTask(tree, PARTS)]).splitlines() if line.startswith("#")]
        assert len(remarks) == full.count("# ") - 1
        assert all(is_irrelevant(line, NodeNames(tree)) and len(line) <= MAX_LINE_LENGTH for line in remarks)
