"""Whoever hands in something has a row in every table, and what nobody can read or place is pending."""

import csv
import io
import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

import treesolve as ts
from tests.support.course_systems import forty, worksheet, zip_of
from tests.support.effort import dice, seeds
from tests.support.program import run
from tests.support.review_program import reviewed

TREE = "((6 5) (2 9))"
RIGHT = "values: A=5 B=5 C=2\npruned: L4\norder: 6 5 2\nbest: B\nvalue: 5\n"
PARTS = ["values", "pruned", "order", "best", "value"]

ELSEWHERE = [
    *("IMG_2044.jpg", "DSC_0012.JPG", "scan0001.pdf", "solution.docx", "photo.heic", "answer.xlsx", "abgabe.zip"),
    *("Lösung.pages", "solution.PDF.", "(solution.pdf)", '"my photo.png"', "notebook.ipynb", "answer.tex", "x.unknown"),
    *("a.jpg b.jpg", "values.pdf", "A.jpg", "C:\\users\\ada\\solution.pdf", "file:///home/ada/solution.pdf"),
    *("https://drive.google.com/file/d/abc", "www.example.org/abc", "drive.google.com/abc", "1drv.ms/x"),
    *("![](x.png)", "![photo](<photo 1.png>)", "![[x.png]]", "[my answer](answer.pdf)", "[my answer](answer)"),
    *("\\includegraphics{photo}", "\\includegraphics[width=3cm]{photo.jpg}", "\\input{answer}", '<img src="x">'),
    *("see attachment", "siehe Anhang", "see photo.jpg", "attached", "Hello, see IMG_2044.jpg", "# scan.pdf"),
    *("on paper", "in the other file", "I handed it in on paper.", "siehe Blatt", "exercise: IMG_2044.jpg"),
    *(
        "pruned: L4.pdf",
        "best: see photo.jpg",
        "a) IMG_1.jpg\nb) IMG_2.jpg",
        "```\nIMG_1.jpg\n```",
        "| IMG_1.jpg |\n|---|",
    ),
    *("\ufffc", "student: 4711\n\ufffc\nBest regards", "\U0001f4f7"),
    *("values:\npruned:\n\nIMG_1.jpg", "Name: Ada\nIMG_1.jpg", "Best regards\nIMG_1.jpg"),
]


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with an exercise, and one for answers."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "x.tree").write_text(TREE + "\n")
    (tmp_path / "in").mkdir()
    return tmp_path


def graded(*words: object) -> list[dict[str, Any]]:
    """Return the results as `grade` writes them."""
    run("grade", *words, "-o", "out.json")
    results: list[dict[str, Any]] = json.loads(Path("out.json").read_text("utf-8"))["results"]
    return results


# Files that only name another file


@pytest.mark.parametrize("text", ELSEWHERE)
def test_a_text_that_only_names_a_file_is_pending(folder: Path, text: str):
    """Every part, with a sentence that says that a person will look at it."""
    (folder / "in/4711.txt").write_text(f"{text}\n")

    (report,) = ts.grade(TREE, folder / "in")

    assert report.pending == tuple(PARTS)
    assert "a person will look at it" in report.feedback()
    assert report.problems


@pytest.mark.parametrize("text", ["IMG_2044.jpg", "![](x.png)", "on paper"])
def test_a_text_that_only_names_a_file_has_a_card(folder: Path, text: str):
    """Its message says what was not read; the tutor sees the text, and decides."""
    (folder / "in/4711.txt").write_text(text)

    assert "A person will look at it" in run("grade", "x.tree", "in").stderr
    with reviewed("x.tree", "in") as page:
        card = page.listed[0]
        assert (card["waits"], "".join(piece for _, piece in card["pieces"])) == (PARTS, text)
        for part in PARTS:
            page.decide(card["card"], part, verdict="right")
    assert [one["points"] for one in graded("x.tree", "in", "--decisions", "decisions.toml")] == [5]


@pytest.mark.parametrize("line", ["IMG_2044.jpg", "see https://example.org/x", "![](cut.png)"])
def test_what_an_answer_does_not_say_may_be_in_the_file_it_names(line: str):
    """Right parts keep their points, the others are pending."""
    report = ts.grade(TREE, {"1": f"values: A=5 B=5 C=2\nbest: C\n{line}"})["1"]

    assert report.pending == ("pruned", "order", "best")
    assert report.parts["values"].points == 1


@pytest.mark.parametrize("line", ["pruned: L3 (see x.png)", "pruned: L3 # x.png", "pruned: L3, siehe Foto"])
def test_a_line_that_names_a_file_is_not_read_in_part(line: str):
    """No point is lost for it."""
    assert "pruned" in ts.grade(TREE, {"1": RIGHT.replace("pruned: L4", line)})["1"].pending


DECIDED = [
    *("", "Hello", "values:\npruned:\norder:\nbest:\nvalue:"),
    "best: C\nBest regards,\nada@example.org",
]


@pytest.mark.parametrize("text", DECIDED)
def test_what_names_no_file_is_decided(text: str):
    """A form that is empty, greetings, an address of a person."""
    report = ts.grade(TREE, {"1": f"student: 1\n{text}"})["1"]

    assert (report.pending, report.points) == ((), 0)


def test_names_that_look_like_files_are_names():
    """Where a node has such a name."""
    tree = '(a.pdf: (6 5) "b.png": (2 9))'.replace("a.pdf", '"a.pdf"')

    assert ts.grade(tree, {"1": 'best: "a.pdf"'})["1"].parts["best"].points == 1


# Texts that belong to no exercise

PLAN = """title = "Exam"
[[task]]
file = "x.tree"
ask = ["values", "pruned"]
points = { values = 3, pruned = 1 }
[[task]]
file = "y.tree"
ask = ["values", "best"]
points = { values = 3, best = 1 }
"""
FIRST, SECOND = "values: A=5 B=5 C=2\npruned: L4\n", "values: A=3 B=3 C=1\nbest: B\n"
UNPLACED = [
    "1.\nA=5 B=5 C=2\n",
    f"1)\n{FIRST}\n2)\n{SECOND}",
    FIRST,
    f"exercise: 9\n{FIRST}",
    f"Task 7\n{FIRST}",
    f"Aufgabe 1a\n{FIRST}",
    "IMG_2044.jpg",
    "on paper",
]


@pytest.fixture
def exam(folder: Path) -> Path:
    """An exam of two tasks, printed for a roster of four."""
    (folder / "y.tree").write_text("((3 8) (7 1))\n")
    (folder / "plan.toml").write_text(PLAN)
    (folder / "roster.csv").write_text("id,name\n1,Ada\n2,Bob\n3,Cy\n4,Di\n")
    assert run("sheet", "plan.toml", "--roster", "roster.csv", "-o", "sheet/").exit_code == 0
    (folder / "in/2.txt").write_text(f"student: 2\nTask 1\n{FIRST}\nTask 2\n{SECOND}")
    return folder


def rows_of(path: str) -> dict[str, dict[str, str]]:
    """Return the rows of a CSV table by student, each of whom has one."""
    rows = list(csv.DictReader(io.StringIO(Path(path).read_text("utf-8-sig"))))
    found = {row["student"]: row for row in rows}
    assert len(found) == len(rows)
    return found


@pytest.mark.parametrize("text", UNPLACED)
def test_an_answer_without_a_task_is_in_every_table(exam: Path, text: str):
    """Once, pending, among those who handed in."""
    (exam / "in/1.txt").write_text(f"student: 1\n{text}")

    run("grade", "sheet/key.json", "in", *("-o", "g.csv", "-o", "g.json", "-o", "g.txt"), "--report", "pages")

    rows, table = rows_of("g.csv"), Path("g.txt").read_text()
    assert list(rows) == ["1", "2", "3", "4"]
    assert rows["1"]["pending"]
    assert len(re.findall(r"^1 .*not yet decided", table, re.M)) == 1
    assert "Nothing from: 3 Cy, 4 Di." in table
    document = json.loads(Path("g.json").read_text())
    totals = {one["student"]: one for one in document["totals"]["students"]}
    assert len(totals) == len(document["totals"]["students"]) == 2
    assert totals["1"]["pending"]
    assert document["totals"]["missing"] == ["3", "4"]
    results = [one for one in document["results"] if one["student"] == "1"]
    assert "A person will look at it" in results[0]["feedback"]
    assert "A person will look at it" in Path("pages/1.html").read_text()


def test_a_text_without_a_task_may_answer_any_task(exam: Path):
    """No task is called missing or out of reach while it is not assigned."""
    (exam / "in/1.txt").write_text(FIRST)
    (exam / "in/3.txt").write_text(f"{FIRST}\nTask 1\npruned: L4\n")

    run("grade", "sheet/key.json", "in", "--report", "pages")

    for student in "13":
        page = Path(f"pages/{student}.html").read_text()
        assert "with what is not yet decided at most 8" in page
        assert "not handed in" not in page


def test_the_tutor_assigns_a_text_to_a_task(exam: Path):
    """On a card of its own; then it is marked there, and the assignment can be taken back."""
    (exam / "in/1.txt").write_text(f"student: 1\n1.\n{FIRST}")
    with reviewed("sheet/key.json", "in") as page:
        card = page.listed[0]
        assert (page.students[0], card["waits"], card["choices"]) == (["1"], ["exercise"], ["1", "2"])
        shown = page.decide(card["card"], "exercise", means="1")[1]
        assert [one["waits"] for one in shown["cards"]] == [[], []]
        assert shown["cards"][1]["task"] == "1"
        assert len(page.ask("undo", change=shown["change"])[1]["order"]) == len(shown["order"]) - 1
        page.decide(card["card"], "exercise", means="1")

    run("grade", "sheet/key.json", "in", "--decisions", "decisions.toml", "-o", "g.csv")
    row = rows_of("g.csv")["1"]
    assert (row["task 1"], row["task 2"], row["pending"]) == ("4", "", "")
    with reviewed("sheet/key.json", "in") as page:
        assert sorted(page.students) == [["1"], ["1"], ["2"], ["2"]]


@pytest.mark.parametrize(
    "text",
    [
        f"{FIRST}\nTask 2\n{SECOND}",
        f"Task 2\n{SECOND}\nTask 7\n{FIRST}",
        f"Task 2\n{SECOND}\nAufgabe 1a\n{FIRST}",
        f"exercise: 2\n{SECOND}\nexercise: 9\n{FIRST}",
    ],
)
def test_what_belongs_to_no_task_costs_the_other_tasks_nothing(exam: Path, text: str):
    """They are marked as if it were not there; it has a card, and is marked where the tutor puts it."""
    (exam / "in/1.txt").write_text(f"student: 1\n{text}")

    run("grade", "sheet/key.json", "in", "-o", "g.csv")
    row = rows_of("g.csv")["1"]
    assert (row["task 1"], row["task 2"], row["pending"]) == ("", "4", "?")

    with reviewed("sheet/key.json", "in") as page:
        (card,) = [card["card"] for card in page.listed if card["waits"]]
        page.decide(card, "exercise", means="1")
    run("grade", "sheet/key.json", "in", "--decisions", "decisions.toml", "-o", "g.csv")
    row = rows_of("g.csv")["1"]
    assert (row["task 1"], row["task 2"], row["pending"]) == ("4", "4", "")


def test_a_text_can_belong_to_several_tasks_or_to_none(exam: Path):
    """Each of several has it; what is no answer costs nothing more, and is no longer pending."""
    for student in "13":
        (exam / f"in/{student}.txt").write_text(f"student: {student}\n{FIRST}best: B\n{student}")
    with reviewed("sheet/key.json", "in") as page:
        cards = {card["students"][0][0]: card["card"] for card in page.listed if "choices" in card}
        page.decide(cards["1"], "exercise", means="1; 2")
        page.decide(cards["3"], "exercise", verdict="nothing")

    run("grade", "sheet/key.json", "in", "--decisions", "decisions.toml", "-o", "g.csv")
    rows = rows_of("g.csv")
    assert all(rows["1"][task] for task in ("task 1", "task 2"))
    assert (rows["3"]["points"], rows["3"]["pending"]) == ("0", "")


@pytest.mark.parametrize("said", ["points = 1", 'verdict = "right"', 'verdict = "read"'])
def test_a_text_is_assigned_by_name_only(exam: Path, said: str):
    """Points and verdicts about the exercise of a text are rejected."""
    Path("d.toml").write_text(f'[[decision]]\nstudent = "1"\npart = "exercise"\n{said}\n')

    result = run("grade", "sheet/key.json", "in", "--decisions", "d.toml")

    assert result.exit_code != 0
    assert "d.toml:3:" in result.stderr


def test_a_task_that_the_key_does_not_have_stays_pending(exam: Path):
    """And the decision is reported."""
    (exam / "in/1.txt").write_text(f"student: 1\n{FIRST}")
    Path("d.toml").write_text('[[decision]]\nstudent = "1"\npart = "exercise"\nmeans = "7"\n')

    result = run("grade", "sheet/key.json", "in", "--decisions", "d.toml", "-o", "g.csv")

    assert rows_of("g.csv")["1"]["pending"]
    assert "d.toml:2" in result.stderr


def test_a_worksheet_has_no_points_for_a_text_without_a_task(exam: Path):
    """Until the tutor has assigned it; its student has the one row that the course system has made."""
    for name in "xy":
        (exam / "key").mkdir(exist_ok=True)
        (exam / f"{name}.tree").rename(exam / f"key/{name}.tree")
    texts = {("A", 300): FIRST, ("B", 307): f"exercise: x\n{RIGHT}\nexercise: y\n{SECOND}"}
    files = {f"{name}_{number}_assignsubmission_file/a.txt": text for (name, number), text in texts.items()}
    (exam / "moodle.zip").write_bytes(zip_of(files))
    (exam / "grades.csv").write_text(worksheet(forty()), "utf-8")

    def filled(*options: str) -> list[str]:
        run("grade", "key", "moodle.zip", "--worksheet", "grades.csv", "-o", "filled.csv", *options)
        rows = list(csv.reader(Path("filled.csv").read_text("utf-8-sig").splitlines()))
        assert len(rows) == 41
        return [row[4] for row in rows[1:3]]

    assert filled()[0] == ""
    Path("d.toml").write_text('[[decision]]\nstudent = "A"\npart = "exercise"\nmeans = "x"\n')
    assert filled("--decisions", "d.toml")[0] != ""


def test_a_student_of_the_roster_has_one_row_whoever_the_text_names(exam: Path):
    """The name of the file says who it is."""
    (exam / "in/1.txt").write_text(f"student: Ada L.\nTask 1\n{FIRST}")
    (exam / "in/3.txt").write_text(f"student: Cyrus\n{FIRST}")

    run("grade", "sheet/key.json", "in", "-o", "g.csv")

    rows = rows_of("g.csv")
    assert list(rows) == ["1", "2", "3", "4"]
    assert (rows["1"]["task 1"], rows["3"]["pending"]) == ("4", "?")


def test_a_row_that_only_names_a_file_is_pending(folder: Path):
    """Whichever column names it; beside an answer it is no answer."""
    rows = "student;A;best;comment\n1;;;see IMG_2044.jpg\n2;;;a greeting\n3;;B;see IMG_2044.jpg\n"
    (folder / "in" / "class.csv").write_text(rows)

    assert {one["student"]: one["pending"] for one in graded("x.tree", "in")} == {"1": PARTS, "2": [], "3": []}


@pytest.mark.parametrize("row", ["1;A=5;B=5;L4", "1;A=5 B=5 C=2;L4;B;sorry, B is 6", "1;A=5"])
def test_a_row_with_another_number_of_cells_has_a_row_and_a_card(folder: Path, row: str):
    """No part of it is read, not even what stands below the right heading."""
    (folder / "in/class.csv").write_text(f"student;values;pruned\n{row}\n2;A=5 B=5 C=2;L4\n")

    results = {one["student"]: one["pending"] for one in graded("x.tree", "in")}
    run("grade", "x.tree", "in", "-o", "g.csv")

    assert results == {"1": PARTS, "2": []}
    assert sorted(one["student"] for one in csv.DictReader(io.StringIO(Path("g.csv").read_text()))) == ["1", "2"]
    with reviewed("x.tree", "in") as page:
        assert [card["waits"] for card in page.listed if card["students"][0][0] == "1"] == [PARTS]


@pytest.mark.parametrize("rows", ['1;5;"B\n2;2;C\n', '1;"5;B\n2;2;C\n', '1;"5\n2;2";C;D\n'])
def test_rows_joined_by_a_missing_quote_are_refused(folder: Path, rows: str):
    """One of the students would see the answer of the other."""
    (folder / "in/class.csv").write_text(f"student;value;best\n{rows}")

    assert graded("x.tree", "in") == []
    assert run("grade", "x.tree", "in").exit_code == 1


@pytest.mark.parametrize(
    ("table", "expected"),
    [
        ("group;student;best\nA;2;1;B\n", [("class:2", 0, PARTS)]),
        ('student;pruned;best\n1;"L4\n";B\n2;L4;B\n', [("1", 2, []), ("2", 2, [])]),
        *(
            (f"{head};best\nLee;4711;B\n", [("4711", 1, [])])
            for head in ("name;student", "Name;Student", "name;Matrikelnummer", "student;id")
        ),
    ],
)
def test_a_row_is_one_students(folder: Path, table: str, expected: list[tuple[str, int, list[str]]]):
    """A shifted row is nobody's, a closed quote may hold several lines, an id identifies rather than a name."""
    (folder / "in/class.csv").write_text(table)

    assert [(one["student"], one["points"], one["pending"]) for one in graded("x.tree", "in")] == expected


@pytest.mark.parametrize("content", [b"\0\1\2\x80", b"PK\3\4 xl/", b"<html>values: A=5</html>", b"L4 " * 30_000])
def test_a_file_that_is_no_text_has_a_row_and_a_card(exam: Path, content: bytes):
    """Whatever its format, in an exam and for a single exercise."""
    (exam / "in/1.txt").write_bytes(content)

    run("grade", "sheet/key.json", "in", "-o", "g.csv")
    assert (list(rows_of("g.csv")), rows_of("g.csv")["1"]["pending"]) == (["1", "2", "3", "4"], "?")
    with reviewed("sheet/key.json", "in") as page:
        assert ["1"] in page.students
    (exam / "in/2.txt").unlink()
    assert [(one["student"], one["pending"]) for one in graded("x.tree", "in")] == [("1", PARTS)]


VERSION_1 = """[[decision]]
exercise = "1"
part = "values"
points = 1
reason = "By hand."
[decision.students]
"2" = ""
"3" = "39611d0c4e43"

[[decision]]
student = "2"
part = "pruned"
means = "L4"
"""


def test_decisions_of_earlier_versions_are_read(exam: Path):
    """They hold as they did."""
    Path("d.toml").write_text(VERSION_1)

    run("grade", "sheet/key.json", "in", "--decisions", "d.toml", "-o", "g.csv")

    assert rows_of("g.csv")["2"]["task 1"] == "2"


# Different answers, different cards

UNLIKE = {
    TREE: [
        ("order: 11 1 1 2 ?", "order: 1 11 1 2 ?"),
        ("pruned: L1 2 ?", "pruned: L12 ?"),
        ("pruned: L1 L2 ?", "pruned: L1\nL2 ?"),
        ("value: 5 5 ?", "value: 55 ?"),
        ("value: -5 ?", "value: - 5 ?"),
        ("value: −5 ?", "value: -5 ?"),
        ("value: 1,5 ?", "value: 1.5 ?"),
        ("value: 1,5 ?", "value: 1, 5 ?"),
        ("value: ５ ?", "value: 5 ?"),
        ("value: 5² ?", "value: 52 ?"),
        ("pruned: L​4 ?", "pruned: L4 ?"),
        ("pruned: ~~L4~~ L3 ?", "pruned: L4 L3 ?"),
        ("pruned: **L4** ?", "pruned: L4 ?"),
        ("hm, L4?\nbest: B", "best: B\nhm, L4?"),
        ("order: L1 L2\nhm, L4?", "order: L2 L1\nhm, L4?"),
        ("values: A=5 B=5\nhm, L4?", "values: B=5 A=5\nhm, L4?"),
    ],
    "(a: (6 5) A: (2 9))": [("best: a ?", "best: A ?"), ("a IS best", "a is best"), ("best: a ?", "Best: a ?")],
    "MAX (left -> B: (6 5)  LEFT -> C: (2 9))": [("best: left ?", "best: LEFT ?")],
}
ALIKE = [
    ("best: B ?", "  best:   B\t ? \n\n"),
    ("best: B ?", "BEST: b ?"),
    ("student: 1\nbest: B ?", "student: 2\nbest: B ?"),
    ("best: B ?", "best: B ?"),
]


def cards_of(folder: Path, tree: str, *texts: str) -> int:
    """How many cards texts of different students have."""
    (folder / "x.tree").write_text(tree + "\n")
    for number, text in enumerate(texts, 1):
        (folder / f"in/{number}.txt").write_text(text, "utf-8")
    with reviewed("x.tree", "in") as page:
        return len(page.cards)


@pytest.mark.parametrize("tree", UNLIKE)
def test_different_answers_have_cards_of_their_own(folder: Path, tree: str):
    """Whoever decides about one has seen it."""
    texts = list(dict.fromkeys(text for pair in UNLIKE[tree] for text in pair))

    assert cards_of(folder, tree, *texts) == len(texts)


@pytest.mark.parametrize(("one", "other"), ALIKE)
def test_equal_answers_share_a_card(folder: Path, one: str, other: str):
    """Whatever runs of blanks they have, and upper or lower case where no two names differ by that."""
    assert cards_of(folder, TREE, one, other) == 1


def test_a_decision_is_about_equal_answers_only(folder: Path):
    """The points that one has are not given to the other."""
    (folder / "x.tree").write_text("(((11 1) (1 2)))\n")
    for student, order in (("1", "11 1 1 2"), ("2", "1 11 1 2"), ("3", "11  1 1 2")):
        (folder / f"in/{student}.txt").write_text(f"values: A=11\norder: {order} hm?")
    with reviewed("x.tree", "in") as page:
        card = next(card["card"] for card in page.listed if ["1", "in/1.txt"] in card["students"])
        page.decide(card, "order", verdict="right")

    marked = {
        one["student"]: one["parts"]["order"]["points"]
        for one in graded("x.tree", "in", "--decisions", "decisions.toml")
    }
    assert marked == {"1": 1, "2": None, "3": 1}


# Properties

FRAGMENTS = [
    *("values: A=5 B=5 C=2", "pruned: L4", "best: B", "IMG_1.jpg", "Hello", "Task 1", "Task 2", "Task 9", "1.", "2)"),
    *("exercise: 1", "exercise: 7", "variant: x", "hm", "", "# scan.pdf", "student: 1", "see attachment", "Aufgabe 2a"),
]


def drawn_text(rng: random.Random) -> str:
    """Lines that somebody may write, at least one of which is not blank."""
    lines = rng.choices(FRAGMENTS, k=rng.randint(0, 6))
    return "\n".join([*lines, rng.choice([fragment for fragment in FRAGMENTS if fragment])])


@pytest.mark.parametrize("number", seeds(60))
def test_whoever_hands_in_has_one_row_in_every_table(exam: Path, number: int):
    """And no text that is not read is without a card."""
    rng = dice(f"everybody {number}")
    handed_in = sorted(rng.sample("1234", rng.randint(2, 4)))
    (exam / "in/2.txt").unlink()
    for student in handed_in:
        (exam / f"in/{student}.txt").write_text(f"student: {student}\n{drawn_text(rng).replace('student: 1', '')}")

    run("grade", "sheet/key.json", "in", *("-o", "g.csv", "-o", "g.json", "-o", "g.txt"))

    assert sorted(rows_of("g.csv")) == ["1", "2", "3", "4"]
    document = json.loads(Path("g.json").read_text())
    assert sorted(one["student"] for one in document["totals"]["students"]) == handed_in
    assert sorted(document["totals"]["missing"]) == sorted({*"1234"} - {*handed_in})
    assert sorted(re.findall(r"^([1-4]) +(?:Ada|Bob|Cy|Di) ", Path("g.txt").read_text(), re.M)) == handed_in
    pending = {one["student"] for one in document["totals"]["students"] if one["pending"]}
    with reviewed("sheet/key.json", "in") as page:
        assert {student for card in page.listed if card["waits"] for student, _ in card["students"]} == pending
