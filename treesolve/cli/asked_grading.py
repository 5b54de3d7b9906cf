"""What the options of treesolve grade ask for."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from treesolve.cli.marking import key_files
from treesolve.cli.output import check_output, check_outside
from treesolve.cli.style import Style
from treesolve.grading.exam import Key
from treesolve.grading.rubric import Rubric
from treesolve.model.number import Number
from treesolve.runs.grade_submission import Settings


class AskedGrading(NamedTuple):
    """All options, by the names that they have there."""

    key: str | None
    more_keys: tuple[str, ...]
    answers: tuple[str, ...]
    rubric_path: str | None
    accept: tuple[str, ...]
    lecture: str | None
    out_of: Number | None
    feedback: str
    decisions_path: str | None
    against: str | None
    grades_path: str | None
    worksheet_path: str | None
    zip_path: str | None
    report_path: str | None
    style: Style
    form: str | None
    output_paths: tuple[str, ...]
    jobs: int | None

    @property
    def keys(self) -> tuple[str, ...]:
        """The files of all keys."""
        return (*([self.key] if self.key else []), *self.more_keys)

    def check_places(self) -> None:
        """Raise InputError where something that is written would take the place of what is read, or lie among it."""
        written = (*self.output_paths, self.grades_path, self.zip_path)
        read = (self.against, self.decisions_path, self.worksheet_path)
        for path in written:
            check_output(path, (*key_files(self.keys), *self.answers, *filter(None, read)))
        for path in (*written, self.report_path):
            check_outside(path, self.answers)

    def settings(
        self, key: Key, rubric: Rubric, language: str, decisions: Iterable[Any], *, worded: bool = True
    ) -> Settings:
        """Everything an outcome depends on beside its submission."""
        has_pages = self.report_path is not None or self.zip_path is not None
        page_form = self.style.pages if has_pages else None
        look = ((name, getattr(self.style, name)) for name in ("shapes", "paper", "width"))
        shown = tuple((name, value) for name, value in look if value is not None)
        return Settings(key, rubric, language, self.feedback == "full", page_form, shown, tuple(decisions), worded)
