"""Parsing of arguments and options, and usage errors in the language of the run.

The parser for convention expressions is imported only if there is an expression to parse.
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
    """Return click's usage error for the value of an option, with an excerpt of the value for each problem."""
    problem_sentences = [sentence(one, current_language(), with_excerpt=True) for one in (problem, *more)]
    return click.BadParameter("\n".join(problem_sentences), param_hint=f"'{option}'")


def parse_with(reader: Callable[[Any], Any]) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """Return a click callback that parses a value with `reader` and turns any InputError into a usage error."""

    def read(_ctx: click.Context, param: click.Parameter, text: Any) -> Any:
        try:
            return None if text is None else reader(text)
        except InputError as error:
            named = str(param.opts[0]) if isinstance(param, click.Option) else str(param.name).upper()
            raise bad_parameter(error.problems[0], named) from None

    return read


def parse_convention(expression: str, option: str = "--convention") -> Convention:
    """Return the convention that an expression describes. If the expression has only rules, they modify the default.

    Raises a usage error that names the option if the expression is invalid, and InputError if a convention file is
    invalid.
    """
    if expression in CONVENTIONS:
        return CONVENTIONS[expression]
    from treesolve.notation.convention_expression import resolve_expression

    try:
        return resolve_expression(expression)
    except InputError as error:
        if error.problems[0].text == expression:
            first, *more = error.problems
            raise bad_parameter(first, option, *more) from None
        raise


def absolute_convention(expression: str, option: str) -> Convention:
    """Parse an expression that must name a convention, and return the convention.

    Raises the same errors as `parse_convention`, and a usage error if the expression consists only of rules.
    """
    from treesolve.notation.convention_expression import names_convention

    if not names_convention(expression):
        raise bad_parameter(Problem("rules-without-convention", None, {"text": expression.strip()}), option)
    return parse_convention(expression, option)


def usage_error(problem: Problem, context: click.Context | None = None, language: str = "") -> click.UsageError:
    """Return click's usage error for a problem, by default in the language of the run."""
    return click.UsageError(sentence(problem, language or current_language()), context)


@contextmanager
def as_usage_error() -> Iterator[None]:
    """Turn InputErrors raised in the block into usage errors."""
    try:
        yield
    except InputError as error:
        raise usage_error(error.problems[0]) from None


def missing_argument() -> click.MissingParameter:
    """Return the usage error for a missing value of the first argument."""
    context = click.get_current_context()
    argument = next(one for one in context.command.params if isinstance(one, click.Argument))
    return click.MissingParameter(ctx=context, param=argument)


def check_options_exclusive(options: Mapping[str, bool]) -> None:
    """Raise a usage error if more than one of these options is given."""
    if len(names := [name for name, is_asked in options.items() if is_asked]) > 1:
        raise usage_error(Problem("questions-apart", None, {"one": names[0], "other": names[1]}))


class Text(click.types.StringParamType):
    """Parameter type for text that can be encoded as UTF-8."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return the text. Raises a usage error if it cannot be encoded."""
        text = super().convert(value, param, ctx)
        try:
            text.encode()
        except UnicodeEncodeError:
            named = param.get_error_hint(ctx).strip("'") if param and ctx else ""
            raise bad_parameter(Problem("not-text", None, {"text": text}), named) from None
        return text


def require_text_parameters(command: click.Command) -> click.Command:
    """Require that all values passed to a command, except file names, can be encoded as UTF-8.

    Return the command.
    """
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
"""Wrong names of commands that users are likely to type, each with the name to suggest."""

OPTION_ALIASES = {"lecture": ("convention",), "points": ("out-of", "rubric")}
"""Wrong names of options that users are likely to type, each with suggestions.

The first suggestion that is an option of the command is used.
"""


class MissingArguments(click.UsageError):
    """Usage error for missing arguments, displayed as two lines without click's usage text."""

    def show(self, file: Any = None) -> None:  # noqa: ARG002
        """Print the message."""
        echo(self.message, err=True)


def error_about_missing_argument(ctx: click.Context, words: Sequence[str]) -> click.UsageError | None:
    """Return an error that explains the arguments of a command with an example from its help.

    Return None if there is no explanation for the command.
    """
    say = template(requested_language(words), "usage.jinja")
    wants = say.wants(ctx.command.name).strip()
    found = re.search(rf"^ *(treesolve {ctx.command.name} .*)$", ctx.command.help or "", re.MULTILINE)
    if not wants or not found:
        return None
    return MissingArguments(f"{ctx.command_path} {wants}\n{say.example(found[1]).strip()}", ctx)


def error_about_unknown_command(
    name: str, known: tuple[str, ...], words: Sequence[str], ctx: click.Context
) -> click.UsageError:
    """Return the usage error for an unknown command, with a suggestion."""
    near = f"solve {name}" if name.endswith(".tree") else COMMAND_ALIASES.get(name) or nearest(name, known)
    facts = {"command": name, "nearest": near}
    return usage_error(Problem("unknown-command", None, facts), ctx, requested_language(words))


def localize_error(error: click.UsageError, words: Sequence[str]) -> click.UsageError:
    """Return an error with treesolve's own message in the language of the command line.

    If treesolve has no message of its own, the error is returned unchanged.
    """
    if isinstance(error, click.NoSuchOption):
        return _error_about_unknown_option(error, words)
    if isinstance(error, click.MissingParameter) and isinstance(error.param, click.Argument) and error.ctx:
        return error_about_missing_argument(error.ctx, words) or error
    return error


def _error_about_unknown_option(error: click.NoSuchOption, words: Sequence[str]) -> click.UsageError:
    """Return the usage error for an unknown option, with a suggestion."""
    command = error.ctx.command if error.ctx else None
    names = {name.lstrip("-"): name for param in command.params for name in param.opts} if command else {}
    typed = error.option_name.lstrip("-")
    known = tuple(name for name in names if len(name) > 1)
    aliases = OPTION_ALIASES.get(typed)
    near = next((name for name in aliases if name in known), None) if aliases else nearest(typed, known)
    path = error.ctx.command_path if error.ctx else ""
    facts = {"option": error.option_name, "nearest": names.get(near or ""), "command": path}
    return usage_error(Problem("unknown-option", None, facts), error.ctx, requested_language(words))
