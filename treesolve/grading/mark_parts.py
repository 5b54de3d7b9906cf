"""Marking the parts of one answer, with the reason for every point that is lost.

A mistake costs once. A value is right if it follows from the values the student wrote below it, a window if it follows
from the numbers the student wrote before; what is pruned and the order are compared with the search run again on the
student's own values, too. Of the lecture, the other accepted lectures, and that search, the one wins by which most is
right, part by part.

Vocabulary

    share       how much of a part is right, from 0 to 1; down to -1 where wrong marks cost
    cut         all branches pruned at one node: one decision, however many they are and whatever hangs below
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, partial
from typing import NamedTuple

from treesolve.analysis.model_answer import Handed, Reference, Window, differences, handed, in_order
from treesolve.grading.follow_through import OwnValues
from treesolve.grading.marking_scheme import AnswerKey
from treesolve.grading.marks import CORRECT, DECIDED, FOLLOWING, MISSING, PARTIAL, PENDING, REFERENCE, WRONG, Item, Mark
from treesolve.model.answer import QUESTIONS, Answer
from treesolve.model.number import Number

_ALL, _NOTHING = Fraction(1), Fraction(0)


class Part(NamedTuple):
    """A mark whose points are not yet counted, and how much of the part is right."""

    share: Fraction
    mark: Mark


class _Found(NamedTuple):
    """How much of a part is right by one of the searches, and what this search is called."""

    share: Fraction
    basis: str


class Marking:
    """One answer being marked against a key."""

    def __init__(self, key: AnswerKey, answer: Answer) -> None:
        self.key, self.answer = key, answer
        self.tree, self.rubric, self.right = key.tree, key.rubric, key.right
        self.handed: Handed = handed(answer, key.masks)
        self.own = OwnValues(key, self.handed)

    @cached_property
    def parts(self) -> tuple[Part, ...]:
        """All parts there are points for."""
        return tuple(map(self._part, self.key.points))

    def _part(self, part: str) -> Part:
        """A part with its share; one in which something was not read is left to somebody."""
        if part in self.answer.pending:
            return Part(_NOTHING, Mark(part, None, 1, PENDING))
        if part in self.answer.decided:
            return self._decided(part)
        return _MARKS[part](self)

    def _decided(self, part: str) -> Part:
        """A part whose points somebody has decided; it is worth no more than it is worth to others."""
        of, points = self.key.points[part], self.answer.decided[part][0]
        return Part(min(Fraction(points) / (Fraction(of) or 1), _ALL), Mark(part, min(points, of), of, DECIDED))

    @cached_property
    def share(self) -> Fraction:
        """How much is right, all parts together."""
        return sum((part.share for part in self.parts), _NOTHING)

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong or missing in any part that is decided."""
        return all(part.mark.is_pending or part.share is _ALL or part.share == 1 for part in self.parts)

    def marks(self) -> tuple[Mark, ...]:
        """The marks of all parts, with their points."""
        return tuple(map(self._pointed, self.parts))

    def _pointed(self, found: Part) -> Mark:
        of, share = self.key.points[found.mark.part], found.share
        if found.mark.is_pending or found.mark.basis == DECIDED:
            return found.mark._replace(of=of)
        if found.mark.part in self.rubric.whole and share < 1:
            share = min(share, _NOTHING)
        points = of if share == 1 else max(-of, min(of, self.rubric.rounded(share * of)))
        return found.mark._replace(points=points, of=of)

    def _lectures(self) -> Iterator[tuple[str, Reference]]:
        """The lectures that count as right, ours first, each with what it is called as a basis."""
        yield REFERENCE, self.right
        for name, lecture in self.key.accepted:
            yield f"convention:{name}", lecture

    # Parts with items

    def values(self) -> Part:
        """Values: each node that needs one counts the same."""
        return _best(self._counted("values", basis, self.value_items(lecture)) for basis, lecture in self._lectures())

    def value_items(self, lecture: Reference) -> list[Item]:
        """Each node that has to have a value in a lecture."""
        needed = self.key.needed if lecture is self.right else self.key.needed_in(lecture)
        written = self.own.written
        return [
            self._value_item(node, written.get(node), lecture.values[node])
            for node in needed
            if node in written or not self.own.excuses(node)
        ]

    def _value_item(self, node: int, given: Number | None, accepted: tuple[Number, ...]) -> Item:
        if given is None:
            verdict = MISSING
        elif given in accepted:
            verdict = CORRECT
        else:
            verdict = FOLLOWING if self.own.follows(node, given) else WRONG
        return Item(node, given, accepted[0], verdict)

    def windows(self) -> Part:
        """Windows: each visited node counts the same."""
        lectures = [(basis, lecture) for basis, lecture in self._lectures() if lecture.windows]
        return _best(self._counted("windows", basis, self._window_items(lecture)) for basis, lecture in lectures)

    def _window_items(self, lecture: Reference) -> list[Item]:
        given = self.own.windows
        return [
            self._window_item(node, given.get(node), lecture.windows[node])
            for node in sorted(lecture.windows)
            if node in given or not self.own.excuses(node)
        ]

    def _window_item(self, node: int, given: Window | None, expected: Window) -> Item:
        if given is None:
            verdict = MISSING
        elif given == expected:
            verdict = CORRECT
        else:
            verdict = FOLLOWING if self.own.follows_window(node, given) else WRONG
        return Item(node, given, expected, verdict)

    def _counted(self, part: str, name: str, items: list[Item]) -> Part:
        """A part in which every item counts the same; `name` is the search it is held against."""
        verdicts = [item.verdict for item in items]
        following = verdicts.count(FOLLOWING)
        right = verdicts.count(CORRECT) + following
        if right == len(items):
            return Part(_ALL, Mark(part, 0, 1, FOLLOWING if following else name, tuple(items)))
        wrong = verdicts.count(WRONG) if self.rubric.negative else 0
        return Part(Fraction(right - wrong, len(items)), Mark(part, 0, 1, PARTIAL, tuple(items)))

    # Pruned nodes and order

    def pruned(self) -> Part:
        """What is pruned: each cut is one decision, however much hangs below it."""
        masks, found, right = self.key.masks, self.handed, self.right
        if self.answer.pruned is None:
            return Part(_NOTHING, Mark("pruned", 0, 1, PARTIAL, (), None, right.roots, right.roots))
        best = max(self._by_search(self.share_of_pruned), key=lambda by: by.share)
        missing = tuple(root for root, cut in zip(right.roots, right.cuts, strict=True) if cut & ~found.pruned)
        extra = masks.topmost(found.pruned & ~right.pruned)
        return Part(best.share, Mark("pruned", 0, 1, best.basis, (), found.topmost, right.roots, missing, extra))

    def _by_search(self, share_by: Callable[[Reference], Fraction]) -> Iterator[_Found]:
        """How much is right by each lecture, and, up to a limit, by the search run again if it cuts anything."""
        for basis, lecture in self._lectures():
            share = share_by(lecture)
            yield _Found(share, basis if share == 1 else PARTIAL)
            if share == 1:
                return
        again, limit = self.own.consequence, self.rubric.follow_through
        if limit and again is not None and again.roots:
            share = share_by(again)
            if share > 0:
                yield _Found(share * Fraction(limit), FOLLOWING if share == 1 else PARTIAL)

    def share_of_pruned(self, lecture: Reference) -> Fraction:
        """Cuts found, less branches named that are not cut, of all cuts.

        Of a cut with only some of its branches named, that share counts. Wrong branches of a node cost as much as a
        cut; where it does cut others, their share of all that is named there.
        """
        given = self.handed.pruned
        if given == lecture.pruned:
            return _ALL
        if not lecture.roots:
            return self._at_least(Fraction(-1))
        parents = self.tree.parents
        cut = Counter(parents[root] for root in lecture.roots)
        named = zip(lecture.roots, lecture.cuts, strict=True)
        hit = Counter(parents[root] for root, leaves in named if not leaves & ~given)
        false = Counter(parents[node] for node in self.key.masks.topmost(given & ~lecture.pruned))
        hits = sum(Fraction(hit[node], branches) for node, branches in cut.items())
        costs = sum(Fraction(branches, branches + hit[node]) for node, branches in false.items())
        return self._at_least(Fraction(hits - costs) / len(cut))

    def _at_least(self, share: Fraction) -> Fraction:
        return max(share, Fraction(-1 if self.rubric.negative else 0))

    def order(self) -> Part:
        """The order of the leaves: those in the right order, less those that do not belong there."""
        given, right = self.answer.order, self.right.order
        if given is None:
            return Part(_NOTHING, Mark("order", 0, 1, PARTIAL, (), None, right, right))
        best = max(self._orders(given), key=lambda by: by.share)
        missing = tuple(leaf for leaf in right if leaf not in given)
        extra = tuple(dict.fromkeys(leaf for leaf in given if leaf not in right))
        return Part(best.share, Mark("order", 0, 1, best.basis, (), given, right, missing, extra))

    def _orders(self, given: tuple[int, ...]) -> Iterator[_Found]:
        yield from self._by_search(lambda lecture: self._share_of_order(given, lecture.order))
        limit = self.rubric.follow_through
        if limit and given != self.right.order and self._is_without_own_pruned(given):
            yield _Found(Fraction(limit), FOLLOWING)

    def _share_of_order(self, given: tuple[int, ...], right: tuple[int, ...]) -> Fraction:
        if given == right:
            return _ALL
        return self._at_least(Fraction(2 * in_order(given, right) - len(given), len(right)))

    def _is_without_own_pruned(self, given: tuple[int, ...]) -> bool:
        """Whether the order is of all leaves but those the student named as pruned, with some right among these."""
        if not self.handed.pruned or "pruned" not in self.key.points or self.share_of_pruned(self.right) <= 0:
            return False
        below, leaves = self.key.masks.below, self.tree.leaves
        ordered = leaves if self.key.solution.convention.order == "left-right" else leaves[::-1]
        return given == tuple(leaf for leaf in ordered if not below[leaf] & self.handed.pruned)

    # The root

    def best(self) -> Part:
        """The best move; one that is as good as the lecture's is right, too."""
        return self._single("best", self.answer.best, lambda lecture: lecture.best, self.own.is_best)

    def value(self) -> Part:
        """The value of the root."""
        given = self.own.written.get(0) if self.answer.value is None else self.answer.value
        return self._single("value", given, lambda lecture: lecture.value, lambda root: self.own.follows(0, root))

    def _single(
        self,
        part: str,
        given: Number | None,
        accepted: Callable[[Reference], tuple[Number, ...]],
        follows: Callable[..., bool],
    ) -> Part:
        """A part with one item, at the root."""
        expected = accepted(self.right)[0]
        if given is None:
            return self._counted(part, REFERENCE, [Item(0, None, expected, MISSING)])
        for basis, lecture in self._lectures():
            if given in accepted(lecture):
                return self._counted(part, basis, [Item(0, given, expected, CORRECT)])
        verdict = FOLLOWING if self.tree.children[0] and follows(given) else WRONG
        return self._counted(part, REFERENCE, [Item(0, given, expected, verdict)])

    # Beside the parts of the search

    def question(self, part: str) -> Part:
        """An answer to a question; what is wrong there costs where several things are asked, and wrong marks cost."""
        text, _ = self.answer.texts.get(part, ("", 0))
        share, items, _ = self.key.found(part, text)
        if self.rubric.negative and len(items) > 1:
            share -= Fraction(sum(item.verdict == WRONG for item in items), len(items))
        return Part(share, Mark(part, 0, 1, REFERENCE if share == 1 else PARTIAL, items))

    # What explains it

    def truths(self) -> list[dict[str, int]]:
        """How many differences there are, by part, from each search that counts as right."""
        asked = self.key.search_parts
        found = [differences(self.handed, lecture, asked) for _, lecture in self._lectures()]
        if self.own.consequence is not None:
            slips = sum(not self.own.follows(node, value) for node, value in self.own.off.items())
            found.append(differences(self.handed, self.own.consequence, asked) | {"values": max(slips, 1)})
        return found


def _best(parts: Iterable[Part]) -> Part:
    """The part of which most is right; the first that is right ends the comparison."""
    best = None
    for part in parts:
        if best is None or part.share > best.share:
            best = part
        if best.share == 1:
            break
    assert best is not None
    return best


_MARKS: Mapping[str, Callable[[Marking], Part]] = {
    "values": Marking.values,
    "windows": Marking.windows,
    "pruned": Marking.pruned,
    "order": Marking.order,
    "best": Marking.best,
    "value": Marking.value,
    **{part: partial(Marking.question, part=part) for part in QUESTIONS},
}
