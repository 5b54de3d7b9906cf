"""What could be typed once is answered with what is typed now."""

import pytest
from click.testing import CliRunner, Result

from treesolve.cli import gone, treesolve
from treesolve.cli.gone import OPTIONS, Gone
from treesolve.notation.convention_expression import read_expression

STEERED = ("solve", "draw", "practice", "grade", "explain", "generate")
RULES = {
    option: found.instead for option, found in OPTIONS.items() if found.code == "rule-gone" and option.startswith("--")
}
OPTIONS_OF_9EC3A1B = (
    *("--algorithm", "--alpha", "--beta", "--cut", "--bounds", "--returns", "--test", "--order", "--ties"),
    *("--chance", "--perspective", "--forced-move", "--empty-cuts", "--wording"),
)


def run(*arguments: str) -> Result:
    """A command with its exit code, standard output and standard error."""
    return CliRunner().invoke(treesolve, arguments)


def test_every_rule_that_was_an_option_is_told():
    """All fourteen, each with a rule that changes something."""
    assert sorted(RULES) == sorted(OPTIONS_OF_9EC3A1B)
    assert {rule: read_expression(f"aima:{rule}").id for rule in RULES.values()} == {
        rule: f"aima:{rule}" for rule in RULES.values()
    }


@pytest.mark.parametrize("command", STEERED)
@pytest.mark.parametrize(("option", "rule"), RULES.items())
def test_an_old_option_is_answered_with_the_expression(command: str, option: str, rule: str):
    """A usage error, before any file is looked at; the value beside it does not matter."""
    told = f"There is no option {option} any more. A rule is part of the convention: -c aima:{rule}, or -c :{rule} for"

    for words in ((option, ">", "x.tree"), ("x.tree", f"{option}=-3"), ("x.tree", "y.txt", option)):
        result = run(command, *words)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"Error: {told} the file’s own.\n" in result.stderr


@pytest.mark.parametrize("language", [("--language", "de"), ("--language=de",)])
def test_an_old_option_is_answered_in_the_language_asked_for(language: tuple[str, ...]):
    """Before the option and behind it."""
    told = "Die Option --cut gibt es nicht mehr. Eine Regel gehört zur Vorlesung: -c aima:cut=strict, oder"

    assert told in run("solve", *language, "x.tree", "--cut", ">").stderr
    assert told in run("solve", "x.tree", "--cut", ">", *language).stderr


def test_commands_without_conventions_say_nothing_of_them():
    """Nor does a command in which the option begins another one, or what never was an option."""
    assert "There is no option --cut here." in run("play", "tictactoe", "--cut", ">").stderr
    assert "There is no option --order here." in run("study", "--order", "best").stderr
    assert "There is no option --cuts here." in run("solve", "--cuts", ">").stderr


def test_options_and_commands_in_the_table_are_told(monkeypatch: pytest.MonkeyPatch):
    """One row each: of one command, of all, and a command."""
    monkeypatch.setitem(OPTIONS, "solve --cut", Gone("--letters"))
    monkeypatch.setitem(gone.COMMANDS, "prune", "treesolve solve FILE")

    assert "There is no option --cut any more. Type --letters." in run("solve", "--cut", "x").stderr
    assert "There is no option --cut any more. A rule is" in run("draw", "--cut", "x").stderr
    result = run("prune", "--language", "de", "x.tree")
    assert (result.exit_code, result.stdout) == (2, "")
    assert "Den Befehl prune gibt es nicht. Stattdessen treesolve solve FILE schreiben." in result.stderr
    assert "There is no command “nothing”." in run("nothing").stderr


@pytest.mark.parametrize(("arguments", "option"), [(("solve",), "-c"), (("grade", "x.tree"), "--accept")])
def test_lists_of_lectures_are_answered_with_options(arguments: tuple[str, ...], option: str):
    """As `compare` and `--accept` once took them."""
    result = run(*arguments, "-", option, "aima,cs188")
    name = "--convention" if option == "-c" else option
    assert result.exit_code == 2
    assert f"names several lectures at once. Type {name} aima {name} cs188 instead." in result.stderr
