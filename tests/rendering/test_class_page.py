"""The class page: statistics recomputed independently, charts without external resources, hostile input escaped."""

import random
import re
import statistics
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import chain
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.rendering.test_feedback import random_answer
from tests.rendering.test_player_animation import Reader
from tests.support.answers import complete
from tests.support.effort import examples
from treesolve.grading.class_summary import ClassSummary, counted, tally
from treesolve.grading.grader import Grader, MarkedAnswer
from treesolve.grading.marks import CORRECT, FOLLOWING
from treesolve.grading.result import PartResult, Result
from treesolve.grading.rubric import GERMAN_GRADES, Rubric
from treesolve.model.answer import PARTS
from treesolve.model.convention import CONVENTIONS
from treesolve.model.number import Number
from treesolve.notation.reader import read
from treesolve.rendering import class_page as pages
from treesolve.rendering.answer_table_page import AnswerEntry, AnswerTable
from treesolve.rendering.chart import Bar, columns, rows
from treesolve.rendering.class_page import class_html
from treesolve.rendering.exercise_statistics_page import MAX_COLUMNS, MAX_NODES, ExerciseResults
from treesolve.rendering.template_environment import words


@cache
def marked_class(shape: tuple[int, ...] = (3, 3), count: int = 60) -> tuple[Grader, tuple[MarkedAnswer, ...]]:
    """Return a graded class with mistakes of all kinds."""
    rng = random.Random(count)
    tree = complete(rng, shape)
    grader = Grader(tree, CONVENTIONS["haw"], Rubric(points=dict.fromkeys(PARTS, 2), grades=GERMAN_GRADES))
    answers = (random_answer(rng, grader)._replace(pending=frozenset()) for _ in range(count))
    return grader, tuple(map(grader.report, answers))


def summed(shape: tuple[int, ...] = (3, 3), count: int = 60, name: str = "task") -> ClassSummary:
    """Return the summary of such a class."""
    grader, reports = marked_class(shape, count)
    return counted(name, grader.tree, grader.possible, Counter(chain.from_iterable(map(tally, reports))))


def made_up(points: Sequence[Any], possible: Any = 8, **changes: Any) -> ClassSummary:
    """Return the summary of answers with these points."""
    tree = read("((6 5) (2 9))")
    parts = {"values": (sum(points), possible)}
    return ClassSummary("task", tree, possible, len(points), Counter(points), parts, {}, {})._replace(**changes)


def results(counts: ClassSummary, language: str = "en") -> ExerciseResults:
    """Return the results shown on the page."""
    return ExerciseResults(counts, 0, language)


def class_page(
    counts: Sequence[ClassSummary],
    language: str = "en",
    entries: Sequence[AnswerEntry] = (),
    problems: Sequence[Any] = (),
) -> str:
    """Return the HTML page of a class."""
    return class_html(pages.class_page(counts, language, problems=problems), AnswerTable(entries, language))


# Statistics


@pytest.mark.parametrize("count", [1, 2, 7, 60])
def test_statistics_are_those_of_the_points(count: int):
    """Mean and median equal those of Python's statistics module."""
    grader, reports = marked_class((3, 3), count)
    points = [Fraction(report.points) for report in reports]

    message = results(summed((3, 3), count)).distribution.statistics

    numbers = [Fraction(text) for text in re.findall(r"\d+(?:\.\d+)?", message)]
    mean = statistics.mean(points)
    expected = [
        mean,
        grader.possible,
        100 * mean / grader.possible,
        statistics.median(points),
        min(points),
        max(points),
    ]
    assert [float(number) for number in numbers] == pytest.approx([float(number) for number in expected], abs=0.5)
    assert abs(numbers[3] - expected[3]) <= Fraction(1, 200)


@examples(100)
@given(st.lists(st.integers(0, 32).map(lambda quarter: Fraction(quarter, 4)), min_size=1, max_size=50))
def test_the_distribution_counts_every_answer_once(points: list[Fraction]):
    """Each answer is counted in the column of its points, once."""
    chart = results(made_up(points)).charts[0]

    counts = [int(row[1]) for row in chart.rows]
    assert sum(counts) == len(points)
    assert len(counts) <= MAX_COLUMNS
    for label, count in chart.rows:
        low, high = map(int, re.findall(r"\d+", label)) if " " in label else (int(label), int(label))
        inside = [got for got in points if low <= got < high or (got == high and "under" not in label)]
        assert len(inside) == int(count)


def test_shares_are_those_of_the_points_in_each_question():
    """Shares are the earned points divided by the possible points, over all answers."""
    grader, reports = marked_class()

    chart = results(summed()).charts[1]

    for place, part in enumerate(grader.points):
        got = sum(mark.points for report in reports for mark in report.marks if mark.part == part)
        share = Fraction(got) / (2 * len(reports))
        assert abs(int(chart.rows[place][1].removesuffix(" %")) - 100 * share) <= Fraction(1, 2)


@pytest.mark.parametrize("part", ["values", "windows"])
def test_success_is_counted_node_by_node(part: str):
    """A node counts as right if it is right or consistent; the table and the tree agree."""
    grader, reports = marked_class()
    counted: dict[int, list[bool]] = {}
    for report in reports:
        for mark in report.marks:
            for item in mark.items if mark.part == part else ():
                counted.setdefault(item.node, []).append(item.verdict in (CORRECT, FOLLOWING))

    title = words("en", "practice.jinja").part(part)
    chart = next(chart for chart in results(summed()).charts if chart.chart.caption.startswith(title))

    expected = {grader.tree.names[node]: [str(sum(found)), str(len(found))] for node, found in counted.items()}
    assert {row[0]: row[2:] for row in chart.rows} == expected
    assert chart.drawn is not None
    shown = {label.name: label.value for label in chart.drawn.labels if label.name in expected}
    assert shown == {row[0]: row[1] for row in chart.rows}
    shares = [int(row[1].removesuffix(" %")) for row in chart.rows]
    assert shares == sorted(shares)


def test_success_of_branches_stands_at_the_branches():
    """An unpruned node without a mark counts as right."""
    grader, reports = marked_class()
    marks = [mark for report in reports for mark in report.marks if mark.part == "pruned"]
    wrong = Counter(node for mark in marks for node in (*mark.missing, *mark.extra))
    ever = {node for mark in marks for node in (*mark.expected, *mark.extra)}

    chart = next(chart for chart in results(summed()).charts if chart.chart.caption.startswith("Pruned"))

    message = {row[0]: int(row[2]) for row in chart.rows}
    assert {grader.tree.names.index(name): len(reports) - right for name, right in message.items()} == {
        node: wrong[node] for node in sorted(ever, key=lambda node: (-wrong[node], node))[:MAX_NODES]
    }
    assert chart.drawn is not None
    assert all(bool(label.edge) == (node in ever) for node, label in enumerate(chart.drawn.labels))


# The page


def entry(student: str, points: Number, grade: str | None = None, file: str = "", text: str = "") -> AnswerEntry:
    """Return an answer with these points."""
    parts = {"values": PartResult(points, 8, "partial")}
    result = Result(student, f"{student}.txt", "task", None, points, 8, grade, "max", parts, (), (), 8, text)
    return AnswerEntry(file or f"{student}.html", "task", result)


@pytest.mark.parametrize(
    "file", ["javascript:alert(1)", "../../x.html", "//evil.example/x", 'a"b<c>.html', "ä b#c?d.html", "\ud800"]
)
def test_links_lead_nowhere_else(file: str):
    """Links are relative paths in the folder of the page, whatever a file is called."""
    page = class_page([], entries=[entry("4711", 1, file=file)])

    links = [attributes["href"] for tag, attributes in Reader(page).elements if tag == "a"]
    assert len(links) == 2
    assert all(re.fullmatch(r"(?:\./|#)[A-Za-z0-9_.~/%-]*", link or "") for link in links)


# Charts

BARS = [Bar("one & <two>", 3, "3"), Bar("x" * 100 + " y", 0, "none"), Bar("", 1.5, "1½")]


@pytest.mark.parametrize("draw", [rows, columns])
@pytest.mark.parametrize("bars", [BARS, BARS[:1], []])
def test_a_chart_is_a_picture_and_nothing_else(draw: Any, bars: list[Bar]):
    """A chart is XML without scripts, comments and URLs except its namespace, and shows its values as text."""
    chart = draw(bars, "told & <so>")
    root = ElementTree.fromstring(chart)

    assert "<!--" not in chart
    assert set(re.findall(r"https?://[^\"' ]*", chart)) == {"http://www.w3.org/2000/svg"}
    assert not [element for element in root.iter() if element.tag.rpartition("}")[2] in ("script", "a", "image", "use")]
    assert not [name for element in root.iter() for name in element.attrib if name.startswith("on") or "href" in name]
    assert root.get("aria-label") == "told & <so>"
    texts = ["".join(element.itertext()) for element in root.iter() if element.tag.endswith("}text")]
    assert all(bar.text in texts for bar in bars)
    assert draw(bars, "told & <so>") == chart
