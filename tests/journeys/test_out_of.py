"""All points as a course system counts them: in its files, in tables, for an autograder; the exercise's own beside."""

import csv
import io
import json
from fractions import Fraction
from math import floor
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.cli.test_commands import run
from tests.support.course_systems import PARTLY, RIGHT, TREE, forty, moodle_zip, worksheet
from tests.support.effort import examples
from tests.support.schemas import validated
from treesolve import grade
from treesolve.grading.exam import Key, key_document
from treesolve.grading.exercise import Exercise
from treesolve.grading.grader import Grader
from treesolve.grading.rubric import STEPS, Rubric
from treesolve.integrations.gradescope_results import MarkedExercise, results_document
from treesolve.model.answer import Answer
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read

WAITING = f"{PARTLY}pruned: no idea at all\n"
"""An answer of which a part waits."""

SAMPLES = Path(__file__).parents[2] / "exercises" / "exchange"
"""Submissions and gradebooks as course systems hand them out."""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An exercise of twelve points, forty students' zip and worksheet, and two answers, of 12 points and of 9."""
    monkeypatch.chdir(tmp_path)
    Path("x.tree").write_text(TREE, "utf-8")
    Path("moodle.zip").write_bytes(moodle_zip(forty()))
    Path("grades.csv").write_text(worksheet(forty()), "utf-8")
    Path("in").mkdir()
    Path("in/all.txt").write_text(RIGHT)
    Path("in/some.txt").write_text(PARTLY)


def rows(text: str) -> list[dict[str, str]]:
    """Return a table by its head."""
    return list(csv.DictReader(io.StringIO(text.removeprefix("\ufeff"))))


def by_hand(points: Fraction, of: Fraction, out_of: Fraction, steps: int) -> Fraction:
    """Return the nearest step, up between two, and never all but for all: counted in steps, without the program."""
    if points == of:
        return out_of
    step = floor(points * out_of * steps / of + Fraction(1, 2))
    while Fraction(step, steps) >= out_of:
        step -= 1
    return Fraction(step, steps)


@given(
    st.fractions(0, 1, max_denominator=40),
    st.integers(1, 60),
    st.integers(1, 5000),
    st.sampled_from(list(STEPS)),
)
@examples(400)
def test_points_count_by_the_rule_of_three(share: Fraction, of: int, hundredths: int, rounding: str):
    """Whatever they are rounded to; nothing stays nothing, and who has more has no less."""
    rubric = Rubric(rounding=rounding, out_of=Fraction(hundredths, 100))
    points = share * of

    counted = rubric.counted(points, of)
    assert counted == by_hand(points, Fraction(of), Fraction(hundredths, 100), STEPS[rounding])
    assert rubric.counted(0, of) == 0
    assert rubric.counted(points / 2, of) <= counted
    assert Rubric(rounding=rounding).counted(points, of) == points


def test_a_worksheet_has_the_points_of_the_course_system():
    """5 for all and 3.75 for nine of twelve; what the exercise has stands in the feedback."""
    options = ["--worksheet", "grades.csv", "-o", "filled.csv", "--out-of"]
    assert run("grade", "x.tree", "moodle.zip", *options, "5").exit_code == 0
    filled = rows(Path("filled.csv").read_text("utf-8"))

    for student, row in zip(forty(), filled, strict=True):
        if student.points is None:
            assert not row["Grade"]
        else:
            assert row["Grade"] == ("5.00" if student.points == 12 else "3.75")
            own, counted = f"{student.points} of 12 points", "5" if student.points == 12 else "3.75"
            assert row["Feedback comments"].startswith(f"{own}, which count as {counted} of 5.<br>")


def test_a_worksheet_with_another_maximum_is_told():
    """That points count as so many, and that those are not what the assignment has."""
    options = ["--worksheet", "grades.csv", "-o", "filled.csv", "--out-of"]
    message = run("grade", "x.tree", "moodle.zip", *options, "5").stderr

    assert "All points count as 5, and the assignment has 12" in message
    assert "count as" not in run("grade", "x.tree", "moodle.zip", *options, "12").stderr


def marked(*options: str, answers: tuple[str, ...] = ("x.tree", "in")) -> dict[str, dict[str, str]]:
    """Return the table of what was handed in, by student."""
    return {row["student"]: row for row in rows(run("grade", *answers, "--format", "csv", *options).stdout)}


def test_a_table_has_both():
    """The exercise's own points, and beside them those that count; one that waits has none yet, nor a grade."""
    assert {name: (row["points"], row["points of 10"]) for name, row in marked("--out-of", "10").items()} == {
        "all": ("12", "10"),
        "some": ("9", "7.5"),
    }
    assert "points of 10" in run("grade", "x.tree", "in", "--out-of", "10").stdout
    assert not [column for column in marked()["all"] if column.startswith("points of")]
    Path("in/some.txt").write_text(WAITING)
    assert [row["points of 10"] for row in marked("--out-of", "10").values()] == ["10", ""]
    lines = run("grade", "x.tree", "in", "--out-of", "10", "--format", "jsonl").stdout.splitlines()
    assert {one["student"]: one["counted"] for one in map(json.loads, lines)} == {"all": 10, "some": None}


def test_a_rubric_may_say_it():
    """In TOML; the option is stronger, and what makes no sense is told with its line."""
    Path("rubric.toml").write_text("out-of = 6\n")
    assert [row["points of 6"] for row in marked("--rubric", "rubric.toml").values()] == ["6", "4.5"]
    assert "points of 24" in marked("--rubric", "rubric.toml", "--out-of", "24")["all"]
    Path("rubric.toml").write_text('rounding = "half"\nout-of = 0\n')
    refused = run("grade", "x.tree", "in", "--rubric", "rubric.toml")
    assert refused.exit_code == 1
    assert "rubric.toml:2:1:" in refused.stderr


@pytest.mark.parametrize("written", ["0", "-3", "inf", "12.345", "1/3", "many", "12,5", "1000001", ""])
def test_what_makes_no_sense_is_told(written: str):
    """Nothing is marked, and nothing written."""
    refused = run("grade", "x.tree", "in", "-o", "out.csv", f"--out-of={written}")

    assert refused.exit_code == 2
    assert "--out-of" in refused.stderr
    assert not Path("out.csv").exists()


def key_of_two(sheet: Any = None) -> None:
    """A key of two exercises, of 3 points and of 1; or a sheet."""
    texts = ("points: values 2, best 1\ntree: ((6 5) (2 9))", "points: best 1\ntree: ((1 2) (4 3))")
    found = (
        Exercise(name, read(text), CONVENTIONS["aima"], read(text).points)
        for name, text in zip("ab", texts, strict=True)
    )
    Path("key.json").write_text(key_document(Key(tuple(found), {}, sheet or {})))
    Path("in/all.txt").write_text("exercise: a\nvalues: A=5 B=5 C=2\nbest: B\nexercise: b\nbest: C\n")
    Path("in/some.txt").write_text("exercise: a\nvalues: A=5 B=5 C=2\nbest: B\n")


def test_the_total_of_a_sheet_counts():
    """Three of four points are nine of twelve, and none while a task waits; single tasks have their own."""
    key_of_two({"id": "s1", "title": "Sheet"})
    Path("in/waits.txt").write_text("exercise: a\nvalues: A=5 B=5 C=2 and so on\nbest: B\nexercise: b\nbest: C\n")
    run("grade", "key.json", "in", "--out-of", "12", "-o", "old.json", "-o", "old.csv")
    document = validated(Path("old.json").read_text(), "grades")
    found = {one["student"]: (one["points"], one["counted"]) for one in document["totals"]["students"]}
    table = {row["student"]: row for row in rows(Path("old.csv").read_text("utf-8"))}

    assert (found["all"], found["some"], found["waits"][1]) == ((4, 12), (3, 9), None)
    assert [one for one in document["results"] if "counted" in one] == []
    assert {name: row["points of 12"] for name, row in table.items()} == {"all": "12", "some": "9", "waits": ""}
    assert "points of 12" in run("grade", "key.json", "in", "--out-of", "12").stdout
    run("grade", "key.json", "in", "-o", "plain.json")
    assert "counted" not in json.loads(Path("plain.json").read_text())["totals"]["students"][0]
    Path("in/odd.txt").write_text("exercise: c\nbest: B\n")
    cells = list(csv.reader(io.StringIO(run("grade", "key.json", "in", "--out-of", "12", "--format", "csv").stdout)))
    assert (len(cells), {len(row) for row in cells}) == (5, {len(cells[0])})


def test_of_several_exercises_only_all_together_count():
    """A row for each exercise has no part of the twelve; in a worksheet what was not handed in counts as lost."""
    key_of_two()
    assert "points of 12" not in run("grade", "key.json", "in", "--out-of", "12", "--format", "csv").stdout
    students = [
        one._replace(files={"file/a.txt": Path(f"in/{name}.txt").read_text()})
        for one, name in zip(forty(), ("all", "some"), strict=False)
    ]
    Path("moodle.zip").write_bytes(moodle_zip(students))
    Path("grades.csv").write_text(worksheet(students), "utf-8")
    run("grade", "key.json", "moodle.zip", "--worksheet", "grades.csv", "-o", "filled.csv", "--out-of", "12")

    assert [row["Grade"] for row in rows(Path("filled.csv").read_text("utf-8"))] == ["12.00", "9.00"]


def test_an_autograder_counts_too():
    """The score is out of twelve, the tests have the points of their parts, and a sentence says so."""
    grader = Grader(read("((6 5) (2 9))"), CONVENTIONS["aima"], Rubric({"best": 1, "value": 3}, out_of=12))
    report = grader.report(Answer("s", best=grader.tree.children[0][1], value=5))
    found = json.loads(results_document([MarkedExercise("x", grader, report)], [], rubric=grader.rubric))

    assert found["score"] == 9
    assert {test["max_score"] for test in found["tests"]} == {1, 3}
    assert "3 of 4 points, which count as 9 of 12." in found["output"]


def changes(*options: str) -> list[str]:
    """Return the lines of the table of changes, with single blanks."""
    message = run("grade", *options, "--against", "old.json").stdout
    return [" ".join(line.split()) for line in message.splitlines()[4:]]


def test_points_that_count_as_others_are_listed():
    """Best is worth three now: nine are still nine, but of fourteen, 6.43 of ten; what waits has none."""
    run("grade", "x.tree", "in", "--out-of", "10", "-o", "old.json")
    Path("more.toml").write_text("out-of = 10\n[points]\nvalues = 4\npruned = 4\norder = 3\nbest = 3\n")
    found = {line.split()[0]: line for line in changes("x.tree", "in", "--rubric", "more.toml")}

    assert "12 14" in found["all"]
    assert "counted as" not in found["all"]
    assert " 9 9 " in found["some"]
    assert "counted as 7.5 → 6.43" in found["some"]
    Path("in/some.txt").write_text(WAITING)
    (line,) = changes("x.tree", "in", "--out-of", "10")
    assert "counted as 7.5 → –" in line


def test_another_scale_is_no_change():
    """It changes nobody's own points, and everybody's on that scale."""
    for before, now in (("10", "20"), ("10", ""), ("", "20")):
        run("grade", "x.tree", "in", "-o", "old.json", *(("--out-of", before) if before else ()))
        assert changes("x.tree", "in", *(("--out-of", now) if now else ())) == []


def test_totals_that_count_as_others_are_listed():
    """With one point for each part and values asked in both tasks, four of four become three, three become two."""
    key_of_two({"id": "s1", "title": "Sheet"})
    run("grade", "key.json", "in", "--out-of", "12", "-o", "old.json")
    Path("ones.toml").write_text("out-of = 12\n[points]\nvalues = 1\nbest = 1\n")
    found = {line.split()[0]: line for line in changes("key.json", "in", "--rubric", "ones.toml")}

    assert "4 3 Task a: values 2 → 1" in found["all"]
    assert "counted as 12 → 9" in found["all"]
    assert "3 2 " in found["some"]
    assert "counted as 9 → 6" in found["some"]


def test_a_students_page_says_both():
    """Of one exercise, before the grade, and none while something waits; of a sheet the total counts, no task."""
    options = ("--style", "pages=text", "--report")
    Path("rubric.toml").write_text('out-of = 10\ngrades = [[50, "pass"], [0, "fail"]]\n')
    Path("in/some.txt").write_text(WAITING)
    run("grade", "x.tree", "in", "--rubric", "rubric.toml", *options, "one")
    assert "12 of 12 points, which count as 10 of 10. Grade: pass" in Path("one/all.txt").read_text()
    assert "count as" not in Path("one/some.txt").read_text()
    key_of_two({"id": "s1", "title": "Sheet"})
    run("grade", "key.json", "in", "--out-of", "12", *options, "sheet")
    page = Path("sheet/some.txt").read_text()
    assert "3 of 4 points, which count as 9 of 12." in page
    assert page.count("count as") == 1


def test_a_gradebook_of_canvas_has_the_points_that_count():
    """Five of five and four are 2.5 and 2 of 2.5; what would be above its maximum is not written, in either."""
    tree = str(SAMPLES.parent / "textbook" / "deep-cut.tree")
    sample = [str(SAMPLES / "canvas.zip"), "--worksheet", str(SAMPLES / "gradebook.csv"), "-o", "filled.csv"]
    for options, expected in (
        ((), ["5.00", "4.00"]),
        (("--out-of", "2.5"), ["2.50", "2.00"]),
        (("--out-of", "10"), ["", ""]),
    ):
        run("grade", tree, *sample, *options)
        _possible, *filled = rows(Path("filled.csv").read_text("utf-8"))
        assert [row["Sheet 3 (87568490)"] for row in filled] == expected


def test_questions_keep_their_own_points():
    """A quiz has a maximum of its own, to which the course system scales; an autograder is told out of how many."""
    Path("rubric.toml").write_text("[points]\nvalues = 3\nbest = 1\n")
    Path("scaled.toml").write_text("out-of = 12\n[points]\nvalues = 3\nbest = 1\n")
    for form, ending in (("moodle", "xml"), ("r-exams", "Rmd")):
        for name in ("rubric", "scaled"):
            run("convert", "x.tree", "--for", form, "--rubric", f"{name}.toml", "-o", f"{name}-{form}.{ending}")
        assert Path(f"rubric-{form}.{ending}").read_bytes() == Path(f"scaled-{form}.{ending}").read_bytes()
    run("convert", "x.tree", "--for", "gradescope", "--rubric", "scaled.toml", "-o", "autograder.zip")
    with ZipFile("autograder.zip") as packed:
        assert json.loads(packed.read("rubric.json"))["out-of"] == 12


def test_python_has_both():
    """Of a report, of a class and of a sheet, in what they write; None where they count as they are, or one waits."""
    Path("rubric.toml").write_text("out-of = 10\n")
    scale = {"rubric": Path("rubric.toml")}
    marked, report = grade(Path("x.tree"), Path("in"), **scale), grade(Path("x.tree"), PARTLY, **scale)

    assert (report.points, report.possible, report.counted) == (9, 12, Fraction(15, 2))
    assert json.loads(str(report.render("json")))["counted"] == 7.5
    assert "9 of 12 points, which count as 7.5 of 10." in str(report)
    assert (marked.points, marked.counted) == ({"all": 12, "some": 9}, {"all": 10, "some": Fraction(15, 2)})
    assert marked["some"].counted == Fraction(15, 2)
    assert grade(Path("x.tree"), WAITING, **scale).counted is grade(Path("x.tree"), PARTLY).counted is None
    key_of_two()
    both = grade(Path("key.json"), Path("in"), **scale)
    assert (both.counted, {report.counted for report in both}) == ({"all": 10, "some": Fraction(15, 2)}, {None})
