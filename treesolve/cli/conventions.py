"""treesolve conventions"""

from collections.abc import Callable

import click
from click.core import ParameterSource

from treesolve.cli.options import chosen_format, language_option, lecture_names, named_convention, output_options
from treesolve.cli.output import output
from treesolve.cli.run import Run
from treesolve.model.convention import CONVENTIONS, Convention


@click.group("conventions", invoke_without_command=True)
@language_option
@output_options
@click.pass_context
def command(ctx: click.Context, form: str | None, output_path: str | None, language: str) -> None:
    """List the lectures: how each of them runs alpha-beta, and where that is written.

    \b
    Examples:
      treesolve conventions
      treesolve conventions --format json
      treesolve conventions show lang
    """
    if ctx.invoked_subcommand is None:
        _write(lambda: list(CONVENTIONS.values()), form, output_path, language, table=True)


@command.command("show")
@click.argument("lecture", shell_complete=lecture_names)
@language_option
@output_options
@click.pass_context
def show(ctx: click.Context, lecture: str, form: str | None, output_path: str | None, language: str) -> None:
    """Show one lecture with all its fields, by name or from a TOML file of your own.

    \b
    Examples:
      treesolve conventions show lang
      treesolve conventions show my-lecture.toml
    """
    above = ctx.parent.params if ctx.parent else {}
    form, output_path = form or above.get("form"), output_path or above.get("output_path")
    if ctx.get_parameter_source("language") is ParameterSource.DEFAULT:
        language = above.get("language", language)
    _write(lambda: [named_convention(lecture, "LECTURE")], form, output_path, language, table=False)


def _write(
    found: Callable[[], list[Convention]], form: str | None, output_path: str | None, language: str, *, table: bool
) -> None:
    """Write the lectures that are found, or tell what is wrong."""
    run = Run(language)

    def work() -> None:
        conventions = found()
        chosen = chosen_format(form, output_path)
        with output(output_path, chosen) as file:
            file.write(_page(conventions, chosen, language, table=table))

    run.guard(work)
    run.finish()


def _page(conventions: list[Convention], form: str, language: str, *, table: bool) -> str:
    if form == "json":
        from treesolve.pages.json.conventions import conventions_document

        return conventions_document(conventions) + "\n"
    from treesolve.pages.convention import convention_page, conventions_page

    return conventions_page(conventions, form, language) if table else convention_page(conventions[0], form, language)
