"""The page of the desk and what it asks for; every request is one action on the desk."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import PurePath
from typing import Any

from treesolve.exchange.archive import content_of_file, shown_type
from treesolve.grading.decision import EXERCISE, Decision
from treesolve.grading.decision_file import decision_about
from treesolve.grading.exercise import solution_texts
from treesolve.grading.grader import MarkedAnswer
from treesolve.grading.marks import Mark
from treesolve.grading.rubric import STEPS
from treesolve.model.number import Number
from treesolve.model.problem import InputError
from treesolve.notation.number_text import write_number
from treesolve.pages.environment import number_text, render, words
from treesolve.pages.player_film import json_embedded_in_page
from treesolve.pages.problem_sentence import problem_sentence
from treesolve.pages.tree_picture import made, solved
from treesolve.runs.answer_card import Card, HandedAnswer
from treesolve.runs.desk import Desk
from treesolve.runs.prepared_exercise import Prepared

_PLAIN = """
    finished none_here one_student apart apart_hint wrote unread solution all_right wrong nothing_there means reason
    waits by_hand unassigned assign_to assign take_back change read saved saved_next undone nothing_to_undo
    nothing_typed lost is_closed student total row_hint
"""
"""The sentences that the script says as they are."""

_FILLED = {
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
"""Those whose blanks it fills in."""


def _texts(language: str) -> dict[str, str]:
    """The sentences of the script, with the names of blanks in braces."""
    say = words(language, "desk.jinja")
    filled = {name: getattr(say, name)({one: f"{{{one}}}" for one in blanks}) for name, blanks in _FILLED.items()}
    return filled | {name: getattr(say, name)() for name in _PLAIN.split()}


class DeskPage:
    """The page of a desk: what it shows in a language, and what comes of what it asks for.

    `files` has for the source of an answer the files that were handed in with it, found below `paths`; without paths
    the answers are on paper. `roster` has the ids and names of students.
    """

    def __init__(
        self,
        desk: Desk,
        language: str = "en",
        files: Mapping[str, Sequence[str]] = {},
        paths: Sequence[str] = (),
        roster: Sequence[Sequence[str]] = (),
    ) -> None:
        self.desk, self.language, self.files, self.paths, self.roster = desk, language, files, paths, list(roster)

    @property
    def actions(self) -> Mapping[str, Callable[[Mapping[str, Any]], Any]]:
        """What the page can ask for, by name."""
        return {
            "decide": self._decide,
            "try": self._try,
            "apart": self._apart,
            "undo": self._undo,
            "picture": self._picture,
        }

    def html(self, nonce: str) -> str:
        """The page as it opens."""
        state = state_json(self.desk, self.files, self.language)
        told = json_embedded_in_page({**state, "roster": self.roster, "paper": not self.paths})
        texts = json_embedded_in_page(_texts(self.language))
        return render("desk", "html", self.language, nonce=nonce, state=told, texts=texts)

    def file(self, card: int, number: int) -> tuple[bytes, str]:
        """A file of a card, and its type. Raises LookupError where there is none that can be shown."""
        answers = self.desk.cards[card].answers
        sources = [file for one in answers for file in self.files.get(one.submission.source, ())]
        try:
            content = content_of_file(sources[number], self.paths)
        except InputError:
            raise LookupError from None
        kind = shown_type(content)
        if kind is None:
            raise LookupError
        return content, kind

    def _decide(self, asked: Mapping[str, Any]) -> Any:
        card, part = self._whole(asked, "card"), str(asked["part"])

        def decide(version: int) -> int:
            ruling = None if asked["ruling"] is None else decision_about(part, asked["ruling"])
            return self.desk.decide(card, part, ruling, version)

        return self._after(decide, asked)

    def _apart(self, asked: Mapping[str, Any]) -> Any:
        card, students = self._whole(asked, "card"), list(map(str, asked["students"]))
        return self._after(lambda version: self.desk.take_apart(card, students, version), asked)

    def _undo(self, asked: Mapping[str, Any]) -> Any:
        change = self._whole(asked, "change")
        return self._after(lambda _: self.desk.undo(change), asked)

    def _after(self, change: Callable[[int], int], asked: Mapping[str, Any]) -> Any:
        """Change something: all cards newer than the version that was seen; with the reason if nothing was changed."""
        version = self._whole(asked, "version")
        if not 0 <= version <= self.desk.version:
            raise ValueError(version)
        try:
            found: dict[str, Any] = {"change": change(version)}
        except InputError as error:
            found = {"problem": problem_sentence(error.problems[0], self.language)}
        newer = self.desk.newer_than(version)
        return {
            **found,
            "cards": [card_json(self.desk, number, self.files, self.language) for number in newer],
            "order": self.desk.order,
            "exercises": _exercises_json(self.desk, newer, self.language),
            "version": self.desk.version,
        }

    @staticmethod
    def _whole(asked: Mapping[str, Any], name: str) -> int:
        """The whole number of that name. Raises ValueError if it is none."""
        number = asked[name]
        if type(number) is not int:
            raise ValueError(number)
        return number

    def _picture(self, asked: Mapping[str, Any]) -> Any:
        return picture_json(self.desk.prepared(self._whole(asked, "card")), self.language)

    def _try(self, asked: Mapping[str, Any]) -> Any:
        card = self._whole(asked, "card")
        try:
            ruling = decision_about(str(asked["part"]), asked["ruling"])
            mark = next(mark for mark in self.desk.tried(card, ruling).marks if mark.part == ruling.part)
        except InputError as error:
            return {"problem": problem_sentence(error.problems[0], self.language)}
        return {"points": number_text(mark.points or 0, self.language), "of": number_text(mark.of, self.language)}


MOST_STEPS = 8
"""So many steps of points have a button."""

_EMPTY_LINES = re.compile(r"\n(?:[ \t]*\n)+")

MOST_SHOWN = 20_000
"""So many characters of an answer are shown."""


def state_json(desk: Desk, files: Mapping[str, Sequence[str]], language: str) -> dict[str, Any]:
    """Everything, as the page opens; `files` has for the source of an answer the files that were handed in with it."""
    return {
        "version": desk.version,
        "exercises": _exercises_json(desk, desk.cards, language),
        "cards": [card_json(desk, number, files, language) for number in desk.order],
    }


def _exercises_json(desk: Desk, cards: Iterable[int], language: str) -> dict[int, Any]:
    """The exercises of cards, by their numbers in the key."""
    numbers = {desk.cards[card].number for card in cards}
    listed = sorted(number for number in numbers if number is not None)
    return {number: exercise_json(desk.marker.prepared(number), language) for number in listed}


def exercise_json(prepared: Prepared, language: str) -> dict[str, Any]:
    """An exercise: what it is called, what is right in each part, and which points there are."""
    part, grader = words(language, "practice.jinja").part, prepared.grader
    right = solution_texts(grader)
    return {
        "name": prepared.exercise.heading,
        "solution": [[part(name), text] for name, text in right.items()],
        "parts": [
            {"part": name, "name": part(name), "of": number_text(of, language), "steps": _steps(of, prepared, language)}
            for name, of in grader.points.items()
        ],
    }


def picture_json(prepared: Prepared, language: str) -> dict[str, Any]:
    """The tree of an exercise as the search leaves it; why there is no picture where it is too large."""
    try:
        return {"picture": made([solved(prepared.grader.solution, None, language)], "svg")}
    except InputError as error:
        return {"text": problem_sentence(error.problems[0], language)}


def _steps(of: Number, prepared: Prepared, language: str) -> list[list[str]]:
    """Points that a part may have by the rounding of the rubric, as they are written and as they are shown."""
    finest = Fraction(1, STEPS[prepared.grader.rubric.rounding])
    sizes = [max(finest, size) for size in (Fraction(1, 4), Fraction(1, 2), Fraction(1))]
    size = next((one for one in sizes if of <= MOST_STEPS * one), Fraction(of) / MOST_STEPS)
    found = [size * count for count in range(int(Fraction(of) / size) + 1)]
    return [[write_number(one), number_text(one, language)] for one in found]


def card_json(desk: Desk, number: int, files: Mapping[str, Sequence[str]], language: str) -> dict[str, Any]:
    """A card: its students, the text with what was read of it, the parts with their points."""
    card = desk.cards[number]
    return {
        "card": number,
        "students": [[one.student, one.submission.source] for one in card.answers],
        "pieces": list(_pieces(card.first, language)),
        "files": _files_json(card, files),
        **(_choice_json(desk, number) if card.number is None else _task_json(desk, number, language)),
    }


def _task_json(desk: Desk, number: int, language: str) -> dict[str, Any]:
    """The exercise of a card, and the points of its parts."""
    exercise = desk.cards[number].number
    return {
        "exercise": exercise,
        "task": desk.prepared(number).exercise.name,
        **_marks_json(desk.report(number), desk.rulings(number), language),
        "as_read": {mark.part: number_text(mark.points or 0, language) for mark in desk.as_read(number).marks},
    }


def _choice_json(desk: Desk, number: int) -> dict[str, Any]:
    """The exercises that the texts on a card can be assigned to, and what is decided."""
    ruling = desk.rulings(number).get(EXERCISE)
    return {
        "choices": desk.cards[number].first.labels,
        "parts": [],
        "waits": list(desk.waiting(number)),
        "ruling": ruling and _ruling_json(ruling),
    }


def _marks_json(report: MarkedAnswer, rulings: Mapping[str, Decision], language: str) -> dict[str, Any]:
    parts = [_part_json(mark, rulings.get(mark.part), language) for mark in report.marks]
    return {"points": number_text(report.points, language), "waits": list(report.pending), "parts": parts}


def _part_json(mark: Mark, ruling: Decision | None, language: str) -> dict[str, Any]:
    points = None if mark.points is None else number_text(mark.points, language)
    told = words(language, "grades.jinja").verdict(mark.basis)
    return {"part": mark.part, "points": points, "told": told, "ruling": ruling and _ruling_json(ruling)}


def _ruling_json(ruling: Decision) -> dict[str, str]:
    points = "" if ruling.points is None else write_number(ruling.points)
    return {"points": points, "verdict": ruling.verdict, "means": ruling.means, "reason": ruling.reason}


def _files_json(card: Card, files: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Whose files there are, each with what it is called."""
    return [[one.student, PurePath(file).name] for one in card.answers for file in files.get(one.submission.source, ())]


def _pieces(handed: HandedAnswer, language: str) -> Iterator[list[str]]:
    """The text in pieces: each with the part it was read for, or "?" where nobody could read it, or nothing."""
    text, at = handed.submission.text[:MOST_SHOWN], 0
    part = words(language, "practice.jinja").part
    spans = [(claim.span, part(claim.part)) for claim in handed.reading.claims]
    spans += [(piece.span, "?") for piece in handed.reading.unread]
    for span, about in sorted(spans, key=lambda found: found[0]):
        if at <= span.start < span.end <= len(text):
            yield ["", _without_empty_lines(text[at : span.start])]
            yield [about, text[span.start : span.end]]
            at = span.end
    yield ["", _without_empty_lines(text[at:])]


def _without_empty_lines(text: str) -> str:
    """A stretch with one empty line where there are several, as in the place of the other exercises of a student."""
    return _EMPTY_LINES.sub("\n\n", text)
