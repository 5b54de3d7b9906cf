"""Keys from earlier runs. Their exams must not be changed or dropped unless the user requests replacement."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from treesolve.authoring.existing_exams import ExistingExams
from treesolve.authoring.sheet_plan import SheetPlan
from treesolve.authoring.variant import Variant
from treesolve.grading.exam import Key, read_key
from treesolve.grading.roster import Student
from treesolve.model.answer import normalize_name
from treesolve.model.input_file import MAX_JSON_BYTES, read_file, read_input
from treesolve.model.problem import InputError, Problem
from treesolve.workflows.sheet_key_writer import sheet_facts
from treesolve.workflows.sheet_printing import PrintPlan

MAX_NAMES = 12
"""Maximum number of students whose names a message lists."""

_PLAN_FIELDS = ("id", "seed", "plan")
"""Fields of a key's sheet that determine the exams. The other fields, such as title and language, may change."""


class ExistingKey(NamedTuple):
    """The key that already exists at the destination of a plan, and the content of its file.

    The key is None if there is no file or it cannot be read.
    """

    plan: PrintPlan
    key: Key | None
    content: bytes

    @property
    def path(self) -> str:
        """The path of the key file, which may not exist yet."""
        return str(Path(self.plan.folder) / self.plan.key)

    def exams(self, seed: str) -> ExistingExams:
        """Return the exams in the key, for comparison with a run that uses this seed."""
        return _exams_in(self.key, self.plan.sheet, seed)

    def check_unchanged(self) -> None:
        """Raise InputError if another run has replaced the key since this run read it."""
        if load_existing_key(self.plan, replace=True).content != self.content:
            raise InputError((Problem("sheet-key-changed", None, {}, self.path),))

    def check_kept(self, protected: ExistingExams, variants: Iterable[Variant]) -> None:
        """Raise InputError if a protected exam is missing from the variants, or differs from the exam in the key."""
        lost_holders = {normalize_name(holder): holder for holder in protected.holders}
        for variant in variants:
            called = normalize_name(variant.called)
            if protected.exam(called) == (variant.code, variant.exercises):
                lost_holders.pop(called, None)
                if variant.student and normalize_name(protected.variant_of(variant.student.id) or "") == called:
                    lost_holders.pop(normalize_name(variant.student.id), None)
        self.check_lost(list(lost_holders.values()))

    def check_lost(self, holders: Sequence[str]) -> None:
        """Raise InputError if there are any `holders`.

        These are the students and variants whose exams the run would change or drop.
        """
        if holders:
            raise InputError((Problem("sheet-exams-lost", None, _names(holders), self.path),))


def load_existing_key(plan: PrintPlan, *, replace: bool) -> ExistingKey:
    """Return the key of an earlier run.

    Raises InputError if the key cannot be read, unless it is to be replaced.
    """
    found = ExistingKey(plan, None, b"")
    try:
        found = found._replace(content=read_file(Path(found.path), MAX_JSON_BYTES))
        return found._replace(key=read_key(found.content.decode(), found.path))
    except (OSError, ValueError, InputError) as error:
        if replace or isinstance(error, FileNotFoundError | NotADirectoryError):
            return found
        raise InputError((Problem("sheet-key-unreadable", None, {}, found.path),)) from None


def earlier_exams(
    sheet: SheetPlan, seed: str | None, path: str | None, in_place: Key | None = None, students: Sequence[Student] = ()
) -> tuple[str | None, ExistingExams]:
    """Return the seed of a run and the exams that it preserves.

    The exams are those in the key at `path`, or without a path those in `in_place`. If no seed is given, the seed of
    the key is used even if some tasks have changed, so that the other tasks keep their trees. Raises InputError if the
    key at `path` cannot be read, belongs to another sheet or seed, has other variants, or assigns a variant that the
    sheet does not have to one of the students.
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


def _check_variant_names(sheet: SheetPlan, exams: ExistingExams, students: Sequence[Student]) -> None:
    """Raise InputError unless the variant names of the sheet include those of the key, or vice versa.

    The sheet must also have every variant that the key assigns to one of the students.
    """
    ours, theirs = set(map(normalize_name, sheet.variants)), set(map(normalize_name, exams.key.codes))
    is_part = bool(ours) == bool(theirs) and (ours <= theirs or theirs <= ours)
    if not is_part or any(exams.variant_of(one.id) != exams.key.variant_of(one.id) for one in students):
        facts = {"ours": ",".join(sheet.variants), "theirs": ",".join(exams.key.codes)}
        raise InputError((Problem("sheet-key-variants", None, facts, exams.path),))


def protected_exams(
    earlier: ExistingKey,
    seed: str,
    existing_exams: ExistingExams,
    students: Sequence[Student],
    count: int,
    *,
    replace: bool,
) -> ExistingExams | None:
    """Return the exams in the existing key that the run must not change, or None if the run may replace them.

    Raises InputError if the run would change or drop one of these exams. The run is for the given students or, without
    students, for `count` variants. Also raises InputError if `existing_exams` come from a key given by its path and a
    student has no exam in them.
    """
    _check_newcomers(earlier, existing_exams, students)
    if replace:
        return None
    exams = earlier.exams(seed)
    if not exams.fits:
        facts = _facts_of_other(exams, seed) | _names(exams.holders)
        raise InputError((Problem("sheet-other-key", None, facts, earlier.path),))
    earlier.check_lost(exams.lost_holders(students, count))
    return exams


def _check_newcomers(earlier: ExistingKey, exams: ExistingExams, students: Sequence[Student]) -> None:
    """Raise InputError if students have no exam in a key given by its path, unless the run overwrites that key.

    A key without students is accepted if it has named variants, because these can still be assigned.
    """
    names = [one.id for one in students if exams.key.variant_of(one.id) is None]
    is_for_students = bool(exams.key.students) and not (exams.key.codes or exams.unassigned)
    is_dealt = exams.key.codes and not exams.key.students
    if not exams.path or is_dealt or Path(earlier.path).resolve() == Path(exams.path).resolve():
        return
    if names or (is_for_students and not students):
        raise InputError((Problem("sheet-not-in-key", None, _names(names), exams.path),))


def _exams_in(key: Key | None, sheet: SheetPlan, seed: str | None, path: str = "") -> ExistingExams:
    facts = sheet_facts(sheet, str(seed))
    return ExistingExams(
        sheet, key, path, fits=key is None or all(key.sheet.get(one) == facts[one] for one in _PLAN_FIELDS)
    )


def _facts_of_other(exams: ExistingExams, seed: str | None) -> dict[str, Any]:
    return {name: str(exams.key.sheet.get(name, "")) for name in ("title", "seed")} | {"own": seed}


def _names(holders: Sequence[str]) -> dict[str, Any]:
    more = [] if len(holders) <= MAX_NAMES else [f"… ({len(holders)})"]
    return {"names": ", ".join([*holders[:MAX_NAMES], *more])}
