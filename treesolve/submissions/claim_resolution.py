"""Resolution of claims: identify leaves that are named by value, and reject contradictory claims for review."""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from treesolve.model.answer import PARTS
from treesolve.model.number import is_rounding_of
from treesolve.submissions.claim import BY_NAME, BY_POSITION, NOTHING, AmbiguousMention, Claim, Unread, unread
from treesolve.submissions.node_names import NodeNames

ClaimOrMention = Claim | AmbiguousMention
"""A claim, or a mention that can refer to several leaves."""


class ResolvedClaims(NamedTuple):
    """The resolved claims in text order, and records of the claims that were rejected."""

    claims: tuple[Claim, ...]
    wrong: tuple[Unread, ...]

    def of(self, part: str) -> list[Claim]:
        """Return the resolved claims for the given part."""
        return [claim for claim in self.claims if claim.part == part]


def resolve_claims(found: Sequence[ClaimOrMention], nodes: NodeNames) -> ResolvedClaims:
    """Identify leaves named by value, and separate contradictory claims from the others."""
    by_part = {part: [one for one in found if one.part == part] for part in PARTS}
    pruned, wrong = _resolve_pruned(by_part["pruned"], nodes)
    order, more = _resolve_order(by_part["order"], pruned, nodes)
    by_part["values"], others = _without_repeated(by_part["values"], nodes)
    claims, wrong = [*pruned, *order], [*wrong, *more, *others]
    for part, resolve in _RESOLVERS.items():
        resolved, more = resolve(by_part[part], nodes)
        claims, wrong = claims + resolved, wrong + more
    claims.sort(key=lambda claim: claim.span)
    return ResolvedClaims(tuple(claims), tuple(sorted(wrong, key=lambda one: one.span)))


_Resolution = tuple[list[Claim], list[Unread]]


def _without_repeated(found: Sequence[ClaimOrMention], nodes: NodeNames) -> tuple[list[ClaimOrMention], list[Unread]]:
    """Return the values without redundant or wrong attached numbers, and problems with the wrong ones.

    An attached number must match the value written for its node or, if no value is written, one of the right values.
    A number that differs from the written value remains as a second value of the node, and so contradicts it.
    """
    attached = [one for one in found if isinstance(one, Claim) and one.attached_to]
    values = [one for one in found if one not in attached]
    written = [one for one in values if isinstance(one, Claim)]
    wrong: list[Unread] = []
    for one in attached:
        node = one.node or 0
        known = [other.value for other in written if other.node == node]
        is_fitting = _matches_any(one.value, known or nodes.right_values(node))
        if not is_fitting:
            wrong.append(unread(one.attached_to, "answer-other-value", *one.span, name=nodes.tree.names[node]))
        if is_fitting is not bool(known):
            values.append(one)
    return values, wrong


def _matches_any(given: Any, values: Iterable[Any] | None) -> bool:
    """Return whether a number equals one of the values, allowing for rounding; True if `values` is None."""
    return values is None or any(is_rounding_of(given, one) or is_rounding_of(one, given) for one in values)


def _resolve_one_value_per_node(found: Iterable[ClaimOrMention], nodes: NodeNames) -> _Resolution:
    """Resolve claims for a part with one value per node; drop all values of a node that contradict each other."""
    groups: dict[int | None, list[Claim]] = {}
    for claim in found:
        assert isinstance(claim, Claim)
        groups.setdefault(claim.node, []).append(claim)
    claims: list[Claim] = []
    wrong: list[Unread] = []
    for group in groups.values():
        exact = _exact_claim(group)
        others = [one for one in group if one.value != group[0].value]
        claims += [exact] if exact else []
        name = nodes.tree.names[group[0].node or 0]
        wrong += [] if exact else [unread(one.part, "answer-twice", *one.span, name=name) for one in others]
    return claims, wrong


def _exact_claim(claims: Sequence[Claim]) -> Claim | None:
    """Return the most precise claim if the values of all other claims are roundings of its value; otherwise None."""
    exact = [one for one in claims if all(is_rounding_of(other.value, one.value) for other in claims)]
    return max(exact, key=lambda one: getattr(one.value, "places", 0), default=None)


def _resolve_single_claim(found: Iterable[ClaimOrMention], _: NodeNames) -> _Resolution:
    """Resolve a part that allows only one claim; if its claims contradict each other, none of them remains."""
    claims = [one for one in found if isinstance(one, Claim)]
    others = [one for one in claims if (one.node, one.value) != (claims[0].node, claims[0].value)]
    if not others:
        return claims[:1], []
    exact = None if any(one.node != claims[0].node for one in others) else _exact_claim(claims)
    return ([exact], []) if exact else ([], [unread(others[0].part, "answer-one-only", *others[0].span)])


_RESOLVERS: dict[str, Callable[[Iterable[ClaimOrMention], NodeNames], _Resolution]] = {
    "values": _resolve_one_value_per_node,
    "windows": _resolve_one_value_per_node,
    "best": _resolve_single_claim,
    "value": _resolve_single_claim,
}
"""The resolver of each part; parts that are lists (`pruned`, `order`) are resolved separately."""


# Pruned nodes


def _resolve_pruned(found: Sequence[ClaimOrMention], nodes: NodeNames) -> _Resolution:
    """Resolve the pruned nodes; match leaves named by value with the leaves that the convention prunes first."""
    nothing = [one for one in found if isinstance(one, Claim) and one.how == NOTHING]
    if nothing and len(nothing) < len(found):
        return [], [unread("pruned", "answer-none-and-more", *nothing[0].span)]
    if nothing:
        return nothing[:1], []
    claims = [one for one in found if isinstance(one, Claim)]
    taken = nodes.below(claim.node for claim in claims if claim.node is not None)
    sequence = [leaf for leaf in (*nodes.pruned, *nodes.tree.leaf_ids) if leaf not in taken]
    assigned = _assign_leaves_in_order([one for one in found if isinstance(one, AmbiguousMention)], sequence)
    claims += assigned
    return claims, [
        *_find_ambiguous_subtrees(claims, nodes),
        *_find_number_name_ambiguity(found, claims, nodes.pruned, nodes),
    ]


def _assign_leaves_in_order(mentions: Iterable[AmbiguousMention], sequence: Iterable[int]) -> list[Claim]:
    """Assign to each mention by value the next leaf of the sequence that has this value.

    If there are more mentions than such leaves, the remaining mentions refer to the last of these leaves.
    """
    places: dict[tuple[int, ...], list[int]] = {}
    claims = []
    listed = list(dict.fromkeys(sequence))
    for one in mentions:
        if one.nodes not in places:
            among = frozenset(one.nodes)
            places[one.nodes] = [leaf for leaf in listed if leaf in among][::-1] or [one.nodes[-1]]
        left = places[one.nodes]
        leaf = left.pop() if len(left) > 1 else left[0]
        claims.append(Claim(one.part, leaf, None, one.span, BY_POSITION))
    return claims


def _find_ambiguous_subtrees(claims: Sequence[Claim], nodes: NodeNames) -> list[Unread]:
    """Report each node named together with only some of its leaves, because it is unclear which leaves are meant."""
    wrong = []
    named = {claim.node for claim in claims}
    for claim in claims:
        top = claim.node or 0
        below = {node for node in named & set(nodes.tree.subtree(top)) if node is not None and node != top}
        if nodes.tree.children[top] and below and nodes.below(below) != nodes.below([top]):
            known = f"{nodes.tree.names[top]}; {nodes.listed(sorted(below))}"
            wrong.append(unread("pruned", "answer-ambiguous", *claim.span, text=nodes.tree.names[top], known=known))
    return wrong


# Order of the leaves


def _resolve_order(found: Sequence[ClaimOrMention], pruned: Sequence[Claim], nodes: NodeNames) -> _Resolution:
    """Resolve the order of the leaves.

    Leaves named by value follow either the convention's order or the order that results from the student's own cuts.
    """
    pruned_leaves = nodes.below(claim.node for claim in pruned if claim.node is not None)
    searched = nodes.tree.leaf_ids[::-1] if nodes.right_to_left else nodes.tree.leaf_ids
    remaining = tuple(leaf for leaf in searched if leaf not in pruned_leaves)
    first = _resolve_order_along(found, nodes.order or remaining, searched)
    second = _resolve_order_along(found, remaining, searched)
    is_first = [one.node for one in first] == [*nodes.order] or [one.node for one in second] != [*remaining]
    claims = first if is_first else second
    seen: set[int | None] = set()
    wrong = []
    for one in claims:
        if one.node in seen:
            name = nodes.tree.names[one.node or 0]
            wrong.append(unread("order", "answer-order-twice", *one.span, name=name))
        seen.add(one.node)
    return claims, [*wrong[:1], *_find_number_name_ambiguity(found, claims, nodes.order, nodes)]


def _resolve_order_along(
    found: Sequence[ClaimOrMention], expected: Sequence[int], searched: Sequence[int]
) -> list[Claim]:
    """Return the order; each leaf named by value is the next matching leaf that the answer does not name otherwise."""
    named = {one.node for one in found if isinstance(one, Claim)}
    sequence = [leaf for leaf in (*expected, *searched) if leaf not in named]
    assigned = iter(_assign_leaves_in_order([one for one in found if isinstance(one, AmbiguousMention)], sequence))
    return [next(assigned) if isinstance(one, AmbiguousMention) else one for one in found]


def _find_number_name_ambiguity(
    found: Sequence[ClaimOrMention], claims: Sequence[Claim], expected: Sequence[int], nodes: NodeNames
) -> list[Unread]:
    """Report values that could also be leaf numbers (`4, 5` for L4 and L5) if the latter reading would score higher."""
    if not found or any(isinstance(one, Claim) and one.how == BY_NAME for one in found):
        return []
    values = [nodes.tree.values[one.nodes[0] if isinstance(one, AmbiguousMention) else one.node or 0] for one in found]
    named = [nodes.named(f"L{value}") for value in values]
    if not all(len(one) == 1 for one in named):
        return []
    by_number, by_value = [one[0] for one in named], [one.node or 0 for one in claims]
    is_order = claims[0].part == "order"
    if _score(by_number, expected, is_order=is_order) <= _score(by_value, expected, is_order=is_order):
        return []
    known = f"{nodes.listed(by_value)}; {nodes.listed(by_number)}"
    span = found[0].span.start, found[-1].span.end
    return [unread(claims[0].part, "answer-ambiguous", *span, text=", ".join(map(str, values)), known=known)]


def _score(leaves: Sequence[int], expected: Sequence[int], *, is_order: bool) -> tuple[int, int]:
    """Return the number of right minus wrong leaves and, for an order, the number of leaves at the right index."""
    right = len({*leaves} & {*expected})
    placed = sum(one == other for one, other in zip(leaves, expected, strict=False))
    return right - (len(leaves) - right), placed * is_order
