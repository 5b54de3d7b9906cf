"""Arguments and options that are read by treesolve, and errors about wrong ones in the language of the run.

The reader of convention expressions, which loads fractions, is imported where there is an expression to read.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

import click

from treesolve.cli.lecturer_defaults import current_language, requested_language
from treesolve.cli.output import echo
from treesolve.cli.sentences import sentence, template
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.problem import InputError, Problem, nearest


def bad_parameter(problem: Problem, option: str, *more: Problem) -> click.BadParameter:
    """Return the problem as click's usage error for an option, and more in the same value; each where it stands in
    that.
    """
    problem_sentences = [sentence(one, current_language(), with_excerpt=True) for one in (problem, *more)]
    return click.BadParameter("\n".join(problem_sentences), param_hint=f"'{option}'")


def parse_with(reader: Callable[[Any], Any]) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """What click calls for an option or an argument whose text a reader reads; its mistakes are told there."""

    def read(_ctx: click.Context, param: click.Parameter, written: Any) -> Any:
        try:
            return None if written is None else reader(written)
        except InputError as error:
            named = str(param.opts[0]) if isinstance(param, click.Option) else str(param.name).upper()
            raise bad_parameter(error.problems[0], named) from None

    return read


def parse_convention(written: str, option: str = "--convention") -> Convention:
    """Return the convention an expression stands for; rules without a convention change the default.

    Raises a usage error naming the option where it stands for none, InputError for what is wrong in a file.
    """
    if written in CONVENTIONS:
        return CONVENTIONS[written]
    from treesolve.notation.convention_expression import resolve_expression

    try:
        return resolve_expression(written)
    except InputError as error:
        if error.problems[0].text == written:
            first, *more = error.problems
            raise bad_parameter(first, option, *more) from None
        raise


def absolute_convention(written: str, option: str) -> Convention:
    """Return the convention of an expression that has to name a convention. Raises what `parse_convention` does."""
    from treesolve.notation.convention_expression import names_convention

    if not names_convention(written):
        raise bad_parameter(Problem("rules-without-convention", None, {"text": written.strip()}), option)
    return parse_convention(written, option)


def usage_error(problem: Problem, context: click.Context | None = None, language: str = "") -> click.UsageError:
    """Return the problem as click's usage error, in the language of the run where nobody names another."""
    return click.UsageError(sentence(problem, language or current_language()), context)


@contextmanager
def as_usage_error() -> Iterator[None]:
    """Raise a usage error where an InputError is raised."""
    try:
        yield
    except InputError as error:
        raise usage_error(error.problems[0]) from None


def missing_argument() -> click.MissingParameter:
    """Return the usage error for a command that is called without its first argument."""
    context = click.get_current_context()
    argument = next(one for one in context.command.params if isinstance(one, click.Argument))
    return click.MissingParameter(ctx=context, param=argument)


def check_options_exclusive(asked: Mapping[str, bool]) -> None:
    """Raise a usage error where more than one of these options is asked for."""
    if len(names := [name for name, is_asked in asked.items() if is_asked]) > 1:
        raise usage_error(Problem("questions-apart", None, {"one": names[0], "other": names[1]}))


class Text(click.types.StringParamType):
    """A word that is text, and can be written into any file. Raises a usage error for one that is none."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the word."""
        text = super().convert(value, param, ctx)
        try:
            text.encode()
        except UnicodeEncodeError:
            named = param.get_error_hint(ctx).strip("'") if param and ctx else ""
            raise bad_parameter(Problem("not-text", None, {"text": text}), named) from None
        return text


def require_text_parameters(command: click.Command) -> click.Command:
    """Return the command, all of whose words must be text; names of files may be anything."""
    for param in command.params:
        if type(param.type) is click.types.StringParamType:
            param.type = Text()
    return command


COMMAND_ALIASES = {
    "help": "--help",
    "version": "--version",
    "render": "draw",
    "mark": "grade",
    "print": "sheet",
    "exam": "sheet",
    "slides": "solve --slides",
    **{what: f"list {what}" for what in ("conventions", "examples", "constraints", "games", "schemas", "formats")},
    "lectures": "list conventions",
}
"""What people type who know what they want, but not what it is called here."""

OPTION_ALIASES = {"lecture": ("convention",), "points": ("out-of", "rubric")}
"""Likewise options; the first that a command has is the one."""


class MissingArguments(click.UsageError):
    """A command without its arguments: two lines say what it wants, and nothing else does."""

    def show(self, file: Any = None) -> None:  # noqa: ARG002
        """Print the two lines."""
        echo(self.message, err=True)


def error_about_missing_argument(ctx: click.Context, words: Sequence[str]) -> click.UsageError | None:
    """What a command wants, with an example from its help, in the language of the line; None where nothing is known."""
    say = template(requested_language(words), "usage.jinja")
    wants = say.wants(ctx.command.name).strip()
    found = re.search(rf"^ *(treesolve {ctx.command.name} .*)$", ctx.command.help or "", re.MULTILINE)
    if not wants or not found:
        return None
    return MissingArguments(f"{ctx.command_path} {wants}\n{say.example(found[1]).strip()}", ctx)


def error_about_unknown_command(
    name: str, known: tuple[str, ...], words: Sequence[str], ctx: click.Context
) -> click.UsageError:
    """What is said about a command that is none."""
    near = f"solve {name}" if name.endswith(".tree") else COMMAND_ALIASES.get(name) or nearest(name, known)
    facts = {"command": name, "nearest": near}
    return usage_error(Problem("unknown-command", None, facts), ctx, requested_language(words))


def localize_error(error: click.UsageError, words: Sequence[str]) -> click.UsageError:
    """Return the same mistake as it is told in the language of the line, where treesolve has words of its own for
    it.
    """
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
    aliases = OPTION_ALIASES.get(typed)
    near = next((name for name in aliases if name in known), None) if aliases else nearest(typed, known)
    path = error.ctx.command_path if error.ctx else ""
    facts = {"option": error.option_name, "nearest": names.get(near or ""), "command": path}
    return usage_error(Problem("unknown-option", None, facts), error.ctx, requested_language(words))
