"""Right answers in people's own words are read in full.

Vocabulary

    form        how somebody writes an answer; right_forms.txt has many, each with the parts that it answers
"""

import pytest

from tests.answers.test_wrong_facts import answers, judged

FORMS = answers("right_forms.txt")


@pytest.mark.parametrize(("tree", "parts", "text"), FORMS, ids=[f"{n}-{one[0]}" for n, one in enumerate(FORMS)])
def test_a_right_answer_is_read_in_full(tree: str, parts: frozenset[str], text: str):
    """What it answers is worth all points, and nobody has to look at it."""
    found = judged(tree, text)[0].parts

    assert {part for part in parts if found[part].points == found[part].of} == parts, text


TWINS = (
    ("T2", "pruned: L4, L6, G, i.e. L9", "pruned"),
    ("T2", "pruned: L4, L6, i.e. 4 and 2", "pruned"),
    ("T3", "order: a1, a2, a3, b1, c1, c2 -- i.e. 6, 9, 7, 4, 5, 10", "order"),
    ("T3", "MAX (A): 6\nMIN (B): 4", "values"),
    ("T3", "pruned: b2 [4], c3, c4", "pruned"),
    ("T3", "best: A [11]", "best"),
    ("T2", "B=6 (max of D=6 and E=7)", "values"),
    ("T2", "B=6 (min of D=6 and F=6)", "values"),
    ("T3", "A hat den Wert 6, ebenso 4.", "values"),
    ("T3", "Bei B wird c3, bei C werden b2 und c4 abgeschnitten.", "pruned"),
    ("T1", "a) A=3, B=3, C=2, D=2\nb) L5, L6\nd) C -> L4", "best"),
    ("T1", "A=3, B=3, C=2, D=2\npruned: L5, L6\n(L1 L2 L3 L4 L7 L8 L10)", "order"),
    ("T1", "Wert der inneren Knoten = A hat 3, B hat 3", "values"),
    ("T1", "B is played by MIN", "best"),
    ("T7", "B: left 6, right 5", "values"),
    ("T1", "MIN nodes: 3, 2", "values"),
    ("T1", "pruned are the 2nd and 4th leaf of C", "pruned"),
    ("T1", "Bei D werden 4 und 6 abgeschnitten", "pruned"),
    ("T1", "At D we prune L5 and L6", "pruned"),
    ("T1", "B bekommt als MAX-Knoten den Wert 3.", "values"),
    ("T1", "B is a MAX node and gets 3.", "values"),
    ("T1", "B takes the minimum of 3, 12 and 8, which is 8.", "values"),
    ("T2", "D, G -> C=2", "values"),
    ("T1", "pruned: L5, L6\nBei C wird nichts abgeschnitten.", "pruned"),
    ("T1", "pruned: L5, L6\nBei D wird abgebrochen.", "pruned"),
    ("T1", "order: L1, L2, L3, L4, L7, L8, L9\nFirst we visit D.", "order"),
    ("T1", "order: 1 2 3 4 7 8 10", "order"),
    ("T1", "pruned: 12 (L5), 6 (L6)", "pruned"),
    ("T1", "pruned: L5, L6 (also L9)", "pruned"),
    ("T4", "Max nimmt X", "best"),
    ("T6", "The root is worth 5 and so is not B.", "values"),
    ("T4", "Die Blätter y2 und z3 braucht man.", "pruned"),
    ("T4", "X: min = 4", "values"),
    ("T1", "I'd not go with B as the best move.", "best"),
    ("T3", "Folgende Blätter wurden nicht abgeschnitten:\nb2, c3, c4", "pruned"),
    ("T3", "values S=6,A=6,B=4,C=1 not pruned b2,c3,c4 order a1,a2,a3,b1,c1,c2 best A", "pruned"),
)


@pytest.mark.parametrize(("tree", "text", "part"), TWINS)
def test_what_only_looks_like_it_waits(tree: str, text: str, part: str):
    """Each is nearly one of these forms, and says something else."""
    assert part in judged(tree, text)[0].pending


OPENED = (
    ("T3", "Nach Alpha-Beta werden b2, c3 und c4 nicht besucht", "pruned"),
    ("T3", "With alpha-beta b2, c3 and c4 are pruned.", "pruned"),
    ("T3", "As expected b2, c3 and c4 are pruned.", "pruned"),
    ("T3", "As in the lecture 8, 1 and 3 are pruned.", "pruned"),
    ("T3", "Da werden b2, c3 und c4 abgeschnitten.", "pruned"),
    ("T3", "When using alpha-beta b2, c3 and c4 are not visited.", "pruned"),
    ("T1", "Because B = 3 and C = 2, A is 3. D is 2.", "values"),
    ("T3", "As best move I choose A.", "best"),
    ("T3", "Da ist der beste Zug A.", "best"),
)


@pytest.mark.parametrize(("tree", "text", "part"), OPENED)
def test_nothing_is_lost_in_what_opens_a_sentence(tree: str, text: str, part: str):
    """The first of a list, a value, or a whole answer was passed over there."""
    found = judged(tree, text)[0].parts[part]
    assert found.points in (found.of, None)


@pytest.mark.parametrize("heading", ["Aufgabe 4", "### Task 4", "## What a clever player does", "Frage 4."])
def test_a_heading_ends_what_was_begun(heading: str):
    """The move below it was one more leaf that is pruned."""
    assert not judged("T3", f"pruned: b2, c3, c4\n{heading}\nA")[1] & {"pruned", "best"}


def test_letters_of_nodes_are_those_of_no_tasks():
    """A number stands behind them."""
    assert judged("T3", "a: 6\nb: 4\nc: 1\ns: 6")[0].parts["values"].points == 4
