"""For which x? One leaf has an unknown value, and a property holds only for some of its values.

The tree of the question is that of the exercise with a letter in place of a leaf's value.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from treesolve.analysis.parametric import solve_unknown
from treesolve.analysis.piecewise import Interval, IntervalAnswer
from treesolve.analysis.unknown_solution import Finding, UnknownSolution
from treesolve.grading.marks import Item, Mark
from treesolve.grading.question.number_set_answer import intervals_with_ends_toggled, plain, read_numbers
from treesolve.grading.question.sentence import Fact, Sentence
from treesolve.grading.question.tree_question import (
    ALL,
    NOTHING,
    SingleItemQuestion,
    UnreadableAnswer,
    given_text,
    unreadable_problem,
)
from treesolve.model.number import INFINITY, Number, Unknown, int_if_whole
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree
from treesolve.notation.json_text import number_to_json
from treesolve.notation.number_text import format_number, read_number
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution

TOPICS = ("pruned", "chosen", "value")
"""The properties that can be asked about."""

MAX_LEAVES = 12
"""Maximum number of leaves tried before a tree is rejected."""

OPEN_OR_CLOSED = Fraction(1, 2)
"""The share of an answer that is wrong only in whether its ends are included."""


@dataclass(frozen=True)
class UnknownLeafQuestion(SingleItemQuestion):
    """The question for which values of a letter a property holds; `letter` is the value of `leaf`.

    `node` is the node that is pruned or chosen. If `about` is "value", it is the root, and `value` is its value.
    """

    part = "unknown"

    leaf: int
    letter: str
    about: str
    node: int
    value: Number | None = None
    integers: bool = True

    @classmethod
    def draw(cls, solution: Solution, random: Random) -> "UnknownLeafQuestion | None":
        """Return a question whose answer is one interval, neither empty nor everything, or None if there is none."""
        if solution.is_forced or len(solution.tree) == 1:
            return None
        leaves = list(solution.evaluated_ids)
        random.shuffle(leaves)
        for leaf in leaves[:MAX_LEAVES]:
            found = _questions_about_leaf(leaf, solution)
            if found:
                kinds = sorted({question.about for question in found})
                about = kinds[random.randrange(len(kinds))]
                alike = [question for question in found if question.about == about]
                return alike[random.randrange(len(alike))]
        return None

    @classmethod
    def from_json(cls, entry: Mapping[str, Any], tree: Tree) -> "UnknownLeafQuestion":
        """Return the question that `to_json` wrote."""
        leaf, node, value = entry["leaf"], entry["node"], entry["value"]
        if entry["about"] not in TOPICS or tree.children[leaf] or not 0 <= node < len(tree) or leaf < 0:
            raise ValueError(entry["about"])
        number = None if value is None else read_number(str(value))
        return cls(int(leaf), str(entry["letter"])[:1], entry["about"], int(node), number, bool(entry["integers"]))

    def to_json(self) -> dict[str, Any]:
        """Return the question as a JSON object."""
        return {**asdict(self), "value": None if self.value is None else number_to_json(self.value)}

    @property
    def label_suffix(self) -> str:
        """A space and the letter."""
        return f" {self.letter}"

    def printed_tree(self, solution: Solution) -> Tree:
        """Return the tree with the letter in place of the leaf's value."""
        return tree_with_letter(solution.tree, self.leaf, self.letter)

    def asking(self, solution: Solution) -> Sentence:
        """Return the question, with the domain of the letter."""
        domain = self.solved(solution).domain
        facts = {
            "leaf": Fact("name", self.leaf),
            "letter": self.letter,
            "name": Fact("name", self.node),
            "about": self.about,
            "integers": self.integers,
            "low": Fact("limit", domain.low),
            "high": Fact("limit", domain.high),
            "value": "" if self.value is None else Fact("number", self.value),
        }
        return Sentence("ask_unknown", facts)

    def solved(self, solution: Solution) -> UnknownSolution:
        """Return the tree solved for every value of the letter."""
        return _solved_with_letter(solution.tree, solution.convention, self.leaf, self.letter, self.integers)

    def where(self, solution: Solution) -> tuple[Interval, ...]:
        """Return the right answer: the fewest possible intervals, from left to right."""
        return _intervals_asked(self, self.solved(solution))

    def right_answer(self, solution: Solution) -> str:
        """Return the intervals as inequalities."""
        return " or ".join(format_interval(interval, self.letter) for interval in self.where(solution)) or "none"

    def right(self, solution: Solution) -> Sentence:
        """Return the intervals as a sentence."""
        return Sentence("answer", {"text": Fact("intervals", (self.solved(solution), self.where(solution)))})

    def explanation(self, solution: Solution) -> Iterator[Sentence]:
        """Yield a sentence about the solution for each interval of values."""
        solved = self.solved(solution)
        for interval, found in solved.findings:
            yield Sentence(
                "piece",
                {
                    "where": Fact("intervals", (solved, (interval,))),
                    "value": Fact("formula", (solved, found.value)),
                    "name": "" if found.best_id is None else Fact("name", found.best_id),
                    "pruned": Fact("names", found.pruned_root_ids),
                },
            )

    def note_on_picture(self, solution: Solution) -> Sentence:
        """Return a sentence with the value of the letter in the picture of the solution."""
        number = Fact("number", solution.tree.values[self.leaf])
        return Sentence("picture_shows", {"name": Fact("name", self.leaf), "number": number, "letter": self.letter})

    def reason(self, mark: Mark, wrong: Item, /, *, full: bool) -> Sentence:  # noqa: ARG002
        """Return a sentence that says whether the wrong answer is close."""
        return Sentence("wrong_unknown", {"given": given_text(wrong), "near": mark.share > 0})

    def reasons(self, mark: Mark, solution: Solution, /, *, full: bool) -> Iterator[Sentence]:
        """Yield the question first, as a reminder, then the reasons."""
        yield self.asking(solution)
        yield from super().reasons(mark, solution, full=full)

    def worth(self, text: str, solution: Solution) -> tuple[Fraction, str]:
        """Return the share: 1, OPEN_OR_CLOSED if only the inclusion of ends is wrong, or 0."""
        try:
            raw = read_numbers(text, self.letter)
        except ValueError:
            raise UnreadableAnswer(unreadable_problem(text)) from None
        right, domain = self.where(solution), self.solved(solution).domain
        given = plain(raw, domain, integers=self.integers)
        answer_text = " or ".join(format_interval(interval, self.letter) for interval in given) or "none"
        if given == right:
            return ALL, answer_text
        toggled = (plain(other, domain, integers=self.integers) for other in intervals_with_ends_toggled(raw))
        return OPEN_OR_CLOSED if right in toggled else NOTHING, answer_text


def tree_with_letter(tree: Tree, leaf: int, letter: str) -> Tree:
    """Return the tree with a letter for the value of a leaf; all nodes keep their names."""
    values = (*tree.values[:leaf], Unknown(letter), *tree.values[leaf + 1 :])
    return replace(tree, values=values, alpha_beta=None, points={}, offsets=())


def format_interval(interval: Interval, letter: str) -> str:
    """Return an interval in the notation of answers: x <= 5, 5 < x < 7, x = 5, all."""
    if interval.is_unbounded:
        return "all"
    return interval.compared(letter, format_number(interval.low), format_number(interval.high), "<=", ">=")


@lru_cache(maxsize=64)
def _solved_with_letter(tree: Tree, convention: Any, leaf: int, letter: str, integers: bool) -> UnknownSolution:
    return solve_unknown(tree_with_letter(tree, leaf, letter), convention, letter, integers=integers)


def _intervals_asked(question: UnknownLeafQuestion, solved: UnknownSolution) -> tuple[Interval, ...]:
    if question.about == "pruned":
        return solved.pruned_where(question.node)
    if question.about == "chosen":
        return solved.chosen_where(question.node)
    assert question.value is not None
    return plain(_intervals_with_value(solved, question.value), solved.domain, integers=question.integers)


def _intervals_with_value(solved: UnknownSolution, value: Number) -> Iterator[Interval]:
    """Yield the intervals in which the root has this minimax value."""
    for interval, finding in solved.values:
        found = finding.value
        if found is None:
            continue
        if not found.slope:
            if found.offset == value:
                yield interval
        elif abs(value) != INFINITY:
            point = int_if_whole(Fraction(value - found.offset) / Fraction(found.slope))
            if interval.contains(point):
                yield Interval(point, point, True, True)


def _questions_about_leaf(leaf: int, solution: Solution) -> list[UnknownLeafQuestion]:
    """Return all suitable questions about a letter in place of a leaf's value."""
    tree, convention = solution.tree, solution.convention
    letter = _free_letter(tree)
    integers = convention.perspective != "unit" and all(isinstance(tree.values[one], int) for one in tree.leaf_ids)
    try:
        solved = _solved_with_letter(tree, convention, leaf, letter, integers)
    except (InputError, Unsolvable):
        return []
    if solved.obstacles or solved.bounds or solved.other_ids:
        return []
    questions = [UnknownLeafQuestion(leaf, letter, "pruned", node, None, integers) for node in solved.prunable_ids]
    questions += [UnknownLeafQuestion(leaf, letter, "chosen", child, None, integers) for child in tree.children[0]]
    constant_values = {entry.answer.value.offset for entry in solved.values if _has_single_value(entry)}  # type: ignore[union-attr]
    questions += [UnknownLeafQuestion(leaf, letter, "value", 0, value, integers) for value in sorted(constant_values)]
    return [question for question in questions if _is_good_answer(_intervals_asked(question, solved), solved.domain)]


def _has_single_value(entry: IntervalAnswer[Finding]) -> bool:
    """Return whether the root has one finite value in an interval."""
    found = entry.answer.value
    return found is not None and not found.slope and abs(found.offset) != INFINITY


def _is_good_answer(where: tuple[Interval, ...], domain: Interval) -> bool:
    """Return whether an answer is one interval, more than a point and less than everything."""
    return len(where) == 1 and not where[0].is_point and (where[0].low, where[0].high) != (domain.low, domain.high)


def _free_letter(tree: Tree) -> str:
    """Return a letter that is neither an unknown of the tree nor the name of a node."""
    used = {value.letter for value in tree.values if isinstance(value, Unknown)} | set(tree.names)
    return next((letter for letter in "xyz" if letter not in used), "x")
