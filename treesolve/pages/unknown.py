"""For which x: a tree searched for every value of a letter, as a page.

Vocabulary

    formula     the value of a node as the letter makes it: x, or 0.5·x + 1
"""

from collections.abc import Iterator, Sequence
from typing import Any

from treesolve.analysis.finding import Finding, Obstacle
from treesolve.analysis.outcome_probability import shares_of_rest
from treesolve.analysis.parametric import UnknownSolution, largest_integer, smallest_integer
from treesolve.analysis.piecewise import Interval, Linear, Piece
from treesolve.drawing.label import Label
from treesolve.model.number import INFINITY, Number
from treesolve.pages.document import (
    Block,
    Document,
    Drawing,
    Heading,
    Listing,
    Opening,
    Paragraph,
    Points,
    Table,
    listing,
)
from treesolve.pages.drawn import DrawnTree
from treesolve.pages.environment import number_text, words
from treesolve.pages.excerpt import named
from treesolve.pages.label import labels
from treesolve.pages.shown import shown_title
from treesolve.search.frames import blank_frame

LONGEST_ORDER = 20
"""So many evaluated leaves are named; more are counted."""

_NOTHING = "–"


def unknown_page(*solutions: UnknownSolution, language: str = "en", **look: Any) -> Document:
    """The intervals with what holds in each, and which nodes are pruned where; `look` as for UnknownPage.

    Several solutions, one at least, are of one tree, each for a letter of its own.
    """
    pages = [UnknownPage(solution, language, **look) for solution in solutions]
    answered = (block for page in pages for block in _answered(page))
    return Document([pages[0].opening, Drawing(pages[0].drawn), *answered], language)


def _answered(page: "UnknownPage") -> Iterator[Block]:
    """What is asked about a letter, and the answer."""
    say, heading, solution = page.say, page.say.heading, page.solution
    yield Heading(say.asked(page))
    if solution.convention.perspective != "minimax":
        yield Paragraph([say.view()])
    yield Table([page.letter, *map(heading, ("value", "best", "pruned", "evaluated"))], page.intervals)
    if notes := page.notes:
        yield Points(listing(notes))
    nothing = [] if solution.prunable or solution.obstacles else [say.nothing_pruned(page)]
    yield Paragraph([say.values(page), say.matters(page).strip(), *nothing])
    if prunable := solution.prunable:
        head = [*map(heading, ("node", "where", *(("smallest", "largest") if page.integers else ())))]
        yield Table(head, Listing(len(prunable), lambda: map(page.prunable, prunable)))


class UnknownPage:
    """What there is to say of a tree that is searched for every value of a letter, as text.

    The tree is drawn as an exercise: `width` is the
    most columns lines of text may take, `paper` a key of PAPERS, `shapes` one of SHAPES. `chosen` is false where nobody
    named a lecture but perhaps the tree.
    """

    def __init__(
        self,
        solution: UnknownSolution,
        language: str = "en",
        *,
        width: int = 100,
        paper: str = "a4",
        shapes: str = "triangles",
        chosen: bool = True,
    ) -> None:
        self.solution = solution
        self.chosen = chosen or solution.tree.convention is not None
        self.language = language
        self.letter = solution.letter
        self.integers = solution.integers
        self.words = words(language)
        self.say = words(language, "unknown.jinja")
        self.drawn = DrawnTree(solution.tree, self._labels, language, width=width, paper=paper, shapes=shapes)

    def _labels(self) -> list[Label]:
        return labels(self.solution.tree, blank_frame(self.solution.tree), self.language)

    def number(self, number: Number) -> str:
        """A number in MAX's view."""
        return number_text(number, self.language)

    def name(self, node: int) -> str:
        """The name of a node."""
        return self.solution.tree.names[node]

    def names(self, nodes: Sequence[int]) -> list[str]:
        """The names of several nodes; of very many the first."""
        return named(map(self.name, nodes), len(nodes), self.language)

    def interval(self, interval: Interval) -> str:
        """An interval as people write it: x = 3, x ≤ 3, 3 < x < 7."""
        if interval.is_everything:
            return str(self.say.every(self))
        return interval.compared(self.letter, self.number(interval.low), self.number(interval.high))

    def where(self, intervals: tuple[Interval, ...]) -> str:
        """Several intervals: x < 3 or x > 7."""
        if not intervals:
            return str(self.say.nowhere(self))
        return str(self.say.either(named(map(self.interval, intervals), len(intervals), self.language)))

    def formula(self, value: Linear | None) -> str:
        """A value as the letter makes it; the word for it where other unknowns leave it open."""
        if value is None:
            return str(self.words.undetermined())
        if not value.slope:
            return self.number(value.offset)
        size = -value.slope if value.slope < 0 else value.slope
        shown = self.letter if size == 1 else f"{self.number(size)}·{self.letter}"
        if value.slope < 0:
            return f"{self.number(value.offset)} − {shown}" if value.offset else f"−{shown}"
        if not value.offset:
            return shown
        sign, size = ("+", value.offset) if value.offset > 0 else ("−", -value.offset)
        return f"{shown} {sign} {self.number(size)}"

    @property
    def opening(self) -> Opening:
        """Title, source and lecture, and what to beware of in it."""
        w, convention = self.words, self.solution.convention
        lectures = w.lecture(convention, self.chosen), w.lecture(convention, self.chosen, True)
        traps = [w.trap(code) for code in convention.traps]
        tree = self.solution.tree
        return Opening(shown_title(tree), w.game_tree(), tree.source, *lectures, traps)

    @property
    def root(self) -> str:
        """The name of the root."""
        return self.name(0)

    @property
    def leaves(self) -> list[str]:
        """The names of the leaves with the letter."""
        return self.names(self.solution.leaves)

    @property
    def chance_node(self) -> str:
        """The name of the chance node that is asked about; empty where it is a leaf."""
        node = self.solution.chance_node
        return "" if node is None else self.name(node)

    @property
    def outcomes(self) -> list[str]:
        """The names of its outcomes."""
        return self.names(self.solution.outcomes)

    @property
    def shares_equal(self) -> bool:
        """Whether all of them but the first share equally what the first leaves."""
        node = self.solution.chance_node
        return node is not None and len(set(shares_of_rest(self.solution.tree, node))) == 1

    @property
    def low(self) -> str:
        """The least value of the letter; empty where there is none."""
        low = self.solution.domain.low
        return "" if low == -INFINITY else self.number(low)

    @property
    def high(self) -> str:
        """The greatest one."""
        high = self.solution.domain.high
        return "" if high == INFINITY else self.number(high)

    @property
    def intervals(self) -> Listing:
        """A row for each interval in which everything stays the same."""
        pieces = self.solution.pieces
        return Listing(len(pieces), lambda: map(self._row_of_piece, pieces), "intervals")

    def _row_of_piece(self, piece: Piece[Finding]) -> list[str]:
        found = piece.answer
        best = _NOTHING if found.best is None else self.name(found.best)
        pruned = " ".join(self.names(found.pruned_roots)) or _NOTHING
        return [self.interval(piece.interval), self.formula(found.value), best, pruned, self._order_in_row(found)]

    def _order_in_row(self, found: Finding) -> str:
        if len(found.evaluated) > LONGEST_ORDER:
            return f"{len(found.evaluated)}/{len(self.solution.tree.leaves)}"
        return " ".join(map(self.name, found.evaluated)) or _NOTHING

    @property
    def notes(self) -> list[str]:
        """What the table cannot say: obstacles, mere bounds, a forced move, other unknowns."""
        notes = [self._sentence_on_obstacle(*item) for item in self.solution.obstacles.items()]
        notes += [self._sentence_on_bound(*bound, where) for bound, where in self.solution.bounds.items()]
        if self.solution.is_forced:
            notes.append(str(self.words.forced(self)))
        return [*notes, str(self.say.others(self))] if self.others else notes

    def _sentence_on_obstacle(self, obstacle: Obstacle, intervals: tuple[Interval, ...]) -> str:
        value = self.solution.tree.values[obstacle.node]
        facts: dict[str, Any] = {
            "code": obstacle.code,
            "where": self.where(intervals),
            "name": self.name(obstacle.node),
            "other": getattr(value, "letter", ""),
        }
        return str(self.say.obstacle(facts))

    def _sentence_on_bound(self, result: str, returned: Linear, intervals: tuple[Interval, ...]) -> str:
        facts = {"result": result, "where": self.where(intervals), "root": self.root}
        return str(self.say.bound({**facts, "returned": self.formula(returned)}))

    @property
    def others(self) -> list[str]:
        """The leaves with other unknowns, each with its letter."""
        values, others = self.solution.tree.values, self.solution.others
        told = (f"{self.name(leaf)} ({getattr(values[leaf], 'letter', '')})" for leaf in others)
        return named(told, len(others), self.language)

    @property
    def others_needed(self) -> bool:
        """Whether the answer depends on them anywhere."""
        return self.open or any(each.code == "unknown-leaf-needed" for each in self.solution.obstacles)

    @property
    def formulas(self) -> list[tuple[str, str]]:
        """The formulas of the root's value, each with where it holds."""
        pieces = self.solution.values
        return [(self.formula(found.value), self.interval(interval)) for interval, found in pieces]

    @property
    def open(self) -> bool:
        """Whether other unknowns leave the value open anywhere."""
        return any(piece.answer.value is None for piece in self.solution.values)

    @property
    def changing(self) -> str:
        """Where the value of the root changes with the letter; empty where it never does."""
        return self.where(self.solution.matters) if self.solution.matters else ""

    def prunable(self, node: int) -> list[str]:
        """The row of a topmost node that is pruned for some value: all values for which it is."""
        intervals = self.solution.pruned_where(node)
        row = [self.name(node), self.where(intervals)]
        if self.integers:
            ends = smallest_integer(intervals), largest_integer(intervals)
            row += [_NOTHING if end is None else self.number(end) for end in ends]
        return row
