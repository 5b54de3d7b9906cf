"""The results of a class as a page, with points, nodes, misconceptions and problems.

The HTML page starts with an interactive table of all answers. Pending answers come first.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from treesolve.grading.class_summary import ClassSummary
from treesolve.grading.sheet_totals import ClassTotals
from treesolve.rendering.answer_space import NewPage
from treesolve.rendering.answer_table_page import AnswerTable, SheetTable
from treesolve.rendering.chart import Bar, columns
from treesolve.rendering.document import Block, Document, Heading, Opening, Paragraph, Table, listing, written
from treesolve.rendering.exercise_statistics_page import (
    Distribution,
    ExerciseResults,
    ResultView,
    correct_share,
    make_chart,
    percentage,
    points_text,
)
from treesolve.rendering.grades import totals_blocks
from treesolve.rendering.inline_text import Strong
from treesolve.rendering.template_engine import capitalized
from treesolve.rendering.template_environment import display_text, render, shortened, words

MAX_LISTED = 200
"""Maximum number of problems listed. If there are more, the page only says how many."""


def class_page(
    summaries: Sequence[ClassSummary],
    language: str = "en",
    *,
    problems: Sequence[Mapping[str, Any]] = (),
    sheet: ClassTotals | None = None,
    is_listed: bool = True,
) -> Document:
    """Return the results of a class, with charts in formats that support them. If given, the sheet's totals come first.

    `problems` are as in the document treesolve/grades/2. With `is_listed`, a table lists the students of a sheet.
    """
    say = words(language, "grading.jinja")
    blocks: list[Block] = []
    if sheet is not None:
        blocks += sheet_blocks(sheet, summaries, language, is_listed=is_listed)
    for number, summary in enumerate(summaries, 1 if sheet else 0):
        called = task_heading(summary, language) if sheet else ""
        blocks += [NewPage()] * bool(number)
        blocks += ExerciseResults(summary, number, language).blocks(called)
    if not blocks:
        blocks += [Opening(None, say.class_title()), Paragraph([say.nobody()])]
    if problems:
        rows = [
            [_problem_location(problem), display_text(str(problem["message"]))] for problem in problems[:MAX_LISTED]
        ]
        blocks.append(Heading(say.problems(), anchor="problems"))
        blocks.append(Table([say.file_column(), say.problem_column()], listing(rows, "")))
    if len(problems) > MAX_LISTED:
        blocks.append(Paragraph([say.more({"count": len(problems) - MAX_LISTED})]))
    return Document(blocks, language)


def class_html(page: Document, table: AnswerTable | SheetTable) -> str:
    """Return the complete HTML page, with a table of all answers or students."""
    headings = {block.anchor: block.title or "" for block in page.blocks if isinstance(block, Opening)}
    headings |= {block.anchor: block.text for block in page.blocks if isinstance(block, Heading)}
    return render(
        "class",
        "html",
        page.language,
        piece=Markup(written(page, "html")),
        parts={anchor: text for anchor, text in headings.items() if anchor},
        answers=table,
        title=table.page_title,
        script=bool(table.rows),
    )


def _problem_location(problem: Mapping[str, Any]) -> str:
    """Return where a problem occurred: file, line, column."""
    found = (problem.get(name) for name in ("source", "line", "column"))
    return display_text(":".join(str(part) for part in found if part is not None))


def sheet_blocks(
    sheet: ClassTotals, summaries: Sequence[ClassSummary], language: str, *, is_listed: bool
) -> Iterator[Block]:
    """Yield the results of the whole sheet, with a table of all students if `is_listed`."""
    yield from totals_blocks(sheet, language, is_listed=is_listed)
    say = words(language, "grading.jinja")
    decided = [total for total in sheet.totals if not total.pending]
    points = dict(sorted(Counter(total.points for total in decided).items()))
    totals = Distribution(points, max((total.of for total in sheet.totals), default=0), language)
    if decided:
        counted = say.students_decided({"count": len(decided), "pending": len(sheet.totals) - len(decided)})
        yield Paragraph([Strong(counted), totals.statistics])
    yield Heading(say.tasks_title())
    yield Table(_head_of_tasks(language), listing([_row_of_task(one, language) for one in summaries], ""), words=(0, 7))
    charts = [totals.chart(say.totals(), say.students_column()), _chart_of_grades(sheet, language)] if decided else []
    for result in filter(None, charts):
        yield Heading(result.chart.caption)
        yield from result.blocks()


def _chart_of_grades(sheet: ClassTotals, language: str) -> ResultView | None:
    """Return the chart of the number of students with each grade, or None if there are no grades."""
    say, counts = words(language, "grading.jinja"), Counter(total.grade for total in sheet.totals)
    if not any(counts[grade] for grade in sheet.grades):
        return None
    grades = dict.fromkeys(sheet.grades)
    bars = [Bar(shortened(display_text(grade)), counts[grade], str(counts[grade])) for grade in grades]
    head = [say.grade_column(), say.students_column()]
    return ResultView(make_chart(columns, say.grades(), bars), head, [[bar.label, bar.text] for bar in bars])


def _head_of_tasks(language: str) -> list[str]:
    say, column = words(language, "grading.jinja"), words(language, "grades.jinja").column
    named = (say.answers_column(), say.mean_column(), say.median_column(), say.full_column(), say.zero_column())
    return [capitalized(column("task")), say.points_head(), *named, say.commonest_column()]


def _row_of_task(summary: ClassSummary, language: str) -> list[str]:
    """Return the row of a task: its points, number of graded answers, mean, median, shares and most common mistake."""
    points = Distribution(summary.points, summary.possible, language)
    row = [task_heading(summary, language), points_text(summary.possible, language), str(summary.answers)]
    if not summary.answers:
        return [*row, *[""] * 5]
    full = sum(count for got, count in summary.points.items() if got >= summary.possible)
    without = sum(count for got, count in summary.points.items() if got <= 0)
    shares = (percentage(correct_share(count, summary.answers)) for count in (full, without))
    means = (points_text(number, language) for number in (points.mean, points.median))
    return [*row, *means, *shares, _most_common_mistake(summary, language)]


def _most_common_mistake(summary: ClassSummary, language: str) -> str:
    say = words(language, "grading.jinja")
    found = [(say.tied([*map(say.misconception, codes)]), count) for codes, count in summary.misconceptions.items()]
    return f"{capitalized(found[0][0])} ({found[0][1]})" if found else ""


def task_heading(summary: ClassSummary, language: str) -> str:
    """Return the heading of a task as on the sheet: its number and title."""
    title = {"label": display_text(summary.exercise), "title": display_text(summary.tree.title or "")}
    return words(language, "sheet.jinja").task(title)
