"""Find the mistake: a solution with one mistake in it, and everything after it as it follows from that.

Vocabulary

    defensible  a node that may be named: where the slip is, and for a cut the children it is about, too
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from random import Random
from typing import Any

from treesolve.analysis.expected_answers import accepted_values
from treesolve.answers.number_words import number_meant
from treesolve.grading.marks import CORRECT, MISSING, WRONG, Item
from treesolve.grading.question.planted_mistake import CUT, MISSED, VALUE, Slip, is_wrong, slips, wrong_frame
from treesolve.grading.question.protocol import ALL, NOTHING, Found, Question
from treesolve.grading.question.reading import mentions, nodes_of, unknown_node
from treesolve.model.number import Number, stands_for
from treesolve.model.problem import Problem
from treesolve.model.tree import Tree
from treesolve.notation.json_text import number_json
from treesolve.notation.number_text import read_number, write_number
from treesolve.notation.writer import write_name
from treesolve.search.frames import Frame
from treesolve.search.solution import Solution

MOST_TRIED = 12
"""So many slips of a kind are tried."""

_CORRECTION = re.compile(r"[=:≠]+\s*([+\-−–]?\s?(?:[0-9]+(?:[.,/][0-9]+)?|∞|inf))(?![\w])", re.IGNORECASE)


@dataclass(frozen=True)
class Mistake(Slip, Question):
    """Asks where a solution is wrong first: at `node`, by a slip.

    `value` is what stands there, `skipped` are the children that are cut off, or not cut off, by mistake.
    """

    part = "mistake"

    @classmethod
    def draw(cls, solution: Solution, random: Random) -> "Mistake | None":
        """A slip that shows; None where there is none for this tree."""
        if len(solution.tree) == 1 or solution.is_forced or solution.value is None:
            return None
        kinds = [VALUE, CUT, MISSED]
        random.shuffle(kinds)
        for slip in kinds:
            found = _shuffled_mistakes(slips(slip, solution), random)
            for mistake in found:
                if mistake.shows(solution):
                    return mistake
        return None

    @classmethod
    def from_json(cls, entry: Mapping[str, Any], tree: Tree) -> "Mistake":
        """The question that `to_json` wrote."""
        node, skipped = entry["node"], tuple(map(int, entry["skipped"]))
        children = tree.children[node]
        if entry["slip"] not in (VALUE, CUT, MISSED) or node < 0 or not children or not set(skipped) <= set(children):
            raise ValueError(entry["slip"])
        value = None if entry["value"] is None else read_number(str(entry["value"]))
        return cls(entry["slip"], int(node), value, skipped)

    def to_json(self) -> dict[str, Any]:
        """The question as a JSON object."""
        value = None if self.value is None else number_json(self.value)
        return {**asdict(self), "value": value, "skipped": list(self.skipped)}

    def frame(self, solution: Solution) -> Frame:
        """The wrong solution as a picture of the tree. Raises ValueError where the slip makes none."""
        found = wrong_frame(self, solution.tree, solution.convention)
        if found is None:
            raise ValueError(self.slip)
        return found

    def shows(self, solution: Solution) -> bool:
        """Whether the slip makes a solution that is wrong, and wrong at its node."""
        frame = wrong_frame(self, solution.tree, solution.convention)
        return frame is not None and is_wrong(self, frame, solution)

    def defensible(self) -> tuple[int, ...]:
        """The nodes that may be named, the one with the slip first."""
        return (self.node, *self.skipped)

    def right_value(self, solution: Solution) -> Number | None:
        """What should stand at the node; None where the slip is no value."""
        return solution.returned(self.node) if self.slip == VALUE else None

    def right_answer(self, solution: Solution) -> str:
        """The name of the node."""
        return write_name(solution.tree.names[self.node])

    def mark(self, text: str, solution: Solution) -> Found:
        """Whether one defensible node is named; a wrong correction beside it, where one is written, costs half."""
        nodes, names = nodes_of(solution.tree), solution.tree.names
        correction = _CORRECTION.search(text)
        told = text[: correction.start()] if correction else text
        named: list[int] = []
        problems: list[Problem] = []
        for mention in mentions(told, nodes):
            found = nodes.found(mention.text)
            if len(found) == 1:
                named.append(found[0])
            elif found:
                facts = {"text": mention.text[:60], "known": nodes.listed(found)}
                problems.append(Problem("answer-ambiguous", mention.span, facts))
            else:
                problems += [] if named else [unknown_node(mention, nodes)]
                correction = None
                break
        return self._found_mistake(named, correction, problems, solution, names)

    def _found_mistake(
        self,
        named: list[int],
        correction: "re.Match[str] | None",
        problems: list[Problem],
        solution: Solution,
        names: tuple[str, ...],
    ) -> Found:
        expected = names[self.node]
        if not named:
            return Found(NOTHING, (Item(1, None, expected, MISSING),), tuple(problems))
        given = " ".join(dict.fromkeys(names[node] for node in named))
        is_right = set(named) <= set(self.defensible())
        items = [Item(1, given, expected, CORRECT if is_right else WRONG)]
        right = self.right_value(solution)
        if correction is None or right is None:
            return Found(ALL if is_right else NOTHING, tuple(items), tuple(problems))
        value = number_meant(correction[1])
        corrected = any(stands_for(value, exact) for exact in accepted_values(solution, self.node))
        items.append(Item(2, correction[1], write_number(right), CORRECT if corrected else WRONG))
        share = NOTHING if not is_right else ALL if corrected else Fraction(1, 2)
        return Found(share, tuple(items), tuple(problems))


def _shuffled_mistakes(found: Iterable[Slip], random: Random) -> list[Mistake]:
    listed = list(dict.fromkeys(found))
    random.shuffle(listed)
    return [Mistake(slip.slip, slip.node, slip.value, slip.skipped) for slip in listed[:MOST_TRIED]]
