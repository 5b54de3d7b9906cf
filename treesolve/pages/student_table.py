"""The students of a class in one table: what each has made of the tasks of a sheet, the total, the grade."""

from collections.abc import Mapping

from treesolve.grading.sheet_totals import SheetOfClass, Total
from treesolve.pages.answer_table import OPEN, Alike, Cell, Column, Row, cell_of_points, href
from treesolve.pages.engine import capitalized
from treesolve.pages.environment import number_text, words
from treesolve.pages.shown import shown_text
from treesolve.pages.totals import NOTHING


class SheetTable:
    """The students of a class, those first in whose sheets something is pending, with everything the templates name.

    `files` has by student the name of the page, beside that of the class.
    """

    tells_read = False
    rules: tuple[str, ...] = ()
    alike: tuple[Alike, ...] = ()

    def __init__(self, sheet: SheetOfClass, files: Mapping[str, str], language: str) -> None:
        self.sheet, self.files, self.language = sheet, files, language
        self.say, column = words(language, "grading.jinja"), words(language, "grades.jinja").column
        totals = sorted(sheet.totals, key=lambda total: not total.pending)
        self.texts = [*[capitalized(column("name"))] * sheet.has_names, capitalized(column("variant"))]
        self.columns = [Column(shown_text(task), number_text(of, language)) for task, of in sheet.possible.items()]
        worth = number_text(sum(sheet.possible.values()), language)
        self.columns.append(Column(capitalized(column("total")), worth, is_sum=True))
        self.is_pending = any(total.pending for total in totals)
        self.has_grades = any(total.grade for total in totals)
        self.title = self.say.students_title()
        self.heading = self.page_title = shown_text(sheet.title) or self.say.class_title()
        self.shown, self.all_shown = self.say.students_shown(), self.say.show_all_students()
        self.rows = list(map(self._row_of_total, totals))

    def _row_of_total(self, total: Total) -> Row:
        texts = [*[total.name] * self.sheet.has_names, total.variant or ""]
        page = self.files.get(total.student)
        whose = shown_text(total.student), href(page) if page else "", list(map(shown_text, texts))
        cells = [self._task_cell(task, total) for task in total.tasks]
        cells.append(cell_of_points(total.points, total.of, self.language)._replace(state="sum"))
        return Row(*whose, cells, shown_text(total.grade or ""), bool(total.pending))

    def _task_cell(self, task: str, total: Total) -> Cell:
        points = total.tasks[task]
        if points is None:
            return Cell(NOTHING, "-2", "lost")
        return OPEN if task in total.pending else cell_of_points(points, total.worth[task], self.language)
