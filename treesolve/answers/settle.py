"""Claims settled: what was left open is decided by all that was read, and what contradicts itself is unread."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise
from typing import NamedTuple

from treesolve.answers.claim import (
    BY_MOVE,
    BY_PLACE,
    BY_POSITION,
    BY_VALUE,
    NOTHING,
    Claim,
    Crossed,
    Finding,
    Loose,
    Open,
    Passed,
    Remark,
    Unread,
    unread,
)
from treesolve.answers.leaf_order import can_be_pruned, leaves_in_turn, order_meant, pruned_meant
from treesolve.answers.node_words import Nodes
from treesolve.answers.unanswered import parts_answered, remarks_without_answer
from treesolve.model.answer import PARTS, QUESTIONS
from treesolve.model.problem import Span

_Settled = tuple[list[Claim], list[Unread]]


class Settled(NamedTuple):
    """What the findings come to: all claims and what is unread, both in the order of the text."""

    claims: tuple[Claim, ...]
    unread: tuple[Unread, ...]
    passed: tuple[Span, ...]

    def of(self, part: str) -> list[Claim]:
        """The claims of a part."""
        return [claim for claim in self.claims if claim.part == part]

    def pending(self, texts: Iterable[str]) -> frozenset[str]:
        """The parts a person must look at: those with something unread, and those that an unread piece may be about.

        A piece that could belong anywhere may be about each part of which nothing was read, a value about the root.
        """
        pending = {part for one in self.unread for part in (one.part, *one.others) if part}
        answered = parts_answered(self.claims) | set(texts)
        is_anywhere = any(one.part is None or one.anywhere for one in self.unread)
        pending |= ({*PARTS, *QUESTIONS} if is_anywhere else pending & {"values"} and {"value"}) - answered
        return frozenset(part for part in pending if part)


def settled(findings: Sequence[Finding], nodes: Nodes) -> Settled:
    """The claims that hold, and what is unread."""
    findings = _with_part_of_list(findings, nodes)
    claims: list[Claim] = []
    wrong = [one for one in findings if isinstance(one, Unread)]
    in_order = [one for one in findings if isinstance(one, Claim | Open) and one.part == "order"]
    ordered, twice = _settled_order(in_order, nodes)
    named = frozenset(claim.node for claim in ordered if claim.node is not None)
    for part, settle in _SETTLE.items():
        found, new = settle([one for one in findings if isinstance(one, Claim) and one.part == part], nodes)
        claims, wrong = claims + found, wrong + new
    open_pruned = [one for one in findings if isinstance(one, Open) and one.part == "pruned"]
    by_value, ambiguous = _pruned_leaves_by_value(open_pruned, claims, named, nodes)
    ambiguous += _numbers_as_names([one for one in [*claims, *by_value] if one.part == "pruned"], nodes)
    claims = sorted([*claims, *ordered, *by_value, *_root_value_as_node_value(claims)], key=lambda claim: claim.span)
    wrong = [*wrong, *twice, *ambiguous, *_unread_nothing_pruned(claims), *_nodes_with_some_leaves(claims, nodes)]
    wrong += _wrong_crosses([one for one in findings if isinstance(one, Crossed)], claims, nodes)
    wrong += remarks_without_answer([one for one in findings if isinstance(one, Remark)], claims, wrong, nodes)
    wrong.sort(key=lambda one: one.span)
    return Settled(tuple(claims), tuple(wrong), tuple(one.span for one in findings if isinstance(one, Passed | Remark)))


def _with_part_of_list(findings: Sequence[Finding], nodes: Nodes) -> list[Finding]:
    """The findings with what was listed without a key in the one part it can answer, if all the rest is read."""
    loose = [one for one in findings if isinstance(one, Loose)]
    rest: list[Finding] = [one for one in findings if not isinstance(one, Loose)]
    claims = [one for one in rest if isinstance(one, Claim | Open)]
    said = [[_nodes_possibly_meant(one) for one in claims if one.part == part] for part in ("pruned", "order")]
    loose = [one for one in loose if [_nodes_possibly_meant(claim) for claim in one.nodes] not in said]
    parts = [_part_of_nodes_without_key(one, nodes) for one in loose]
    taken = [*parts, *{one.part for one in claims}]
    is_sure = all(part and taken.count(part) == 1 for part in parts) and not any(
        isinstance(one, Unread) for one in rest
    )
    for one, part in zip(loose, parts, strict=True):
        if is_sure:
            rest += [claim._replace(part=part or "") for claim in one.nodes]
            continue
        text = ", ".join(nodes.listed(_nodes_possibly_meant(claim)) for claim in one.nodes)
        found = unread(part, "answer-no-key", *one.span, text=text)
        rest.append(found._replace(others=frozenset({part} if part else {"pruned", "order"}), anywhere=True))
    return rest


def _part_of_nodes_without_key(loose: Loose, nodes: Nodes) -> str | None:
    """The part that nodes without a key can answer: a child of the root, what a search goes by, what it leaves out."""
    groups = [_nodes_possibly_meant(one) for one in loose.nodes]
    named = {group[0] for group in groups}
    if len(groups) == 1 and named <= nodes.choices:
        return "best" if nodes.tree.children[groups[0][0]] else None
    if order_meant(groups, nodes)[0] and len(groups) > 1:
        return "order"
    is_sure = all(len(group) == 1 for group in groups)
    return "pruned" if is_sure and can_be_pruned(nodes.below(named), nodes) else None


def _claims_of_one_number_per_node(claims: list[Claim], nodes: Nodes) -> _Settled:
    """Claims of one number a node; a node with two of them has none."""
    first: dict[int | None, Claim] = {}
    wrong: list[Unread] = []
    for claim in claims:
        if first.setdefault(claim.node, claim).value != claim.value:
            assert claim.node is not None
            found = unread(claim.part, "answer-twice", *claim.span, name=nodes.tree.names[claim.node])
            is_choice = BY_MOVE in (claim.how, first[claim.node].how)
            wrong.append(found._replace(others=frozenset({"best"} if is_choice else ())))
    disputed = {one.problem.facts["name"] for one in wrong}
    return [one for one in first.values() if nodes.tree.names[one.node or 0] not in disputed], wrong


def _one_claim_of_part(claims: list[Claim], nodes: Nodes) -> _Settled:
    """The one claim of a part that can have one; none where there are two."""
    others = [claim for claim in claims[1:] if (claim.node, claim.value) != (claims[0].node, claims[0].value)]
    if not others:
        return claims[:1], []
    other = others[0]
    text = nodes.tree.names[other.node] if other.node is not None else str(other.value)
    return [], [unread(other.part, "answer-one-only", *other.span, text=text)]


_SETTLE: dict[str, Callable[[list[Claim], Nodes], _Settled]] = {
    "values": _claims_of_one_number_per_node,
    "windows": _claims_of_one_number_per_node,
    "pruned": lambda claims, _: (claims, []),
    "best": _one_claim_of_part,
    "value": _one_claim_of_part,
}


def _root_value_as_node_value(claims: list[Claim]) -> list[Claim]:
    """The value of the root as that of a node, where other nodes have theirs."""
    owners = {one.node for one in claims if one.part == "values"}
    roots = [one for one in claims if one.part == "value" and one.how == BY_PLACE]
    return [one._replace(part="values", node=0) for one in roots[:1]] if owners and 0 not in owners else []


def _wrong_crosses(crossed: list[Crossed], claims: list[Claim], nodes: Nodes) -> list[Unread]:
    """The crosses at nodes that are not pruned, and the marks of a visit at those that are."""
    pruned = nodes.below(one.node for one in claims if one.part == "pruned" and one.node is not None)
    return [_unread_cross(one) for one in crossed if (nodes.below([one.node]) <= pruned) is one.is_seen]


def _unread_cross(crossed: Crossed) -> Unread:
    """That a cross is no number; any but an x may say that the node is pruned."""
    part, code = ("pruned", "answer-remark") if crossed.is_seen else ("values", "answer-bad-number")
    others = frozenset() if crossed.text in "xX" else frozenset({"pruned"})
    return unread(part, code, *crossed.span, text=crossed.text)._replace(others=others)


def _unread_nothing_pruned(claims: list[Claim]) -> list[Unread]:
    """That it says nothing is pruned, and then something is named."""
    nothing = [claim for claim in claims if claim.part == "pruned" and claim.how == NOTHING]
    is_more = any(claim.part == "pruned" and claim.how != NOTHING for claim in claims)
    return [unread("pruned", "answer-none-and-more", *nothing[0].span)] if nothing and is_more else []


def _nodes_with_some_leaves(claims: list[Claim], nodes: Nodes) -> list[Unread]:
    """That a node is named with just some of the leaves below it: which of both is meant cannot be told."""
    pruned = [claim for claim in claims if claim.part == "pruned" and claim.node is not None]
    often = Counter(claim.node for claim in pruned)
    wrong = []
    for claim in {claim.node: claim for claim in pruned}.values():
        top = claim.node or 0
        if often[top] < 2 or not nodes.tree.children[top]:
            continue
        below = often.keys() & set(nodes.tree.subtree(top)) - {top}
        named = [node for node in below if node is not None]
        if named and nodes.below(named) != nodes.below([top]):
            known = f"{nodes.tree.names[top]}; {nodes.listed(sorted(named))}"
            wrong.append(unread("pruned", "answer-ambiguous", *claim.span, text=nodes.tree.names[top], known=known))
    return wrong


def _pruned_leaves_by_value(
    found: list[Open], claims: list[Claim], in_order: frozenset[int], nodes: Nodes
) -> tuple[list[Claim], list[Unread]]:
    """Leaves that are pruned by value: as many mentions as leaves mean all of them, fewer those that fit the rest."""
    resting = [one for one in found if one.is_rest]
    groups: dict[tuple[int, ...], list[Open]] = {}
    for one in (one for one in found if not one.is_rest):
        groups.setdefault(one.nodes, []).append(one)
    sure = {claim.node for claim in claims if claim.part == "pruned" and claim.node is not None}
    below = frozenset(nodes.below(sure))
    meant: dict[tuple[int, ...], tuple[int, ...]] = {
        leaves: leaves for leaves, mentions in groups.items() if len(mentions) >= len(leaves)
    }
    waiting = {leaves: tuple(one for one in leaves if one not in in_order) for leaves in groups if leaves not in meant}
    fitting = {leaves: free for leaves, free in waiting.items() if len(free) == len(groups[leaves])}
    meant |= fitting
    possible = {leaves: free for leaves, free in waiting.items() if len(free) > len(groups[leaves])}
    rest = [(free, len(groups[leaves])) for leaves, free in possible.items()]
    known = below | {leaf for leaves in meant.values() for leaf in leaves}
    ways = pruned_meant(rest, known, nodes) if rest else set()
    if ways is not None:
        meant |= {leaves: tuple(leaf for leaf in leaves if leaf in ways) for leaves in possible}
    new = [
        Claim("pruned", leaf, None, mention.span, BY_POSITION)
        for leaves, mentions in groups.items()
        if leaves in meant
        for leaf, mention in zip(meant[leaves], mentions, strict=False)
    ]
    wrong = [_ambiguous_mention(mentions[0], nodes) for leaves, mentions in groups.items() if leaves not in meant]
    for one in resting:
        others = _children_left_by_order(one, in_order, nodes)
        new += [Claim("pruned", node, None, one.span, BY_PLACE) for node in others]
        wrong += [] if others else [_ambiguous_mention(one, nodes)]
    return new, wrong


def _numbers_as_names(pruned: list[Claim], nodes: Nodes) -> list[Unread]:
    """That numbers mean leaves by their names rather than by their values: `4, 5` only as L4 and L5 can be pruned."""
    named = [nodes.named(f"L{nodes.tree.values[one.node or 0]}") for one in pruned if one.how == BY_VALUE]
    if not named or len(named) < len(pruned) or not all(len(one) == 1 for one in named):
        return []
    by_value, by_name = {one.node or 0 for one in pruned}, {one[0] for one in named}
    if can_be_pruned(by_value, nodes) or not can_be_pruned(by_name, nodes):
        return []
    readings = nodes.listed(sorted(by_value)), nodes.listed(sorted(by_name))
    text = ", ".join(str(nodes.tree.values[one.node or 0]) for one in pruned)
    whole = pruned[0].span.start, pruned[-1].span.end
    found = unread("pruned", "answer-ambiguous", *whole, text=text, known="; ".join(readings))
    return [found._replace(readings=readings)]


def _children_left_by_order(found: Open, in_order: frozenset[int], nodes: Nodes) -> tuple[int, ...]:
    """The children of a node that are left when an order has been given; nothing where that cannot be told."""
    if len(found.nodes) == 1:
        return found.nodes
    free = tuple(one for one in found.nodes if not in_order.intersection(nodes.tree.subtree(one)))
    return free if in_order and free == found.nodes[len(found.nodes) - len(free) :] else ()


def _ambiguous_mention(mention: Open, nodes: Nodes) -> Unread:
    known = nodes.listed(mention.nodes)
    found = unread(mention.part, "answer-ambiguous", *mention.span, text=mention.text, known=known)
    return found._replace(readings=tuple(nodes.tree.names[node] for node in mention.nodes))


# The order of the leaves


def _settled_order(found: list[Claim | Open], nodes: Nodes) -> _Settled:
    """The leaves of an order, each once; inner nodes that stand before their leaves say nothing."""
    leaves, wrong = _claims_without_inner_nodes(found, nodes)
    choices = [_nodes_possibly_meant(one) for one in leaves]
    meant: Sequence[int] = [group[0] for group in choices]
    opened = [one for one in leaves if isinstance(one, Open)]
    if opened:
        count, meant = order_meant(choices, nodes)
        meant = meant or (leaves_in_turn(choices, nodes) if count == 0 else ())
        if not meant:
            return [one for one in leaves if isinstance(one, Claim)], [*wrong, _ambiguous_mention(opened[0], nodes)]
    claims: list[Claim] = []
    seen: set[int] = set()
    for one, leaf in zip(leaves, meant, strict=True):
        if leaf in seen:
            wrong.append(unread("order", "answer-order-twice", *one.span, name=nodes.tree.names[leaf]))
        else:
            seen.add(leaf)
            claims.append(one if isinstance(one, Claim) else Claim("order", leaf, None, one.span, BY_POSITION))
    return claims, wrong


def _nodes_possibly_meant(one: Claim | Open) -> tuple[int, ...]:
    return one.nodes if isinstance(one, Open) else (one.node or 0,)


def _claims_without_inner_nodes(found: list[Claim | Open], nodes: Nodes) -> tuple[list[Claim | Open], list[Unread]]:
    """The leaves; inner nodes are wrong there unless all visited nodes are listed, each right before one below it."""
    inner = [one for one in found if isinstance(one, Claim) and nodes.tree.children[one.node or 0]]
    leaves = [one for one in found if one not in inner]
    listed = [_nodes_possibly_meant(one)[0] for one in found]
    parents = nodes.tree.parents
    is_named = not any(isinstance(one, Open) for one in found)
    if is_named and all(parents[one] is None or parents[one] in listed[:place] for place, one in enumerate(listed)):
        following = dict(pairwise([*listed, 0]))
        inner = [one for one in inner if parents[following[one.node or 0]] != (one.node or 0)]
    return leaves, [_unread_inner_node(one, nodes) for one in inner]


def _unread_inner_node(found: Claim, nodes: Nodes) -> Unread:
    """That an inner node stands in an order; a child of the root may as well be the best move."""
    wrong = unread("order", "answer-inner-in-order", *found.span, name=nodes.tree.names[found.node or 0])
    return wrong._replace(others=frozenset({"best"} if found.node in nodes.choices else ()))
