"""The sheet that a line asks for: that of a TOML file, or of the trees and shapes that the line itself names."""

from pathlib import Path
from typing import Any, NamedTuple

from treesolve.cli.lecturer import lecturer_defaults
from treesolve.cli.steering import named_convention
from treesolve.cli.style import Style
from treesolve.cli.usage import missing_argument, usage_error
from treesolve.exercises.planned_sheet import Look, Sheet
from treesolve.exercises.sheet_file import read_sheet
from treesolve.exercises.sheet_line import Line, SheetPlan, sheet_plan_of_line
from treesolve.model.convention import DEFAULT, Convention
from treesolve.model.input_file import descriptor_of, is_there, read_as, read_input
from treesolve.model.problem import InputError, Problem
from treesolve.pages.environment import words as sentences


class Asked(NamedTuple):
    """A sheet, the file or words it comes from, and the plan that a line without such a file means."""

    sheet: Sheet
    source: str
    plan: SheetPlan | None

    def with_names(self, names: tuple[str, ...]) -> "Asked":
        """The same with these names of variants."""
        told: dict[str, Any] = {"variants": list(names)} if names else {}
        plan = self.plan and self.plan._replace(fields={**self.plan.fields, **told})
        return self._replace(sheet=self.sheet._replace(variants=names), plan=plan)


class Words(NamedTuple):
    """What a line says of its sheet; `language` is that of the sheet where its file names none."""

    files: tuple[str, ...]
    shapes: tuple[str, ...]
    wants: tuple[str, ...]
    levels: str | None
    lecture: str | None
    sheet_language: str | None
    language: str
    style: Style

    @property
    def asked(self) -> list[str]:
        """The options that are about a sheet without a file of its own."""
        told = {"--shape": self.shapes, "--want": self.wants, "--levels": self.levels, "--convention": self.lecture}
        return [name for name, value in told.items() if value]


def asked_sheet(words: Words) -> Asked:
    """The sheet. Raises InputError for what is wrong in its files, a usage error for words that do not go together."""
    plans = [file for file in words.files if file.lower().endswith(".toml") or descriptor_of(file) is not None]
    if plans and len(words.files) > 1:
        raise usage_error(Problem("sheet-file-alone", None, {"file": plans[0]}))
    if plans and words.asked:
        raise usage_error(Problem("sheet-file-says", None, {"file": plans[0], "option": words.asked[0]}))
    if not plans:
        return _sheet_of_line(words)
    usual, looks = _usual_convention(), {name: getattr(words.style, name) for name in words.style.given}
    sheet: Any = read_as(lambda path: read_sheet(path, usual, words.language), Path(plans[0]))
    language = words.sheet_language or sheet.language
    return Asked(sheet._replace(language=language, look=sheet.look._replace(**looks)), plans[0], None)


def _usual_convention() -> Convention:
    """The convention where nothing names one."""
    usual = lecturer_defaults()
    return (usual and usual.convention) or DEFAULT


def _sheet_of_line(words: Words) -> Asked:
    """The sheet of the trees and shapes in the line. Raises InputError for what is wrong in it."""
    shapes = words.shapes
    trees = tuple(tree for file in words.files for tree in _tree_files_in(file))
    if not (shapes or trees):
        raise missing_argument()
    if (words.wants or words.levels) and not shapes:
        want, option = (words.wants[0], "--want {}") if words.wants else (words.levels, "--levels '{}'")
        raise usage_error(Problem("sheet-want-without-shape", None, {"want": want, "option": option.format(want)}))
    if words.lecture is not None:
        named_convention(words.lecture)
    language, usual = words.sheet_language or words.language, lecturer_defaults()
    look = Look(**{name: getattr(words.style, name) for name in Look._fields})
    title = str(sentences(language, "sheet.jinja").usual_title())
    line = Line(
        title,
        trees,
        shapes,
        words.wants,
        words.levels,
        words.lecture,
        language,
        look,
        usual.points if usual else {},
        _usual_convention(),
    )
    plan = sheet_plan_of_line(line)
    return Asked(plan.sheet, (*trees, *shapes)[0], plan)


def _tree_files_in(file: str) -> list[str]:
    """The file of a tree, or those in a folder, in the order of their names. Raises InputError where there are none."""
    path = Path(file)
    if not (is_there(path) and path.is_dir()):
        read_input(file)
        return [file]
    found = sorted(str(one) for one in path.glob("*.tree"))
    if not found:
        raise InputError((Problem("sheet-folder-without-trees", None, {}, file),))
    return found
