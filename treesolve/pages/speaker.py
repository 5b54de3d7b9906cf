"""What there is to say about answers to one tree, in a language: sentences are made once and kept for all answers."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any

from treesolve.analysis.expected_answers import inner_nodes
from treesolve.analysis.misconception import Follower
from treesolve.analysis.model_answer import Reference
from treesolve.grading.diagnosis import Diagnosis
from treesolve.grading.grade import DECIDED, FOLLOWING, Grader, Mark, Report
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
    """What there is to say about answers to one tree; sentences are made once and kept."""

    def __init__(self, grader: Grader, language: str, *, full: bool) -> None:
        self.grader, self.language, self.full = grader, language, full
        self.reasons = Reasons(grader, language, full=full)
        self.say, self.practice = words(language, "grading.jinja"), words(language, "practice.jinja")

    def text(self, report: Report) -> str:
        """The reasons for all lost points in a row."""
        if all(mark.is_full for mark in report.marks):
            right = all(mark.basis != FOLLOWING for mark in report.marks)
            said = [self.reasons.kept(self.say.all_right if right else self.say.full_points)]
        else:
            lost = [mark for mark in report.marks if not mark.is_full and not mark.is_pending]
            said = [sentence for mark in lost for sentence in self._lost(mark, report)]
            said += self._perhaps(report.diagnosis)
        return " ".join([*map(self.pending, report.pending), *said, *map(shown_text, report.answer.notes)])

    def _lost(self, mark: Mark, report: Report) -> Iterator[str]:
        assert mark.points is not None
        yield self.reasons.kept(self._heading, mark.part, mark.points, mark.of)
        yield from self.first_reasons(mark, report, MOST_REASONS)

    def first_reasons(self, mark: Mark, report: Report, most: int) -> Iterator[str]:
        """So many of the reasons for what is lost in a part, and how many more there are; or what a person has said."""
        if mark.basis == DECIDED and not mark.is_full:
            yield from filter(None, [shown_text(report.answer.decided[mark.part][1])])
        makers = self.reasons.makers(mark, report.answer)
        yield from (make() for make in makers[:most])
        if len(makers) > most:
            yield self.reasons.kept(self._more, len(makers) - most)

    def _heading(self, part: str, points: Number, of: Number) -> str:
        return f"{self.practice.part(part)} ({self.points(points, of)}):"

    def _more(self, count: int) -> str:
        return self.say.more({"count": count})

    def points(self, points: Number, of: Number) -> str:
        """Points of those there are."""
        return self.say.points({"points": number_text(points, self.language), "of": number_text(of, self.language)})

    def pending(self, part: str) -> str:
        """That somebody has to decide about a part."""
        return self.reasons.kept(self._pending, part)

    def _pending(self, part: str) -> str:
        return self.say.pending({"part": self.practice.part(part)})

    def _perhaps(self, diagnosis: Sequence[Diagnosis]) -> Iterator[str]:
        codes = tuple(found.code for found in diagnosis if found.rank == 1)
        if codes:
            yield self.reasons.kept(self._perhaps_these, codes)

    def _perhaps_these(self, codes: tuple[str, ...]) -> str:
        if not self.full:
            return " ".join(dict.fromkeys(map(self.say.again, codes)))
        return self.say.text_perhaps({"names": [self.say.misconception(code) for code in codes]})

    # What is behind it, at length

    def misconception(self, code: str) -> str:
        """What somebody with the misconception does, and where that shows here; or what to look at again."""
        return self.reasons.kept(self._explained if self.full else self._again, code)

    def _again(self, code: str) -> str:
        return self.say.again(code)

    def _explained(self, code: str) -> str:
        return f"{self.say.explained(code)} {self._shown(code)}"

    def _shown(self, code: str) -> str:
        """Where an answer by the misconception first differs from the right one."""
        follower = next((found for found in self.grader.followers if found.code == code), None)
        if follower is None:
            return ""
        return next((self.say.shown(facts) for facts in self._differences(follower)), "")

    def _differences(self, follower: Follower) -> Iterator[dict[str, Any]]:
        right, wrong, names = self.grader.right, follower.reference, self.reasons.names
        nothing = {"name": "", "what": "", "wrong": "", "right": "", "count": 0}
        for part in self.grader.search_parts:
            if part == "pruned" and right.pruned != wrong.pruned:
                node = self.grader.masks.topmost(right.pruned ^ wrong.pruned)[0]
                too_many = bool(self.grader.masks.below[node] & wrong.pruned)
                yield {**nothing, "name": names[node], "what": "pruned" if too_many else "visited"}
            if part in ("values", "value"):
                yield from (nothing | facts for facts in self._value_differences(right, wrong))
            if part == "windows":
                yield from (nothing | facts for facts in self._window_differences(right, wrong))
            if part == "order" and right.order != wrong.order:
                yield from (nothing | facts for facts in self._order_differences(right, wrong))
            if part == "best" and wrong.best and wrong.best[0] not in right.best:
                yield {**nothing, "name": names[wrong.best[0]], "what": "best"}

    def _value_differences(self, right: Reference, wrong: Reference) -> Iterator[dict[str, Any]]:
        """The nodes that are worth something else by the misconception, in the order of the search."""
        for node in inner_nodes(self.grader.solution):
            true, false, name = right.values[node], wrong.values[node], self.reasons.names[node]
            if node in right.visited and true and false and false[0] not in true:
                numbers = map(self.reasons.number, (false[0], true[0]))
                told = dict(zip(("wrong", "right"), (f"{name} = {number}" for number in numbers), strict=True))
                yield {"name": name, "what": "value", **told}

    def _window_differences(self, right: Reference, wrong: Reference) -> Iterator[dict[str, Any]]:
        """The nodes that both visit, but with other windows, in the order of the search."""
        for node, window in right.windows.items():
            if wrong.windows.get(node, window) != window:
                told = {"wrong": self.reasons.window(wrong.windows[node]), "right": self.reasons.window(window)}
                yield {"name": self.reasons.names[node], "what": "window", **told}

    def _order_differences(self, right: Reference, wrong: Reference) -> Iterator[dict[str, Any]]:
        for count, leaf in enumerate(wrong.order):
            if right.order[count : count + 1] != (leaf,):
                yield {"name": self.reasons.names[leaf], "what": "order", "count": count + 1}
