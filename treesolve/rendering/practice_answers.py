"""The expected answers of an exercise, as data for the script of the page, which only compares and displays them."""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from treesolve.analysis.counterexample import Counterexample, explain_visited
from treesolve.analysis.expected_answers import (
    accepted_values,
    inner_nodes,
    leaves_in_search_order,
    ties,
    visits_and_cuts,
)
from treesolve.grading.question.tree_question import TreeQuestion
from treesolve.model.number import Number
from treesolve.model.perspective import value_seen_by
from treesolve.model.reading_point import AT_CHANGES, nodes_with_bounds
from treesolve.notation.number_text import format_number, format_value
from treesolve.rendering.counterexample_sentence import explanation_sentence
from treesolve.rendering.hint import Hints
from treesolve.rendering.question_wording import QuestionWording, question_key
from treesolve.rendering.solution_page import reasons_of_cuts
from treesolve.rendering.template_environment import Wording, format_window_row, words
from treesolve.search.backward_induction import possible_payoffs
from treesolve.search.bounds_at_reading_point import alpha_beta_pairs
from treesolve.search.maxn import MaxnSolution
from treesolve.search.search_result import VISITED
from treesolve.search.solution import Solution
from treesolve.search.step_table import viewer
from treesolve.search.trace import CutEvent
from treesolve.submissions.answer_writer import format_answer_name

Entry = dict[str, Any]

MAX_NODES_FOR_COUNTEREXAMPLES = 150
"""Maximum number of nodes of a tree that shows counterexamples. In larger trees, they are only described."""

_SIGNS = {"=": "=", "<=": "≤", ">=": "≥"}


class ExpectedAnswers(Wording):
    """The expected answers to the questions about a tree."""

    def __init__(
        self,
        solution: Solution,
        parts: tuple[str, ...],
        language: str = "en",
        questions: Mapping[str, TreeQuestion] = {},
    ) -> None:
        super().__init__(solution.tree, language)
        self.solution, self.parts, self.questions = solution, parts, questions
        self.words = words(language, "practice.jinja")
        self.hints = Hints(solution, language)

    def data(self) -> Entry:
        """Return all data as lists, strings and numbers."""
        return {
            "parts": self.parts,
            "players": self.solution.players if isinstance(self.solution, MaxnSolution) else 0,
            "nodes": [self._facts_of_any_node(node) for node in range(len(self.tree))],
            "leaves": leaves_in_search_order(self.solution),
            "values": [self._values_expected_at(node) for node in inner_nodes(self.solution)],
            "root": self._values_expected_at(0),
            "windows": list(self._windows_expected()),
            "asked": list(nodes_with_bounds(self.tree)),
            **({"has_rows": True} if self.solution.convention.alpha_beta == AT_CHANGES else {}),
            "findings": [self._visit_or_cut_expected(found) for found in visits_and_cuts(self.solution)],
            "order": self.solution.evaluated_ids,
            "best": self._best_expected(),
            "numbers": {part: self._number_expected(question) for part, question in self.questions.items()},
            "solution": list(self.lines()),
        }

    def _facts_of_any_node(self, node: int) -> Entry:
        """Return the facts about a node that students can see."""
        entry: Entry = {"name": self.name(node), "told": self.hints.description(node), "kind": self.kind(node)}
        if format_answer_name(self.name(node)) != self.name(node):
            entry["written"] = format_answer_name(self.name(node))
        value, weight = self.tree.values[node], self.tree.weight(node)
        if value is None:
            entry["children"] = self.tree.children[node]
        else:
            entry["value"] = format_value(value)
        if weight is not None:
            entry["weight"] = format_number(weight)
        return entry

    def _values_expected_at(self, node: int) -> Entry:
        """Return the accepted values of a node and the feedback on other values; pruned nodes may stay empty."""
        accepted = accepted_values(self.solution, node)
        entry: Entry = {"node": node, "right": [format_value(value) for value in accepted]}
        if not self.tree.children[node]:
            return entry | {"again": self.words.again_leaf(self.hints.facts_of_node(node)), "hints": []}
        if self.solution.status(node) != VISITED:
            entry["spare"] = True
        if self.tree.has_payoffs:
            return entry | self._payoffs_expected_at(node)
        mover, perspective = viewer(self.tree, node), self.solution.convention.perspective
        views = [value_seen_by(mover, value, perspective) for value in accepted]
        entry["own"] = [format_number(value) for value in views if value not in accepted]
        if len(accepted) == 2:
            entry["bound"] = {format_number(accepted[1]): self._note_on_bound(node, accepted[1])}
        hints = self.hints.value(node, accepted[0]) if accepted else []
        return entry | {"again": self.words.again(self.hints.facts_of_node(node)), "hints": hints}

    def _payoffs_expected_at(self, node: int) -> Entry:
        """Return the accepted payoffs of a node, for each way to break ties below it, and the feedback on others."""
        returned = self.solution.returned(node)
        possible = dict.fromkeys((*([] if returned is None else [returned]), *self._possible_payoffs[node]))
        return {
            "right": [format_value(payoffs) for payoffs in possible],
            "tied": len(self._possible_payoffs[node]) > 1,
            "again": self.words.again(self.hints.facts_of_node(node)),
            "hints": self.hints.value(node, next(iter(possible))),
        }

    @cached_property
    def _possible_payoffs(self) -> Sequence[tuple[Any, ...]]:
        """The possible payoffs of each node, depending on how ties are broken."""
        return possible_payoffs(self.tree)

    def _note_on_bound(self, node: int, value: Number) -> str:
        relation = _SIGNS.get(self.solution.relation(node) or "", "")
        return self.words.bound_note({"name": self.name(node), "value": self.number(value), "relation": relation})

    def _windows_expected(self) -> Iterator[Entry]:
        """Yield alpha and beta of each inner node that has them, in search order."""
        for node, pair in alpha_beta_pairs(self.solution).items():
            yield {"node": node, "right": [*map(format_number, pair)], "hints": self.hints.window(node)}

    def _visit_or_cut_expected(self, found: int | CutEvent) -> Entry:
        """Return a visited node with the proof that it must be visited, or a cut with the reason for it."""
        if isinstance(found, CutEvent):
            reason = self._reasons_of_cuts[found]
            facts = {"reason": reason}
            return {
                "cut": found.skipped,
                "missed": self.words.missed(facts),
                "partly": self.words.missed_partly(facts),
                "hints": self.hints.cut(found, reason),
            }
        proof = self._proof_of_visit(found)
        entry = {"visit": found, "wrong": proof, "hints": self.hints.visit(found, proof)}
        if found in self._cut_nodes:
            entry["here"] = self.words.cut_here({"name": self.name(found)})
        return entry | self._counterexample_values(found)

    @cached_property
    def _cut_nodes(self) -> set[int]:
        """The nodes with a cut that skips children."""
        return {cut.node for cut in self.solution.cut_events if cut.skipped}

    @cached_property
    def _reasons_of_cuts(self) -> dict[CutEvent, str]:
        return reasons_of_cuts(self.solution, self.language)

    def _proof_of_visit(self, node: int) -> str:
        """Return why a visited node is not pruned, with a counterexample if there is one."""
        facts = {"name": self.name(node)}
        if node == 0:
            return self.words.begins(facts)
        description = explanation_sentence(self.solution, node, self.language)
        return description if self._counterexample_values(node) else f"{self.words.visited(facts)} {description}"

    def _counterexample_values(self, node: int) -> Entry:
        """Return for the picture leaf values that make a visited node decisive; each value comes with its leaves.

        Returns an empty entry if there are no such values, or if the tree is so large that the page would grow too
        much.
        """
        is_shown = node > 0 and len(self.tree) <= MAX_NODES_FOR_COUNTEREXAMPLES and not self.tree.has_payoffs
        found = explain_visited(self.solution, node) if is_shown else None
        if not isinstance(found, Counterexample):
            return {}
        leaves: dict[str, list[int]] = {}
        for leaf, value in found.values.items():
            leaves.setdefault(self.number(value), []).append(leaf)
        return {"supposed": [*leaves.items()]}

    def _best_expected(self) -> Entry | None:
        """Return the child that the root chooses, and the feedback on children that are equally good."""
        best, convention = self.solution.best_id, self.solution.convention
        if best is None:
            return None
        equal = [child for child, is_proved in ties(self.solution).items() if is_proved and self.tree.has_payoffs]
        description = {
            child: self.words.tie({"name": self.name(child), "ties": convention.ties, "proved": is_proved})
            for child, is_proved in ties(self.solution).items()
        }
        again = self.words.choice({"name": self.name(0), "kind": self.kind(0)})
        return {"node": best, "equal": equal, "ties": description, "again": again, "hints": self.hints.best()}

    def _number_expected(self, question: TreeQuestion) -> Entry:
        """Return the number that answers a question, and its explanation."""
        return {
            "label": question_key(question.part, question, self.language),
            "right": format_number(question.number_expected(self.solution)),
            "hints": [self._question_wording.text(sentence) for sentence in question.explanation(self.solution)],
        }

    @cached_property
    def _question_wording(self) -> QuestionWording:
        return QuestionWording(self.solution, self.language)

    def lines(self) -> Iterator[str]:
        """Yield the correct answers, a few lines in all."""
        solution, say = self.solution, self.words
        if "values" in self.parts:
            yield say.values_are({"told": [*self._lines_on_values()]})
        if "windows" in self.parts:
            yield say.windows_are({"told": [*self._lines_on_windows()]})
        if "pruned" in self.parts:
            yield say.pruned_are({"told": self.all_names(solution.pruned_root_ids)})
            yield from self._reasons_of_cuts.values()
        if "order" in self.parts:
            yield say.order_is({"told": self.all_names(solution.evaluated_ids)})
        if "best" in self.parts and solution.best_id is not None:
            yield say.best_is({"root": self.name(0), "name": self.name(solution.best_id)})
        if "value" in self.parts and "values" not in self.parts:
            yield say.value_is({"name": self.name(0), "value": self.number(accepted_values(solution, 0)[0])})
        for question in self.questions.values():
            yield " ".join(map(self._question_wording.text, question.model_solution(self.solution)))

    def _lines_on_values(self) -> Iterator[str]:
        for node in inner_nodes(self.solution):
            accepted = accepted_values(self.solution, node)
            if accepted:
                yield f"{self.name(node)} = {self.number(accepted[0])}"

    def _lines_on_windows(self) -> Iterator[str]:
        for node, row in alpha_beta_pairs(self.solution).items():
            yield f"{self.name(node)} {format_window_row(row, self.language)}"
