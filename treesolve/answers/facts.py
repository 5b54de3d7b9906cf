"""What a text says of numbers, kinds and places of nodes beside its claims.

What is true of the tree, or agrees with the claims, is passed over; anything else takes something back.
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from treesolve.answers.answer_words import expression, says
from treesolve.answers.bounds import leaves_room
from treesolve.answers.claim import Claim, Unread, quoted, unread
from treesolve.answers.comparisons import Operand, chains_of_operands, is_true, with_bounds_filled
from treesolve.answers.cut_facts import explains_no_cut, numbers_around
from treesolve.answers.items import items
from treesolve.answers.relation_facts import wrong_relations
from treesolve.answers.relations import relatives
from treesolve.answers.said import Said
from treesolve.answers.search_bounds import SearchBounds
from treesolve.model.problem import Span
from treesolve.model.tree import Kind

_BOTH = frozenset({"both", "beide", "beiden"})
_AT_PLACE = re.compile(r"(?<!\w)(\w+)[ \t]+(?:is|ist)[ \t]+(?:the|das|der)[ \t]+", re.IGNORECASE)
_BEHIND = re.compile(r"[ \t]*(?:[(\[]|#+|//+)[ \t]*(?P<said>[^()\[\]\n]+)")


def wrong_facts(said: Said, bounds: SearchBounds) -> Iterator[Unread]:
    """What is said beside the claims and is not so; it is about the part of the claim before it, or behind it."""
    for gap in said.gaps:
        if (
            wrong := _wrong_comparison(said, bounds, gap)
            or _wrong_place_of_node(said, gap)
            or _wrong_place_of_claim(said, gap)
        ):
            yield unread(said.part_at(wrong.start), "answer-remark", *wrong, text=quoted(said.text, *wrong))
        yield from wrong_relations(said, gap)
        for part, found in _wrong_visits(said, gap):
            yield unread(part, "answer-remark", *found.span(), text=found[0])
    for found in _wrong_kinds(said):
        yield unread("values", "answer-remark", *found.span(), text=found[0])
    for found in said.matches("bounding"):
        named = {node for word in re.findall(r"\w+", found["nodes"]) for node in said.nodes.names.get(word, ())}
        side = "lower" if found["lower"] else "upper"
        if not said.nodes.is_own_view and not all(_is_bounded(said, side, node) for node in named):
            yield unread("values", "answer-remark", *found.span(), text=found[0])
    yield from _values_of_nodes_without(said)
    for part, claim in (*_other_values_of_root(said), *_wrong_values_of_best(said), *_wrong_cuts_after_leaves(said)):
        yield unread(part, "answer-remark", *claim.span, text=quoted(said.text, *claim.span))


def _values_of_nodes_without(said: Said) -> Iterator[Unread]:
    """Where a node that has a value is said to have none: `F = -`."""
    for found in said.matches("valueless"):
        node = said.only(found[1])
        if node in said.valued and said.nodes.tree.children[node or 0]:
            yield unread("values", "answer-remark", *found.span(), text=quoted(said.text, *found.span()))


def _wrong_visits(said: Said, stretch: Span) -> Iterator[tuple[str, re.Match[str]]]:
    """Where a stretch says that a leaf was seen which is pruned, or that another one was the first."""
    for found in said.matches("seen", stretch):
        if not said.gone.isdisjoint(said.nodes.names.get(found[found.lastindex or 0], ())):
            yield "pruned", found
    for found in said.matches("skipped", stretch):
        named = [node for one in re.findall(r"\w+", found[1]) if (node := said.only(one)) is not None]
        if said.gone and not said.nodes.below(named) <= said.gone:
            yield "pruned", found
    for found in said.matches("begins", stretch):
        leaves = said.nodes.below(said.nodes.names.get(found[1], ()))
        if leaves and not leaves & {one.node for one in said.of("order")[:1]}:
            yield "order", found


def _wrong_cuts_after_leaves(said: Said) -> Iterator[tuple[str, Claim]]:
    """The claims that all behind a leaf is pruned, where that leaf is pruned itself: `after c3`."""
    for claim in said.of("pruned"):
        found = expression("seen").match(said.text, *claim.span)
        if found and found[1] and not said.gone.isdisjoint(said.nodes.names.get(found[1], ())):
            yield "pruned", claim


def _other_values_of_root(said: Said) -> Iterator[tuple[str, Claim]]:
    """The values of the root that differ from what it is given among the nodes, where nobody asks for it by itself."""
    given = {one.value for one in said.of("values") if one.node == 0}
    for claim in () if said.nodes.is_own_view or "value" in said.nodes.asked else said.of("value"):
        if given and claim.value not in given | {said.nodes.minimax[0]}:
            yield "values", claim


def _wrong_values_of_best(said: Said) -> Iterator[tuple[str, Claim]]:
    """The values told with the best move that neither the tree nor another claim has: `best: B (8)`."""
    for best in said.of("best"):
        told = [one for one in said.on_line(best.span.start) if _is_value_of_best(said, best, one)]
        for one in () if said.nodes.is_own_view else told:
            others = {other.value for other in said.of("values") if other.node in (0, best.node) and other is not one}
            if one.value not in others | {said.nodes.minimax[0], said.nodes.minimax[best.node or 0], None}:
                yield "best", one


def _is_value_of_best(said: Said, best: Claim, claim: Claim) -> bool:
    """Whether a value stands in the claim of the best move, or behind it without a key of its own."""
    if claim.part == "values":
        return best.span.start <= claim.span.start < best.span.end
    between = said.text[best.span.end : claim.span.start]
    return claim.part == "value" and best.span.end <= claim.span.start and not re.search("[:=]", between)


def _is_bounded(said: Said, side: str, node: int) -> bool:
    """Whether the value of a node can be a bound of that side."""
    return any(leaves_room(side, number, node, said.nodes) for number in said.final(node) or [0])


def _wrong_kinds(said: Said) -> Iterator[re.Match[str]]:
    """Where a text says MAX of a MIN node, in a claim, too: `C (MAX) = 2`."""
    for found in said.matches("kind"):
        name, kind = found["name"] or found["cell"], found["kind"] or found["kind_of_cell"]
        kinds = {said.nodes.tree.kinds[node] for node in said.nodes.named(name)}
        other = Kind.MIN if kind.casefold() == "max" else Kind.MAX
        if kinds == {other} and not said.nodes.is_own_view:
            yield found


def _wrong_comparison(said: Said, bounds: SearchBounds, stretch: Span) -> Span | None:
    """Where a stretch says something of numbers that is not so, or is no reason for what it stands behind."""
    for chain in chains_of_operands(said, stretch):
        for one, other in pairwise(with_bounds_filled(chain)):
            if one.worth and other.worth and (not is_true(said, one, other) or _is_no_reason(said, bounds, one, other)):
                return Span(one.span.start, other.span.end)
    return None


def _is_no_reason(said: Said, bounds: SearchBounds, one: Operand, other: Operand) -> bool:
    """Whether a comparison of numbers gives none that belong there."""
    if not bounds.is_known or other.sign == "=":
        return False
    if one.node is not None and other.node is None:
        return not other.worth & numbers_around(bounds, one.node)
    line = said.text[said.line_start(one.span.start) : said.line_end(one.span.start)]
    is_cut = said.part_at(one.span.start) == "pruned" or says(line, "cutting")
    return (
        is_cut
        and one.node is other.node is None
        and explains_no_cut(said, bounds, one.worth, other.worth, one.span.start)
    )


def _wrong_place_of_node(said: Said, stretch: Span) -> Span | None:
    """Where a stretch says that a node is at a place where it is not: `G is the left child of C`."""
    for found in _AT_PLACE.finditer(said.text, *stretch):
        named, item = said.nodes.names.get(found[1], ()), next(items(said.text, found.end(), stretch.end), None)
        if len(named) == 1 and item and item.terminal == "RELATIVE" and named[0] not in relatives(item, said.nodes)[0]:
            return Span(found.start(), item.end)
    return None


def _wrong_place_of_claim(said: Said, stretch: Span) -> Span | None:
    """Where a remark says that the claim before it is at a place, or comes from one, and it does not."""
    claim, found = said.before(stretch.start), _BEHIND.match(said.text, *stretch)
    if claim is None or claim.node is None or claim.span.end != stretch.start:
        return None
    origin = expression("origin").match(said.text, *stretch)
    if origin and claim.part in ("values", "value", "best"):
        named = said.nodes.names.get(origin[origin.lastindex or 0], ())
        return None if not named or _has_value_from(said, claim, named[0]) else Span(*origin.span())
    if found and not _is_claim_at_place(said, claim, Span(*found.span("said"))):
        return Span(*found.span("said"))
    return None


def _has_value_from(said: Said, claim: Claim, source: int) -> bool:
    """Whether the value of a node can come from another one: it is below it, and has the value."""
    node = claim.node or 0
    worth = said.final(node) if claim.part == "best" else frozenset({claim.value})
    return node <= source < node + len(said.nodes.tree.subtree(node)) and bool(worth & said.worth(source))


def _is_claim_at_place(said: Said, claim: Claim, stretch: Span) -> bool:
    """Whether a place such as `right child of C` is that of the claim before it, or of others of its part."""
    found = [item for item in items(said.text, *stretch) if item.terminal not in ("FILLER", "WORD")]
    if len(found) != 1 or found[0].terminal != "RELATIVE" or not found[0].said("of"):
        return True
    places, is_rest = relatives(found[0], said.nodes)
    listed = said.listed.get(claim.part, {claim.node or 0})
    is_below = any(claim.node in said.nodes.tree.subtree(place) for place in places)
    is_named = is_below and (len(places) == 1 or found[0].said("place").casefold() in _BOTH)
    return is_rest or not places or is_named or said.nodes.below(places) <= listed
