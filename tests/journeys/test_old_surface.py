"""Everything that could be typed before there were twelve commands can be said now: one row for each option."""

import shlex

import click
import pytest

from tests.record import RECORD, recorded
from tests.support.old_surface import COMMANDS, KEPT, VALUES, options_of, renewed
from treesolve.cli import treesolve

ROWS = [(command, option) for command in KEPT for option in options_of(command)]
SAMPLES = {
    "--alpha": "2",
    "--beta": "4",
    "--cut": ">",
    "--bounds": "shallow",
    "--returns": "clipped",
    "--test": "before",
    "--order": "right-left",
    "--ties": "last",
    "--chance": "star2",
    "--perspective": "negamax",
    "-c": "aima",
    "--forced-move": "unseen",
    "--empty-cuts": "shown",
    "--wording": "plain",
    "--algorithm": "minimax",
    "--convention": "aima",
    "--conventions": "aima,cs188",
    "--accept": "aima,cs188",
    "--shapes": "circles",
    "--report-format": "pdf",
    "--paper": "letter",
    "--width": "40",
}


def context_of(name: str) -> click.Context:
    """A command as it is today."""
    above = click.Context(treesolve)
    command = treesolve.get_command(above, name)
    assert command is not None, name
    return click.Context(command, info_name=name, parent=above)


def test_all_options_are_in_the_table():
    """There were 296 of them; some had two names."""
    second = ("--output", "--convention", "--conventions", "--quiet", "--no-times")

    assert len({*ROWS}) == len(ROWS)
    assert sum(option not in second for _, option in ROWS) == 296


@pytest.mark.parametrize(("command", "option"), ROWS)
def test_an_old_option_is_read_in_its_new_words(command: str, option: str):
    """By the command that does the work now: every option in them exists, and takes that value."""
    values = [SAMPLES.get(option, "X")] if VALUES.get(option, 1) else []
    words = renewed([command, "FILE", option, *values])
    context = context_of(words[0])
    known = {name: param for param in context.command.params for name in (*param.opts, *param.secondary_opts)}

    for word, follower in zip(words[1:], [*words[2:], ""], strict=True):
        if word.startswith("-") and word != "-":
            assert word in known, f"{shlex.join(words)}: {word}"
            param = known[word]
            if isinstance(param, click.Option) and not param.is_flag and follower != "X":
                param.type.convert(follower, param, context)


def test_commands_that_have_gone_are_gone():
    """Each of them has a place in the table, and no command is called so."""
    assert not {*treesolve.list_commands(click.Context(treesolve))} & {*COMMANDS}


def test_the_record_has_every_old_command():
    """In the old words, which are translated before they are run."""
    lines = "\n".join(recorded()) if RECORD.is_file() else ""
    assert [command for command in KEPT if f"treesolve {command} " not in lines] == []
