"""From a course system and back: a zip of submissions is marked, and the system takes points and pages back."""

import csv
import json
import re
import zipfile
from pathlib import Path

import pytest

from tests.cli.test_commands import run
from tests.support.course_systems import RIGHT, TREE, forty, moodle_zip, worksheet, zip_of
from tests.support.moodle_importers import imported_worksheet, participant_of_feedback
from treesolve.grading.exam import Key, key_document
from treesolve.grading.exercise import Exercise
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read

MOODLE = Path(__file__).parent.parent / "integrations" / "moodle"


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a tree, and forty students' zip and worksheet."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.tree").write_text(TREE, "utf-8")
    (tmp_path / "moodle.zip").write_bytes(moodle_zip(forty()))
    (tmp_path / "grades.csv").write_text(worksheet(forty()), "utf-8")
    return tmp_path


def cells(path: Path) -> list[list[str]]:
    """Return the rows of a table."""
    return list(csv.reader(path.read_text("utf-8-sig").splitlines(keepends=True)))


def grade(*options: str):
    """Return the zip, marked."""
    return run("grade", "x.tree", "moodle.zip", *options)


@pytest.mark.parametrize("how", ["", "blind", "groups", "flat", "old"])
@pytest.mark.parametrize("language", ["en", "de"])
def test_forty_students_there_and_back(how: str, language: str, place: Path):
    """Each gets their points in their own row, and their page; no other cell changes, whatever Moodle calls them."""
    (place / "moodle.zip").write_bytes(moodle_zip(forty(), how))
    (place / "grades.csv").write_text(worksheet(forty(), language), "utf-8")
    done = grade("--worksheet", "grades.csv", "-o", "filled.csv", "--feedback-zip", "back.zip", "--language", language)

    assert done.exit_code == 0
    assert len(done.stderr.splitlines()) == 1  # nobody has heard of four of them
    for student, old, new in zip(
        forty(), cells(place / "grades.csv")[1:], cells(place / "filled.csv")[1:], strict=True
    ):
        assert old[:4] + old[5:-1] == new[:4] + new[5:-1]
        points = "" if student.points is None else f"{student.points}.00"
        assert new[4] == (points.replace(".", ",") if language == "de" else points)
        assert bool(new[-1]) == (student.points is not None)
    deserved = {one.number: one.points for one in forty()}
    imported = imported_worksheet((place / "filled.csv").read_text("utf-8"), language)
    assert {number: one.grade for number, one in imported.items()} == deserved
    back = [participant_of_feedback(name) for name in zipfile.ZipFile(place / "back.zip").namelist()]
    assert sorted(filter(None, back)) == sorted(number for number in deserved if deserved[number] is not None)
    assert len(back) == 36


@pytest.mark.parametrize("how", ["assignment", "blind"])
def test_what_a_real_moodle_made(how: str, place: Path):
    """Eleven of twelve get points, nine of twelve where two things are wrong."""
    done = run(
        *("grade", "x.tree", str(MOODLE / how / "submissions.zip"), "--worksheet", str(MOODLE / how / "worksheet.csv")),
        *("-o", "filled.csv", "--feedback-zip", "back.zip"),
    )

    grades = [row[4] for row in cells(place / "filled.csv")[1:]]
    assert grades == ["12.00"] * 3 + ["9.00"] + ["12.00"] * 3 + [""] + ["12.00"] * 4
    assert len(zipfile.ZipFile(place / "back.zip").namelist()) == 11
    assert "Nothing was handed in by" in done.stderr
    assert "photo.jpg" in done.stderr


def test_what_waits_is_neither_written_nor_sent(place: Path):
    """A part that only a picture answers, a text that cannot be read, and a picture alone."""
    folder = "{}_{}_assignsubmission_file/{}"
    values, *rest = RIGHT.splitlines(keepends=True)
    files = {
        folder.format("A", 300, "a.txt"): values,
        folder.format("A", 300, "photo.jpg"): "x",
        folder.format("B", 307, "b.txt"): values + "pruned: Q\n" + "".join(rest[1:]),
        folder.format("C", 314, "photo.jpg"): "x",
        folder.format("D", 321, "a.txt"): RIGHT,
        folder.format("D", 321, "photo.jpg"): "x",
    }
    (place / "moodle.zip").write_bytes(zip_of(files))
    done = grade("--worksheet", "grades.csv", "-o", "filled.csv", "-o", "all.json", "--feedback-zip", "back.zip")

    results = {one["student"]: one for one in json.loads((place / "all.json").read_text("utf-8"))["results"]}
    assert results["A"]["pending"] == ["pruned", "order", "best"]
    assert len(results["C"]["pending"]) == 4
    assert results["D"]["points"] == 12
    assert [row[4] for row in cells(place / "filled.csv")[1:5]] == ["", "", "", "12.00"]
    assert zipfile.ZipFile(place / "back.zip").namelist() == ["D_321_assignsubmission_file/feedback.html"]
    assert "Not written, for something in them waits for you: A, B, C." in done.stderr
    message = "".join(f'[[decision]]\nstudent = "A"\npart = "{part}"\npoints = 3\n' for part in results["A"]["pending"])
    (place / "d.toml").write_text(message, "utf-8")
    grade("--worksheet", "grades.csv", "-o", "filled.csv", "--decisions", "d.toml")
    assert [row[4] for row in cells(place / "filled.csv")[1:5]] == ["11.00", "", "", "12.00"]


def test_a_corrected_zip_is_compared_with_old_results(place: Path):
    """With --against each file of a student belongs to one answer; a worksheet is filled in as always."""
    grade("-o", "old.json")
    corrected = [one._replace(files={"file/a.txt": RIGHT}) for one in forty() if one.points == 9]
    (place / "moodle.zip").write_bytes(moodle_zip(corrected))
    done = grade("--against", "old.json", "--worksheet", "grades.csv", "-o", "filled.csv")

    changed = [line for line in done.stdout.splitlines() if re.search(r"  9 +12  ", line)]
    assert len(changed) == len(corrected)
    assert [row[4] for row in cells(place / "filled.csv")].count("12.00") == len(corrected)


def test_several_tasks_are_one_grade(place: Path):
    """Feedback is told task by task, a task that is missing has no points, and each task has its page."""
    (place / "y.tree").write_text(TREE.replace("Three moves", "Again"), "utf-8")
    both = f"exercise: x\n{RIGHT}exercise: y\nbest: B\n"
    (place / "moodle.zip").write_bytes(zip_of({"A_300_assignsubmission_file/a.txt": both}))
    done = grade("--key", "y.tree", "--worksheet", "grades.csv", "-o", "filled.csv", "--feedback-zip", "back.zip")

    row = cells(place / "filled.csv")[1]
    assert row[4] == ""  # 13 of 24 points are more than 12
    assert "A has 13 points, and grades.csv allows 12 at most" in done.stderr
    assert zipfile.ZipFile(place / "back.zip").namelist() == [
        f"A_300_assignsubmission_file/feedback-{name}.html" for name in "xy"
    ]


def sheet_key(students: dict[str, str]) -> str:
    """Return a key for a sheet of two tasks, each in two variants."""
    trees = [read(tree) for tree in ("((3 12 8) (2 4 6))", "((6 5) (2 9))")]
    exercises = tuple(
        Exercise(name, tree, CONVENTIONS["aima"], {"best": 6}, variant)
        for name in "12"
        for variant, tree in zip(("V0", "V1"), trees, strict=True)
    )
    return key_document(Key(exercises, students, {"title": "Sheet 3"}))


def test_a_roster_knows_students_by_the_worksheet(place: Path):
    """Their variants are those of the number, the address or the name in their row, whatever their folder is called."""
    students = {"300@example.org": "V0", "307@example.org": "V1"}
    (place / "key.json").write_text(sheet_key(students), "utf-8")
    answer = "exercise: 1\nbest: B\nexercise: 2\nbest: C\n"
    files = {f"Sample_{number}_assignsubmission_file/a.txt": answer for number in (300, 307)}
    (place / "moodle.zip").write_bytes(zip_of(files))
    run("grade", "key.json", "moodle.zip", "--worksheet", "grades.csv", "-o", "filled.csv", "-o", "all.json")

    results = json.loads((place / "all.json").read_text("utf-8"))["results"]
    assert {one["student"]: one["variant"] for one in results} == students
    assert [row[4] for row in cells(place / "filled.csv")[1:3]] == ["6.00", "6.00"]


def test_a_task_that_may_be_in_a_picture_waits(place: Path):
    """It has no points before somebody has looked, and nor has the sheet."""
    (place / "key.json").write_text(sheet_key({}), "utf-8")
    folder = "Sample Ä_300_assignsubmission_file"
    message = "variant: V0\nexercise: 1\nbest: B\n"
    for second, points in (("", ""), ("exercise: 2\n", ""), ("exercise: 2\nbest: B\n", "12.00")):
        (place / "moodle.zip").write_bytes(zip_of({f"{folder}/a.txt": message + second, f"{folder}/b.jpg": "x"}))
        run("grade", "key.json", "moodle.zip", "--worksheet", "grades.csv", "-o", "filled.csv")

        assert cells(place / "filled.csv")[1][4] == points, second


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--worksheet grades.csv", "add -o with a name that ends in .csv"),
        ("--worksheet grades.csv -o x.json", "add -o with a name that ends in .csv"),
        ("--worksheet x.tree -o x.csv", "neither a grading worksheet from Moodle nor a gradebook"),
        ("--worksheet none.csv -o x.csv", "no such file"),
        ("--worksheet grades.csv -o grades.csv", "grades.csv"),
        ("--feedback-zip moodle.zip", "moodle.zip"),
        ("--feedback-zip -", "a name that ends in .zip"),
        ("--feedback-zip x.csv -o x.csv", "a name that ends in .zip"),
    ],
)
def test_what_cannot_be_done_is_told_before_anything_is_marked(options: str, message: str, place: Path):
    """In a sentence; files stay as they are, those above all that a system has made."""
    before = {path: path.read_bytes() for path in place.iterdir()}
    done = grade(*options.split())

    assert done.exit_code in (1, 2)
    assert message in done.stderr
    assert {path: path.read_bytes() for path in place.iterdir()} == before


def test_answers_of_no_system_cannot_go_back(place: Path):
    """Alone, they leave the worksheet as it was; with others, those go back, in one process or in two."""
    (place / "4711.txt").write_text(RIGHT, "utf-8")
    options = ("--worksheet", "grades.csv", "-o", "filled.csv", "--feedback-zip", "back.zip")
    files = []
    for jobs in "12":
        assert run("grade", "x.tree", "4711.txt", "moodle.zip", *options, "--jobs", jobs).exit_code == 1
        files.append(((place / "filled.csv").read_bytes(), (place / "back.zip").read_bytes()))
    done = run("grade", "x.tree", "4711.txt", *options)

    assert files[0] == files[1]
    for name in ("grades.csv", "back.zip"):
        assert f"{name}: Not in here, for it came through no course system: 4711." in done.stderr
    assert (place / "filled.csv").read_bytes() == (place / "grades.csv").read_bytes()


@pytest.mark.parametrize(
    ("answers", "message"),
    [
        ("moodle.zip grades.csv", "grades.csv: This is a table of grades, and no answer."),
        ("in", "in/group 1.zip: This is an archive of the kind ZIP, and it was not opened."),
    ],
)
def test_files_of_systems_among_the_answers_are_told(answers: str, message: str, place: Path):
    """A worksheet, and a zip in a folder; the answers beside them are marked."""
    (place / "in").mkdir()
    (place / "in" / "group 1.zip").write_bytes((place / "moodle.zip").read_bytes())
    done = run("grade", "x.tree", *answers.split())

    assert (done.exit_code, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith(message)
    assert ("36 answers marked" in done.stdout) == ("moodle.zip" in answers)
