"""The page about marking is true: every number on it is marked again."""

import re
from collections.abc import Iterator
from fractions import Fraction
from pathlib import Path

import pytest

from tests.grading.test_grader import answer_to
from tests.support.places import ROOT
from treesolve.grading.grader import Grader, MarkedAnswer
from treesolve.grading.rubric import GERMAN_GRADES, STEPS, Rubric
from treesolve.grading.rubric_file import read_rubric
from treesolve.model.answer import Answer
from treesolve.model.convention import CONVENTIONS
from treesolve.notation.reader import read
from treesolve.submissions.answer_reader import read_answer
from treesolve.submissions.node_names import NodeNames

PAGE = (ROOT / "docs" / "marking.md").read_text("utf-8")
RUNNING = "((3 12 8) (2 4 6) (14 5 2))"

_HEAD = re.compile(r"^With (.*):$", re.MULTILINE)
_ROW = re.compile(r"^\| `(\w+):([^`]*)` \| ([\d.]+) \|", re.MULTILINE)


def section(title: str) -> str:
    """Return the text below a heading."""
    return PAGE.split(f"\n## {title}\n")[1].split("\n## ")[0]


def report(points: dict[str, int], parts: dict[str, str], text: str = RUNNING, **rubric: object) -> MarkedAnswer:
    """Return the report for an answer."""
    tree = read(text)
    return Grader(tree, CONVENTIONS["haw"], Rubric(points=points, **rubric)).report(answer_to(tree, **parts))


def tables() -> Iterator[tuple[str, dict[str, int], list[tuple[str, str, str]]]]:
    """Each table after a line with points: its section, those points, and its rows."""
    for title in re.findall(r"^## (.+)$", PAGE, re.MULTILINE):
        text = section(title)
        for head in _HEAD.finditer(text):
            points = {part: int(number) for number, part in re.findall(r"(\d+)(?: points?)? for `(\w+)`", head[1])}
            rows = _ROW.findall(text[head.end() :])
            yield title, points, [(part, given.strip(), expected) for part, given, expected in rows]


TABLES = list(tables())


@pytest.mark.parametrize(("title", "points", "rows"), TABLES, ids=[table[0] for table in TABLES])
def test_every_row_is_marked_so(title: str, points: dict[str, int], rows: list[tuple[str, str, str]]):
    """Each row alone, or, where all parts have points, together as one answer."""
    answers = [dict([row[:2]]) for row in rows] if len(points) == 1 else [{part: given for part, given, _ in rows}]
    found = [mark.points for answer in answers for mark in report(points, answer).marks]

    assert found == [Fraction(expected) for _, _, expected in rows]


def test_another_convention():
    """The tree with the tie."""
    row = r"^\| `pruned:([^`]*)`, `order:([^`]*)` \| (\w*) ?\| ([\d.]+) of 11\b"
    rows = re.findall(row, section("Another lecture"), re.MULTILINE)
    text = re.search(r"`(\(\(.*?\)\))`", section("Another lecture"))[1]

    assert len(rows) == 5
    for pruned, order, accepted, expected in rows:
        conventions = (CONVENTIONS[accepted],) if accepted else ()
        found = report({"pruned": 4, "order": 7}, {"pruned": pruned, "order": order}, text, accepted=conventions)
        assert found.points == Fraction(expected)


def test_the_rubric_on_the_page(tmp_path: Path):
    """It can be read, and says what the comments say."""
    path = tmp_path / "rubric.toml"
    path.write_text(PAGE.split("```toml\n")[1].split("```")[0], "utf-8")

    rubric = read_rubric(path)

    assert rubric == Rubric(
        points={"values": 4, "pruned": 4, "order": 2, "best": 1},
        whole=frozenset({"best", "value"}),
        accepted=(CONVENTIONS["cs188"],),
        rounding="half",
        grades=GERMAN_GRADES,
        alpha_beta="last",
        out_of=12,
        consistent={"strict-cut": Fraction(1, 2)},
    )
    assert Rubric().follow_through == 1
    assert Rubric().rounding == "hundredth"
    assert all(step in section("The rubric") for step in STEPS)
    rows = re.findall(r"^\| (\d+) % \| (\d,\d) \|$", PAGE, re.MULTILINE)
    assert tuple((int(percent), grade) for percent, grade in rows) == GERMAN_GRADES


NO_ANSWERS = {"left", "middle", "right", "C not visited"}
"""What the page on writing answers names and is no answer by itself."""

_OTHER = (ROOT / "docs" / "answers.md").read_text("utf-8").partition("## What else")[2].partition("\n## ")[0]
FORMS = re.findall(r"`([^`]+)`", _OTHER)


@pytest.mark.parametrize("form", FORMS)
def test_forms_of_answers_that_are_shown_are_read(form: str) -> None:
    """As they stand, or as what is pruned; nothing of them waits."""
    nodes = NodeNames(read("((6 5) (2 9))"), asked_parts=("values", "pruned", "order", "best"))
    answer, problems = read_answer(form, nodes)

    assert form in NO_ANSWERS or (not problems and answer != Answer(""))
