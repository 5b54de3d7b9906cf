"""Grouping of answers for review: answers with the same text and the same interpretation share a card."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from treesolve.grading.decision import Decision, Decisions, fingerprint
from treesolve.grading.exam import Key
from treesolve.model.answer import Answer
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.submissions.claim import AnswerReading
from treesolve.submissions.student_identification import blank_out_identification
from treesolve.submissions.submission import Submission, collapse_blanks
from treesolve.submissions.unreadable_files import PAPER, is_on_paper, is_unread_file_line
from treesolve.workflows.exercise_assignment import UNASSIGNED, find_exercise_number, variant_and_student, whose
from treesolve.workflows.grade_submission import Marker


class SubmittedAnswer(NamedTuple):
    """A student's answer to the exercise with a number in the key; `answer` has no decisions applied.

    The number is None if the text is not assigned to an exercise; `labels` then lists the possible exercises.
    """

    submission: Submission
    number: int | None
    answer: Answer
    reading: AnswerReading
    labels: tuple[str, ...] = ()

    @property
    def student(self) -> str:
        """The student who submitted the answer."""
        return self.answer.student

    @property
    def fingerprint(self) -> str:
        """The fingerprint by which decisions refer to the answer's text."""
        return PAPER if is_on_paper(self.submission.text) else fingerprint(self.submission.text)


class Card(NamedTuple):
    """Similar answers, of which the first is shown; `number` is the exercise's number, None if unassigned."""

    number: int | None
    answers: tuple[SubmittedAnswer, ...]

    @property
    def first(self) -> SubmittedAnswer:
        """The answer that is shown."""
        return self.answers[0]


def handed_in(marker: Marker, submissions: Iterable[Submission | Problem]) -> Iterator[SubmittedAnswer | Problem]:
    """Yield the answers in submissions, parsed by a marker without decisions, and problems of unreadable ones.

    An unassigned text is yielded after the problem that explains why it is unassigned.
    """
    for one in submissions:
        if isinstance(one, Problem):
            yield one
            continue
        try:
            number = find_exercise_number(one, marker.settings.key)
            read = marker.read(one, number)
            yield SubmittedAnswer(one, number, read.answer, marker.prepared(number).reading(one))
        except InputError as error:
            yield from error.problems
            if error.problems[0].code in UNASSIGNED:
                yield _unassigned(one, marker.settings.key)


def _unassigned(submission: Submission, key: Key) -> SubmittedAnswer:
    answer = Answer(whose(submission))
    return SubmittedAnswer(
        submission, None, answer, AnswerReading(answer), key.labels(*variant_and_student(submission, key))
    )


def find_decisions(handed: SubmittedAnswer, marker: Marker, known: Decisions) -> Sequence[Decision]:
    """Return the decisions about an answer."""
    name = "" if handed.number is None else marker.settings.key.name_of(handed.number)
    return known.about(handed.student, name, handed.submission.text)


def cards(handed: Iterable[SubmittedAnswer], marker: Marker, decisions: Iterable[Decision]) -> list[Card]:
    """Return the answers grouped into cards; all answers on a card have the same decisions."""
    known, groups = Decisions(decisions), dict[Hashable, list[SubmittedAnswer]]()
    for one in handed:
        about = frozenset(map(_ruling, find_decisions(one, marker, known)))
        folds_case = one.number is not None and _can_fold_case(marker.prepared(one.number).grader.tree)
        text = _text_without_student(one, folds_case=folds_case)
        groups.setdefault((one.number, one.labels, about, text, _reading_signature(one)), []).append(one)
    return [Card(group[0].number, tuple(group)) for group in groups.values()]


def _ruling(decision: Decision) -> Decision:
    return decision._replace(student="", answer="")


def _can_fold_case(tree: Tree) -> bool:
    """Return whether no two names of nodes or moves differ only by case."""
    names = {*tree.names, *tree.moves.values()}
    return len({name.casefold() for name in names}) == len(names)


def _text_without_student(one: SubmittedAnswer, *, folds_case: bool) -> str:
    """Return an answer's text without the student's identification, with runs of blanks collapsed."""
    text = collapse_blanks(blank_out_identification(one.submission.text)[0])
    return text.casefold() if folds_case else text


def _reading_signature(one: SubmittedAnswer) -> Hashable:
    """Return a key for grouping by interpretation; answers with attached files equal only those of the same student."""
    claims = tuple((claim.part, claim.node, str(claim.value)) for claim in one.reading.claims)
    unread = tuple((fragment.part, fragment.problem.code) for fragment in one.reading.unread)
    files = one.student if any(map(is_unread_file_line, one.submission.text.split("\n"))) else ""
    return claims, unread, frozenset(one.answer.texts), one.answer.pending, files


def decisions_about_card(card: Card, marker: Marker, ruling: Decision) -> tuple[Decision, ...]:
    """Return a ruling as a decision about each answer on a card, with the exercise if the key has several."""
    key = marker.settings.key
    exercise = key.name_of(card.number) if card.number is not None and len(key.names) > 1 else None
    about = (ruling._replace(student=one.student, exercise=exercise, answer=one.fingerprint) for one in card.answers)
    return tuple(dict.fromkeys(about))


def split_card(card: Card, students: Iterable[str]) -> tuple[Card, ...]:
    """Split some students off a card; return both cards, or only the one that is not empty."""
    out = set(students)
    groups = [tuple(one for one in card.answers if (one.student in out) is side) for side in (False, True)]
    return tuple(Card(card.number, group) for group in groups if group)
