"""The command `treesolve convert`: questions, autograders, notations, and errors."""

import zipfile
from functools import partial
from pathlib import Path

import pytest

from tests.support import program
from tests.support.moodle import imported
from tests.support.places import EXERCISES
from tests.support.rexams import read_exercise
from treesolve.grading.exam import Key, key_document
from treesolve.grading.exercise import Exercise
from treesolve.grading.question.principal_variation_question import PrincipalVariationQuestion
from treesolve.grading.rubric_file import read_rubric
from treesolve.model.convention import DEFAULT
from treesolve.notation.json_text import parse_json
from treesolve.notation.reader import read
from treesolve.rendering.json.grades_json import rubric_in

DEEP = str(EXERCISES / "textbook" / "deep-cut.tree")
BILD = str(EXERCISES / "lang" / "bild-2.tree")


run = partial(program.run, "convert")


def test_generated_trees_are_written_as_questions(tmp_path: Path):
    """The same seed gives the same questions, and an existing file is replaced only with --replace."""
    words = ("3x3", "--want", "pruned=2", "--count", "3", "--seed", "7", "-o", str(tmp_path / "quiz.xml"))
    first = program.run("generate", *words)
    made = (tmp_path / "quiz.xml").read_bytes()
    again, over = program.run("generate", *words), program.run("generate", *words, "--replace")

    assert (first.exit_code, again.exit_code, over.exit_code) == (0, 1, 0)
    assert [one.name for one in imported(made.decode())] == ["quiz (0001)", "quiz (0002)", "quiz (0003)"]
    assert (tmp_path / "quiz.xml").read_bytes() == made


def test_a_rubric_sets_the_points_of_parts(tmp_path: Path):
    """Questions use only its points, an autograder the whole rubric."""
    rubric = tmp_path / "rubric.toml"
    rubric.write_text('follow-through = 0\naccept = ["cs188"]\n[points]\nvalues = 9\nvalue = 3\n')
    asked = run(DEEP, "--rubric", str(rubric), "-o", str(tmp_path / "quiz.xml"))
    marking = run(DEEP, "--rubric", str(rubric), "-o", str(tmp_path / "autograder.zip"))
    (question,) = imported((tmp_path / "quiz.xml").read_text("utf-8"))
    with zipfile.ZipFile(tmp_path / "autograder.zip") as archive:
        carried = rubric_in(parse_json(archive.read("rubric.json").decode(), ""))

    assert (asked.exit_code, marking.exit_code) == (0, 0)
    assert [gap.weight for gap in question.gaps] == [1, 1, 1, 1]
    assert carried == read_rubric(rubric)


def test_several_exercises_for_r_are_files_in_a_folder(tmp_path: Path):
    """A single exercise is a file; several in one file are refused."""
    single = run(DEEP, "-o", str(tmp_path / "deep.Rmd"))
    folder = run(DEEP, BILD, "--for", "canvas", "-o", str(tmp_path / "exams"))
    refused = run(DEEP, BILD, "-o", str(tmp_path / "both.Rmd"))

    assert (single.exit_code, folder.exit_code, refused.exit_code) == (0, 0, 2)
    assert read_exercise((tmp_path / "deep.Rmd").read_text("utf-8")).kind == "cloze"
    names = sorted(path.name for path in (tmp_path / "exams").iterdir())
    assert names == ["001-deep-cut.Rmd", "002-bild-2.Rmd"]
    assert {read_exercise((tmp_path / "exams" / name).read_text("utf-8")).kind for name in names} == {"mchoice"}
    assert "here are 2" in refused.output


def test_file_names_are_limited_in_length(tmp_path: Path):
    """The name of an exercise may be very long."""
    for name in ("x" * 249, "y"):
        (tmp_path / f"{name}.tree").write_text("((6 5) (2 9))")
    done = run(*sorted(map(str, tmp_path.glob("*.tree"))), "--for", "cs188", "-o", str(tmp_path / "q3"))

    assert done.exit_code == 0, done.output
    assert len(list((tmp_path / "q3").iterdir())) == 5


def test_several_trees_go_into_a_folder(tmp_path: Path):
    """Each is named after its file, numbered if necessary; a tree that the notation cannot express is skipped."""
    (tmp_path / "again").mkdir()
    again = tmp_path / "again" / "deep-cut.tree"
    again.write_text("(6 x)\n")
    (tmp_path / "third.tree").write_text("(1 2)\n")
    folder = tmp_path / "games"
    result = run(DEEP, str(again), str(tmp_path / "third.tree"), "--for", "efg", "-o", str(folder))
    both = run(DEEP, str(again), "--for", "dot", "-o", str(folder))
    over = run(str(tmp_path / "third.tree"), str(again), "--for", "tree", "-o", str(tmp_path / "again"))

    assert (result.exit_code, both.exit_code, over.exit_code) == (1, 0, 1)
    assert "take the place of this file" in over.output
    assert "unknown values" in result.output
    assert {path.name for path in folder.iterdir()} == {
        *("deep-cut.efg", "third.efg"),
        *("deep-cut.dot", "deep-cut-2.dot"),
    }


def test_a_test_for_cs188_comes_with_its_solution(tmp_path: Path):
    """The extension selects one of them, or both are written; -c changes the convention."""
    runs = [run(DEEP, "-o", str(tmp_path / f"x.{ending}")) for ending in ("test", "solution")]
    both = run(DEEP, "--for", "cs188", "-o", str(tmp_path / "q3"))
    plain = run(DEEP, "--for", "cs188", "-c", "minimax", "-o", "-")
    run(DEEP, "-c", ":ties=last", "-o", str(tmp_path / "last.solution"))
    written = [(tmp_path / f"x.{ending}").read_bytes() for ending in ("test", "solution")]

    assert [result.exit_code for result in (*runs, both, plain)] == [0] * 4
    assert [(tmp_path / "q3" / f"001-deep-cut.{ending}").read_bytes() for ending in ("test", "solution")] == written
    assert (tmp_path / "q3" / "CONFIG").read_text() == 'max_points: "1"\nclass: "NumberPassedQuestion"\n'
    assert b"convention cs188: cut >\n" in written[1]
    assert 'alg: "MinimaxAgent"' in plain.output
    assert "convention cs188:ties=last: cut >" in (tmp_path / "last.solution").read_text("utf-8")


def test_an_existing_config_is_not_replaced(tmp_path: Path):
    """The lecturer may have edited it."""
    (tmp_path / "CONFIG").write_text("mine")
    done = run(DEEP, BILD, "--for", "cs188", "-o", str(tmp_path))

    assert done.exit_code == 0
    assert (tmp_path / "CONFIG").read_text() == "mine"


def test_trees_that_agents_cannot_play_do_not_stop_the_others(tmp_path: Path):
    """Each is reported with what a test cannot express."""
    (tmp_path / "lowest.tree").write_text("((6 -inf) (2 9))\n")
    result = run(str(tmp_path / "lowest.tree"), BILD, "--for", "cs188", "-o", str(tmp_path / "q3"))

    assert result.exit_code == 1
    assert "lowest: A .test file cannot carry infinity" in result.output
    assert sorted(path.name for path in (tmp_path / "q3").iterdir()) == [
        "002-bild-2.solution",
        "002-bild-2.test",
        "CONFIG",
    ]


@pytest.mark.parametrize(("system", "ending"), [("moodle", "xml"), ("r-exams", ""), ("canvas", "")])
def test_unsupported_exercises_do_not_stop_the_others(system: str, ending: str, tmp_path: Path):
    """One exercise has only questions that need a person to grade, and one is too large for a picture."""
    large = read("(" + " ".join(map(str, range(1900))) + ")")
    exercises = (
        Exercise("line", read("((6 5) (2 9))"), DEFAULT, {"line": 1}, questions={"line": PrincipalVariationQuestion()}),
        Exercise("large", large, DEFAULT, {"values": 1, "pruned": 1}),
        Exercise("cuts", read("((6 5) (2 9))"), DEFAULT, {"values": 1, "pruned": 1}),
    )
    (tmp_path / "key.json").write_text(key_document(Key(exercises)))
    written = tmp_path / (f"quiz.{ending}" if ending else "quiz")
    result = run(str(tmp_path / "key.json"), "--for", system, "-o", str(written))

    assert result.exit_code == 1
    assert "line: Nothing is asked here" in result.stderr
    assert "large: " in result.stderr
    if ending:
        assert [question.name for question in imported(written.read_text("utf-8"))] == ["cuts"]
    else:
        assert [path.name for path in written.iterdir()] == ["003-cuts.Rmd"]
