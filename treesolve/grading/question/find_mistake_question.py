"""Find the mistake: a printed solution has one mistake, and everything after the mistake follows from it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

from treesolve.analysis.expected_answers import accepted_values
from treesolve.analysis.misconception import applicable_misconceptions, solve_with_misconception
from treesolve.grading.marks import CORRECT, MISSING, WRONG, Item, Mark
from treesolve.grading.question.sentence import Fact, Sentence
from treesolve.grading.question.tree_question import (
    ALL,
    NOTHING,
    QuestionResult,
    TreeQuestion,
    given_text,
    node_mentions,
)
from treesolve.model.convention import Convention
from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Number, is_rounding_of
from treesolve.model.problem import Problem
from treesolve.model.tree import Tree
from treesolve.model.tree_shape import with_selected_nodes
from treesolve.notation.json_text import number_to_json
from treesolve.notation.number_text import format_number, read_number
from treesolve.notation.writer import format_node_name
from treesolve.search.search import Unsolvable, search
from treesolve.search.search_frames import DONE, Animation, Frame, NodeState
from treesolve.search.search_result import PRUNED, VISITED
from treesolve.search.solution import Solution, solve
from treesolve.search.trace import CutEvent
from treesolve.submissions.answer_words import try_parse_answer_number

VALUE, CUT, MISSED = "value", "cut", "missed"
"""The kinds of mistakes."""

MAX_TRIED = 12
"""Maximum number of candidates to try for each kind of mistake."""

MAX_NODES = 400
"""Maximum number of nodes to search for candidates, because nobody looks for a mistake in larger trees."""

_CORRECTION = re.compile(r"[=:≠]+\s*([+\-−–]?\s?(?:[0-9]+(?:[.,/][0-9]+)?|∞|inf))(?![\w])", re.IGNORECASE)


@dataclass(frozen=True)
class FindMistakeQuestion(TreeQuestion):
    """The question of where a printed solution first goes wrong.

    The mistake is at `node`, and `slip` is the kind of mistake. `value` is the wrong value. `skipped` are the children
    that are cut off by mistake, or that should have been cut off.
    """

    part = "mistake"
    is_about_printed_search = True

    slip: str
    node: int
    value: Number | None = None
    skipped: tuple[int, ...] = ()

    @classmethod
    def draw(cls, solution: Solution, random: Random) -> "FindMistakeQuestion | None":
        """Return a question with a visible mistake, or None if no such mistake is found for the tree."""
        if len(solution.tree) == 1 or solution.is_forced or solution.value is None:
            return None
        kinds = [VALUE, CUT, MISSED]
        random.shuffle(kinds)
        for slip in kinds:
            found: list[FindMistakeQuestion] = list(dict.fromkeys(_MISTAKE_FINDERS[slip](solution)))
            random.shuffle(found)
            shown_value = next((one for one in found[:MAX_TRIED] if one.shows(solution)), None)
            if shown_value:
                return shown_value
        return None

    @classmethod
    def from_json(cls, entry: Mapping[str, Any], tree: Tree) -> "FindMistakeQuestion":
        """Return the question from the object that `to_json` returned."""
        node, skipped = entry["node"], tuple(map(int, entry["skipped"]))
        children = tree.children[node]
        if entry["slip"] not in (VALUE, CUT, MISSED) or node < 0 or not children or not set(skipped) <= set(children):
            raise ValueError(entry["slip"])
        value = None if entry["value"] is None else read_number(str(entry["value"]))
        return cls(entry["slip"], int(node), value, skipped)

    def to_json(self) -> dict[str, Any]:
        """Return the question as a JSON object."""
        value = None if self.value is None else number_to_json(self.value)
        return {**asdict(self), "value": value, "skipped": list(self.skipped)}

    def printed_frame(self, solution: Solution) -> Frame:
        """Return the wrong solution as a picture of the tree. Raises ValueError if the mistake cannot be drawn."""
        found = wrong_frame(self, solution.tree, solution.convention)
        if found is None:
            raise ValueError(self.slip)
        return found

    def shows(self, solution: Solution) -> bool:
        """Return whether the mistake can be drawn, and whether the picture is wrong at the node with the mistake."""
        frame = wrong_frame(self, solution.tree, solution.convention)
        return frame is not None and is_wrong(self, frame, solution)

    def accepted_nodes(self) -> tuple[int, ...]:
        """Return the nodes that count as right answers, starting with the node that has the mistake."""
        return (self.node, *self.skipped)

    def right_answer(self, solution: Solution) -> str:
        """Return the name of the node with the mistake."""
        return format_node_name(solution.tree.names[self.node])

    def explanation(self, solution: Solution) -> Iterator[Sentence]:
        """Yield a sentence about the mistake at the node."""
        facts: dict[str, Any] = {"name": Fact("name", self.node), "kind": Fact("kind", self.node)}
        if self.slip == CUT:
            yield Sentence("mistake_cut", {**facts, "why": Fact("why_visited", self.skipped[0])})
        elif self.slip == MISSED:
            skipped = {"skipped": Fact("names", self.skipped), "why": Fact("why_pruned", self.skipped[0])}
            yield Sentence("mistake_missed", {**facts, **skipped})
        else:
            seen = [child for child in solution.tree.children[self.node] if child in solution.visit_of]
            numbers = {"right": Fact("number", solution.returned(self.node)), "value": Fact("number", self.value)}
            yield Sentence("mistake_value", {**facts, **numbers, "children": Fact("all_found", seen)})

    def reason(self, _mark: Mark, wrong: Item, /, *, full: bool) -> Sentence:  # noqa: ARG002
        """Return a sentence that says whether the named node or the correction is wrong."""
        return Sentence("wrong_correction" if wrong.node == 2 else "wrong_mistake", {"given": given_text(wrong)})

    def mark(self, text: str, solution: Solution) -> QuestionResult:
        """Mark the text of an answer. The share is 1 if only accepted nodes are named. A wrong correction halves it."""
        names = solution.tree.names
        correction = _CORRECTION.search(text)
        named: list[int] = []
        problems: list[Problem] = []
        for mention in node_mentions(text[: correction.start()] if correction else text, solution.tree):
            found = mention.nodes.found(mention.text)
            if len(found) == 1:
                named.append(found[0])
            elif found:
                facts = {"text": mention.text[:60], "known": mention.nodes.listed(found)}
                problems.append(Problem("answer-ambiguous", mention.span, facts))
            else:
                problems += [] if named else [mention.unknown]
                correction = None
                break
        expected = names[self.node]
        if not named:
            return QuestionResult(NOTHING, (Item(1, None, expected, MISSING),), tuple(problems))
        is_right = set(named) <= set(self.accepted_nodes())
        given = " ".join(dict.fromkeys(names[node] for node in named))
        items = [Item(1, given, expected, CORRECT if is_right else WRONG)]
        share = ALL if is_right else NOTHING
        right = solution.returned(self.node) if self.slip == VALUE else None
        if correction is not None and right is not None:
            value = try_parse_answer_number(correction[1])
            corrected = any(is_rounding_of(value, exact) for exact in accepted_values(solution, self.node))
            items.append(Item(2, correction[1], format_number(right), CORRECT if corrected else WRONG))
            share *= 1 if corrected else Fraction(1, 2)
        return QuestionResult(share, tuple(items), tuple(problems))


# Candidates


def _wrong_value_mistakes(solution: Solution) -> Iterator[FindMistakeQuestion]:
    """Yield questions with a wrong value at a node that has an exact value.

    The wrong value is the value of another child, or a neighboring integer if there is only one child.
    """
    tree = solution.tree
    cut = {entry.node for entry in solution.cut_events}
    for node in solution.visited_ids[:MAX_NODES]:
        below = tree.children[node]
        if not below or node in cut or tree.kinds[node] is Kind.CHANCE or solution.relation(node) != "=":
            continue
        right, returned = accepted_values(solution, node), solution.returned(node)
        others = {solution.returned(child) for child in below} - {None}
        if isinstance(returned, int) and solution.convention.perspective != "unit":
            others |= {returned + 1, returned - 1} if len(below) == 1 else set()
        for value in sorted(others, key=lambda value: (abs(value) == INFINITY, value)):  # type: ignore[arg-type]
            if value not in right:
                yield FindMistakeQuestion(VALUE, node, value)


def _wrong_cut_mistakes(solution: Solution) -> Iterator[FindMistakeQuestion]:
    """Yield a question for each wrong cut that a misconception leads to.

    If there are no such cuts, yield questions in which the last child of a node is cut off.
    """
    found = list(dict.fromkeys(_misconception_mistakes(solution)))
    if found:
        yield from found
        return
    cut = {entry.node for entry in solution.cut_events}
    for node in solution.visited_ids[:MAX_NODES]:
        below = solution.children_in_order(node)
        if len(below) > 1 and node not in cut and solution.tree.kinds[node] in (Kind.MAX, Kind.MIN):
            yield FindMistakeQuestion(CUT, node, None, below[-1:])


def _misconception_mistakes(solution: Solution) -> Iterator[FindMistakeQuestion]:
    tree = solution.tree
    seen = set(solution.visited_ids)
    for code in applicable_misconceptions(solution) if solution.convention.cuts else ():
        wrong = solve_with_misconception(solution, code)
        if wrong is None or wrong.tree.kinds != tree.kinds or wrong.convention.order != solution.convention.order:
            continue
        for cut in _cuts_at_players(wrong):
            below = solution.children_in_order(cut.node)
            skipped = tuple(child for child in cut.skipped if child in below)
            if skipped and skipped == below[len(below) - len(skipped) :] and seen.issuperset(skipped):
                yield FindMistakeQuestion(CUT, cut.node, None, skipped)


def _missed_cut_mistakes(solution: Solution) -> Iterator[FindMistakeQuestion]:
    """Yield a question for each cut that skips only leaves. The printed solution misses this cut."""
    for cut in _cuts_at_players(solution):
        if cut.skipped and not any(solution.tree.children[child] for child in cut.skipped):
            yield FindMistakeQuestion(MISSED, cut.node, None, cut.skipped)


def _cuts_at_players(solution: Solution) -> Iterator[CutEvent]:
    """Return all cuts except those at chance nodes, because averages are unknown without all children."""
    return (cut for cut in solution.cut_events if solution.tree.kinds[cut.node] is not Kind.CHANCE)


_MISTAKE_FINDERS: Mapping[str, Any] = {
    VALUE: _wrong_value_mistakes,
    CUT: _wrong_cut_mistakes,
    MISSED: _missed_cut_mistakes,
}
"""The function that finds candidates for each kind of mistake."""


# Wrong solutions


@lru_cache(maxsize=256)
def wrong_frame(mistake: FindMistakeQuestion, tree: Tree, convention: Convention) -> Frame | None:
    """Return the wrong solution as a picture, or None if the mistake cannot be drawn."""
    try:
        found: Frame | None = _FRAMES[mistake.slip](mistake, tree, convention)
        return found
    except Unsolvable:
        return None


def _frame_with_wrong_value(mistake: FindMistakeQuestion, tree: Tree, convention: Convention) -> Frame | None:
    """Return the picture of the search that continues with the wrong value."""
    assert mistake.value is not None
    frame = Animation(Solution(search(tree, convention, written={mistake.node: mistake.value}))).last
    state = frame.states[mistake.node]
    return frame if state.value == mistake.value and state.relation is not None else None


def _frame_with_wrong_cut(mistake: FindMistakeQuestion, tree: Tree, convention: Convention) -> Frame | None:
    """Return the picture of the search without the skipped children, which are shown as pruned."""
    remaining = [node for node in range(len(tree)) if not any(node in tree.subtree(child) for child in mistake.skipped)]
    new_ids = {node: number for number, node in enumerate(remaining)}
    if convention.forced_move == "unseen" and mistake.node == 0:
        return None
    animation = Animation(solve(with_selected_nodes(tree, remaining), convention))
    last = animation.last
    if animation.solution.status(new_ids[mistake.node]) != VISITED:
        return None
    states = tuple(
        last.states[new_ids[node]] if node in new_ids else NodeState(PRUNED, value=value)
        for node, value in enumerate(tree.values)
    )
    struck = frozenset((*(remaining[node] for node in last.struck), *mistake.skipped))
    path = tuple(remaining[node] for node in last.principal_variation)
    return Frame(last.number, None, None, states, struck, path)


def _frame_without_cut(mistake: FindMistakeQuestion, tree: Tree, convention: Convention) -> Frame | None:
    """Return the picture of the search that evaluates leaves it should have skipped, and its resulting values."""
    solution = solve(tree, convention)
    value = _value_with_all_children(mistake, solution)
    if value is None:
        return None
    again = Solution(search(tree, convention, written={mistake.node: value}))
    if again.pruned_root_ids != solution.pruned_root_ids or again.relation(mistake.node) is None:
        return None
    last = Animation(again).last
    states = list(last.states)
    for leaf in mistake.skipped:
        states[leaf] = NodeState(DONE, (), tree.values[leaf])
    return last._replace(states=tuple(states), struck=last.struck - set(mistake.skipped), row=None, current=None)


def _value_with_all_children(mistake: FindMistakeQuestion, solution: Solution) -> Number | None:
    """Return the value that the node would return if all its children were evaluated, or None if it is unknown."""
    tree, node = solution.tree, mistake.node
    returned = solution.returned(node)
    if returned is None or not all(isinstance(tree.values[leaf], int | Fraction | float) for leaf in mistake.skipped):
        return None
    choose: Any = max if tree.kinds[node] is Kind.MAX else min
    found: Number = choose(returned, *(tree.values[leaf] for leaf in mistake.skipped))
    return returned if solution.convention.returns == "clipped" else found


_FRAMES: Mapping[str, Any] = {VALUE: _frame_with_wrong_value, CUT: _frame_with_wrong_cut, MISSED: _frame_without_cut}
"""The function that draws the wrong solution for each kind of mistake."""


def is_wrong(mistake: FindMistakeQuestion, frame: Frame, solution: Solution) -> bool:
    """Return whether the picture is wrong at the node with the mistake, by every accepted value of the node."""
    node, state = mistake.node, frame.states[mistake.node]
    if mistake.slip == CUT:
        return mistake.skipped[0] in solution.visit_of and frame.states[node].status == DONE
    if mistake.slip == MISSED:
        return mistake.skipped[0] in solution.pruned_root_ids
    value, shown_value = solution.values[node], state.value
    if value is None or shown_value in accepted_values(solution, node):
        return False
    if state.relation == "<=":
        return not value <= shown_value  # type: ignore[operator]
    return not value >= shown_value if state.relation == ">=" else True  # type: ignore[operator]
