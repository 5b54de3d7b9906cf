"""treesolve conventions"""

import click

from treesolve.cli.options import chosen_format, lecture_names, named_convention, output_options
from treesolve.cli.output import output
from treesolve.cli.run import Run
from treesolve.convention import CONVENTIONS, Convention


@click.group("conventions", invoke_without_command=True)
@output_options
@click.pass_context
def command(ctx: click.Context, form: str | None, output_path: str | None) -> None:
    """List the lectures: how each of them runs alpha-beta, and where that is written.

    \b
    Examples:
      treesolve conventions
      treesolve conventions --format json
      treesolve conventions show lang
    """
    if ctx.invoked_subcommand is None:
        _write(list(CONVENTIONS.values()), chosen_format(form, output_path), output_path, table=True)


@command.command("show")
@click.argument("lecture", shell_complete=lecture_names)
@output_options
@click.pass_context
def show(ctx: click.Context, lecture: str, form: str | None, output_path: str | None) -> None:
    """Show one lecture with all its fields, by name or from a TOML file of your own.

    \b
    Examples:
      treesolve conventions show lang
      treesolve conventions show my-lecture.toml
    """
    above = ctx.parent.params if ctx.parent else {}
    form, output_path = form or above.get("form"), output_path or above.get("output_path")
    run = Run()

    def work() -> None:
        convention = named_convention(lecture, "LECTURE")
        _write([convention], chosen_format(form, output_path), output_path, table=False)

    run.guard(work)
    run.finish()


def _write(conventions: list[Convention], form: str, output_path: str | None, *, table: bool) -> None:
    run = Run()

    def work() -> None:
        with output(output_path) as file:
            file.write(_page(conventions, form, table=table))

    run.guard(work)
    run.finish()


def _page(conventions: list[Convention], form: str, *, table: bool) -> str:
    if form == "json":
        from treesolve.document import conventions_document

        return conventions_document(conventions) + "\n"
    from treesolve.pages.convention import convention_page, conventions_page

    return conventions_page(conventions, form) if table else convention_page(conventions[0], form)
