"""What the key of a sheet says of it; by that a sheet is known again, and the key of another one is kept."""

from hashlib import sha256
from pathlib import Path
from typing import Any

from treesolve.exercises.planned_sheet import Sheet
from treesolve.exercises.variant import codes_of_names
from treesolve.model.asked_moment import as_before
from treesolve.model.input_file import MOST_JSON, read_file
from treesolve.model.problem import InputError, Problem
from treesolve.notation.json_text import parsed
from treesolve.notation.writer import write as write_tree
from treesolve.runs.printing import Plan
from treesolve.search.solution import Solution


def told_of(sheet: Sheet, seed: str) -> dict[str, Any]:
    """What a key says of its sheet."""
    tasks = [
        (task.label, _text_of_source(task.source), task.convention, sorted(task.points.items())) for task in sheet.tasks
    ]
    digest = sha256(as_before(repr(tasks)).encode("utf-8", "surrogatepass")).hexdigest()[:16]
    codes = {"codes": codes_of_names(sheet, seed)} if sheet.variants else {}
    return {"id": sheet.id, "title": sheet.title, "language": sheet.language, "seed": seed, "plan": digest, **codes}


def _text_of_source(source: Any) -> str:
    """Where the trees of a task come from, as text that tells it from any other."""
    if isinstance(source, Solution):
        return write_tree(source.tree)
    text = repr(source._replace(like=source.like and write_tree(source.like)))
    # Sheets of earlier versions are known again.
    return text.replace(", chances=()", "").replace(", sum=None", "")


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
