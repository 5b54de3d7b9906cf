"""One answer never stops the class: whatever goes wrong over it is told with its file, and all others are marked."""

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from tests.support.effort import crossed
from tests.support.keys import key_text
from tests.support.program import run
from treesolve.notation.reader import read
from treesolve.rendering import feedback
from treesolve.submissions import student_identification, submission_files
from treesolve.submissions.answer_reader import read_answer
from treesolve.submissions.node_names import NodeNames
from treesolve.workflows.grade_submission import Marker
from treesolve.workflows.result_writer import FORMS, ResultWriter

TREE = "S: MAX (A: MIN (6 5) B: MIN (2 9))"
RIGHT = "values: S=5 A=5 B=2\npruned: L4\norder: L1 L2 L3\nbest: A\nvalue: 5\n"
ODD_LINES = (
    *("studnt: 2", "nam: x", "none: 5", "exercse: 1", "varint: 1", "tree: ((6 5) (2 9))", "student = 2", "Name = x"),
    *("Matrikl: 3", "aufgbe: 2", "vairante: B", "tree: x", "exercise = 1", "variant = A", "matrikel = 4711"),
)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A key, and three answers that are right."""
    (tmp_path / "key.tree").write_text(TREE)
    (tmp_path / "answers").mkdir()
    for name in ("a", "b", "c"):
        (tmp_path / "answers" / f"{name}.txt").write_text(f"student: {name}\n{RIGHT}")
    return tmp_path


def grade(folder: Path, *options: object) -> Result:
    """What comes of marking the answers in a folder."""
    return run("grade", folder / "key.tree", folder / "answers", *options)


def points(result: Result) -> dict[str, Any]:
    """Return the points by student in a JSON document of results."""
    return {entry["student"]: entry["points"] for entry in json.loads(result.stdout)["results"]}


@pytest.mark.parametrize(("line", "form", "language"), crossed(ODD_LINES, list(FORMS), ["en", "de"]))
def test_a_key_close_to_one_of_identity_ends_nothing(line: str, form: str, language: str, folder: Path):
    """It stands in no part of an answer, in no form and language."""
    (folder / "answers" / "b.txt").write_text(f"student: b\n{RIGHT}{line}\n")
    done = grade(folder, "--format", form, "--language", language)

    assert done.exit_code == ("b.txt:7:" in done.stderr)
    assert all(name in done.stdout for name in ("a", "b", "c"))


@pytest.mark.parametrize("line", ODD_LINES)
def test_only_parts_of_answers_are_unread(line: str):
    """What says whose an answer is, is no part of it."""
    answer, problems = read_answer(f"{RIGHT}{line}\n", NodeNames(read(TREE)))

    assert not answer.pending
    assert bool(problems) == answer.has_unread


FAULTY = {
    "reading": (submission_files, "_read_file"),
    "parting": (student_identification, "split"),
    "marking": (Marker, "read"),
    "showing": (ResultWriter, "add"),
}
"""What goes wrong over an answer, and where."""


@pytest.mark.parametrize(
    ("where", "form"), [*((where, "json") for where in FAULTY), *(("showing", one) for one in FORMS)]
)
def test_a_fault_is_a_problem_of_that_answer(where: str, form: str, folder: Path, monkeypatch: pytest.MonkeyPatch):
    """Its file is named once, it has no points, the others are there, none twice, and the exit code tells."""
    home, name = FAULTY[where]
    if where == "parting":
        (folder / "key.tree").write_text(key_text(folder / "key.tree", "exercises/lang/bild-2.tree"), "utf-8")
        for path in (folder / "answers").iterdir():
            path.write_text(f"exercise: key\n{path.read_text()}")
    right = getattr(home, name)

    def faulty(*things: Any) -> Any:
        sources = [str(getattr(thing, "source", thing)) for thing in things]
        if any(source.endswith("b.txt") for source in sources) and getattr(things[-1], "result", 1) is not None:
            raise KeyError("nobody foresaw this")
        return right(*things)

    monkeypatch.setattr(home, name, faulty)
    done = grade(folder, "--format", form, "--jobs", "1")

    assert done.exit_code == 1
    assert done.stderr.count("b.txt: ") == done.stderr.count("KeyError") == 1
    assert done.stdout.count("a.txt") == done.stdout.count("c.txt")
    assert done.stdout.count(RIGHT.split("\n")[0]) == (2 if form in ("json", "jsonl") else 0)
    if form == "json":
        problem = json.loads(done.stdout)["problems"][0]
        assert points(done) == {"a": 5, "c": 5}
        assert (problem["code"], Path(problem["source"]).name) == ("program-fault", "b.txt")
        assert "KeyError" in problem["message"]


def test_a_page_that_cannot_be_made_leaves_the_marks(folder: Path, monkeypatch: pytest.MonkeyPatch):
    """The page is missing, the points are not, and the page of the class has a list of all."""
    page = feedback.feedback_page

    def faulty(report: Any, *things: Any, **options: Any) -> Any:
        if report.answer.student == "b":
            raise ValueError("nobody foresaw this")
        return page(report, *things, **options)

    monkeypatch.setattr(feedback, "feedback_page", faulty)
    done = grade(folder, "--format", "json", "--report", folder / "reports", "--jobs", "1")

    assert points(done) == {"a": 5, "b": 5, "c": 5}
    assert json.loads(done.stdout)["problems"][0]["code"] == "program-fault"
    assert sorted(path.name for path in (folder / "reports").iterdir()) == ["a.html", "c.html", "index.html"]
    assert done.stderr.count("b.txt: ") == 1
    assert done.exit_code == 1


def test_results_with_parts_nobody_asks_for_are_refused(folder: Path):
    """A file that was changed by hand, or written by a version that took such keys for parts, ends in a sentence."""
    written = folder / "grades.json"
    assert grade(folder, "-o", written).exit_code == 0
    document = json.loads(written.read_text())
    document["results"][0]["parts"]["student"] = {"points": 1, "of": 1, "basis": "reference", "items": []}
    written.write_text(json.dumps(document))
    done = grade(folder, "--against", written)

    assert done.exit_code == 1
    assert "grades.json" in done.stderr
