"""Answers formatted as text are parsed to the same answer."""

from functools import partial

import pytest

from treesolve.analysis.reference_answer import LeafMasks, answer_from_solution, reference
from treesolve.grading.grader import Grader
from treesolve.notation.convention_expression import resolve_expression
from treesolve.notation.reader import read
from treesolve.rendering.template_environment import number_text, window_text
from treesolve.search.solution import Solution, solve
from treesolve.submissions.answer_reader import read_answer
from treesolve.submissions.answer_writer import format_parts

TREE = read("((0.5 -2.25) (-3 1/3 7) (1 8))")


def parts(solution: Solution, language: str) -> dict[str, str]:
    """Return the correct answers with numbers in a country's format."""
    answer = answer_from_solution(solution, reference(solution, LeafMasks(solution.tree)))
    number, window = partial(number_text, language=language), partial(window_text, language=language)
    return format_parts(answer, solution.tree, solution, number, window)


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("convention", ["haw", "cs188", "aima:window=-inf..3", "haw:window=2..inf"])
def test_numbers_of_a_country_are_read_back(language: str, convention: str):
    """Commas, minus signs, infinities and separators between bounds are parsed; a printed solution gets full points."""
    solution = solve(TREE, resolve_expression(convention))
    texts = parts(solution, language)
    answer_text = "\n".join(f"{part}: {text}" for part, text in texts.items())

    found, problems = read_answer(answer_text, Grader(TREE, solution.convention).nodes)

    right = answer_from_solution(solution, reference(solution, LeafMasks(TREE)))
    assert not problems
    for part in texts:
        assert getattr(found, part) == getattr(right, part), answer_text


def test_a_root_value_that_is_only_a_bound_has_its_sign():
    """It has the same sign as among the values."""
    texts = parts(solve(read("((6 5) (2 9))"), resolve_expression("haw:window=6..inf")), "en")

    assert texts["value"] == "≤6"
    assert "A≤6" in texts["values"]
