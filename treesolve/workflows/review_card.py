"""Grouping of answers for review. Answers with the same text and the same interpretation share a card."""

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
    """A student's answer to an exercise. No decisions have been applied to `answer`.

    `number` is the number of the exercise in the key, or None if the submission is not assigned to an exercise. In that
    case, `labels` lists the exercises that it may answer.
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
        """The fingerprint of the text, by which decisions refer to the answer."""
        return PAPER if is_on_paper(self.submission.text) else fingerprint(self.submission.text)


class Card(NamedTuple):
    """Similar answers, of which the first one is shown.

    `number` is the number of the exercise, or None if the answers are not assigned to an exercise.
    """

    number: int | None
    answers: tuple[SubmittedAnswer, ...]

    @property
    def first(self) -> SubmittedAnswer:
        """The answer that is shown."""
        return self.answers[0]


def handed_in(marker: Marker, submissions: Iterable[Submission | Problem]) -> Iterator[SubmittedAnswer | Problem]:
    """Yield the answers in submissions, parsed without applying decisions, and the problems of unreadable submissions.

    An answer that is not assigned to an exercise follows the problem that explains why.
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
    """Group the answers into cards. All answers on a card have the same decisions."""
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
    """Return whether names of nodes and moves stay distinct if case is ignored."""
    names = {*tree.names, *tree.moves.values()}
    return len({name.casefold() for name in names}) == len(names)


def _text_without_student(one: SubmittedAnswer, *, folds_case: bool) -> str:
    """Return the text of an answer without identification of the student, with runs of blanks collapsed."""
    text = collapse_blanks(blank_out_identification(one.submission.text)[0])
    return text.casefold() if folds_case else text


def _reading_signature(one: SubmittedAnswer) -> Hashable:
    """Return a value that is equal for answers with the same interpretation.

    Answers with attached files are equal only to answers of the same student, because a person has to read each file.
    """
    claims = tuple((claim.part, claim.node, str(claim.value)) for claim in one.reading.claims)
    unread = tuple((fragment.part, fragment.problem.code) for fragment in one.reading.unread)
    files = one.student if any(map(is_unread_file_line, one.submission.text.split("\n"))) else ""
    return claims, unread, frozenset(one.answer.texts), one.answer.pending, files


def decisions_about_card(card: Card, marker: Marker, ruling: Decision) -> tuple[Decision, ...]:
    """Return a ruling as one decision for each answer on a card.

    The decisions name the exercise if the key has several.
    """
    key = marker.settings.key
    exercise = key.name_of(card.number) if card.number is not None and len(key.names) > 1 else None
    about = (ruling._replace(student=one.student, exercise=exercise, answer=one.fingerprint) for one in card.answers)
    return tuple(dict.fromkeys(about))


def split_card(card: Card, students: Iterable[str]) -> tuple[Card, ...]:
    """Move some students from a card to a second card, and return both cards.

    If one of the two has no answers, only the other one is returned.
    """
    out = set(students)
    groups = [tuple(one for one in card.answers if (one.student in out) is side) for side in (False, True)]
    return tuple(Card(card.number, group) for group in groups if group)
