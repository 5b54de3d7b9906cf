"""The page of the desk and what it asks for; every request is one action on the desk."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from treesolve.exchange.archive import content_of_file, shown_type
from treesolve.grading.decision_file import decisions_in
from treesolve.model.problem import InputError
from treesolve.pages.environment import render, words
from treesolve.pages.player_film import json_embedded_in_page
from treesolve.pages.problem_sentence import problem_sentence
from treesolve.runs.desk import Desk
from treesolve.runs.desk_state import card_json, picture_json, state_json, tried_json

LONGEST_LINE = 4000
"""So many characters of a line that is typed are read."""


_PLAIN = """
    finished none_here one_student apart apart_hint wrote unread solution all_right wrong nothing_there means reason
    waits by_hand take_back change as_last_time saved undone nothing_to_undo lost is_closed student total row_hint
"""
"""The sentences that the script says as they are."""

_FILLED = {
    "progress": ("done", "all"),
    "students": ("count",),
    "not_shown": ("name",),
    "read_for": ("part",),
    "as_read": ("points",),
    "means_hint": ("example",),
    "worth": ("points", "of"),
    "of_points": ("of",),
    "not_points": ("text", "of"),
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
        said, part = asked["ruling"], str(asked["part"])
        ruling = None if said is None else decisions_in([{"student": "", "part": part, **said}])[0]
        return self._after(lambda: self.desk.decide(int(asked["card"]), part, ruling))

    def _apart(self, asked: Mapping[str, Any]) -> Any:
        return self._after(lambda: self.desk.take_apart(int(asked["card"]), map(str, asked["students"])))

    def _undo(self, _: Mapping[str, Any]) -> Any:
        return self._after(self.desk.undo)

    def _after(self, change: Callable[[], Iterable[int]]) -> Any:
        """Change something: the cards that are others now, and the order of all; or why nothing has changed."""
        try:
            changed = change()
        except InputError as error:
            return {"problem": problem_sentence(error.problems[0], self.language)}
        cards = [card_json(self.desk, number, self.files, self.language) for number in changed]
        return {"cards": cards, "order": self.desk.order}

    def _picture(self, asked: Mapping[str, Any]) -> Any:
        card = self.desk.cards[int(asked["card"])]
        return picture_json(self.desk.marker.prepared(card.number), self.language)

    def _try(self, asked: Mapping[str, Any]) -> Any:
        told = str(asked["means"])[:LONGEST_LINE]
        return tried_json(self.desk, int(asked["card"]), str(asked["part"]), told, self.language)
