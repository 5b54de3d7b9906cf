"""What was mistyped is answered with the nearest, and a command without its arguments with what it wants."""

import re

import click
import pytest
from click.testing import CliRunner, Result

from treesolve.cli import COMMANDS, GROUPS, treesolve

WANTING = ("solve", "draw", "check", "practice", "generate", "sheet", "grade", "explain", "play")


def run(*arguments: str) -> Result:
    """A command with its exit code, standard output and standard error."""
    return CliRunner().invoke(treesolve, arguments)


def test_help_shows_the_commands_in_groups():
    """Four of them, a line for each command, the lines below each other."""
    lines = CliRunner().invoke(treesolve, ["--help"], terminal_width=78).stdout.split("Trees:\n")[1].splitlines()

    assert [line[:-1] for line in ["Trees:", *lines] if line.endswith(":")] == list(GROUPS)
    told = [line for line in lines if line.startswith("  ")]
    assert [line.split()[0] for line in told] == list(COMMANDS)
    assert len({line.index(COMMANDS[line.split()[0]]) for line in told}) == 1
    assert list(GROUPS["Trees"]) == ["solve", "draw", "check", "list"]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("line", "near"),
    [
        ("sovle x.tree", "“solve”"),
        ("genrate", "“generate”"),
        ("xyzzy", None),
        ("draw x.tree --solvd", "“--solved”"),
        ("solve --langage=de x.tree", "“--language”"),
        ("generate --wants pruned=3", "“--want”"),
        ("draw -w x.tree", None),
        ("play tictacto", "“tictactoe”"),
        ("generate --shape 2x2 --want prned=3", "“pruned”"),
        ("--versoin", "“--version”"),
    ],
)
def test_what_is_misspelt_is_answered_with_the_nearest(line: str, near: str | None, language: str):
    """A command, an option, a game, a wish; in the language of the line, and of nothing else."""
    words = line.split()
    more = ["--language", language] if words[0] in COMMANDS else []
    result = CliRunner(env={"TREESOLVE_LANGUAGE": None if more else language}).invoke(treesolve, [*words, *more])
    told = " ".join(result.stderr.replace("„", "“").replace("“ ", "” ").split())

    assert result.exit_code in (1, 2)
    assert result.stdout == ""
    hint = {"en": "Did you mean", "de": "gemeint?"}[language]
    assert (hint in told) is (near is not None)
    assert (near or "").strip("“”") in told


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("command", WANTING)
def test_a_command_without_arguments_says_what_it_wants(command: str, language: str):
    """In two lines, the second being an example from its help."""
    result = run(command, "--language", language)
    first, second = result.stderr.splitlines()

    assert (result.exit_code, result.stdout) == (2, "")
    assert first.startswith(f"treesolve {command} ")
    assert {"en": " wants ", "de": " braucht "}[language] in first
    assert second.startswith({"en": "For example: ", "de": "Zum Beispiel: "}[language] + f"treesolve {command} ")
    assert second.partition(": ")[2] in run(command, "--help").stdout


def test_what_is_wanted_is_told_with_the_arguments_of_the_command():
    """As its line of usage names them."""
    for name in WANTING:
        found = treesolve.get_command(click.Context(treesolve), name)
        assert found is not None
        arguments = [one for one in found.params if isinstance(one, click.Argument)]
        required = [one for one in arguments if one.required or name == "grade"]  # there --against is enough
        told = run(name).stderr.splitlines()[0]
        shouted = re.match(rf"treesolve {name} ((?:[A-Z.]+ )*)", told)
        assert shouted is not None
        assert len(shouted[1].split()) == len(required)


def test_what_is_told_obeys_nobody():
    """An option and a command repeat what was typed, harmlessly."""
    for words in (["\x1b[2Jsolve"], ["solve", "--\x1b[2J"]):
        assert "\x1b" not in run(*words).stderr


@pytest.mark.parametrize("text", ["((6 5) (2 9))", "[[6, 5], [2, 9]]", "MIN (-1 2)"])
def test_a_tree_in_the_place_of_a_file_is_told(text: str):
    """As many type it first, with what to type instead."""
    result = run("solve", text)
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"echo '{text}' | treesolve solve -" in result.stderr


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        *(("help", "--help"), ("lectures", "list lectures"), ("render", "draw"), ("x.tree", "solve x.tree")),
        *(("solve - --lecture aima", "--convention"), ("draw - --lang de", "--language")),
    ],
)
def test_other_words_for_the_same_are_understood(typed: str, meant: str):
    """A command or an option by another name, and a tree without any command."""
    result = run(*typed.split())
    assert (result.exit_code, f"Did you mean “{meant}”?" in result.stderr) == (2, True)
