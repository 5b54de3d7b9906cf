"""Whatever call to the system fails, at whatever moment: what was there is there or all of what is new, and a sentence.

After each fault the same command, run again without one, ends as if there had been none.
"""

import shutil
from contextlib import chdir
from functools import cache
from pathlib import Path

import pytest

from tests.support.course_systems import PARTLY, RIGHT, TREE, forty, moodle_zip, worksheet
from tests.support.effort import some
from tests.support.faults import ERRORS, READING, Ended, Fault, run
from tests.support.sheets import write_sheet
from treesolve.exchange import autograder
from treesolve.exchange.wheels import Wheel, wheels

GRADE = ("grade", "x.tree", "answers", "--jobs", "1")
SHEET = ("sheet", "x.tree", "y.tree", "--jobs", "1", "--replace")
SMALL = ("--shape", "2x2", "--seed", "1", "--replace")

COMMANDS = {
    "grade": GRADE,
    "grade to a file": (*GRADE, "-o", "old/o.json"),
    "grade to files": (*GRADE, "-o", "old/o.csv", "-o", "old/o.md"),
    "grade with pages": (*GRADE, "-o", "old/o.json", "--report", "old"),
    "grade with decisions": ("grade", "x.tree", "unclear", "--decisions", "decisions.toml", "-o", "old/o.json"),
    "hand back": (
        *("grade", "x.tree", "moodle.zip", "--jobs", "1", "--worksheet", "worksheet.csv"),
        *("-o", "old/o.csv", "--feedback-zip", "old/o.zip"),
    ),
    "regrade": ("grade", "--against", "grades.json", "--accept", "cs188", "--grades", "old/o.json", "-o", "old/o.csv"),
    "sheet as PDF": (*SHEET, "-o", "old/o.pdf"),
    "sheet as Typst": (*SHEET, "-o", "old/o.typ"),
    "sheet as LaTeX": (*SHEET, "-o", "old/o.tex"),
    "sheets": ("sheet", "homework.toml", "--variants", "2", "--seed", "1", "--jobs", "1", "--replace", "-o", "old"),
    "plan": ("sheet", "x.tree", "--save-plan", "old/o.toml", "--replace"),
    "convert to Moodle": ("convert", "x.tree", "y.tree", "-o", "old/o.xml"),
    "convert to Gradescope": ("convert", "x.tree", "-o", "old/o.zip"),
    "convert to R/exams": ("convert", "x.tree", "y.tree", "--for", "r-exams", "-o", "old/exams"),
    "convert to Gambit": ("convert", "x.tree", "-o", "old/o.efg"),
    "generate a tree": ("generate", *SMALL, "-o", "old/o.tree"),
    "generate trees": ("generate", *SMALL, "--count", "3", "-o", "old"),
    "generate questions": ("generate", *SMALL, "--count", "3", "-o", "old/o.xml"),
    "solve": ("solve", "x.tree", "-o", "old/o.json", "-o", "old/o.html"),
    "solve as PDF": ("solve", "x.tree", "-o", "old/o.pdf"),
}


WRITTEN = ("json", "csv", "md", "zip", "pdf", "typ", "tex", "toml", "xml", "efg", "tree", "html")
"""The endings of old files."""


@pytest.fixture(scope="module")
def origin(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with everything that the commands read, and old files where they write."""
    place = tmp_path_factory.mktemp("origin")
    (place / "x.tree").write_text(TREE)
    (place / "y.tree").write_text("((6 5) (2 9))")
    write_sheet(place)
    (place / "decisions.toml").write_text('[[decision]]\ntext = "thrown out"\nmeans = "pruned"\n')
    (place / "answers").mkdir()
    (place / "answers" / "1.txt").write_text(RIGHT)
    (place / "answers" / "2.txt").write_text(PARTLY)
    (place / "answers" / "more.csv").write_text("student;values;pruned\n3;A=3 B=5;L5\n4;A=3;L6\n")
    (place / "unclear").mkdir()
    (place / "unclear" / "3.txt").write_text(PARTLY.replace("pruned", "thrown out"))
    (place / "moodle.zip").write_bytes(moodle_zip(forty()[:3]))
    (place / "worksheet.csv").write_text(worksheet(forty()[:3]))
    (place / "old").mkdir()
    for ending in WRITTEN:
        (place / "old" / f"o.{ending}").write_text("old")
    run_in(place, ("grade", "x.tree", "answers/1.txt", "answers/more.csv", "--format", "json"))
    (place / "stdout").rename(place / "grades.json")
    return place


Files = dict[str, bytes]


@pytest.fixture(autouse=True)
def wheels_made_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """An autograder brings the installed packages, which take long to pack and are no files of the folder."""
    monkeypatch.setattr(autograder, "wheels", packed)


@cache
def packed() -> list[Wheel]:
    """The wheels of an autograder."""
    return list(wheels())


def run_in(folder: Path, arguments: tuple[str, ...], fault: Fault = Fault()) -> Ended:  # noqa: B008 (it is frozen)
    """A command in a folder."""
    with chdir(folder):
        return run(arguments, folder, fault)


def files(folder: Path) -> Files:
    """What is in the files of a folder, but for standard output, which nobody can take back."""
    found = (path for path in sorted(folder.rglob("*")) if path.is_file() and path.name != "stdout")
    return {str(path.relative_to(folder)): path.read_bytes() for path in found}


def faults(calls: int) -> list[Fault]:
    """Each of so many calls refused, alone and with all after it."""
    return [
        Fault(number, ERRORS[number % len(ERRORS)], is_lasting)
        for is_lasting in (False, True)
        for number in range(1, calls + 1)
    ]


@pytest.mark.parametrize("name", COMMANDS)
def test_a_fault_leaves_the_old_or_the_new(name: str, origin: Path, tmp_path: Path):
    """Every call that the command makes is refused once; some of them, drawn, where not everything is drawn."""
    shutil.copytree(origin, tmp_path / "clean")
    run_in(tmp_path / "clean", COMMANDS[name])  # what is loaded once is loaded
    shutil.copytree(origin, tmp_path / "new")
    clean = run_in(tmp_path / "new", COMMANDS[name])
    assert clean.code == 0, clean.told

    for number, fault in enumerate(some(faults(len(clean.calls)))):
        place = tmp_path / str(number)
        shutil.copytree(origin, place)
        ended = run_in(place, COMMANDS[name], fault)
        assert not wrong_words(ended), (fault, ended.refused[:1])
        assert not half_written(files(origin), files(tmp_path / "new"), files(place), ended), (fault, ended.refused[:1])
        again = run_in(place, COMMANDS[name])
        assert (again.code, files(place)) == (0, files(tmp_path / "new")), (fault, ended.refused[:1])
        assert (place / "stdout").read_bytes() == (tmp_path / "new" / "stdout").read_bytes()
        shutil.rmtree(place)


def wrong_words(ended: Ended) -> str:
    """What a run has told that it should not have, or its exit code where it has told nothing; else nothing."""
    if "Traceback" in ended.told or "has gone wrong" in ended.told:
        return ended.told
    return "" if ended.code == 0 or (ended.code == 1 and ended.told.strip()) else f"exit code {ended.code}"


def half_written(before: Files, new: Files, after: Files, ended: Ended) -> list[str]:
    """The files that are neither as before nor as they were to be, and new ones that nobody asked for.

    A run that ends early leaves its journal, to go on from, and parts that the system has not let it take away. One
    that could not read a file goes on with the others, and writes what came of those.
    """
    if ended.code == 0:
        return [path for path in {*new, *after} if new.get(path) != after.get(path)]
    expected = {Path(call.path).name for call in ended.refused if call.kind == "unlink"}
    found = [path for path in {*before, *after} if after.get(path) not in (before.get(path), new.get(path))]
    if ended.refused[0].kind in READING:
        found = [path for path in found if path not in new]
    return [path for path in found if not path.endswith(".journal") and Path(path).name not in expected]
