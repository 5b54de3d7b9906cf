"""`--style`: every look is a key, and what is none of them is named with the nearest."""

import click
import pytest
from click.testing import CliRunner

from treesolve.cli import option
from treesolve.cli.option import Style, read_style
from treesolve.model.problem import InputError
from treesolve.rendering.problem_sentence import problem_sentence


def problem_of(text: str, *keys: str):
    """What is wrong with a text; only these keys mean something."""
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
def test_a_look_is_a_key(text: str, field: str, value: object):
    """With its value, or alone; blanks and capitals do not matter, and the last of two counts."""
    style = read_style(text)

    assert getattr(style, field) == value
    assert style.explicit == {field}
    assert style._replace(**{field: getattr(Style(), field)}, explicit=frozenset()) == Style()


def test_what_is_left_open_is_as_before():
    """Looks are laid over others."""
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
def test_a_mistake_is_named(text: str, says: str):
    """With the nearest, and the list."""
    assert problem_sentence(problem_of(text), "en").startswith(says)


def test_a_look_of_other_commands_is_no_misspelling():
    """It is said that it means nothing here."""
    told = problem_sentence(problem_of("paper=a4,letters", "paper", "width"), "en")

    assert told == "The look “letters” means nothing to this command. Looks here are: paper=a4|letter, width=COLUMNS."


def test_a_mistake_has_a_place():
    """The place is that of the word in the text."""
    text = "paper=a4,  shapes=round "
    problem = problem_of(text)

    assert problem.span is not None
    assert text[problem.span.start : problem.span.end] == "shapes=round"


def test_a_command_gets_its_style():
    """As a value; a mistake is a usage error, and the help has the keys of the command and no others."""

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
