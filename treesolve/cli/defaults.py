"""A lecturer's defaults in `treesolve.toml`, in the working directory or the nearest directory above it.

For example:

language = "de"
convention = "aima:order=right-left"
style = "paper=letter,shapes=circles"
letterhead = "course"

[points]
values = 4
pruned = 4

Options and the headers of a tree's file override the defaults. The folders of trees and answers are not searched.
"""

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import click

from treesolve.cli.lecturer_defaults import DEFAULTS, Defaults, requested_language
from treesolve.cli.option import Style, read_style, write_style
from treesolve.cli.output import echo
from treesolve.grading.rubric_file import parse_convention, points
from treesolve.model.answer import PARTS
from treesolve.model.input_file import read_with
from treesolve.model.problem import InputError
from treesolve.model.resources import languages
from treesolve.notation.toml_schema import TableSchema, choice, table_of, text, text_of
from treesolve.notation.toml_source import read_toml
from treesolve.rendering.letterhead import using_letterhead
from treesolve.rendering.letterhead_file import read_letterhead
from treesolve.rendering.problem_sentence import problem_report
from treesolve.rendering.template_environment import number_text, words


def _format_defaults(file_defaults: Defaults, ctx: click.Context, points: bool) -> str:
    """Return a sentence about the defaults that apply to a run, in the language of the run; empty if none applies.

    Defaults that are overridden by options or not used by the command are omitted. The defaults for points are included
    only if `points` is true.
    """
    say = words(ctx.params["language"], "usage.jinja")
    applicable = _applicable_defaults(file_defaults, ctx, points=points)
    descriptions = [f"{say.default_of(name)} {value}" for name, value in applicable if value]
    return str(say.defaults(file_defaults.path, "; ".join(descriptions))) if descriptions else ""


class DefaultsError(click.ClickException):
    """Error for an invalid defaults file, with exit code 1."""

    def show(self, file: object = None) -> None:  # noqa: ARG002
        """Print the problems."""
        echo(self.message, err=True)


def load_defaults(path: Path, ctx: click.Context, words: Sequence[str]) -> Defaults:
    """Return the defaults in a file, and apply its letterhead to all pages until the context ends.

    Raises DefaultsError if the file is invalid. The error is in the language that the command line `words` selects.
    """
    found = None
    try:
        found = read_defaults(path)
        if found.folder:
            ctx.with_resource(using_letterhead(read_letterhead(Path(found.folder))))
        return found
    except InputError as error:
        ctx.meta[DEFAULTS] = lambda: found  # choosing the error's language must not load the invalid file again
        language = requested_language(words)
        raise DefaultsError("\n".join(problem_report(problem, language) for problem in error.problems)) from None


def read_defaults(path: Path) -> Defaults:
    """Parse a defaults file. Raises InputError with all errors in the file."""
    shown = os.path.relpath(path)
    table = _DEFAULTS(read_with(read_toml, shown))
    return Defaults(
        shown,
        table.get("language"),
        table.get("convention"),
        table.get("style", read_style("")),
        table.get("points", {}),
        os.path.normpath(Path(shown).parent / table["letterhead"]) if "letterhead" in table else "",
        describe=_format_defaults,
    )


_DEFAULTS = TableSchema(
    {
        "language": choice(languages()),
        "convention": parse_convention,
        "style": text_of(read_style),
        "points": table_of(points, PARTS, least=1),
        "letterhead": text,
    }
)


def _applicable_defaults(found: Defaults, ctx: click.Context, *, points: bool) -> Iterator[tuple[str, str]]:
    if ctx.get_parameter_source("language") is click.core.ParameterSource.DEFAULT:
        yield "language", found.language or ""
    conventions = ctx.params.get("convention") or ":"
    if found.convention and any(
        one.startswith(":") for one in ([conventions] if isinstance(conventions, str) else conventions)
    ):
        yield "convention", found.convention.expression
    yield "letterhead", found.folder
    style = ctx.params.get("style")
    if isinstance(style, Style):
        applicable = [
            name for name in found.style.explicit - style.explicit if getattr(style, name) == getattr(found.style, name)
        ]
        yield "style", write_style(found.style, applicable)
    if points:
        language = ctx.params["language"]
        yield "points", ", ".join(f"{part} {number_text(value, language)}" for part, value in found.points.items())
