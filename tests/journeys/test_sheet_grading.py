"""A whole sheet marked: variants by the roster, tasks of one text taken apart, a line a student."""

import csv
import json
import random
from fractions import Fraction
from pathlib import Path

import pytest

from tests.support.answers import complete
from tests.support.program import run
from tests.support.schemas import validated
from tests.support.wrong_answers import wrong_answer
from treesolve.grading import result
from treesolve.grading.exam import (
    LAZY_READING_THRESHOLD,
    Key,
    LazyExercises,
    key_document,
    key_entry,
    key_head,
    key_tail,
    read_key,
)
from treesolve.grading.exercise import Exercise, solution_texts
from treesolve.grading.question.question_registry import KINDS, draw_question
from treesolve.grading.rubric import Rubric
from treesolve.grading.sheet_totals import SheetResults
from treesolve.model.convention import CONVENTIONS
from treesolve.model.number import Number
from treesolve.model.problem import InputError
from treesolve.search.solution import solve
from treesolve.submissions.student_identification import split
from treesolve.submissions.submission import Submission
from treesolve.submissions.text_decoding import is_remark
from treesolve.workflows.exercise_assignment import find_exercise_number
from treesolve.workflows.grade_result import Settings
from treesolve.workflows.grade_submission import Marker

HAW = CONVENTIONS["haw"]
POINTS = {
    "1": {"values": 4, "pruned": 3, "best": 1},
    "2": {"line": 1, "unknown": 2, "reorder": 2, "mistake": 2, "statements": 4},
}


def exercises(count: int) -> list[Exercise]:
    """Two tasks in so many variants, all questions asked in the second."""
    rng = random.Random(7)
    found = []
    for number in range(count):
        found.append(Exercise("1", complete(rng, (3, 2, 3), 0, 30), HAW, POINTS["1"], f"V{number}"))
        while True:
            tree = complete(rng, (3, 2, 3), 0, 30)
            questions = {part: draw_question(part, solve(tree, HAW), rng) for part in KINDS}
            if all(question is not None for question in questions.values()):
                break
        found.append(Exercise("2", tree, HAW, POINTS["2"], f"V{number}", questions))
    return found


STUDENTS = {"4711": "V0", "4712": "V1", "Łukasz 王": "V2", "4714": "V3"}


@pytest.fixture(scope="module")
def key() -> Key:
    """A sheet for four students."""
    return Key(tuple(exercises(4)), STUDENTS, {"id": "s3", "title": "Blatt 3"})


def in_pieces(key: Key) -> str:
    """Return the document of a key, joined from its pieces."""
    entries = ",\n".join(key_entry(exercise, exercise.answer_key()) for exercise in key.exercises)
    return key_head(key.sheet) + entries + key_tail(key.students, {})


def answer(exercise: Exercise, **instead: str) -> str:
    """What a perfect student hands in for a task, but for some parts."""
    texts = solution_texts(exercise.answer_key()) | instead
    return "".join(f"{part}: {text}\n" for part, text in texts.items())


def sheet_of(
    key: Key, variant: int, student: str, *, headings: tuple[str, str] = ("exercise: 1", "exercise: 2")
) -> str:
    """Return a perfect answer to the whole sheet."""
    tasks = (f"{headings[task]}\n{answer(key.exercises[2 * variant + task])}\n" for task in (0, 1))
    return f"student: {student}\n\n" + "".join(tasks)


@pytest.fixture
def folder(key: Key, tmp_path: Path) -> Path:
    """The key in a file, and a folder for submissions."""
    with (tmp_path / "key.json").open("w", encoding="utf-8") as file:
        file.write(in_pieces(key))
    (tmp_path / "in").mkdir()
    return tmp_path


# Keys


def test_a_key_is_written_and_read(key: Key):
    """In pieces or whole; what a sheet has comes back, the solutions are for other readers."""
    assert read_key(in_pieces(key)) == read_key(key_document(key)) == key
    entry = json.loads(in_pieces(key))["exercises"][1]
    assert list(entry["solution"]) == list(POINTS["2"])
    assert "sheet" not in json.loads(key_document(Key(key.exercises[:1])))


def test_a_variant_does_not_matter_where_there_are_none(key: Key):
    """An answer may have one all the same; where there is one alone, it must be that."""
    exercise = key.exercises[0]

    assert Key((exercise._replace(variant=None),)).find("1", "V7") == 0
    assert Key((exercise,)).find("1", "V0") == 0
    with pytest.raises(InputError):
        Key((exercise,)).find("1", "V7")


def test_a_student_is_found_by_the_roster(key: Key):
    """However the id is written; what stands in the answer is asked only where the roster says nothing."""
    assert key.find("1", None, "4711") == 0
    assert key.find("2", None, " 4712 ") == 3
    assert key.find("2", None, "łUKASZ  王") == 5
    assert key.find("2", "V3", "4712") == 3
    assert key.conflicting_variant("V3", "4712") == "V1"
    assert key.conflicting_variant(" v1", "4712") is None
    assert key.find("2", "v3", "unknown") == 7
    assert key.conflicting_variant("V3", "unknown") is None
    for name, variant, student, code in (
        (None, None, "4711", "answer-which-exercise"),
        ("1", None, "unknown", "answer-which-variant"),
        ("3", None, "4711", "answer-other-exercise"),
        ("1", "V9", "unknown", "answer-other-variant"),
    ):
        with pytest.raises(InputError) as caught:
            key.find(name, variant, student)
        assert caught.value.problems[0].code == code
        assert caught.value.problems[0].facts["known"] == ("V0, V1, V2, V3" if "variant" in code else "1, 2")


def test_a_file_may_say_which_student_of_the_roster(key: Key):
    """Where the text has a name only, and the roster ids."""
    marker = Marker(Settings(key, Rubric()))
    text = "name: Ada\nexercise: 2\nline: A\n"

    assert find_exercise_number(Submission("4712.txt", "4712", text), key) == 3
    assert find_exercise_number(Submission("4712.txt", "4712", text.replace("Ada", "4711")), key) == 1
    with pytest.raises(InputError):
        find_exercise_number(Submission("x.txt", "x", text), key)
    message = marker.outcome(Submission("4712.txt", "4712", text + "variant: V3\n")).problems
    assert [(problem.code, is_remark(problem)) for problem in message] == [("variant-of-another", True)]


def test_a_large_key_is_read_when_it_is_asked_for(key: Key):
    """Only what is marked; nonsense is told then."""
    entries = json.loads(in_pieces(key))["exercises"]
    many = [entries[number % 8] | {"variant": f"V{number}"} for number in range(LAZY_READING_THRESHOLD)]
    many[5] = many[5] | {"tree": "((("}
    many[6] = many[6] | {"points": 7}
    found = read_key(
        json.dumps({"schema": "treesolve/key/1", "sheet": {"id": "s"}, "exercises": many, "students": {"a": "V3"}})
    )

    assert isinstance(found.exercises, LazyExercises)
    assert found.find("2", None, "a") == 3
    assert found.exercises[3] == key.exercises[3]._replace(variant="V3")
    assert len(found.exercises) == LAZY_READING_THRESHOLD
    for number in (5, 6):
        with pytest.raises(InputError):
            found.exercises[number]
    with pytest.raises(IndexError):
        found.exercises[LAZY_READING_THRESHOLD]


@pytest.mark.parametrize(
    "changed",
    [
        {"students": [1]},
        {"students": {"a": None}, "sheet": 3},
        {"sheet": "x"},
        {"exercises": [{"exercise": "1"}] * 600, "sheet": {"id": "s"}},
    ],
)
def test_a_key_with_nonsense_is_refused(changed: dict):
    """With one sentence."""
    document = {"schema": "treesolve/key/1", "exercises": [], "students": {}} | changed
    with pytest.raises(InputError) as caught:
        read_key(json.dumps(document))
    assert caught.value.problems[0].code in ("key-form", "key-empty")


# Tasks of one text


def sections(text: str, tasks: tuple[str, ...] = ("1", "2", "3")) -> list[str]:
    """Return the texts of the tasks."""
    return [one.text for one in split(Submission("x.txt", "x", text), tasks.__contains__)]


HEADINGS = [
    "exercise: {}", "Exercise {}", "Aufgabe {}", "AUFGABE {}:", "## Aufgabe {}", "**Aufgabe {}**", "Task {}.",
    "task: {}", "Aufgabe: {}", "- Aufgabe: {}", "Aufgabe Nr. {}", "Frage {}", "  Exercise {} ", "Aufgabe {})",
]  # fmt: skip


@pytest.mark.parametrize("heading", HEADINGS)
def test_a_text_is_taken_apart(heading: str):
    """Lines stay where they are; student and variant count for all."""
    text = (
        f"student: 4711\nvariant: B\n\n{heading.format(1)}\nvalues: A=5\n\n{heading.format(2)}\nbest: B # Aufgabe 1\n"
    )
    one, two = sections(text)

    for section in (one, two):
        lines = section.split("\n")
        assert lines[:2] == ["student: 4711", "variant: B"]
        assert [len(line) for line in lines] == [len(line) for line in text.split("\n")]
    assert ("values: A=5" in one, "best: B" in one) == (True, False)
    assert ("values: A=5" in two, "best: B" in two) == (False, True)


def test_what_is_no_heading_is_none():
    """A label the sheet has not, a sentence, a single task."""
    for text in (
        "exercise: 1\nvalues: A=5\n",
        "values: A=5\n",
        "statements: 1 wahr, wegen Aufgabe 2 oben\n",
        "Aufgabe 9\nbest: B\n",
        "Aufgabe 1 und 2\nbest: B\n",
    ):
        assert sections(text) == [text]
    assert len(sections("Aufgabe 1\nbest: B\n")) == 1
    assert sections("Aufgabe 1\nbest: B\n")[0].startswith("task:1   \n")


def test_the_parts_of_a_task_may_stand_apart():
    """Whoever comes back to a task goes on with it; whose it is may stand at the end."""
    one, two = sections("exercise: 1\nvalues: A=5\nexercise: 2\nbest: B\nexercise: 1\nbest: C\nMatrikel: 4711\n")

    assert one.split() == ["exercise:", "1", "values:", "A=5", "best:", "C", "Matrikel:", "4711"]
    assert two.split() == ["exercise:", "2", "best:", "B", "Matrikel:", "4711"]


def test_a_variant_within_a_task_is_that_of_the_task():
    """Unless it is the only one."""
    one, two = sections("exercise: 1\nvariant: A\nbest: B\nexercise: 2\nvariant: C\nbest: B\n")
    assert ("variant: A" in one, "variant: C" in one) == (True, False)
    assert ("variant: A" in two, "variant: C" in two) == (False, True)
    one, two = sections("exercise: 1\nvariant: A\nbest: B\nexercise: 2\nbest: B\n")
    assert "variant: A" in two


def test_many_sections_end_somewhere():
    """A text of nothing but headings."""
    assert len(sections("Aufgabe 1\nAufgabe 2\n" * 20_000)) == 2
    assert sections("\n" * 1000) == ["\n" * 1000]


# Marking


def test_answers_that_differ_in_a_question_are_not_the_same(key: Key):
    """What was said of one answer is kept for others like it, and for no others."""
    marker = Marker(Settings(Key(key.exercises[1:2]), Rubric()))
    points = []
    for text in ("1 true", "1 false", "1 true", "1 true # sure"):
        outcome = marker.outcome(Submission("x", "x", f"statements: {text}\n"))
        points.append(outcome.result.points)

    assert sorted(points[:2]) == [0, 1]
    assert points[2:] == points[:1] * 2


def test_wrong_judgements_cost_where_wrong_marks_cost(key: Key):
    """As much as right ones are worth; other questions are right or not."""
    exercise = key.exercises[1]
    right = solution_texts(exercise.answer_key())
    wrong = {part: wrong_answer(question, solve(exercise.tree, HAW)) for part, question in exercise.questions.items()}
    judged = [entry.split()[1] for entry in right["statements"].split(", ")]
    message = " ".join([*judged[:2], {"true": "false", "false": "true"}[judged[2]]])
    for negative, points in ((False, 2), (True, 1)):
        marker = Marker(Settings(Key((exercise,)), Rubric(negative=negative)))
        text = answer(exercise, **wrong | {"statements": message})
        parts = marker.outcome(Submission("x", "x", text)).result.parts
        assert parts["statements"].points == points
        assert parts["mistake"].points == parts["unknown"].points == 0


def test_what_cannot_be_read_in_a_question_is_told_at_its_place(key: Key, folder: Path):
    """Line and column of the file that was handed in; the part is unread, and the rest counts."""
    text = f"student: 4711\n\nexercise: 2\n{answer(key.exercises[1], unknown='what?', statements='1 true, 9 false')}"
    (folder / "in" / "a.txt").write_text(text, "utf-8")
    done = run("grade", folder / "key.json", folder / "in", "--format", "json")

    assert done.exit_code == 1
    document = json.loads(done.stdout)
    assert [(problem["line"], problem["code"]) for problem in document["problems"]] == [
        (5, "question-unreadable"),
        (8, "question-no-statement"),
    ]
    lines = text.split("\n")
    for problem in document["problems"]:
        assert lines[problem["line"] - 1][problem["column"] - 1] in "w9"
    assert document["results"][0]["pending"] == ["unknown", "statements"]
    assert [piece["part"] for piece in document["results"][0]["unread"]] == ["unknown", "statements"]
    assert document["results"][0]["parts"]["line"]["points"] == 1


def hand_in(key: Key, folder: Path) -> None:
    """Three of four students: all, one task, and another's variant."""
    (folder / "in" / "4711.txt").write_text(sheet_of(key, 0, "4711"), "utf-8")
    first = f"student: Łukasz 王\nAufgabe 1\n{answer(key.exercises[4], best='Q')}"
    (folder / "in" / "b.txt").write_text(first, "utf-8")
    text = sheet_of(key, 1, "4712").replace("student: 4712\n", "student: 4712\nvariant: V3\n")
    (folder / "in" / "c.txt").write_text(text, "utf-8")


def test_whoever_says_no_variant_is_told_once(key: Key, folder: Path):
    """Of all tasks together, with the variants that there are; in a table the student has one row."""
    (folder / "in" / "x.txt").write_text(sheet_of(key, 1, "nobody"), "utf-8")
    result = run("grade", folder / "key.json", folder / "in", "--format", "csv")

    assert [line.split("variant: ")[1] for line in result.stderr.splitlines()] == ["V0”; there are: V0, V1, V2, V3."]
    assert [row.partition(",")[0] for row in result.stdout.splitlines()].count("nobody") == 1


def test_the_document_has_results_and_totals(key: Key, folder: Path):
    """A result a task as ever, and behind them a total a student."""
    hand_in(key, folder)
    document = validated(run("grade", folder / "key.json", folder / "in", "--format", "json").stdout, "grades")

    assert [(result["student"], result["exercise"], result["points"]) for result in document["results"]] == [
        ("4711", "1", 8),
        ("4711", "2", 11),
        ("Łukasz 王", "1", 7),
        ("4712", "1", 8),
        ("4712", "2", 11),
    ]
    validated((folder / "key.json").read_text("utf-8"), "key")
    assert document["totals"]["missing"] == ["4714"]
    assert document["totals"]["students"][1] == {
        "student": "Łukasz 王",
        "name": None,
        "variant": "V2",
        "tasks": {"1": 7, "2": None},
        "points": 7,
        "of": 19,
        "grade": None,
        "pending": ["1"],
    }
    assert document["points_possible"] == 19
    assert [entry["exercise"] for entry in document["exercises"]] == ["1", "2"]
    assert {problem["code"] for problem in document["problems"]} >= {"variant-of-another"}


def test_tables_answer_sheets(key: Key, folder: Path):
    """A row a task; questions are columns like any other."""
    right = solution_texts(key.exercises[1].answer_key())
    row = {"student": "4711", "exercise": "2"} | right
    with (folder / "in" / "a.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(row), delimiter=";")
        writer.writeheader()
        writer.writerow(row)
    document = json.loads(run("grade", folder / "key.json", folder / "in", "--format", "json").stdout)

    assert document["problems"] == []
    assert [(result["student"], result["points"]) for result in document["results"]] == [("4711", 11)]


@pytest.mark.parametrize("feedback", ["full", "hints"])
def test_pages_for_students(key: Key, folder: Path, feedback: str):
    """Where everything is wrong: hints do not say what is right."""
    exercise = key.exercises[1]
    texts = {part: wrong_answer(question, solve(exercise.tree, HAW)) for part, question in exercise.questions.items()}
    (folder / "in" / "a.txt").write_text(f"student: 4711\nexercise: 2\n{answer(exercise, **texts)}", "utf-8")
    options = ("--style", "pages=text", "--feedback", feedback, "--language", "de")
    done = run("grade", folder / "key.json", folder / "in", "--report", folder / "r", *options)

    assert done.exit_code == 0, done.output
    (page,) = (path.read_text("utf-8") for path in (folder / "r").iterdir() if path.stem != "index")
    assert ("Aussage 1 noch einmal prüfen" in page) is (feedback == "hints")
    assert (f"Richtig: {solution_texts(exercise.answer_key())['mistake']}." in page) is (feedback == "full")
    assert ("Aussage 1, „" in page) is (feedback == "full")
    assert "Für welche x" in page


def result_of(student: str, exercise: str, points: Number, of: Number, *unread: str) -> result.Result:
    """What came of a task, in so far as a total needs it."""
    return result.Result(student, "", exercise, "V0", points, of, None, "max", {}, unread, ())


def test_the_last_answer_to_a_task_counts(key: Key):
    """And points of a task with other points in another variant are its own."""
    results = SheetResults(key, Rubric(grades=((50, "pass"), (0, "fail"))), {"1": 8, "2": 11})
    for points in (3, Fraction(15, 2)):
        results.add(result_of("4711", "1", points, 8))
    results.add(result_of(" 4711", "2", 2, 12, "line"))
    total = results.totals()[0]

    assert (str(total.points), total.of, total.grade, total.pending) == ("19/2", 20, None, ("2",))
    assert [one.id for one in results.missing()] == ["4712", "Łukasz 王", "4714"]
