"""What a class made of one exercise, as a part of a page: statistics, charts with their tables, trees with shares.

Vocabulary

    step        how many points a column of the distribution spans
    success     the share of answers in which a node was right
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from math import ceil, floor
from statistics import median
from typing import NamedTuple

from treesolve.drawing.label import Label
from treesolve.grading.class_summary import Summary
from treesolve.model.number import Number
from treesolve.model.tree import Tree
from treesolve.notation.writer import write
from treesolve.pages.chart import Bar, Chart, columns, rows
from treesolve.pages.document import Block, Drawing, Heading, Opening, Paragraph, Table, listing
from treesolve.pages.drawn import DrawnTree
from treesolve.pages.engine import capitalized
from treesolve.pages.environment import number_text, words
from treesolve.pages.inline import Strong
from treesolve.pages.picture_label import LONGEST_NUMBER
from treesolve.pages.shown import shortened, shown_text, shown_tree
from treesolve.search.frames import BLANK

MOST_COLUMNS = 12
"""So many columns a distribution has at most."""

MOST_NODES = 12
"""So many nodes stand in a chart: those that were right least often."""

BY_NODE = ("values", "windows", "pruned")
"""The questions that are marked node by node."""

STEPS = (Fraction(1, 4), Fraction(1, 2), 1, 2, 5, 10, 20, 50, 100)
"""How many points a column can span."""


class Result(NamedTuple):
    """A chart, the same as a table, and a tree where it is about nodes."""

    chart: Chart
    head: list[str]
    rows: list[list[str]]
    drawn: DrawnTree | None = None

    def blocks(self) -> Iterator[Block]:
        """The chart with its table, and the tree."""
        yield Table(self.head, listing(self.rows, ""), words=(0,), chart=self.chart)
        if self.drawn:
            yield Drawing(self.drawn)


class ExerciseResults:
    """The results of one exercise, with everything the templates name."""

    def __init__(self, summary: Summary, number: int, language: str, separating: Tree | None) -> None:
        self.summary, self.number, self.language = summary, number, language
        self.tree = shown_tree(summary.tree)
        self.say, self.practice = words(language, "grading.jinja"), words(language, "practice.jinja")
        self._separating = separating

    def points(self, points: Number) -> str:
        """Points as people write them, to two places."""
        return number_text(Fraction(floor(points * 100 + Fraction(1, 2)), 100), self.language)

    @property
    def statistics(self) -> str:
        """Mean, median and extremes of the points; that there are none where nobody answered."""
        if not self.summary.answers:
            return self.say.nobody()
        points, possible = self.summary.points, self.summary.possible
        total: Number = sum(got * count for got, count in points.items())
        mean = Fraction(total) / self.summary.answers
        each = (Fraction(got) for got, count in points.items() for _ in range(count))
        facts = {"mean": mean, "median": median(each), "least": min(points), "most": max(points), "of": possible}
        told = {name: self.points(number) for name, number in facts.items()}
        return self.say.statistics(told | {"percent": _percentage(_share_of_right(mean, possible))})

    @cached_property
    def charts(self) -> list[Result]:
        """All charts but that of the misconceptions, each with its table."""
        if not self.summary.answers:
            return []
        successes = (self._chart_of_successes(part) for part in BY_NODE)
        return [self._chart_of_distribution(), self._chart_of_shares(), *(chart for chart in successes if chart)]

    def _chart(self, draw: Callable[..., str], key: str, caption: str, bars: Sequence[Bar], *most: int) -> Chart:
        """The bars as a picture and in words."""
        told = f"{caption}: " + "; ".join(f"{bar.label}: {bar.text}" for bar in bars)
        return Chart(caption, draw(bars, f"{key}-{self.number}", told, *most))

    def _chart_of_distribution(self) -> Result:
        bars = [Bar(label, count, str(count)) for label, count in self._columns_of_distribution()]
        head = [self.say.points_head(), self.say.answers_column()]
        chart = self._chart(columns, "points", self.say.distribution(), bars)
        return Result(chart, head, [[bar.label, bar.text] for bar in bars])

    def _columns_of_distribution(self) -> Iterator[tuple[str, int]]:
        """The columns of the distribution: one for each number of points, or for a range of them."""
        possible, points = self.summary.possible, self.summary.points
        if all(got == int(got) for got in (possible, *points)) and possible < MOST_COLUMNS:
            yield from ((self.points(got), points.get(got, 0)) for got in range(int(possible) + 1))
            return
        step = next((step for step in STEPS if possible <= step * MOST_COLUMNS), possible / Fraction(MOST_COLUMNS))
        count = max(1, ceil(possible / Fraction(step)))
        counts = [0] * count
        for got, answers in points.items():
            counts[min(floor(got / Fraction(step)), count - 1)] += answers
        for number, answers in enumerate(counts):
            high = min(possible, (number + 1) * step)
            facts = {"low": self.points(number * step), "high": self.points(high), "last": number == count - 1}
            yield self.say.range(facts), answers

    def _chart_of_shares(self) -> Result:
        bars, told = [], []
        for part, (got, of) in self.summary.parts.items():
            count = self._number_of_decided(part)
            bars.append(_bar_of_share(self.practice.part(part), _share_of_right(got, of * count)))
            mean = self.say.points({"points": self.points(Fraction(got) / count), "of": self.points(of)})
            told.append([bars[-1].label, bars[-1].text, mean])
        head = [self.say.question(), self.say.share_column(), self.say.mean_column()]
        return Result(self._chart(rows, "parts", self.say.shares(), bars, 100), head, told)

    def _number_of_decided(self, part: str) -> int:
        """In how many answers a part is decided."""
        return self.summary.decided.get(part, self.summary.answers)

    def _chart_of_successes(self, part: str) -> Result | None:
        """How often each node was right in a part; None where it was not asked."""
        counts = dict(self._right_and_wrong_by_node(part))
        if not counts:
            return None
        shares = {node: _share_of_right(right, right + wrong) for node, (right, wrong) in counts.items()}
        lowest = sorted(shares, key=lambda node: (shares[node], node))[:MOST_NODES]
        bars = [_bar_of_share(shortened(self.tree.names[node]), shares[node]) for node in lowest]
        facts = {"part": self.practice.part(part)}
        caption = self.say.lowest(facts) if len(lowest) < len(shares) else self.say.successes(facts)
        told = [
            [self.tree.names[node], bar.text, str(counts[node][0]), str(sum(counts[node]))]
            for node, bar in zip(lowest, bars, strict=True)
        ]
        head = [words(self.language).node(), self.say.share_column(), self.say.right_column(), self.say.marked_column()]
        drawn = self._tree_with_shares(shares, on_edges=part == "pruned")
        return Result(self._chart(rows, part, caption, bars, 100), head, told, drawn)

    def _right_and_wrong_by_node(self, part: str) -> Iterator[tuple[int, tuple[int, int]]]:
        """How often each node was right and wrong; a node that is rightly left alone is not counted by itself."""
        for (asked, node), (right, wrong) in self.summary.successes.items():
            if asked == part:
                yield node, (self._number_of_decided(part) - wrong if part == "pruned" else right, wrong)

    def _tree_with_shares(self, shares: Mapping[int, Fraction], *, on_edges: bool) -> DrawnTree:
        """The tree with the share of right answers at each node, or on the branch to it."""

        def shown() -> list[Label]:
            told = {node: _percentage(share) for node, share in shares.items()}
            return [
                self._label_with_share(node, told.get(node, ""), on_edges=on_edges) for node in range(len(self.tree))
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
        """What stands in a node: the value of a leaf, or a share."""
        leaf = self.tree.values[node]
        return share if leaf is None else shortened(number_text(leaf, self.language), LONGEST_NUMBER)

    @cached_property
    def misconceptions(self) -> Result | None:
        """How many answers each misconception explains best, ties together; None where none explains any."""
        found = [
            (self.say.tied([self.say.misconception(code) for code in codes]), count)
            for codes, count in self.summary.misconceptions.items()
        ]
        if not found:
            return None
        bars = [Bar(capitalized(label), count, str(count)) for label, count in found]
        chart = self._chart(rows, "rules", self.say.misconceptions(), bars[:MOST_NODES])
        head = [self.say.rule_column(), self.say.answers_column()]
        return Result(chart, head, [[bar.label, bar.text] for bar in bars])

    def blocks(self) -> Iterator[Block]:
        """What a page says of them."""
        name, title, pending = self.summary.exercise, self.summary.tree.title, self.summary.pending
        called = shown_text(f"{title} ({name})" if title and title != name else name) or self.say.class_title()
        answers = self.say.answers({"count": self.summary.answers + pending})
        if pending:
            answers += f" {self.say.answers_pending({'count': pending})}"
        yield Opening(called, anchor=f"exercise-{self.number + 1}")
        yield Paragraph([Strong(f"{answers}."), self.statistics])
        for result in self.charts:
            yield Heading(result.chart.caption)
            yield from result.blocks()
        if self.charts:
            yield Heading(self.say.misconceptions())
            yield from self._blocks_on_misconceptions()

    def _blocks_on_misconceptions(self) -> Iterator[Block]:
        """The misconceptions, and the tree that would separate what this one cannot, where one is known."""
        if self.misconceptions:
            yield Paragraph([self.say.misconceptions_note()], "note")
            yield from self.misconceptions.blocks()
        else:
            yield Paragraph([self.say.no_misconceptions()])
        if self._separating is not None:
            tree = " ".join(write(shown_tree(self._separating)).split())
            yield Paragraph([self.say.separating({"tree": tree})])


def _share_of_right(right: Number, of: Number) -> Fraction:
    return Fraction(right) / Fraction(of) if of else Fraction(1)


def _bar_of_share(label: str, share: Fraction) -> Bar:
    return Bar(label, max(0.0, float(100 * share)), _percentage(share))


def _percentage(share: Number) -> str:
    """A share in whole percent, with the sign of it.

    >>> _percentage(Fraction(2, 3))
    '67 %'
    """
    return f"{floor(100 * share + Fraction(1, 2))} %".replace("-", "−")
