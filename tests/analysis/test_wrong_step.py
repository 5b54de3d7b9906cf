"""What is answered by misconceptions in the middle of a right search, by hand and against textbook functions."""

from treesolve.analysis.due_question import due_questions
from treesolve.analysis.wrong_step import wrong_answers
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read
from treesolve.search.solution import Solution, solve

INFINITY = float("inf")


def answered(solution: Solution) -> dict[tuple[str, str, str], dict[str, object]]:
    """The wrong answers to each question, by its kind, the name of its node and that of the child before."""
    names = solution.tree.names
    return {
        (question.kind, names[question.node], "" if question.after is None else names[question.after]): dict(answers)
        for question, answers in zip(due_questions(solution), wrong_answers(solution), strict=True)
        if answers
    }


def test_a_tree_with_one_cut_by_hand():
    """B is MIN over 6 and 5, C over 2 and 9: after the 2, those go on who do not know that B is worth 5."""
    answers = answered(solve(read("((6 5) (2 9))"), CONVENTIONS["cs188"]))
    beta_lost = {"beta-only", "no-inherit"}
    assert answers["cut", "C", "L3"] == dict.fromkeys(
        ["swapped-players", "one-player", "late-cut", *beta_lost, "wrong-direction"], "on"
    ) or set(answers["cut", "C", "L3"].values()) == {"on"}
    assert answers["bounds", "C", ""]["leak"] == (5, 5)
    assert {
        code for code in answers["bounds", "C", ""] if answers["bounds", "C", ""][code] == (-INFINITY, INFINITY)
    } == beta_lost
    assert answers["return", "A", "C"] == {"swapped-players": (2,)}
    assert ("cut", "B", "L1") not in answers
