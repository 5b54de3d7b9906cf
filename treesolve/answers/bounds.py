"""Numbers held against what stands around them: bounds from the wrong side, and results that are none."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from typing import NamedTuple

from treesolve.answers.answer_words import doubt_words
from treesolve.answers.claim import Claim, Unread, quoted, unread
from treesolve.answers.node_words import Nodes
from treesolve.answers.number_words import NUMBER, student_number
from treesolve.model.number import Number
from treesolve.model.problem import Span
from treesolve.model.tree import Kind
from treesolve.notation.number_text import write_number
from treesolve.search.solution import minimax_values

_RESULT = re.compile(
    rf"(?<![-−–\w])(?P<kind>max|min)(?:imum)?\w{{0,4}}[ \t]*[({{\[](?P<of>[^(){{}}\[\]\n]*)[)}}\]]"
    rf"[ \t]*(?:=>|->|→|⇒|[=≤≥]|<=|>=)+[ \t]*(?P<result>{NUMBER})(?![\w(])",
    re.IGNORECASE,
)
_TURNED = re.compile(
    rf"(?P<result>(?<![\w.,]){NUMBER})[ \t]*[(\[]?[ \t]*=[ \t]*(?P<kind>max|min)(?:imum)?\w{{0,4}}[ \t]*"
    r"[({\[](?P<of>[^(){}\[\]\n]*)[)}\]]",
    re.IGNORECASE,
)
_IN_WORDS = re.compile(
    rf"\b(?P<kind>max|min)(?:imum)?[ \t]+(?:of|von|aus|de)[ \t]+(?P<of>{NUMBER}"
    rf"(?:(?:,[ \t]*|[ \t]+(?:and|und|et)[ \t]+){NUMBER})+)[ \t]+(?:is|ist|est)[ \t]+(?P<result>{NUMBER})(?![\w(])",
    re.IGNORECASE,
)
_BRACKETS = re.compile(r"\([^()]*\)|\{[^{}]*\}|\[[^\[\]]*\]")
_ASIDE = re.compile(r"[ \t]*\(([^()\n]{0,40})\)")
_BETWEEN = re.compile(r"[,;][ \t]*|[ \t]+(?:and|und|et)[ \t]+", re.IGNORECASE)
_NAME_BEFORE = 40
"""So far before its number a bound may stand, where the claim is the number alone."""

_OPEN_SIDE = {Kind.MIN: "upper", Kind.MAX: "lower"}
"""The side of the bound that a cut leaves a node with."""


class Bound(NamedTuple):
    """A claim whose number is a bound, "lower" or "upper", and whether the number itself is excluded."""

    claim: Claim
    side: str
    is_strict: bool


def wrong_bounds(text: str, claims: Sequence[Claim], nodes: Nodes) -> Iterator[Unread]:
    """Bounds that exclude their number, or leave room on a side that they cannot."""
    found = [bound for claim in claims if claim.part in ("values", "value") and (bound := _bound(text, claim))]
    sides = {(one.claim.node or 0, one.side) for one in found}
    worth = minimax_values(nodes.tree) if found else ()
    for bound in found:
        claim, node = bound.claim, bound.claim.node or 0
        name, kind = nodes.tree.names[node], nodes.tree.kinds[node].name
        is_handed_up = any((child, bound.side) in sides for child in nodes.tree.children[node])
        if bound.is_strict or not (is_handed_up or nodes.is_own_view or _leaves_room(bound, worth[node], nodes)):
            code = "answer-not-assigned" if bound.is_strict else "answer-other-bound"
            yield unread(claim.part, code, *claim.span, text=quoted(text, *claim.span), name=name, kind=kind)


def _leaves_room(bound: Bound, worth: Number | None, nodes: Nodes) -> bool:
    """Whether a bound leaves room on the side where a cut leaves it, or where the value of the node lies."""
    number, kind = bound.claim.value, nodes.tree.kinds[bound.claim.node or 0]
    if bound.side == _OPEN_SIDE.get(kind) or worth is None or isinstance(number, tuple) or number is None:
        return True
    return worth < number if bound.side == "upper" else worth > number


def _bound(text: str, claim: Claim) -> Bound | None:
    """The bound that a claim is, by the sign or the words right before its number."""
    begin = max(text.rfind("\n", 0, claim.span.start) + 1, claim.span.start - _NAME_BEFORE)
    begin = claim.span.start if claim.node is not None else begin
    said, aside = _BRACKETS.sub("", text[begin : claim.span.end]), _ASIDE.match(text, claim.span.end)
    found = _bound_words().search(said) or (aside and _bound_words().search(f"{aside[1]} 0"))
    if found is None:
        return None
    side, _, strictness = (found.lastgroup or "").partition("_")
    return Bound(claim, side, bool(strictness))


@cache
def _bound_words() -> re.Pattern[str]:
    """Each side's signs and words, in a group of its name."""
    groups = (f"(?P<{name}>{doubt_words(name)})" for name in ("lower_strictly", "upper_strictly", "lower", "upper"))
    return re.compile(rf"(?:{'|'.join(groups)})[ \t]*=?[ \t]*{NUMBER}\W*\Z", re.IGNORECASE)


_KINDS: Mapping[str, Callable[..., Number]] = {"max": max, "min": min}


def wrong_results(text: str, claims: Sequence[Claim]) -> Iterator[Unread]:
    """Formulas such as `min(14, 5, 2) = 5`, which say two things."""
    for found in (one for form in (_RESULT, _TURNED, _IN_WORDS) for one in form.finditer(text)):
        kind, items = _KINDS[found["kind"].lower()], _BETWEEN.split(found["of"].strip())
        numbers = [number for one in items if (number := _number(one)) is not None]
        result = _number(found["result"])
        if not numbers or result is None or len(items) > _MOST_NUMBERS:
            continue
        right = kind(numbers) if len(numbers) == len(items) else kind([*numbers, result])
        if result != right:
            span = Span(*found.span())
            part = next((one.part for one in claims if one.span.start <= span.start < one.span.end), "values")
            said = f"{found['kind']}({found['of'].strip()})"
            yield unread(part, "answer-result", *span, text=said, right=write_number(right))


_MOST_NUMBERS = 50


def _number(text: str) -> Number | None:
    """The number that one of several is, a bound taken as its number."""
    found = re.fullmatch(rf"(?:[<>=≤≥\s]|\w+[ \t]*=)*({NUMBER})", text.strip(), re.IGNORECASE)
    try:
        return student_number(found[1]) if found else None
    except ValueError:
        return None
