"""Changes of points and grades from an earlier run, as `treesolve grade --against` prints them."""

from io import StringIO

from treesolve.cli.output import output
from treesolve.grading.grade_changes import compare_grades, read_grades
from treesolve.model.input_file import read_input
from treesolve.rendering.grade_changes_page import regrade_page
from treesolve.rendering.handout import render_page
from treesolve.workflows.grade_submission import Marker
from treesolve.workflows.result_writer import ResultWriter, results_writer


class GradeChanges:
    """The changes from earlier results, read from a JSON file, for all students or for one."""

    def __init__(self, path: str, student: str | None) -> None:
        found = read_grades(read_input(path).text, path)
        self._old = found if student is None else found.only(student)
        self._new = StringIO()

    def results(self, marker: Marker) -> ResultWriter:
        """Return the writer to which the new results must be added."""
        return results_writer(marker, self._new, "json")

    def print(self, language: str) -> None:
        """Print the changes to standard output."""
        old, new = self._old, read_grades(self._new.getvalue(), "-")
        is_sheet = old.totals is not None and new.totals is not None
        count = len((new.totals or ()) if is_sheet else new.results)
        page = regrade_page(compare_grades(old, new), count, language, is_sheet=is_sheet)
        with output(None) as stdout:
            stdout.write(render_page(page, "text"))
