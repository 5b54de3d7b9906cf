"""Feedback for students on a task or a sheet, as a few sentences for a table of results or as a page with the tree.

After the deadline, feedback reveals the correct answers. Before the deadline, it only hints at what to review.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from treesolve.grading.grader import Grader, MarkedAnswer
from treesolve.grading.marks import CORRECT, FOLLOWING, MISSING, PARTIAL, REFERENCE, WRONG, Mark
from treesolve.grading.result import NO_INTERPRETATION, Interpretation
from treesolve.grading.rubric import DEFAULT_RUBRIC, Rubric
from treesolve.grading.sheet_totals import UNASSIGNED
from treesolve.model.number import Number
from treesolve.rendering.answer_feedback import feedback_sentences
from treesolve.rendering.document import (
    Block,
    Document,
    Drawing,
    Heading,
    Listing,
    Opening,
    Paragraph,
    Points,
    Table,
    listing,
)
from treesolve.rendering.grades import outcome_sentence, read_rows
from treesolve.rendering.inline_text import Line, Strong, Words
from treesolve.rendering.marked_answer import MarkedTree
from treesolve.rendering.page_tree import DrawnTree
from treesolve.rendering.template_engine import capitalized
from treesolve.rendering.template_environment import display_text, number_text, words

if TYPE_CHECKING:
    from treesolve.grading.exercise import Exercise
    from treesolve.grading.sheet_totals import SheetTotal

MAX_LINE_LENGTH = 88
"""Maximum line length of sentences in a terminal."""

MAX_SHOWN = 40
"""Maximum number of reasons per part on a page. If there are more, the page only says how many."""

WRONG_PART, MISSING_PART, EQUAL_MOVE = "wrong", "missing", "equal"
"""Bases that marks do not have: nothing is right, nothing was answered, another move is equally good."""


def feedback_text(report: MarkedAnswer, grader: Grader, language: str = "en", full: bool = True) -> str:
    """Return the reasons for all lost points, and the diagnosis, as plain text."""
    return feedback_sentences(grader.counted(report), language, full).text(report)


def feedback_page(
    report: MarkedAnswer,
    grader: Grader,
    language: str = "en",
    *,
    full: bool = True,
    at_length: bool = False,
    name: str | None = None,
    read: Interpretation = NO_INTERPRETATION,
    **look: Any,
) -> Document:
    """Return the page of a graded answer; `full` and `at_length` as for FeedbackPage, `look` as for DrawnTree.

    `name` replaces the title of the tree; `read` is the interpretation of the answer.
    """
    page = FeedbackPage(report, grader, language, full=full, at_length=at_length)
    title, drawn = name or grader.tree.title, page.drawn(**look)
    opening = Opening(
        display_text(title) if title else page.say.title(),
        source=page.say.student({"student": display_text(report.answer.student)}),
        convention=page.convention_text,
    )
    return Document([opening, *page.blocks(drawn, read)], language, min(drawn.width, MAX_LINE_LENGTH))


def _lines(reasons_by_part: Sequence[tuple[str, list[str]]]) -> Listing:
    """Return one line per sentence, each starting with the name of its part."""
    return listing([Line([Strong(f"{part}:"), f" {line}"]) for part, lines in reasons_by_part for line in lines])


class FeedbackPage:
    """The feedback on a graded answer.

    With `full`, the page reveals the correct answers; otherwise it gives hints. With `at_length`, it proves every wrong
    cut, not just one.
    """

    def __init__(
        self, report: MarkedAnswer, grader: Grader, language: str = "en", *, full: bool = True, at_length: bool = False
    ) -> None:
        self.report, self.language, self.full = report, language, full
        self.grader = grader.counted(report)
        self.feedback_sentences = feedback_sentences(self.grader, language, full, at_length)
        self.say = self.feedback_sentences.say

        self.is_full = all(mark.is_full for mark in report.marks)

    @property
    def convention_text(self) -> str:
        """The convention by which the answer is graded."""
        return display_text(words(self.language).convention(self.grader.solution.convention))

    def drawn(self, **look: Any) -> DrawnTree:
        """Return the tree with the student's answer drawn in it."""
        return DrawnTree(
            self.feedback_sentences.reasons.tree,
            lambda: self.picture.labels,
            self.language,
            lined=lambda: self.marked_tree(beside=False).labels,
            **look,
        )

    def blocks(self, drawn: DrawnTree, read: Interpretation) -> Iterator[Block]:
        """Yield the blocks below the opening of the page, including the interpretation of the answer."""
        say, legend = self.say, self.picture.legend
        yield Paragraph(self.outcome)
        if self.diagnosis:
            first, *rest = self.diagnosis
            yield Paragraph([Strong(first), *rest])
        if self.explained:
            yield Points(_lines(self.explained))
        yield Table([say.question(), say.points_head(), say.basis_head()], listing(self.rows))
        yield from (Paragraph([note], "warning") for note in self.notes)
        yield Drawing(drawn)
        if legend:
            yield Paragraph([" · ".join(map(say.legend, legend))], "note")
        if self.reasons:
            yield Points(_lines(self.reasons), say.reasons_title() if self.full else say.hints_title())
        if rows := [*read_rows(read, self.language)]:
            yield Heading(say.read_title())
            yield Table([say.question(), say.written_head(), say.read_head()], listing(rows), words=(0, 1, 2))

    @property
    def outcome(self) -> list[Words]:
        """The points, or their range while parts are pending; the grade; and praise if no points were lost."""
        report, rubric = self.report, self.grader.rubric
        at_most = report.at_most if report.pending else None
        sentence = outcome_sentence(report.points, self.grader.possible, at_most, report.grade, rubric, self.language)
        return [Strong(sentence), *([self.feedback_sentences.praise(self.report)] if self.is_full else [])]

    @property
    def notes(self) -> list[str]:
        """Notes on the whole answer: pending parts, convention, view of the numbers, comments, deadline."""
        found = list(map(self.feedback_sentences.pending, self.report.pending))
        if not self.is_full:
            found += self.feedback_sentences.accepted(self.report)
        if self.grader.solution.convention.perspective != "minimax":
            found.append(self.say.own_view() if self.report.view == "mover" else self.say.max_view())
        found += [
            sentence for mark in self.report.marks for sentence in self.feedback_sentences.comments(mark, self.report)
        ]
        if not self.full and not self.is_full:
            found.append(self.say.before_deadline())
        return found

    @property
    def rows(self) -> list[list[str]]:
        """Each part with its points and the basis of these points."""
        return [
            [self.feedback_sentences.practice.part(mark.part), self._points_of_part(mark), self._basis_sentence(mark)]
            for mark in self.report.marks
        ]

    def _points_of_part(self, mark: Mark) -> str:
        if mark.points is None:
            return self.say.open_points({"of": number_text(mark.of, self.language)})
        return self.feedback_sentences.points(mark.points, mark.of)

    def _basis_sentence(self, mark: Mark) -> str:
        name, _, convention = mark.basis.partition(":")
        if name == PARTIAL and len(mark.items) > 1:
            return self._counts_of_items(mark)
        answered = mark.given is not None or any(item.given is not None for item in mark.items)
        if name == PARTIAL and mark.points is not None and mark.points <= 0:
            name = WRONG_PART if answered else MISSING_PART
        if mark.rule:
            return self.say.consistent({"name": self.say.misconception(mark.rule) if self.full else ""})
        if mark.part == "best" and name == REFERENCE and mark.items[0].given != mark.items[0].expected:
            name = EQUAL_MOVE
        return self.say.basis({"basis": name, "convention": display_text(convention)})

    def _counts_of_items(self, mark: Mark) -> str:
        """Return how many items of a part are right, consistent with earlier mistakes, wrong, and missing."""
        verdicts = [item.verdict for item in mark.items]
        counts = (
            self.say.count(verdict, verdicts.count(verdict))
            for verdict in (CORRECT, FOLLOWING, WRONG, MISSING)
            if verdict in verdicts
        )
        return ", ".join(counts)

    @cached_property
    def picture(self) -> MarkedTree:
        """The tree with the student's answer, for a picture."""
        return self.marked_tree(beside=True)

    def marked_tree(self, *, beside: bool) -> MarkedTree:
        """Return the tree with the answer. Corrections are `beside` the nodes in a picture, and inside them in text."""
        tree = self.feedback_sentences.reasons.tree
        return MarkedTree(self.report, self.grader, tree, self.language, full=self.full, beside=beside)

    @cached_property
    def reasons(self) -> list[tuple[str, list[str]]]:
        """Each part that lost points, with the reasons that the diagnosis does not cover."""
        found = (
            (mark, list(self.feedback_sentences.first_reasons(mark, self.report, MAX_SHOWN)))
            for mark in self.report.marks
        )
        return [(self.feedback_sentences.practice.part(mark.part), reasons) for mark, reasons in found if reasons]

    @cached_property
    def diagnosis(self) -> list[str]:
        """The likely misconceptions, if the diagnosis is certain enough."""
        return [] if self.is_full else self.feedback_sentences.diagnosis(self.report)

    @cached_property
    def explained(self) -> list[tuple[str, list[str]]]:
        """Each part with mistakes that the diagnosis explains, one line each."""
        found = ((mark, self.feedback_sentences.explained(mark, self.report, MAX_SHOWN)) for mark in self.report.marks)
        return [(self.feedback_sentences.practice.part(mark.part), lines) for mark, lines in found if lines]


class MarkedTask(NamedTuple):
    """A task that a student handed in, with its exercise, report, grader and interpretation."""

    exercise: "Exercise"
    report: MarkedAnswer
    grader: Grader
    read: Interpretation = NO_INTERPRETATION


def sheet_feedback_page(
    title: str,
    total: "SheetTotal",
    handed_in: Mapping[str, MarkedTask],
    language: str = "en",
    *,
    full: bool = True,
    at_length: bool = False,
    rubric: Rubric = DEFAULT_RUBRIC,
    **look: Any,
) -> Document:
    """Return the page with all tasks of a student; `full`, `at_length` and `look` as for feedback_page.

    `handed_in` maps the name of each task to the task. The `rubric` may rescale the total points.
    """
    # The grade on the page is that of the sheet.
    reports = {name: task.report._replace(grade=None) for name, task in handed_in.items()}
    options = {"full": full, "at_length": at_length}
    pages = {name: FeedbackPage(reports[name], task.grader, language, **options) for name, task in handed_in.items()}
    drawn = {name: page.drawn(**look) for name, page in pages.items()}
    conventions = {page.convention_text for page in pages.values()}
    convention = conventions.pop() if len(conventions) == 1 else None
    blocks = [_opening(title, total, convention, language), *_summary(total, handed_in, rubric, language)]
    for name in total.tasks:
        if name not in pages:
            continue
        task, say = handed_in[name], words(language, "sheet.jinja")
        facts = {"label": display_text(name), "title": display_text(task.exercise.tree.title or "")}
        blocks.append(Opening(say.task(facts), convention=None if convention else pages[name].convention_text))
        blocks += pages[name].blocks(drawn[name], task.read)
    return Document(blocks, language, min([MAX_LINE_LENGTH, *(one.width for one in drawn.values())]))


def _opening(title: str, total: "SheetTotal", convention: str | None, language: str) -> Opening:
    say = words(language, "grading.jinja")
    named = {name: display_text(getattr(total, name) or "") for name in ("student", "name", "variant")}
    return Opening(display_text(title) or say.title(), source=say.whose(named), convention=convention)


def _summary(
    total: "SheetTotal", handed_in: Mapping[str, MarkedTask], rubric: Rubric, language: str
) -> Iterator[Block]:
    """Yield the total points and the grade, then the tasks with their points."""
    column = words(language, "grades.jinja").column
    at_most = sum(task.report.at_most for task in handed_in.values()) if total.pending else None
    if UNASSIGNED in total.pending:  # the text may answer any task
        at_most = total.of
    yield Paragraph([Strong(outcome_sentence(total.points, total.of, at_most, total.grade, rubric, language))])
    rows = [_row_of_task(task, total, language) for task in total.tasks]
    sum_row = [capitalized(column("total")), *_numbers(total.points, total.of, language), ""]
    shown = ("task", "points", "of", *(["notes"] if any(row[-1] for row in rows) else []))
    cells = [row[: len(shown)] for row in (*rows, sum_row)]
    yield Table([capitalized(column(name)) for name in shown], listing(cells, ""), words=(0, 3)[: len(shown) - 2])
    if UNASSIGNED in total.pending:
        yield Paragraph([words(language, "grading.jinja").unassigned()])


def _row_of_task(task: str, total: "SheetTotal", language: str) -> list[str]:
    say, points = words(language, "grading.jinja"), total.tasks[task]
    note = "" if points is not None else say.not_handed_in()
    if task in total.pending or (points is None and UNASSIGNED in total.pending):
        note = say.basis({"basis": "pending"})
    return [display_text(task), *_numbers(points or 0, total.worth[task], language), note]


def _numbers(points: Number, of: Number, language: str) -> list[str]:
    return [number_text(points, language), number_text(of, language)]
