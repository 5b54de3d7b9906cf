"""A tree with a letter for a leaf's value: for which values is what pruned, chosen, decided?

The search is run as it is, with a number in place of the letter that notices where any comparison would turn; see
`piecewise`. So the answer is complete for every lecture, whatever its rules.

Vocabulary

    letter      the unknown that is asked about; all leaves with this letter have the same value, a finite number
    domain      the values it may take: from 0 to 1 where a lecture's values are shares of 1, those between the tree's
                bounds where it has some, else every number
    question    a letter, its domain, and what the tree becomes with a number in its place
    other unknowns  leaves with another letter, or with a question mark; each may be anything
    matters     the letter matters where the value of the root changes with it
"""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, NamedTuple

from treesolve.analysis.interval_finding import Finding, Obstacle, merged_pieces
from treesolve.analysis.piecewise import (
    Interval,
    Linear,
    MovingNumber,
    Piece,
    Probe,
    answers_by_interval,
    joined,
    linear,
)
from treesolve.model.convention import DEFAULT, Convention
from treesolve.model.number import INFINITY, Unknown
from treesolve.model.perspective import limits
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Tree
from treesolve.search.search import Unsolvable, search
from treesolve.search.solution import Solution, minimax_values

MOST_WORK = 3_000_000
"""So many nodes all searches of one question may have together."""

_EVERYWHERE = ("leaf-outside-unit", "leaf-outside-bounds", "empty-window")
"""Reasons against a search that no value of the letter changes."""


class Question(NamedTuple):
    """For which values of the letter, within the domain, what happens: `with_number` is the tree with one of them.

    With `integers` the letter stands for an integer; with a `chance_node`, for the probability of its first outcome.
    """

    tree: Tree
    convention: Convention
    letter: str
    domain: Interval
    with_number: Callable[[MovingNumber], Tree]
    integers: bool = False
    chance_node: int | None = None


class UnknownSolution:
    """A tree searched for every value of a letter.

    `pieces` cover the `domain`, the values the letter may take, from left to right, without gaps, each with its
    Finding. With `integers` all intervals are ranges of integers with both ends included.
    """

    def __init__(self, question: Question, pieces: Iterable[Piece[Finding]]) -> None:
        self.tree, self.convention, self.letter, self.domain, _, self.integers, self.chance_node = question
        found = tuple(pieces)
        self._pieces = merged_pieces(found)
        self._values = merged_pieces(Piece(interval, Finding(finding.value)) for interval, finding in found)

    @property
    def leaves(self) -> tuple[int, ...]:
        """The leaves with this letter."""
        return tuple(leaf for leaf in self.tree.leaves if self.tree.values[leaf] == Unknown(self.letter))

    @property
    def outcomes(self) -> tuple[int, ...]:
        """The children of the chance node that is asked about; of the first one the letter is the probability."""
        return () if self.chance_node is None else self.tree.children[self.chance_node]

    @property
    def others(self) -> tuple[int, ...]:
        """The leaves with any other unknown."""
        return tuple(leaf for leaf in _unknown_leaves(self.tree) if leaf not in self.leaves)

    @cached_property
    def pieces(self) -> tuple[Piece[Finding], ...]:
        """The intervals with different findings."""
        return merged_pieces(self._pieces_for_numbers_asked(self._pieces))

    @cached_property
    def values(self) -> tuple[Piece[Finding], ...]:
        """The minimax value of the root as a function of the letter: findings with nothing but a value."""
        return merged_pieces(self._pieces_for_numbers_asked(self._values))

    @property
    def matters(self) -> tuple[Interval, ...]:
        """Where the value of the root changes with the letter."""
        changing = (piece.interval for piece in self._values if not piece.answer.is_steady)
        return joined(changing, integers=self.integers)

    @property
    def is_forced(self) -> bool:
        """Whether the root's only move is played without a search."""
        return any(finding.best is not None and finding.result is None for _, finding in self._pieces)

    @cached_property
    def prunable(self) -> tuple[int, ...]:
        """The nodes that are a topmost pruned node for some value, by id."""
        return tuple(sorted({root for piece in self._pieces for root in piece.answer.pruned_roots}))

    def pruned_where(self, node: int) -> tuple[Interval, ...]:
        """For which values the node is pruned, alone or with a node above it."""
        subtree = self.tree.subtree
        return self._intervals_where(lambda finding: any(node in subtree(root) for root in finding.pruned_roots))

    def chosen_where(self, node: int) -> tuple[Interval, ...]:
        """For which values the root chooses that child."""
        return self._intervals_where(lambda finding: finding.best == node)

    @cached_property
    def obstacles(self) -> dict[Obstacle, tuple[Interval, ...]]:
        """For which values the search cannot be carried out, by the reason."""
        return {
            met: where for met, where in self._intervals_by_finding(lambda finding: finding.obstacle).items() if met
        }

    @cached_property
    def bounds(self) -> dict[tuple[str, Linear], tuple[Interval, ...]]:
        """For which values the search returns a mere bound, by the result, "upper" or "lower", and what is returned."""
        found = self._intervals_by_finding(lambda finding: (finding.result, finding.returned))
        return {bound: where for bound, where in found.items() if bound[0] in ("upper", "lower")}

    def _intervals_by_finding(self, part: Callable[[Finding], Any]) -> dict[Any, tuple[Interval, ...]]:
        """For which values that part of the findings is what."""
        sorted_out: dict[Any, list[Interval]] = {}
        for interval, finding in self._pieces:
            sorted_out.setdefault(part(finding), []).append(interval)
        return {each: joined(intervals, integers=self.integers) for each, intervals in sorted_out.items()}

    def _intervals_where(self, holds: Callable[[Finding], bool]) -> tuple[Interval, ...]:
        return joined((piece.interval for piece in self._pieces if holds(piece.answer)), integers=self.integers)

    def _pieces_for_numbers_asked(self, pieces: Iterable[Piece[Finding]]) -> Iterable[Piece[Finding]]:
        for interval, finding in pieces:
            part = interval.integers if self.integers else interval
            if part is not None:
                yield Piece(part, finding)


def smallest_integer(intervals: tuple[Interval, ...]) -> int | None:
    """The smallest integer in any of them; None where there is none, or no smallest."""
    ranges = joined(intervals, integers=True)
    return int(ranges[0].low) if ranges and ranges[0].low != -INFINITY else None


def largest_integer(intervals: tuple[Interval, ...]) -> int | None:
    """The largest integer in any of them; None where there is none, or no largest."""
    ranges = joined(intervals, integers=True)
    return int(ranges[-1].high) if ranges and ranges[-1].high != INFINITY else None


def unknown_letters(tree: Tree) -> tuple[str, ...]:
    """The letters of the tree's unknown leaves, from left to right, each once.

    Raises InputError where there is none: "no-unknown-leaf", or "unknown-without-letter" where all are question marks.
    """
    unknown = _unknown_leaves(tree)
    letters = dict.fromkeys(tree.values[leaf].letter for leaf in unknown)  # type: ignore[union-attr]
    letters.pop("?", None)
    if letters:
        return tuple(letters)
    if not unknown:
        raise InputError((Problem("no-unknown-leaf"),))
    start = tree.offsets[unknown[0]] if tree.offsets else 0
    span = Span(start, start + 1) if tree.offsets else None
    raise InputError((Problem("unknown-without-letter", span, {"count": len(unknown)}),))


def solve_unknown(
    tree: Tree, convention: Convention = DEFAULT, letter: str | None = None, *, integers: bool = False
) -> UnknownSolution:
    """Search the tree for every value of the letter; without one, of the first letter from the left.

    Raises InputError: "no-unknown-leaf", "unknown-without-letter", "no-such-letter", or "too-many-intervals" where the
    answer would take too long; and treesolve.search.search.Unsolvable where no value of the letter makes a search
    possible.
    """
    letters = unknown_letters(tree)
    asked = letters[0] if letter is None else letter
    if asked not in letters:
        raise InputError((Problem("no-such-letter", None, {"letter": asked, "known": ", ".join(letters)}),))
    unknown = Unknown(asked)

    def with_number(number: MovingNumber) -> Tree:
        values = tuple(number if value == unknown else value for value in tree.values)
        return Tree(tree.kinds, values, tree.children, weights=tree.weights, bounds=tree.bounds)  # type: ignore[arg-type]

    domain = _domain_of_letter(tree, convention)
    return answer(Question(tree, convention, asked, domain, with_number, integers))


def answer(question: Question) -> UnknownSolution:
    """Search the tree for every value in the domain.

    Raises InputError, "too-many-intervals", where that would take too long; and treesolve.search.search.Unsolvable
    where no value makes a search possible.
    """
    work = 0

    def ask(probe: Probe) -> Finding:
        nonlocal work
        work += len(question.tree)
        if work > MOST_WORK:
            raise InputError((Problem("too-many-intervals", None, {"letter": question.letter}),))
        return _finding(question.with_number(MovingNumber(probe)), question.convention)

    return UnknownSolution(question, answers_by_interval(question.domain, ask))


def _finding(tree: Tree, convention: Convention) -> Finding:
    """What a search of the tree says, which has a moving number in the place of the letter."""
    value = minimax_values(tree)[0]
    found = Finding(None if value is None else linear(value))
    try:
        solution = Solution(search(tree, convention))
    except Unsolvable as refusal:
        if refusal.code in _EVERYWHERE:
            raise
        return found._replace(obstacle=Obstacle(refusal.code, refusal.node))
    returned = solution.returned(0)
    return found._replace(
        result=solution.result,
        returned=None if returned is None else linear(returned),
        best=solution.best,
        pruned_roots=solution.pruned_roots,
        evaluated=solution.evaluated,
    )


def _unknown_leaves(tree: Tree) -> list[int]:
    return [leaf for leaf in tree.leaves if isinstance(tree.values[leaf], Unknown)]


def _domain_of_letter(tree: Tree, convention: Convention) -> Interval:
    low, high = limits(tree.bounds, convention.perspective)
    return Interval(low, high, low != -INFINITY, high != INFINITY)
