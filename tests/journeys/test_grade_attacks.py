"""Attacks on marking: what a submission, a table or a process that dies could do to a run."""

import time
from pathlib import Path

import pytest

from tests.support.program import run
from treesolve.grading.grader import Grader
from treesolve.model.answer import Answer
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read
from treesolve.rendering.answer_feedback import MAX_REASONS, feedback_sentences
from treesolve.rendering.feedback import MAX_SHOWN, FeedbackPage
from treesolve.submissions.answer_reader import read_answer
from treesolve.submissions.node_names import NodeNames
from treesolve.workflows.page_folder import OutputFolder, plain_name

SECONDS = 5
"""Far more than any of this takes, far less than what was wrong."""

TREE = "S: MAX (A: MIN (6 5) B: MIN (2 9))"


@pytest.fixture(autouse=True)
def soon():
    """No test here may take long: each is about something that once did, or nearly."""
    began = time.process_time()
    yield
    assert time.process_time() - began < 6 * SECONDS


@pytest.fixture
def key(tmp_path: Path) -> str:
    """A tree to be marked by."""
    path = tmp_path / "key.tree"
    path.write_text(TREE)
    return str(path)


# Names


@pytest.mark.parametrize("letter", ["a", "é", "語", "\U0001d49c"])
def test_a_long_name_in_any_script_is_the_name_of_a_file(letter: str, key: str, tmp_path: Path):
    """Systems count bytes, not characters; one student must not end the run of all."""
    answers = tmp_path / "answers"
    answers.mkdir()
    for number in range(2):
        (answers / f"{number}.txt").write_text(f"student: {letter * 400}\nvalues: A=5")
    done = run("grade", key, answers, "--report", tmp_path / "reports", "--format", "jsonl")

    assert "cannot be written" not in done.stderr
    assert len(list((tmp_path / "reports").iterdir())) == 3
    assert 0 < len(plain_name(letter * 400).encode()) <= 80


def test_many_answers_of_one_student_have_names_soon(tmp_path: Path):
    """Nobody counts up to the last one again."""
    folder = OutputFolder(str(tmp_path))
    began = time.process_time()
    names = [folder.name("4711", ".html") for _ in range(20_000)]

    assert len(set(names)) == 20_000
    assert names[:3] == ["4711.html", "4711-2.html", "4711-3.html"]
    assert time.process_time() - began < SECONDS


def test_no_form_of_results_hands_a_terminal_anything_to_obey(key: str, tmp_path: Path):
    """Escapes and marks that turn round a line, in the names of files and in answers."""
    answers = tmp_path / "answers"
    answers.mkdir()
    (answers / "\x1b[31mred\u202e.txt").write_text("student: \x1b[32mx\u202e\nvalues: A=5 \x1b[33m=1\npruned: \u202eL1")
    for form in ("text", "csv", "json", "jsonl", "markdown"):
        done = run("grade", key, answers, "--format", form)
        for sign in "\x1b\u202e":
            assert sign not in done.stdout, form
            assert sign not in done.stderr, form


# Time


def test_wide_paths_and_ranges_are_read_soon():
    """Two thousand children, all of them alike, and an answer that names them as often as it can."""
    nodes = NodeNames(read(f"({' '.join(['5'] * 1998)})"))
    for text in ("best: " + "->".join(["5"] * 16_000), "order: " + "L1-L1998 " * 7_000):
        began = time.process_time()
        read_answer(text, nodes)
        assert time.process_time() - began < SECONDS, text[:20]


def test_only_reasons_that_are_shown_are_made(monkeypatch: pytest.MonkeyPatch):
    """Each of hundreds of wrong cuts has a proof; nobody reads hundreds, and each takes a while."""
    grader = Grader(read(f"({' '.join('(7 8)' for _ in range(300))})"), CONVENTIONS["haw"])
    report = grader.report(Answer("4711", pruned=tuple(grader.tree.children[0])))
    for most, shown in (
        (MAX_REASONS, lambda: feedback_sentences(grader, "en", True, True).text(report)),
        (MAX_SHOWN, lambda: str(FeedbackPage(report, grader, at_length=True).reasons)),
    ):
        made = []
        message = feedback_sentences(grader, "en", True, True).reasons
        monkeypatch.setattr(message, "_sentence_on_wrong_cut", lambda node, made=made: made.append(node) or "wrong")
        said = shown()
        assert len(made) == most
        assert f"{len(next(mark for mark in report.marks if mark.part == 'pruned').extra) - most}" in said


BEFORE = {"a.csv": "student,values\n1,A=5\n"}


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("a.csv", "student,values" + ",A" * 60_000 + "\n4711,A=5\n", "5000 columns"),
        ("a.csv", "student,values," + ",".join(map(str, range(60_000))) + "\n4711,A=5\n", "5000 columns"),
        ("a.csv", BEFORE["a.csv"] + "x\n" * 200_000, "1000 mistakes"),
    ],
    ids=range(3),
)
def test_hostile_tables_are_refused_soon(name: str, content: str, said: str, key: str, tmp_path: Path):
    """With a sentence, and not with a megabyte of them; what was right before is marked."""
    (tmp_path / name).write_text(content)
    began = time.process_time()
    done = run("grade", key, tmp_path / name, "--format", "jsonl")

    assert time.process_time() - began < SECONDS
    assert said in done.stderr
    assert len(done.stderr) < 2000 or "mistakes" in said
    assert ('"student":"1"' in done.stdout) == ("mistakes" in said)
