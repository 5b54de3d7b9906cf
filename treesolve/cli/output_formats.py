"""The forms in which commands write, and the endings of files that stand for them."""

from collections.abc import Mapping
from pathlib import Path

import click

from treesolve.cli.output import is_device
from treesolve.cli.usage_error import bad_parameter, usage_error
from treesolve.model.problem import Problem

Forms = Mapping[str, tuple[str, ...]]
"""The forms a command writes, each with the endings of files that stand for it."""


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
"""All forms of what is written, each with the endings of files that stand for it."""


def forms_of(*names: str) -> Forms:
    """Return the forms of these names, each with its endings."""
    return {name: ENDINGS[name] for name in names}


SOLUTION_FORMS = forms_of("text", "json", "markdown", "html", "latex", "typst", "pdf")


REORDERING_FORMS: Forms = {**SOLUTION_FORMS, **forms_of("tree")}

PICTURE_FORMS = forms_of("text", "svg", "pdf", "png", "latex", "typst", "dot")


class FormChoice(click.Choice[str]):
    """The choice of a form, which knows the endings of files that stand for each."""

    def __init__(self, forms: Mapping[str, tuple[str, ...]]) -> None:
        super().__init__(list(forms))
        self.forms = forms


class OutputPath(click.types.StringParamType):
    """A folder, or a file in one of the forms, by its ending."""

    def __init__(self, forms: Mapping[str, tuple[str, ...]]) -> None:
        self.forms = forms


def chosen_format(form: str | None, output_path: str | None, forms: Forms = SOLUTION_FORMS, asked: str = "") -> str:
    """Return the form asked for, or the one the ending of the output file stands for; text where it has none.

    Raises a usage error where nobody writes that form, or files with such an ending; `asked` is the option that wants
    other forms than the command has without it.
    """
    if form and form not in forms:
        raise usage_error(Problem("form-elsewhere", None, {"form": form, "known": ", ".join(forms)}))
    ending = Path(output_path or "").suffix.lower()
    named = {written: name for name, endings in forms.items() for written in endings}
    if form or not ending or (output_path and is_device(output_path)):
        return form or "text"
    if ending not in named:
        context = click.get_current_context()
        facts = {"ending": ending, "known": ", ".join(named), "command": f"{context.command_path} {asked}".rstrip()}
        is_chosen = any(param.name == "form" for param in context.command.params)
        raise bad_parameter(Problem("unknown-ending", None, {**facts, "format": is_chosen}), "-o")
    return named[ending]
