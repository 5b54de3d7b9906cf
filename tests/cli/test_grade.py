"""The command `treesolve grade`: results, reports, errors, and malicious submissions."""

import csv
import json
import re
from pathlib import Path

import pytest

from tests.support.program import run
from tests.support.schemas import validated
from treesolve.workflows.page_folder import OutputFolder, plain_name

TREE = "title: Three moves\npoints: values 4, pruned 4, best 1\ntree: ((3 12 8) (2 4 6) (14 5 2))\n"
RIGHT = "values: A=3 B=3 C=2 D=2\npruned: L5 L6\nbest: B\n"
PARTLY = "values: A=3 B=3 C=4 D=2\npruned: L5\nbest: B\n"


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """Return a folder with a tree and two submissions, one of them right."""
    (tmp_path / "x.tree").write_text(TREE, encoding="utf-8")
    (tmp_path / "in").mkdir()
    (tmp_path / "in" / "4711.txt").write_text(RIGHT, encoding="utf-8")
    (tmp_path / "in" / "4712.txt").write_text(PARTLY, encoding="utf-8")
    return tmp_path


def grade(place: Path, *options: str):
    """Grade the submissions in the folder."""
    return run("grade", str(place / "x.tree"), str(place / "in"), *options)


def hand_in(place: Path, name: str, text: str) -> Path:
    """Write a submission and return its path."""
    path = place / "in" / name
    path.write_text(text, encoding="utf-8")
    return path


# Results


def test_results_as_json_follow_their_schema(place: Path):
    """They include unreadable parts and the submitted texts."""
    hand_in(place, "4713.txt", "values: A=x\npruned: none\nbest: D\n")
    result = grade(place, "--format", "json")
    document = validated(result.stdout, "grades")

    assert result.exit_code == 1
    assert [entry["points"] for entry in document["results"]] == [9, 6, 0]
    assert document["results"][1]["answer"] == PARTLY
    assert document["results"][2]["pending"] == ["values", "pruned", "best"]
    assert document["results"][2]["unread"] == [
        {"line": 1, "column": 1, "text": "values: A=x", "part": "values", "readings": []}
    ]
    assert (document["results"][2]["at_most"], document["results"][2]["parts"]["values"]["points"]) == (9, None)
    assert document["results"][0]["claims"][0] == {
        "part": "values", "node": "A", "value": 3, "line": 1, "column": 9, "text": "A=3", "how": "by name",
    }  # fmt: skip
    assert [problem["code"] for problem in document["problems"]] == ["answer-unread"]
    assert document["points_possible"] == 9


def test_reports_have_a_page_for_each_student_and_one_for_the_class(place: Path):
    """The pages link to each other."""
    result = grade(place, "--report", str(place / "reports"))
    pages = {path.name: path.read_text("utf-8") for path in (place / "reports").iterdir()}

    assert result.exit_code == 0, result.stderr
    assert set(pages) == {"4711.html", "4712.html", "index.html"}
    assert 'href="./4712.html"' in pages["index.html"]
    assert "L6" in pages["4712.html"]


def test_a_student_with_two_answers_is_reported(place: Path):
    """Both results are written; ids are compared ignoring case."""
    hand_in(place, "a.txt", "student: ABC\n" + RIGHT)
    hand_in(place, "b.txt", "student: abc\n" + PARTLY)
    result = grade(place, "--format", "json")
    document = json.loads(result.stdout)

    assert result.exit_code == 1
    assert len(document["results"]) == 4
    assert "a.txt" in result.stderr
    assert [problem["code"] for problem in document["problems"]] == ["duplicate-student"]


def test_results_among_the_submissions_are_refused(place: Path):
    """The next run would read them as an answer."""
    for option in ("-o", "--report"):
        result = grade(place, option, str(place / "in" / "out.csv"))
        assert result.exit_code == 1
        assert "another place" in result.stderr
    assert {path.name for path in (place / "in").iterdir()} == {"4711.txt", "4712.txt"}


def test_a_failure_leaves_old_results_alone(place: Path):
    """The key cannot be read."""
    out = place / "out.json"
    out.write_text("old")
    (place / "x.tree").write_text("((6 5)")
    result = grade(place, "-o", str(out))

    assert result.exit_code == 1
    assert "never closed" in result.stderr
    assert out.read_text() == "old"


# One student in full


FULL = "What was lost, and why"


def test_several_answers_are_a_table(place: Path):
    """So is one answer if another file could not be read, which is mentioned below the table."""
    assert FULL not in grade(place).stdout
    (place / "in" / "4711.txt").write_text("")
    done = grade(place)

    assert done.exit_code == 1
    assert FULL not in done.stdout
    assert "1 answer marked. 1 more could not be" in done.stdout


def test_student_selects_one_of_several(place: Path):
    """The id is that in the text, else the name of the file; an unreadable file is reported."""
    alone = run("grade", str(place / "x.tree"), str(place / "in" / "4712.txt"))
    hand_in(place, "third.txt", "student: Ada\n" + PARTLY)
    (place / "in" / "4713.txt").write_text("")

    picked = grade(place, "--student", "4712")
    assert (picked.exit_code, picked.stdout) == (1, alone.stdout)
    assert "4713.txt" in picked.stderr
    assert "Handed in by: Ada" in grade(place, "--student", "ada").stdout
    rows = list(csv.DictReader(grade(place, "--student", "4711", "--format", "csv").stdout.splitlines()))
    assert [row["student"] for row in rows] == ["4711"]


def test_a_student_without_submissions(place: Path):
    """Nothing is written."""
    (place / "out.html").write_text("old")
    done = grade(place, "--student", "4799", "-o", str(place / "out.html"))

    assert (done.exit_code, done.stdout) == (1, "")
    assert "No answer here is by 4799." in done.stderr
    assert (place / "out.html").read_text() == "old"


def test_decisions_about_others_are_not_reported_as_unused(place: Path):
    """Only one student is graded; decisions about this student apply."""
    decision = '[[decision]]\nstudent = "{}"\npart = "pruned"\npoints = {}\n'
    (place / "d.toml").write_text(decision.format("4711", 1) + decision.format("4712", 3))
    done = grade(place, "--student", "4712", "--decisions", str(place / "d.toml"))

    assert (done.exit_code, done.stderr) == (0, "")
    assert "3 of 4 points" in done.stdout


# Failures


@pytest.mark.parametrize("answers", ["inn", "empty"])
def test_without_submissions_nothing_is_written(place: Path, answers: str):
    """A misspelled folder does not replace earlier results."""
    (place / "empty").mkdir()
    results = place / "grades.json"
    results.write_text("{}", "utf-8")

    message = run("grade", str(place / "x.tree"), str(place / answers), "-o", str(results))

    assert (message.exit_code, message.stdout, results.read_text("utf-8")) == (1, "", "{}")
    assert len(message.stderr.splitlines()) == 1


# Malicious submissions

NAMES = (
    *("../../x", "/etc/passwd", "..\\..\\x", "C:\\x", "con", "NUL.txt", "a" * 300, "x" * 79 + "/.." * 60, ".", ".."),
    *("...", "~root", "$(id)", "-rf", "index", "<script>alert(1)</script>", "{{ 7*7 }}", "ab\u202ecd", "名前", "a/b"),
    "a\\b",
)


@pytest.mark.parametrize("name", NAMES)
def test_no_id_escapes_the_folder(tmp_path: Path, name: str):
    """It also does not name a device, a hidden file or an existing page."""
    folder = OutputFolder(str(tmp_path / "reports"))
    (tmp_path / "reports").mkdir()
    for _ in range(2):
        folder.write(folder.name(name, ".html"), "page")
    written = [path for path in tmp_path.rglob("*") if path.is_file()]

    assert len(written) == 2
    assert {path.parent for path in written} == {tmp_path / "reports"}
    assert all(re.fullmatch(r"\w[\w.-]*\.html", path.name) for path in written)
    assert not {path.stem.lower() for path in written} & {"index", "con", "nul"}
    assert len(plain_name(name)) <= 81


def test_ids_that_differ_by_case_have_separate_pages(tmp_path: Path):
    """Some file systems ignore case."""
    folder = OutputFolder(str(tmp_path))
    names = [folder.name(name, ".html") for name in ("Ada", "ada", "ADA", "Ada-2")]

    assert len({name.lower() for name in names}) == 4
