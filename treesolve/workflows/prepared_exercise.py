"""Exercises prepared for grading: they parse answers and apply decisions about answers."""

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from typing import Any, NamedTuple

from treesolve.grading.decision import Decision, Decisions
from treesolve.grading.exam import Key
from treesolve.grading.exercise import Exercise
from treesolve.grading.grader import Grader
from treesolve.grading.result import MAX_UNREAD_LENGTH, Interpretation, ReadClaim, UnreadFragment
from treesolve.grading.rubric import Rubric
from treesolve.model.answer import QUESTIONS, Answer, PartDecision
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Tree
from treesolve.search.solution import Solution
from treesolve.submissions.answer_reader import parse_answer
from treesolve.submissions.answer_words import parse_key
from treesolve.submissions.claim import AnswerReading, Claim, Unread
from treesolve.submissions.submission import Submission
from treesolve.submissions.unreadable_files import replace_with_file_names

_MAX_EXCERPT_LENGTH = 200
"""Maximum length of the excerpt that is stored with a claim."""

_CLOSING = re.compile(r"[ \t]{0,3}[])>]{1,3}")


class ReadSubmission(NamedTuple):
    """A submission parsed as an answer to an exercise: the answer, its problems, and how each fragment was read."""

    answer: Answer
    problems: tuple[Problem, ...]
    read: Interpretation


class PreparedExercise:
    """An exercise with its grader and with the decisions about answers to it."""

    def __init__(
        self,
        exercise: Exercise,
        rubric: Rubric,
        solution: Solution | None = None,
        decisions: Sequence[Decision] = (),
    ) -> None:
        points = rubric.points or exercise.points
        self.exercise, self.decisions = exercise, Decisions(decisions)
        rubric = rubric._replace(points=points)
        try:
            self.grader = Grader(
                exercise.tree, exercise.convention, rubric, exercise.questions, solution, printed=exercise.points
            )
        except InputError as error:
            raise InputError(tuple(one._replace(source=exercise.title) for one in error.problems)) from None

    def read(self, submission: Submission) -> ReadSubmission:
        """Parse a submission and apply the decisions about the submission. This method never raises."""
        reading = self.reading(submission)
        decisions = self.decisions.about(reading.answer.student, self.exercise.name, submission.text)
        answer = self.decided(reading.answer, decisions)
        lines = {part: _lines_about(part, reading, submission.text) for part in answer.decided}
        decided = {part: one._replace(written=lines[part]) for part, one in answer.decided.items()}
        answer = answer._replace(decided=decided)
        read = _read_as(reading, submission, self.exercise.tree, tuple(answer.decided))
        return ReadSubmission(answer, tuple(map(submission.placed, reading.problems)), read)

    def decided(self, answer: Answer, decisions: Iterable[Decision]) -> Answer:
        """Return the answer with decisions applied.

        If a decision says what a part means, that meaning replaces what the student wrote.
        """
        asked = self.grader.points
        for one in (one for one in decisions if one.part in asked):
            parsed_meaning = self.parsed_meaning(one.part, one.means) if one.means else {}
            if parsed_meaning is not None:
                texts = {**answer.texts, **parsed_meaning.get("texts", {})}
                decided = {**answer.decided, one.part: PartDecision(one.worth(asked[one.part]), one.reason, one.means)}
                answer = answer._replace(**{**parsed_meaning, "texts": texts, "decided": decided})
        return answer._replace(pending=answer.pending.intersection(asked).difference(answer.decided))

    def parsed_meaning(self, part: str, means: str) -> dict[str, Any] | None:
        """Parse a line as the answer to a part, and return the fields of the answer that change.

        Return None if the line is not an answer to exactly this part.
        """
        reading = self.reading(Submission("", "", self.answer_line(part, means)))
        said, others = reading.answer, {claim.part for claim in reading.claims if claim.part != part}
        if reading.unread or others or not said.answered(part):
            return None
        return {"texts": said.texts} if part in QUESTIONS else {part: getattr(said, part)}

    def answer_line(self, part: str, means: str) -> str:
        """Return `means` as an answer line, which starts with the key of its part."""
        return means if parse_key(means.partition(":")[0].strip()) == part else f"{part}: {means}"

    def reading(self, submission: Submission) -> AnswerReading:
        """Parse a submission without applying decisions.

        The result includes the errors that the parsers of question answers report.
        """
        found = parse_answer(submission.text, self.grader.nodes, submission.source, submission.student)
        parts = [part for part in found.answer.texts if part in self.grader.points]
        wrong = [one for part in parts for one in self._unread_in_question(part, found.answer)]
        located = (one.problem._replace(source=submission.source, text=submission.text) for one in wrong)
        pending = found.answer.pending | {one.part for one in wrong if one.part}
        return found._replace(
            answer=found.answer._replace(pending=pending),
            problems=tuple(sorted((*found.problems, *located), key=lambda one: one.span.start if one.span else 0)),
            unread=tuple(sorted((*found.unread, *wrong), key=lambda one: one.span)),
        )

    def _unread_in_question(self, part: str, answer: Answer) -> list[Unread]:
        """Return the unreadable fragments in the answer to a question. Their spans are positions in the whole text."""
        text, offset = answer.texts[part]
        problems = self.grader.found(part, text).problems
        moved = (one.span and Span(one.span.start + offset, one.span.end + offset) for one in problems)
        return [Unread(part, one._replace(span=span)) for one, span in zip(problems, moved, strict=True)]


def _lines_about(part: str, reading: AnswerReading, text: str) -> str:
    """Return the lines that answer a part, whether or not they were parsed.

    If there are none, return the unparsed lines that belong to no known part. Lines that stand for attached files are
    replaced by the names of the files.
    """
    spans = [claim.span for claim in reading.claims if claim.part == part]
    spans += [one.span for one in reading.unread if one.part == part]
    if part in reading.answer.texts:
        answer_text, start = reading.answer.texts[part]
        spans.append(Span(start, start + len(answer_text)))
    spans = spans or [one.span for one in reading.unread if one.part is None]
    places = {(text.rfind("\n", 0, span.start) + 1, text.find("\n", span.end)) for span in spans}
    lines = (text[start : end if end >= 0 else None].strip() for start, end in sorted(places))
    return " · ".join(filter(None, map(replace_with_file_names, lines)))[:MAX_UNREAD_LENGTH]


def _read_as(reading: AnswerReading, submission: Submission, tree: Tree, decided: tuple[str, ...]) -> Interpretation:
    """Return how a submission was interpreted: its claims and its unread fragments.

    `decided` lists the parts that decisions have resolved.
    """
    claims = tuple(_claim_as_read(claim, submission, tree) for claim in reading.claims)
    unread = (_unread_fragment(one, submission) for one in reading.unread)
    return Interpretation(
        claims, tuple(sorted(unread, key=lambda fragment: (fragment.line or 0, fragment.column or 0))), decided
    )


def _claim_as_read(claim: Claim, submission: Submission, tree: Tree) -> ReadClaim:
    node = None if claim.node is None else tree.names[claim.node]
    return ReadClaim(claim.part, node, claim.value, *_place_in_submission(claim.span, submission), claim.how)


def _unread_fragment(one: Unread, submission: Submission) -> UnreadFragment:
    return UnreadFragment(*_place_in_submission(one.span, submission, MAX_UNREAD_LENGTH), one.part or None)


def _place_in_submission(
    span: Span, submission: Submission, most: int = _MAX_EXCERPT_LENGTH
) -> tuple[int | None, int | None, str]:
    """Return the line, the column and the text of a span in a submission.

    Line and column are None if the position is unknown.
    """
    text = submission.text[span.start : _end_with_brackets(span, submission.text)][:most]
    place = submission.placed(Problem("", span, {}, submission.source, submission.text)).place()
    return (place.line, place.column, text) if place else (None, None, text)


def _end_with_brackets(span: Span, text: str) -> int:
    """Return the end of a span, extended to include the closing brackets that the span lacks."""
    excerpt = text[slice(*span)]
    missing = sum(map(excerpt.count, "([<")) - sum(map(excerpt.count, ")]>"))
    found = _CLOSING.match(text, span.end)
    return found.end() if found and missing == sum(map(found[0].count, ")]>")) > 0 else span.end


MAX_HERE, MIN_THERE = Fraction(1, 3), Fraction(4, 5)
"""Shares of correct claims that make a misfit: at most the first for this exercise, at least the second for another."""

MIN_CLAIMS = 4
"""Minimum number of claims for detecting a misfit, because fewer claims may fit another exercise by chance."""

MAX_OTHER_EXERCISES = 40
"""Maximum number of other exercises with which an answer is compared."""

_NAME = re.compile(r"(?<!\w)[A-Z]{1,2}[0-9]{0,3}(?!\w)")
"""Pattern for typical names of nodes."""


def misfit(
    number: int,
    here: ReadSubmission,
    key: Key,
    ready: Callable[[int], PreparedExercise],
    read: Callable[[int], ReadSubmission],
) -> Problem | None:
    """Return a problem if an answer seems to belong to another exercise of the key, or to none. Otherwise return None.

    `here` is the answer parsed for the exercise with this `number`, and `read` parses the answer for another exercise.
    `ready` returns the prepared exercise for a number.
    """
    claims, unknown = len(here.read.claims), _unknown_names(here, ready(number))
    may_belong_elsewhere = len(key.exercises) > 1 or unknown > claims
    if max(claims, unknown) < MIN_CLAIMS or not may_belong_elsewhere:
        return None
    if ready(number).grader.fit(here.answer) > MAX_HERE:
        return None
    for other in _numbers_of_other_exercises(key, number):
        try:
            there = read(other)
        except InputError:
            continue
        is_read = not there.answer.has_unread and len(there.read.claims) >= max(claims, MIN_CLAIMS)
        if is_read and ready(other).grader.fit(there.answer) >= MIN_THERE:
            exercise = key.exercises[other]
            return Problem("answer-fits-other", None, {"exercise": exercise.name, "variant": exercise.variant})
    return Problem("answer-other-tree", None, {"count": unknown}) if unknown > claims else None


def _unknown_names(found: ReadSubmission, prepared: PreparedExercise) -> int:
    """Return the number of names in unread fragments that are not names of nodes in the tree."""
    named = (name for fragment in found.read.unread for name in _NAME.findall(fragment.text))
    return sum(not prepared.grader.nodes.named(name) for name in named)


def _numbers_of_other_exercises(key: Key, number: int) -> Iterable[int]:
    """Return the numbers of the exercises with which an answer is compared, without `number`.

    The first exercise with each name comes before the variants.
    """
    found = dict.fromkeys((*key.first_numbers, *range(min(len(key.exercises), 2 * MAX_OTHER_EXERCISES))))
    return [other for other in found if other != number][:MAX_OTHER_EXERCISES]


def with_all_pending(found: ReadSubmission, prepared: PreparedExercise) -> ReadSubmission:
    """Return a parsed misfit with all parts pending, except the parts that a decision has resolved."""
    pending = frozenset(prepared.grader.points).difference(found.answer.decided)
    return found._replace(answer=found.answer._replace(pending=pending))
