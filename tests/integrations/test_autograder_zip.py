"""The autograder for Gradescope, unpacked, installed and run as there, in a folder and without network access."""

import io
import json
import os
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from jsonschema import validate

from treesolve.grading.exam import Key, key_document
from treesolve.grading.exercise import Exercise
from treesolve.grading.grader import Grader
from treesolve.grading.rubric import Rubric
from treesolve.integrations.autograder_zip import REQUIRED_PACKAGES, build_autograder_zip, packages
from treesolve.model.answer import Answer
from treesolve.model.convention import CONVENTIONS
from treesolve.model.problem import InputError
from treesolve.notation.reader import read
from treesolve.rendering.json.grades_json import rubric_json
from treesolve.workflows.autograder_run import main

TREE = read("((6 5) (2 9) (7 8))")
EXERCISE = Exercise("ab", TREE, CONVENTIONS["aima"], {"values": 4, "pruned": 4, "best": 1})
RIGHT = "values: A=7 B=5 C=2 D=7\npruned: L4\nbest: D\n"


def fields(required: tuple[str, ...] = (), **known: Any) -> dict[str, Any]:
    """Return the schema of an object with exactly these fields."""
    return {"type": "object", "additionalProperties": False, "required": list(required), "properties": known}


NUMBER = {"type": "number", "minimum": 0}
TEXT = {"type": "string"}
VISIBILITY = {"enum": ["hidden", "after_due_date", "after_published", "visible"]}
FORMAT = {"enum": ["text", "html", "simple_format", "md", "ansi"]}
TOLD = {
    "score": NUMBER,
    "output": TEXT,
    "output_format": FORMAT,
    "visibility": VISIBILITY,
    "extra_data": {"type": "object"},
}
TEST = fields(
    ("score", "max_score"),
    **TOLD,
    **dict.fromkeys(("name", "number"), TEXT),
    max_score=NUMBER,
    status={"enum": ["passed", "failed"]},
    name_format=FORMAT,
    tags={"type": "array", "items": TEXT},
)
RESULTS = fields(
    **TOLD,
    **dict.fromkeys(("test_output_format", "test_name_format"), FORMAT),
    execution_time=NUMBER,
    stdout_visibility=VISIBILITY,
    tests={"type": "array", "items": TEST},
)
"""The fields of results.json according to Gradescope's documentation."""


@cache
def made() -> bytes:
    """Return the autograder zip for the exercise."""
    return build_autograder_zip(Key((EXERCISE,)), Rubric())


@pytest.fixture(scope="module")
def container(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder that corresponds to `/autograder`, with everything installed."""
    return installed(tmp_path_factory.mktemp("autograder"), sys.executable)


def installed(root: Path, python: str) -> Path:
    """Return a folder with the autograder, installed with a Python without packages, not even pip."""
    subprocess.run([python, "-m", "venv", "--without-pip", root / "python"], check=True, timeout=60)
    with zipfile.ZipFile(io.BytesIO(made())) as archive:
        archive.extractall(root / "source")
    done = program(root, "sh", "setup.sh")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    return root


def program(root: Path, *words: str, path: str | None = None) -> subprocess.CompletedProcess[str]:
    """Run a program of the autograder without other Python packages."""
    given = {"AUTOGRADER": str(root), "PATH": path or f"{root / 'python' / 'bin'}:{os.environ['PATH']}"}
    given |= {"PYTHONNOUSERSITE": "1", "HOME": str(root)}
    return subprocess.run(
        words, cwd=root / "source", env=given, capture_output=True, text=True, check=False, timeout=120
    )


def marked(root: Path, **files: str | bytes) -> dict[str, Any]:
    """Return the results for a submission with these files."""
    for old in (*(root / "submission").glob("*"), *(root / "results").glob("*")):
        old.unlink()
    for folder in ("submission", "results"):
        (root / folder).mkdir(exist_ok=True)
    for name, content in files.items():
        (root / "submission" / name).write_bytes(content.encode() if isinstance(content, str) else content)
    done = program(root, "sh", "run_autograder")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    found: dict[str, Any] = json.loads((root / "results" / "results.json").read_text("utf-8"))
    validate(found, RESULTS)
    return found


@pytest.mark.long
def test_the_right_answer_gets_all_points_in_a_second(container: Path):
    """There is a test for each part."""
    marked(container, answer=RIGHT)
    began = time.monotonic()
    found = marked(container, answer=RIGHT)

    assert time.monotonic() - began < 5, "a second, on a machine that has nothing else to do"
    assert found["score"] == 9
    assert [(test["name"], test["score"], test["max_score"], test["status"]) for test in found["tests"]] == [
        ("Values", 4, 4, "passed"),
        ("Pruned", 4, 4, "passed"),
        ("Best move", 1, 1, "passed"),
    ]


@pytest.mark.long
def test_a_wrong_answer_gets_what_grade_gives_with_reasons(container: Path):
    """Each part has the points that `grade` gives."""
    found = marked(container, answer=RIGHT.replace("B=5", "B=6").replace("L4", "none"))
    answer = Answer("", values={0: 7, 1: 6, 4: 2, 7: 7}, pruned=(), best=7)
    report = Grader(TREE, EXERCISE.convention, Rubric(points=EXERCISE.points)).report(answer)

    assert found["score"] == pytest.approx(float(report.points))
    assert [test["score"] for test in found["tests"]] == [
        pytest.approx(float(mark.points or 0)) for mark in report.marks
    ]
    assert all(bool(test["output"]) == (test["status"] == "failed") for test in found["tests"])
    assert "B is a MIN node" in found["tests"][0]["output"]


def test_unread_lines_are_reported_for_review(container: Path):
    """It neither loses nor gets points yet."""
    found = marked(container, answer=RIGHT.replace("best: D", "best: the one in the middle, I believe"))

    assert found["score"] == 8
    assert "not yet decided" in found["tests"][2]["output"]
    assert "answer:3" in found["output"]


PNG = b"\x89PNG\r\n\x1a\n\x00"


@pytest.mark.parametrize(
    "files",
    [
        {},
        {"photo.png": PNG},
        {"x.txt": b""},
        {"x.txt": b"(" * 10**6},
        {"x.txt": b"\0\xff" * 99},
        {"main.py": b"import os"},
    ],
)
def test_there_are_results_without_an_answer(container: Path, files: dict[str, bytes]):
    """They say what to submit."""
    found = marked(container, **files)

    assert (found["score"], [test["score"] for test in found["tests"]]) == (0, [0] * len(found["tests"]))
    assert found["tests"]
    assert found["output"].startswith("Nothing that can be marked was handed in.")
    assert str(container) not in found["output"]


def test_several_files_are_one_answer(container: Path):
    """As with `grade`, contradictory parts and parts that may be in a picture need review."""
    values, pruned, best = RIGHT.splitlines(keepends=True)
    parts = marked(container, **{"1.txt": values, "Übung 2.md": pruned + best})
    picture = marked(container, answer=values + best, photo_png=PNG)
    both = marked(container, a=RIGHT, b=RIGHT.replace("B=5", "B=6"))

    assert (parts["score"], parts["output"]) == (9, "")
    assert [test["score"] for test in picture["tests"]] == [4, 0, 1]
    assert "not yet decided" in picture["tests"][1]["output"]
    assert picture["output"].startswith("photo_png: “photo_png” is no text")
    assert [test["score"] for test in both["tests"]] == [0, 4, 1]
    assert "not yet decided" in both["tests"][0]["output"]


def test_the_rubric_is_in_the_zip(container: Path):
    """It includes points, conventions, and rules for consequential errors."""
    rubric = Rubric({"pruned": 10, "values": 5}, follow_through=0, accepted=(CONVENTIONS["minimax"],), rounding="whole")
    (container / "source" / "rubric.json").write_text(json.dumps(rubric_json(rubric)), "utf-8")
    found = marked(container, answer=RIGHT.replace("B=5", "B=6").replace("L4", "none"))
    (container / "source" / "rubric.json").write_text(json.dumps(rubric_json(Rubric())), "utf-8")

    assert [(test["name"], test["score"], test["max_score"]) for test in found["tests"]] == [
        ("Values", 3.75, 5),
        ("Pruned", 10, 10),
    ]
    assert found["score"] == 14


USERS = [[{"sid": "4711"}], [{"sid": "", "email": "4711"}], [{"email": "a@example.org"}, {"sid": "1", "email": "4711"}]]


@pytest.mark.parametrize("users", USERS)
def test_the_student_is_the_one_on_the_list(container: Path, users: list[dict[str, str]]):
    """The variant is that of the submitter or a group member by id, whatever student the answer names."""
    other = Exercise("ab", read("MIN (3 5)"), CONVENTIONS["aima"], {"value": 2}, "2")
    key = Key((EXERCISE._replace(variant="1"), other), {"4711": "2", "4712": "1"})
    with other_key(container, key), with_submitters(container, json.dumps({"users": users})):
        found = marked(container, answer="student: 4712\nvariant: 1\nvalue: 3\n")

    assert (found["score"], [test["name"] for test in found["tests"]]) == (2, ["Root value"])


@pytest.mark.parametrize(
    ("due", "late", "is_open"),
    [
        ("2999-01-31T23:00:00.000000-07:00", None, True),
        ("2018-01-31T23:00:00.000000-07:00", None, False),
        ("2018-01-31T23:00:00-07:00", "2999-01-31T23:00:00-07:00", True),
        ("?", None, False),
        ("2999-01-31", None, True),
    ],
)
def test_before_the_deadline_there_are_hints(container: Path, due: str, late: str | None, is_open: bool):
    """Correct answers would be copied into the next submission."""
    metadata = {"assignment": {"due_date": due, "late_due_date": late}, "users": []}
    with with_submitters(container, json.dumps(metadata)):
        found = marked(container, answer=RIGHT.replace("B=5", "B=6").replace("L4", "none"))

    outputs = [found["output"], *(test["output"] for test in found["tests"])]
    assert ("L4" in " ".join(outputs)) == (not is_open)
    assert all(test["output"] for test in found["tests"] if test["status"] == "failed")


def test_an_old_python_is_rejected_with_a_message(container: Path, tmp_path: Path):
    """The message is in the language of the zip."""
    for name in ("python3", *(f"python3.{minor}" for minor in range(11, 15))):
        (tmp_path / name).write_text("#!/bin/sh\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    done = program(container, "/bin/sh", "setup.sh", path=str(tmp_path))

    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert done.stderr.startswith("treesolve needs Python 3.11 or newer")


def test_packages_are_pure_and_whole():
    """The zip contains the required packages with their licenses, without platform-specific files."""
    found = packages()
    folders = {path.split("/")[0] for path in found if ".dist-info/" in path}

    assert sorted(folder.split("-")[0].lower() for folder in folders) == sorted(["treesolve", *REQUIRED_PACKAGES])
    assert not [path for path in found if path.endswith((".so", ".pyd", ".pyc"))]
    assert all(any(path.startswith(folder) and "licen" in path.lower() for path in found) for folder in folders)


def test_a_package_with_unknown_files_is_reported(monkeypatch: pytest.MonkeyPatch):
    """Packages of Linux distributions may lack a list of files; a missing package is reported as well."""

    class Unlisted:
        version, files = "3.1", None

    finder = "treesolve.integrations.autograder_zip.MetadataPathFinder.find_distributions"
    for found in ([Unlisted()], []):
        monkeypatch.setattr(finder, lambda _context, found=found: found)
        with pytest.raises(InputError) as error:
            packages()
        assert [(problem.code, problem.facts["name"]) for problem in error.value.problems] == [
            ("wheel-unknown", "treesolve")
        ]


@contextmanager
def with_submitters(container: Path, content: str) -> Iterator[None]:
    """Set the submitters in Gradescope's metadata within the block."""
    file = container / "submission_metadata.json"
    file.write_text(content)
    yield
    file.unlink()


@contextmanager
def other_key(container: Path, key: Key) -> Iterator[None]:
    """Replace the key in the container within the block."""
    file = container / "source" / "key.json"
    file.write_text(key_document(key), "utf-8")
    yield
    file.write_text(key_document(Key((EXERCISE,))), "utf-8")


def test_several_exercises_are_distinguished(container: Path):
    """They can be in separate files or in one; a missing one has a test as well."""
    other = Exercise("second", read("MIN (3 5)"), CONVENTIONS["aima"], {"value": 2})
    first, second = f"exercise: ab\n{RIGHT}", "exercise: second\nvalue: 3\n"
    with other_key(container, Key((EXERCISE, other))):
        alone, both, one = (
            marked(container, a=first),
            marked(container, a=first, b=second),
            marked(container, a=first + second),
        )

    assert both == one
    assert (alone["score"], [test["score"] for test in alone["tests"]]) == (9, [4, 4, 1, 0])
    assert alone["tests"][-1]["name"] == "second"
    assert alone["tests"][-1]["output"] == "No answer to second was handed in."
    assert (both["score"], both["tests"][-1]["name"]) == (11, "second: Root value")


def test_results_that_cannot_be_written_yield_a_message(tmp_path: Path):
    """A file is in the place of the folder, and it is not changed."""
    (tmp_path / "source").mkdir()
    (tmp_path / "source" / "key.json").write_text(key_document(Key((EXERCISE,))), "utf-8")
    (tmp_path / "results").write_text("old")

    with pytest.raises(SystemExit, match="The file cannot be written"):
        main([str(tmp_path)])
    assert (tmp_path / "results").read_text() == "old"


def test_a_missing_key_yields_a_message(tmp_path: Path):
    """No results are written."""
    with pytest.raises(SystemExit, match=r"key\.json: There is no such file"):
        main([str(tmp_path)])
    assert not list((tmp_path / "results").iterdir())
