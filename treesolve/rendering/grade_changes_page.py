"""A table of changed points and grades after regrading, with the reasons."""

from collections.abc import Iterator, Sequence
from typing import Any

from treesolve.grading.grade_changes import Change, GradedPart
from treesolve.model.number import Number
from treesolve.rendering.document import Block, Document, Opening, Paragraph, Table, listing
from treesolve.rendering.template_environment import display_text, number_text, words


def regrade_page(changes: Sequence[Change], count: int, language: str = "en", *, is_sheet: bool = False) -> Document:
    """Return a page with the changes among `count` answers, or among `count` students if `is_sheet`."""
    page, say = _RegradePage(language), words(language, "grades.jinja")
    summary = say.changed_title({"changed": len(changes), "count": count, "is_sheet": is_sheet})
    blocks: list[Block] = [Opening(None, say.title()), Paragraph([summary])]
    if changes:
        has_labels = any(change.entry.label for change in changes)
        labels = ["name" if is_sheet else "exercise"] * has_labels
        columns = ["student", *labels, "before", "now", "why"]
        rows = [page.row(change, has_label=has_labels) for change in changes]
        text_columns = [number for number, name in enumerate(columns) if name not in ("before", "now")]
        blocks.append(Table([*map(say.column, columns)], listing(rows, ""), words=text_columns))
    return Document(blocks, language)


class _RegradePage:
    def __init__(self, language: str) -> None:
        self.language, self.say = language, words(language, "grades.jinja")

    def row(self, change: Change, *, has_label: bool) -> list[str]:
        entry = change.entry
        points = (self.points(one and one.points) for one in (change.before, change.now))
        label = [display_text(entry.label)] * has_label
        return [display_text(entry.student), *label, *points, "; ".join(self.reasons(change))]

    def points(self, points: Number | None) -> str:
        return self.say.no_points() if points is None else number_text(points, self.language)

    def reasons(self, change: Change) -> Iterator[str]:
        """Yield the reasons why an entry changed: its tasks or parts, the maximum, the scale, the grade."""
        if change.before is None or change.now is None:
            yield self.say.only_before() if change.now is None else self.say.only_now()
            return
        yield from map(self.task, change.tasks)
        for part, pair in change.parts.items():
            points = self.pair(*(one and one.points for one in pair))
            yield self.say.part_change({"part": part, **points, "reasons": self.verdicts(*pair)})
        if change.before.of != change.now.of:
            yield self.say.worth_change(self.pair(change.before.of, change.now.of))
        if change.counted:
            yield self.say.counted_change(self.pair(*change.counted))
        grades = [display_text(one.grade or "") for one in (change.before, change.now)]
        if grades[0] != grades[1]:
            yield self.say.grade_change({"before": grades[0], "now": grades[1]})

    def pair(self, before: Number | None, now: Number | None) -> dict[str, Any]:
        return {"before": self.points(before), "now": self.points(now)}

    def task(self, change: Change) -> str:
        task = words(self.language, "sheet.jinja").task({"label": display_text(change.entry.label), "title": ""})
        reasons = [*self.reasons(change)]
        return f"{task}: {', '.join(reasons)}" if reasons else task

    def verdicts(self, old: GradedPart | None, new: GradedPart | None) -> list[str]:
        """Return the changed verdicts, or the changed basis if the part has no items.

        Returns an empty result if only one of the two grade results contains the part.
        """
        if old is None or new is None:
            return []
        before, now = old.verdicts, new.verdicts
        if not before and not now:
            before, now = {"": old.basis}, {"": new.basis}
        pairs = {node: (before.get(node, ""), now.get(node, "")) for node in (*before, *now)}
        return [
            self.say.item_change({"node": display_text(node), "before": display_text(one), "now": display_text(other)})
            for node, (one, other) in pairs.items()
            if one != other
        ]
