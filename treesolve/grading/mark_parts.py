"""Marking the parts of one answer, with the reason for every point that is lost.

A mistake costs once. A value is right if it follows from the values the student wrote below it, a window if it follows
from the numbers the student wrote before. What is pruned and the order are compared with the search of the convention,
or with that search run again on the student's own values: both parts with the same one, that by which more is right.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from fractions import Fraction
from functools import cached_property, partial, reduce
from operator import itemgetter
from typing import Any

from treesolve.analysis.expected_answers import all_leaves
from treesolve.analysis.model_answer import ComparableAnswer, Reference, differences, handed
from treesolve.grading.follow_through import OwnValues
from treesolve.grading.marking_scheme import AnswerKey
from treesolve.grading.marks import CORRECT, DECIDED, FOLLOWING, MISSING, PARTIAL, PENDING, REFERENCE, WRONG, Item, Mark
from treesolve.grading.points import AnswerPoints, cuts_found, share_of_cuts, share_of_order, without_parts_of_branches
from treesolve.model.answer import QUESTIONS, Answer
from treesolve.model.number import Number

_ALL, _NOTHING = Fraction(1), Fraction(0)

_Found = tuple[Fraction, str]
"""How much of a part is right by a search, and the basis of that."""


class Marking:
    """One answer being marked against the key of one convention, whatever else the rubric accepts.

    Something follows only from what is paid for: from values that have points, and from what was named as pruned if
    that has points; if `follows`.
    """

    def __init__(self, key: AnswerKey, answer: Answer, *, follows: bool = True) -> None:
        self.key, self.answer = key, answer
        self.tree, self.right = key.tree, key.right
        self.rubric = key.rubric if follows else key.rubric._replace(follow_through=0)
        self.handed: ComparableAnswer = handed(answer, key.masks, key.rubric.places)
        values, pruned = (getattr(answer, part) if key.points.get(part) else None for part in ("values", "pruned"))
        paid_for = handed(answer._replace(values=values, pruned=pruned), key.masks, key.rubric.places)
        at_root = {} if key.asks_for_root or self.root is None else {0: self.root}
        self.own = OwnValues(key, paid_for, at_root)
        self.written = {**(answer.values or {}), **at_root}
        self._known: dict[str, Mark] = {}

    @cached_property
    def root(self) -> Number | None:
        """The value of the root, by itself or among the values; of two of them the one that is not right."""
        found = [value for value in (self.answer.value, (self.answer.values or {}).get(0)) if value is not None]
        wrong = (value for value in found if not self.handed.is_any(value, self.right.value))
        return next(wrong, found[0] if found else None)

    @cached_property
    def points(self) -> AnswerPoints:
        """What all parts there are points for are worth, by the search of the convention or by the student's own."""
        found = self._points_by(None)
        if self._own_search is None or found.is_full:
            return found
        return max(found, self._points_by(self._own_search), key=lambda points: points.share)

    @property
    def _own_search(self) -> Reference | None:
        """What the search run again on the student's own values makes right, if anything follows from these."""
        return self.own.consequence if self.rubric.follow_through else None

    def _points_by(self, own: Reference | None) -> AnswerPoints:
        """The points with the cuts and the order of the student's own search; None for the convention's."""
        for part in self.key.points:
            if part in _OF_CUTS or part not in self._known:
                self._known[part] = self._decided(part, own)
        return AnswerPoints(self.rubric, self.key.points, tuple(self._known[part] for part in self.key.points))

    def _decided(self, part: str, own: Reference | None) -> Mark:
        """A part with its share; one that may change with a line that was not read is left to somebody."""
        decided = self.answer.decided.get(part)
        if decided and decided.points is not None:
            return self._part_by_decision(part, decided.points)
        found = _OF_CUTS[part](self, own) if part in _OF_CUTS else _MARKS[part](self)
        if self._waits(part, found):
            return Mark(part, _NOTHING, PENDING)
        is_whole = part in self.rubric.whole and found.share < 1
        return found._replace(share=min(found.share, _NOTHING)) if is_whole else found

    def _waits(self, part: str, found: Mark) -> bool:
        """Whether somebody has to look at a part, and nobody has said yet what it means."""
        may_change = self.answer.has_unread and found.share < 1
        return part not in self.answer.decided and (may_change or part in self.answer.pending)

    def _part_by_decision(self, part: str, points: Number) -> Mark:
        """A part whose points somebody has decided; it is worth no more than it is worth to others."""
        of = self.key.points[part]
        share = min(Fraction(points) / (Fraction(of) or 1), _ALL)
        right = {"pruned": self.right.roots, "order": self.right.order}.get(part, ())
        return Mark(part, share, DECIDED, expected=right, points=min(points, of))

    # Parts with items

    def values(self) -> Mark:
        """Values: each node that needs one counts the same, and each that needs none but has a wrong one."""
        values = self.right.values
        others = [node for node, accepted in values.items() if accepted and (node or not self.key.asks_for_root)]
        items = self._items_by_node(self.written, self.key.needed, others, values.__getitem__, self.own.follows)
        return self._mark_of_equal_items("values", items)

    def windows(self) -> Mark:
        """Windows: each visited node counts the same, and each that is not visited but has one."""
        given, needed = self.answer.windows or {}, sorted(self.right.windows)
        accepted = {node: (window,) for node, window in self.right.windows.items()}
        found = self._items_by_node(given, needed, given, lambda node: accepted.get(node, ()), self.own.follows_window)
        items = self.own.with_shares(found, follows=bool(self.rubric.follow_through))
        mark = self._mark_of_equal_items("windows", items)
        return mark if needed else mark._replace(share=_NOTHING, basis=PARTIAL)

    def _items_by_node(
        self,
        given: Mapping[int, Any],
        needed: Collection[int],
        others: Collection[int],
        accepted: Callable[[int], tuple[Any, ...]],
        follows: Callable[[int, Any], bool],
    ) -> list[Item]:
        """An item for each node that needs one, and for each of the others with something wrong."""

        def item(node: int) -> Item:
            right = accepted(node)
            verdict = self._verdict_on_given(given.get(node), right, partial(follows, node))
            return Item(node, given.get(node), right[0] if right else None, verdict)

        follow = bool(self.rubric.follow_through)
        found = [item(node) for node in needed if node in given or not (follow and self.own.excuses_empty(node))]
        beside = (item(node) for node in sorted({*others} & given.keys() - {*needed}))
        return found + [one for one in beside if one.verdict == WRONG]

    def _verdict_on_given(self, given: Any, accepted: tuple[Any, ...], follows: Callable[[Any], bool]) -> str:
        if given is None:
            return MISSING
        if given in accepted or any(self.own.means(given, exact) for exact in accepted):
            return CORRECT
        return FOLLOWING if self.rubric.follow_through and follows(given) else WRONG

    def _mark_of_equal_items(self, part: str, items: list[Item]) -> Mark:
        """A part in which every item counts the same."""
        verdicts = [item.verdict for item in items]
        following = verdicts.count(FOLLOWING)
        right = verdicts.count(CORRECT) + following
        if right == len(items):
            return Mark(part, _ALL, FOLLOWING if following else REFERENCE, tuple(items))
        shares = [item.share for item in items if item.verdict == WRONG]
        lost = sum(1 - share for share in shares) if self.rubric.negative else 0
        return Mark(part, Fraction(right + sum(shares) - lost, len(items)), PARTIAL, tuple(items))

    # Pruned nodes and order

    def pruned(self, own: Reference | None) -> Mark:
        """What is pruned: each cut is one decision, however much hangs below it."""
        found, right = self.handed, self.right
        if self.answer.pruned is None:
            return Mark("pruned", _NOTHING, PARTIAL, (), None, right.roots, right.roots)
        share, basis = self._share_by(partial(self._share_of_leaves, found.pruned), own, cutting=True)
        counting = [right, *([self._own_search] if self._own_search and self._own_search.roots else [])]
        missing, extra = self._missing_and_extra_nodes(counting)
        if share < 1 and not missing + extra:
            missing, extra = self._missing_and_extra_nodes([right])
        return Mark("pruned", share, basis, (), found.topmost, right.roots, missing, extra)

    def _missing_and_extra_nodes(self, searches: list[Reference]) -> tuple[tuple[int, ...], tuple[int, ...]]:
        """The topmost nodes that all of these searches prune and the answer does not name, and the other way round."""
        given, masks, right = self.handed.pruned, self.key.masks, self.right
        missed = reduce(lambda cut, search: cut & search.pruned, searches, right.pruned & ~given)
        extra = reduce(lambda wrong, search: wrong & ~search.pruned, searches, given)
        missing = tuple(root for root, cut in zip(right.roots, right.cuts, strict=True) if cut & missed)
        return missing, masks.topmost(extra)

    def _share_by(self, share_of: Callable[[Reference], Fraction], own: Reference | None, *, cutting: bool) -> _Found:
        """How much of a part is right by the convention, or, up to a limit, by the student's own search.

        What an own search without cuts says of what is pruned is no evidence unless the convention says so too.
        """
        share = share_of(self.right)
        if own is None:
            return share, REFERENCE if share == 1 else PARTIAL
        by_own = share_of(own)
        if share == by_own == 1:
            return _ALL, REFERENCE
        if cutting and not own.roots:
            return min(by_own, _NOTHING), PARTIAL
        return min(by_own, by_own * Fraction(self.rubric.follow_through)), FOLLOWING if by_own == 1 else PARTIAL

    def _share_of_leaves(self, given: int, lecture: Reference) -> Fraction:
        """How much of what is named as pruned is right by a search; where nothing is cut, all or nothing."""
        if given == lecture.pruned:
            return _ALL
        return self._share_above_limit(share_of_cuts(given, lecture, self.key.masks) if lecture.roots else Fraction(-1))

    def _share_above_limit(self, share: Fraction) -> Fraction:
        return max(share, Fraction(-1 if self.rubric.negative else 0))

    def order(self, own: Reference | None) -> Mark:
        """The order of the leaves: those in the right order, less those that do not belong there."""
        given, right = self.answer.order, self.right.order
        if given is None:
            return Mark("order", _NOTHING, PARTIAL, (), None, right, right)
        share, basis = max(self._shares_of_order(given, own), key=itemgetter(0))
        missing = tuple(leaf for leaf in right if leaf not in given)
        extra = tuple(dict.fromkeys(leaf for leaf in given if leaf not in right))
        return Mark("order", share, basis, (), given, right, missing, extra)

    def _shares_of_order(self, given: tuple[int, ...], own: Reference | None) -> Iterator[_Found]:
        yield self._share_by(partial(self._share_of_order, given), own, cutting=False)
        limit = self.rubric.follow_through
        if limit and given != self.right.order and self._is_without_own_pruned(given):
            yield self._share_of_consistent_order(given) * Fraction(limit), FOLLOWING

    def _share_of_order(self, given: tuple[int, ...], lecture: Reference) -> Fraction:
        return _ALL if given == lecture.order else self._share_above_limit(share_of_order(given, lecture.order))

    def _is_without_own_pruned(self, given: tuple[int, ...]) -> bool:
        """Whether the order is of all leaves but those the student named as pruned.

        Evaluated ones that are named may be listed, too: nobody gains by leaving them out.
        """
        if self.own.handed.answer.pruned is None or "pruned" not in self.key.points:
            return False
        below = self.key.masks.below
        listed = self.key.masks.of({*given} & {*self.right.order})
        ordered = all_leaves(self.key.solution)
        return given == tuple(leaf for leaf in ordered if not below[leaf] & self.own.handed.pruned & ~listed)

    def _share_of_consistent_order(self, given: tuple[int, ...]) -> Fraction:
        """All for more right than wrong among whole branches; else the evaluated leaves, half where none is right."""
        named = without_parts_of_branches(self.handed.pruned, self.right)
        if self._share_of_leaves(named, self.right) > 0:
            return _ALL
        listed = Fraction(len({*given} & {*self.right.order}), len(self.right.order))
        is_any_right = any(cuts_found(named, self.right, self.key.masks).values())
        return listed if is_any_right else listed / 2

    # The root

    def best(self) -> Mark:
        """The best move; one that is as good as the lecture's is right, too."""
        return self._mark_at_root("best", self.answer.best, self.own.is_best)

    def value(self) -> Mark:
        """The value of the root."""
        return self._mark_at_root("value", self.root, partial(self.own.follows, 0))

    def _mark_at_root(self, part: str, given: Number | None, follows: Callable[[Any], bool]) -> Mark:
        """A part with one item, at the root."""
        right = getattr(self.right, part)
        has_moves = bool(self.tree.children[0])
        verdict = self._verdict_on_given(given, right, lambda one: has_moves and follows(one))
        return self._mark_of_equal_items(part, [Item(0, given, right[0], verdict)])

    # Beside the parts of the search

    def question(self, part: str) -> Mark:
        """An answer to a question; what is wrong there costs where several things are asked, and wrong marks cost."""
        text, _ = self.answer.texts.get(part, ("", 0))
        share, items, _ = self.key.found(part, text)
        if self._follows_from_order(part, items):
            share, items = Fraction(self.rubric.follow_through), (items[0]._replace(verdict=FOLLOWING),)
            return Mark(part, share, FOLLOWING if share == 1 else PARTIAL, items)
        if self.rubric.negative and len(items) > 1:
            share -= Fraction(sum(item.verdict == WRONG for item in items), len(items))
        return Mark(part, share, REFERENCE if share == 1 else PARTIAL, items)

    def _follows_from_order(self, part: str, items: tuple[Item, ...]) -> bool:
        """Whether the one item of an answer is wrong by itself but follows from the order the student wrote."""
        if not self.rubric.follow_through or not self.key.points.get("order") or len(items) != 1:
            return False
        (item,) = items
        return item.verdict == WRONG and self.key.questions[part].follows(item.given, self.answer)

    # What explains it

    def truths(self) -> list[dict[str, int]]:
        """How many differences there are, by part, from the convention's search and from the student's own."""
        asked = self.key.search_parts
        found = [differences(self.handed, self.right, asked)]
        if self.own.consequence is not None:
            slips = sum(not self.own.follows(node, value) for node, value in self.own.off.items())
            found.append(differences(self.handed, self.own.consequence, asked) | {"values": max(slips, 1)})
        return found


_MARKS: Mapping[str, Callable[[Marking], Mark]] = {
    "values": Marking.values,
    "windows": Marking.windows,
    "best": Marking.best,
    "value": Marking.value,
    **{part: partial(Marking.question, part=part) for part in QUESTIONS},
}

_OF_CUTS: Mapping[str, Callable[[Marking, Reference | None], Mark]] = {
    "pruned": Marking.pruned,
    "order": Marking.order,
}
"""The parts that tell of the same cuts: both are compared with the same search."""
