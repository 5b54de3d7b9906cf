"""Whose points change when answers are marked again, as a table."""

from collections.abc import Iterator, Sequence
from io import StringIO

from treesolve.grading.change import Change, PartChange, Reason
from treesolve.model.number import Number
from treesolve.pages.document import Block, Document, Opening, Paragraph, Table, listing
from treesolve.pages.environment import number_text, words
from treesolve.pages.shown import shown_text
from treesolve.pages.spreadsheet import guarded, row_writer


def changes_page(changes: Sequence[Change], answers: int, language: str = "en") -> Document:
    """All changes in a table."""
    say = words(language, "grades.jinja")
    told = say.changed_title({"changed": len(changes), "answers": answers})
    blocks: list[Block] = [Opening(None, say.title()), Paragraph([told])]
    if changes:
        rows = [_row_of_change(changed, language) for changed in changes]
        blocks.append(Table(_headings_of_changes(language), listing(rows, ""), words=(0, 1, 4)))
    return Document(blocks, language)


def changes_csv(changes: Sequence[Change], language: str) -> str:
    """All changes for a spreadsheet."""
    told = StringIO()
    write_row = row_writer(told, language)
    write_row(_headings_of_changes(language))
    for changed in changes:
        student, exercise, before, now, why = _row_of_change(changed, language)
        numbers = (cell.replace("−", "-") for cell in (before, now))
        write_row([guarded(student), guarded(exercise), *numbers, guarded(why)])
    return told.getvalue()


def _headings_of_changes(language: str) -> list[str]:
    say = words(language, "grades.jinja")
    return [say.column(name) for name in ("student", "exercise", "before", "now", "why")]


def _row_of_change(changed: Change, language: str) -> list[str]:
    before, now = _points_text(changed.before, language), _points_text(changed.now, language)
    return [
        shown_text(changed.student),
        shown_text(changed.exercise),
        before,
        now,
        "; ".join(_reasons_in_words(changed, language)),
    ]


def _points_text(points: Number | None, language: str) -> str:
    return words(language, "grades.jinja").not_asked() if points is None else number_text(points, language)


def _reasons_in_words(changed: Change, language: str) -> Iterator[str]:
    say = words(language, "grades.jinja")
    if changed.before is None:
        yield say.added()
    if changed.now is None:
        yield say.gone()
    for part in changed.parts:
        yield _part_in_words(part, language)
    if changed.grades[0] != changed.grades[1]:
        yield say.grade_change({"before": changed.grades[0], "now": changed.grades[1]})


def _part_in_words(part: PartChange, language: str) -> str:
    say = words(language, "grades.jinja")
    reasons = [_reason_in_words(reason, language) for reason in part.reasons]
    points = {"before": _points_text(part.before, language), "now": _points_text(part.now, language)}
    return say.part_change({"part": part.part, "reasons": reasons, **points})


def _reason_in_words(reason: Reason, language: str) -> str:
    say = words(language, "grades.jinja")
    if reason.node is None:
        return f"{say.verdict(reason.before)} → {say.verdict(reason.now)}"
    return say.item_change(reason._asdict())
