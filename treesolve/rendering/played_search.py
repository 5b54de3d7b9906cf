"""A search that the student plays, as page data: the animation, the questions and the reasons for right answers.

The script only compares answers and advances the steps; it does not know the rules of the search.
"""

import hashlib
from collections.abc import Iterable
from functools import cached_property
from typing import Any

from markupsafe import Markup

from treesolve.analysis.misconception import CODES
from treesolve.analysis.misconception_step import Answers
from treesolve.analysis.step_question import StepQuestion, skills, step_questions
from treesolve.model.reading_point import without_default_reading_point
from treesolve.notation.number_text import format_number
from treesolve.notation.writer import write
from treesolve.rendering.player_animation import json_embedded_in_page
from treesolve.rendering.solution_page import SolutionPage
from treesolve.rendering.step_explanation import StepQuestionReasons
from treesolve.rendering.template_environment import Wording, words
from treesolve.search.solution import Solution

Entry = dict[str, Any]


_FILLED = (
    *("ask_child", "ask_bound", "ask_bounds", "ask_bound_after", "ask_bounds_after", "ask_return", "ask_cut", "both"),
    *("wrong", "answer_is", "unreadable", "chosen", "progress", "mistakes", "helped", "done", "picture"),
)
"""Sentences with placeholders that the script fills in."""

_FIXED = (
    *("cut", "on", "key_cut", "key_on", "value", "check", "go_on", "restart", "restart_really", "right", "empty"),
    *("taken_back", "finished", "restarted", "nothing_yet"),
)
"""Sentences without placeholders."""

_BLANKS = ("node", "child", "heads", "first", "last", "answer", "count", "total", "step")


def search_script_texts(language: str) -> dict[str, str]:
    """Return all texts of the script that plays a search, with placeholders in braces."""
    say = words(language, "play.jinja")
    return {**script_texts(say, _FILLED, _FIXED, _BLANKS), "decimal_mark": words(language).decimal_mark()}


def script_texts(say: Any, filled: Iterable[str], fixed: Iterable[str], blanks: Iterable[str]) -> dict[str, str]:
    """Return sentences by name. Those in `filled` have placeholders in braces, which are named after `blanks`."""
    facts = {name: f"{{{name}}}" for name in blanks}
    return {name: getattr(say, name)(facts) for name in filled} | {name: getattr(say, name)() for name in fixed}


def digest_of_search(solution: Solution, asked: Iterable[str] = ("play",)) -> str:
    """Return an identifier of a search, computed from its tree, its convention and the questions about it."""
    text = "\n".join([write(solution.tree), without_default_reading_point(repr(solution.convention)), *asked])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class PlayedSearch(Wording):
    """The search of a solution, to be played on a page; `look` holds the style options of SolutionPage."""

    def __init__(self, solution: Solution, language: str = "en", **look: Any) -> None:
        super().__init__(solution.tree, language)
        self.solution, self.page = solution, SolutionPage(solution, language=language, **look)
        self.player = self.page.player(len(solution.step_events))
        self.questions = step_questions(solution)

    @property
    def embedded(self) -> Markup:
        """The data as JSON, for embedding in a page."""
        return json_embedded_in_page(self.data())

    def data(self) -> Entry:
        """Return names, children, animation, sentences and questions, in the format that the script reads."""
        tree = self.tree
        return {
            "id": digest_of_search(self.solution),
            "names": tree.names,
            "children": tree.children,
            "film": {"places": [*self.player.places()], "tracks": [*self.player.tracks()]},
            "told": self.reasons.step_sentences,
            "questions": [*map(self._entry, self.questions, skills(self.solution, self.questions))],
        }

    def _entry(self, question: StepQuestion, skill: str) -> Entry:
        entry = {"step": question.step, "kind": question.kind, "node": question.node, "skill": skill}
        bounds = self._bounds(question) if question.kind == "bounds" else {}
        return {**entry, **bounds, "right": _script_answer(question), "why": self.reasons.why(question)}

    @cached_property
    def reasons(self) -> StepQuestionReasons:
        """The reasons for right answers, each with the sentence of its step, from step 0 on."""
        step_sentences = ["", *(self.page.row(row)[2] for row in self.player.animation.rows)]
        return StepQuestionReasons(self.solution, self.player, step_sentences, self.language)

    def _bounds(self, question: StepQuestion) -> Entry:
        """Return the bounds to ask for, and the child after which the question is asked."""
        after = {} if question.after is None else {"after": self.name(question.after)}
        return {"heads": self.reasons.symbols(question.node), **after}

    def training_data(self, answers: tuple[Answers, ...]) -> Entry:
        """Return the data with the answers that buggy rules give, so that the trainer can diagnose misconceptions.

        If a buggy rule gives a different answer to a question, `by` of this question maps the rule's code to that
        answer.
        """
        data = self.data()
        for entry, question, by in zip(data["questions"], self.questions, answers, strict=True):
            if by:
                entry["by"] = {code: _script_answer(question._replace(right=wrong)) for code, wrong in by.items()}
        return data | {"rules": [code for code in CODES if any(code in by for by in answers)]}


def _script_answer(question: StepQuestion) -> Any:
    """Return the correct answer in the script's format, with numbers in the notation of tree files."""
    if not isinstance(question.right, tuple):
        return question.right
    numbers = [*map(format_number, question.right)]
    return numbers if question.kind == "bounds" else numbers[0]
