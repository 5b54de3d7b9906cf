"""The key file of a sheet."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from treesolve.authoring.sheet_plan import SheetPlan
from treesolve.authoring.variant import Variant
from treesolve.grading.exam import key_entry, key_head, key_tail
from treesolve.model.reading_point import without_default_reading_point
from treesolve.notation import writer
from treesolve.search.solution import Solution

_EARLIER_NAMES = {
    "TreeRequest(": "Request(",
    "ValueRange(": "Values(",
    "constraints=": "wants=",
    "Constraint(": "Want(",
    "parts=(), allowed=frozenset()": "excused=(), parts=()",
    ", chances=()": "",
}
"""Earlier names of classes and fields, by current name.

The digest of a plan uses the earlier names, so that keys from earlier versions still match.
"""


def key_text(sheet: SheetPlan, seed: str, variants: Sequence[Variant]) -> str:
    """Return the key of a sheet as JSON text.

    A variant that several students share appears only once.
    """
    facts: dict[str, Any] = {**sheet_facts(sheet, seed)}
    if sheet.variants:
        facts["codes"] = {variant.given_name: variant.code for variant in variants}
    first_of_code = {variant.code: variant for variant in reversed(variants)}
    entries = [
        key_entry(exercise, key)
        for variant in variants
        if first_of_code[variant.code] is variant
        for exercise, key in zip(variant.exercises, variant.answer_keys, strict=True)
    ]
    students = {variant.student.id: variant.called for variant in variants if variant.student}
    names = {variant.student.id: variant.student.name for variant in variants if variant.student}
    named = {student: name for student, name in names.items() if name}
    return "".join([key_head(facts), "\n" * bool(entries), ",\n".join(entries), key_tail(students, named)])


def sheet_facts(sheet: SheetPlan, seed: str) -> dict[str, str]:
    """Return the fields by which a key identifies its sheet."""
    return {"id": sheet.id, "title": sheet.title, "language": sheet.language, "seed": seed, "plan": _digest(sheet)}


def _digest(sheet: SheetPlan) -> str:
    """Return a digest of a sheet's tasks, which does not depend on their titles and texts."""
    tasks = [
        (task.label, _text_of_source(task.source), task.convention, sorted(task.points.items())) for task in sheet.tasks
    ]
    return sha256(without_default_reading_point(repr(tasks)).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _text_of_source(source: Any) -> str:
    """Return a string that uniquely describes the source of a task's trees, for use in the digest."""
    if isinstance(source, Solution):
        return writer.write(source.tree)
    text = repr(source._replace(like=source.like and writer.write(source.like)))
    for name, earlier in _EARLIER_NAMES.items():
        text = text.replace(name, earlier)
    return text
