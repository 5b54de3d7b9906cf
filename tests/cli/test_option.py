"""The option `--style`: valid keys and values, and suggestions for invalid ones."""

import click
import pytest
from click.testing import CliRunner

from treesolve.cli import option
from treesolve.cli.option import Style, read_style
from treesolve.model.problem import InputError
from treesolve.rendering.problem_sentence import problem_sentence


def problem_of(text: str, *keys: str):
    """Return the problem of a text in which only these keys are valid."""
    with pytest.raises(InputError) as refused:
        read_style(text, *([keys] if keys else []))
    return refused.value.problems[0]


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        *(("shapes=circles", "shapes", "circles"), ("paper=letter", "paper", "letter"), ("width=80", "width", 80)),
        *(("boards", "boards", True), ("large-print", "large_print", True), ("two-up", "two_up", True)),
        *(("letters", "letters", True), (" Paper = LETTER ,", "paper", "letter")),
        ("paper=letter,paper=a4", "paper", "a4"),
    ],
)
def test_a_style_option_is_a_key(text: str, field: str, value: object):
    """It may have a value; blanks and case are ignored, and the last of two values counts."""
    style = read_style(text)

    assert getattr(style, field) == value
    assert style.explicit == {field}
    assert style._replace(**{field: getattr(Style(), field)}, explicit=frozenset()) == Style()


def test_other_fields_are_unchanged():
    """A style is applied on top of another one."""
    style = read_style("shapes=circles", start=read_style("paper=letter,shapes=squares"))

    assert (style.shapes, style.paper, style.explicit) == ("circles", "letter", {"shapes", "paper"})
    assert read_style("", start=style) == style


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("shapes", "shapes needs a value. Known are: triangles, squares, circles."),
        ("width=19", "“19” is no value of width. It is a number of columns, 20 or more."),
        ("width=COLUMNS", "“columns” is no value of width."),
        ("boards=yes", "boards takes no value. Write boards alone, or leave it out."),
    ],
)
def test_an_invalid_option_is_reported(text: str, says: str):
    """The message has the nearest valid option and the list of all."""
    assert problem_sentence(problem_of(text), "en").startswith(says)


def test_an_option_of_other_commands_is_not_a_misspelling():
    """The message says that it does not apply to this command."""
    message = problem_sentence(problem_of("paper=a4,letters", "paper", "width"), "en")

    assert (
        message == "The look “letters” means nothing to this command. Looks here are: paper=a4|letter, width=COLUMNS."
    )


def test_an_error_has_a_position():
    """It is the position of the option in the text."""
    text = "paper=a4,  shapes=round "
    problem = problem_of(text)

    assert problem.span is not None
    assert text[problem.span.start : problem.span.end] == "shapes=round"


def test_a_command_gets_its_style():
    """Errors are usage errors, and --help lists only the keys of the command."""

    @click.command()
    @option.style("paper", "boards")
    def command(style: Style) -> None:
        click.echo(f"{style.paper} {style.boards} {sorted(style.explicit)}")

    def run(*words: str):
        return CliRunner().invoke(command, words)

    assert run().stdout == "a4 False []\n"
    assert run("--style", "paper=letter,boards").stdout == "letter True ['boards', 'paper']\n"
    refused = run("--style", "shapes=circles")
    assert refused.exit_code == 2
    assert "'--style'" in refused.stderr
    assert "paper=a4|letter, boards." in " ".join(run("--help").stdout.split())
