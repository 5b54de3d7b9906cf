"""The forms in which commands write, and the endings of files that stand for them."""

from collections.abc import Mapping
from pathlib import Path

import click

from treesolve.cli.output import is_device
from treesolve.cli.usage import bad_parameter, usage_error
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
    """The forms of these names, each with its endings."""
    return {name: ENDINGS[name] for name in names}


SOLUTION_FORMS = forms_of("text", "json", "markdown", "html", "latex", "typst", "pdf")


PICTURE_FORMS = forms_of("text", "svg", "pdf", "png", "latex", "typst", "dot")


class FormChoice(click.Choice[str]):
    """The choice of a form, which knows the endings of files that stand for each."""

    def __init__(self, forms: Mapping[str, tuple[str, ...]]) -> None:
        super().__init__(list(forms))
        self.forms = forms


class Place(click.types.StringParamType):
    """A folder, or a file in one of the forms, by its ending."""

    def __init__(self, forms: Mapping[str, tuple[str, ...]]) -> None:
        self.forms = forms


_DRAWN = {"treesolve solve": "treesolve draw FILE --solved", "treesolve convert": "treesolve draw FILE"}
"""What draws the tree that a command takes, for those that write no pictures."""


def chosen_format(form: str | None, output_path: str | None, forms: Forms = SOLUTION_FORMS, asked: str = "") -> str:
    """The form asked for, or the one the ending of the output file stands for; text where it has none.

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
        command = f"{context.command_path} {asked}".rstrip()
        is_picture = command in _DRAWN and any(ending in endings for endings in PICTURE_FORMS.values())
        elsewhere = f"{_DRAWN[command]} -o x{ending}" if is_picture else ""
        facts: dict[str, object] = {"ending": ending, "known": ", ".join(named), "elsewhere": elsewhere}
        facts |= {"command": command, "format": any(param.name == "form" for param in context.command.params)}
        facts["notation"] = "" if is_picture else _command_for_notation(context, ending)
        raise bad_parameter(Problem("unknown-ending", None, facts), "-o")
    return named[ending]


def _command_for_notation(context: click.Context, ending: str) -> str:
    """The line that writes a tree in the notation of an ending, for a command that has one; "" where there is none."""
    from treesolve.notation.foreign.carried import ENDINGS

    has_tree = context.info_name in ("solve", "draw", "check", "generate", "unfold")
    return f"treesolve check --fix FILE -o x{ending}" if has_tree and ending[1:] in ENDINGS else ""
