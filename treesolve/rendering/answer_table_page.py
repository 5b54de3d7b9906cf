"""The answers of a class in one table, with points, parts, interpretations and groups of equal answers."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import NamedTuple
from urllib.parse import quote

from treesolve.grading.result import NO_INTERPRETATION, PartResult, Result
from treesolve.grading.sheet_totals import ClassTotals, SheetTotal
from treesolve.model.answer import PARTS, QUESTIONS, normalize_name
from treesolve.model.number import Number
from treesolve.rendering.grades import NOTHING, read_rows
from treesolve.rendering.template_engine import capitalized
from treesolve.rendering.template_environment import display_text, number_text, words

MAX_ALIKE = 30
"""Maximum number of groups of equal answers listed."""

MAX_NAMED = 8
"""Maximum number of students named per group."""


class AnswerEntry(NamedTuple):
    """One student's answer; `file` is the name of the answer's page, in the same folder as the page of the class."""

    file: str
    exercise: str
    result: Result


class Cell(NamedTuple):
    """The text of a cell, its sort key and its state: "open", "full", "lost" or "sum"."""

    text: str
    order: str
    state: str = ""


class Row(NamedTuple):
    """An answer in the table; `alike` is the number of its group of equal answers, -1 if it is unique."""

    student: str
    href: str
    texts: list[str]
    parts: list[Cell]
    grade: str
    is_pending: bool
    rules: Sequence[str] = ()
    alike: int = -1
    size: int = 1
    read: Sequence[list[str]] = ()


class Column(NamedTuple):
    """The heading of a column of points, and the possible points if they are the same in all rows.

    `is_sum` marks the column of totals.
    """

    text: str
    worth: str
    is_sum: bool = False


class EqualAnswers(NamedTuple):
    """A group of equal answers: its size, points, some of its students, and the interpretation."""

    number: int
    size: int
    points: str
    students: list[tuple[str, str]]
    more: int
    read: str


class AnswerTable:
    """The answers of a class, pending ones first, with all data for the templates.

    `columns` are the columns of points: the total, and each part with points. `rules` are all misconceptions that were
    diagnosed.
    """

    tells_read, heading = True, ""

    def __init__(self, entries: Sequence[AnswerEntry], language: str) -> None:
        self.entries = sorted(entries, key=lambda entry: not entry.result.pending)
        self.language, self.say = language, words(language, "grading.jinja")
        graded = [entry.result for entry in self.entries]
        self.parts = [part for part in (*PARTS, *QUESTIONS) if any(part in one.parts for one in graded)]
        marks = [[one.parts[part].of for one in graded if part in one.parts] for part in self.parts]
        worth = [self._points_if_same([one.of for one in graded]), *map(self._points_if_same, marks)]
        head = [self.say.points_head(), *map(words(language, "practice.jinja").part, self.parts)]
        self.columns = [Column(*one, is_sum=not index) for index, one in enumerate(zip(head, worth, strict=True))]
        self.has_exercises = len({entry.exercise for entry in entries}) > 1
        self.texts = [self.say.exercise_column()] * self.has_exercises
        self.title, self.page_title = self.say.students(), self.say.class_title()
        self.shown, self.all_shown = self.say.answers_shown(), self.say.show_all()
        self.is_pending = any(one.pending for one in graded)
        self.has_grades = any(one.grade for one in graded)
        self.equal_answers = _answers_by_content(self.entries)
        indexes = {content: index for index, content in enumerate(self.equal_answers)}
        self.rows = [self._row_of_entry(entry, indexes[_content_of_answer(entry)]) for entry in self.entries]
        self.rules = sorted({rule for row in self.rows for rule in row.rules})

    def _points_if_same(self, points: Sequence[Number]) -> str:
        return number_text(points[0], self.language) if len(set(points)) == 1 else ""

    def _row_of_entry(self, entry: AnswerEntry, index: int) -> Row:
        graded, count = entry.result, len(self.equal_answers[_content_of_answer(entry)])
        return Row(
            display_text(entry.result.student),
            href(entry.file),
            [display_text(entry.exercise)] * self.has_exercises,
            [
                cell_of_points(graded.points, graded.of, self.language)._replace(state="sum"),
                *(self._part_cell(graded.parts.get(part)) for part in self.parts),
            ],
            display_text(graded.grade or ""),
            bool(graded.pending),
            [self.say.misconception(code) for code in graded.best_codes],
            index if count > 1 else -1,
            count,
            list(read_rows(entry.result.read, self.language)),
        )

    def _part_cell(self, mark: PartResult | None) -> Cell:
        if mark is None:
            return Cell("", "")
        return OPEN if mark.points is None else cell_of_points(mark.points, mark.of, self.language)

    @property
    def alike(self) -> Iterator[EqualAnswers]:
        """The groups of equal answers, the largest first."""
        for number, found in enumerate(self.equal_answers.values()):
            if len(found) < 2 or number >= MAX_ALIKE:
                return
            graded = found[0].result
            points = self.say.points(
                {"points": number_text(graded.points, self.language), "of": number_text(graded.of, self.language)}
            )
            students = [(display_text(entry.result.student), href(entry.file)) for entry in found[:MAX_NAMED]]
            read = (f"{row[0]}: {row[2]}" for row in read_rows(found[0].result.read, self.language))
            yield EqualAnswers(number, len(found), points, students, len(found) - len(students), " · ".join(read))


OPEN = Cell("?", "-1", "open")
"""The cell for a part that needs review."""


def cell_of_points(points: Number, of: Number, language: str) -> Cell:
    """Return a cell that shows the points earned."""
    return Cell(number_text(points, language), str(float(points)), "full" if points >= of else "lost")


def href(file: str) -> str:
    """Return the relative URL of a page in the same folder."""
    return "./" + quote(file, errors="replace")


def _answers_by_content(entries: Sequence[AnswerEntry]) -> dict[Hashable, list[AnswerEntry]]:
    """Return the answers grouped by content, the largest groups first."""
    found: dict[Hashable, list[AnswerEntry]] = {}
    for entry in entries:
        found.setdefault(_content_of_answer(entry), []).append(entry)
    return dict(sorted(found.items(), key=lambda item: -len(item[1])))


def _content_of_answer(entry: AnswerEntry) -> Hashable:
    """Return a key that groups answers: the exercise, the grade, the claims and the unread fragments in any order."""
    result = entry.result
    if result.read is NO_INTERPRETATION:
        return id(result)
    claims = [(claim.part, claim.node, claim.value) for claim in result.read.claims]
    order = tuple(claim for claim in claims if claim[0] == "order")
    unread = frozenset((fragment.part, normalize_name(fragment.text)) for fragment in result.read.unread)
    questions = tuple(result.parts[part] for part in QUESTIONS if part in result.parts)
    shown = tuple((mark.points, mark.items) for mark in questions)
    graded = result
    head = graded.exercise, graded.variant, graded.points, graded.pending
    return head, frozenset(claims), order, unread, shown


class SheetTable:
    """The students of a class, with all data for the templates; students with pending tasks come first.

    `files` maps each student to the name of their page, which is in the same folder as the page of the class.
    """

    tells_read = False
    rules: tuple[str, ...] = ()
    alike: tuple[EqualAnswers, ...] = ()

    def __init__(self, sheet: ClassTotals, files: Mapping[str, str], language: str) -> None:
        self.sheet, self.files, self.language = sheet, files, language
        self.say, column = words(language, "grading.jinja"), words(language, "grades.jinja").column
        totals = sorted(sheet.totals, key=lambda total: not total.pending)
        self.texts = [*[capitalized(column("name"))] * sheet.has_names, capitalized(column("variant"))]
        self.columns = [Column(display_text(task), number_text(of, language)) for task, of in sheet.possible.items()]
        worth = number_text(sum(sheet.possible.values()), language)
        self.columns.append(Column(capitalized(column("total")), worth, is_sum=True))
        self.is_pending = any(total.pending for total in totals)
        self.has_grades = any(total.grade for total in totals)
        self.title = self.say.students_title()
        self.heading = self.page_title = display_text(sheet.title) or self.say.class_title()
        self.shown, self.all_shown = self.say.students_shown(), self.say.show_all_students()
        self.rows = list(map(self._row_of_total, totals))

    def _row_of_total(self, total: SheetTotal) -> Row:
        texts = [*[total.name] * self.sheet.has_names, total.variant or ""]
        page = self.files.get(total.student)
        whose = display_text(total.student), href(page) if page else "", list(map(display_text, texts))
        cells = [self._task_cell(task, total) for task in total.tasks]
        cells.append(cell_of_points(total.points, total.of, self.language)._replace(state="sum"))
        return Row(*whose, cells, display_text(total.grade or ""), bool(total.pending))

    def _task_cell(self, task: str, total: SheetTotal) -> Cell:
        points = total.tasks[task]
        if points is None:
            return Cell(NOTHING, "-2", "lost")
        return OPEN if task in total.pending else cell_of_points(points, total.worth[task], self.language)
