"""Values behind a tree, several trees in one text, and programs that change their list."""

import pytest

from treesolve.model.problem import InputError, Problem
from treesolve.notation.foreign.values_behind import behind
from treesolve.notation.reader import read
from treesolve.notation.writer import write_line
from treesolve.pages.problem import problem_sentence


def problem_of(text: str) -> Problem:
    """The first problem of a text that is refused."""
    with pytest.raises(InputError) as refused:
        read(text)
    return refused.value.problems[0]


@pytest.mark.parametrize(
    "text",
    [
        "((a b) (c d)) with a=6, b=5, c=2 and d=9",
        "((a b) (c d))\na=6 b=5 c=2 d=9",
        "((a b) (c d))\nleaves: 6, 5, 2, 9",
        "[[a, b], [c, d]]\nBlattwerte von links nach rechts: 6 5 2 9",
        "((a 5) (c 9)) mit a=6, c=2",
    ],
)
def test_values_behind_a_tree_are_those_of_its_leaves(text: str):
    """By their names, or in their order."""
    assert [node.value for node in read(text) if node.value is not None] == [6, 5, 2, 9]


@pytest.mark.parametrize(
    "text",
    [
        "((a b) (c d)) with a=6, b=5, c=2",
        "((a b) (c d)) with a=6, b=5, c=2, e=9",
        "((a b) (c a)) with a=6, b=5, c=2",
        "((a b) (c d))\nleaves = 6 5 2 9 1",
        "((a 5) (c 9))\nleaves = 6 2",
    ],
)
def test_values_that_do_not_fit_are_refused(text: str):
    """Too few, too many, for other leaves, or for two at once."""
    assert problem_of(text)


def test_a_name_has_one_value():
    """Two values for one name are no values."""
    assert behind("((a b) (c d)) with a=6, a=5, c=2, d=9") is None


def test_who_moves_first_is_asked_beside_values_behind():
    """MIN in the words between."""
    assert problem_of("((a b) (c d)) with MIN to move first\na=6, b=5, c=2, d=9").code == "kinds-beside"


@pytest.mark.parametrize(
    "text",
    [
        "Tree 1: ((6 5) (2 9))\nTree 2: ((1 4) (6 0))",
        "a) ((6 5) (2 9))\n\nb) ((1 4) (6 0))",
        "t1 = [[6, 5], [2, 9]]\nt2 = [[1, 4], [6, 0]]",
        "Baum A:\n((6 5) (2 9))\n\nBaum B:\n((1 4) (6 0))",
    ],
)
def test_several_trees_are_told_with_the_first(text: str):
    """In both languages, and the line is the first tree."""
    problem = problem_of(text)
    assert (problem.code, problem.facts["count"]) == ("several-trees", 2)
    assert problem.facts["instead"] == write_line(read("((6 5) (2 9))"))
    assert all("((6 5) (2 9))" in problem_sentence(problem, language) for language in ("en", "de"))


def test_trees_without_headings_may_be_children_of_one_root():
    """That line is shown, too."""
    assert problem_of("((6 5) (2 9))\n\n((1 4) (6 0))").facts["joined"] == "(((6 5) (2 9)) ((1 4) (6 0)))"


@pytest.mark.parametrize(("text", "line"), [("5 [6 [6 5] 2 [2 9]]", "((6 5) (2 9))"), ("5 [5 [6 5] [2 9]]", "")])
def test_values_before_brackets_are_no_leaves(text: str, line: str):
    """A line is shown only where one stands before every bracket."""
    problem = problem_of(text)
    assert (problem.code, problem.facts["instead"]) == ("values-before-brackets", line)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("tree = []\ntree.append([6, 5])\ntree.append([2, 9])", "((6 5) (2 9))"),
        ("tree = [[6, 5], [2, 9]]\ntree[0] = [7, 1]", "((7 1) (2 9))"),
        ("tree = [[6, 5], [2, 9]]\ntree[1][0] = 4", "((6 5) (4 9))"),
        ("left = [6]\nright = [2, 9]\nleft.append(5)\ntree = [left, right]", "((6 5) (2 9))"),
        ("tree = [[6, 5]]\ntree += [[2, 9]]\ntree.insert(0, [1, 2])", "((1 2) (6 5) (2 9))"),
        ("tree = [[6, 5], [2, 9]]\nother = tree\nother[0][0] = 4", "((4 5) (2 9))"),
        ("tree = {'A': ['B', 'C'], 'B': [6, 5], 'C': [2, 9]}\ntree['B'] = [7, 8]", ""),
        ("tree = {'A': ['B', 'C'], 'B': [6, 5], 'C': [2, 9]}\ntree['B'].append(1)", ""),
        ("tree = [[6, 5], [2, 9]]\ntree[0].append(3)\nfor row in tree:\n    row.sort()", ""),
        ("tree = [[6, 5], [2, 9]]\ndel tree[0][1]", ""),
    ],
)
def test_what_a_changed_list_comes_to_is_shown(text: str, line: str):
    """Where plain statements change it, and nothing else touches it; it is never read."""
    problem = problem_of(text)
    assert (problem.code, problem.facts.get("instead")) == ("statement-untold", line)
