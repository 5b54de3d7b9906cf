"""What was mistyped is answered with the nearest, and a command without its arguments with what it wants."""

import pytest

from tests.support.program import run


def test_what_is_told_obeys_nobody():
    """An option and a command repeat what was typed, harmlessly."""
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
"""What people call things, each with what it is called here."""


@pytest.mark.parametrize("line", COMMAND_ALIASES)
def test_what_is_called_otherwise_is_named(line: str):
    """By its name here, though no letters of it may be alike."""
    done = run(*line.split())

    assert done.exit_code == 2
    assert f"Did you mean “{COMMAND_ALIASES[line]}”?" in done.stderr


def test_a_command_that_counts_no_points_has_no_hint_for_them():
    """None is better than one that is only spelt alike."""
    assert "Did you mean" not in run("solve", "x", "--points", "10").stderr
