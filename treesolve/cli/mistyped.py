"""What is said about a line that was mistyped: the nearest command or option, or what a command wants."""

import re
from collections.abc import Sequence
from typing import Any

import click

from treesolve.cli.language import asked_language
from treesolve.cli.output import echo
from treesolve.cli.usage import usage_error
from treesolve.model.problem import Problem, nearest
from treesolve.pages.environment import words as sentences

MEANT = {
    "help": "--help",
    "version": "--version",
    "render": "draw",
    "mark": "grade",
    "print": "sheet",
    "exam": "sheet",
    "slides": "solve --slides",
    **{what: f"list {what}" for what in ("lectures", "examples", "wishes", "games", "schemas", "formats")},
    "conventions": "list lectures",
}
"""What people type who know what they want, but not what it is called here."""

MEANT_OPTIONS = {"lecture": ("convention",), "points": ("out-of", "rubric", "save-plan")}
"""Likewise options; the first that a command has is the one."""


class Wanting(click.UsageError):
    """A command without its arguments: two lines say what it wants, and nothing else does."""

    def show(self, file: Any = None) -> None:  # noqa: ARG002
        """Print the two lines."""
        echo(self.message, err=True)


def error_about_missing_argument(ctx: click.Context, words: Sequence[str]) -> click.UsageError | None:
    """What a command wants, with an example from its help, in the language of the line; None where nothing is known."""
    say = sentences(asked_language(words), "usage.jinja")
    wants = say.wants(ctx.command.name).strip()
    found = re.search(rf"^ *(treesolve {ctx.command.name} .*)$", ctx.command.help or "", re.MULTILINE)
    if not wants or not found:
        return None
    return Wanting(f"{ctx.command_path} {wants}\n{say.example(found[1]).strip()}", ctx)


def error_about_unknown_command(
    name: str, known: tuple[str, ...], words: Sequence[str], ctx: click.Context
) -> click.UsageError:
    """What is said about a command that is none."""
    near = f"solve {name}" if name.endswith(".tree") else MEANT.get(name) or nearest(name, known)
    facts = {"command": name, "nearest": near}
    return usage_error(Problem("unknown-command", None, facts), ctx, asked_language(words))


def error_in_own_words(error: click.UsageError, words: Sequence[str]) -> click.UsageError:
    """The same mistake as it is told in the language of the line, where treesolve has words of its own for it."""
    if isinstance(error, click.NoSuchOption):
        return _error_about_unknown_option(error, words)
    if isinstance(error, click.MissingParameter) and isinstance(error.param, click.Argument) and error.ctx:
        return error_about_missing_argument(error.ctx, words) or error
    return error


def _error_about_unknown_option(error: click.NoSuchOption, words: Sequence[str]) -> click.UsageError:
    """What is said about an option that is none: the nearest of those the command has."""
    command = error.ctx.command if error.ctx else None
    names = {name.lstrip("-"): name for param in command.params for name in param.opts} if command else {}
    typed = error.option_name.lstrip("-")
    known = tuple(name for name in names if len(name) > 1)
    meant = MEANT_OPTIONS.get(typed)
    near = next((name for name in meant if name in known), None) if meant else nearest(typed, known)
    path = error.ctx.command_path if error.ctx else ""
    facts = {"option": error.option_name, "nearest": names.get(near or ""), "command": path}
    return usage_error(Problem("unknown-option", None, facts), error.ctx, asked_language(words))
