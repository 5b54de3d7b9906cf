"""Checks of the arguments for a sheet, shared by the Python API and the command line."""

from collections.abc import Mapping

from treesolve.authoring.quick_sheet import QuickSheet, plan_quick_sheet
from treesolve.authoring.sheet_plan import SheetPlan
from treesolve.model.problem import InputError, Problem
from treesolve.rendering.template_environment import words


def check_file_alone(file: str, count: int, options: Mapping[str, object]) -> None:
    """Raise InputError if the TOML file of a sheet is combined with other files or with options."""
    if count > 1:
        raise InputError((Problem("sheet-file-alone", None, {"file": file}),))
    for option in (name for name, value in options.items() if value):
        raise InputError((Problem("sheet-file-says", None, {"file": file, "option": option}),))


def check_constraints(line: QuickSheet, *, as_option: bool = False) -> None:
    """Raise InputError if there are constraints but no shape. With `as_option`, the message names the option."""
    if line.shapes or not (line.wants or line.levels):
        return
    want, option = (line.wants[0], "--want {}") if line.wants else (line.levels, "--levels '{}'")
    facts = {"want": want, "option": option.format(want) if as_option else ""}
    raise InputError((Problem("sheet-want-without-shape", None, facts),))


def titled_sheet(line: QuickSheet) -> SheetPlan:
    """Return the sheet that `line` describes, with the default title.

    Raises InputError with all errors in `line`.
    """
    return plan_quick_sheet(line._replace(title=str(words(line.language, "sheet.jinja").usual_title())))
