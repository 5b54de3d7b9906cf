"""The answer key of one tree: its solution, the points of each part, and the other accepted conventions."""

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Self

from treesolve.analysis.expected_answers import parts_to_ask
from treesolve.analysis.reference_answer import LeafMasks, ReferenceAnswer, reference
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import PARTS, QUESTIONS, Answer
from treesolve.model.convention import Convention
from treesolve.model.kind import PLAYERS, Kind
from treesolve.model.number import INFINITY, Number, UndefinedExpectation, Unknown, Value, add_weighted
from treesolve.model.tree import Tree
from treesolve.notation.number_text import has_more_places
from treesolve.search.bounds_at_reading_point import check_reading_point
from treesolve.search.maxn import Payoffs, best_of, solve_tree
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution, solve

if TYPE_CHECKING:
    from treesolve.grading.question.tree_question import QuestionResult, TreeQuestion


MAX_SOLUTIONS_KEPT = 32
"""Maximum number of cached searches with students' values.

Marking an answer needs only a few of these searches, but uses each of them several times.
"""


class AnswerKey:
    """The right answers about one tree in one convention, and the points that one rubric gives for them.

    `questions` has the further questions of the exercise, by kind. `solution` is the solution of the tree in the
    convention; by default, the tree is searched. `printed` are the parts on the sheet in their printed order, including
    parts without points. `points` overrides the points by part, which otherwise follow from the rubric and the tree.

    The constructor raises treesolve.search.search.Unsolvable if the convention cannot search the tree or would cut at
    chance nodes. It raises InputError if alpha and beta are to be read after a leaf that the search never evaluates.
    """

    def __init__(
        self,
        tree: Tree,
        convention: Convention,
        rubric: Rubric | None = None,
        questions: "Mapping[str, TreeQuestion] | None" = None,
        solution: Solution | None = None,
        printed: Iterable[str] = (),
        points: Mapping[str, Number] | None = None,
    ) -> None:
        self.rubric, self.printed = rubric or Rubric(), tuple(printed)
        self.tree = self.rubric.with_reading_point(tree)
        solved = solution or solve_tree(self.tree, convention)
        self.solution: Solution = solved if self.tree is tree else solved.of_tree(self.tree)
        self.masks = LeafMasks(self.tree)
        self.right: ReferenceAnswer = reference(self.solution, self.masks)
        self.questions = questions or {}
        self._given_points, self._printed_solution = points, self.solution
        if points is None and "windows" in self.points:
            check_reading_point(self.solution)
        self._keys_by_ties: dict[tuple[Payoffs, ...], Self] = {}
        self.solution_with = lru_cache(MAX_SOLUTIONS_KEPT)(self._solution_with)

    def _solution_with(self, values: frozenset[tuple[int, Number]]) -> Solution | None:
        """Return the search rerun with a student's values of inner nodes, or None if it cannot be rerun with them."""
        try:
            return self.solution.again(dict(values))
        except Unsolvable:
            return None

    def with_ties_decided_as(self, answer: Answer) -> Self:
        """Return this key with ties between payoffs decided as in the answer.

        Every way to decide a tie is right. If the tree has no such ties, the key itself is returned.
        """
        if not self._has_ties:
            return self
        from treesolve.search.backward_induction import payoffs_matching_answer

        values, tree = dict(answer.values or {}), self.tree
        if answer.value is not None:
            values.setdefault(0, answer.value)
        decided = payoffs_matching_answer(tree, values, answer.best)
        if all(self.solution.values[node] == payoffs for node, payoffs in decided.items()):
            return self
        payoffs_by_tie = tuple(decided.values())
        if payoffs_by_tie not in self._keys_by_ties:
            again = self.solution.again(decided)
            self._keys_by_ties[payoffs_by_tie] = type(self)(tree, again.convention, self.rubric, self.questions, again)
        return self._keys_by_ties[payoffs_by_tie]

    @cached_property
    def _has_ties(self) -> bool:
        if not self.tree.has_payoffs:
            return False
        from treesolve.search.backward_induction import possible_payoffs

        return any(len(group) > 1 for group in possible_payoffs(self.tree))

    @cached_property
    def points(self) -> Mapping[str, Number]:
        """The points by part: from the rubric, else from the tree's file, else 1 for each part."""
        if self._given_points is not None:
            return self._given_points
        named = self.rubric.points or self.tree.points
        has_values = any(self.right.values[node] for node in self.right.visited)
        parts = [part for part in parts_to_ask(self.solution, tuple(named)) if part != "values" or has_values]
        parts += [part for part in QUESTIONS if part in self.questions and part in (self.rubric.points or QUESTIONS)]
        return {part: named.get(part, 1) for part in parts}

    @property
    def parts_by_letter(self) -> tuple[str, ...]:
        """The parts in the order of their letters on a sheet: in printed order, or else in the order of the points."""
        named = [*self.rubric.points, *self.tree.points, *self.points]
        return self.printed or tuple(sorted(self.points, key=named.index))

    @property
    def search_parts(self) -> tuple[str, ...]:
        """The parts about the search that have points."""
        return tuple(part for part in self.points if part in PARTS)

    def found(self, question: str, text: str) -> "QuestionResult":
        """Return the result of marking the answer to a question."""
        return self.questions[question].mark(text, self.solution_for_question(question))

    def solution_for_question(self, question: str) -> Solution:
        """Return the solution that a question is about.

        If the question prints a solution with a mistake, that solution always follows the convention of the exercise,
        even in the key of another accepted convention.
        """
        is_printed = self.questions[question].is_about_printed_search
        return self._printed_solution if is_printed else self.solution

    @property
    def possible(self) -> Number:
        """The maximum number of points."""
        return sum(self.points.values())

    @cached_property
    def accepted(self) -> tuple[Self, ...]:
        """The keys of the other accepted conventions, except those that cannot search the tree or answer each part."""
        others = [one for one in dict.fromkeys(self.rubric.accepted) if one != self.solution.convention]
        found = (self._key_for_convention(convention) for convention in others if not self.tree.has_payoffs)
        return tuple(key for key in found if key is not None)

    @property
    def keys(self) -> tuple[Self, ...]:
        """All accepted keys: the key itself, and the keys of the other accepted conventions.

        All parts of an answer must be marked against the same key.
        """
        return self, *self.accepted

    def _key_for_convention(self, convention: Convention) -> Self | None:
        """Return a key for another convention with the same points.

        Returns None if that convention cannot search the tree or has no answer for one of the parts.
        """
        try:
            solution = solve(self.tree, convention._replace(alpha_beta=self.solution.convention.alpha_beta))
        except Unsolvable:
            return None
        rubric = self.rubric._replace(accepted=())
        key = type(self)(self.tree, solution.convention, rubric, self.questions, solution, self.printed, self.points)
        key._printed_solution = self.solution
        at_root = [part for part in ("best", "value") if part in self.points]
        is_complete = all(getattr(key.right, part) for part in at_root)
        return key if is_complete and not solution.is_forced else None

    @cached_property
    def required_nodes(self) -> tuple[int, ...]:
        """The nodes for which an answer must give a value in this convention."""
        return self.required_nodes_in(self.right)

    def required_nodes_in(self, convention: ReferenceAnswer) -> tuple[int, ...]:
        """Return the visited nodes with a value, but not the root if the value of the root is a separate part."""
        found = tuple(node for node in sorted(convention.visited) if convention.values[node])
        return found[1:] if self.asks_root_value and found[:1] == (0,) and len(found) > 1 else found

    @cached_property
    def known(self) -> dict[int, Number]:
        """The first accepted value of each node, by node id. Nodes with an unknown value are left out."""
        found: dict[int, Value] = {leaf: self.tree.values[leaf] for leaf in self.tree.leaf_ids}  # type: ignore[misc]
        found |= {node: accepted[0] for node, accepted in self.right.values.items() if accepted}
        return {node: value for node, value in found.items() if not isinstance(value, Unknown)}

    @property
    def asks_root_value(self) -> bool:
        """Whether the value of the root is a separate part with points."""
        return bool(self.points.get("value"))

    @property
    def widest(self) -> tuple[Number, Number]:
        """The open window, which is the window of a node without any bounds."""
        return (-1, 2) if self.solution.convention.perspective == "unit" else (-INFINITY, INFINITY)

    def may_be_rounded(self, part: str) -> bool:
        """Return whether the right answer to a part has a number with more decimal places than the rubric requires."""
        parts: Mapping[str, Iterable[Iterable[Number]]] = {
            "values": (self.right.values[node] for node in self.required_nodes),
            "windows": self.right.windows.values(),
            "value": [self.right.value],
        }
        return any(has_more_places(one, self.rubric.places) for group in parts.get(part, ()) for one in group)

    def local(self, node: int, values: Mapping[int, Number], shown: Iterable[int]) -> Number | None:
        """Return the value of a node computed from the values of its children, or None if too few values are known.

        For a chance node, the values of all children must be known. For other nodes, only the children in `shown` are
        used.
        """
        kind = self.tree.kinds[node]
        if kind is Kind.CHANCE:
            return self._expected_value(node, values)
        known = [values[child] for child in shown if child in values]
        return best_of(kind, known) if known else None

    def tied_values(self, node: int, values: Mapping[int, Number], shown: Iterable[int]) -> tuple[Number | None, ...]:
        """Return all values that the node may have, given the values of its children in `shown`.

        With payoffs, these are the payoffs of all children that are best for the player at the node.
        """
        best = self.local(node, values, shown)
        kind = self.tree.kinds[node]
        if best is None or kind not in PLAYERS:
            return (best,)
        others = (values[child] for child in shown if child in values)
        return tuple(one for one in others if best_of(kind, [one, best]) == one)

    def _expected_value(self, node: int, values: Mapping[int, Number]) -> Number | None:
        total: Number = 0
        try:
            for child in self.tree.children[node]:
                if child not in values:
                    return None
                total = add_weighted(total, self.tree.weight(child), values[child])  # type: ignore[arg-type]
        except UndefinedExpectation:
            return None
        return total
