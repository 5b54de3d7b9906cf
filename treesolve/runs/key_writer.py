"""The key of a sheet, written variant by variant."""

from collections.abc import Iterable
from io import StringIO
from typing import TextIO

from treesolve.exercises.planned_sheet import SheetPlan
from treesolve.exercises.variant import Variant
from treesolve.grading.exam import key_entry, key_head, key_tail
from treesolve.runs.existing_key import sheet_facts


class KeyWriter:
    """Writes the key of a sheet, one variant after the other; what several students have is entered once.

    Nothing but the roster is held, unless variants have names: a key begins with their codes.
    """

    def __init__(self, file: TextIO, sheet: SheetPlan, seed: str) -> None:
        self._file, self._facts, self._has_names = file, sheet_facts(sheet, seed), bool(sheet.variants)
        self._kept = StringIO()
        self._entries: TextIO = self._kept if self._has_names else file
        self._separator = "\n"
        self._codes: set[str] = set()
        self._codes_by_name: dict[str, str] = {}
        self._students: dict[str, str] = {}
        self._names: dict[str, str] = {}
        if not self._has_names:
            file.write(key_head(self._facts))

    def add(self, variant: Variant) -> None:
        """Enter a variant and who has it."""
        self._codes_by_name[variant.given_name] = variant.code
        if variant.student:
            self._students[variant.student.id] = variant.called
            if variant.student.name:
                self._names[variant.student.id] = variant.student.name
        if variant.code not in self._codes:
            for exercise, key in zip(variant.exercises, variant.answer_keys, strict=True):
                self._entries.write(self._separator + key_entry(exercise, key))
                self._separator = ",\n"
            self._codes.add(variant.code)

    def finish(self) -> None:
        """Write what comes when all variants are known."""
        if self._has_names:
            self._file.write(key_head({**self._facts, "codes": self._codes_by_name}))
            self._file.write(self._kept.getvalue())
        self._file.write(key_tail(self._students, self._names))


def key_text(sheet: SheetPlan, seed: str, variants: Iterable[Variant]) -> str:
    """The key of a sheet with these variants."""
    file = StringIO()
    writer = KeyWriter(file, sheet, seed)
    for variant in variants:
        writer.add(variant)
    writer.finish()
    return file.getvalue()
