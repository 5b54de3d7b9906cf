"""What a person has to decide in a class: answers that are alike on one card, and what is decided about them.

Vocabulary

    handed      a student's answer to one exercise, as it was read before anybody has decided
    card        handed answers that are alike: the same after markup, blanks and case, or in what was read and what not
    desk        all cards, and the decisions so far
    ruling      what is decided about a part, whoever it is about: a Decision without a student
    version     the number of the last change to the desk that somebody has seen
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from treesolve.answers.claim import Reading
from treesolve.answers.identity import without_identity
from treesolve.answers.lines import without_markup
from treesolve.answers.submission import Submission
from treesolve.answers.unread_files import PAPER, is_on_paper, is_unread_file_line
from treesolve.grading.decision import READ, Decision, Decisions, fingerprint
from treesolve.grading.exam import Key
from treesolve.grading.grader import Report
from treesolve.model.answer import Answer, folded
from treesolve.model.problem import InputError, Problem
from treesolve.runs.grade_submission import Marker


class Handed(NamedTuple):
    """A student's answer to the exercise of a number in the key; `answer` has nothing decided."""

    submission: Submission
    number: int
    answer: Answer
    reading: Reading

    @property
    def student(self) -> str:
        """Whose it is."""
        return self.answer.student

    @property
    def fingerprint(self) -> str:
        """What a decision about it names."""
        return PAPER if is_on_paper(self.submission.text) else fingerprint(self.submission.text)


class Card(NamedTuple):
    """Answers that are alike, the first of which is shown."""

    number: int
    answers: tuple[Handed, ...]

    @property
    def first(self) -> Handed:
        """The answer that is shown."""
        return self.answers[0]


def handed_in(marker: Marker, submissions: Iterable[Submission | Problem]) -> Iterator[Handed | Problem]:
    """The answers in submissions, read by a marker that knows no decisions; what cannot be read comes as a problem."""
    for one in submissions:
        if isinstance(one, Problem):
            yield one
            continue
        try:
            number = marker.number(one)
            read = marker.read(one, number)
            yield Handed(one, number, read.answer, marker.prepared(number).reading(one))
        except InputError as error:
            yield from error.problems


def decided_about(handed: Handed, marker: Marker, known: Decisions) -> Sequence[Decision]:
    """What is decided about an answer."""
    name = marker.settings.key.name_of(handed.number)
    return known.about(handed.student, name, handed.submission.text)


def cards(handed: Iterable[Handed], marker: Marker, decisions: Iterable[Decision]) -> list[Card]:
    """The answers in cards, all of one card being decided alike."""
    known, groups = Decisions(decisions), dict[Hashable, list[Handed]]()
    texts: dict[Hashable, Hashable] = {}
    for one in handed:
        about = frozenset(map(_ruling, decided_about(one, marker, known)))
        head = (one.number, about, one.student if is_on_paper(one.submission.text) else "")
        content = texts.setdefault((head, _folded_text(one)), (head, _what_was_read(one)))
        groups.setdefault(content, []).append(one)
    return [Card(group[0].number, tuple(group)) for group in groups.values()]


def _ruling(decision: Decision) -> Decision:
    return decision._replace(student="", answer="")


def _folded_text(one: Handed) -> str:
    """A text without what says whose it is, without markup, blanks and case."""
    blanked, _ = without_identity(one.submission.text)
    return "".join(without_markup(blanked).split()).casefold()


def _what_was_read(one: Handed) -> Hashable:
    """What was read of an answer and what was not; files can only be like themselves."""
    claims = [(claim.part, claim.node, str(claim.value)) for claim in one.reading.claims]
    order = tuple(claim for claim in claims if claim[0] == "order")
    text = one.submission.text
    unread = sorted(folded(without_markup(text[slice(*piece.span)])) for piece in one.reading.unread)
    texts = frozenset((part, folded(said)) for part, (said, _) in one.answer.texts.items())
    files = one.student if any(map(is_unread_file_line, text.split("\n"))) else ""
    return frozenset(claims), order, tuple(unread), texts, one.answer.pending, files


def decisions_about_card(card: Card, marker: Marker, ruling: Decision) -> tuple[Decision, ...]:
    """A ruling as a decision about each answer on a card."""
    exercise = _exercise_named(marker.settings.key, card.number)
    about = (ruling._replace(student=one.student, exercise=exercise, answer=one.fingerprint) for one in card.answers)
    return tuple(dict.fromkeys(about))


def _exercise_named(key: Key, number: int) -> str | None:
    """What a decision calls an exercise: nothing where there is only one."""
    return key.name_of(number) if len(key.names) > 1 else None


def apart(card: Card, students: Iterable[str]) -> tuple[Card, ...]:
    """A card without some of its students, and one with these; the same where that leaves one empty."""
    out = set(students)
    groups = [tuple(one for one in card.answers if (one.student in out) is side) for side in (False, True)]
    return tuple(Card(card.number, group) for group in groups if group)


class Change(NamedTuple):
    """One decision made in the review: the decisions about these answers before it and after it."""

    about: tuple[Decision, ...]
    before: tuple[Decision, ...]
    after: tuple[Decision, ...]


class Desk:
    """All cards by their numbers, and the decisions so far; `save` is called with these after each change.

    `order` has the numbers: first what waits, the largest groups first. A card keeps its number as long as the desk is
    open. `version` counts the changes. A change names the version it was made on, and is refused with InputError if
    somebody else has changed the same in the meantime.
    """

    def __init__(
        self,
        marker: Marker,
        handed: Iterable[Handed],
        decisions: Sequence[Decision],
        save: Callable[[Sequence[Decision]], None],
    ) -> None:
        self.marker, self.decisions, self._save = marker, tuple(decisions), save
        self._known = Decisions(decisions)
        self.cards: dict[int, Card] = dict(enumerate(cards(handed, marker, decisions)))
        self._fingerprints = {one.fingerprint for card in self.cards.values() for one in card.answers}
        self._reports: dict[int, Report] = {}
        self.version = 0
        self._changed: dict[tuple[int, str], int] = {}
        self._changes: dict[int, Change] = {}
        self.order = sorted(self.cards, key=lambda one: (not self.report(one).pending, -len(self.cards[one].answers)))

    def decide(self, number: int, part: str, ruling: Decision | None, version: int) -> int:
        """Decide about a part of all answers on a card, or with None take back what was decided; the new version.

        Raises ValueError for a part that is not asked for, InputError for a ruling that marking would not apply, and
        what saving raises; then nothing has changed.
        """
        self._check(number, part, ruling)
        self._refuse_if_newer(version, (number, part), (number, ""))
        about = decisions_about_card(self.cards[number], self.marker, ruling or Decision("", part))
        return self._change(about, about if ruling else ())

    def _check(self, number: int, part: str, ruling: Decision | None) -> None:
        prepared = self.marker.prepared(self.cards[number].number)
        if part not in prepared.grader.points:
            raise ValueError(part)
        of = prepared.grader.points[part]
        if ruling and ruling.points is not None and ruling.points > of:
            raise InputError((Problem("decision-points", None, {"points": ruling.points, "of": of}),))
        if ruling and ruling.points is None and not ruling.verdict and prepared.meant(part, ruling.means) is None:
            line = Submission("", "", prepared.asked_line(part, ruling.means))
            raise InputError(prepared.reading(line).problems or (Problem("decision-means", None, {"part": part}),))

    def _refuse_if_newer(self, version: int, *places: tuple[int, str]) -> None:
        """Raise InputError if what stands there, a card and a part of it, was changed after that version."""
        if any(self._changed.get(place, 0) > version for place in places):
            raise InputError((Problem("decision-stale"),))

    def _change(self, about: tuple[Decision, ...], after: tuple[Decision, ...]) -> int:
        """Save the decisions with these about some answers in place of all others about them; the new version."""
        kept = self._decisions_about_others(about)
        change = Change(about, tuple(one for one in self.decisions if one not in {*kept}), after)
        self._save(decisions := (*kept, *after))
        self.decisions, self._known = decisions, Decisions(decisions)
        self.version += 1
        self._changes[self.version] = change
        for number in self._cards_of(about):
            self._touch(number, about[0].part)
        return self.version

    def _decisions_about_others(self, about: Iterable[Decision]) -> list[Decision]:
        """The decisions about none of these answers, nor about an earlier text of the same students."""
        places: dict[tuple[str, str], list[Decision]] = {}
        for one in about:
            places.setdefault(one.place, []).append(one)

        def is_about_these(old: Decision) -> bool:
            found = old if old.answer in self._fingerprints else old._replace(answer="")
            return any(map(found.overlaps, places.get(old.place, ())))

        return [old for old in self.decisions if not is_about_these(old)]

    def _touch(self, number: int, part: str) -> None:
        """Note that a part of a card, or with no part which answers lie on it, is changed in this version."""
        self._changed[number, part] = self.version
        self._reports.pop(number, None)

    def _cards_of(self, about: Sequence[Decision]) -> list[int]:
        """The cards with answers that these decisions are about."""
        known, name_of = Decisions(about), self.marker.settings.key.name_of
        return [
            number
            for number, card in self.cards.items()
            if any(known.about(one.student, name_of(one.number), one.submission.text) for one in card.answers)
        ]

    def undo(self, version: int) -> int:
        """Take back the change that led to that version; the new version.

        Raises LookupError if there is no such change, InputError if somebody has decided about the same since.
        """
        change = self._changes[version]
        present = {*self.decisions} - {*self._decisions_about_others(change.about)}
        if present != {*change.after}:
            raise InputError((Problem("decision-stale"),))
        return self._change(change.about, change.before)

    def take_apart(self, number: int, students: Iterable[str], version: int) -> int:
        """Put some students of a card on one of their own, behind it; the new version.

        Raises ValueError unless these are some of its students, but not all.
        """
        card, out = self.cards[number], {*students}
        pieces = apart(card, out)
        if len(pieces) < 2 or not out.issubset(one.student for one in card.answers):
            raise ValueError(out)
        self._refuse_if_newer(version, *(place for place in self._changed if place[0] == number))
        self.version += 1
        self.cards[number], new = pieces[0], max(self.cards) + 1
        self.cards[new] = pieces[1]
        self.order.insert(self.order.index(number) + 1, new)
        self._touch(number, "")
        self._touch(new, "")
        return self.version

    def newer_than(self, version: int) -> list[int]:
        """The cards that were changed after a version."""
        found = {number for (number, _), changed in self._changed.items() if changed > version}
        return [number for number in self.order if number in found]

    def report(self, number: int) -> Report:
        """The marks of the answers on a card."""
        if number not in self._reports:
            self._reports[number] = self._report_with(number)
        return self._reports[number]

    def _report_with(self, number: int, *more: Decision) -> Report:
        """The marks of the answers on a card if some more were decided about them; the last word on a part holds."""
        one, prepared = self.cards[number].first, self.marker.prepared(self.cards[number].number)
        about = decided_about(one, self.marker, self._known)
        return prepared.grader.report(prepared.decided(one.answer, [*about, *more]))

    def as_read(self, number: int) -> Report:
        """The marks of a card if everything that waits there were decided as it was read."""
        waiting = self.report(number).pending
        return self._report_with(number, *(Decision("", part, verdict=READ) for part in waiting))

    def rulings(self, number: int) -> Mapping[str, Decision]:
        """What is decided about the answers on a card, by part."""
        about = decided_about(self.cards[number].first, self.marker, self._known)
        return {decision.part: decision for decision in about}

    def tried(self, number: int, ruling: Decision) -> Report:
        """The marks of a card if that was decided about one of its parts. Raises as `decide` does."""
        self._check(number, ruling.part, ruling)
        return self._report_with(number, ruling)
