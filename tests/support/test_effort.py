"""How much is drawn: a share that is the same every time, or all of it anew, and every value in any case."""

import re
from itertools import combinations

import pytest

from tests.support import effort
from tests.support.effort import (
    ENOUGH,
    QUICK,
    ROWS,
    WHOLE,
    Effort,
    cases,
    dice,
    draws,
    examples,
    few,
    seeds,
    some,
    some_rows,
)
from tests.support.places import TESTS


@pytest.fixture(params=[Effort(), Effort(WHOLE), Effort(0.1, 5), Effort(1.0, 5)], ids=str)
def undertaken(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Effort:
    """Each effort there is."""
    monkeypatch.setattr(effort, "_effort", request.param)
    return request.param  # type: ignore[no-any-return]


def test_a_share_is_drawn_and_no_fewer_than_enough(undertaken: Effort):
    """All there are, where they are few."""
    assert cases(800) == 800 * undertaken.share
    assert cases(ENOUGH + 1) >= ENOUGH
    assert cases(ENOUGH - 1) == ENOUGH - 1
    assert len(seeds(1000)) == cases(1000)
    assert len(set(some(range(100)))) == cases(100)
    assert len(few(range(9))) == {WHOLE: 1, QUICK: 2, 0.1: 3, 1: 9}[undertaken.share]


def test_some_rows_of_every_table_are_gone_through():
    """All of a short one; of a long one as many as are enough at most, from everywhere in it."""
    tables = {"short": ROWS - 1, "enough": ROWS, "long": ROWS + 1, "endless": 1000}
    rows = [(name, number) for name, count in tables.items() for number in range(count)]
    found = {
        name: [row[1] for row in rows if row in some_rows(rows, lambda row: row[0]) and row[0] == name]
        for name in tables
    }

    assert (len(found["short"]), len(found["enough"])) == (ROWS - 1, ROWS)
    assert found["long"] == [*range(0, ROWS + 1, 2)]
    assert found["endless"] == [*range(0, 1000, -(-1000 // ROWS))]


def test_what_is_drawn_follows_from_the_seed(monkeypatch: pytest.MonkeyPatch):
    """The same again with the same one; without one it is what it always was."""
    drawn = []
    for undertaken in (Effort(), Effort(), Effort(1.0, 5), Effort(1.0, 5), Effort(1.0, 6)):
        monkeypatch.setattr(effort, "_effort", undertaken)
        drawn.append((dice("x").random(), seeds(3), tuple(some(range(800)))[:9]))

    assert drawn[0] == drawn[1] == (effort.random.Random("x").random(), range(3), (0, 16, 32, 48, 64, 80, 96, 112, 128))
    assert drawn[2] == drawn[3]
    for one, other in combinations((drawn[0], drawn[2], drawn[4]), 2):
        assert all(each != another for each, another in zip(one[:2], other[:2], strict=True))


def test_properties_draw_what_the_effort_says(undertaken: Effort):
    """As many examples, and from the seed."""

    @examples(200)
    def drawn() -> None:
        """Some property."""

    assert drawn._hypothesis_internal_use_settings.max_examples == cases(200)
    assert getattr(drawn, "_hypothesis_internal_use_seed", None) == undertaken.seed


def test_nothing_else_says_how_many_examples_are_drawn():
    """Nor is there any property that draws as many as Hypothesis thinks fit."""
    for path in sorted(TESTS.rglob("*.py")):
        text = path.read_text("utf-8")
        if path.name not in ("effort.py", "test_effort.py"):
            assert not re.search(r"max_examples|\bsettings\(max", text), path.name
            assert text.count("\n@given(") == text.count("\n@examples("), path.name


def test_what_draws_is_known_by_what_it_takes():
    """From the one place that says how much is drawn, or from what takes it from there."""
    from tests.answers import test_files
    from tests.grading.question import test_statements
    from tests.pages import test_document

    assert (draws(test_statements), draws(test_files), draws(test_document)) == (True, True, False)
