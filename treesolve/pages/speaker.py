"""What there is to say about answers to one tree, in a language: proofs are made once and kept for all answers."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from treesolve.analysis.expected_answers import inner_nodes
from treesolve.analysis.misconception import Follower
from treesolve.analysis.model_answer import Reference, Window
from treesolve.grading.diagnosis import Diagnosis
from treesolve.grading.grade import FOLLOWING, Grader, Mark, Report
from treesolve.model.answer import Answer
from treesolve.model.number import Number
from treesolve.pages.environment import number_text, words
from treesolve.pages.reason import Reasons
from treesolve.pages.shown import shown_text

MOST_REASONS = 3
"""So many reasons for a part stand in the short text; more are counted."""


@lru_cache(maxsize=256)
def speaker(grader: Grader, language: str, full: bool) -> "Speaker":
    """The speaker about answers to the grader's tree, the same one for the same arguments."""
    return Speaker(grader, language, full=full)


class Speaker:
    """What there is to say about answers to one tree."""

    def __init__(self, grader: Grader, language: str, *, full: bool) -> None:
        self.grader, self.language, self.full = grader, language, full
        self.reasons = Reasons(grader, language, full=full)
        self.say, self.practice = words(language, "grading.jinja"), words(language, "practice.jinja")

    def text(self, report: Report) -> str:
        """The reasons for all lost points in a row."""
        if all(mark.is_full for mark in report.marks):
            said = [self.praise(report)]
        else:
            lost = [mark for mark in report.marks if not mark.is_full and not mark.is_pending]
            said = [sentence for mark in lost for sentence in self._sentences_on_lost_points(mark, report)]
            said += self._sentences_on_diagnosis(report.diagnosis)
        return in_one_row(" ".join([*map(self.pending, report.pending), *said]))

    def praise(self, report: Report) -> str:
        """That no point is lost, and whether everything is right."""
        follows = any(mark.basis == FOLLOWING for mark in report.marks)
        return self.say.full_points() if follows else self.say.all_right()

    def _sentences_on_lost_points(self, mark: Mark, report: Report) -> Iterator[str]:
        assert mark.points is not None
        yield f"{self.practice.part(mark.part)} ({self.points(mark.points, mark.of)}):"
        yield from self.first_reasons(mark, report, MOST_REASONS)

    def first_reasons(self, mark: Mark, report: Report, most: int) -> Iterator[str]:
        """So many of the reasons for what is lost in a part, and how many more there are; or what a person has said."""
        if mark.part in report.answer.decided and not mark.is_full:
            yield from filter(None, [shown_text(report.answer.decided[mark.part][1])])
        makers = self.reasons.makers(mark, report.answer)
        yield from (in_one_row(make()) for make in makers[:most])
        if len(makers) > most:
            yield self.say.more({"count": len(makers) - most})

    def points(self, points: Number, of: Number) -> str:
        """Points of those there are."""
        return self.say.points({"points": number_text(points, self.language), "of": number_text(of, self.language)})

    def pending(self, part: str) -> str:
        """That somebody has to decide about a part."""
        return self.say.pending({"part": self.practice.part(part)})

    def _sentences_on_diagnosis(self, diagnosis: Sequence[Diagnosis]) -> Iterator[str]:
        codes = [found.code for found in diagnosis if found.rank == 1]
        if codes and self.full:
            yield self.say.text_perhaps({"names": list(map(self.say.misconception, codes))})
        else:
            yield from dict.fromkeys(map(self.say.again, codes))

    # What is behind it, at length

    def misconception(self, code: str, answer: Answer) -> str:
        """What somebody with the misconception does, and where that shows in the answer; or what to look at again."""
        if not self.full:
            return in_one_row(self.say.again(code))
        return in_one_row(f"{self.say.explained(code)} {self._place_where_it_shows(code, answer)}")

    def _place_where_it_shows(self, code: str, answer: Answer) -> str:
        """Where the answer first says what somebody with the misconception says, and what is not right."""
        follower = next((found for found in self.grader.followers if found.code == code), None)
        if follower is None:
            return ""
        return next((self.say.shown(facts).strip() for facts in self._differences_as_of_follower(follower, answer)), "")

    def _differences_as_of_follower(self, follower: Follower, answer: Answer) -> Iterator[dict[str, Any]]:
        """What the answer has in common with that of the follower, and not with the right one."""
        right, wrong = self.grader.right, follower.reference
        nothing = {"name": "", "what": "", "wrong": "", "right": "", "count": 0}
        for part in self.grader.search_parts:
            if part == "pruned" and answer.pruned is not None:
                yield from (nothing | facts for facts in self._pruned_differences(right, wrong, answer.pruned))
            if part in ("values", "value"):
                yield from (nothing | facts for facts in self._value_differences(right, wrong, answer))
            if part == "windows":
                yield from (nothing | facts for facts in self._window_differences(right, wrong, answer.windows or {}))
            if part == "order":
                yield from (nothing | facts for facts in self._order_differences(right, wrong, answer.order or ()))
            if part == "best" and answer.best in wrong.best[:1] and answer.best not in right.best:
                yield {**nothing, "name": self.reasons.name(wrong.best[0]), "what": "best"}

    def _pruned_differences(
        self, right: Reference, wrong: Reference, given: tuple[int, ...]
    ) -> Iterator[dict[str, Any]]:
        """The topmost nodes that are pruned only by the misconception, and that the answer names, or the reverse."""
        masks = self.grader.masks
        named = masks.of(given)
        pruned = masks.topmost(wrong.pruned & ~right.pruned & named)
        visited = masks.topmost(right.pruned & ~wrong.pruned & ~named)
        for node in sorted((*pruned, *visited)):
            yield {"name": self.reasons.name(node), "what": "pruned" if node in pruned else "visited"}

    def _value_differences(self, right: Reference, wrong: Reference, answer: Answer) -> Iterator[dict[str, Any]]:
        """The nodes that the answer gives a value of the misconception, in the order of the search."""
        given = {} if answer.value is None else {0: answer.value}
        given |= answer.values or {}
        for node in inner_nodes(self.grader.solution):
            true, false, name = right.values[node], wrong.values[node], self.reasons.name(node)
            if node in given and true and given[node] in false and given[node] not in true:
                numbers = map(self.reasons.number, (given[node], true[0]))
                told = dict(zip(("wrong", "right"), (f"{name} = {number}" for number in numbers), strict=True))
                yield {"name": name, "what": "value", **told}

    def _window_differences(
        self, right: Reference, wrong: Reference, given: Mapping[int, Window]
    ) -> Iterator[dict[str, Any]]:
        """The nodes that both visit, and that the answer gives the window of the misconception."""
        for node, window in right.windows.items():
            if node in given and wrong.windows.get(node) == given[node] != window:
                told = {"wrong": self.reasons.window(given[node]), "right": self.reasons.window(window)}
                yield {"name": self.reasons.name(node), "what": "window", **told}

    def _order_differences(
        self, right: Reference, wrong: Reference, given: tuple[int, ...]
    ) -> Iterator[dict[str, Any]]:
        """The places at which the answer has the leaf of the misconception, and not the right one."""
        for count, leaf in enumerate(wrong.order):
            if given[count : count + 1] == (leaf,) != right.order[count : count + 1]:
                yield {"name": self.reasons.name(leaf), "what": "order", "count": count + 1}


def in_one_row(text: str) -> str:
    """Sentences with a blank between two words, however a template breaks them."""
    return " ".join(text.split())
