"""Words on the command line as text: bytes that are no UTF-8 reach a program as halves of characters."""

from typing import Any

import click

from treesolve.cli.usage import bad_parameter
from treesolve.model.problem import Problem


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
