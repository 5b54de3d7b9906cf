"""Conversion of exercises from Python, which writes the same files as the command line."""

from collections.abc import Callable
from pathlib import Path

import pytest

import treesolve as ts
from tests.support.program import run

TEXT = "points: values 4, best 1\ntree: ((6 5) (2 9))\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the working directory, with two trees and a rubric."""
    (tmp_path / "x.tree").write_text(TEXT)
    (tmp_path / "y.tree").write_text("((5 6) (2 9))")
    (tmp_path / "z.tree").write_text("((6 7) (3 8))")
    (tmp_path / "rubric.toml").write_text("points = { values = 7 }\n")
    monkeypatch.chdir(tmp_path)
    return tmp_path


CASES: dict[str, tuple[Callable[[], ts.Conversion], str, str]] = {
    "moodle": (lambda: ts.convert(Path("x.tree"), Path("y.tree"), to="moodle", language="de"), "quiz.xml",
               "x.tree y.tree --language de"),
    "gradescope": (lambda: ts.convert(Path("x.tree"), to="gradescope", rubric=Path("rubric.toml")), "a.zip",
                   "x.tree --rubric rubric.toml"),
    "r-exams": (lambda: ts.convert(Path("x.tree"), to="r-exams", rubric=Path("rubric.toml")), "x.Rmd",
                "x.tree --rubric rubric.toml"),
    "canvas": (lambda: ts.convert(Path("y.tree"), Path("z.tree"), to="canvas", convention="lang"), "exams",
               "y.tree z.tree -c lang"),
    "cs188": (lambda: ts.convert(Path("x.tree"), to="cs188", convention=":order=left-right"), "tests", "x.tree"),
    "dot": (lambda: ts.convert(Path("x.tree"), to="dot"), "x.dot", "x.tree"),
}  # fmt: skip


@pytest.mark.parametrize("system", CASES)
def test_conversion_equals_that_of_the_command_line(system: str, folder: Path):
    """The files have the same names and bytes."""
    make, name, line = CASES[system]
    (folder / "door").mkdir()
    (folder / "command").mkdir()
    make().save(Path("door") / name)
    result = run("convert", *line.split(), "--for", system, "-o", f"command/{name}")

    assert result.exit_code == 0, result.output
    door, command = ({path.relative_to(place): path.read_bytes() for path in place.rglob("*") if path.is_file()}
                     for place in (folder / "door", folder / "command"))  # fmt: skip
    assert door == command != {}


def test_omitted_exercises_are_among_the_problems():
    """The problems are the printed messages; if nothing can be converted, they are raised."""
    found = ts.convert("title: Two\ntree: ((6 5) (2 9))", "(<1, 2> <2, 1>)", to="moodle")

    assert "exercise 1" in found.files["quiz.xml"]
    assert found.problems[0].startswith("exercise 2: Values are lists here")
    assert "title" in ts.convert("title: Two\ntree: ((6 5) (2 9))", to="dot").problems[0]
    with pytest.raises(ts.InputError, match="Values are lists"):
        ts.convert("(<1, 2> <2, 1>)", to="moodle")


def test_file_extension_selects_a_file():
    """The extension is ambiguous if several files have it."""
    found = ts.convert(TEXT, to="cs188")

    assert repr(found) == "<Conversion: 001-exercise.test, 001-exercise.solution, CONFIG>"
    assert found.save("y.solution").read_text() == found.files["001-exercise.solution"]
    with pytest.raises(ts.InputError, match=r"one of \.test, \.solution"):
        found.save("x.xml")
    with pytest.raises(ts.InputError, match="here are 2"):
        ts.convert(TEXT, TEXT, to="cs188").save("x.test")


def test_invalid_arguments_raise_a_message():
    """The error is raised before any tree is solved."""
    for call, message in (
        (lambda: ts.convert(TEXT, to="moodel"), "Did you mean “moodle”?"),
        (lambda: ts.convert(to="moodle"), "A tree is text"),
        (lambda: ts.convert(TEXT, to="moodle", language="fr"), "Known are: en, de"),
    ):
        with pytest.raises(ts.InputError) as caught:
            call()
        assert message in str(caught.value)
