"""Marking: an answer against a solution, part by part, with the reason for every point that is lost.

A mistake costs once. A value is right if it follows from the values the student wrote below it; what is pruned, the
windows and the order are compared with the search run again on the student's own values, too. The best of the lecture,
the other accepted lectures, and that search wins, and the basis says which it was.

Numbers are MAX's, ids are those of the tree.

Vocabulary

    item        one thing marked within a part: the value of a node, its window
    verdict     what became of an item: correct, follow-through, wrong, missing
    basis       what a part was found right by: reference, convention:ID, follow-through, or partial
    share       how much of a part is right
    mark        what a part is worth, with everything that led to it
    report      all marks of an answer
    repeated    the search run again, with the student's wrong values in the place of those it finds
    view        whose numbers the student wrote: "max", or "mover" in a lecture where the player to move writes own ones
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from treesolve.answer import Answer
from treesolve.convention import Convention
from treesolve.diagnosis import Diagnosis, diagnose
from treesolve.misconception import Follower, followers
from treesolve.perspective import seen_by, window_seen_by
from treesolve.practice import asked_parts
from treesolve.reference import Handed, Masks, Reference, differences, handed, in_order, reference
from treesolve.rubric import Rubric
from treesolve.search import Unsolvable, search
from treesolve.solution import Solution, solve
from treesolve.steps import viewer
from treesolve.tree import Kind, Tree
from treesolve.value import NoExpectation, Number, add_weighted

CORRECT, FOLLOWING, WRONG, MISSING = "correct", "follow-through", "wrong", "missing"
"""The verdicts."""

REFERENCE, PARTIAL = "reference", "partial"
"""Two of the bases; the others are FOLLOWING and "convention:ID"."""


class Item(NamedTuple):
    """One thing marked: at which node, what was given (None: nothing), what would be right, the verdict."""

    node: int
    given: Any
    expected: Any
    verdict: str


class Mark(NamedTuple):
    """What a part of an answer is worth.

    `given` and `expected` are the items' in parts with only one, topmost nodes for "pruned", leaves for "order".
    `missing` and `extra` are topmost nodes that should have been pruned and were not named, and the other way round;
    or leaves that are missing in the order, and that do not belong there.
    """

    part: str
    points: Number
    of: Number
    basis: str
    items: tuple[Item, ...] = ()
    given: tuple[int, ...] | None = None
    expected: tuple[int, ...] = ()
    missing: tuple[int, ...] = ()
    extra: tuple[int, ...] = ()

    @property
    def is_full(self) -> bool:
        """Whether no point is lost."""
        return self.points >= self.of


class Report(NamedTuple):
    """All marks of one answer, and what explains its mistakes; `answer` has MAX's numbers, whatever was written."""

    answer: Answer
    points: Number
    marks: tuple[Mark, ...]
    diagnosis: tuple[Diagnosis, ...]
    grade: str | None
    view: str


class _Share(NamedTuple):
    """How much of a part is right by one of the searches, and what this search is called."""

    share: Fraction
    basis: str


class Grader:
    """Marks answers to one tree in one lecture, by one rubric.

    Raises treesolve.search.Unsolvable where the lecture cannot search the tree.
    """

    def __init__(self, tree: Tree, convention: Convention, rubric: Rubric | None = None) -> None:
        self.tree = tree
        self.rubric = rubric or Rubric()
        self.solution = solve(tree, convention)
        self.masks = Masks(tree)
        self.right = reference(self.solution, self.masks)

    @cached_property
    def points(self) -> Mapping[str, Number]:
        """The points of each part: the rubric's, else those in the tree's file, else one each."""
        named = self.rubric.points or self.tree.points
        asked = asked_parts(self.solution, tuple(named))
        return {part: named.get(part, 1) for part in asked if part != "values" or self._has_values}

    @property
    def _has_values(self) -> bool:
        return any(self.right.values[node] for node in self.right.visited)

    @property
    def possible(self) -> Number:
        """All points there are."""
        return sum(self.points.values())

    @cached_property
    def accepted(self) -> tuple[tuple[str, Reference], ...]:
        """The other lectures that count as right and can search the tree, each with what it makes right."""
        found = []
        for convention in self.rubric.accepted:
            try:
                found.append((convention.id, reference(solve(self.tree, convention), self.masks)))
            except Unsolvable:
                continue
        return tuple(found)

    @cached_property
    def followers(self) -> tuple[Follower, ...]:
        """What followers of each misconception hand in."""
        return followers(self.solution, self.masks)

    def report(self, answer: Answer) -> Report:
        """The marks of an answer, in the view in which more of it is right."""
        found = self._report(answer, "max")
        if found.points < self.possible and self.solution.convention.perspective != "minimax":
            turned = self._report(self._turned(answer), "mover")
            found = max(found, turned, key=lambda report: report.points)
        return found

    def _report(self, answer: Answer, view: str) -> Report:
        marking = _Marking(self, answer)
        marks = tuple(marking.mark(part) for part in self.points)
        points = max(sum(mark.points for mark in marks), 0)
        diagnosis = () if all(mark.is_full for mark in marks) else marking.diagnosis()
        return Report(answer, points, marks, diagnosis, self.rubric.grade(points, self.possible), view)

    def _turned(self, answer: Answer) -> Answer:
        """The answer with MAX's numbers, where those of the player to move were written."""
        perspective = self.solution.convention.perspective
        values = answer.values and {
            node: seen_by(viewer(self.tree, node), value, perspective) for node, value in answer.values.items()
        }
        windows = answer.windows and {
            node: window_seen_by(viewer(self.tree, node), *window, perspective)
            for node, window in answer.windows.items()
        }
        value = answer.value
        if value is not None:
            value = seen_by(viewer(self.tree, 0), value, perspective)
        return answer._replace(values=values, windows=windows, value=value)

    def local(self, node: int, values: Mapping[int, Number], children: Iterable[int]) -> Number | None:
        """What a node is worth by the values of some of its children; None where that is not known."""
        known = [values[child] for child in children if child in values]
        if not known:
            return None
        kind = self.tree.kinds[node]
        if kind is not Kind.CHANCE:
            return (max if kind is Kind.MAX else min)(known)
        return self._expected(node, values)

    def _expected(self, node: int, values: Mapping[int, Number]) -> Number | None:
        total: Number = 0
        try:
            for child in self.tree.children[node]:
                if child not in values:
                    return None
                total = add_weighted(total, self.tree.weight(child), values[child])  # type: ignore[arg-type]
        except NoExpectation:
            return None
        return total


class _Marking:
    """One answer being marked."""

    def __init__(self, grader: Grader, answer: Answer) -> None:
        self.grader, self.answer = grader, answer
        self.tree, self.rubric, self.right = grader.tree, grader.rubric, grader.right

    @cached_property
    def handed(self) -> Handed:
        """The answer with its pruned nodes as a set."""
        return handed(self.answer, self.grader.masks)

    def mark(self, part: str) -> Mark:
        """The mark for a part."""
        found = _MARKS[part](self)
        of = self.grader.points[part]
        share = found.points
        if part in self.rubric.whole and share < 1:
            share = min(share, 0)
        return found._replace(points=self.rubric.rounded(share * of), of=of)

    # Values

    @cached_property
    def written(self) -> dict[int, Number]:
        """The values the student wrote at inner nodes."""
        return dict(self.answer.values or {})

    @cached_property
    def below(self) -> dict[int, Number]:
        """What each node is worth for the student: as written, else as it is right."""
        values = self.tree.values
        found = {leaf: values[leaf] for leaf in self.tree.leaves}
        found |= {node: accepted[0] for node, accepted in self.right.values.items() if accepted}
        known = {node: value for node, value in found.items() if hasattr(value, "real")}
        return known | self.written  # type: ignore[return-value]

    @cached_property
    def value_items(self) -> tuple[Item, ...]:
        """Each inner node that has to have a value, and those pruned ones that were given one."""
        return tuple(
            self._value_item(node, accepted)
            for node, accepted in self.right.values.items()
            if accepted and (node in self.right.visited or node in self.written)
        )

    def _value_item(self, node: int, accepted: tuple[Number, ...]) -> Item:
        given = self.written.get(node)
        if given is None:
            verdict = MISSING
        elif given in accepted or any(given in lecture.values[node] for _, lecture in self.grader.accepted):
            verdict = CORRECT
        else:
            verdict = FOLLOWING if self._follows(node, given) else WRONG
        return Item(node, given, accepted[0], verdict)

    def _follows(self, node: int, given: Number) -> bool:
        """Whether a value is right for the values below it as the student wrote them."""
        children = self.tree.children[node]
        if not any(child in self.written for child in children):
            return False
        seen = [child for child in children if child not in self.unseen]
        return given in (self.grader.local(node, self.below, children), self.grader.local(node, self.below, seen))

    @cached_property
    def unseen(self) -> frozenset[int]:
        """The nodes that are pruned by the search run again."""
        return frozenset(self.repeated.pruned if self.repeated else self.grader.solution.pruned)

    @cached_property
    def _off(self) -> dict[int, Number]:
        """The values the student wrote that are not right."""
        right = self.right.values
        return {node: value for node, value in self.written.items() if value not in right[node]}

    @cached_property
    def repeated(self) -> Solution | None:
        """The search run again on the student's own values; None where these are right, or nothing comes of it."""
        off = self._off
        if not off:
            return None
        try:
            return Solution(search(self.tree, self.grader.solution.convention, written=off))
        except Unsolvable:
            return None

    @cached_property
    def consequence(self) -> Reference | None:
        """What the search run again makes right."""
        return None if self.repeated is None else reference(self.repeated, self.grader.masks)

    def values(self) -> Mark:
        """Values: each node counts the same."""
        return self._counted("values", self.value_items)

    # Windows

    def windows(self) -> Mark:
        """Windows: each node counts the same."""
        given = self.answer.windows or {}
        items = [self._window_item(node, given.get(node)) for node in sorted(self.right.windows)]
        extra = [Item(node, given[node], None, WRONG) for node in sorted(given) if node not in self.right.windows]
        extra = [item for item in extra if not self._is_accepted_window(item.node, item.given)]
        return self._counted("windows", (*items, *extra))

    def _window_item(self, node: int, given: tuple[Number, Number] | None) -> Item:
        expected = self.right.windows[node]
        if given is None:
            return Item(node, None, expected, MISSING)
        if given == expected or self._is_accepted_window(node, given):
            return Item(node, given, expected, CORRECT)
        follows = self.consequence is not None and self.consequence.windows.get(node) == given
        return Item(node, given, expected, FOLLOWING if follows else WRONG)

    def _is_accepted_window(self, node: int, given: tuple[Number, Number]) -> bool:
        return any(lecture.windows.get(node) == given for _, lecture in self.grader.accepted)

    def _counted(self, part: str, items: tuple[Item, ...]) -> Mark:
        """The mark for a part in which every item counts the same."""
        right = sum(item.verdict in (CORRECT, FOLLOWING) for item in items)
        wrong = sum(item.verdict == WRONG for item in items) if self.rubric.negative else 0
        share = Fraction(right - wrong, len(items)) if items else Fraction(1)
        verdicts = {item.verdict for item in items}
        if verdicts <= {CORRECT}:
            basis = REFERENCE
        else:
            basis = FOLLOWING if verdicts <= {CORRECT, FOLLOWING} else PARTIAL
        return Mark(part, share, 1, basis, items)

    # Pruned nodes and order

    def pruned(self) -> Mark:
        """What is pruned: each cut branch is one decision, however many leaves hang below it."""
        masks, found, right = self.grader.masks, self.handed, self.right
        if self.answer.pruned is None:
            return Mark("pruned", 0, 1, PARTIAL, (), None, right.roots, right.roots)
        best = self._best_of(self._shares_of_pruned())
        missing = tuple(root for root, cut in zip(right.roots, right.cuts, strict=True) if cut & ~found.pruned)
        extra = masks.topmost(found.pruned & ~right.pruned)
        return Mark("pruned", best.share, 1, best.basis, (), found.topmost, right.roots, missing, extra)

    def _shares_of_pruned(self) -> Iterable[_Share]:
        given = self.handed.pruned
        if given == self.right.pruned:
            yield _Share(Fraction(1), REFERENCE)
        for name, lecture in self.grader.accepted:
            if given == lecture.pruned:
                yield _Share(Fraction(1), f"convention:{name}")
        if self.consequence is not None and given and given == self.consequence.pruned:
            yield _Share(Fraction(self.rubric.follow_through), FOLLOWING)
        yield _Share(self._part_of_pruned(), PARTIAL)

    def _part_of_pruned(self) -> Fraction:
        """Cuts found, less nodes named that are not pruned, of all cuts; without cuts nothing or, wrongly, all."""
        given, right = self.handed, self.right
        hits = sum(cut & ~given.pruned == 0 for cut in right.cuts)
        false = sum(top & ~right.pruned != 0 for top in given.tops)
        return self._at_least_zero(Fraction(hits - false, len(right.cuts)) if right.cuts else Fraction(-(false > 0)))

    def _at_least_zero(self, share: Fraction) -> Fraction:
        return max(share, Fraction(-1) if self.rubric.negative else Fraction(0))

    def order(self) -> Mark:
        """The order of the leaves: those in the right order, less those that do not belong there."""
        given, right = self.answer.order, self.right.order
        if given is None:
            return Mark("order", 0, 1, PARTIAL, (), None, right, right)
        best = self._best_of(self._shares_of_order(given))
        missing = tuple(leaf for leaf in right if leaf not in given)
        extra = tuple(dict.fromkeys(leaf for leaf in given if leaf not in right))
        return Mark("order", best.share, 1, best.basis, (), given, right, missing, extra)

    def _shares_of_order(self, given: tuple[int, ...]) -> Iterable[_Share]:
        if given == self.right.order:
            yield _Share(Fraction(1), REFERENCE)
        for name, lecture in self.grader.accepted:
            if given == lecture.order:
                yield _Share(Fraction(1), f"convention:{name}")
        if self._follows_own_cuts(given):
            yield _Share(Fraction(self.rubric.follow_through), FOLLOWING)
        kept = in_order(given, self.right.order)
        yield _Share(self._at_least_zero(Fraction(2 * kept - len(given), len(self.right.order) or 1)), PARTIAL)

    def _follows_own_cuts(self, given: tuple[int, ...]) -> bool:
        """Whether the order is that of the search run again, or of all leaves the student has not named as pruned."""
        if self.consequence is not None and self.consequence.pruned and given == self.consequence.order:
            return True
        if not self.handed.pruned or "pruned" not in self.grader.points:
            return False
        below, leaves = self.grader.masks.below, self.tree.leaves
        ordered = leaves if self.grader.solution.convention.order == "left-right" else leaves[::-1]
        return given == tuple(leaf for leaf in ordered if not below[leaf] & self.handed.pruned)

    def _best_of(self, shares: Iterable[_Share]) -> _Share:
        return max(shares, key=lambda found: found.share)

    # The root

    def best(self) -> Mark:
        """The best move; one that is as good as the lecture's is right, too."""
        given, expected = self.answer.best, self.right.best
        if given is None:
            verdict = MISSING
        elif given in expected or any(given in lecture.best for _, lecture in self.grader.accepted):
            verdict = CORRECT
        else:
            verdict = FOLLOWING if self._is_own_best(given) else WRONG
        return self._single("best", Item(0, given, expected[0], verdict))

    def _is_own_best(self, given: int) -> bool:
        """Whether a child of the root is the best by the values the student wrote."""
        children = self.tree.children[0]
        if not any(child in self.written for child in children):
            return False
        return self.below.get(given) == self.grader.local(0, self.below, children)

    def value(self) -> Mark:
        """The value of the root."""
        given, accepted = self.answer.value, self.right.value
        if given is None and "values" in self.grader.points:
            given = self.written.get(0)
        if given is None:
            verdict = MISSING
        elif given in accepted or any(given in lecture.value for _, lecture in self.grader.accepted):
            verdict = CORRECT
        else:
            verdict = FOLLOWING if self._is_own_value(given) else WRONG
        return self._single("value", Item(0, given, accepted[0], verdict))

    def _is_own_value(self, given: Number) -> bool:
        """Whether the root's value follows from values the student wrote, or was marked among them already."""
        again = "values" in self.grader.points and self.written.get(0) == given
        return again or (bool(self.tree.children[0]) and self._follows(0, given))

    def _single(self, part: str, item: Item) -> Mark:
        return self._counted(part, (item,))

    # What explains it

    def diagnosis(self) -> tuple[Diagnosis, ...]:
        """The misconceptions that explain the answer."""
        return diagnose(self.handed, self._truths(), self.grader.followers, self.grader.points)

    def _truths(self) -> list[dict[str, int]]:
        """How far the answer is from each search that counts as right."""
        found = [
            differences(self.handed, right, self.grader.points)
            for right in (self.right, *(lecture for _, lecture in self.grader.accepted))
        ]
        if self.consequence is not None:
            slips = sum(item.verdict == WRONG for item in self.value_items)
            found.append(differences(self.handed, self.consequence, self.grader.points) | {"values": slips})
        return found


_MARKS: Mapping[str, Callable[[_Marking], Mark]] = {
    "values": _Marking.values,
    "windows": _Marking.windows,
    "pruned": _Marking.pruned,
    "order": _Marking.order,
    "best": _Marking.best,
    "value": _Marking.value,
}
