"""Output formats of commands, and the file extensions that select them."""

from collections.abc import Mapping
from pathlib import Path

import click

from treesolve.cli.output import is_device
from treesolve.cli.usage_error import bad_parameter, usage_error
from treesolve.model.problem import Problem

Forms = Mapping[str, tuple[str, ...]]
"""Output formats, each with the file extensions that select it."""


ENDINGS: Forms = {
    "text": (".txt",),
    "json": (".json", ".jsonl"),
    "markdown": (".md",),
    "html": (".html", ".htm"),
    "latex": (".tex",),
    "typst": (".typ",),
    "pdf": (".pdf",),
    "csv": (".csv",),
    "svg": (".svg",),
    "png": (".png",),
    "dot": (".dot", ".gv"),
    "tree": (".tree",),
}


def forms_of(*names: str) -> Forms:
    """Return the output formats with these names, together with their file extensions."""
    return {name: ENDINGS[name] for name in names}


SOLUTION_FORMS = forms_of("text", "json", "markdown", "html", "latex", "typst", "pdf")


REORDERING_FORMS: Forms = {**SOLUTION_FORMS, **forms_of("tree")}

PICTURE_FORMS = forms_of("text", "svg", "pdf", "png", "latex", "typst", "dot")


class FormChoice(click.Choice[str]):
    """Parameter type for an output format that also records the file extensions of each format."""

    def __init__(self, forms: Mapping[str, tuple[str, ...]]) -> None:
        super().__init__(list(forms))
        self.forms = forms


class OutputPath(click.types.StringParamType):
    """Parameter type for the path of an output, which is a folder or a file whose extension selects the format."""

    def __init__(self, forms: Mapping[str, tuple[str, ...]]) -> None:
        self.forms = forms


def chosen_format(form: str | None, output_path: str | None, forms: Forms = SOLUTION_FORMS, option: str = "") -> str:
    """Return the given format, otherwise the format that the file extension selects, otherwise "text".

    Raises a usage error for an unknown format or extension. The message names `option`, the option that determines
    which formats the command supports.
    """
    if form and form not in forms:
        raise usage_error(Problem("form-elsewhere", None, {"form": form, "known": ", ".join(forms)}))
    ending = Path(output_path or "").suffix.lower()
    named = {written: name for name, endings in forms.items() for written in endings}
    if form or not ending or (output_path and is_device(output_path)):
        return form or "text"
    if ending not in named:
        context = click.get_current_context()
        facts = {"ending": ending, "known": ", ".join(named), "command": f"{context.command_path} {option}".rstrip()}
        is_chosen = any(param.name == "form" for param in context.command.params)
        raise bad_parameter(Problem("unknown-ending", None, {**facts, "format": is_chosen}), "-o")
    return named[ending]
