"""The command line. Commands parse arguments, call other packages, and write results.

Exit codes: 0 for success; 1 if some files had problems and the others were processed; 2 for a usage error; 130 after
Ctrl-C. Problems are printed to stderr, results to stdout or to the file given with -o.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import cache, partial
from importlib import import_module
from typing import Any

import click

from treesolve import __version__
from treesolve.model.problem import sanitize

GROUPS = {
    "Trees": {
        "solve": "Solve game trees and show every step; compare conventions.",
        "draw": "Draw game trees, solved or not.",
        "check": "Find mistakes, and trees with several right answers.",
        "format": "Format tree files in place.",
        "list": "List conventions, constraints, games and formats, or show one.",
    },
    "Exercises": {
        "new": "Write a first exam into this folder.",
        "practice": "Make a page on which students solve trees by hand.",
        "generate": "Generate random trees that meet constraints.",
        "sheet": "Print sheets of exercises with solutions and a key.",
        "convert": "Write exercises for other systems, and trees in other notations.",
    },
    "Students": {
        "grade": "Mark what students hand in, with reasons.",
        "review": "Decide about answers that wait, alike ones together.",
    },
    "Games": {
        "play": "Play a game, watch two players play it, or have them play many.",
        "unfold": "Unfold a position of a game into a tree.",
    },
}
"""The commands by group, each with its one-line help, so that --help does not have to import any command."""

COMMANDS = {name: summary for group in GROUPS.values() for name, summary in group.items()}

WORDS = "words of the whole line"
"""Key under which the context's `meta` stores the arguments of the command line."""


class LazyGroup(click.Group):
    """A group that imports a command only when it is called, so that all commands and --help start fast."""

    def make_context(self, info_name: str | None, args: list[str], *given: Any, **extra: Any) -> click.Context:
        """Return click's context, with the arguments stored in its `meta`."""
        words = tuple(args)
        with _localized_usage_errors(words):
            context = super().make_context(info_name, args, *given, **extra)
        context.meta[WORDS] = words
        return context

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that the command line names."""
        from treesolve.cli.lecturer_defaults import DEFAULTS

        ctx.meta[DEFAULTS] = cache(partial(_lecturer_defaults, ctx))
        with _localized_usage_errors(ctx.meta[WORDS]):
            return super().invoke(ctx)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the name and the command that the first argument selects, and the remaining arguments."""
        if args[0] not in COMMANDS:
            from treesolve.cli.usage_error import error_about_unknown_command

            raise error_about_unknown_command(args[0], tuple(COMMANDS), ctx.meta[WORDS], ctx)
        return super().resolve_command(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the names of the commands, in the order of the documentation."""
        return [*COMMANDS]  # not list(): importing the command `list` rebinds that name here

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import a command and return it. Return None if there is no command with this name."""
        if cmd_name not in COMMANDS:
            return None
        from treesolve.cli.usage_error import require_text_parameters

        return require_text_parameters(import_module(f"treesolve.cli.{cmd_name}").command)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the list of commands by group, without importing them."""
        longest = max(map(len, COMMANDS))
        for title, commands in GROUPS.items():
            with formatter.section(title):
                formatter.write_dl([*commands.items()], col_spacing=2 + longest - max(map(len, commands)))


def _lecturer_defaults(ctx: click.Context) -> Any:
    """Return the defaults in the lecturer's treesolve.toml, or None if there is no such file."""
    from treesolve.cli.lecturer_defaults import find_defaults_file

    path = find_defaults_file()
    if path is None:
        return None
    from treesolve.cli.defaults import load_defaults

    return load_defaults(path, ctx, ctx.meta[WORDS])


@contextmanager
def _localized_usage_errors(words: Sequence[str]) -> Iterator[None]:
    """Translate click's usage errors raised in the block.

    Their messages are sanitized, because they quote arguments, which may contain control sequences.
    """
    try:
        yield
    except click.UsageError as error:
        from treesolve.cli.usage_error import localize_error

        localized = localize_error(error, words)
        localized.message = sanitize(localized.message)  # type: ignore[misc]
        raise localized from None
    except click.ClickException as error:
        error.message = sanitize(error.message)  # type: ignore[misc]
        raise


# Older versions of click mention the first option name in messages, later ones the longest.
@click.group(cls=LazyGroup, context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 100})
@click.version_option(__version__, message="%(prog)s %(version)s")
def treesolve() -> None:
    """Game-tree exercises: minimax and alpha-beta, worked exactly as your lecture teaches it.

    \b
    Examples:
      treesolve solve '((6 5) (2 9))'
      treesolve solve --example two-answers -c all
      treesolve new
      treesolve sheet exam.tree -o exam.pdf

    Exit code 0: all fine; 1: a file had problems, everything else was done; 2: wrong usage.
    """
