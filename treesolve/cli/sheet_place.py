"""Where a sheet is written: a file with solution and key beside it, or a folder; what is there already is kept."""

from pathlib import Path
from typing import Any, NamedTuple

from treesolve.cli.sheet_run import told_of
from treesolve.cli.usage import bad_parameter, usage_error
from treesolve.model.input_file import MOST_JSON, descriptor_of, read_file
from treesolve.model.problem import InputError, Problem
from treesolve.notation.json_text import parsed
from treesolve.runs.printing import ENDINGS, Plan

USUAL = "exam"
"""What files are called where nobody says."""

_FORMS = {f".{ending}": form for form, ending in ENDINGS.items()}
"""What a sheet is printed as, by the ending of its file."""

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
    form = None if path.is_dir() else _FORMS.get(ending)
    if form and number != 1:
        raise usage_error(Problem("sheet-one-file", None, {"path": output_path, "folder": f"{path.with_suffix('')}/"}))
    if ending in _OTHERS and not path.is_dir():
        facts = {"ending": ending, "stem": str(path.with_suffix("")), "endings": " ".join(sorted(_FORMS))}
        raise bad_parameter(Problem("sheet-ending", None, facts), "-o")
    return Place(str(path.parent), path.stem, form) if form else Place(output_path)


def checked_plan(plan: Plan, seed: str, *, replace: bool) -> Plan:
    """The plan, which is careful where no key tells that the files beside it are those of this sheet.

    Raises InputError where another sheet is there, whose key may be needed still.
    """
    key = Path(plan.folder) / plan.key
    if replace:
        return plan
    if key.is_file():
        _check_key_of_same_sheet(key, plan, seed)
        return plan
    return plan._replace(is_careful=bool(plan.stem))


def _check_key_of_same_sheet(path: Path, plan: Plan, seed: str) -> None:
    """Raise InputError where a key is that of another sheet."""
    try:
        known: Any = parsed(read_file(path, MOST_JSON).decode(), str(path))["sheet"]
    except (OSError, ValueError, LookupError, TypeError, RecursionError, InputError):
        known = None
    if known != told_of(plan.sheet, seed):
        told = known if isinstance(known, dict) else {}
        facts = {"title": str(told.get("title", "")), "seed": str(told.get("seed", "")), "own": seed}
        raise InputError((Problem("sheet-other-key", None, facts, str(path)),))
