"""The sheet that the command line describes: a TOML file, or trees and shapes."""

from pathlib import Path
from typing import Any, NamedTuple

from treesolve.authoring.quick_sheet import QuickSheet
from treesolve.authoring.sheet_file import read_sheet
from treesolve.authoring.sheet_plan import SheetPlan, SheetStyle
from treesolve.cli.lecturer_defaults import lecturer_defaults
from treesolve.cli.option import Style
from treesolve.cli.usage_error import as_usage_error, bad_parameter, missing_argument, parse_convention
from treesolve.model.convention import DEFAULT
from treesolve.model.input_file import descriptor_of, is_tree_argument, path_exists, read_input, read_with
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.notation.reader import read
from treesolve.workflows.sheet_printing import FORMS
from treesolve.workflows.sheet_request import check_constraints, check_file_alone, titled_sheet


class RequestedSheet(NamedTuple):
    """A sheet, its source as named in messages, and whether the source is a TOML file."""

    sheet: SheetPlan
    source: str
    is_file: bool


def sheet_from_arguments(files: tuple[str, ...], line: QuickSheet, style: Style) -> RequestedSheet:
    """Return the sheet described by files and options. The language in a TOML file overrides that of the run.

    Raises InputError if a file is invalid, and a usage error if arguments are incompatible.
    """
    plans = [file for file in files if file.lower().endswith(".toml") or descriptor_of(file) is not None]
    if not plans:
        return _sheet_of_line(files, line, style)
    options = {"--shape": line.shapes, "--want": line.wants, "--levels": line.levels, "--convention": line.convention}
    with as_usage_error():
        check_file_alone(plans[0], len(files), options)
    default = lecturer_defaults().convention or DEFAULT
    style_options = {name: getattr(style, name) for name in style.explicit}
    sheet: Any = read_with(lambda path: read_sheet(path, default, line.language), Path(plans[0]))
    return RequestedSheet(sheet._replace(look=sheet.look._replace(**style_options)), plans[0], is_file=True)


def _sheet_of_line(files: tuple[str, ...], line: QuickSheet, style: Style) -> RequestedSheet:
    """Return the sheet with the given trees and the shapes in `line`. Raises InputError if they are invalid."""
    trees, given = list[str](), dict[str, Tree]()
    for number, file in enumerate(files, 1):
        if is_tree_argument(file):
            trees.append(f"tree {number}")
            given[trees[-1]] = read(file, payoffs=True)
        else:
            trees += _tree_files_in(file)
    if not (line.shapes or trees):
        raise missing_argument()
    with as_usage_error():
        check_constraints(line, as_option=True)
    if line.convention is not None:
        parse_convention(line.convention)
    sheet = titled_sheet(
        line._replace(
            trees=tuple(trees),
            given=given,
            look=SheetStyle(**{name: getattr(style, name) for name in SheetStyle._fields}),
            points=lecturer_defaults().points,
            default=lecturer_defaults().convention or DEFAULT,
        )
    )
    return RequestedSheet(sheet, (*trees, *line.shapes)[0], is_file=False)


def _tree_files_in(file: str) -> list[str]:
    """Return the tree file, or the sorted tree files in a folder. Raises InputError if there are none."""
    path = Path(file)
    if not (path_exists(path) and path.is_dir()):
        read_input(file)
        return [file]
    found = sorted(str(one) for one in path.glob("*.tree"))
    if not found:
        raise InputError((Problem("sheet-folder-without-trees", None, {}, file),))
    return found


DEFAULT_NAME = "exam"
"""Default name of the output."""

_UNSUPPORTED_ENDINGS = (
    *(".csv", ".doc", ".docx", ".eps", ".htm", ".jpeg", ".jpg", ".json", ".odt", ".png", ".ps", ".rtf", ".svg"),
    *(".toml", ".tree", ".zip"),
)
"""File extensions of unsupported formats. They are rejected, so that no folder is created with such a name."""


def output_location(output_path: str | None, file: str | None, number: int) -> str:
    """Return the path to which `number` variants are written.

    The number 0 means that there is a roster; `file` is the TOML file of the sheet, if any. Raises a usage error for
    stdout and for unsupported file extensions.
    """
    if output_path is None:
        if file is not None:
            return "sheet" if descriptor_of(file) is not None else Path(file).stem
        return f"{DEFAULT_NAME}.pdf" if number == 1 else DEFAULT_NAME
    if output_path == "-":
        raise bad_parameter(Problem("sheet-to-stdout"), "-o")
    path = Path(output_path)
    if path.suffix.lower() in _UNSUPPORTED_ENDINGS and not path.is_dir():
        facts = {"ending": path.suffix.lower(), "stem": str(path.with_suffix("")), "endings": " ".join(sorted(FORMS))}
        raise bad_parameter(Problem("sheet-ending", None, facts), "-o")
    return output_path
