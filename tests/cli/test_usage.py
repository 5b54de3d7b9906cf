"""What was mistyped is answered with the nearest, and a command without its arguments with what it wants."""

import re

import click
import pytest
from click.testing import CliRunner

from tests.support.program import run
from treesolve.cli import COMMANDS, GROUPS, treesolve

WANTING = ("solve", "draw", "check", "practice", "generate", "sheet", "grade", "play")


def test_help_shows_the_commands_in_groups():
    """Four of them, a line for each command, the lines below each other."""
    lines = CliRunner().invoke(treesolve, ["--help"], terminal_width=78).stdout.split("Trees:\n")[1].splitlines()

    assert [line[:-1] for line in ["Trees:", *lines] if line.endswith(":")] == list(GROUPS)
    told = [line for line in lines if line.startswith("  ")]
    assert [line.split()[0] for line in told] == list(COMMANDS)
    assert len({line.index(COMMANDS[line.split()[0]]) for line in told}) == 1
    assert list(GROUPS["Trees"]) == ["solve", "draw", "check", "format", "list"]


def test_what_is_wanted_is_told_with_the_arguments_of_the_command():
    """As its line of usage names them."""
    for name in WANTING:
        found = treesolve.get_command(click.Context(treesolve), name)
        assert found is not None
        arguments = [one for one in found.params if isinstance(one, click.Argument)]
        # With --decisions grade needs no answers, with --trainer practice no file, and --example stands for FILE.
        excused = name in ("solve", "draw", "check", "practice", "grade")
        required = [one for one in arguments if one.required or excused]
        told = run(name).stderr.splitlines()[0]
        shouted = re.match(rf"treesolve {name} ((?:[A-Z.]+ )*)", told)
        assert shouted is not None
        assert len(shouted[1].split()) == len(required)


def test_what_is_told_obeys_nobody():
    """An option and a command repeat what was typed, harmlessly."""
    for words in (["\x1b[2Jsolve"], ["solve", "--\x1b[2J"]):
        assert "\x1b" not in run(*words).stderr


MEANT = {
    "list conventions": "lectures",
    "list lectures berkeley": "cs188",
    "solve - -c russell": "aima",
    "solve - -c Norvig": "aima",
    "exam": "sheet",
    "slides": "solve --slides",
    "grade x y --points 10": "--out-of",
    "review x y --points 10": "--rubric",
    "solve x --lecture aima": "--convention",
}
"""What people call things, each with what it is called here."""


@pytest.mark.parametrize("line", MEANT)
def test_what_is_called_otherwise_is_named(line: str):
    """By its name here, though no letters of it may be alike."""
    done = run(*line.split())

    assert done.exit_code == 2
    assert f"Did you mean “{MEANT[line]}”?" in done.stderr


def test_a_command_that_counts_no_points_has_no_hint_for_them():
    """None is better than one that is only spelt alike."""
    assert "Did you mean" not in run("solve", "x", "--points", "10").stderr
