"""The marks of a whole sheet: a page a student, the class by students, whose total changes; names of the roster."""

import csv
import io
import json
import random
import re
import zipfile
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from tests.journeys.test_sheet_grading import POINTS, answer, exercises, run
from tests.rendering.test_feedback import ATTACKS
from tests.rendering.test_player_animation import Reader
from tests.support.course_systems import zip_of
from tests.support.schemas import validated
from treesolve.grading.exam import Key, key_document
from treesolve.grading.rubric import Rubric
from treesolve.model.number import Number
from treesolve.rendering import feedback
from treesolve.submissions.student_identification import split
from treesolve.submissions.submission import Submission
from treesolve.workflows.grade_result import Settings
from treesolve.workflows.grade_submission import Marker

NAMES = {
    "s4711": "Ada Lovelace-Beispiel",
    "s4712": "Bodil <script>alert(1)</script> Nyström",
    "s4713": "Chidi " + "von und zu Hohenlohe-" * 3 + "Berg",
    "s4714": "",
    "s4715": "Emil Abwesend",
    "s4716": "Fadi Unlesbar",
}
STUDENTS = {student: f"V{number}" for number, student in enumerate(NAMES)}
TASKS = ("1", "2")
STEPS = ((90, "1,0"), (50, "3,0"), (0, "5,0"))
TOLD = re.compile(r"^#+ Task (\d)\n+\W*([\d.\\]+)", re.MULTILINE)
"""The heading of a task on a page in Markdown, and its points."""

RUBRIC = 'grades = [[90, "1,0"], [50, "3,0"], [0, "5,0"]]\n'


@pytest.fixture(scope="module")
def key() -> Key:
    """A sheet of two tasks for six students."""
    named = {student: name for student, name in NAMES.items() if name}
    return Key(tuple(exercises(6)), STUDENTS, {"id": "k", "title": "Klausur <KI> 7"}, named)


def answers_to_tasks(key: Key, rng: random.Random) -> dict[str, str]:
    """What the class hands in: some tasks right, some wrong in a part, some not at all; one text nobody can read."""
    found = {}
    for number, student in enumerate(NAMES):
        texts = []
        for task in range(len(TASKS)):
            exercise = key.exercises[2 * number + task]
            wrong = {"best": "B", "values": "A=1 B=1"} if task == 0 else {"line": "B", "unknown": "none"}
            instead = {part: text for part, text in wrong.items() if rng.random() < 0.6}
            texts.append(f"exercise: {TASKS[task]}\n{answer(exercise, **instead)}" if rng.random() < 0.8 else "")
        if student == "s4716":
            texts = ["exercise: 1\nvalues: zwischen 3 und vielleicht mehr\n"]
        if any(texts) and student != "s4715":
            rng.shuffle(texts)
            found[student] = f"student: {student}\n\n" + "".join(texts)
    return found


@pytest.fixture
def folder(key: Key, tmp_path: Path) -> Path:
    """The key, a rubric with grades, and what a class has handed in."""
    (tmp_path / "key.json").write_text(key_document(key), "utf-8")
    (tmp_path / "rubric.toml").write_text(RUBRIC, "utf-8")
    hand_in(key, tmp_path, 1)
    return tmp_path


def hand_in(key: Key, folder: Path, seed: int) -> dict[str, str]:
    """What a class hands in, in files."""
    (folder / "in").mkdir(exist_ok=True)
    for path in (folder / "in").iterdir():
        path.unlink()
    found = answers_to_tasks(key, random.Random(seed))
    for student, text in found.items():
        (folder / "in" / f"{student}.txt").write_text(text, "utf-8")
    return found


def grade(folder: Path, *options: object) -> Any:
    """Return the class, marked."""
    return run("grade", folder / "key.json", folder / "in", "--rubric", folder / "rubric.toml", *options)


def single_marks(key: Key, handed_in: dict[str, str]) -> dict[str, dict[str, tuple[Number, bool]]]:
    """Return the points of each task by student, each marked by itself, and whether it waits."""
    marker, found = Marker(Settings(key, Rubric())), dict[str, dict[str, tuple[Number, bool]]]()
    for student, text in handed_in.items():
        for one in split(Submission(f"{student}.txt", student, text), key.has_exercise):
            result = marker.outcome(one).result
            assert result
            judged = result
            found.setdefault(student, {})[judged.exercise] = judged.points, bool(judged.pending)
    return found


def grade_of(points: Number, of: Number) -> str:
    """Return the grade by the rubric, looked up another way."""
    return next(grade for percent, grade in STEPS if Fraction(100) * Fraction(points) / Fraction(of) >= percent)


def exact(written: object) -> Fraction:
    """Return a number as it is written anywhere."""
    return Fraction(str(written).replace("−", "-").replace("\\", ""))


def csv_rows(text: str) -> dict[str, dict[str, str]]:
    """Return the rows of a table by student."""
    return {row["student"]: row for row in csv.DictReader(io.StringIO(text))}


def table_of_tasks(page: str) -> dict[str, list[str]]:
    """Return the first table of a student's page in Markdown, by its first column."""
    rows = [
        [cell.strip(" \\*") for cell in line.strip("|").split("|")] for line in page.splitlines() if line[:1] == "|"
    ]
    end = next(place for place, row in enumerate(rows) if row[0] == "Total")
    return {row[0]: row[1:] for row in rows[: end + 1]}


@pytest.mark.parametrize("seed", range(4))
def test_totals_are_the_sums_of_single_marks(key: Key, folder: Path, seed: int):
    """In the document, the table, the page of each student and that of the class; grades by them, none before all."""
    handed_in = hand_in(key, folder, seed)
    options = ("--report", folder / "r", "--style", "pages=markdown", "-o", folder / "g.json", "-o", folder / "g.csv")
    grade(folder, *options)
    marks, of = single_marks(key, handed_in), sum(sum(points.values()) for points in POINTS.values())
    document = json.loads((folder / "g.json").read_text("utf-8"))
    totals = {total["student"]: total for total in document["totals"]["students"]}
    rows = csv_rows((folder / "g.csv").read_text("utf-8-sig"))
    index = (folder / "r" / "index.html").read_text("utf-8")
    shown = {
        re.sub("<.*?>", "", row[0]): row for row in (line.split("</th>") for line in index.splitlines()) if row[1:]
    }

    assert totals.keys() == marks.keys()
    for student, tasks in marks.items():
        points, waits = sum(got for got, _ in tasks.values()), any(is_open for _, is_open in tasks.values())
        expected = None if waits else grade_of(points, of)
        message, row = totals[student], rows[student]
        assert (exact(message["points"]), message["of"], message["grade"]) == (points, of, expected)
        assert (exact(row["points"]), row["grade"]) == (points, expected or "")
        page = (folder / "r" / f"{student}.md").read_text("utf-8")
        table = table_of_tasks(page)
        assert [*map(exact, table["Total"][:2])] == [points, of]
        assert [exact(table[task][0]) for task in TASKS] == [tasks.get(task, (0,))[0] for task in TASKS]
        assert [("not handed in" in table[task]) for task in TASKS] == [task not in tasks for task in TASKS]
        assert page.count("Grade:") == (not waits)
        assert [(task, exact(got)) for task, got in TOLD.findall(page)] == sorted((one, tasks[one][0]) for one in tasks)
        cells = re.findall(r'<td class="number.*?>(.*?)</td>', shown[student][1])
        assert exact(cells[-1]) == points
        assert [cell == "–" for cell in cells[:-1]] == [task not in tasks for task in TASKS]


@pytest.mark.parametrize("form", ["html", "text", "markdown", "latex", "typst"])
def test_a_page_a_student_says_nobody_elses_name(folder: Path, form: str):
    """Each has the own name; no page holds another's name or id, and no anchor stands on it twice."""
    grade(folder, "--report", folder / "r", "--style", f"pages={form}")
    pages = {path.stem: path.read_text("utf-8") for path in (folder / "r").iterdir() if path.stem != "index"}

    handed_in = {path.stem for path in (folder / "in").iterdir()}
    assert pages.keys() == handed_in
    for student, page in pages.items():
        others = [said for other, name in NAMES.items() if other != student for said in (other, *name.split()[:1])]
        assert not [said for said in others if said in page]
        assert student in page
        assert (NAMES[student].split() or [student])[0] in page
        assert "<script>alert" not in page or form == "text"
        anchors = re.findall(r'\bid="([^"]+)"', page)
        assert len(anchors) == len(set(anchors))


@pytest.mark.parametrize("language", ["en", "de"])
def test_the_class_has_names_everywhere(folder: Path, language: str):
    """In the page of the class, the tables, and of those who handed in nothing; what waits stands first."""
    options = ("--report", folder / "r", "--language", language, "-o", folder / "g.csv", "-o", folder / "g.json")
    grade(folder, *options)
    index = (folder / "r" / "index.html").read_text("utf-8")
    table = (folder / "g.csv").read_text("utf-8-sig")
    document = validated((folder / "g.json").read_text("utf-8"), "grades")

    validated((folder / "key.json").read_text("utf-8"), "key")
    for student, name in NAMES.items():
        assert name in table
        assert name.replace("<", "&lt;").replace(">", "&gt;") in index
        assert f"./{student}.html" in index or student == "s4715"
    assert index.index("s4716") < index.index("s4711")
    assert {one["student"]: one["name"] or "" for one in document["totals"]["students"]}.items() <= NAMES.items()
    assert Reader(index).elements.count(("h1", {})) >= 4
    again = grade(folder, "--against", folder / "g.json", "--language", language)
    assert "0 of " in again.stdout or "0 von " in again.stdout


def test_whose_total_and_grade_change_is_told(folder: Path):
    """Before and now, and the task that is why; a student whose answers are as they were is not named."""
    grade(folder, "-o", folder / "g.json")
    before = {one["student"]: one for one in json.loads((folder / "g.json").read_text("utf-8"))["totals"]["students"]}
    key = json.loads((folder / "key.json").read_text("utf-8"))
    key["exercises"] = [
        entry | {"points": entry["points"] | ({"values": 1} if entry["exercise"] == "1" else {})}
        for entry in key["exercises"]
    ]
    (folder / "new.json").write_text(json.dumps(key), "utf-8")
    done = run(
        "grade",
        folder / "new.json",
        folder / "in",
        "--rubric",
        folder / "rubric.toml",
        "--against",
        folder / "g.json",
        "-o",
        folder / "n.json",
        "--language",
        "de",
    )
    now = {one["student"]: one for one in json.loads((folder / "n.json").read_text("utf-8"))["totals"]["students"]}
    rows = {cells[0]: cells for cells in (re.split(r"  +", line) for line in done.stdout.splitlines()[4:])}

    expected = {one for one in now if any(now[one][what] != before[one][what] for what in ("points", "grade"))}
    assert expected
    assert set(rows) == expected
    for student, cells in rows.items():
        points = [str(one[student]["points"]).replace(".", ",") for one in (before, now)]
        grades = [one[student]["grade"] or "–" for one in (before, now)]
        assert points == [cell for cell in cells[:-1] if re.fullmatch(r"[0-9,]+", cell)][-2:]
        assert "Aufgabe 1" in cells[-1] or "insgesamt 19 → 16 Punkte" in cells[-1]
        assert (f"Note {grades[0]} → {grades[1]}" in cells[-1]) == (grades[0] != grades[1])


def test_a_page_that_cannot_be_made_leaves_the_others(folder: Path, monkeypatch: pytest.MonkeyPatch):
    """The marks and the page of the class are whole, and it is told."""
    page = feedback.sheet_feedback_page

    def faulty(title: str, total: Any, *things: Any, **options: Any) -> Any:
        if total.student == "s4712":
            raise ValueError("nobody foresaw this")
        return page(title, total, *things, **options)

    monkeypatch.setattr(feedback, "sheet_feedback_page", faulty)
    done = grade(folder, "--format", "json", "--report", folder / "r", "--jobs", "1")
    document = json.loads(done.stdout)

    assert "program-fault" in {problem["code"] for problem in document["problems"]}
    assert "s4712" in {total["student"] for total in document["totals"]["students"]}
    assert not (folder / "r" / "s4712.html").exists()
    assert "./s4712.html" not in (folder / "r" / "index.html").read_text("utf-8")
    assert (folder / "r" / "s4713.html").exists()


def test_a_zip_hands_back_one_page_a_student(key: Key, folder: Path):
    """As Moodle knows them; nobody whose sheet waits gets one."""
    texts = answers_to_tasks(key, random.Random(1))
    names = {student: f"{student} Name_{number}_assignsubmission_file_" for number, student in enumerate(texts)}
    files = {f"{name}/answer.txt": texts[student].encode() for student, name in names.items()}
    (folder / "moodle.zip").write_bytes(zip_of(files))
    run("grade", folder / "key.json", folder / "moodle.zip", "--feedback-zip", folder / "back.zip")
    back = zipfile.ZipFile(folder / "back.zip")

    assert sorted(back.namelist()) == sorted(f"{names[one]}/feedback.html" for one in texts if one != "s4716")
    for name in back.namelist():
        assert "Klausur &lt;KI&gt; 7" in back.read(name).decode()


@pytest.mark.parametrize("attack", ATTACKS, ids=range(len(ATTACKS)))
def test_old_keys_and_strange_names_do_no_harm(key: Key, folder: Path, attack: str):
    """A key without names is marked as ever; a name is text, whatever it says."""
    document = json.loads(key_document(key))
    document["names"] = {"s4711": attack}
    (folder / "key.json").write_text(json.dumps(document), "utf-8")
    grade(folder, "--report", folder / "r")
    del document["names"]
    (folder / "key.json").write_text(json.dumps(document), "utf-8")
    plain = grade(folder, "--report", folder / "p")

    assert "name" not in plain.stdout.partition("\n\n")[2].splitlines()[0]
    for name in ("index", "s4711"):
        kinds = [
            {tag for tag, _ in Reader((folder / which / f"{name}.html").read_text("utf-8")).elements} for which in "rp"
        ]
        assert kinds[0] <= kinds[1]
