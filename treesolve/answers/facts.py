"""What a text says of numbers, kinds and places of nodes beside its claims.

What is true of the tree, or agrees with the claims, is passed over; anything else takes something back.

Vocabulary

    operand     one of the things that are compared, in a chain of them: `C`, `2` and `alpha` in `C = 2 ≤ alpha`; its
                worth are the numbers that it may be, if any are known
"""

import operator
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from treesolve.answers.answer_words import doubt_words, expression, says
from treesolve.answers.bounds import leaves_room
from treesolve.answers.claim import Claim, Unread, quoted, unread
from treesolve.answers.clause_claims import tones_of_word
from treesolve.answers.cut_facts import explains_no_cut, numbers_around
from treesolve.answers.items import items
from treesolve.answers.number_words import NOT_COUNTED, NUMBER, number_meant
from treesolve.answers.relation_facts import wrong_relations
from treesolve.answers.relations import relatives
from treesolve.answers.said import ARTICLE, Said
from treesolve.answers.search_bounds import SearchBounds
from treesolve.model.number import Number
from treesolve.model.problem import Span
from treesolve.model.tree import Kind

_SIGNS: Mapping[str, tuple[str, Callable[..., bool]]] = {
    "lower": ("lower", operator.ge),
    "upper": ("upper", operator.le),
    "lower_strictly": ("", operator.gt),
    "upper_strictly": ("", operator.lt),
}
"""The side on which a sign leaves room, and what it says."""

_BOTH = frozenset({"both", "beide", "beiden"})
_OWNERS = frozenset({"of", "von"})
_JOINING = frozenset({"and", "und", "et"})
_BOUNDS = frozenset({"alpha", "beta", "α", "β"})
_VALUE = re.compile(r"(?:value|wert)\w*", re.IGNORECASE)
_VALUE_BEFORE = re.compile(rf"{_VALUE.pattern}[ \t]+\Z", re.IGNORECASE)
_LONGEST_WORD = 10
_ALONE = re.compile(rf"[\s,]*[(\[#/]+\s*(?P<number>[<>=≤≥\s]*{NUMBER})\W*", re.IGNORECASE)
_AT_PLACE = re.compile(r"(?<!\w)(\w+)[ \t]+(?:is|ist)[ \t]+(?:the|das|der)[ \t]+", re.IGNORECASE)
_BEHIND = re.compile(r"[ \t]*(?:[(\[]|#+|//+)[ \t]*(?P<said>[^()\[\]\n]+)")
_GAINS = re.compile(r"(?:max|min)[ \t]+(?=(?:gets|gains|bekommt|erhält)\b)", re.IGNORECASE)
_HAS = re.compile(r"[ \t]+(?:has|hat)\b", re.IGNORECASE)


class Operand(NamedTuple):
    """One side of a comparison, and the node it is; `sign` joins it to the one before."""

    worth: frozenset[Number]
    node: int | None
    sign: str
    span: Span


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
    for found in expression("bounding").finditer(said.text):
        named = {node for word in re.findall(r"\w+", found["nodes"]) for node in said.nodes.names.get(word, ())}
        side = "lower" if found["lower"] else "upper"
        if not said.nodes.is_own_view and not all(_is_bounded(said, side, node) for node in named):
            yield unread("values", "answer-remark", *found.span(), text=found[0])
    for part, claim in (*_wrong_values_of_best(said), *_wrong_cuts_after_leaves(said)):
        yield unread(part, "answer-remark", *claim.span, text=quoted(said.text, *claim.span))


def _wrong_visits(said: Said, stretch: Span) -> Iterator[tuple[str, re.Match[str]]]:
    """Where a stretch says that a leaf was seen which is pruned, or that another one was the first."""
    for found in expression("seen").finditer(said.text, *stretch):
        if not said.gone.isdisjoint(said.nodes.names.get(found[found.lastindex or 0], ())):
            yield "pruned", found
    for found in expression("begins").finditer(said.text, *stretch):
        leaves = said.nodes.below(said.nodes.names.get(found[1], ()))
        if leaves and not leaves & {one.node for one in said.of("order")[:1]}:
            yield "order", found


def _wrong_cuts_after_leaves(said: Said) -> Iterator[tuple[str, Claim]]:
    """The claims that all behind a leaf is pruned, where that leaf is pruned itself: `after c3`."""
    for claim in said.of("pruned"):
        found = expression("seen").match(said.text, *claim.span)
        if found and found[1] and not said.gone.isdisjoint(said.nodes.names.get(found[1], ())):
            yield "pruned", claim


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
    for found in expression("kind").finditer(said.text):
        name, kind = found["name"] or found["cell"], found["kind"] or found["kind_of_cell"]
        kinds = {said.nodes.tree.kinds[node] for node in said.nodes.named(name)}
        other = Kind.MIN if kind.casefold() == "max" else Kind.MAX
        if kinds == {other} and not said.nodes.is_own_view:
            yield found


def _wrong_comparison(said: Said, bounds: SearchBounds, stretch: Span) -> Span | None:
    """Where a stretch says something of numbers that is not so, or is no reason for what it stands behind."""
    for chain in _chains_of_operands(said, stretch):
        for one, other in pairwise(_chain_with_bounds_filled(chain)):
            if (
                one.worth
                and other.worth
                and (not _is_comparison_true(said, one, other) or _is_no_reason(said, bounds, one, other))
            ):
                return Span(one.span.start, other.span.end)
    return None


def _is_no_reason(said: Said, bounds: SearchBounds, one: Operand, other: Operand) -> bool:
    """Whether a comparison of numbers gives none that belong there."""
    if not bounds.is_known or other.sign == "=":
        return False
    if one.node is not None and other.node is None:
        return not other.worth & numbers_around(bounds, one.node)
    is_cut = one.node is other.node is None and said.part_at(one.span.start) == "pruned"
    return is_cut and explains_no_cut(said, bounds, one.worth, other.worth, one.span.start)


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


def _chain_with_bounds_filled(chain: list[Operand]) -> list[Operand]:
    """A chain in which `alpha` is what it is said to be."""
    pairs = ((one, other.worth if other.sign == "=" else one.worth) for one, other in pairwise(chain))
    return [*(one._replace(worth=one.worth or told) for one, told in pairs), *chain[-1:]]


def _is_comparison_true(said: Said, one: Operand, other: Operand) -> bool:
    if other.sign == "=":
        return one.node is other.node is None or bool(one.worth & other.worth)
    side, compare = _SIGNS[other.sign]
    if not side and says(said.text[said.line_start(one.span.start) : other.span.end], "possibly"):
        side = other.sign.removesuffix("_strictly")
    if side and one.node is not None and other.node is None and said.valued.get(one.node) in other.worth:
        return leaves_room(side, next(iter(other.worth)), one.node, said.nodes)
    return any(compare(left, right) for left in one.worth for right in other.worth)


@cache
def _pattern_of_tokens() -> re.Pattern[str]:
    """The expression for the next token of a stretch."""
    signs = "|".join(f"(?P<{name}>{doubt_words(name)})" for name in _SIGNS)
    return re.compile(
        r"(?P<equals>=(?!>)|\((?=(?:value|wert)))|"
        rf"(?P<stop>=>|-+>|<-+|→|⇒)|(?P<or_equal>or equal(?: to)?\b|oder gleich\b)|{signs}"
        rf"|(?P<called>\([ \t]*{NUMBER}[ \t]*\))|(?P<formula>(?:max|min)[ \t]*[({{\[][^()\n]*[)}}\]])"
        rf"|(?P<number>(?<![\w.,/])-?{NUMBER}(?![\w/]|[.,]\d){NOT_COUNTED})"
        r"|(?P<word>[^\W\d][\w'’]*)|(?P<other>\S)",
        re.IGNORECASE,
    )


def _chains_of_operands(said: Said, stretch: Span) -> Iterator[list[Operand]]:
    """The chains of a stretch."""
    alone = _ALONE.fullmatch(said.text, *stretch)
    chain: list[Operand] = _operands_of_claim_before(said, stretch) if alone else []
    sign = ""
    for found in _pattern_of_tokens().finditer(
        said.text, alone.start("number") if alone else stretch.start, stretch.end
    ):
        operand = _operand_of_token(said, found)
        if operand:
            is_given = operand.node is None and operand.worth and chain and chain[-1].node is not None
            is_own = len(chain) == 1 and chain[0].span.end <= stretch.start and operand.node is not None
            if is_own or not ((sign and chain) or is_given):
                yield chain
                chain = []
            chain.append(operand._replace(sign=sign or "="))
            sign = ""
            continue
        sign, is_over = _sign_behind_operand(said, found, sign, chain)
        if is_over:
            yield chain
            chain = []
        elif not chain and (_VALUE.match(found[0]) or _GAINS.match(said.text, found.start())):
            chain = _operands_of_claim_before(said, stretch)
    yield chain


def _operands_of_claim_before(said: Said, stretch: Span) -> list[Operand]:
    """The node of the claim that a remark stands behind, and its value: `B (3)`, `B because its value is 3`."""
    claim = said.before(stretch.start)
    is_owner = claim is not None and claim.node is not None and _HAS.match(said.text, claim.span.end)
    if claim is None or not (is_owner or claim.part in ("values", "value", "best")):
        return []
    is_root = claim.part == "best" and 0 in said.valued
    worth = said.final(claim.node or 0) if claim.part == "best" else said.worth(claim.node or 0)
    worth |= said.final(0) if is_root else frozenset()
    return [Operand(worth, claim.node or 0, "", claim.span)]


def _sign_behind_operand(said: Said, found: re.Match[str], sign: str, chain: list[Operand]) -> tuple[str, bool]:
    """The sign that stands behind the last operand, and whether the chain is over."""
    kind, word = found.lastgroup or "", found[0].casefold()
    if kind in _SIGNS:
        return kind, False
    if kind == "or_equal":
        return sign.removesuffix("_strictly"), False
    tones = tones_of_word(word) if kind == "word" and word not in _JOINING else frozenset()
    if kind == "equals" or "gets" in tones:
        return sign or "=", False
    if word in _OWNERS and chain and chain[-1].node is None:
        is_value = _VALUE_BEFORE.search(said.text, max(0, chain[-1].span.start - _LONGEST_WORD), chain[-1].span.start)
        return ("=", False) if sign or is_value else ("", True)
    return (sign, False) if tones & {"plain", "aside", "at"} else ("", True)


def _operand_of_token(said: Said, found: re.Match[str]) -> Operand | None:
    """The operand that a token is; a number is one that can be read, a bound may be any number."""
    span, text = Span(*found.span()), found[0]
    if found.lastgroup in ("number", "called"):
        number = number_meant(text.strip("() \t"))
        return Operand(frozenset({number}), None, "", span) if number is not None else None
    if found.lastgroup == "formula" or text.casefold() in _BOUNDS:
        return Operand(frozenset(), None, "", span)
    is_name = found.lastgroup == "word" and not ARTICLE.match(said.text, found.start())
    named = said.nodes.names.get(text, ()) if is_name else ()
    return Operand(said.worth(named[0]), named[0], "", span) if len(named) == 1 else None
