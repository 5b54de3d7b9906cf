"""A multiple-choice question about pruned nodes, with the correct cuts and plausible wrong cuts as choices.

Course systems only add up the points of the choices: each correct choice earns an equal share of the points, each wrong
choice loses the same share, and the total is at least 0. This total must agree with `grade`. Therefore only one of the
choices that `grade` would not count separately is offered, namely one cut per node and one cut per parent of leaves.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from treesolve.grading.answer_key import AnswerKey
from treesolve.model.kind import Kind


class CutChoice(NamedTuple):
    """A cut offered as a choice.

    The cut occurs at `node` after the child `after` was searched, and the children `skipped` are pruned. `after` is
    None if no child of the node was searched.
    """

    node: int
    after: int | None
    skipped: tuple[int, ...]
    is_right: bool


def cut_choices(key: AnswerKey) -> tuple[CutChoice, ...]:
    """Return the cuts to choose from, ordered by node.

    There is always at least one cut, so that "nothing" is not the only choice.

    >>> from treesolve.notation.reader import read
    >>> from treesolve.model.convention import CONVENTIONS
    >>> key = AnswerKey(read("((6 5) (2 9) (7 8))"), CONVENTIONS["aima"])
    >>> [(key.tree.names[one.node], one.is_right) for one in cut_choices(key)]
    [('B', False), ('C', True), ('D', False)]
    """
    right = _correct_choices(key)
    wrong = list(_wrong_choices(key, {choice.node for choice in right}))
    inside = [choice for choice in wrong if choice.node]
    found = right + (inside or wrong)
    return tuple(sorted(found)) or (CutChoice(0, None, key.tree.leaf_ids[-1:], is_right=False),)


def _correct_choices(key: AnswerKey) -> list[CutChoice]:
    """Return the cuts that the search makes; all branches that it skips at the same node form one cut."""
    skipped = defaultdict[int, list[int]](list)
    for root in key.right.roots:
        skipped[key.tree.parents[root] or 0].append(root)
    return [CutChoice(node, _last_visited(key, node, roots), tuple(roots), True) for node, roots in skipped.items()]


def _last_visited(key: AnswerKey, node: int, skipped: list[int]) -> int | None:
    visited = [child for child in key.solution.children_in_order(node) if child not in skipped]
    return visited[-1] if visited else None


def _wrong_choices(key: AnswerKey, used_nodes: set[int]) -> Iterator[CutChoice]:
    """Yield wrong cuts that `grade` counts independently of all other cuts; at most one per parent of leaves."""
    parents, below = key.tree.parents, key.masks.below
    order = [leaf for leaf in key.right.order if parents[leaf] is not None]
    last = {_parent_of_last_leaf(key, node) for node in used_nodes}
    used = set[int | None](last)
    for node in sorted(key.right.visited - used_nodes, reverse=True):
        skipped = _skipped_by_buggy_rule(key, node)
        leaves = [leaf for leaf in order if below[leaf] & key.masks.of(skipped)]
        owners = {parents[leaf] for leaf in leaves}
        is_evaluated = key.masks.of(leaves) == key.masks.of(skipped)
        if skipped and is_evaluated and len(owners) == 1 and not owners & used:
            used |= owners
            yield CutChoice(node, _last_visited(key, node, list(skipped)), skipped, is_right=False)


def _parent_of_last_leaf(key: AnswerKey, node: int) -> int | None:
    below = key.masks.below
    return next(key.tree.parents[leaf] for leaf in reversed(key.right.order) if below[leaf] & below[node])


def _skipped_by_buggy_rule(key: AnswerKey, node: int) -> tuple[int, ...]:
    """Return the children that a student would skip by wrongly cutting after the best child.

    If the best child is the last, return this child. Return nothing if such a cut is not plausible.
    """
    children = key.solution.children_in_order(node)
    if len(children) < 2 or key.tree.kinds[node] is Kind.CHANCE:
        return ()
    returned = [key.solution.returned(child) for child in children]
    if None in returned:
        return ()
    pick = max if key.tree.kinds[node] is Kind.MAX else min
    best = returned.index(pick(value for value in returned if value is not None))
    return tuple(sorted(children[min(best + 1, len(children) - 1) :]))
