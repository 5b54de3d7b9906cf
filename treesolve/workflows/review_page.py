"""The review page, and the requests that it sends. Each request performs one action on the review queue."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import PurePath
from typing import Any

from treesolve.grading.decision import EXERCISE, Decision
from treesolve.grading.decision_file import decision_from_fields
from treesolve.grading.exercise import solution_texts
from treesolve.grading.marks import Mark
from treesolve.grading.rubric import STEPS, Rubric
from treesolve.integrations.archive import browser_mime_type, read_source_file
from treesolve.model.number import Number
from treesolve.model.problem import InputError
from treesolve.notation.number_text import format_number
from treesolve.rendering.player_animation import json_embedded_in_page
from treesolve.rendering.problem_sentence import problem_sentence
from treesolve.rendering.template_environment import number_text, render, words
from treesolve.rendering.tree_picture import made, solved
from treesolve.workflows.prepared_exercise import PreparedExercise
from treesolve.workflows.review_card import SubmittedAnswer
from treesolve.workflows.review_queue import ReviewQueue

_FIXED_TEXTS = """
    finished none_here one_student apart apart_hint wrote unread solution all_right wrong nothing_there means reason
    waits by_hand unassigned assign_to assign take_back change read saved saved_next undone nothing_to_undo
    nothing_typed lost is_closed student total row_hint
"""
"""Names of those texts used by the script of the page that have no placeholders."""

_TEXTS_WITH_BLANKS = {
    "progress": ("done", "all"),
    "students": ("count",),
    "not_shown": ("name",),
    "read_for": ("part",),
    "as_read": ("points",),
    "as_last_time": ("what",),
    "points_hint": ("of",),
    "means_hint": ("example",),
    "worth": ("points", "of"),
    "of_points": ("of",),
}
"""The other texts used by the script of the page, each with the names of its placeholders."""


def _texts(language: str) -> dict[str, str]:
    """Return all texts used by the script of the page. Placeholders are names in braces."""
    say = words(language, "desk.jinja")
    filled = {
        name: getattr(say, name)({one: f"{{{one}}}" for one in blanks}) for name, blanks in _TEXTS_WITH_BLANKS.items()
    }
    return filled | {name: getattr(say, name)() for name in _FIXED_TEXTS.split()}


class ReviewPage:
    """The review page for a queue in a language, with the handlers of its requests.

    `files` maps the source of an answer to the files that were submitted with the answer. All files must be below one
    of the `paths`; if there are no paths, the answers are on paper. `roster` holds the ids and names of the students.
    """

    def __init__(
        self,
        queue: ReviewQueue,
        language: str = "en",
        files: Mapping[str, Sequence[str]] = {},
        paths: Sequence[str] = (),
        roster: Sequence[Sequence[str]] = (),
    ) -> None:
        self.queue, self.language, self.files, self.paths, self.roster = queue, language, files, paths, list(roster)

    @property
    def actions(self) -> Mapping[str, Callable[[Mapping[str, Any]], Any]]:
        """The handlers of the page's requests, by name."""
        return {
            "decide": self._decide,
            "try": self._try,
            "apart": self._apart,
            "undo": self._undo,
            "picture": self._picture,
        }

    def html(self, nonce: str) -> str:
        """Return the page as HTML, with the current state of the queue."""
        state = {
            "version": self.queue.version,
            "exercises": self._exercises_json(self.queue.cards),
            "cards": list(map(self._card_json, self.queue.order)),
            "roster": self.roster,
            "paper": not self.paths,
        }
        texts = json_embedded_in_page(_texts(self.language))
        return render("desk", "html", self.language, nonce=nonce, state=json_embedded_in_page(state), texts=texts)

    def file(self, card: int, number: int) -> tuple[bytes, str]:
        """Return the content and the MIME type of a file on a card.

        Raises LookupError if browsers cannot display the file.
        """
        answers = self.queue.cards[card].answers
        sources = [file for one in answers for file in self.files.get(one.submission.source, ())]
        try:
            content = read_source_file(sources[number], self.paths)
        except InputError:
            raise LookupError from None
        kind = browser_mime_type(content)
        if kind is None:
            raise LookupError
        return content, kind

    def _decide(self, request: Mapping[str, Any]) -> Any:
        card, part = self._int_argument(request, "card"), str(request["part"])

        def decide(version: int) -> int:
            ruling = None if request["ruling"] is None else decision_from_fields(part, request["ruling"])
            return self.queue.decide(card, part, ruling, version)

        return self._apply_change(decide, request)

    def _apart(self, request: Mapping[str, Any]) -> Any:
        card, students = self._int_argument(request, "card"), list(map(str, request["students"]))
        return self._apply_change(lambda version: self.queue.separate_students(card, students, version), request)

    def _undo(self, request: Mapping[str, Any]) -> Any:
        change = self._int_argument(request, "change")
        return self._apply_change(lambda _: self.queue.undo(change), request)

    def _apply_change(self, change: Callable[[int], int], request: Mapping[str, Any]) -> Any:
        """Apply a change to the queue, and return all cards that are newer than the version in the request.

        If the change is refused, return the problem.
        """
        version = self._int_argument(request, "version")
        if not 0 <= version <= self.queue.version:
            raise ValueError(version)
        try:
            found: dict[str, Any] = {"change": change(version)}
        except InputError as error:
            found = {"problem": problem_sentence(error.problems[0], self.language)}
        newer = self.queue.newer_than(version)
        return {
            **found,
            "cards": list(map(self._card_json, newer)),
            "order": self.queue.order,
            "exercises": self._exercises_json(newer),
            "version": self.queue.version,
        }

    @staticmethod
    def _int_argument(request: Mapping[str, Any], name: str) -> int:
        """Return an argument of a request. Raises ValueError if it is not an integer."""
        number = request[name]
        if type(number) is not int:
            raise ValueError(number)
        return number

    def _picture(self, request: Mapping[str, Any]) -> Any:
        """Return the solved tree of a card's exercise as an SVG, or a message if the tree is too large."""
        solution = self.queue.prepared(self._int_argument(request, "card")).grader.solution
        try:
            return {"picture": made([solved(solution, None, self.language)], "svg")}
        except InputError as error:
            return {"text": problem_sentence(error.problems[0], self.language)}

    def _try(self, request: Mapping[str, Any]) -> Any:
        card = self._int_argument(request, "card")
        try:
            ruling = decision_from_fields(str(request["part"]), request["ruling"])
            mark = next(mark for mark in self.queue.preview_ruling(card, ruling).marks if mark.part == ruling.part)
        except InputError as error:
            return {"problem": problem_sentence(error.problems[0], self.language)}
        return {"points": self._number(mark.points or 0), "of": self._number(mark.of)}

    def _number(self, number: Number) -> str:
        return number_text(number, self.language)

    def _exercises_json(self, cards: Iterable[int]) -> dict[int, Any]:
        """Return the exercises of some cards as JSON, by the numbers of the exercises in the key."""
        numbers = {self.queue.cards[card].number for card in cards}
        listed = sorted(number for number in numbers if number is not None)
        return {number: self._exercise_json(self.queue.marker.prepared(number)) for number in listed}

    def _exercise_json(self, prepared: PreparedExercise) -> dict[str, Any]:
        """Return an exercise as JSON: its name, the right answers, and the possible points of each part."""
        name_of, grader = words(self.language, "practice.jinja").part, prepared.grader
        return {
            "name": prepared.exercise.heading,
            "solution": [[name_of(part), text] for part, text in solution_texts(grader).items()],
            "parts": [
                {
                    "part": part,
                    "name": name_of(part),
                    "of": self._number(of),
                    "steps": [[format_number(one), self._number(one)] for one in _steps(of, grader.rubric)],
                }
                for part, of in grader.points.items()
            ],
        }

    def _card_json(self, number: int) -> dict[str, Any]:
        """Return a card as JSON: its students, the text and its interpretation, and the parts with their points."""
        card = self.queue.cards[number]
        return {
            "card": number,
            "students": [[one.student, one.submission.source] for one in card.answers],
            "pieces": list(self._text_fragments(card.first)),
            "files": [
                [one.student, PurePath(file).name]
                for one in card.answers
                for file in self.files.get(one.submission.source, ())
            ],
            **(self._choice_json(number) if card.number is None else self._task_json(number)),
        }

    def _choice_json(self, number: int) -> dict[str, Any]:
        """Return the JSON fields of an unassigned card: the possible exercises, and the decision."""
        return {
            "choices": self.queue.cards[number].first.labels,
            "parts": [],
            "waits": list(self.queue.pending_parts(number)),
            "ruling": _ruling_json(self.queue.rulings(number).get(EXERCISE)),
        }

    def _task_json(self, number: int) -> dict[str, Any]:
        """Return the JSON fields of an assigned card: its exercise, and the points for the parts."""
        report, rulings = self.queue.report(number), self.queue.rulings(number)
        return {
            "exercise": self.queue.cards[number].number,
            "task": self.queue.prepared(number).exercise.name,
            "points": self._number(report.points),
            "waits": list(report.pending),
            "parts": [self._part_json(mark, rulings.get(mark.part)) for mark in report.marks],
            "as_read": {mark.part: self._number(mark.points or 0) for mark in self.queue.report_as_read(number).marks},
        }

    def _part_json(self, mark: Mark, ruling: Decision | None) -> dict[str, Any]:
        points = None if mark.points is None else self._number(mark.points)
        basis_text = words(self.language, "grades.jinja").verdict(mark.basis)
        return {"part": mark.part, "points": points, "told": basis_text, "ruling": _ruling_json(ruling)}

    def _text_fragments(self, handed: SubmittedAnswer) -> Iterator[list[str]]:
        """Yield the fragments of the text as pairs of label and fragment.

        The label is the name of the part that the fragment answers, "?" if the fragment could not be read, or "" if it
        is not an answer.
        """
        text, at = handed.submission.text[:MAX_SHOWN], 0
        name_of = words(self.language, "practice.jinja").part
        spans = [(claim.span, name_of(claim.part)) for claim in handed.reading.claims]
        spans += [(fragment.span, "?") for fragment in handed.reading.unread]
        for span, about in sorted(spans, key=lambda found: found[0]):
            if at <= span.start < span.end <= len(text):
                yield ["", _without_empty_lines(text[at : span.start])]
                yield [about, text[span.start : span.end]]
                at = span.end
        yield ["", _without_empty_lines(text[at:])]


MAX_STEPS = 8
"""Maximum number of steps between zero and full points that have a button."""

_EMPTY_LINES = re.compile(r"\n(?:[ \t]*\n)+")

MAX_SHOWN = 20_000
"""Maximum number of characters that are shown of an answer."""


def _steps(of: Number, rubric: Rubric) -> list[Fraction]:
    """Return the points that can be selected for a part, in steps that the rounding in the rubric allows."""
    finest = Fraction(1, STEPS[rubric.rounding])
    sizes = [max(finest, size) for size in (Fraction(1, 4), Fraction(1, 2), Fraction(1))]
    size = next((one for one in sizes if of <= MAX_STEPS * one), Fraction(of) / MAX_STEPS)
    return [size * count for count in range(int(Fraction(of) / size) + 1)]


def _ruling_json(ruling: Decision | None) -> dict[str, str] | None:
    if ruling is None:
        return None
    points = "" if ruling.points is None else format_number(ruling.points)
    return {"points": points, "verdict": ruling.verdict, "means": ruling.means, "reason": ruling.reason}


def _without_empty_lines(text: str) -> str:
    """Collapse consecutive empty lines into one.

    Such lines are left, for example, where the student's answers to other exercises were removed.
    """
    return _EMPTY_LINES.sub("\n\n", text)
