"""What a person has to decide in a class: answers that are alike on one card, and what is decided about them.

Vocabulary

    handed      a student's answer to one exercise, as it was read before anybody has decided
    card        handed answers that are alike: the same after markup, blanks and case, or in what was read and what not
    desk        all cards, and the decisions so far
    ruling      what is decided about a part, whoever it is about: a Decision without a student
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from treesolve.answers.claim import Reading
from treesolve.answers.identity import without_identity
from treesolve.answers.lines import without_markup
from treesolve.answers.submission import Submission
from treesolve.answers.unread_files import PAPER, is_on_paper, is_unread_file_line
from treesolve.grading.decision import READ, Decision, Decisions, fingerprint
from treesolve.grading.decision_file import not_overruled
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


def with_ruling(
    decisions: Sequence[Decision], card: Card, marker: Marker, ruling: Decision | None, part: str
) -> tuple[Decision, ...]:
    """The decisions with one about a part of all answers on a card; None takes back what was decided."""
    exercise = _exercise_named(marker.settings.key, card.number)
    about = [
        (ruling or Decision("", part))._replace(
            student=one.student, part=part, exercise=exercise, answer=one.fingerprint
        )
        for one in card.answers
    ]
    kept = not_overruled(decisions, about)
    return tuple([*kept, *about] if ruling else kept)


def _exercise_named(key: Key, number: int) -> str | None:
    """What a decision calls an exercise: nothing where there is only one."""
    return key.name_of(number) if len(key.names) > 1 else None


def apart(card: Card, students: Iterable[str]) -> tuple[Card, ...]:
    """A card without some of its students, and one with these; the same where that leaves one empty."""
    out = set(students)
    groups = [tuple(one for one in card.answers if (one.student in out) is side) for side in (False, True)]
    return tuple(Card(card.number, group) for group in groups if group)


class Desk:
    """All cards by their numbers, and the decisions so far; `save` is called with these after each change.

    `order` has the numbers: first what waits, the largest groups first. A card keeps its number as long as the desk is
    open; what is decided can be taken back, the last first.
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
        self._reports: dict[int, Report] = {}
        self._before: list[tuple[int, tuple[Decision, ...]]] = []
        self.order = sorted(self.cards, key=lambda one: (not self.report(one).pending, -len(self.cards[one].answers)))

    def decide(self, number: int, part: str, ruling: Decision | None) -> list[int]:
        """Decide about a part of all answers on a card, or with None take back what was decided; the cards changed.

        Raises what saving raises; then nothing has changed.
        """
        before = self.decisions
        self._change(number, with_ruling(before, self.cards[number], self.marker, ruling, part))
        self._before.append((number, before))
        return [number]

    def _change(self, number: int, decisions: tuple[Decision, ...]) -> None:
        self._save(decisions)
        self.decisions, self._known = decisions, Decisions(decisions)
        self._reports.pop(number, None)

    def undo(self) -> list[int]:
        """Take back the last change, if there is one; the cards changed."""
        if not self._before:
            return []
        number, decisions = self._before[-1]
        self._change(number, decisions)
        self._before.pop()
        return [number]

    def take_apart(self, number: int, students: Iterable[str]) -> list[int]:
        """Put some students of a card on one of their own, behind it; the cards changed."""
        pieces = apart(self.cards[number], students)
        if len(pieces) < 2:
            return [number]
        self.cards[number], new = pieces[0], max(self.cards) + 1
        self.cards[new] = pieces[1]
        self.order.insert(self.order.index(number) + 1, new)
        self._reports.pop(number, None)
        return [number, new]

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

    def tried(self, number: int, part: str, means: str) -> tuple[Report | None, tuple[Problem, ...]]:
        """The marks of a card if a part meant that line, and what cannot be read of the line."""
        prepared = self.marker.prepared(self.cards[number].number)
        if prepared.meant(part, means) is None:
            return None, prepared.reading(Submission("", "", prepared.asked_line(part, means))).problems
        return self._report_with(number, Decision("", part, means=means)), ()
