"""The results of a class in one exercise: statistics, charts with their tables, and trees with success rates."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import ceil, floor
from statistics import median
from typing import NamedTuple

from treesolve.drawing.label import Label
from treesolve.grading.class_summary import ClassSummary
from treesolve.model.number import Number
from treesolve.rendering.chart import Bar, Chart, columns, rows
from treesolve.rendering.document import Block, Drawing, Heading, Opening, Paragraph, Table, listing
from treesolve.rendering.inline_text import Strong
from treesolve.rendering.page_tree import DrawnTree
from treesolve.rendering.picture_label import MAX_NUMBER_LENGTH, display_tree
from treesolve.rendering.template_engine import capitalized
from treesolve.rendering.template_environment import display_text, number_text, shortened, words
from treesolve.search.search_frames import BLANK

MAX_COLUMNS = 12
"""Maximum number of columns of the chart of a distribution."""

MAX_NODES = 12
"""Maximum number of nodes in a chart, which shows the nodes with the lowest success rates."""

BY_NODE = ("values", "windows", "pruned")
"""The parts that are graded node by node."""

STEPS = (Fraction(1, 4), Fraction(1, 2), 1, 2, 5, 10, 20, 50, 100)
"""The possible widths of a column, in points."""


class ResultView(NamedTuple):
    """A chart, its data as a table, and a tree if the data is about nodes."""

    chart: Chart
    head: list[str]
    rows: list[list[str]]
    drawn: DrawnTree | None = None

    def blocks(self) -> Iterator[Block]:
        """Yield the chart with its table, and the tree."""
        yield Table(self.head, listing(self.rows, ""), words=(0,), chart=self.chart if self.chart.source else None)
        if self.drawn:
            yield Drawing(self.drawn)


class Distribution:
    """The number of answers that earned each number of the `possible` points."""

    def __init__(self, points: Mapping[Number, int], possible: Number, language: str) -> None:
        self.counts, self.possible, self.language = points, possible, language
        self.say = words(language, "grading.jinja")

    @property
    def mean(self) -> Number:
        """The mean of the points."""
        return Fraction(sum(got * count for got, count in self.counts.items())) / sum(self.counts.values())

    @property
    def median(self) -> Number:
        """The median of the points."""
        return median(Fraction(got) for got, count in self.counts.items() for _ in range(count))

    @property
    def statistics(self) -> str:
        """Mean, median and extremes of the points as a sentence; a note if there are no answers."""
        if not self.counts:
            return self.say.nobody()
        facts = {"mean": self.mean, "median": self.median, "least": min(self.counts), "most": max(self.counts)}
        texts = {name: points_text(number, self.language) for name, number in facts.items()}
        texts["of"] = points_text(self.possible, self.language)
        return self.say.statistics(texts | {"percent": percentage(correct_share(self.mean, self.possible))})

    def chart(self, caption: str, of_answers: str) -> ResultView:
        """Return the chart of the distribution; `of_answers` is the heading of the counts."""
        bars = [Bar(label, count, str(count)) for label, count in self._columns()]
        chart = make_chart(columns, caption, bars)
        return ResultView(chart, [self.say.points_head(), of_answers], [[bar.label, bar.text] for bar in bars])

    def _columns(self) -> Iterator[tuple[str, int]]:
        """Yield the columns with their counts; each column stands for one number of points or for a range."""
        possible, points = self.possible, self.counts
        if all(got == int(got) for got in (possible, *points)) and possible < MAX_COLUMNS:
            yield from ((points_text(got, self.language), points.get(got, 0)) for got in range(int(possible) + 1))
            return
        step = next((step for step in STEPS if possible <= step * MAX_COLUMNS), possible / Fraction(MAX_COLUMNS))
        count = max(1, ceil(possible / Fraction(step)))
        counts = [0] * count
        for got, answers in points.items():
            counts[min(floor(got / Fraction(step)), count - 1)] += answers
        for number, answers in enumerate(counts):
            low, high = (points_text(got, self.language) for got in (number * step, min(possible, (number + 1) * step)))
            yield self.say.range({"low": low, "high": high, "last": number == count - 1}), answers


class ExerciseResults:
    """The results of one exercise, with all data for the templates."""

    def __init__(self, summary: ClassSummary, number: int, language: str) -> None:
        self.summary, self.number, self.language = summary, number, language
        self.tree = display_tree(summary.tree)
        self.say, self.practice = words(language, "grading.jinja"), words(language, "practice.jinja")
        self.distribution = Distribution(summary.points, summary.possible, language)

    def _points(self, points: Number) -> str:
        return points_text(points, self.language)

    @cached_property
    def charts(self) -> list[ResultView]:
        """All charts except the chart of misconceptions, each with its table."""
        if not self.summary.answers:
            return []
        successes = (self._chart_of_successes(part) for part in BY_NODE)
        distribution = self.distribution.chart(self.say.distribution(), self.say.answers_column())
        return [distribution, self._chart_of_shares(), *(chart for chart in successes if chart)]

    def _chart_of_shares(self) -> ResultView:
        bars, cells = [], []
        for part, (got, of) in self.summary.parts.items():
            count = self._number_of_decided(part)
            bars.append(_bar_of_share(self.practice.part(part), correct_share(got, of * count)))
            mean = self.say.points({"points": self._points(Fraction(got) / count), "of": self._points(of)})
            cells.append([bars[-1].label, bars[-1].text, mean])
        head = [self.say.question(), self.say.share_column(), self.say.mean_column()]
        return ResultView(make_chart(rows, self.say.shares(), bars, 100), head, cells)

    def _number_of_decided(self, part: str) -> int:
        """Return the number of answers in which a part needs no further decision."""
        return self.summary.decided.get(part, self.summary.answers)

    def _chart_of_successes(self, part: str) -> ResultView | None:
        """Return the chart of success rates by node in a part, or None if the part was not asked."""
        counts = dict(self._right_and_wrong_by_node(part))
        if not counts:
            return None
        shares = {node: correct_share(right, right + wrong) for node, (right, wrong) in counts.items()}
        lowest = sorted(shares, key=lambda node: (shares[node], node))[:MAX_NODES]
        bars = [_bar_of_share(shortened(self.tree.names[node]), shares[node]) for node in lowest]
        facts = {"part": self.practice.part(part)}
        caption = self.say.lowest(facts) if len(lowest) < len(shares) else self.say.successes(facts)
        cells = [
            [self.tree.names[node], bar.text, str(counts[node][0]), str(sum(counts[node]))]
            for node, bar in zip(lowest, bars, strict=True)
        ]
        head = [words(self.language).node(), self.say.share_column(), self.say.right_column(), self.say.marked_column()]
        drawn = self._tree_with_shares(shares, on_edges=part == "pruned")
        return ResultView(make_chart(rows, caption, bars, 100), head, cells, drawn)

    def _right_and_wrong_by_node(self, part: str) -> Iterator[tuple[int, tuple[int, int]]]:
        """Yield how often each node was right and wrong.

        In the part "pruned", every decided answer without a mistake at a node counts as right.
        """
        for (asked_part, node), (right, wrong) in self.summary.successes.items():
            if asked_part == part:
                yield node, (self._number_of_decided(part) - wrong if part == "pruned" else right, wrong)

    def _tree_with_shares(self, shares: Mapping[int, Fraction], *, on_edges: bool) -> DrawnTree:
        """Return the tree with the success rate at each node, or at the edge to it."""

        def shown() -> list[Label]:
            texts = {node: percentage(share) for node, share in shares.items()}
            return [
                self._label_with_share(node, texts.get(node, ""), on_edges=on_edges) for node in range(len(self.tree))
            ]

        return DrawnTree(self.tree, shown, self.language)

    def _label_with_share(self, node: int, share: str, *, on_edges: bool) -> Label:
        return Label(
            shortened(self.tree.names[node]),
            self.tree.kinds[node],
            self._text_in_node(node, "" if on_edges else share),
            edge=share.replace(" ", "") if on_edges else "",
            status=BLANK,
        )

    def _text_in_node(self, node: int, share: str) -> str:
        """Return the text in a node: the value of a leaf, or the success rate of an inner node."""
        leaf = self.tree.values[node]
        return share if leaf is None else shortened(number_text(leaf, self.language), MAX_NUMBER_LENGTH)

    @cached_property
    def misconceptions(self) -> ResultView | None:
        """How many answers each misconception explains best, with ties grouped; None if there is no such answer."""
        found = [
            (self.say.tied([self.say.misconception(code) for code in codes]), count)
            for codes, count in self.summary.misconceptions.items()
        ]
        if not found:
            return None
        bars = [Bar(capitalized(label), count, str(count)) for label, count in found]
        chart = make_chart(rows, self.say.misconceptions(), bars[:MAX_NODES])
        head = [self.say.rule_column(), self.say.answers_column()]
        return ResultView(chart, head, [[bar.label, bar.text] for bar in bars])

    @property
    def called(self) -> str:
        """The title of the exercise, followed by its name."""
        name, title = self.summary.exercise, self.summary.tree.title
        return display_text(f"{title} ({name})" if title and title != name else name) or self.say.class_title()

    def blocks(self, called: str = "") -> Iterator[Block]:
        """Yield the part of a page about this exercise; `called` replaces the exercise's title and name."""
        pending = self.summary.pending
        answers = self.say.answers({"count": self.summary.answers + pending})
        if pending:
            answers += f" {self.say.answers_pending({'count': pending})}"
        yield Opening(called or self.called, anchor=f"exercise-{self.number + 1}")
        yield Paragraph([Strong(f"{answers}."), self.distribution.statistics])
        for result in self.charts:
            yield Heading(result.chart.caption)
            yield from result.blocks()
        if self.charts:
            yield Heading(self.say.misconceptions())
            yield from self._blocks_on_misconceptions()

    def _blocks_on_misconceptions(self) -> Iterator[Block]:
        if self.misconceptions:
            yield Paragraph([self.say.misconceptions_note()], "note")
            yield from self.misconceptions.blocks()
        else:
            yield Paragraph([self.say.no_misconceptions()])


def points_text(points: Number, language: str) -> str:
    """Return points as text, rounded to two decimal places."""
    return number_text(Fraction(floor(points * 100 + Fraction(1, 2)), 100), language)


def make_chart(draw: Callable[..., str], caption: str, bars: Sequence[Bar], *most: int) -> Chart:
    """Return a chart with its text alternative."""
    alt = f"{caption}: " + "; ".join(f"{bar.label}: {bar.text}" for bar in bars)
    return Chart(caption, draw(bars, alt, *most))


def correct_share(right: Number, of: Number) -> Fraction:
    """Return the share of points earned, or 1 if there are no points to earn."""
    return Fraction(right) / Fraction(of) if of else Fraction(1)


def _bar_of_share(label: str, share: Fraction) -> Bar:
    return Bar(label, max(0.0, float(100 * share)), percentage(share))


def percentage(share: Number) -> str:
    """Return a share as a whole percentage.

    >>> percentage(Fraction(2, 3))
    '67 %'
    """
    return f"{floor(100 * share + Fraction(1, 2))} %".replace("-", "−")
