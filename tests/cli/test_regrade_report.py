"""The option `treesolve grade --against`, which compares new grades with old results."""

import json
from pathlib import Path

import pytest
from click.testing import Result

from tests.support.program import run
from tests.support.schemas import validated

TREE = "points: values 2, best 1\ntree: ((3 12 8) (2 4 6) (14 5 2))\n"
RIGHT, WRONG = "values: A=3 B=3 C=2 D=2\nbest: B\n", "values: A=3 B=8 C=2 D=2\nbest: C\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Change to a folder with a key, two answers to it, and their results."""
    monkeypatch.chdir(tmp_path)
    Path("x.tree").write_text(TREE)
    hand_in("4711", WRONG)
    hand_in("4712", RIGHT)
    run("grade", "x.tree", "in", "-o", "old.json")


def hand_in(student: str, text: str, place: str = "in") -> None:
    """Write an answer to a folder."""
    Path(place).mkdir(exist_ok=True)
    Path(place, f"{student}.txt").write_text(text)


def against(*arguments: str) -> Result:
    """Run a comparison with the old results."""
    return run("grade", *arguments, "--against", "old.json")


def rows(done: Result) -> dict[str, list[str]]:
    """Return the cells of each row of the table, by student; columns are separated by at least two blanks."""
    lines = [line.split("  ") for line in done.stdout.splitlines()[4:]]
    return {cells[0]: [cell.strip() for cell in cells[1:] if cell.strip()] for cells in lines}


def test_equal_results_have_no_changes():
    """No table is printed."""
    done = against("x.tree", "in")
    assert (done.exit_code, done.stdout, done.stderr) == (0, "Points or grade changed: 0 of 2 answers.\n", "")


def test_verdicts_are_reasons():
    """They are given for each item with another verdict; for cuts, the basis of the points is given."""
    Path("x.tree").write_text("points: values 3, pruned 1\ntree: ((3 12 8) (2 4 6) (3 5 2))\n")
    hand_in("4711", "values: A=3 B=3 C=2 D=2\npruned: L5 L6\n")
    run("grade", "x.tree", "in/4711.txt", "-o", "old.json")
    Path("x.tree").write_text("convention: aima\npoints: values 3, pruned 1\ntree: ((3 12 8) (2 4 6) (4 5 3))\n")
    (row,) = rows(against("x.tree", "in/4711.txt")).values()

    assert "D: right → wrong" in row[-1]
    german = against("x.tree", "in/4711.txt", "-c", "minimax", "--language", "de").stdout
    assert "beschnitten 0,5 → –; insgesamt" in german


def test_equal_points_of_other_parts_are_a_change():
    """One part may lose the points that another one gains."""
    Path("rubric.toml").write_text("[points]\nvalues = 1\nbest = 2\n")
    hand_in("4711", "values: A=3 B=3 C=2 D=9\nbest: C\n")
    run("grade", "x.tree", "in", "-o", "old.json")
    done = against("x.tree", "in", "--rubric", "rubric.toml")

    assert rows(done)["4712"][-1] == "values 2 → 1; best move 1 → 2"


def test_new_results_are_written_with_o():
    """Every format of grade is available, and later runs can compare with the new results."""
    Path("new.tree").write_text(TREE.replace("best 1", "best 2"))
    done = against("new.tree", "in", "-o", "new.json", "-o", "new.csv")
    marks = validated(Path("new.json").read_text(), "grades")

    assert [one["points"] for one in marks["results"]] == [1.5, 4]
    assert len(Path("new.csv").read_text().splitlines()) == 3
    assert "changed: 1 of 2" in done.stdout
    assert "changed: 0 of 2" in run("grade", "new.tree", "in", "--against", "new.json").stdout


@pytest.mark.parametrize("options", [("--format", "json"), ("-o", "-")])
def test_stdout_is_for_the_changes(options: tuple[str, ...]):
    """Results on stdout would be mixed with the changes."""
    done = against("x.tree", "in", *options)

    assert (done.exit_code, done.stdout) == (2, "")
    assert "with -o" in done.stderr


def test_students_in_only_one_of_the_results_are_listed():
    """Unreadable files are reported as usual."""
    Path("in/4712.txt").write_text("")
    hand_in("4713", RIGHT)
    done = against("x.tree", "in")

    assert done.exit_code == 1
    assert done.stderr.startswith("in/4712.txt: ")
    assert rows(done) == {
        "4712": ["x", "3", "–", "only in the old results"],
        "4713": ["x", "–", "3", "not in the old results"],
    }


def test_two_answers_of_a_student_are_compared_in_order():
    """Ids are compared ignoring case."""
    hand_in("again", f"student: ADA\n{WRONG}")
    hand_in("first", f"student: ada\n{RIGHT}")
    run("grade", "x.tree", "in", "-o", "old.json")
    assert "changed: 0 of 4" in against("x.tree", "in").stdout
    hand_in("first", f"student: ada\n{WRONG}")
    assert list(rows(against("x.tree", "in"))) == ["ada"]


def test_only_one_student_is_compared():
    """Other students are not reported as missing."""
    hand_in("4711", RIGHT)
    done = against("x.tree", "in", "--student", "4711")

    assert "changed: 1 of 1 answer." in done.stdout
    assert list(rows(done)) == ["4711"]


def test_another_grade_is_a_change():
    """The points may be equal."""
    Path("rubric.toml").write_text('grades = "german"\n')
    assert rows(against("x.tree", "in", "--rubric", "rubric.toml"))["4712"] == ["x", "3", "3", "grade – → 1,0"]


@pytest.mark.parametrize("key", ["decisions", "rubric"])
def test_decisions_and_rubrics_are_those_of_the_command_line(key: str):
    """Those in the old results are ignored."""
    options = {
        "decisions": '[[decision]]\nstudent = "4711"\npart = "best"\npoints = 1\n',
        "rubric": "[points]\nvalues = 2\nbest = 3\n",
    }
    Path("x.toml").write_text(options[key])
    run("grade", "x.tree", "in", f"--{key}", "x.toml", "-o", "old.json")

    assert rows(against("x.tree", "in"))
    assert "changed: 0 of 2" in against("x.tree", "in", f"--{key}", "x.toml").stdout


def test_results_of_earlier_versions_are_read():
    """They have only the fields that every version of treesolve/grades/2 has."""
    document = json.loads(Path("old.json").read_text())
    for one in document["results"]:
        for field in ("claims", "unread", "decided", "at_most", "pending", "diagnosis", "feedback", "answer", "view"):
            del one[field]
    for field in ("key", "decisions"):
        del document[field]
    Path("old.json").write_text(json.dumps(document))

    assert "changed: 0 of 2" in against("x.tree", "in").stdout


@pytest.mark.parametrize(
    "text", ["", "[", "{}", "[]", '{"schema": "treesolve/grades/1"}', '{"schema": "treesolve/key/1"}']
)
def test_other_files_are_refused(text: str):
    """They are refused before anything is graded or written."""
    Path("old.json").write_text(text)
    done = against("x.tree", "in", "-o", "new.json")

    assert (done.exit_code, done.stdout) == (1, "")
    assert done.stderr.startswith("old.json: This is not a file of results")
    assert not Path("new.json").exists()


def test_old_results_are_never_overwritten():
    """The new results cannot be written to the same file."""
    before = Path("old.json").read_text()
    done = against("x.tree", "in", "-o", "old.json")

    assert done.exit_code != 0
    assert Path("old.json").read_text() == before
