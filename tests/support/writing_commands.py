"""Commands that write files, and a folder with all that they read."""

from contextlib import chdir
from pathlib import Path

from tests.support.course_systems import PARTLY, RIGHT, TREE, forty, moodle_zip, worksheet
from tests.support.faults import Ended, Fault, run
from tests.support.sheets import write_sheet

Command = tuple[str, ...]
Files = dict[str, bytes]
"""What is in the files of a folder, by their paths."""

_GRADE = ("grade", "x.tree", "answers", "--jobs", "1")
_SHEET_SCHEMA = ("sheet", "x.tree", "y.tree", "--jobs", "1", "--replace")
_SMALL = ("--shape", "2x2", "--seed", "1", "--replace")

GRADING: dict[str, Command] = {
    "grade": _GRADE,
    "grade to a file": (*_GRADE, "-o", "old/o.json"),
    "grade to files": (*_GRADE, "-o", "old/o.csv", "-o", "old/o.md"),
    "grade with pages": (*_GRADE, "-o", "old/o.json", "--report", "old"),
    "grade with decisions": ("grade", "x.tree", "unclear", "--decisions", "decisions.toml", "-o", "old/o.json"),
    "hand back": (
        *("grade", "x.tree", "moodle.zip", "--jobs", "1", "--worksheet", "worksheet.csv"),
        *("-o", "old/o.csv", "--feedback-zip", "old/o.zip"),
    ),
    "compare": (*_GRADE, "--against", "grades.json", "--accept", "cs188", "-o", "old/o.json", "-o", "old/o.csv"),
}
PRINTING: dict[str, Command] = {
    "sheet as PDF": (*_SHEET_SCHEMA, "-o", "old/o.pdf"),
    "sheet as Typst": (*_SHEET_SCHEMA, "-o", "old/o.typ"),
    "sheet as LaTeX": (*_SHEET_SCHEMA, "-o", "old/o.tex"),
    "sheets": ("sheet", "homework.toml", "--variants", "2", "--seed", "1", "--jobs", "1", "--replace", "-o", "old"),
}
CONVERTING: dict[str, Command] = {
    "convert to Moodle": ("convert", "x.tree", "y.tree", "-o", "old/o.xml"),
    "convert to R/exams": ("convert", "x.tree", "y.tree", "--for", "r-exams", "-o", "old/exams"),
    "convert to Gambit": ("convert", "x.tree", "-o", "old/o.efg"),
}
GENERATING: dict[str, Command] = {
    "generate trees": ("generate", *_SMALL, "--count", "3", "-o", "old"),
}
OTHERS: dict[str, Command] = {
    "generate a tree": ("generate", *_SMALL, "-o", "old/o.tree"),
    "generate questions": ("generate", *_SMALL, "--count", "3", "-o", "old/o.xml"),
    "convert to Gradescope": ("convert", "x.tree", "-o", "old/o.zip"),
    "solve": ("solve", "x.tree", "-o", "old/o.json", "-o", "old/o.html"),
    "draw": ("draw", "x.tree", "-o", "old/o.svg"),
    "practice": ("practice", "x.tree", "-o", "old/o.html"),
    "solve as PDF": ("solve", "x.tree", "-o", "old/o.pdf"),
}

_WRITTEN = ("json", "csv", "md", "zip", "pdf", "typ", "tex", "toml", "xml", "efg", "tree", "html", "svg")
"""The endings of old files."""


def in_new_folder(command: Command) -> Command:
    """Return the command, so that it writes where nothing is that has to be replaced."""
    return tuple(word.replace("old", "new", 1) for word in command if word != "--replace")


def workplace(place: Path) -> Path:
    """Return the folder, filled."""
    (place / "x.tree").write_text(TREE)
    (place / "y.tree").write_text("((6 5) (2 9))")
    write_sheet(place)
    (place / "decisions.toml").write_text('[[decision]]\nstudent = "3"\npart = "pruned"\npoints = 2\n')
    (place / "answers").mkdir()
    (place / "answers" / "1.txt").write_text(RIGHT)
    (place / "answers" / "2.txt").write_text(PARTLY)
    (place / "answers" / "more.csv").write_text("student;values;pruned\n3;A=3 B=5;L5\n4;A=3;L6\n")
    (place / "unclear").mkdir()
    (place / "unclear" / "3.txt").write_text(RIGHT.replace("L5 L6", "to the right"))
    (place / "moodle.zip").write_bytes(moodle_zip(forty()[:3]))
    (place / "worksheet.csv").write_text(worksheet(forty()[:3]))
    (place / "new").mkdir()
    (place / "old").mkdir()
    for ending in _WRITTEN:
        (place / "old" / f"o.{ending}").write_text("old")
    run_in(place, ("grade", "x.tree", "answers/1.txt", "answers/more.csv", "--format", "json"))
    (place / "stdout").rename(place / "grades.json")
    return place


def run_in(folder: Path, arguments: tuple[str, ...], fault: Fault = Fault()) -> Ended:  # noqa: B008 (it is frozen)
    """Return a command in a folder."""
    with chdir(folder):
        return run(arguments, folder, fault)


def files(folder: Path) -> Files:
    """What is in the files of a folder, but for standard output, which nobody can take back."""
    found = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "stdout")
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}
