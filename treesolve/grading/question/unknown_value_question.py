"""For which x? One leaf has an unknown value x, and a property holds only for some values of x.

The tree of the question is the tree of the exercise with a letter in place of one leaf value.
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
"""Maximum number of leaves to try before rejecting a tree."""

OPEN_OR_CLOSED = Fraction(1, 2)
"""The share for an answer in which only the inclusion of the ends of intervals is wrong."""


@dataclass(frozen=True)
class UnknownLeafQuestion(SingleItemQuestion):
    """The question that asks for which values of a letter a property holds.

    `letter` replaces the value of `leaf`, and `about` is the property. `node` is the node that is pruned or chosen. If
    `about` is "value", then `node` is the root, and `value` is the value that the root must have.
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
        """Return a question whose answer is a single interval that is neither a point nor the whole domain.

        Returns None if no such question is found.
        """
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
        """Return the question from the object that `to_json` returned."""
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
        """A space followed by the letter."""
        return f" {self.letter}"

    def printed_tree(self, solution: Solution) -> Tree:
        """Return the tree with the letter in place of the leaf's value."""
        return tree_with_letter(solution.tree, self.leaf, self.letter)

    def asking(self, solution: Solution) -> Sentence:
        """Return the question, which includes the domain of the letter."""
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
        """Return the solution of the tree for all values of the letter."""
        return _solved_with_letter(solution.tree, solution.convention, self.leaf, self.letter, self.integers)

    def where(self, solution: Solution) -> tuple[Interval, ...]:
        """Return the right answer as the fewest possible intervals, in increasing order."""
        return _intervals_asked(self, self.solved(solution))

    def right_answer(self, solution: Solution) -> str:
        """Return the intervals as inequalities."""
        return " or ".join(format_interval(interval, self.letter) for interval in self.where(solution)) or "none"

    def right(self, solution: Solution) -> Sentence:
        """Return the intervals as a sentence."""
        return Sentence("answer", {"text": Fact("intervals", (self.solved(solution), self.where(solution)))})

    def explanation(self, solution: Solution) -> Iterator[Sentence]:
        """Yield a sentence about the solution for each interval of values of the letter."""
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
        """Return a sentence that says which value the letter has in the picture of the solution."""
        number = Fact("number", solution.tree.values[self.leaf])
        return Sentence("picture_shows", {"name": Fact("name", self.leaf), "number": number, "letter": self.letter})

    def reason(self, mark: Mark, wrong: Item, /, *, full: bool) -> Sentence:  # noqa: ARG002
        """Return a sentence that says whether the wrong answer is nearly right."""
        return Sentence("wrong_unknown", {"given": given_text(wrong), "near": mark.share > 0})

    def reasons(self, mark: Mark, solution: Solution, /, *, full: bool) -> Iterator[Sentence]:
        """Yield the question as a reminder, followed by the reasons."""
        yield self.asking(solution)
        yield from super().reasons(mark, solution, full=full)

    def worth(self, text: str, solution: Solution) -> tuple[Fraction, str]:
        """Return the share of an answer that is right, and the answer as understood. Raises UnreadableAnswer.

        The share is 1 or 0, or OPEN_OR_CLOSED if only the inclusion of the ends is wrong.
        """
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
    """Return the tree with a letter in place of the value of a leaf. All nodes keep their names."""
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
    """Yield the intervals of the letter in which the root has this minimax value."""
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
    """Return all suitable questions in which a letter replaces the value of this leaf."""
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
    """Return whether the root has the same finite value everywhere in an interval."""
    found = entry.answer.value
    return found is not None and not found.slope and abs(found.offset) != INFINITY


def _is_good_answer(where: tuple[Interval, ...], domain: Interval) -> bool:
    """Return whether an answer is a single interval that is neither a point nor the whole domain."""
    return len(where) == 1 and not where[0].is_point and (where[0].low, where[0].high) != (domain.low, domain.high)


def _free_letter(tree: Tree) -> str:
    """Return a letter that is neither an unknown value in the tree nor the name of a node."""
    used = {value.letter for value in tree.values if isinstance(value, Unknown)} | set(tree.names)
    return next((letter for letter in "xyz" if letter not in used), "x")
