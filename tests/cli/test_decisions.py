"""Decisions about pending parts: applied, never overwritten, and reported if unused."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.test_grade import place  # noqa: F401
from tests.support.program import run
from tests.support.schemas import validated
from treesolve.cli import report_pages, review
from treesolve.integrations.course_submissions import SubmissionLoader
from treesolve.model.answer import Answer
from treesolve.submissions.submission import Submission
from treesolve.workflows.review_card import SubmittedAnswer

UNKNOWN = "values: A=3 B=3 C=2 D=2\nWeggekickt: {}\nbest: B\n"
DECISION = '[[decision]]\nstudent = "{}"\npart = "pruned"\npoints = {}\n'
DECISIONS = "\n".join(DECISION.format(*one) for one in (("4713", 4), ("4714", 2), ("4715", 4)))


@pytest.fixture(autouse=True)
def waiting(place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:  # noqa: F811
    """Return a folder with three pending answers and decisions about them."""
    monkeypatch.chdir(place)
    for student, said in (("4713", "L5 L6"), ("4714", "L5"), ("4715", "L6, L5")):
        (place / "in" / f"{student}.txt").write_text(UNKNOWN.format(said), "utf-8")
    (place / "decisions.toml").write_text(DECISIONS, "utf-8")
    return place


def results(path: str = "g.json") -> dict[str, tuple[object, list[str]]]:
    """Return the points and pending parts by student."""
    found = json.loads(Path(path).read_text())["results"]
    return {entry["student"]: (entry["points"], entry["pending"]) for entry in found}


def test_the_class_page_lists_pending_parts_and_decisions_resolve_them():
    """Decisions resolve only pending parts; nothing else changes."""
    first = run("grade", "x.tree", "in", "--report", "pages", "-o", "g.json")
    before = results()
    page = Path("pages/index.html").read_text()
    assert first.exit_code == 1
    assert page.count('<tr class="pending"') == 3
    assert "Weggekickt: L5 L6" in page

    second = run("grade", "x.tree", "in", "--decisions", "decisions.toml", "--report", "pages", "-o", "g.json")

    assert (second.exit_code, second.stderr) == (0, "")
    assert results() == before | {"4713": (9, []), "4714": (7, []), "4715": (9, [])}
    document = validated(Path("g.json").read_text(), "grades")
    assert document["decisions"][0] == {"student": "4713", "part": "pruned", "points": "4"}
    assert [entry["decided"] for entry in document["results"]][2:] == [["pruned"]] * 3
    assert "not yet decided" not in Path("pages/index.html").read_text()


def test_the_page_of_a_large_class_shows_the_interpretation_of_the_first_answers(monkeypatch: pytest.MonkeyPatch):
    """All answers are listed."""
    monkeypatch.setattr(report_pages, "MAX_ANSWERS_SHOWN", 3)

    run("grade", "x.tree", "in", "--report", "pages")

    page = Path("pages/index.html").read_text()
    assert page.count('<td class="read"><details') == 3
    assert page.count('<th scope="row"><a href="./47') == 5


def test_changes_by_decisions_are_reported():
    """Parts that were pending are now resolved."""
    run("grade", "x.tree", "in", "-o", "g.json")

    message = run("grade", "x.tree", "in", "--against", "g.json", "--decisions", "decisions.toml").stdout

    assert re.search(r"4714 .*not yet decided → decided by a person", message)
    assert "Points or grade changed: 3 of 5 answers." in message


def test_an_unused_decision_is_reported():
    """The warning has its position in the file, and the exit code is 0."""
    with Path("decisions.toml").open("a", encoding="utf-8") as file:
        file.write("\n" + DECISION.format("4799", 1))

    result = run("grade", "x.tree", "in", "--decisions", "decisions.toml", "-o", "g.json")

    assert "decisions.toml:17:1: No answer of “4799” is asked for “pruned”" in result.stderr
    assert "4713” is asked" not in result.stderr
    german = run("grade", "x.tree", "in", "--decisions", "decisions.toml", "--language", "de")
    assert german.exit_code == 0
    assert "In keiner Antwort von „4799“ ist nach „pruned“ gefragt" in german.stderr


def test_the_file_of_decisions_is_never_overwritten():
    """A missing file is an error, not an empty file."""
    result = run("grade", "x.tree", "in", "--decisions", "decisions.toml", "-o", "decisions.toml", "--format", "json")
    assert result.exit_code != 0
    assert Path("decisions.toml").read_text() == DECISIONS
    assert "nothing.toml" in run("grade", "x.tree", "in", "--decisions", "nothing.toml").stderr


@pytest.mark.parametrize(
    ("said", "message"),
    [
        (
            'points = 1\nanswer = "39611d0c4e43"',
            "“4713” has handed in something else since this was decided about “pruned”.",
        ),
        ('means = "hm, L5"', "This says nothing about the part that it is meant for, or about others, too."),
    ],
)
def test_an_inapplicable_decision_is_reported_with_its_reason(said: str, message: str):
    """The answer has changed, or the meaning is invalid; the part stays pending."""
    Path("decisions.toml").write_text(f'[[decision]]\nstudent = "4713"\npart = "pruned"\n{said}\n', "utf-8")

    result = run("grade", "x.tree", "in", "--decisions", "decisions.toml", "-o", "g.json")

    assert f"decisions.toml:2:1: {message}" in result.stderr
    assert results()["4713"][1] == ["pruned"]


def test_the_review_shows_unreadable_files():
    """They include a picture that is submitted alone, but no files that could be read."""
    Path("in/photo.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    intake = SubmissionLoader(["in"])
    answers = [SubmittedAnswer(one, 0, Answer(""), None) for one in intake.submissions() if isinstance(one, Submission)]

    assert len(answers) > 3
    assert {source for source, files in review._files(answers, intake).items() if files} == {"in/photo.png"}
