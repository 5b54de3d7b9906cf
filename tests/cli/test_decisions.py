"""Decisions about parts that wait, as a tutor makes them: applied, kept, told where they are idle."""

import json
import re
from pathlib import Path

import jsonschema
import pytest

from tests.cli.test_commands import run
from tests.cli.test_grade import place  # noqa: F401
from treesolve.cli import reports
from treesolve.model.resources import schema_text

UNKNOWN = "values: A=3 B=3 C=2 D=2\nWeggekickt: {}\nbest: B\n"
DECISION = '[[decision]]\nstudent = "{}"\npart = "pruned"\npoints = {}\n'
DECISIONS = "\n".join(DECISION.format(*one) for one in (("4713", 4), ("4714", 2), ("4715", 4)))


@pytest.fixture(autouse=True)
def waiting(place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:  # noqa: F811
    """The folder, with three answers that wait, and decisions about them."""
    monkeypatch.chdir(place)
    for student, said in (("4713", "L5 L6"), ("4714", "L5"), ("4715", "L6, L5")):
        (place / "in" / f"{student}.txt").write_text(UNKNOWN.format(said), "utf-8")
    (place / "decisions.toml").write_text(DECISIONS, "utf-8")
    return place


def results(path: str = "g.json") -> dict[str, tuple[object, list[str]]]:
    """Points and what is pending, by student."""
    found = json.loads(Path(path).read_text())["results"]
    return {entry["student"]: (entry["points"], entry["pending"]) for entry in found}


def test_the_page_of_the_class_tells_who_waits_and_a_file_decides():
    """Part by part; what waited is decided, and nothing else changes."""
    first = run("grade", "x.tree", "in", "--report", "pages", "-o", "g.json")
    before = results()
    page = Path("pages/index.html").read_text()
    assert first.exit_code == 1
    assert page.count('<tr class="pending"') == 3
    assert "Weggekickt: L5 L6" in page

    second = run("grade", "x.tree", "in", "--decisions", "decisions.toml", "--report", "pages", "-o", "g.json")

    assert (second.exit_code, second.stderr) == (0, "")
    assert results() == before | {"4713": (9, []), "4714": (7, []), "4715": (9, [])}
    document = json.loads(Path("g.json").read_text())
    jsonschema.validate(document, json.loads(schema_text("grades")))
    assert document["decisions"][0] == {"student": "4713", "part": "pruned", "points": "4"}
    assert [entry["decided"] for entry in document["results"]][2:] == [["pruned"]] * 3
    assert "not yet decided" not in Path("pages/index.html").read_text()


def test_the_page_of_a_very_large_class_shows_what_the_first_answers_were_read_as(monkeypatch: pytest.MonkeyPatch):
    """All are listed."""
    monkeypatch.setattr(reports, "MOST_READ", 3)

    run("grade", "x.tree", "in", "--report", "pages")

    page = Path("pages/index.html").read_text()
    assert page.count('<td class="read"><details') == 3
    assert page.count('<th scope="row"><a href="./47') == 5


def test_decisions_are_kept_when_answers_are_marked_again():
    """With the old results as they are, and with further decisions, which go before old ones."""
    run("grade", "x.tree", "in", "--decisions", "decisions.toml", "-o", "g.json")
    Path("in/4713.txt").unlink()

    assert "Nobody's points change" in run("grade", "--against", "g.json", "--grades", "new.json").stdout
    assert results("new.json") == results()
    Path("other.toml").write_text(DECISION.format("4714", 0), "utf-8")
    result = run("grade", "--against", "g.json", "--grades", "new.json", "--decisions", "other.toml")
    assert result.exit_code == 0
    assert results("new.json")["4714"] == (5, [])
    assert [one["points"] for one in json.loads(Path("new.json").read_text())["decisions"]] == ["0", "4", "4"]


def test_results_with_decisions_of_another_kind_are_not_marked_again():
    """They are refused as a whole."""
    run("grade", "x.tree", "in", "-o", "g.json")
    document = json.loads(Path("g.json").read_text())
    document["decisions"] = [{"text": "weg", "means": "pruned"}]
    Path("g.json").write_text(json.dumps(document))

    result = run("grade", "--against", "g.json")

    assert result.exit_code == 1
    assert "g.json: These are no results that can be marked again." in result.stderr


def test_who_gets_points_by_a_decision_is_told():
    """What waited before is decided now."""
    run("grade", "x.tree", "in", "-o", "g.json")

    told = run("grade", "--against", "g.json", "--decisions", "decisions.toml").stdout

    assert re.search(r"4714 .*not yet decided", told)
    assert "3 students' points change" in told.replace("Three", "3")


def test_a_decision_about_no_answer_is_told():
    """At its place in the file, and from old results too; it is no failure."""
    with Path("decisions.toml").open("a", encoding="utf-8") as file:
        file.write("\n" + DECISION.format("4799", 1))

    result = run("grade", "x.tree", "in", "--decisions", "decisions.toml", "-o", "g.json")

    assert "decisions.toml:17:1: No answer of “4799” is asked for “pruned”" in result.stderr
    assert "4713” is asked" not in result.stderr
    again = run("grade", "--against", "g.json")
    assert again.exit_code == 0
    assert "g.json: No answer of “4799” is asked for “pruned”" in again.stderr
    german = run("grade", "--against", "g.json", "--language", "de")
    assert "In keiner Antwort von „4799“ ist nach „pruned“ gefragt" in german.stderr


def test_at_most_three_lines_of_an_answer_are_told():
    """How many there are beside, too; all of them stand in the results."""
    for path in Path("in").iterdir():
        path.unlink()
    lines = "".join(f"values: A={word}\n" for word in ("drei", "vier", "zwei", "acht", "zwölf"))
    Path("in/4716.txt").write_text(lines, "utf-8")

    result = run("grade", "x.tree", "in", "-o", "g.json")

    assert result.stderr.count("4716.txt:") == 3
    assert "And 2 more like this." in result.stderr
    assert len(json.loads(Path("g.json").read_text())["problems"]) == 5
    assert run("explain", "x.tree", "in/4716.txt").stderr.count("4716.txt:") == 3


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (DECISION.format("1", 1).replace("pruned", "prnued"), "decisions.toml:3:1: “prnued” names no part"),
        ("[[decision]", "decisions.toml:1:11: This is not TOML"),
        (DECISION.format("1", "1e400"), "decisions.toml:4:1: The points for pruned must be"),
        (
            '[[decision]]\ntext = "weg"\nmeans = "pruned"',
            "decisions.toml:2:1: A decision has no “text”.",
        ),
    ],
)
def test_a_file_that_makes_no_sense_is_told(text: str, says: str):
    """With its place; nothing is marked then."""
    Path("decisions.toml").write_text(text, "utf-8")

    result = run("grade", "x.tree", "in", "--decisions", "decisions.toml", "-o", "g.json")

    assert result.exit_code == 1
    assert says in result.stderr
    assert not Path("g.json").exists()


def test_the_file_of_decisions_is_never_written_over():
    """Nor is one that is not there read as an empty one."""
    result = run("grade", "x.tree", "in", "--decisions", "decisions.toml", "-o", "decisions.toml", "--format", "json")
    assert result.exit_code != 0
    assert Path("decisions.toml").read_text() == DECISIONS
    assert "nothing.toml" in run("grade", "x.tree", "in", "--decisions", "nothing.toml").stderr


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("form", ["html", "markdown", "text", "pdf"])
def test_the_page_of_a_student_says_what_waits(form: str, language: str):
    """Which part is not yet decided, and what could not be read, in every form."""
    pytest.importorskip("typst") if form == "pdf" else None
    run("grade", "x.tree", "in/4713.txt", "--report", "pages", "--style", f"pages={form}", "--language", language)
    (path,) = (path for path in Path("pages").iterdir() if path.stem == "4713")
    if form == "pdf":
        assert path.read_bytes().startswith(b"%PDF")
        return
    page = path.read_text()
    assert {"en": "not yet decided", "de": "noch nicht entschieden"}[language] in page
    assert {"en": "could not be read", "de": "ließ sich nicht lesen"}[language] in page
    assert "Weggekickt" in page


@pytest.mark.parametrize(("language", "by"), [("en", "decided by a person"), ("de", "von einem Menschen entschieden")])
@pytest.mark.parametrize("form", ["html", "markdown", "text"])
def test_points_that_somebody_decided_are_told_with_their_reason(form: str, language: str, by: str):
    """On the page of the student, and in the feedback of the results."""
    Path("decisions.toml").write_text(DECISION.format("4714", 2.5) + 'reason = "Fast. :)"\n', "utf-8")

    run("grade", "x.tree", "in/4714.txt", "--decisions", "decisions.toml", "--report", "pages", "-o", "g.json",
        "--style", f"pages={form}", "--language", language)  # fmt: skip

    (path,) = (path for path in Path("pages").iterdir() if path.stem == "4714")
    (result,) = json.loads(Path("g.json").read_text())["results"]
    assert by in path.read_text()
    assert "Fast. :)" in path.read_text().replace("\\", "")
    assert "Fast. :)" in result["feedback"]
    assert result["points"] == 7.5
    assert result["parts"]["pruned"]["basis"] == "decided"


@pytest.mark.parametrize("form", ["html", "markdown", "text", "latex", "typst"])
def test_an_explanation_says_what_waits(form: str):
    """As a page, and as the source of one."""
    told = run("explain", "x.tree", "in/4713.txt", "--format", form).stdout

    assert "not yet decided" in told
    assert "could not be read" in told
    assert "Weggekickt" in told
