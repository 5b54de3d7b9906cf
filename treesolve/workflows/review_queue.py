"""The review queue of a class, which consists of cards with answers and of the decisions about these answers."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import count
from typing import NamedTuple

from treesolve.grading.decision import EXERCISE, NOTHING, READ, Decision, Decisions
from treesolve.grading.grader import MarkedAnswer
from treesolve.model.problem import InputError, Problem, nearest
from treesolve.submissions.submission import Submission
from treesolve.workflows.exercise_assignment import assigned, variant_and_student
from treesolve.workflows.grade_submission import Marker
from treesolve.workflows.prepared_exercise import PreparedExercise
from treesolve.workflows.review_card import (
    Card,
    SubmittedAnswer,
    cards,
    decisions_about_card,
    find_decisions,
    handed_in,
    split_card,
)


class ReviewChange(NamedTuple):
    """A change made during review: the affected answers, and the decisions about them before and after the change."""

    about: tuple[Decision, ...]
    before: tuple[Decision, ...]
    after: tuple[Decision, ...]


class ReviewQueue:
    """All cards by their numbers, and the decisions so far. After each change, `save` is called with all decisions.

    `order` lists the numbers of the cards. Cards that need a decision come first, the largest groups at the top. The
    number of a card does not change while the queue is open. `version` counts the changes. Each change is based on a
    version, and is refused with InputError if another user has changed the same part since that version.
    """

    def __init__(
        self,
        marker: Marker,
        handed: Iterable[SubmittedAnswer],
        decisions: Sequence[Decision],
        save: Callable[[Sequence[Decision]], None],
    ) -> None:
        self.marker, self.decisions, self._save = marker, tuple(decisions), save
        self._known = Decisions(decisions)
        self.cards: dict[int, Card] = dict(enumerate(cards(handed, marker, decisions)))
        self._fingerprints = {one.fingerprint for card in self.cards.values() for one in card.answers}
        self._reports: dict[int, MarkedAnswer] = {}
        self.version = 0
        self._changed: dict[tuple[int, str], int] = {}
        self._changes: dict[int, ReviewChange] = {}
        self._numbers = count(len(self.cards))
        self._origins: dict[int, int] = {}
        self.order = list(self.cards)
        for number in list(self.cards):
            self._show_assigned(number)
        self.order.sort(key=lambda one: (not self.pending_parts(one), -len(self.cards[one].answers)))

    def decide(self, number: int, part: str, ruling: Decision | None, version: int) -> int:
        """Apply a ruling to a part of all answers on a card, and return the new version.

        If `ruling` is None, the existing ruling is removed. Raises ValueError if the exercise does not have the part,
        InputError if grading would not apply the ruling, and any error raised while saving. If an error is raised,
        nothing is changed.
        """
        places = self._all_places(number) if part == EXERCISE else ((number, part), (number, ""))
        self._check_version(version, places)
        self._check(number, part, ruling)
        about = decisions_about_card(self.cards[number], self.marker, ruling or Decision("", part))
        return self._change(about, about if ruling else ())

    def _check(self, number: int, part: str, ruling: Decision | None) -> None:
        if part == EXERCISE and self.is_unassigned(number):
            self._check_labels(number, ruling.labels if ruling else ())
            return
        prepared = self.prepared(number)
        if part not in prepared.grader.points:
            raise ValueError(part)
        of = prepared.grader.points[part]
        if ruling and ruling.points is not None and ruling.points > of:
            raise InputError((Problem("decision-points", None, {"points": ruling.points, "of": of}),))
        if (
            ruling
            and ruling.points is None
            and not ruling.verdict
            and prepared.parsed_meaning(part, ruling.means) is None
        ):
            line = Submission("", "", prepared.answer_line(part, ruling.means))
            raise InputError(prepared.reading(line).problems or (Problem("decision-means", None, {"part": part}),))

    def _check_labels(self, number: int, labels: Iterable[str]) -> None:
        """Raise InputError if a label is unknown.

        A label is known if it denotes an exercise that each of the texts on the card may answer.
        """
        card, key = self.cards[number], self.marker.settings.key
        places = {variant_and_student(one.submission, key) for one in card.answers}
        for label in labels:
            if any(key.number_with_label(label, *place) is None for place in places):
                known = card.first.labels
                facts = {"text": label, "known": ", ".join(known), "nearest": nearest(label, known)}
                raise InputError((Problem("answer-other-exercise", None, facts),))

    def _all_places(self, number: int) -> list[tuple[int, str]]:
        """Return the changed places that belong to a card, or to a card that was created by assigning its texts.

        A place is a pair of card number and part.
        """
        numbers = {number, *self._assigned_cards(number)}
        return [place for place in self._changed if place[0] in numbers]

    def _check_version(self, version: int, places: Iterable[tuple[int, str]]) -> None:
        """Raise InputError if one of the places was changed after this version.

        A place is a pair of card number and part.
        """
        if any(self._changed.get(place, 0) > version for place in places):
            raise InputError((Problem("decision-stale"),))

    def _change(self, about: tuple[Decision, ...], after: tuple[Decision, ...]) -> int:
        """Replace the decisions about some answers by `after`, save all decisions, and return the new version."""
        other_decisions = self._decisions_about_others(about)
        change = ReviewChange(about, tuple(one for one in self.decisions if one not in {*other_decisions}), after)
        self._save(decisions := (*other_decisions, *after))
        self.decisions, self._known = decisions, Decisions(decisions)
        self.version += 1
        self._changes[self.version] = change
        for number in self._cards_of(about):
            self._mark_changed(number, about[0].part)
            self._show_assigned(number)
        return self.version

    def _decisions_about_others(self, about: Iterable[Decision]) -> list[Decision]:
        """Return the decisions about other answers.

        Decisions about earlier texts of the same students are omitted.
        """
        places: dict[tuple[str, str], list[Decision]] = {}
        for one in about:
            places.setdefault(one.place, []).append(one)

        def is_about_these(old: Decision) -> bool:
            found = old if old.answer in self._fingerprints else old._replace(answer="")
            return any(map(found.overlaps, places.get(old.place, ())))

        return [old for old in self.decisions if not is_about_these(old)]

    def _mark_changed(self, number: int, part: str) -> None:
        """Record that the current version changes a part of a card.

        An empty part means that the answers on the card change.
        """
        self._changed[number, part] = self.version
        self._reports.pop(number, None)

    def _cards_of(self, about: Sequence[Decision]) -> list[int]:
        """Return the numbers of the cards that have answers to which these decisions refer."""
        known, assigns = Decisions(about), about[0].part == EXERCISE
        return [
            number
            for number, card in self.cards.items()
            if self.is_unassigned(number) == assigns
            and any(find_decisions(one, self.marker, known) for one in card.answers)
        ]

    def undo(self, version: int) -> int:
        """Undo the change that led to a version, and return the new version.

        Raises LookupError if there is no such change, and InputError if there are later decisions about the same
        answers.
        """
        change = self._changes[version]
        present = {*self.decisions} - {*self._decisions_about_others(change.about)}
        if present != {*change.after}:
            raise InputError((Problem("decision-stale"),))
        return self._change(change.about, change.before)

    def is_unassigned(self, number: int) -> bool:
        """Return whether the answers on a card are not assigned to an exercise."""
        return self.cards[number].number is None

    def pending_parts(self, number: int) -> Sequence[str]:
        """Return the parts of a card that need a decision."""
        if not self.is_unassigned(number):
            return self.report(number).pending
        ruling = self.rulings(number).get(EXERCISE)
        is_no_answer = ruling is not None and ruling.verdict == NOTHING
        return () if is_no_answer or self._assigned_cards(number) else (EXERCISE,)

    def _assigned_cards(self, number: int) -> list[int]:
        """Return the numbers of the cards that were created by assigning the texts on a card to exercises."""
        return [card for card, origin in self._origins.items() if origin == number]

    def _show_assigned(self, number: int) -> None:
        """Replace the cards that were created from an unassigned card by new ones for its current assignments."""
        if not self.is_unassigned(number):
            return
        for old in self._assigned_cards(number):
            del self.cards[old], self._origins[old]
            self.order.remove(old)
            self._mark_changed(old, "")
        texts = [one.submission for one in self.cards[number].answers]
        found = [new for one in texts for new in assigned(one, self.marker.settings.key, self._known)]
        handed = [one for one in handed_in(self.marker, found) if isinstance(one, SubmittedAnswer)]
        for index, card in enumerate(cards(handed, self.marker, self.decisions), self.order.index(number) + 1):
            self._add_card(card, index, number)

    def _add_card(self, card: Card, index: int, origin: int | None) -> int:
        """Insert a card into the order, and return its number.

        `origin` is the number of the unassigned card from which the texts were assigned, if any.
        """
        number = next(self._numbers)
        self.cards[number] = card
        self.order.insert(index, number)
        if origin is not None:
            self._origins[number] = origin
        self._mark_changed(number, "")
        return number

    def separate_students(self, number: int, students: Iterable[str], version: int) -> int:
        """Move some students of a card to a new card that follows it, and return the new version.

        Raises ValueError unless `students` is a nonempty, proper subset of the students of the card.
        """
        self._check_version(version, self._all_places(number))
        card, out = self.cards[number], {*students}
        split_cards = split_card(card, out)
        if len(split_cards) < 2 or not out.issubset(one.student for one in card.answers):
            raise ValueError(out)
        self.version += 1
        self.cards[number] = split_cards[0]
        self._mark_changed(number, "")
        new = self._add_card(split_cards[1], self.order.index(number) + 1, self._origins.get(number))
        for one in (number, new):
            self._show_assigned(one)
        return self.version

    def newer_than(self, version: int) -> list[int]:
        """Return the numbers of the cards that were changed after a version."""
        found = {number for (number, _), changed in self._changed.items() if changed > version}
        return [number for number in self.order if number in found]

    def report(self, number: int) -> MarkedAnswer:
        """Return the marks of the answers on a card that is assigned to an exercise."""
        if number not in self._reports:
            self._reports[number] = self._report_with(number)
        return self._reports[number]

    def _report_with(self, number: int, *more: Decision) -> MarkedAnswer:
        """Return the marks of the answers on a card with additional decisions applied.

        The additional decisions override existing ones.
        """
        one, prepared = self.cards[number].first, self.prepared(number)
        about = find_decisions(one, self.marker, self._known)
        return prepared.grader.report(prepared.decided(one.answer, [*about, *more]))

    def prepared(self, number: int) -> PreparedExercise:
        """Return the exercise of a card. Raises LookupError if the card is unassigned."""
        exercise = self.cards[number].number
        if exercise is None:
            raise LookupError(number)
        return self.marker.prepared(exercise)

    def report_as_read(self, number: int) -> MarkedAnswer:
        """Return the marks that a card would get if the interpretation of its pending parts were accepted."""
        pending_parts = self.report(number).pending
        return self._report_with(number, *(Decision("", part, verdict=READ) for part in pending_parts))

    def rulings(self, number: int) -> Mapping[str, Decision]:
        """Return the decisions about the answers on a card, by part."""
        about = find_decisions(self.cards[number].first, self.marker, self._known)
        return {decision.part: decision for decision in about}

    def preview_ruling(self, number: int, ruling: Decision) -> MarkedAnswer:
        """Return the marks that the answers on a card would get with a ruling. Raises the same errors as `decide`."""
        self._check(number, ruling.part, ruling)
        return self._report_with(number, ruling)
