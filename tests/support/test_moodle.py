"""What marks as Moodle does is held against what Moodle did."""

import json
from typing import Any

import pytest

from tests.support.moodle import imported
from tests.support.places import TESTS

FOLDER = TESTS / "integrations" / "moodle_questions"


def told(name: str) -> list[dict[str, Any]]:
    """What Moodle said of a file: of its import, then of each response."""
    return [json.loads(line) for line in (FOLDER / f"{name}.attempts.jsonl").read_text("utf-8").splitlines()]


FACTS = [(name, fact) for name in ("sample", "fractions") for fact in told(name)]


@pytest.mark.parametrize(("name", "fact"), [(name, fact) for name, fact in FACTS if "mark" in fact])
def test_a_response_gets_what_moodle_gave(name: str, fact: dict[str, Any]):
    """Typed answers, dropdowns and boxes alike."""
    (question,) = [one for one in imported((FOLDER / f"{name}.xml").read_text("utf-8")) if one.name == fact["question"]]

    assert float(question.of) == fact["of"]
    assert float(question.mark(fact["response"])) == pytest.approx(fact["mark"], abs=1e-6)


@pytest.mark.parametrize(("name", "fact"), [(name, fact) for name, fact in FACTS if "imported" in fact])
def test_as_many_questions_are_taken_as_moodle_took(name: str, fact: dict[str, Any]):
    """One with fractions that Moodle does not know is skipped, and the import says success."""
    assert len(imported((FOLDER / f"{name}.xml").read_text("utf-8"))) == fact["questions_in_moodle"]
