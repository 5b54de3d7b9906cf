"""Which misconceptions a tree can tell from each other, and trees that tell more of them.

Vocabulary

    correct     the right answer, beside the codes of the misconceptions
    together    codes of which none leaves a difference under another: this tree cannot tell them apart
    separation  a tree, and what is together on it
"""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from random import Random
from typing import NamedTuple

from treesolve.analysis.misconception import CODES, Follower, followers
from treesolve.analysis.model_answer import answer_of_search, differences, handed
from treesolve.grading.marking_scheme import AnswerKey
from treesolve.grading.rubric import Rubric
from treesolve.model.convention import Convention
from treesolve.model.number import INFINITY, Number
from treesolve.model.tree import Kind, Tree
from treesolve.model.tree_shape import complete_tree, with_leaves
from treesolve.search.search import Unsolvable

CORRECT = "correct"
"""The right answer among the codes."""

ABOUT_TIES = frozenset({"strict-cut", "equal-cut"})
"""Misconceptions that show only where values are equal."""

SEPARATING_SHAPE = (3, 2, 3, 2)
"""Children by depth of complete trees that separate nearly everything."""

Together = tuple[tuple[str, ...], ...]


class Separation(NamedTuple):
    """A tree, and the groups of codes that it cannot tell apart; `together` is empty where it tells all."""

    tree: Tree
    together: Together


def inseparable_groups(key: AnswerKey, codes: Iterable[str] = CODES) -> Together:
    """The groups of misconceptions that the tree cannot tell apart by the parts there are points for.

    CORRECT stands for the right answer; whoever is in a group with it is right in spite of the misconception. Codes
    are in the order of CODES, CORRECT before them.
    """
    chosen, parts = frozenset(codes), key.search_parts
    right = Follower(CORRECT, key.solution, key.right)
    compared = [right, *(one for one in followers(key.solution, key.masks) if one.code in chosen)]
    answers = [handed(answer_of_search(one.solution, one.reference, parts), key.masks) for one in compared]
    alike = (
        (one.code, other.code)
        for one, answer in zip(compared, answers, strict=True)
        for other in compared
        if one is not other and not any(differences(answer, other.reference, parts).values())
    )
    return groups_of_pairs(alike, [one.code for one in compared])


def groups_of_pairs(alike: Iterable[tuple[str, str]], codes: Sequence[str]) -> Together:
    """The codes in groups, in their order: those that are alike, and what is alike to them; nothing of single ones."""
    group = {code: {code} for code in codes}
    for one, other in alike:
        joined = group[one] | group[other]
        group.update(dict.fromkeys(joined, joined))
    groups = (tuple(code for code in codes if code in group[first]) for first in codes)
    return tuple(members for members in dict.fromkeys(groups) if len(members) > 1)


def separating_tree(
    tree: Tree,
    convention: Convention,
    parts: Iterable[str],
    codes: Iterable[str] = CODES,
    seed: int = 0,
    tries: int = 100,
) -> Separation | None:
    """A tree of the same shape that tells more of the codes apart, with what it still cannot tell; None without one.

    The leaves are distinct integers (shares of 1 in a lecture that needs them); but while a code about ties is not
    told, every other try makes a leaf of the best tree so far equal to a bound. A tree with limits keeps its values, in
    another order. Where the shape does not tell all, as many complete trees of SEPARATING_SHAPE are tried, unless there
    are chance nodes. The same arguments give the same tree.
    """
    search = _Search(convention, Rubric(points=dict.fromkeys(parts, 1)), tuple(codes), Random(seed))
    at_first = best = search.separation(tree)
    complete = () if Kind.CHANCE in tree.kinds else (complete_tree(SEPARATING_SHAPE, tree.kinds[0]),)
    for shape in (tree, *complete):
        for number in range(tries):
            if best is not None and not best.together:
                break
            tied = search.tied(best) if best is not None and number % 2 else None
            best = search.better(best, tied or search.distinct(shape))
    return None if best is at_first else best


class _Search:
    """Trees being made, and compared by what they tell apart."""

    def __init__(self, convention: Convention, rubric: Rubric, codes: tuple[str, ...], random: Random) -> None:
        self.convention, self.rubric, self.codes, self.random = convention, rubric, codes, random

    def separation(self, tree: Tree) -> Separation | None:
        """What the tree tells apart; None where it cannot be searched."""
        try:
            return Separation(tree, inseparable_groups(AnswerKey(tree, self.convention, self.rubric), self.codes))
        except Unsolvable:
            return None

    def better(self, best: Separation | None, tree: Tree) -> Separation | None:
        """The best so far, or the tree."""
        found = self.separation(tree)
        return found if found and (best is None or _number_of_merged(found) < _number_of_merged(best)) else best

    def distinct(self, shape: Tree) -> Tree:
        """A tree of the shape with no two leaves alike; one with limits has its own values."""
        count = len(shape.leaves)
        if shape.bounds is not None:
            own = [shape.values[leaf] for leaf in shape.leaves]
            return with_leaves(shape, self.random.sample(own, count), bounds=shape.bounds)
        most = max(20, 10 ** len(str(2 * count)))
        values = self.random.sample(range(1, most), count)
        if self.convention.perspective == "unit":
            return with_leaves(shape, (Fraction(value, most) for value in values))
        return with_leaves(shape, values)

    def tied(self, best: Separation) -> Tree | None:
        """The tree with a leaf made equal to a bound it is compared with; None where that would show nothing new."""
        open_codes = {code for codes in best.together for code in codes}
        places = self._leaves_compared_with_bounds(best.tree) if ABOUT_TIES & open_codes else []
        if not places:
            return None
        leaf, bound = self.random.choice(places)
        values = (bound if one == leaf else best.tree.values[one] for one in best.tree.leaves)
        return with_leaves(best.tree, values, bounds=best.tree.bounds)

    def _leaves_compared_with_bounds(self, tree: Tree) -> list[tuple[int, Number]]:
        """Leaves that are compared with a bound, each with that bound."""
        found = []
        for node, (alpha, beta, *_) in AnswerKey(tree, self.convention).right.windows.items():
            bound = {Kind.MIN: alpha, Kind.MAX: beta}.get(tree.kinds[node])
            if bound is not None and bound not in _ENDS:
                found += [(child, bound) for child in tree.children[node][:-1] if not tree.children[child]]
        return found


_ENDS = (INFINITY, -INFINITY, -1, 2)
"""Bounds that say nothing: those of a search that has not found anything."""


def _number_of_merged(separation: Separation) -> tuple[int, int]:
    """How many are right in spite of a misconception, and how many codes more than groups there are."""
    together = separation.together
    right = sum(len(codes) - 1 for codes in together if CORRECT in codes)
    return right, sum(len(codes) - 1 for codes in together)
