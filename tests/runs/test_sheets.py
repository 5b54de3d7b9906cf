"""Sheets made in Python: the files of the command line, and each of them by its name."""

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner

import treesolve as ts
from treesolve.cli import treesolve as program
from treesolve.model.convention import CONVENTIONS

TEXT = "((6 5) (2 9))"
PLAN = "title = 'Homework'\nlanguage = 'de'\n[[task]]\nfile = 'x.tree'\npoints = { values = 4.5 }\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The working directory, with a tree, a roster and a plan."""
    (tmp_path / "x.tree").write_text(TEXT)
    (tmp_path / "students.csv").write_text("id,name\n4711,Ada\n4712,Bob\n")
    (tmp_path / "plan.toml").write_text(PLAN)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def files_in(folder: Path) -> dict[str, bytes]:
    """The files in a folder, by their paths in it."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*.*")}


@pytest.mark.parametrize(
    ("make", "line", "place"),
    [
        (lambda: ts.sheet(Path("x.tree")), "x.tree", "exam.md"),
        (lambda: ts.sheet(Path("x.tree"), shape="2x2", seed=7, large_print=True),
         "x.tree --shape 2x2 --seed 7 --style large-print", "exam.pdf"),
        (lambda: ts.sheet(shape="2x2", roster=Path("students.csv"), seed=7, convention="cs188", language="de"),
         "--shape 2x2 --roster students.csv --seed 7 -c cs188 --language de", ""),
        (lambda: ts.sheet(Path("plan.toml"), variants=["A", "B"]), "plan.toml --variants A,B", ""),
    ],
)  # fmt: skip
def test_a_saved_sheet_has_the_files_of_the_command_line(make, line: str, place: str, folder: Path):
    """With the same bytes: sheet, solution, key, form for answers, guide."""
    for name in ("door", "command"):
        (folder / name).mkdir()
    make().save(Path("door") / place)
    result = CliRunner().invoke(program, ["sheet", *line.split(), "-o", f"command/{place}"])

    assert result.exit_code == 0, result.output
    assert files_in(folder / "door") == files_in(folder / "command") != {}


def test_sheet_solution_and_key_have_names(folder: Path):
    """Each in its forms; a key marks answers without a file."""
    exam = ts.sheet(TEXT, title="Midterm")

    assert (exam.title, exam.points, type(exam.points), exam.seed) == ("Midterm", 4, Fraction, "1")
    assert [node.value for node in exam.trees[0].leaves] == [6, 5, 2, 9]
    assert "Midterm" in str(exam)
    assert "A=5" in str(exam.solution)
    assert exam.answer_form.count("Values:") == 1
    assert json.loads(str(exam.key))["sheet"]["title"] == "Midterm"
    assert exam.sheet.save("only.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert exam.key.save("key.json").read_text() == str(exam.key)
    assert ts.grade(exam.key, "values: A=5 B=5 C=2\nbest: B").points == 2


def test_variants_are_found_by_name_and_student():
    """Each is a sheet of its own, with the pages that all have together."""
    exam = ts.sheet(shape="2x2", roster=Path("students.csv"), seed=7)

    assert exam.names == ("4711", "4712")
    assert [one.names for one in exam] == [("4711",), ("4712",)]
    assert exam["4712"] == exam[1] != exam[0]
    assert str(exam) == str(exam[0]) + str(exam[1])
    assert repr(exam) == "<Sheet 'Game trees': 4 points, variants: 2>"
    with pytest.raises(ts.InputError, match="“4713” is no variant"):
        exam["4713"]


def test_a_convention_is_an_expression_a_value_or_that_of_a_solution():
    """The one that is asked for goes before the tree's own."""
    equal = "convention: aima\ntree: ((6 5) (5 9))"
    told = {
        json.loads(str(ts.sheet(what, convention=asked).key))["exercises"][0]["convention"]["id"]
        for what, asked in ((equal, "cs188"), (equal, CONVENTIONS["cs188"]), (ts.solve(equal, "cs188"), None))
    }

    assert told == {"cs188"}


def test_another_sheet_is_not_written_over():
    """Its key may be needed; unless it is to be replaced."""
    ts.sheet(shape="2x2", seed=1).save("exam.pdf")
    other = ts.sheet(shape="2x2", seed=2)
    with pytest.raises(ts.InputError, match="another sheet or seed"):
        other.save("exam.pdf")
    assert (
        json.loads(other.save("exam.pdf", replace=True).with_name("exam-key.json").read_text())["sheet"]["seed"] == "2"
    )


@pytest.mark.parametrize(
    ("arguments", "said", "told"),
    [
        ((), {}, "A tree is text"),
        ((TEXT,), {"want": "pruned=3"}, "no tree is drawn"),
        ((TEXT,), {"paper": "a3"}, "“a3” is no paper"),
        ((TEXT,), {"papr": "a4"}, "Did you mean “paper”"),
        ((TEXT,), {"language": "fr"}, "Known are: en, de"),
        ((TEXT,), {"variants": 0}, "from 1 to"),
        ((TEXT,), {"variants": ["A", "A"]}, "Two variants"),
        ((Path("plan.toml"),), {"shape": "3x3"}, "a whole sheet, and says itself"),
        ((Path("plan.toml"), TEXT), {}, "printed alone"),
        (("5",), {}, "nothing to ask"),
        ((), {"shape": "1", "variants": 9000}, "Task 1"),
    ],
)
def test_what_cannot_be_meant_has_a_sentence(arguments, said, told: str):
    """At once, and not when it is saved."""
    with pytest.raises(ts.InputError, match=told):
        ts.sheet(*arguments, **said)


def test_a_sheet_of_several_variants_is_no_file():
    """And a language of its own has only a whole sheet."""
    exam = ts.sheet(shape="2x2", variants=2, seed=1)
    for attempt, told in (
        (lambda: exam.save("exam.pdf"), "Name a folder"),
        (lambda: exam.save("exam.docx"), r"ends in “\.docx”"),
        (lambda: exam.sheet.save("exam.pdf", language="de"), "“language” is no style"),
    ):
        with pytest.raises(ts.InputError, match=told):
            attempt()
