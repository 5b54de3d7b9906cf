"""A search that somebody plays, as data for the script of a page: its film, its questions, and what is said to a wrong
answer. The script compares and goes on; it knows no rule.
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
from treesolve.rendering.step_reason import StepQuestionReasons
from treesolve.rendering.template_environment import Wording, words
from treesolve.search.solution import Solution

Entry = dict[str, Any]


_FILLED = (
    *("ask_child", "ask_bound", "ask_bounds", "ask_bound_after", "ask_bounds_after", "ask_return", "ask_cut", "both"),
    *("wrong", "answer_is", "unreadable", "chosen", "progress", "mistakes", "helped", "done", "picture"),
)
"""The sentences whose blanks the script fills in."""

_FIXED = (
    *("cut", "on", "key_cut", "key_on", "value", "check", "go_on", "restart", "restart_really", "right", "empty"),
    *("taken_back", "finished", "restarted", "nothing_yet"),
)
"""The sentences the script says as they are."""

_BLANKS = ("node", "child", "heads", "first", "last", "answer", "count", "total", "step")


def search_script_texts(language: str) -> dict[str, str]:
    """What the script says while a search is played: sentences, some of them with blanks."""
    say = words(language, "play.jinja")
    return {**script_texts(say, _FILLED, _FIXED, _BLANKS), "decimal_mark": words(language).decimal_mark()}


def script_texts(say: Any, filled: Iterable[str], fixed: Iterable[str], blanks: Iterable[str]) -> dict[str, str]:
    """Sentences by name: those whose blanks a script fills in, each a word in braces, and those it says as they are."""
    facts = {name: f"{{{name}}}" for name in blanks}
    return {name: getattr(say, name)(facts) for name in filled} | {name: getattr(say, name)() for name in fixed}


def digest_of_search(solution: Solution, asked: Iterable[str] = ("play",)) -> str:
    """What tells a search from others: the tree, the convention, and what is asked about it."""
    text = "\n".join([write(solution.tree), without_default_reading_point(repr(solution.convention)), *asked])
    return hashlib.sha256(text.encode()).hexdigest()[:16]


class PlayedSearch(Wording):
    """The search of a solution, to be played on a page; `look` says what the tree looks like: see SolutionPage."""

    def __init__(self, solution: Solution, language: str = "en", **look: Any) -> None:
        super().__init__(solution.tree, language)
        self.solution, self.page = solution, SolutionPage(solution, language=language, **look)
        self.player = self.page.player(len(solution.step_events))
        self.questions = step_questions(solution)

    @property
    def embedded(self) -> Markup:
        """The data as JSON that can stand in a page."""
        return json_embedded_in_page(self.data())

    def data(self) -> Entry:
        """Names, children, film, sentences and questions, in that format which the script reads."""
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
        asked = self._bounds(question) if question.kind == "bounds" else {}
        return {**entry, **asked, "right": _script_answer(question), "why": self.reasons.why(question)}

    @cached_property
    def reasons(self) -> StepQuestionReasons:
        """The reasons for what is right, with the sentence of each step, from 0 on."""
        step_sentences = ["", *(self.page.row(row)[2] for row in self.player.animation.rows)]
        return StepQuestionReasons(self.solution, self.player, step_sentences, self.language)

    def _bounds(self, question: StepQuestion) -> Entry:
        """Which bounds are asked for, and after which child; one number for each."""
        after = {} if question.after is None else {"after": self.name(question.after)}
        return {"heads": self.reasons.symbols(question.node), **after}

    def training_data(self, answers: tuple[Answers, ...]) -> Entry:
        """Return the data with what those answer who follow wrong rules, so that a page can tell by which one
        somebody goes.

        Each question that a wrong rule answers otherwise has that in `by`.
        """
        data = self.data()
        for entry, question, by in zip(data["questions"], self.questions, answers, strict=True):
            if by:
                entry["by"] = {code: _script_answer(question._replace(right=wrong)) for code, wrong in by.items()}
        return data | {"rules": [code for code in CODES if any(code in by for by in answers)]}


def _script_answer(question: StepQuestion) -> Any:
    """What is right in the shape in which the script reads it: numbers as the notation writes them."""
    if not isinstance(question.right, tuple):
        return question.right
    written = [*map(format_number, question.right)]
    return written if question.kind == "bounds" else written[0]
