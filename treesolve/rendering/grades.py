"""Results of marking as tables: for people on a terminal, and for spreadsheets; those of a sheet, too."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from treesolve.grading.result import Interpretation, ReadClaim, Result
from treesolve.grading.rubric import DEFAULT_RUBRIC, Rubric
from treesolve.model.number import Number
from treesolve.notation.number_text import read_number
from treesolve.rendering.document import Block, Document, Opening, Paragraph, Points, Table, listing
from treesolve.rendering.spreadsheet import spreadsheet_number
from treesolve.rendering.template_environment import display_text, number_text, row_text, shortened, words

if TYPE_CHECKING:
    from treesolve.grading.sheet_totals import ClassTotals, SheetTotal

MAX_STUDENT_LENGTH = 60
"""So many characters of a student's id stand in a table for people; every row is as wide as the longest."""

MAX_EXERCISES = 12
"""So many exercises are described; more are counted."""

MAX_MISSING = 40
"""So many of those who handed in nothing are named; more are counted."""

NOTHING = "–"
"""Stands for a task that was not handed in."""

MAX_CELL_ITEMS = 20
"""So much of a part stands in its row; more is left out."""

MAX_TEXT_LENGTH = 100
"""So many characters of a stretch are shown."""


def counted_head(rubric: Rubric, language: str) -> list[str]:
    """Return the heading of the points as a course system counts them; none where it counts them as they are."""
    if rubric.out_of is None:
        return []
    return [words(language, "grades.jinja").counted_column(spreadsheet_number(rubric.out_of, language))]


def counted_cells(points: Number, of: Number, rubric: Rubric, language: str, *, is_open: bool) -> list[str]:
    """Return the cell below that heading, empty as long as somebody has to decide something."""
    if rubric.out_of is None:
        return []
    counted = rubric.counted_if_decided(points, of, is_open=is_open)
    return ["" if counted is None else spreadsheet_number(counted, language)]


def counted_sentence(points: Number, of: Number, rubric: Rubric, language: str) -> str:
    """What the exercise's own points count as in a course system."""
    say = words(language, "grading.jinja")
    own = say.points({"points": number_text(points, language), "of": number_text(of, language)})
    counted, all_points = number_text(rubric.counted(points, of), language), number_text(rubric.out_of or of, language)
    return say.counted_as({"points": own, "counted": counted, "of": all_points})


def outcome_sentence(
    points: Number, of: Number, at_most: Number | None, grade: str | None, rubric: Rubric, language: str
) -> str:
    """All points and what they count as, or, where something is pending, come to at most; the grade if there is one."""
    say = words(language, "grading.jinja")
    told = say.points({"points": number_text(points, language), "of": number_text(of, language)})
    if at_most is not None:
        told = say.so_far({"points": told, "at_most": number_text(at_most, language)})
    elif rubric.out_of is not None:
        told = counted_sentence(points, of, rubric, language)
    if grade is None:
        return told
    return f"{told.removesuffix('.')}. {say.grade({'grade': display_text(grade)})}"


class ResultsTable:
    """The results of answers, a row each, with a column for each part that any exercise asks for."""

    def __init__(self, parts: Sequence[str], language: str = "en", rubric: Rubric = DEFAULT_RUBRIC) -> None:
        self.parts, self.language, self.rubric = parts, language, rubric
        self.say = words(language, "grades.jinja")

    @cached_property
    def csv_head(self) -> list[str]:
        """The headings of a row for a spreadsheet."""
        column = self.say.column
        names = map(column, ("student", "source", "exercise", "variant", "points", "of"))
        parts, last = map(self.say.part, self.parts), map(column, ("diagnosis", "pending", "feedback"))
        return [*names, *counted_head(self.rubric, self.language), column("grade"), *parts, *last]

    def csv_row(self, result: Result, feedback: str, *, has_faults: bool) -> list[str]:
        """Return the cells of a row for a spreadsheet; faults are things nobody could read."""
        graded = result
        texts = result.student, result.source, graded.exercise, graded.variant or ""
        numbers = [spreadsheet_number(number, self.language) for number in (graded.points, graded.of)]
        told = " ".join(graded.best_codes), self._pending(result, has_faults), feedback
        return [*texts, *numbers, *self._counted(graded), graded.grade or "", *self._marks(graded), *told]

    def csv_row_without_marks(self, source: str, student: str, messages: Sequence[str]) -> list[str]:
        """Return the cells of a row for a submission that could not be marked: no points, and the reason."""
        return [student, source, *[""] * (len(self.csv_head) - 3), " ".join(messages)]

    def row(self, result: Result, *, is_second: bool, has_faults: bool) -> list[str]:
        """Return the cells of a row for people: student, points, parts, grade, and notes.

        `is_second` says that the student has handed in another answer before, `has_faults` that something could not be
        read.
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
        """Return the parts that somebody has to decide, or else that something was not read."""
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
        """All rows with what they are about; `unmarked` submissions have none, `codes` are explained."""
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
        """What the exercises are, one by one; of very many the first."""
        told = []
        for entry in exercises[:MAX_EXERCISES]:
            possible = spreadsheet_number(read_number(str(entry["points_possible"])), self.language)
            told.append(self.say.exercise_line({**entry, "points_possible": possible}))
        more = len(exercises) - MAX_EXERCISES
        return Paragraph([*told, *([self.say.more_exercises(more)] if more > 0 else [])])


def read_rows(read: Interpretation, language: str) -> Iterator[list[str]]:
    """What was not read, each with the part it belongs to, and then a row a part: what was written, what was read."""
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
        written = places.values() if None not in {line for line, _ in places} else [claim.text for claim in claims]
        told = [_claim_in_words(claim, language) for claim in claims[:MAX_CELL_ITEMS]] + ["…"] * (
            len(claims) > MAX_CELL_ITEMS
        )
        shown = [display_text(text) for text in list(written)[:MAX_CELL_ITEMS]] + ["…"] * (
            len(written) > MAX_CELL_ITEMS
        )
        yield [practice.part(part), " · ".join(shown), ", ".join(told)]


def _claim_in_words(claim: ReadClaim, language: str) -> str:
    """Return a claim as the program would write it."""
    name = "" if claim.node is None else display_text(claim.node)
    if claim.value is None:
        return name or words(language, "grading.jinja").read_nothing()
    tell = row_text if claim.part == "windows" else number_text
    number = tell(claim.value, language)
    return f"{name} = {number}" if name else number


def totals_head(sheet: "ClassTotals", language: str = "en") -> list[str]:
    """Return the headings of a row for a spreadsheet."""
    column = words(language, "grades.jinja").column
    labels = [f"{column('task')} {display_text(task)}" for task in sheet.possible]
    whose = ["student", *["name"] * sheet.has_names, "variant"]
    points = [column("points"), column("of"), *counted_head(sheet.rubric, language)]
    return [*map(column, whose), *labels, *points, column("grade"), column("pending")]


def totals_row(total: "SheetTotal", sheet: "ClassTotals", language: str = "en", note: str = "") -> list[str]:
    """Return the cells of a row for a spreadsheet; the note says what of the student could not be read."""
    points = (*total.tasks.values(), total.points, total.of)
    numbers = ["" if number is None else spreadsheet_number(number, language) for number in points]
    numbers += counted_cells(total.points, total.of, sheet.rubric, language, is_open=bool(total.pending))
    whose = unmarked_row(sheet, total.student, total.name, total.variant or "")[: 2 + sheet.has_names]
    pending = "; ".join(filter(None, (", ".join(total.pending), note)))
    return [*whose, *numbers, total.grade or "", pending]


def unmarked_row(sheet: "ClassTotals", student: str, name: str = "", variant: str = "", note: str = "") -> list[str]:
    """Return the cells of a row for a spreadsheet about somebody without points."""
    whose = [student, *[name] * sheet.has_names, variant]
    empty = 3 + len(sheet.possible) + (sheet.rubric.out_of is not None)
    return [*whose, *[""] * empty, note]


def totals_page(sheet: "ClassTotals", language: str = "en") -> Document:
    """All students in a table."""
    return Document([*totals_blocks(sheet, language)], language)


def totals_blocks(sheet: "ClassTotals", language: str, *, is_listed: bool = True) -> Iterator[Block]:
    """What the sheet is, all students in a table where they are `is_listed`, and who handed in nothing."""
    say = words(language, "grades.jinja")
    missing = [display_text(f"{student.id} {student.name}".strip()) for student in sheet.missing]
    told: dict[str, Any] = {
        "title": display_text(sheet.title),
        "tasks": [f"{display_text(task)} ({number_text(of, language)})" for task, of in sheet.possible.items()],
        "points": number_text(sum(sheet.possible.values()), language),
        "students": len(sheet.totals),
        "missing": missing[:MAX_MISSING],
        "rest": max(0, len(missing) - MAX_MISSING),
    }
    yield Opening(None, told["title"] or say.title()) if is_listed else Opening(say.title(), anchor="class")
    yield Paragraph([say.sheet_line(told)])
    if sheet.totals and is_listed:
        yield _table_of_totals(sheet, language)
    said = [say.counted_students(told) + say.not_marked(sheet.unmarked)]
    yield Paragraph([*said, *([say.not_handed_in(told)] if missing else [])])


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
