"""What a class made of its exercises, as a page: points, nodes, misconceptions, problems.

In a browser it begins with what moves: a table of all answers, those first that wait for a person.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from markupsafe import Markup

from treesolve.grading.class_summary import Summary
from treesolve.grading.sheet_totals import SheetOfClass
from treesolve.pages.answer_room import NewPage
from treesolve.pages.answer_table import AnswerTable
from treesolve.pages.document import Block, Document, Heading, Opening, Paragraph, Table, listing, written
from treesolve.pages.environment import render, words
from treesolve.pages.exercise_results import ExerciseResults
from treesolve.pages.sheet_of_class import sheet_blocks, task_heading
from treesolve.pages.shown import shown_text
from treesolve.pages.student_table import SheetTable

MOST_LISTED = 200
"""So many problems are listed; more are counted."""


def class_page(
    summaries: Sequence[Summary],
    language: str = "en",
    *,
    problems: Sequence[Mapping[str, Any]] = (),
    sheet: SheetOfClass | None = None,
    is_listed: bool = True,
) -> Document:
    """The results of a class, with charts where a form can show them; of a sheet first what concerns all its tasks.

    `problems` are as in the document treesolve/grades/2. The students of a sheet stand in a table where they are
    `is_listed`.
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
        rows = [[_place_of_problem(problem), shown_text(str(problem["message"]))] for problem in problems[:MOST_LISTED]]
        blocks.append(Heading(say.problems(), anchor="problems"))
        blocks.append(Table([say.file_column(), say.problem_column()], listing(rows, "")))
    if len(problems) > MOST_LISTED:
        blocks.append(Paragraph([say.more({"count": len(problems) - MOST_LISTED})]))
    return Document(blocks, language)


def class_html(page: Document, table: AnswerTable | SheetTable) -> str:
    """The same, complete, for a browser, with a table of all answers, or of all students."""
    told = {block.anchor: block.title or "" for block in page.blocks if isinstance(block, Opening)}
    told |= {block.anchor: block.text for block in page.blocks if isinstance(block, Heading)}
    return render(
        "class",
        "html",
        page.language,
        piece=Markup(written(page, "html")),
        parts={anchor: text for anchor, text in told.items() if anchor},
        answers=table,
        title=table.page_title,
        script=bool(table.rows),
    )


def _place_of_problem(problem: Mapping[str, Any]) -> str:
    """Where a problem was seen: file, line, column."""
    found = (problem.get(name) for name in ("source", "line", "column"))
    return shown_text(":".join(str(part) for part in found if part is not None))
