"""What a student reads about all tasks of a sheet, on one page: the total, the grade, then task by task."""

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from treesolve.grading.exam import Exercise
from treesolve.grading.grader import Grader, Report
from treesolve.grading.result import UNKNOWN, ReadAs
from treesolve.grading.rubric import USUAL, Rubric
from treesolve.grading.sheet_totals import Total
from treesolve.model.number import Number
from treesolve.pages.document import Block, Document, Opening, Paragraph, Table, listing
from treesolve.pages.engine import capitalized
from treesolve.pages.environment import number_text, shown_text, words
from treesolve.pages.feedback import LONGEST_LINE, FeedbackPage
from treesolve.pages.grades import outcome_sentence
from treesolve.pages.inline import Strong


class MarkedTask(NamedTuple):
    """A task that was handed in: its exercise, the report, what marks it, what was read."""

    exercise: Exercise
    report: Report
    grader: Grader
    read: ReadAs = UNKNOWN


def sheet_feedback_page(
    title: str,
    total: Total,
    handed_in: Mapping[str, MarkedTask],
    language: str = "en",
    *,
    full: bool = True,
    at_length: bool = False,
    rubric: Rubric = USUAL,
    **look: Any,
) -> Document:
    """All tasks of a student; `handed_in` has them by name, `full`, `at_length` and `look` are as for feedback_page.

    The `rubric` says as how many points all count.
    """
    reports = {name: task.report._replace(grade=None) for name, task in handed_in.items()}  # the sheet has one
    told = {"full": full, "at_length": at_length}
    pages = {name: FeedbackPage(reports[name], task.grader, language, **told) for name, task in handed_in.items()}
    drawn = {name: page.drawn(**look) for name, page in pages.items()}
    lectures = {page.lecture for page in pages.values()}
    lecture = lectures.pop() if len(lectures) == 1 else None
    blocks = [_opening(title, total, lecture, language), *_summary(total, handed_in, rubric, language)]
    for name in total.tasks:
        if name not in pages:
            continue
        task, say = handed_in[name], words(language, "sheet.jinja")
        facts = {"label": shown_text(name), "title": shown_text(task.exercise.tree.title or "")}
        blocks.append(Opening(say.task(facts), lecture=None if lecture else pages[name].lecture))
        blocks += pages[name].blocks(drawn[name], task.read)
    return Document(blocks, language, min([LONGEST_LINE, *(one.width for one in drawn.values())]))


def _opening(title: str, total: Total, lecture: str | None, language: str) -> Opening:
    say = words(language, "grading.jinja")
    named = {name: shown_text(getattr(total, name) or "") for name in ("student", "name", "variant")}
    return Opening(shown_text(title) or say.title(), source=say.whose(named), lecture=lecture)


def _summary(total: Total, handed_in: Mapping[str, MarkedTask], rubric: Rubric, language: str) -> Iterator[Block]:
    """The total and the grade, and the tasks with their points."""
    column = words(language, "grades.jinja").column
    at_most = sum(task.report.at_most for task in handed_in.values()) if total.pending else None
    yield Paragraph([Strong(outcome_sentence(total.points, total.of, at_most, total.grade, rubric, language))])
    rows = [_row_of_task(task, total, language) for task in total.tasks]
    sum_row = [capitalized(column("total")), *_numbers(total.points, total.of, language), ""]
    shown = ("task", "points", "of", *(["notes"] if any(row[-1] for row in rows) else []))
    told = [row[: len(shown)] for row in (*rows, sum_row)]
    yield Table([capitalized(column(name)) for name in shown], listing(told, ""), words=(0, 3)[: len(shown) - 2])


def _row_of_task(task: str, total: Total, language: str) -> list[str]:
    say, points = words(language, "grading.jinja"), total.tasks[task]
    note = say.not_handed_in() if points is None else say.basis({"basis": "pending"}) if task in total.pending else ""
    return [shown_text(task), *_numbers(points or 0, total.worth[task], language), note]


def _numbers(points: Number, of: Number, language: str) -> list[str]:
    return [number_text(points, language), number_text(of, language)]
