"""The parts that are marked item by item: values, windows, the best move, and the value of the root."""

from collections.abc import Callable, Collection, Mapping
from fractions import Fraction
from functools import partial
from math import ceil
from typing import Any

from treesolve.analysis.reference_answer import ReferenceAnswer
from treesolve.grading.marking_context import MarkingContext
from treesolve.grading.marks import CORRECT, FOLLOWING, MISSING, PARTIAL, REFERENCE, WRONG, Item, Mark
from treesolve.grading.part.exercise_part import Blanks
from treesolve.grading.part.search_part import SearchPart
from treesolve.model.number import Number
from treesolve.model.reading_point import AT_CHANGES, nodes_with_bounds
from treesolve.model.tree import Tree, player_count


class ValuesPart(SearchPart):
    """The values of the inner nodes. All required nodes have the same weight."""

    part = "values"

    def lines_to_answer(self, tree: Tree) -> int:  # noqa: ARG002
        """Return 0, because values are written into the tree."""
        return 0

    def blanks(self, tree: Tree) -> Blanks:
        """Return a gap for each inner node, level by level. With payoffs, each node has a gap for each player."""
        return Blanks(tuple(filter(tree.children.__getitem__, tree.level_order)), player_count(tree))

    def mark_answer(self, context: MarkingContext, rerun: ReferenceAnswer | None) -> Mark:  # noqa: ARG002
        """Return the mark. Wrong values count even at nodes where no value is required."""
        key, values = context.key, context.right.values
        others = [node for node, accepted in values.items() if accepted and (node or not key.asks_root_value)]
        items = _items_by_node(
            context,
            context.given_values,
            key.required_nodes,
            others,
            values.__getitem__,
            context.student_values.follows,
        )
        return _mark_of_items(self.part, items, context)


class WindowsPart(SearchPart):
    """Alpha and beta of the visited nodes. All nodes have the same weight."""

    part = "windows"

    def lines_to_answer(self, tree: Tree) -> int:
        """Return half a line per node if rows of pairs are asked for, else the number of lines for a list of nodes."""
        return max(2, ceil(len(nodes_with_bounds(tree)) / 2)) if tree.alpha_beta == AT_CHANGES else lines_for_list(tree)

    def blanks(self, tree: Tree) -> Blanks:
        """Return two gaps for each node, or space for a row of pairs if alpha and beta are asked for at each change."""
        return Blanks(nodes_with_bounds(tree), 2, "" if tree.alpha_beta == AT_CHANGES else "[]")

    def mark_answer(self, context: MarkingContext, rerun: ReferenceAnswer | None) -> Mark:  # noqa: ARG002
        """Return the mark. Any window of an unvisited node is wrong."""
        given, required_nodes = context.answer.windows or {}, sorted(context.right.windows)
        accepted = {node: (window,) for node, window in context.right.windows.items()}
        found = _items_by_node(
            context,
            given,
            required_nodes,
            given,
            lambda node: accepted.get(node, ()),
            context.student_values.follows_window,
        )
        items = context.student_values.with_partial_credit(found, follows=bool(context.rubric.follow_through))
        mark = _mark_of_items(self.part, items, context)
        return mark if required_nodes else mark._replace(share=Fraction(0), basis=PARTIAL)


class BestMovePart(SearchPart):
    """The best move. If several moves are equally good, each of them is right."""

    part = "best"

    def mark_answer(self, context: MarkingContext, rerun: ReferenceAnswer | None) -> Mark:  # noqa: ARG002
        """Return the mark, with one item."""
        return _mark_at_root(
            self.part, context.answer.best, context.right.best, context.student_values.is_best, context
        )

    def named(self, item: Item, names: tuple[str, ...]) -> tuple[str, Any, Any]:
        """Return the item with node names instead of ids. The given and the expected move are nodes as well."""
        given, expected = (None if node is None else names[node] for node in (item.given, item.expected))
        return names[item.node], given, expected


class RootValuePart(SearchPart):
    """The value of the root."""

    part = "value"

    def blanks(self, tree: Tree) -> Blanks:
        """Return one gap or, with payoffs, one gap for each player."""
        return Blanks(gaps=player_count(tree))

    def mark_answer(self, context: MarkingContext, rerun: ReferenceAnswer | None) -> Mark:  # noqa: ARG002
        """Return the mark, with one item."""
        follows = partial(context.student_values.follows, 0)
        return _mark_at_root(self.part, context.root, context.right.value, follows, context)


def lines_for_list(tree: Tree) -> int:
    """Return the number of lines for a list of nodes on paper."""
    return 2 if len(tree.leaf_ids) > 14 else 1


def _items_by_node(
    context: MarkingContext,
    given: Mapping[int, Any],
    required_nodes: Collection[int],
    others: Collection[int],
    accepted: Callable[[int], tuple[Any, ...]],
    follows: Callable[[int, Any], bool],
) -> list[Item]:
    """Return an item for each required node, and for each node in `others` that has a wrong answer."""

    def item(node: int) -> Item:
        right = accepted(node)
        verdict = _verdict(context, given.get(node), right, partial(follows, node))
        return Item(node, given.get(node), right[0] if right else None, verdict)

    follow = bool(context.rubric.follow_through)
    found = [
        item(node)
        for node in required_nodes
        if node in given or not (follow and context.student_values.may_be_empty(node))
    ]
    extra_items = (item(node) for node in sorted({*others} & given.keys() - {*required_nodes}))
    return found + [one for one in extra_items if one.verdict == WRONG]


def _verdict(context: MarkingContext, given: Any, accepted: tuple[Any, ...], follows: Callable[[Any], bool]) -> str:
    if given is None:
        return MISSING
    if given in accepted or any(context.student_values.matches(given, exact) for exact in accepted):
        return CORRECT
    return FOLLOWING if context.rubric.follow_through and follows(given) else WRONG


def _mark_of_items(part: str, items: list[Item], context: MarkingContext) -> Mark:
    """Return the mark of a part in which all items have the same weight."""
    verdicts = [item.verdict for item in items]
    following = verdicts.count(FOLLOWING)
    right = verdicts.count(CORRECT) + following
    if right == len(items):
        return Mark(part, Fraction(1), FOLLOWING if following else REFERENCE, tuple(items))
    shares = [item.share for item in items if item.verdict == WRONG]
    lost = sum(1 - share for share in shares) if context.rubric.negative else 0
    return Mark(part, Fraction(right + sum(shares) - lost, len(items)), PARTIAL, tuple(items))


def _mark_at_root(
    part: str, given: Number | None, right: tuple[Any, ...], follows: Callable[[Any], bool], context: MarkingContext
) -> Mark:
    """Return the mark of a part with a single item, which is about the root."""
    has_moves = bool(context.key.tree.children[0])
    verdict = _verdict(context, given, right, lambda one: has_moves and follows(one))
    return _mark_of_items(part, [Item(0, given, right[0], verdict)], context)
