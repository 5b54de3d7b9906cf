"""Questions beyond the parts of a search in words: as they are asked on a sheet, and as they are solved.

All numbers are MAX's, as in the pictures beside them; where a lecture writes others, that is said.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from treesolve.grading.question.mistake import CUT, MISSED, Mistake
from treesolve.grading.question.principal_variation import PrincipalVariationQuestion, best_line, right_children
from treesolve.grading.question.protocol import TreeQuestion
from treesolve.grading.question.reorder import Reorder
from treesolve.grading.question.statement import Statement, changed
from treesolve.grading.question.statements import Statements
from treesolve.grading.question.unknown import ForWhich
from treesolve.model.tree import Tree
from treesolve.pages.counterexample_sentence import explanation_sentence
from treesolve.pages.environment import Wording, named, window_text, words
from treesolve.pages.solution_page import reasons_of_cuts
from treesolve.pages.unknown_page import UnknownPage
from treesolve.search.frames import Frame
from treesolve.search.minimax import minimax_values
from treesolve.search.search_result import PRUNED, VISITED
from treesolve.search.solution import Solution

LINES_FOR_A_REASON = 2
"""So much room a reason gets on a sheet."""


class PrintedQuestion(NamedTuple):
    """What a sheet prints of a question.

    `sentence` asks it, `lines` is given material: statements, without their numbers. `frame` is a wrong solution to be
    drawn in the place of the blank tree, `tree` a tree to be drawn in the place of the exercise's; None where the
    exercise's tree serves. The answer is written in the form that `form` describes. Each line gets `reasons` lines of
    room behind `room` for a reason. `notes` are what has to be known.
    """

    sentence: str
    lines: tuple[str, ...]
    frame: Frame | None
    tree: Tree | None
    form: str
    reasons: int
    room: str
    notes: tuple[str, ...]


def question_key(part: str, question: TreeQuestion | None, language: str = "en") -> str:
    """What stands before the answer to a question."""
    key = words(language, "practice.jinja").part(part)
    return f"{key} {question.letter}" if isinstance(question, ForWhich) else key


def asked(question: TreeQuestion, solution: Solution, language: str = "en") -> PrintedQuestion:
    """The question as a sheet prints it."""
    telling = Telling(solution, language)
    say, part = telling.say, question.part
    has_reasons = isinstance(question, Statements)
    notes = [] if solution.convention.perspective == "minimax" or part in ("line", "reorder") else [say.view()]
    return PrintedQuestion(
        telling.sentence(question),
        telling.lines(question),
        question.wrong_frame(solution) if isinstance(question, Mistake) else None,
        question.tree(solution.tree) if isinstance(question, ForWhich) else None,
        say.form(part),
        LINES_FOR_A_REASON if has_reasons else 0,
        say.room() if has_reasons else "",
        (*notes, say.read_by_people()) if has_reasons else tuple(notes),
    )


def right_text(question: TreeQuestion, solution: Solution, language: str = "en") -> str:
    """The right answer as a solution sheet prints it behind the key."""
    telling = Telling(solution, language)
    if isinstance(question, Statements):
        truths = enumerate(question.truths(solution), 1)
        return ", ".join(f"{number} {telling.say.truth(str(truth).lower())}" for number, truth in truths)
    if isinstance(question, ForWhich):
        return telling.unknown_page(question).where(question.where(solution))
    if isinstance(question, PrincipalVariationQuestion):
        return " → ".join(telling.all_names((0, *best_line(solution, 0))))
    if isinstance(question, Reorder):
        return question.right_answer(solution, telling.number)
    return question.right_answer(solution)


def solved(question: TreeQuestion, solution: Solution, language: str = "en") -> list[str]:
    """The sentences of the model solution, the right answer first."""
    telling = Telling(solution, language)
    told = list(telling.solved(question))
    if isinstance(question, Statements):
        return told
    return [telling.say.right({"answer": right_text(question, solution, language)}), *told]


class Telling(Wording):
    """A solution whose questions are told in a language."""

    def __init__(self, solution: Solution, language: str) -> None:
        super().__init__(solution.tree, language)
        self.solution = solution
        self.say = words(language, "questions.jinja")

    def unknown_page(self, question: ForWhich) -> UnknownPage:
        """The words for intervals of its letter."""
        return UnknownPage(question.solved(self.solution), self.language)

    # Asking

    def sentence(self, question: TreeQuestion) -> str:
        """The question itself."""
        facts: dict[str, Any] = {"root": self.name(0)}
        if isinstance(question, ForWhich):
            facts |= {"leaf": self.name(question.leaf), "letter": question.letter, "name": self.name(question.node)}
            facts |= {"about": question.about, "integers": question.integers}
            page = self.unknown_page(question)
            facts |= {"low": page.asked["low"], "high": page.asked["high"]}
            facts["value"] = "" if question.value is None else self.number(question.value)
        facts |= {"given": len(self.solution.evaluated_ids), "leaves": len(self.tree.leaf_ids)}
        ask = getattr(self.say, f"ask_{question.part}")
        return " ".join(ask(facts).split())

    def lines(self, question: TreeQuestion) -> tuple[str, ...]:
        """The statements, one a line."""
        return tuple(map(self.statement, question.statements)) if isinstance(question, Statements) else ()

    def statement(self, said: Statement) -> str:
        """A statement in words."""
        names = [*(self.name(node) for node in said.nodes), "", ""]
        facts: dict[str, Any] = {"claim": said.claim, "name": names[0], "other": names[1], "root": self.name(0)}
        facts |= {"leaves": len(self.tree.leaf_ids), "value": "", "now": "", "window": ""}
        if said.claim == "window":
            facts["window"] = window_text(said.numbers[0], said.numbers[1], self.language)
        elif said.claim == "changes":
            leaf = said.nodes[0]
            facts["now"] = self.number(self.tree.values[leaf])
            facts["value"] = self.number(changed(self.tree, leaf, said.numbers[0]).values[leaf])
        elif said.numbers:
            facts["value"] = self.number(said.numbers[0])
        return self.say.statement(facts)

    # Solving

    def solved(self, question: TreeQuestion) -> Iterator[str]:
        """Why the right answer is right, by the method that is called as the question."""
        yield from getattr(self, question.part)(question)

    def line(self, _question: PrincipalVariationQuestion) -> Iterator[str]:
        """Each choice."""
        for node, chosen in zip(
            self.solution.principal_variation_ids, self.solution.principal_variation_ids[1:], strict=False
        ):
            children = [
                self._worth_of_node(child) for child in self.tree.children[node] if child in self.solution.visit_of
            ]
            equal = [self.name(child) for child in right_children(self.solution, node) if child != chosen]
            facts = {"name": self.name(node), "kind": self.kind(node), "chosen": self.name(chosen)}
            yield self.say.step({**facts, "children": self._named(children), "equal": self._named(equal)})

    def _named(self, texts: Sequence[str]) -> list[str]:
        return named(texts, len(texts), self.language)

    def _worth_of_node(self, node: int) -> str:
        """A visited node with what the search found out about its value."""
        value = self.solution.returned(node)
        relation = {"<=": "≤", ">=": "≥"}.get(self.solution.relation(node) or "", "=")
        return self.name(node) if value is None else f"{self.name(node)} {relation} {self.number(value)}"

    def unknown(self, question: ForWhich) -> Iterator[str]:
        """What holds for which values."""
        page = self.unknown_page(question)
        for interval, found in page.solution.findings:
            facts = {"where": page.interval(interval), "root": self.name(0), "value": page.formula(found.value)}
            facts["name"] = "" if found.best_id is None else self.name(found.best_id)
            yield self.say.piece({**facts, "pruned": self.all_names(found.pruned_root_ids)})

    def reorder(self, question: Reorder) -> Iterator[str]:
        """Which children change places, and what that saves."""
        best = question.best(self.solution)
        for node in best.changed:
            yield self.say.reordered({"name": self.name(node), "children": self.all_names(best.order[node])})
        facts = {"found": best.evaluated, "given": len(self.solution.evaluated_ids), "leaves": len(self.tree.leaf_ids)}
        yield self.say.saved({**facts, "exact": best.exact})

    def mistake(self, question: Mistake) -> Iterator[str]:
        """What is wrong at the node."""
        node = question.node
        facts: dict[str, Any] = {"name": self.name(node), "kind": self.kind(node)}
        facts["skipped"] = self.all_names(question.skipped)
        if question.slip == CUT:
            yield self.say.mistake_cut({**facts, "why": self._why_visited(question.skipped[0])}).strip()
        elif question.slip == MISSED:
            yield self.say.mistake_missed({**facts, "why": self._why_pruned(question.skipped[0])}).strip()
        else:
            seen = [self._worth_of_node(child) for child in self.tree.children[node] if child in self.solution.visit_of]
            right, value = self.solution.returned(node), question.value
            assert right is not None
            assert value is not None
            yield self.say.mistake_value(
                {**facts, "children": self._named(seen), "right": self.number(right), "value": self.number(value)}
            )

    def _why_visited(self, node: int) -> str:
        """Why a node is not pruned."""
        return explanation_sentence(self.solution, node, self.language)

    def _why_pruned(self, node: int) -> str:
        """Why a node is pruned, in the words of the lecture."""
        reasons = reasons_of_cuts(self.solution, self.language).items()
        above = (reason for cut, reason in reasons if any(node in self.tree.subtree(top) for top in cut.skipped))
        return next(above, "")

    def statements(self, question: Statements) -> Iterator[str]:
        """Each statement judged, with the reason."""
        for number, (said, truth) in enumerate(
            zip(question.statements, question.truths(self.solution), strict=True), 1
        ):
            yield self.judged(number, said, truth)

    def judged(self, number: int, said: Statement, truth: bool) -> str:
        """A statement judged, with the reason."""
        facts = {"number": number, "truth": str(truth).lower(), "why": self.why(said)}
        return " ".join(self.say.judged(facts).split())

    def judged_again(self, number: int, said: Statement, truth: bool) -> str:
        """The same with the statement, for those who have not the sheet before them."""
        told = self.statement(said).removesuffix(".")
        facts = {"number": number, "said": told, "truth": str(truth).lower(), "why": self.why(said)}
        return " ".join(self.say.judged_again(facts).split())

    def why(self, said: Statement) -> str:
        """What is true in the place of a statement, or why it is; empty if the search never comes to that."""
        facts: dict[str, Any] = {"claim": said.claim, "root": self.name(0), "reason": "", "right": "", "window": ""}
        facts |= {"name": self.name(said.nodes[0]) if said.nodes else "", "names": [], "near": False, "before": ""}
        return self.say.why(facts | _WHY[said.claim](self, said))

    def _why_value(self, said: Statement) -> dict[str, Any]:
        value = self.solution.values[said.nodes[0]]
        return {"right": "" if value is None else self.number(value)}

    def _why_status(self, said: Statement) -> dict[str, Any]:
        node = said.nodes[0]
        if self.solution.status(node) == VISITED:
            return {"claim": "visited", "reason": self._why_visited(node) if node else ""}
        return {"claim": "pruned", "reason": self._why_pruned(node) if self.solution.status(node) == PRUNED else ""}

    def _why_best(self, _said: Statement) -> dict[str, Any]:
        best = self.solution.best_id
        return {"right": "" if best is None else self._worth_of_node(best)}

    def _why_window(self, said: Statement) -> dict[str, Any]:
        window = self.solution.window(said.nodes[0])
        return {"claim": ""} if window is None else {"window": window_text(*window, self.language)}

    def _why_deep(self, said: Statement) -> dict[str, Any]:
        cut = next((cut for cut in self.solution.cut_events if cut.node == said.nodes[0] and cut.skipped), None)
        if cut is None:
            return {"claim": ""}
        above = 0 if cut.against is None else cut.against
        return {"right": self.name(above), "near": not self.solution.is_deep(cut)}

    def _why_before(self, said: Statement) -> dict[str, Any]:
        order = self.solution.evaluated_ids
        if not {*said.nodes} <= {*order}:
            return {"claim": ""}
        return {"right": self.name(min(said.nodes, key=order.index))}

    def _why_count(self, _said: Statement) -> dict[str, Any]:
        evaluated = self.solution.evaluated_ids
        return {"names": self.names(evaluated), "right": str(len(evaluated))}

    def _why_changes(self, said: Statement) -> dict[str, Any]:
        value = minimax_values(changed(self.tree, said.nodes[0], said.numbers[0]))[0]
        now = self.solution.value
        assert value is not None
        assert now is not None
        return {"right": self.number(value), "before": self.number(now)}


_WHY: Mapping[str, Callable[[Telling, Statement], dict[str, Any]]] = {
    "value": Telling._why_value,
    "pruned": Telling._why_status,
    "visited": Telling._why_status,
    "best": Telling._why_best,
    "window": Telling._why_window,
    "deep": Telling._why_deep,
    "before": Telling._why_before,
    "count": Telling._why_count,
    "changes": Telling._why_changes,
}
