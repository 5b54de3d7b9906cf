"""The principal variation: the line of moves that both players choose.

If moves are equally good, every line of such moves is right. Only the moves before the first wrong move count.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from random import Random

from treesolve.analysis.expected_answers import accepted_values
from treesolve.grading.marks import CORRECT, MISSING, WRONG, Item, Mark
from treesolve.grading.question.sentence import Fact, Sentence
from treesolve.grading.question.tree_question import (
    ALL,
    NOTHING,
    Mention,
    QuestionResult,
    TreeQuestion,
    node_mentions,
    nodes_of,
)
from treesolve.model.kind import Kind
from treesolve.model.number import is_rounding_of
from treesolve.model.problem import Problem, Span
from treesolve.notation.writer import format_node_name
from treesolve.search.solution import Solution
from treesolve.submissions.answer_words import try_parse_answer_number

_NUMBER = r"[+\-−–]?(?:\d+(?:[.,/]\d+)?|∞|inf)(?!\w)"
_GIVEN = re.compile(rf"[ \t]*[=(][ \t]*(?P<number>{_NUMBER})[ \t]*\)?")
_GIVEN_PAYOFFS = re.compile(rf"[ \t]*[=(][ \t]*[(<\[]?[ \t]*(?P<number>{_NUMBER}(?:[ \t,;]+{_NUMBER})+)[ \t]*[)>\]]*")


@dataclass(frozen=True)
class PrincipalVariationQuestion(TreeQuestion):
    """The question that asks for the line of moves that both players choose."""

    part = "line"
    is_about_numbers = False
    allows_payoffs = True

    @classmethod
    def draw(cls, solution: Solution, random: Random) -> "PrincipalVariationQuestion | None":  # noqa: ARG003
        """Return the question, or None if the search finds no line with at least one move."""
        return cls() if len(solution.principal_variation_ids) > 1 and not solution.is_forced else None

    def right_answer(self, solution: Solution) -> str:
        """Return the line that the search finds."""
        return " ".join(format_node_name(solution.tree.names[node]) for node in best_line(solution, 0))

    def right(self, solution: Solution) -> Sentence:
        """Return a sentence with the line, starting with the root."""
        return Sentence("line", {"names": Fact("names", (0, *best_line(solution, 0)))})

    def explanation(self, solution: Solution) -> Iterator[Sentence]:
        """Yield a sentence about the choice at each node of the line."""
        for node, chosen in pairwise(solution.principal_variation_ids):
            visited = [child for child in solution.tree.children[node] if child in solution.visit_of]
            equal = [child for child in right_children(solution, node) if child != chosen]
            facts = {"name": Fact("name", node), "kind": Fact("kind", node), "chosen": Fact("name", chosen)}
            yield Sentence(
                "step", {**facts, "children": Fact("all_found", visited), "equal": Fact("first_names", equal)}
            )

    def reason(self, mark: Mark, _wrong: Item, /, *, full: bool) -> Sentence:  # noqa: ARG002
        """Return a sentence with the number of right moves, and the last node before the first wrong move."""
        right = [one.given for one in mark.items if one.verdict != WRONG and one.given]
        return Sentence("wrong_line", {"count": len(right), "name": right[-1] if right else ""})

    def mark(self, text: str, solution: Solution) -> QuestionResult:
        """Mark the text of an answer. The share is the fraction of the line before the first wrong move."""
        reader = _LineReader(text, solution)
        reader.run()
        rest = list(best_line(solution, reader.here))
        names, steps = solution.tree.names, len(reader.right) + len(rest)
        items = [Item(number, names[node], names[node], CORRECT) for number, node in enumerate(reader.right, 1)]
        for number, node in enumerate(rest, len(items) + 1):
            is_first = number == len(reader.right) + 1 and reader.wrong is not None
            items.append(Item(number, reader.wrong if is_first else None, names[node], WRONG if is_first else MISSING))
        share = Fraction(len(reader.right), steps) if steps else ALL
        if not rest and reader.wrong is not None:
            share = max(NOTHING, share - Fraction(1, steps))
            items.append(Item(len(items) + 1, reader.wrong, "", WRONG))
        return QuestionResult(share, tuple(items), tuple(reader.problems))


def right_children(solution: Solution, node: int) -> tuple[int, ...]:
    """Return the best children of a node. If the search chose one of them, it comes first."""
    tree, values = solution.tree, solution.values
    if tree.kinds[node] in (Kind.CHANCE, Kind.LEAF) or values[node] is None:
        return ()
    worth = solution.worth(values[node], node)
    equal = [child for child in tree.children[node] if values[child] is not None]
    equal = [child for child in equal if solution.worth(values[child], node) == worth]
    chosen = solution.chosen(node) if node in solution.principal_variation_ids else None
    return tuple(dict.fromkeys([*([] if chosen is None else [chosen]), *equal]))


def best_line(solution: Solution, node: int) -> Iterator[int]:
    """Yield the nodes of a best line below a node. Where the search chose a child, the line follows this choice."""
    while children := right_children(solution, node):
        node = children[0]
        yield node


class _LineReader:
    """A parser for a line of moves, which stores the right moves and the first wrong word."""

    def __init__(self, text: str, solution: Solution) -> None:
        self.text, self.solution, self.tree = text, solution, solution.tree
        self.here = 0
        self.right: list[int] = []
        self.wrong: str | None = None
        self.problems: list[Problem] = []

    def run(self) -> None:
        """Read the line up to the first wrong step. A number after a node is taken as the value of this node."""
        pattern, end = _GIVEN_PAYOFFS if self.tree.has_payoffs else _GIVEN, 0
        for mention in node_mentions(self.text, self.tree):
            if mention.start < end:
                continue
            if not self._take_step(mention):
                return
            given = pattern.match(self.text, mention.span.end)
            if given and not self._is_step(given):
                end = given.end()
                if not self._is_right_value(given):
                    facts = {"name": self.tree.names[self.here]}
                    self.problems.append(Problem("answer-other-value", Span(*given.span("number")), facts))
                    return

    def _is_step(self, given: re.Match[str]) -> bool:
        """Return whether the number after a node is the value of a leaf that continues the line."""
        called = Mention(given["number"], given.start("number"), nodes_of(self.tree)).matching_children(self.here)
        return any(child in called for child in right_children(self.solution, self.here))

    def _is_right_value(self, given: re.Match[str]) -> bool:
        """Return whether the number after a node, or one number for each player, is a right value of the node."""
        texts = re.split(r"[,;\s]+", given["number"]) if self.tree.has_payoffs else [given["number"]]
        numbers = tuple(map(try_parse_answer_number, texts))
        value = numbers if self.tree.has_payoffs else numbers[0]
        return any(is_rounding_of(value, exact) for exact in accepted_values(self.solution, self.here))

    def _take_step(self, mention: Mention) -> bool:
        """Take the step to the mentioned node, and return whether another step can follow."""
        called, found = mention.matching_children(self.here), mention.nodes.found(mention.text)
        right = [child for child in right_children(self.solution, self.here) if child in called]
        if right:
            self.here = right[0]
            self.right.append(self.here)
            return True
        if not called and self.here in found:
            return True  # the root at the beginning, or the node after the move to it
        if self.tree.kinds[self.here] is Kind.CHANCE and called:
            return False
        parts = _split_at_hyphens(mention) if not called else []
        if len(parts) > 1:
            return all(map(self._take_step, parts))
        if not called and not found:
            self.problems.append(mention.unknown)
        else:
            self.wrong = self.tree.names[called[0]] if called else mention.text[:60]
        return False


def _split_at_hyphens(mention: Mention) -> list[Mention]:
    """Split a mention such as B-C-L5 at its hyphens."""
    fragments = re.finditer(r"[^-–]+", mention.text)
    return [mention._replace(text=fragment[0], start=mention.start + fragment.start()) for fragment in fragments]
