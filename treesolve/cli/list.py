"""The command `treesolve list`.

The modules that define the entries of a list are imported only for that list, so that the other lists start fast.
"""

from typing import TYPE_CHECKING

import click

from treesolve.cli import option
from treesolve.cli.command_run import CommandRun, running
from treesolve.cli.multiple_outputs import open_targets, targets
from treesolve.cli.output_formats import SOLUTION_FORMS, FormChoice, Forms, OutputPath, forms_of
from treesolve.cli.usage_error import bad_parameter, parse_convention
from treesolve.model.convention import CONVENTIONS, Convention
from treesolve.model.problem import Problem, nearest
from treesolve.model.resources import resource_folder, schema_text

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from treesolve.rendering.document import Document

LISTS = ("conventions", "examples", "constraints", "games", "schemas", "formats", "filter")

LIST_ALIASES = {"lectures": "conventions", "exercises": "examples", "trees": "examples"}
"""Wrong names of lists that users are likely to type, each with the name to suggest."""

SINGLE_FORMS = {"practice": ("html",), "generate": ("tree", "moodle")}
"""Output formats of commands without the option --format."""


PRINTED: Forms = {form: endings for form, endings in SOLUTION_FORMS.items() if form != "json"}
"""Output formats of most lists. Only conventions and schemas can also be written as JSON."""

SCHEMA_FORMS, PATH_FORMS = forms_of("text", "json"), forms_of("text")

WRITERS = {
    "solution": "solve",
    "maxn": "solve",
    "comparison": "solve -c all",
    "conventions": "list conventions",
    "unknown": "solve --unknown",
    "reordering": "solve --best-order",
    "check": "check --format json",
    "key": "sheet",
    "grades": "grade",
    "progress": "grade trainer.toml",
    "play": "play",
    "match": "play --games",
}
"""Kinds of JSON documents, each with the command that writes them."""


def _names_for_completion(ctx: click.Context, param: click.Parameter, incomplete: str) -> "list[CompletionItem]":
    """Return completions for the shell. Click prescribes the signature."""
    from click.shell_completion import CompletionItem

    if param.name == "name" and ctx.params.get("what") == "conventions":
        return option.convention_names(ctx, param, incomplete)
    known = LISTS if param.name == "what" else _names_in_list(ctx, ctx.params.get("what") or "")
    return [CompletionItem(name) for name in known if name.startswith(incomplete)]


@click.command("list")
@click.argument("what", required=False, metavar="[WHAT]", shell_complete=_names_for_completion)
@click.argument("name", required=False, metavar="[NAME]", shell_complete=_names_for_completion)
@option.language
@option.outputs(SOLUTION_FORMS)
@running
def command(
    run: CommandRun, what: str | None, name: str | None, form: str | None, output_paths: tuple[str, ...]
) -> None:
    """List conventions, examples and other choices, or show one of them.

    WHAT is conventions, examples, constraints, games, schemas, formats or filter. NAME shows one in full: all rules of
    a convention, which may be a TOML file, or the schema of a JSON document. With filter, the path of the filter for
    pandoc and Quarto is printed, which draws and solves the trees in a document.

    \b
    Examples:
      treesolve list
      treesolve list conventions
      treesolve list conventions aima
      treesolve list conventions --format json
      treesolve list examples
      treesolve list examples two-answers > own.tree
      treesolve list constraints
      treesolve list schemas solution -o solution.schema.json
      pandoc x.md --lua-filter "$(treesolve list filter)" -o x.pdf
    """
    context = click.get_current_context()
    _check_list_and_name(context, what, name)
    asked = f"{what or ''} {name or ''}".strip()
    with open_targets(targets(form, output_paths, _forms_of_list(what, name), asked)) as files:
        for written, file in files:
            file.write(_list_in_form(context, what, name, written, run.language))


def _check_list_and_name(ctx: click.Context, what: str | None, name: str | None) -> None:
    """Raise a usage error for an unknown list or entry. Names of conventions are checked later."""
    for value, known, argument in (
        (what, LISTS, "WHAT"),
        (name if what != "conventions" else None, _names_in_list(ctx, what or ""), "NAME"),
    ):
        if value is not None and value not in known:
            near = LIST_ALIASES.get(value) or nearest(value, known)
            facts = {"value": value, "nearest": near, "known": ", ".join(known)}
            code = "example-unknown" if what == "examples" else "list-unknown"
            raise bad_parameter(Problem(code, None, facts), argument)


def _names_in_list(ctx: click.Context, what: str) -> tuple[str, ...]:
    """Return the names of all entries in a list."""
    if what == "constraints":
        from treesolve.authoring.constraint import CONSTRAINTS

        return tuple(CONSTRAINTS)
    if what == "games":
        from treesolve.games.registry import GAMES

        return tuple(GAMES)
    if what == "formats":
        return tuple(_commands_by_form(ctx))
    if what == "examples":
        from treesolve.authoring.bundled_exercise import examples

        return tuple(examples())
    return tuple({"conventions": CONVENTIONS, "schemas": WRITERS}.get(what, ()))


def _commands_by_form(ctx: click.Context) -> dict[str, tuple[list[str], list[str]]]:
    """Return each output format with its file extensions and with the commands that can write it."""
    program, found = ctx.find_root().command, dict[str, tuple[list[str], list[str]]]()
    assert isinstance(program, click.Group)
    for name in program.list_commands(ctx):
        command = program.get_command(ctx, name)
        for form in SINGLE_FORMS.get(name, ()):
            found.setdefault(form, ([], []))[1].append(name)
        for param in command.params if command else ():
            for form, written in param.type.forms.items() if isinstance(param.type, FormChoice | OutputPath) else ():
                endings, commands = found.setdefault(form, ([], []))
                endings += [ending for ending in written if ending not in endings]
                commands.append(name)
    return found


def _forms_of_list(what: str | None, name: str | None) -> Forms:
    """Return the output formats that are available for a list, or for one of its entries."""
    if what == "schemas" and name:
        return SCHEMA_FORMS
    if what == "filter":
        return PATH_FORMS
    return SOLUTION_FORMS if what == "conventions" else PRINTED


def _list_in_form(ctx: click.Context, what: str | None, name: str | None, form: str, language: str) -> str | bytes:
    if what == "schemas" and name:
        return schema_text(name) + "\n"
    if what == "filter":
        return f"{resource_folder('_extensions') / 'treesolve' / 'treesolve.lua'}\n"
    if what == "conventions" and form == "json":
        from treesolve.notation.json_text import convention_to_json
        from treesolve.rendering.json.encoding import encode

        listed = list(map(convention_to_json, _conventions_named(name)))
        return encode({"schema": "treesolve/conventions/1", "conventions": listed}) + "\n"
    from treesolve.rendering.handout import render_page

    page = _page_of_list(ctx, what, name, language)
    return render_page(page, form)


def _page_of_list(ctx: click.Context, what: str | None, name: str | None, language: str) -> "Document":
    from treesolve.rendering import listing

    if what is None:
        return listing.lists_page(LISTS, language)
    if what == "schemas":
        return listing.schemas_page(WRITERS, language)
    if what == "formats":
        found = _commands_by_form(ctx)
        if name:
            return listing.formats_page({name: found[name]}, language)
        from treesolve.integrations.course_system import EXPORT_OPTIONS

        return listing.formats_page(found, language, with_notations=True, systems=EXPORT_OPTIONS)
    if what == "conventions":
        conventions = _conventions_named(name)
        return (
            listing.convention_page(conventions[0], language)
            if name
            else listing.conventions_page(conventions, language)
        )
    pages = {"examples": listing.examples_page, "constraints": listing.constraints_page, "games": listing.games_page}
    return pages[what](name, language)


def _conventions_named(name: str | None) -> list[Convention]:
    """Return the convention with this name, or all conventions if the name is None.

    Raises a usage error if the name is unknown.
    """
    return list(CONVENTIONS.values()) if name is None else [parse_convention(name, "NAME")]
