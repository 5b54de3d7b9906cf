"""Forms met in real files, line by line and as graphs: each is read, or asked about with a line that works."""

import tomllib

import pytest

from tests.support.places import ROOT
from treesolve.model.problem import InputError
from treesolve.notation.reader import read, reading
from treesolve.notation.writer import write_line
from treesolve.pages.problem import problem_sentence

FORMS = tomllib.loads((ROOT / "tests/notation/foreign/examples_lines.toml").read_text("utf-8"))["form"]


@pytest.mark.parametrize("form", [form for form in FORMS if "reads" in form], ids=lambda form: form["source"][:40])
def test_what_can_be_told_is_read(form):
    """As the tree that the row says, from the notation that it names."""
    found = reading(form["text"])

    told = [remark.facts["notation"] for remark in found.remarks if remark.code == "read-as"]
    assert write_line(found.tree) == form["reads"]
    assert told == [form["form"]]


@pytest.mark.parametrize("form", [form for form in FORMS if "asks" in form], ids=lambda form: form["source"][:40])
@pytest.mark.parametrize("language", ["en", "de"])
def test_what_cannot_be_told_is_asked_with_a_line_that_works(form, language):
    """The sentence has the line of the row, and that line is read."""
    with pytest.raises(InputError) as refused:
        reading(form["text"])

    problem = refused.value.problems[0]
    told = problem_sentence(problem, language)
    assert problem.code == form["asks"]
    assert form.get("shows", "") in told
    if "shows" in form:
        read(form["shows"], payoffs=True)


def test_there_are_enough_of_them():
    """Of each notation some, each with its source."""
    assert len(FORMS) >= 80
    assert all(form["source"] and ("reads" in form) != ("asks" in form) for form in FORMS)
