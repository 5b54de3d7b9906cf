"""What is pruned, as cuts to choose from: each right one, and others that somebody might make.

Choosing is marked as `grade` marks it, with nothing but sums: each right choice is worth its share of all cuts, each
wrong one takes as much back, and less than nothing is nothing. So of cuts of which `grade` says more than that, only
one is offered: at one node one cut, and of leaves below one parent one cut.
"""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from treesolve.grading.answer_key import AnswerKey
from treesolve.model.kind import Kind


class CutChoice(NamedTuple):
    """A cut to choose: at a node, after one of its children, skipping the others."""

    node: int
    after: int | None
    skipped: tuple[int, ...]
    is_right: bool


def cut_choices(key: AnswerKey) -> tuple[CutChoice, ...]:
    """Return the cuts to choose from, by their nodes; at least one, for something has to be there beside "nothing".

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
    """Return the cuts of the search; all branches that are skipped at a node are one."""
    skipped = defaultdict[int, list[int]](list)
    for root in key.right.roots:
        skipped[key.tree.parents[root] or 0].append(root)
    return [CutChoice(node, _last_visited(key, node, roots), tuple(roots), True) for node, roots in skipped.items()]


def _last_visited(key: AnswerKey, node: int, skipped: list[int]) -> int | None:
    visited = [child for child in key.solution.children_in_order(node) if child not in skipped]
    return visited[-1] if visited else None


def _wrong_choices(key: AnswerKey, used_nodes: set[int]) -> Iterator[CutChoice]:
    """Cuts that are not there, one for each parent of leaves, and none that `grade` marks otherwise beside others."""
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
    """What somebody skips who takes the best child of a node for reason enough; the last child where that is it."""
    children = key.solution.children_in_order(node)
    if len(children) < 2 or key.tree.kinds[node] is Kind.CHANCE:
        return ()
    returned = [key.solution.returned(child) for child in children]
    if None in returned:
        return ()
    pick = max if key.tree.kinds[node] is Kind.MAX else min
    best = returned.index(pick(value for value in returned if value is not None))
    return tuple(sorted(children[min(best + 1, len(children) - 1) :]))
