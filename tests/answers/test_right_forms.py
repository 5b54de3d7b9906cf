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
