"""Usage errors: suggestions for mistyped and commonly confused names."""

import pytest

from tests.support.program import run


def test_usage_errors_are_sanitized():
    """Messages about unknown options and commands repeat what was typed."""
    for words in (["\x1b[2Jsolve"], ["solve", "--\x1b[2J"]):
        assert "\x1b" not in run(*words).stderr


COMMAND_ALIASES = {
    "list lectures": "conventions",
    "list conventions berkeley": "cs188",
    "solve - -c russell": "aima",
    "solve - -c Norvig": "aima",
    "exam": "sheet",
    "slides": "solve --slides",
    "grade x y --points 10": "--out-of",
    "review x y --points 10": "--rubric",
    "solve x --lecture aima": "--convention",
}
"""Command lines with common other names, and the suggestions for them."""


@pytest.mark.parametrize("line", COMMAND_ALIASES)
def test_other_names_have_suggestions(line: str):
    """The suggestion need not be similarly spelled."""
    done = run(*line.split())

    assert done.exit_code == 2
    assert f"Did you mean “{COMMAND_ALIASES[line]}”?" in done.stderr


def test_a_command_that_counts_no_points_has_no_hint_for_them():
    """A similarly spelled option with another meaning is not suggested."""
    assert "Did you mean" not in run("solve", "x", "--points", "10").stderr
