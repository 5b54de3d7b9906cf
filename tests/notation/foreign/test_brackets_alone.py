"""What is said of notations that nobody knows, of several trees, and of brackets that may be ours."""

import pytest

from treesolve.model.problem import InputError, Problem
from treesolve.notation.reader import read
from treesolve.notation.writer import write_line
from treesolve.pages.problem import problem_sentence

COMMANDS = r"\top{\name{A}}{\below{\tip{4} \tip{11}}}{\below{\tip{1} \tip{7}}}"


def problem_of(text: str) -> Problem:
    """The one problem of a text that is refused."""
    with pytest.raises(InputError) as refused:
        read(text)
    (problem,) = refused.value.problems
    return problem


def test_brackets_and_numbers_alone_are_shown():
    """With a sentence in both languages, and a line that works."""
    problem = problem_of(COMMANDS)
    assert (problem.code, problem.facts["instead"]) == ("brackets-alone", "((4 11) (1 7))")
    assert "((4 11) (1 7))" in problem_sentence(problem, "en")
    assert "((4 11) (1 7))" in problem_sentence(problem, "de")


@pytest.mark.parametrize("lost", ["MAX", "0.5", "= 4"])
def test_nothing_is_shown_where_more_than_brackets_may_count(lost: str):
    """Kinds, probabilities and assignments would be lost."""
    with pytest.raises(InputError) as refused:
        read(COMMANDS.replace("{4}", f"{{{lost}}}"))
    assert "brackets-alone" not in {problem.code for problem in refused.value.problems}


@pytest.mark.parametrize(
    "text",
    [
        '{"tree": [[4, 11], [1, 7]], "tree2": [[8, 6], [5, 2]]}',
        "trees = [[[4, 11], [1, 7]], [[8, 6], [5, 2]]]",
    ],
)
def test_trees_side_by_side_are_several(text: str):
    """By their keys, or by the name of their list; the first is shown."""
    problem = problem_of(text)
    assert (problem.code, problem.facts["count"], problem.facts["instead"]) == ("several-trees", 2, "((4 11) (1 7))")


@pytest.mark.parametrize(
    ("text", "tree"),
    [
        ("((A B C) (B 4 11) (C 1 7))", "A: (B: (4 11) C: (1 7))"),
        ("((x y) (y 3))", "((x y) (y 3))"),
        ("((a b) (b a))", "((a b) (b a))"),
        ("((a b) (c d))", "((a b) (c d))"),
    ],
)
def test_letters_are_names_only_where_brackets_refer_to_one_another(text: str, tree: str):
    """Else they are unknown leaves, as in our notation."""
    assert write_line(read(text)) == tree
