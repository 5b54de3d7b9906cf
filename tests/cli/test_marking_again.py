"""grade --against: old results marked again, as they are, or with answers that were handed in since."""

import json
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from click.testing import Result

from tests.support.program import run
from treesolve.model.resources import schema_text

TREE = "points: values 2, best 1\ntree: ((3 12 8) (2 4 6) (14 5 2))\n"
RIGHT, WRONG = "values: A=3 B=3 C=2 D=2\nbest: B\n", "values: A=3 B=8 C=2 D=2\nbest: C\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder with a key, three answers to it, one of which nobody can read, and their results."""
    monkeypatch.chdir(tmp_path)
    Path("x.tree").write_text(TREE)
    hand_in("4711", WRONG)
    hand_in("4712", RIGHT)
    Path("in/4713.txt").write_bytes(b"")
    run("grade", "x.tree", "in", "-o", "old.json")


def hand_in(student: str, text: str, place: str = "in") -> None:
    """An answer in a folder."""
    Path(place).mkdir(exist_ok=True)
    Path(place, f"{student}.txt").write_text(text)


def against(*arguments: str) -> tuple[Result, dict[str, Any], dict[str, Any]]:
    """What is said, the changes as a document, and all marks."""
    again = ("--against", "old.json", "--grades", "new.json")
    said = run("grade", *arguments, *again)
    changes = json.loads(run("grade", *arguments, *again, "--format", "json").stdout)
    marks = json.loads(Path("new.json").read_text())
    jsonschema.validate(changes, json.loads(schema_text("regrade")))
    jsonschema.validate(marks, json.loads(schema_text("grades")))
    return said, changes, marks


def rows(marks: dict[str, Any]) -> list[tuple[str, str, float]]:
    """Student, source and points of all results."""
    return [(one["student"], one["source"], one["points"]) for one in marks["results"]]


OLD_ROWS = [("4711", "in/4711.txt", 1.5), ("4712", "in/4712.txt", 3)]


def test_what_is_not_given_comes_from_the_old_results():
    """Key, rubric and answers; the files need not be there any more, and old problems are not told again."""
    for path in ("x.tree", "in/4711.txt", "in/4712.txt", "in/4713.txt"):
        Path(path).unlink()
    said, changes, marks = against()

    assert (said.exit_code, said.stderr) == (0, "")
    assert (changes["answers"], changes["changes"], rows(marks)) == (2, [], OLD_ROWS)
    assert [problem["source"] for problem in marks["problems"]] == ["in/4713.txt"]


def test_the_first_argument_is_the_new_key():
    """So is what --key names; the old answers are marked by it."""
    Path("new.tree").write_text(TREE.replace("best 1", "best 2"))
    for key in (("new.tree",), ("--key", "new.tree")):
        said, changes, marks = against(*key)
        assert said.exit_code == 0
        assert [(one["student"], one["before"], one["now"]) for one in changes["changes"]] == [("4712", 3, 4)]
        assert [points for _, _, points in rows(marks)] == [1.5, 4]
    hand_in("4711", f"exercise: x\n{RIGHT}", "late")  # as the exercise was called before
    assert rows(against("new.tree", "late")[2])[0] == ("4711", "late/4711.txt", 4)


def test_a_new_answer_takes_the_place_of_the_old_one():
    """At its place in the list; the others stay, and whoever is new comes at the end."""
    hand_in("late", f"student: 4711\n{RIGHT}", "late")
    hand_in("4714", RIGHT, "late")
    said, changes, marks = against("x.tree", "late")

    assert (said.exit_code, said.stderr) == (0, "")
    assert rows(marks) == [("4711", "late/late.txt", 3), OLD_ROWS[1], ("4714", "late/4714.txt", 3)]
    assert changes["answers"] == 3
    assert [(one["student"], one["source"], one["before"], one["now"]) for one in changes["changes"]] == [
        ("4711", "late/late.txt", 1.5, 3),
        ("4714", "late/4714.txt", None, 3),
    ]
    assert "– " in said.stdout
    assert "was not there before" in said.stdout


def test_the_whole_folder_again():
    """What could not be read then and can now is no problem any more; who has taken an answer back keeps the marks."""
    hand_in("4713", RIGHT)
    Path("in/4712.txt").unlink()
    said, changes, marks = against("x.tree", "in")

    assert (said.exit_code, said.stderr) == (0, "")
    assert rows(marks) == [*OLD_ROWS, ("4713", "in/4713.txt", 3)]
    assert marks["problems"] == []
    assert [one["student"] for one in changes["changes"]] == ["4713"]


def test_what_belongs_to_no_exercise_takes_no_place():
    """It is told and pending, and the old answer keeps its points."""
    hand_in("4711", "exercise: other\nbest: B\n", "late")
    said, changes, marks = against("x.tree", "late")

    assert said.exit_code == 1
    assert said.stderr.startswith("late/4711.txt: ")
    assert [problem["source"] for problem in marks["problems"]] == ["in/4713.txt", "late/4711.txt"]
    assert (changes["answers"], len(changes["changes"])) == (3, 1)
    assert rows(marks) == [*OLD_ROWS, ("4711", "late/4711.txt", 0)]
    assert marks["results"][-1]["pending"] == ["exercise"]


def test_problems_with_files_that_are_read_again_are_told_again():
    """The same one as before, too."""
    said, _, marks = against("x.tree", "in")
    assert said.exit_code == 1
    assert said.stderr.startswith("in/4713.txt: ")
    assert [problem["source"] for problem in marks["problems"]] == ["in/4713.txt"]


def test_of_several_old_answers_none_stays():
    """Whoever handed in twice and now once more has one result."""
    hand_in("again", f"student: 4711\n{WRONG}")
    run("grade", "x.tree", "in", "-o", "old.json")
    hand_in("late", f"student: 4711\n{RIGHT}", "late")
    _, changes, marks = against("x.tree", "late")

    assert rows(marks) == [("4711", "late/late.txt", 3), OLD_ROWS[1]]
    assert [(one["before"], one["now"]) for one in changes["changes"]] == [(1.5, 3)]


def test_pages_are_written_anew():
    """Of everybody, by the new key."""
    hand_in("4711", RIGHT, "late")
    run("grade", "x.tree", "late", "--against", "old.json", "--report", "pages", "--style", "pages=text")
    assert sorted(path.name for path in Path("pages").iterdir()) == ["4711.txt", "4712.txt", "index.html", "index.txt"]
    assert Path("pages/4711.txt").read_text() == Path("pages/4712.txt").read_text().replace("4712", "4711")


def test_changes_in_several_files():
    """Each is what it would be alone."""
    arguments = ("grade", "--against", "old.json", "--rubric", "milder.toml")
    Path("milder.toml").write_text("[points]\nvalues = 1\nbest = 1\n")
    assert (
        run(*arguments, *(part for ending in ("txt", "json", "csv", "md") for part in ("-o", f"x.{ending}"))).output
        == ""
    )
    for ending, form in (("txt", "text"), ("json", "json"), ("csv", "csv"), ("md", "markdown")):
        assert Path(f"x.{ending}").read_text() == run(*arguments, "--format", form).stdout
    assert "2 students' points change" in Path("x.txt").read_text()


def test_a_new_key_that_names_no_lecture_keeps_the_old_one():
    """And the points, whether an option or the old tree gave them; what the new tree says itself goes before."""
    run("grade", "x.tree", "in", "-c", "cs188:ties=last", "-o", "old.json")
    Path("new.tree").write_text(TREE.partition("\n")[2].replace("3 12 8", "3 12 9"))
    for key in ("new.tree", "x.tree"):
        _, changes, marks = against(key)
        assert (changes["changes"], marks["convention"], rows(marks)) == ([], "cs188:ties=last", OLD_ROWS)
    Path("new.tree").write_text("convention: lang\n" + TREE)
    assert against("new.tree")[2]["convention"] == "lang"
    assert against("x.tree", "-c", ":cut=weak")[2]["convention"] == "cs188:cut=weak,ties=last"
