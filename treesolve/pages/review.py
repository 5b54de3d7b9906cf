"""What waits for a person, as the beginning of the page of a class: one card for each group of equal texts.

Vocabulary

    card        a group, with the fields in which it is decided
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256
from typing import NamedTuple

from treesolve.grading.decision import Decision
from treesolve.grading.decision_file import decisions_toml
from treesolve.grading.review import Group
from treesolve.model.problem import harmless
from treesolve.pages.environment import number_text, words
from treesolve.pages.shown import shown_text

MOST_CARDS = 100
"""So many groups are shown; the others come when these are decided."""

MOST_NAMED = 12
"""So many students are named in a card."""

LONGEST_SIDE = 80
"""So many characters of a line are shown on either side of a text."""


Pages = Mapping[tuple[str, str], str]
"""The addresses of students' pages, by exercise and student."""


class Card(NamedTuple):
    """A group; `text` is as decisions have it, `shown` is cut short; `offer` says what its first word may mean.

    `readings` are what it may say, as decisions have that.
    """

    text: str
    shown: str
    before: str
    after: str
    exercise: str
    counted: str
    waiting: str
    students: list[tuple[str, str]]
    more: int
    offer: str
    word: str
    part: str
    parts: tuple[str, ...]
    readings: tuple[str, ...]

    @property
    def is_elsewhere(self) -> bool:
        """Whether it asks which exercise an answer is about."""
        return any(reading.startswith("exercise: ") for reading in self.readings)


class ReviewPart:
    """All that waits in a class, with everything the templates name; `pages` are the students' own."""

    def __init__(self, groups: Sequence[Group], decisions: Sequence[Decision], pages: Pages, language: str) -> None:
        self.groups, self.decisions, self.pages, self.language = groups, decisions, pages, language
        self.say, self._part = words(language, "grading.jinja"), words(language, "practice.jinja").part
        self.has_exercises = len({group.exercise for group in groups}) > 1

    @property
    def cards(self) -> list[Card]:
        """The groups, the largest first."""
        return [self._card_of_group(group) for group in self.groups[:MOST_CARDS]]

    @property
    def more(self) -> int:
        """How many groups are not shown."""
        return max(0, len(self.groups) - MOST_CARDS)

    @property
    def answers(self) -> int:
        """In how many students' answers something waits."""
        return len({student for group in self.groups for student in group.students})

    @property
    def file(self) -> str:
        """The decisions there are already, as they stand in a file."""
        return harmless(decisions_toml(self.decisions))

    @property
    def key(self) -> str:
        """What tells this page from others, for the memory of a browser."""
        return sha256(repr((self.groups, self.decisions)).encode("utf-8", "surrogatepass")).hexdigest()[:16]

    def part_name(self, part: str) -> str:
        """What a part is called."""
        return self._part(part)

    def _card_of_group(self, group: Group) -> Card:
        trial = group.trial
        named = group.students[:MOST_NAMED]
        points = {"points": number_text(group.of, self.language), "parts": [self._part(part) for part in group.parts]}
        return Card(
            harmless(group.text),
            shown_text(group.text),
            _text_beside(group.before[::-1])[::-1],
            _text_beside(group.after),
            harmless(group.exercise) if self.has_exercises else "",
            self.say.answers({"count": len(group.students)}),
            self.say.group_waits(points),
            [(shown_text(student), self.pages.get((group.exercise, student), "")) for student in named],
            len(group.students) - len(named),
            self._offer_of_alias(group),
            harmless(trial.word if trial else " ".join(group.text.split()[:1])),
            trial.part if trial else "",
            group.parts,
            tuple(map(harmless, group.readings)),
        )

    def _offer_of_alias(self, group: Group) -> str:
        """That the word may mean a part, and what the answers would get there then."""
        trial = group.trial
        if trial is None:
            return ""
        points = {name: number_text(getattr(trial, name), self.language) for name in ("least", "most", "of")}
        return self.say.group_offer({"word": shown_text(trial.word), "part": self._part(trial.part), **points})


def _text_beside(text: str) -> str:
    """What stands beside a text, from there on."""
    return shown_text(text if len(text) <= LONGEST_SIDE else text[:LONGEST_SIDE] + "…")
