"""Grading results of single exercises and whole sheets, as tables for the terminal and for spreadsheets."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from treesolve.grading.result import Interpretation, ReadClaim, Result
from treesolve.grading.rubric import DEFAULT_RUBRIC, Rubric
from treesolve.model.number import Number
from treesolve.notation.number_text import read_number
from treesolve.rendering.document import Block, Document, Opening, Paragraph, Points, Table, listing
from treesolve.rendering.spreadsheet import spreadsheet_number
from treesolve.rendering.template_environment import display_text, format_window_row, number_text, shortened, words

if TYPE_CHECKING:
    from treesolve.grading.sheet_totals import ClassTotals, SheetTotal

MAX_STUDENT_LENGTH = 60
"""Maximum length of a student ID in a table, in characters. The longest ID determines the width of its column."""

MAX_EXERCISES = 12
"""Maximum number of exercises described. If there are more, the table only says how many."""

MAX_MISSING = 40
"""Maximum number of students listed as having handed in nothing. If there are more, the table only says how many."""

NOTHING = "–"
"""The sign for a task that was not handed in."""

MAX_CELL_ITEMS = 20
"""Maximum number of items per part in a row."""

MAX_TEXT_LENGTH = 100
"""Maximum length of a quoted unread fragment, in characters."""


def counted_head(rubric: Rubric, language: str) -> list[str]:
    """Return the column heading of the rescaled points, or an empty list if the rubric does not rescale."""
    if rubric.out_of is None:
        return []
    return [words(language, "grades.jinja").counted_column(spreadsheet_number(rubric.out_of, language))]


def counted_cells(points: Number, of: Number, rubric: Rubric, language: str, *, is_open: bool) -> list[str]:
    """Return the cell with the rescaled points, which is empty while a decision is pending.

    Returns no cell if the rubric does not rescale.
    """
    if rubric.out_of is None:
        return []
    counted = rubric.counted_if_decided(points, of, is_open=is_open)
    return ["" if counted is None else spreadsheet_number(counted, language)]


def counted_sentence(points: Number, of: Number, rubric: Rubric, language: str) -> str:
    """Return a sentence that gives the exercise's own points and the rescaled points."""
    say = words(language, "grading.jinja")
    own = say.points({"points": number_text(points, language), "of": number_text(of, language)})
    counted, all_points = number_text(rubric.counted(points, of), language), number_text(rubric.out_of or of, language)
    return say.counted_as({"points": own, "counted": counted, "of": all_points})


def outcome_sentence(
    points: Number, of: Number, at_most: Number | None, grade: str | None, rubric: Rubric, language: str
) -> str:
    """Return the points and the grade as a sentence.

    While parts are pending, the sentence also gives the maximum. Otherwise the points are rescaled if the rubric
    rescales.
    """
    say = words(language, "grading.jinja")
    sentence = say.points({"points": number_text(points, language), "of": number_text(of, language)})
    if at_most is not None:
        sentence = say.so_far({"points": sentence, "at_most": number_text(at_most, language)})
    elif rubric.out_of is not None:
        sentence = counted_sentence(points, of, rubric, language)
    if grade is None:
        return sentence
    return f"{sentence.removesuffix('.')}. {say.grade({'grade': display_text(grade)})}"


class ResultsTable:
    """The results of answers, one row per answer, with a column for each part that any exercise has."""

    def __init__(self, parts: Sequence[str], language: str = "en", rubric: Rubric = DEFAULT_RUBRIC) -> None:
        self.parts, self.language, self.rubric = parts, language, rubric
        self.say = words(language, "grades.jinja")

    @cached_property
    def csv_head(self) -> list[str]:
        """The column headings of the CSV file."""
        column = self.say.column
        names = map(column, ("student", "source", "exercise", "variant", "points", "of"))
        parts, last = map(self.say.part, self.parts), map(column, ("diagnosis", "pending", "feedback"))
        return [*names, *counted_head(self.rubric, self.language), column("grade"), *parts, *last]

    def csv_row(self, result: Result, feedback: str, *, has_faults: bool) -> list[str]:
        """Return the CSV row of a result; `has_faults` means that part of the answer was unreadable."""
        graded = result
        texts = result.student, result.source, graded.exercise, graded.variant or ""
        numbers = [spreadsheet_number(number, self.language) for number in (graded.points, graded.of)]
        remarks = " ".join(graded.best_codes), self._pending(result, has_faults), feedback
        return [*texts, *numbers, *self._counted(graded), graded.grade or "", *self._marks(graded), *remarks]

    def csv_row_without_marks(self, source: str, student: str, messages: Sequence[str]) -> list[str]:
        """Return the CSV row of a submission that could not be graded; `messages` are the reason."""
        return [student, source, *[""] * (len(self.csv_head) - 3), " ".join(messages)]

    def row(self, result: Result, *, is_second: bool, has_faults: bool) -> list[str]:
        """Return the table row of a result: student, points, parts, grade and notes.

        `is_second` means that the student has already handed in another answer. `has_faults` means that part of the
        answer was unreadable.
        """
        graded = result
        student, points = display_text(result.student), spreadsheet_number(graded.points, self.language)
        codes = ", ".join(graded.best_codes[:3]) + (", …" if len(graded.best_codes) > 3 else "")
        second = self.say.handed_in_twice(display_text(result.source)) if is_second else ""
        notes = "; ".join(filter(None, (self._pending(result, has_faults), codes, second)))
        marks = [*self._counted(graded), *self._marks(graded)]
        return [shortened(student, MAX_STUDENT_LENGTH), points, *marks, graded.grade or "", notes]

    def _counted(self, graded: Result) -> list[str]:
        return counted_cells(graded.points, graded.of, self.rubric, self.language, is_open=bool(graded.pending))

    def _marks(self, graded: Result) -> list[str]:
        """Return the points of each part."""
        marks = [graded.parts.get(part) for part in self.parts]
        return ["" if mark is None else self._points(mark.points) for mark in marks]

    def _points(self, points: Number | None) -> str:
        return self.say.open_part() if points is None else spreadsheet_number(points, self.language)

    def _pending(self, result: Result, has_faults: bool) -> str:
        """Return the parts that need review. If there are none, return a note if part of the answer was unreadable."""
        if result.pending:
            return self.say.pending([self.say.part(part) for part in result.pending])
        return self.say.line_unread() if has_faults else ""

    def page(
        self,
        rows: Sequence[list[str]],
        exercises: Sequence[Mapping[str, Any]],
        unmarked: int = 0,
        codes: Iterable[str] = (),
    ) -> Document:
        """Return a document with all rows, the number of submissions without points, and the meaning of the codes."""
        say = self.say
        numbers = [say.column("points"), *counted_head(self.rubric, self.language), *map(say.part, self.parts)]
        head = [say.column("student"), *numbers, say.column("grade"), say.column("notes")]
        if not any(row[-2] for row in rows):
            head, rows = [*head[:-2], head[-1]], [[*row[:-2], row[-1]] for row in rows]
        title = exercises[0]["title"] or exercises[0]["exercise"] if len(exercises) == 1 else ""
        blocks: list[Block] = [Opening(None, title or say.title()), self._paragraph_on_exercises(exercises)]
        if rows:
            text_columns = [0, *range(1 + len(numbers), len(head))]
            blocks.append(Table(head, listing(rows, ""), say.title(), text_columns))
        if codes and rows:
            rule = words(self.language, "grading.jinja").misconception
            blocks.append(Points(listing([f"{code}: {rule(code)}" for code in sorted(codes)])))
        return Document([*blocks, Paragraph([say.counted(len(rows)) + say.not_marked(unmarked)])], self.language)

    def _paragraph_on_exercises(self, exercises: Sequence[Mapping[str, Any]]) -> Paragraph:
        """Return a paragraph that describes up to MAX_EXERCISES exercises."""
        lines = []
        for entry in exercises[:MAX_EXERCISES]:
            possible = spreadsheet_number(read_number(str(entry["points_possible"])), self.language)
            lines.append(self.say.exercise_line({**entry, "points_possible": possible}))
        more = len(exercises) - MAX_EXERCISES
        return Paragraph([*lines, *([self.say.more_exercises(more)] if more > 0 else [])])


def read_rows(read: Interpretation, language: str) -> Iterator[list[str]]:
    """Yield a row for each unread fragment, then a row for each part with its original text and interpretation."""
    say, practice = words(language, "grading.jinja"), words(language, "practice.jinja")
    for fragment in read.unread[:MAX_CELL_ITEMS]:
        part = practice.part(fragment.part) if fragment.part else say.any_part()
        yield [
            part,
            shortened(display_text(" ".join(fragment.text.split())), MAX_TEXT_LENGTH),
            say.not_read(),
        ]
    parts: dict[str, list[ReadClaim]] = {}
    for claim in read.claims:
        parts.setdefault(claim.part, []).append(claim)
    for part, claims in parts.items():
        places = {(claim.line, claim.column): " ".join(claim.text.split()) for claim in claims}
        originals = places.values() if None not in {line for line, _ in places} else [claim.text for claim in claims]
        interpreted = [_claim_in_words(claim, language) for claim in claims[:MAX_CELL_ITEMS]] + ["…"] * (
            len(claims) > MAX_CELL_ITEMS
        )
        shown = [display_text(text) for text in list(originals)[:MAX_CELL_ITEMS]] + ["…"] * (
            len(originals) > MAX_CELL_ITEMS
        )
        yield [practice.part(part), " · ".join(shown), ", ".join(interpreted)]


def _claim_in_words(claim: ReadClaim, language: str) -> str:
    """Return a claim in standard notation."""
    name = "" if claim.node is None else display_text(claim.node)
    if claim.value is None:
        return name or words(language, "grading.jinja").read_nothing()
    format_value = format_window_row if claim.part == "windows" else number_text
    number = format_value(claim.value, language)
    return f"{name} = {number}" if name else number


def totals_head(sheet: "ClassTotals", language: str = "en") -> list[str]:
    """Return the column headings of the CSV file of a sheet."""
    column = words(language, "grades.jinja").column
    labels = [f"{column('task')} {display_text(task)}" for task in sheet.possible]
    whose = ["student", *["name"] * sheet.has_names, "variant"]
    points = [column("points"), column("of"), *counted_head(sheet.rubric, language)]
    return [*map(column, whose), *labels, *points, column("grade"), column("pending")]


def totals_row(total: "SheetTotal", sheet: "ClassTotals", language: str = "en", note: str = "") -> list[str]:
    """Return the CSV row with a student's total points; `note` says what was unreadable."""
    points = (*total.tasks.values(), total.points, total.of)
    numbers = ["" if number is None else spreadsheet_number(number, language) for number in points]
    numbers += counted_cells(total.points, total.of, sheet.rubric, language, is_open=bool(total.pending))
    whose = unmarked_row(sheet, total.student, total.name, total.variant or "")[: 2 + sheet.has_names]
    pending = "; ".join(filter(None, (", ".join(total.pending), note)))
    return [*whose, *numbers, total.grade or "", pending]


def unmarked_row(sheet: "ClassTotals", student: str, name: str = "", variant: str = "", note: str = "") -> list[str]:
    """Return the CSV row of a student without points."""
    whose = [student, *[name] * sheet.has_names, variant]
    empty = 3 + len(sheet.possible) + (sheet.rubric.out_of is not None)
    return [*whose, *[""] * empty, note]


def totals_page(sheet: "ClassTotals", language: str = "en") -> Document:
    """Return a document with the totals of all students."""
    return Document([*totals_blocks(sheet, language)], language)


def totals_blocks(sheet: "ClassTotals", language: str, *, is_listed: bool = True) -> Iterator[Block]:
    """Yield a summary of the sheet, a table of all students if `is_listed`, and the students who handed in nothing."""
    say = words(language, "grades.jinja")
    missing = [display_text(f"{student.id} {student.name}".strip()) for student in sheet.missing]
    facts: dict[str, Any] = {
        "title": display_text(sheet.title),
        "tasks": [f"{display_text(task)} ({number_text(of, language)})" for task, of in sheet.possible.items()],
        "points": number_text(sum(sheet.possible.values()), language),
        "students": len(sheet.totals),
        "missing": missing[:MAX_MISSING],
        "rest": max(0, len(missing) - MAX_MISSING),
    }
    yield Opening(None, facts["title"] or say.title()) if is_listed else Opening(say.title(), anchor="class")
    yield Paragraph([say.sheet_line(facts)])
    if sheet.totals and is_listed:
        yield _table_of_totals(sheet, language)
    sentences = [say.counted_students(facts) + say.not_marked(sheet.unmarked)]
    yield Paragraph([*sentences, *([say.not_handed_in(facts)] if missing else [])])


def _table_of_totals(sheet: "ClassTotals", language: str) -> Table:
    column = words(language, "grades.jinja").column
    has_grades, whose = any(total.grade for total in sheet.totals), ["student", *["name"] * sheet.has_names, "variant"]
    numbers = [*map(display_text, sheet.possible), column("total"), *counted_head(sheet.rubric, language)]
    head = [*map(column, whose), *numbers]
    head += [column("grade")] * has_grades + [column("notes")]
    rows = [_row_of_total(total, sheet, language, has_grades=has_grades) for total in sheet.totals]
    text_columns = (*range(len(whose)), *range(len(whose) + len(numbers), len(head)))
    return Table(head, listing(rows, ""), words(language, "grades.jinja").title(), text_columns)


def _row_of_total(total: "SheetTotal", sheet: "ClassTotals", language: str, *, has_grades: bool) -> list[str]:
    say = words(language, "grades.jinja")
    tasks = [NOTHING if points is None else number_text(points, language) for points in total.tasks.values()]
    whose = [total.student, *[total.name] * sheet.has_names]
    cells = [*(shortened(display_text(one), MAX_STUDENT_LENGTH) for one in whose), display_text(total.variant or "")]
    notes = say.pending([display_text(task) for task in total.pending]) if total.pending else ""
    points = [number_text(total.points, language)]
    points += counted_cells(total.points, total.of, sheet.rubric, language, is_open=bool(total.pending))
    return [*cells, *tasks, *points, *[total.grade or ""] * has_grades, notes]
