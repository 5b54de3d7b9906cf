"""Forms met in real files, line by line and as graphs: each is read, or asked about with a line that works."""

import pytest

from tests.support.foreign import Example, examples
from treesolve.model.problem import InputError
from treesolve.notation.reader import read, reading
from treesolve.pages.problem import problem_sentence

FORMS = [example for example in examples() if example.form]


@pytest.mark.parametrize("example", [form for form in FORMS if form.tree], ids=lambda form: form.source[:40])
def test_what_can_be_told_is_told_by_its_name(example: Example):
    """The remark names the notation of the row."""
    remarks = reading(example.text).remarks

    assert [remark.facts["notation"] for remark in remarks if remark.code == "read-as"] == [example.form]


@pytest.mark.parametrize("example", [form for form in FORMS if form.refused], ids=lambda form: form.source[:40])
@pytest.mark.parametrize("language", ["en", "de"])
def test_what_cannot_be_told_is_asked_with_a_line_that_works(example: Example, language: str):
    """The sentence has the line of the row, and that line is read."""
    with pytest.raises(InputError) as refused:
        reading(example.text)

    assert example.shows in problem_sentence(refused.value.problems[0], language)
    if example.shows:
        read(example.shows, payoffs=True)


def test_there_are_enough_of_them():
    """Of each notation some, each with its source."""
    assert len(FORMS) >= 80
    assert all(form.source and (form.tree is None) != (form.refused is None) for form in FORMS)
