"""The wording of questions as printed on a sheet, of their solutions, and of the reasons for lost points.

All numbers are in MAX's view, as in the pictures. If the convention's perspective differs, a note says so.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from treesolve.analysis.piecewise import Interval
from treesolve.analysis.unknown_solution import UnknownSolution
from treesolve.grading.marks import Mark
from treesolve.grading.question.reorder_question import written
from treesolve.grading.question.sentence import Fact, Sentence
from treesolve.grading.question.tree_question import TreeQuestion
from treesolve.model.tree import Tree
from treesolve.rendering.counterexample_sentence import explanation_sentence
from treesolve.rendering.solution_page import reasons_of_cuts
from treesolve.rendering.template_environment import Wording, limit_names, window_text, words
from treesolve.rendering.unknown_page import UnknownPage
from treesolve.search.search_frames import Frame
from treesolve.search.solution import Solution

LINES_FOR_A_REASON = 2
"""Number of lines on a sheet for the reason of a true-or-false answer."""

_BLANKS = re.compile(r"[ \n]+")


class PrintedQuestion(NamedTuple):
    """The printed form of a question.

    `sentence` is the question. `statements` are to be marked as true or false, and each has space for a reason. `frame`
    is a wrong solution to draw instead of the blank tree, and `tree` is a tree to draw instead of the exercise's; each
    is None if it is not needed. `form` describes the expected notation of the answer, and `lines` is the number of
    lines for it. `notes` are additional facts.
    """

    sentence: str
    statements: tuple[str, ...]
    frame: Frame | None
    tree: Tree | None
    form: str
    lines: int
    notes: tuple[str, ...]


def question_key(part: str, question: TreeQuestion | None, language: str = "en") -> str:
    """Return the label for the answer to a question."""
    key = words(language, "practice.jinja").part(part)
    return f"{key}{question.label_suffix}" if question else key


def asked(question: TreeQuestion, solution: Solution, language: str = "en") -> PrintedQuestion:
    """Return the printed form of a question."""
    wording = QuestionWording(solution, language)
    say, statements = wording.say, question.printed_statements(solution)
    view = [say.view()] if question.is_about_numbers and solution.convention.perspective != "minimax" else []
    return PrintedQuestion(
        wording.text(question.asking(solution)),
        tuple(map(wording.text, statements)),
        question.printed_frame(solution),
        question.printed_tree(solution),
        say.form(question.part),
        question.lines_to_answer(solution.tree),
        (*view, say.read_by_people()) if statements else tuple(view),
    )


def correct_answer_text(question: TreeQuestion, solution: Solution, language: str = "en") -> str:
    """Return the correct answer as printed on a solution sheet."""
    return QuestionWording(solution, language).text(question.right(solution))


class QuestionWording(Wording):
    """The sentences of questions about a solution, in one language."""

    def __init__(self, solution: Solution, language: str) -> None:
        super().__init__(solution.tree, language)
        self.solution = solution
        self.say = words(language, "questions.jinja")

    def text(self, sentence: Sentence | None) -> str:
        """Return a sentence as text, or an empty string for None."""
        if sentence is None:
            return ""
        facts = {name: self._format_fact_value(fact) for name, fact in sentence.facts.items()}
        text = getattr(self.say, sentence.code)({"root": self.name(0), **facts})
        return _BLANKS.sub(" ", text).strip()

    def reasons(self, question: TreeQuestion, mark: Mark, *, full: bool) -> Iterator[Callable[[], str]]:
        """Yield functions that return the reasons why an answer is wrong."""
        for sentence in question.reasons(mark, self.solution, full=full):
            yield lambda sentence=sentence: self.text(sentence)  # type: ignore[misc]

    def _format_fact_value(self, fact: Any) -> Any:
        if isinstance(fact, Sentence):
            return self.text(fact)
        return _FACT_FORMATTERS[fact.kind](self, fact.value) if isinstance(fact, Fact) else fact

    def found(self, node: int) -> str:
        """Return the name of a visited node with the value that the search returned."""
        value = self.solution.returned(node)
        relation = {"<=": "≤", ">=": "≥"}.get(self.solution.relation(node) or "", "=")
        return self.name(node) if value is None else f"{self.name(node)} {relation} {self.number(value)}"

    def all_found(self, nodes: Iterable[int]) -> list[str]:
        """Return the names of nodes with their returned values, limited to MAX_NAMES."""
        texts = list(map(self.found, nodes))
        return limit_names(texts, len(texts), self.language)

    def why_visited(self, node: int) -> str:
        """Return why a node is not pruned."""
        return explanation_sentence(self.solution, node, self.language)

    def why_pruned(self, node: int) -> str:
        """Return why a node is pruned, in the terms of the convention."""
        reasons = reasons_of_cuts(self.solution, self.language).items()
        above = (reason for cut, reason in reasons if any(node in self.tree.subtree(top) for top in cut.skipped))
        return next(above, "")

    def intervals(self, found: tuple[UnknownSolution, tuple[Interval, ...]]) -> str:
        """Return the intervals of an unknown as text."""
        return UnknownPage(found[0], self.language).where(found[1])

    def formula(self, found: tuple[UnknownSolution, Any]) -> str:
        """Return as text a value that may depend on an unknown."""
        return UnknownPage(found[0], self.language).formula(found[1])


_FACT_FORMATTERS: Mapping[str, Callable[[QuestionWording, Any], Any]] = {
    "name": QuestionWording.name,
    "names": QuestionWording.all_names,
    "first_names": QuestionWording.names,
    "kind": QuestionWording.kind,
    "found": QuestionWording.found,
    "all_found": QuestionWording.all_found,
    "number": QuestionWording.number,
    "limit": QuestionWording.limit,
    "window": lambda wording, window: window_text(window[0], window[1], wording.language),
    "why_visited": QuestionWording.why_visited,
    "why_pruned": QuestionWording.why_pruned,
    "intervals": QuestionWording.intervals,
    "formula": QuestionWording.formula,
    "tree": lambda wording, tree: written(tree, wording.number),
}
"""The formatter of each kind of fact."""
