"""Feedback on answers to one tree in one language; proofs are computed once and reused for all answers."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import Any

from treesolve.analysis.reference_answer import differing
from treesolve.grading.diagnosis import split
from treesolve.grading.grader import Grader, MarkedAnswer
from treesolve.grading.marks import FOLLOWING, WRONG, Mark
from treesolve.grading.published_solution import PublishedCheck
from treesolve.model.answer import PartDecision
from treesolve.model.number import Number
from treesolve.rendering.feedback_reasons import Reasons
from treesolve.rendering.template_environment import display_text, number_text, shortened, words

MAX_REASONS = 3
"""Maximum number of reasons per part in the short text. If there are more, the text only says how many."""

MAX_WRITTEN = 200
"""Maximum length of quoted student text, in characters."""

_OF_NUMBERS = frozenset({"values", "windows", "value"})


@lru_cache(maxsize=256)
def feedback_sentences(grader: Grader, language: str, full: bool, at_length: bool = False) -> "FeedbackSentences":
    """Return a FeedbackSentences object for these arguments, from a cache."""
    return FeedbackSentences(grader, language, full=full, at_length=at_length)


class FeedbackSentences:
    """Feedback sentences on answers to one tree.

    With `at_length`, every wrong cut gets its proof, otherwise only one cut does. With `full`, the feedback may reveal
    the solution.
    """

    def __init__(self, grader: Grader, language: str, *, full: bool, at_length: bool = False) -> None:
        self.grader, self.language, self.full = grader, language, full
        self.reasons = Reasons(grader, language, full=full, at_length=at_length)
        self.say, self.practice = words(language, "grading.jinja"), words(language, "practice.jinja")

    def text(self, report: MarkedAnswer) -> str:
        """Return the reasons for all lost points as a single string."""
        if all(mark.is_full for mark in report.marks):
            sentences = [self.praise(report)]
        else:
            lost = [mark for mark in report.marks if not mark.is_full and not mark.is_pending]
            sentences = [*self.accepted(report), *self.diagnosis(report), *self.perspective_note(report)]
            sentences += [sentence for mark in lost for sentence in self._sentences_on_lost_points(mark, report)]
        sentences += [sentence for mark in report.marks for sentence in self.comments(mark, report)]
        return collapse_whitespace(" ".join([*map(self.pending, report.pending), *sentences]))

    def accepted(self, report: MarkedAnswer) -> list[str]:
        """Return a note if the answer was graded by a convention other than the exercise's, otherwise no sentence."""
        convention = display_text(self.grader.solution.convention.id)
        return [self.say.accepted({"convention": convention})] if report.reading else []

    def perspective_note(self, report: MarkedAnswer) -> list[str]:
        """Return a note if the feedback converts the student's numbers from the mover's view, otherwise no sentence."""
        is_read_so = self.grader.explaining_rules(report)[0].answer == report.answer
        lost = (mark for mark in report.marks if not mark.is_full and mark.part in _OF_NUMBERS)
        found = lost if is_read_so else filter(None, (self._split_by_diagnosis(mark, report)[1] for mark in lost))
        is_turned = any(is_read_so or item.verdict == WRONG for mark in found for item in mark.items)
        return [self.say.own_view()] if is_turned and report.view == "mover" else []

    def praise(self, report: MarkedAnswer) -> str:
        """Return the sentence for an answer that loses no points."""
        follows = any(mark.basis == FOLLOWING for mark in report.marks)
        return self.say.full_points() if follows else self.say.all_right()

    def _sentences_on_lost_points(self, mark: Mark, report: MarkedAnswer) -> Iterator[str]:
        assert mark.points is not None
        yield f"{self.practice.part(mark.part)} ({self.points(mark.points, mark.of)}):"
        yield from self.explained(mark, report, MAX_REASONS)
        yield from self.first_reasons(mark, report, MAX_REASONS)

    def first_reasons(self, mark: Mark, report: MarkedAnswer, most: int) -> Iterator[str]:
        """Yield up to `most` reasons for lost points that the diagnosis does not explain, then how many were omitted.

        If a person decided about the part, this decision comes first. With `at_length`, mistakes that the diagnosis
        explains get reasons as well.
        """
        if mark.part in report.answer.decided and not mark.is_full and not mark.is_pending:
            yield self._decision_sentence(mark, report.answer.decided[mark.part])
        if mark.rule and self.full:
            yield self.say.for_rule({"name": self.say.misconception(mark.rule)})
        _, left = (None, mark) if self.reasons.at_length else self._split_by_diagnosis(mark, report)
        lazy_sentences = [] if left is None else self.reasons.lazy_sentences(left, report.answer)
        yield from (collapse_whitespace(make()) for make in lazy_sentences[:most])
        if len(lazy_sentences) > most:
            yield self.say.more({"count": len(lazy_sentences) - most})

    def _decision_sentence(self, mark: Mark, decided: PartDecision) -> str:
        """Return the sentence about a person's decision: the answer's text, the correct answer and the comment."""
        by_points = decided.points is not None
        facts = {
            "written": shortened(display_text(decided.written), MAX_WRITTEN),
            "means": display_text(decided.means),
            "by_points": by_points,
            "right": self.reasons.right(mark.part) if self.full and by_points else "",
            "comment": display_text(decided.reason),
        }
        return collapse_whitespace(self.say.by_person(facts))

    def comments(self, mark: Mark, report: MarkedAnswer) -> list[str]:
        """Return a person's comment on a part with full points, or no sentence if there is none."""
        decided = report.answer.decided.get(mark.part)
        if not (decided and decided.reason and mark.is_full):
            return []
        facts = {"part": self.practice.part(mark.part), "comment": display_text(decided.reason)}
        return [collapse_whitespace(self.say.comment_on_part(facts))]

    def points(self, points: Number, of: Number) -> str:
        """Return points as text, such as "3 of 4 points"."""
        return self.say.points({"points": number_text(points, self.language), "of": number_text(of, self.language)})

    def pending(self, part: str) -> str:
        """Return the sentence that says that a part needs review."""
        return self.say.pending({"part": self.practice.part(part)})

    # Diagnosis

    def diagnosis(self, report: MarkedAnswer) -> list[str]:
        """Return the buggy rule behind the mistakes, with an explanation.

        Before the deadline, return only what the student should review, and nothing if the diagnosis is uncertain.
        """
        diagnosis = report.diagnosis
        if not self.full:
            is_sure = len(diagnosis) == 1 and diagnosis[0].exact
            return [collapse_whitespace(self.say.again(diagnosis[0].code))] if is_sure else []
        if not diagnosis:
            return []
        parts, (answer, rules) = self.grader.explained_parts(report), self.grader.explaining_rules(report)
        names = [self.say.misconception(one.code) for one in diagnosis]
        is_exact = not any(differing(answer, rule, parts) for rule in rules)
        facts = {"parts": list(map(self.practice.part, parts)), "names": names, "exact": is_exact}
        more = [collapse_whitespace(self.say.explained(one.code)) for one in diagnosis[:1] if len(diagnosis) == 1]
        return [self.say.diagnosis(facts), *more]

    def explained(self, mark: Mark, report: MarkedAnswer, most: int) -> list[str]:
        """Return one line for each mistake in a part that the diagnosis explains, limited to `most` lines."""
        by_rule, _ = self._split_by_diagnosis(mark, report)
        lines = (
            []
            if by_rule is None
            else [collapse_whitespace(self.say.by_rule(facts)) for facts in self._mistakes(by_rule)]
        )
        return [*lines[:most], *([self.say.more({"count": len(lines) - most})] if len(lines) > most else [])]

    def _split_by_diagnosis(self, mark: Mark, report: MarkedAnswer) -> tuple[Mark | None, Mark | None]:
        """Return a part split into the mistakes that the diagnosis explains and the remaining ones."""
        return split(mark, *self.grader.explaining_rules(report), self.grader.masks) if self.full else (None, mark)

    def _mistakes(self, mark: Mark) -> Iterator[dict[str, Any]]:
        """Yield the mistakes in a part with their corrections."""
        if mark.part == "order":
            yield {"what": "order", "right": self.reasons.right_order()}
        for what, nodes in (("extra", mark.extra), ("missing", mark.missing)):
            if mark.part == "pruned" and nodes:
                yield {"what": what, "names": self.reasons.all_names(nodes)}
        texts: dict[str, Callable[[Any], str]] = {"best": self.reasons.name, "windows": self.reasons.window}
        text = texts.get(mark.part, self.reasons.number)
        for item in mark.items:
            right = "" if item.expected is None else text(item.expected)
            facts = {"what": mark.part, "name": self.reasons.name(item.node), "given": text(item.given), "right": right}
            yield {**facts, "pairs": self.reasons.counted_pairs(mark, item)}


def collapse_whitespace(text: str) -> str:
    """Return the text with each run of whitespace, such as line breaks from templates, replaced by one space."""
    return " ".join(text.split())


def published_sentence(found: PublishedCheck, language: str = "en") -> str:
    """Return which conventions make the published solution correct, or which misconceptions explain its mistakes."""
    misconception = words(language, "grading.jinja").misconception
    facts = {
        "is_right": found.own.is_right,
        "convention": display_text(found.own.name),
        "right": [trial.name for trial in found.conventions if trial.is_right],
        "others": [trial.name for trial in found.conventions if not trial.is_right],
        "rules": list(found.rules),
        "misconceptions": list(map(misconception, found.misconceptions)),
        "partly": list(map(misconception, found.partly)),
        "levels": [" ".join(kind.name for kind in levels) for levels in found.levels],
    }
    return collapse_whitespace(words(language, "comparison.jinja").published(facts))


def published_reasons(found: PublishedCheck, language: str = "en") -> Iterator[tuple[str, str]]:
    """Yield the reasons why a published solution is wrong by the convention, each with its part.

    Each part yields up to MAX_REASONS reasons, then a sentence with the number of omitted reasons.
    """
    reasons = Reasons(found.grader, language, at_length=True, is_published=True)
    for mark in found.report.marks:
        yield from ((mark.part, reason) for reason in _reasons_of_part(mark, found, reasons))


def _reasons_of_part(mark: Mark, found: PublishedCheck, reasons: Reasons) -> Iterator[str]:
    lazy_sentences = reasons.lazy_sentences(mark, found.report.answer)
    yield from (collapse_whitespace(make()) for make in lazy_sentences[:MAX_REASONS])
    if len(lazy_sentences) > MAX_REASONS:
        yield reasons.say.more({"count": len(lazy_sentences) - MAX_REASONS})
