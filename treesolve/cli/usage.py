"""Wrong usage, told in the language of the run; words on the command line that are no text are wrong, too."""

from collections.abc import Callable, Mapping
from typing import Any

import click

from treesolve.cli.language import spoken_language
from treesolve.model.problem import InputError, Problem


def bad_parameter(problem: Problem, option: str, *more: Problem) -> click.BadParameter:
    """The problem as click's usage error for an option, and more in the same value; each where it stands in that."""
    from treesolve.pages.problem_sentence import problem_excerpt, problem_sentence

    told = [problem_sentence(one, spoken_language()) + problem_excerpt(one) for one in (problem, *more)]
    return click.BadParameter("\n".join(told), param_hint=f"'{option}'")


def read_by(reader: Callable[[Any], Any]) -> Callable[[click.Context, click.Parameter, Any], Any]:
    """What click calls for an option or an argument whose text a reader reads; its mistakes are told there."""

    def read(_ctx: click.Context, param: click.Parameter, written: Any) -> Any:
        try:
            return None if written is None else reader(written)
        except InputError as error:
            named = str(param.opts[0]) if isinstance(param, click.Option) else str(param.name).upper()
            raise bad_parameter(error.problems[0], named) from None

    return read


def usage_error(problem: Problem, context: click.Context | None = None, language: str = "") -> click.UsageError:
    """The problem as click's usage error, in the language of the run where nobody names another."""
    from treesolve.pages.problem_sentence import problem_sentence

    return click.UsageError(problem_sentence(problem, language or spoken_language()), context)


def missing_argument() -> click.MissingParameter:
    """The usage error for a command that is called without its first argument."""
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
        """The word."""
        text = super().convert(value, param, ctx)
        try:
            text.encode()
        except UnicodeEncodeError:
            named = param.get_error_hint(ctx).strip("'") if param and ctx else ""
            raise bad_parameter(Problem("not-text", None, {"text": text}), named) from None
        return text


def only_text(command: click.Command) -> click.Command:
    """The command, all of whose words must be text; names of files may be anything."""
    for param in command.params:
        if type(param.type) is click.types.StringParamType:
            param.type = Text()
    return command
