"""Bounds from the wrong side, and those that exclude their number."""

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

from treesolve.answers.answer_words import doubt_words
from treesolve.answers.claim import Claim, Unread, quoted, unread
from treesolve.answers.node_words import Nodes
from treesolve.answers.number_words import NUMBER
from treesolve.model.number import Number
from treesolve.model.tree import Kind

_BRACKETS = re.compile(r"\([^()]*\)|\{[^{}]*\}|\[[^\[\]]*\]")
_ASIDE = re.compile(r"[ \t]*(?:\(|#|//|\|)([^()|\n]{0,40})(?:\)|\||$)", re.MULTILINE)
_NAME_BEFORE = 40
"""So far before its number a bound may stand, where the claim is the number alone."""

_OPEN_SIDE = {Kind.MIN: "upper", Kind.MAX: "lower"}
"""The side of the bound that a cut leaves a node with."""


class Bound(NamedTuple):
    """A claim whose number is a bound, "lower" or "upper", and whether the number itself is excluded."""

    claim: Claim
    number: Number
    side: str
    is_strict: bool


def wrong_bounds(text: str, claims: Sequence[Claim], nodes: Nodes) -> Iterator[Unread]:
    """Bounds that exclude their number, or leave room on a side that they cannot."""
    found = [bound for claim in claims if claim.part in ("values", "value") and (bound := _bound_of_claim(text, claim))]
    sides = {(one.claim.node or 0, one.side) for one in found}
    for bound in found:
        claim, node = bound.claim, bound.claim.node or 0
        name, kind = nodes.tree.names[node], nodes.tree.kinds[node].name
        is_handed_up = any((child, bound.side) in sides for child in nodes.tree.children[node])
        if bound.is_strict or not (
            is_handed_up or nodes.is_own_view or leaves_room(bound.side, bound.number, node, nodes)
        ):
            code = "answer-not-assigned" if bound.is_strict else "answer-other-bound"
            yield unread(claim.part, code, *claim.span, text=quoted(text, *claim.span), name=name, kind=kind)


def leaves_room(side: str, number: Number, node: int, nodes: Nodes) -> bool:
    """Whether a bound leaves room on the side where a cut leaves it, or where the value of the node lies."""
    worth, kind = nodes.minimax[node], nodes.tree.kinds[node]
    is_stopped_average = kind is Kind.CHANCE and nodes.tree.bounds is not None
    if is_stopped_average or side == _OPEN_SIDE.get(kind) or worth is None:
        return True
    return worth < number if side == "upper" else worth > number


def _bound_of_claim(text: str, claim: Claim) -> Bound | None:
    """The bound that a claim is, by the sign or the words right before its number."""
    begin = max(text.rfind("\n", 0, claim.span.start) + 1, claim.span.start - _NAME_BEFORE)
    begin = claim.span.start if claim.node is not None else begin
    said, aside = _BRACKETS.sub("", text[begin : claim.span.end]), _ASIDE.match(text, claim.span.end)
    found = _pattern_of_bound_words().search(said) or (aside and _pattern_of_bound_words().search(f"{aside[1]} 0"))
    if found is None or claim.value is None or isinstance(claim.value, tuple):
        return None
    side, _, strictness = (found.lastgroup or "").partition("_")
    return Bound(claim, claim.value, side, bool(strictness))


@cache
def _pattern_of_bound_words() -> re.Pattern[str]:
    """Each side's signs and words, in a group of its name."""
    groups = (f"(?P<{name}>{doubt_words(name)})" for name in ("lower_strictly", "upper_strictly", "lower", "upper"))
    return re.compile(rf"(?:{'|'.join(groups)})[ \t]*=?[ \t]*{NUMBER}\W*\Z", re.IGNORECASE)
