"""Where a sheet is written: a file with solution and key beside it, or a folder."""

from pathlib import Path
from typing import NamedTuple

from treesolve.cli.usage import bad_parameter, usage_error
from treesolve.model.input_file import descriptor_of
from treesolve.model.problem import Problem
from treesolve.runs.printing import FORMS

USUAL = "exam"
"""What files are called where nobody says."""

_OTHERS = (
    *(".csv", ".doc", ".docx", ".eps", ".htm", ".jpeg", ".jpg", ".json", ".odt", ".png", ".ps", ".rtf", ".svg"),
    *(".toml", ".tree", ".zip"),
)
"""The endings of what a sheet is not printed as."""


class Place(NamedTuple):
    """A folder, and the name of a single sheet in it with its form; without a name there is a folder of sheets."""

    folder: str
    stem: str = ""
    form: str = "pdf"


def place_for(output_path: str | None, file: str | None, number: int) -> Place:
    """Where so many variants go, 0 being those of a roster; `file` is the plan they come from, if they do.

    Raises a usage error where several would go into one file, or the file is none that is written.
    """
    if output_path is None:
        if file is not None:
            return Place("sheet" if descriptor_of(file) is not None else Path(file).stem)
        return Place(".", USUAL) if number == 1 else Place(USUAL)
    path = Path(output_path)
    ending = path.suffix.lower()
    form = None if path.is_dir() else FORMS.get(ending)
    if form and number != 1:
        raise usage_error(Problem("sheet-one-file", None, {"path": output_path, "folder": f"{path.with_suffix('')}/"}))
    if ending in _OTHERS and not path.is_dir():
        facts = {"ending": ending, "stem": str(path.with_suffix("")), "endings": " ".join(sorted(FORMS))}
        raise bad_parameter(Problem("sheet-ending", None, facts), "-o")
    return Place(str(path.parent), path.stem, form) if form else Place(output_path)
