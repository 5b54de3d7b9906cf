"""The key that an earlier run has left: no exam in it is changed or dropped unless that is asked for."""

from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

from treesolve.exercises.kept_exams import KeptExams
from treesolve.exercises.planned_sheet import SheetPlan
from treesolve.grading.exam import Key, read_key
from treesolve.grading.roster import Student
from treesolve.model.answer import folded
from treesolve.model.asked_moment import as_before
from treesolve.model.input_file import MOST_JSON, read_file, read_input
from treesolve.model.problem import InputError, Problem
from treesolve.notation import writer
from treesolve.runs.printing import Plan
from treesolve.search.solution import Solution

MAX_NAMES = 12
"""Maximum number of students that a message names."""

_EARLIER_NAMES = {
    "TreeRequest(": "Request(",
    "ValueRange(": "Values(",
    "constraints=": "wants=",
    "Constraint(": "Want(",
    "parts=(), allowed=frozenset()": "excused=(), parts=()",
    ", chances=()": "",
}
"""What the digest of a plan calls things: with these names, keys of earlier versions are recognized."""

_IDENTITY = ("id", "seed", "plan")
"""What a key says of its sheet that exams depend on; title and language may change."""


def sheet_facts(sheet: SheetPlan, seed: str) -> dict[str, str]:
    """What a key says of its sheet."""
    return {"id": sheet.id, "title": sheet.title, "language": sheet.language, "seed": seed, "plan": _digest(sheet)}


def _digest(sheet: SheetPlan) -> str:
    """The same for sheets with the same tasks, apart from their texts."""
    tasks = [
        (task.label, _text_of_source(task.source), task.convention, sorted(task.points.items())) for task in sheet.tasks
    ]
    return sha256(as_before(repr(tasks)).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _text_of_source(source: Any) -> str:
    """Where the trees of a task come from, as text that tells it from any other."""
    if isinstance(source, Solution):
        return writer.write(source.tree)
    text = repr(source._replace(like=source.like and writer.write(source.like)))
    for name, earlier in _EARLIER_NAMES.items():
        text = text.replace(name, earlier)
    return text


class KeyInPlace(NamedTuple):
    """The key of an earlier run in the same place, None if none can be read, and the content of its file."""

    key: Key | None
    content: bytes


def key_in_place(plan: Plan, *, replace: bool) -> KeyInPlace:
    """The key of an earlier run. Raises InputError for one that cannot be read, unless it is to be replaced."""
    path, content = Path(plan.folder) / plan.key, b""
    try:
        content = read_file(path, MOST_JSON)
        return KeyInPlace(read_key(content.decode(), str(path)), content)
    except (OSError, ValueError, InputError) as error:
        if replace or isinstance(error, FileNotFoundError | NotADirectoryError):
            return KeyInPlace(None, content)
        raise InputError((Problem("sheet-key-unreadable", None, {}, str(path)),)) from None


def check_key_unchanged(plan: Plan, earlier: KeyInPlace) -> None:
    """Raise InputError if another run has replaced the key since it was read."""
    if key_in_place(plan, replace=True).content != earlier.content:
        raise InputError((Problem("sheet-key-changed", None, {}, str(Path(plan.folder) / plan.key)),))


def earlier_exams(
    sheet: SheetPlan, seed: str | None, path: str | None, in_place: Key | None = None, students: Sequence[Student] = ()
) -> tuple[str | None, KeptExams]:
    """The exams that a run keeps, from the key at a path, else from the one in place; before them the seed, if any.

    Without a seed it is the key's, even if tasks have changed, so that the others have the same trees. Raises
    InputError for a key at the path that cannot be read, belongs to another sheet or seed, has other variants, or has
    one of the students with a variant that the sheet has not.
    """
    key = in_place if path is None else read_key(read_input(path).text, path)
    if seed is None and key and key.sheet.get("id") == sheet.id:
        seed = str(key.sheet.get("seed", ""))
    exams = _exams_in(key, sheet, seed, path or "")
    if path is not None and not exams.fits:
        raise InputError((Problem("sheet-key-of-other", None, _facts_of_other(exams, seed), path),))
    if path is not None:
        _check_variant_names(sheet, exams, students)
    return seed, exams


def _check_variant_names(sheet: SheetPlan, exams: KeptExams, students: Sequence[Student]) -> None:
    """Raise InputError unless one of sheet and key has all named variants of the other, and the sheet the students'."""
    ours, theirs = set(map(folded, sheet.variants)), set(map(folded, exams.key.codes))
    is_part = bool(ours) == bool(theirs) and (ours <= theirs or theirs <= ours)
    if not is_part or any(exams.variant_of(one.id) != exams.key.variant_of(one.id) for one in students):
        facts = {"ours": ",".join(sheet.variants), "theirs": ",".join(exams.key.codes)}
        raise InputError((Problem("sheet-key-variants", None, facts, exams.path),))


def check_newcomers(plan: Plan, exams: KeptExams, students: Sequence[Student]) -> None:
    """Raise InputError if students have no exam in the key that was named, unless it is the one that is written.

    A key without students has variants to deal if these have names.
    """
    names = [one.id for one in students if exams.key.variant_of(one.id) is None]
    is_for_students = bool(exams.key.students) and not (exams.key.codes or exams.unassigned)
    is_dealt = exams.key.codes and not exams.key.students
    if not exams.path or is_dealt or (Path(plan.folder) / plan.key).resolve() == Path(exams.path).resolve():
        return
    if names or (is_for_students and not students):
        raise InputError((Problem("sheet-not-in-key", None, _names(names), exams.path),))


def _exams_in(key: Key | None, sheet: SheetPlan, seed: str | None, path: str = "") -> KeptExams:
    facts = sheet_facts(sheet, str(seed))
    return KeptExams(sheet, key, path, fits=key is None or all(key.sheet.get(one) == facts[one] for one in _IDENTITY))


def protected_exams(plan: Plan, seed: str, key: Key | None, students: Sequence[Student], count: int) -> KeptExams:
    """The exams of the key in place, which the run must leave as they are.

    Raises InputError if a run for these students, or without any for so many variants, would change or drop one.
    """
    exams = _exams_in(key, plan.sheet, seed)
    if not exams.fits:
        facts = _facts_of_other(exams, seed) | _names(exams.holders)
        raise InputError((Problem("sheet-other-key", None, facts, str(Path(plan.folder) / plan.key)),))
    check_lost(plan, exams.lost(students, count))
    return exams


def _facts_of_other(exams: KeptExams, seed: str | None) -> dict[str, Any]:
    return {name: str(exams.key.sheet.get(name, "")) for name in ("title", "seed")} | {"own": seed}


def check_lost(plan: Plan, holders: Sequence[str]) -> None:
    """Raise InputError if there are holders of exams that a run would change or drop."""
    if holders:
        raise InputError((Problem("sheet-exams-lost", None, _names(holders), str(Path(plan.folder) / plan.key)),))


def _names(holders: Sequence[str]) -> dict[str, Any]:
    more = [] if len(holders) <= MAX_NAMES else [f"… ({len(holders)})"]
    return {"names": ", ".join([*holders[:MAX_NAMES], *more])}
