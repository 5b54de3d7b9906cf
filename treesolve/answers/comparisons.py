"""Comparisons in what a text says beside its claims: chains of numbers and nodes, `C = 2 ≤ alpha < B`.

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

from treesolve.answers.answer_words import doubt_words, says
from treesolve.answers.bounds import leaves_room
from treesolve.answers.clause_claims import tones_of_word
from treesolve.answers.number_words import NOT_COUNTED, NUMBER, number_meant
from treesolve.answers.said import ARTICLE, Said
from treesolve.model.number import Number
from treesolve.model.problem import Span

_SIGNS: Mapping[str, tuple[str, Callable[..., bool]]] = {
    "lower": ("lower", operator.ge),
    "upper": ("upper", operator.le),
    "lower_strictly": ("", operator.gt),
    "upper_strictly": ("", operator.lt),
}
"""The side on which a sign leaves room, and what it says."""

_NOT = "not "
_ORDERS = frozenset({*_SIGNS, *(f"{_NOT}{sign}" for sign in _SIGNS)})
_NO = re.compile(r"(?:not|never|nicht|nie|niemals|\w*n['’]t)")
_LEADING = frozenset({"which", "that", "was", "|", "(", "#", "/"})
_OWNERS = frozenset({"of", "von"})
_JOINING = frozenset({"and", "und", "et"})
_BOUNDS = frozenset({"alpha", "beta", "α", "β"})
_VALUE = re.compile(r"(?:value|wert)\w*", re.IGNORECASE)
_VALUE_BEFORE = re.compile(rf"{_VALUE.pattern}[ \t]+\Z", re.IGNORECASE)
_LONGEST_WORD = 10
_ALONE = re.compile(rf"[\s,]*[(\[#/]+\s*(?P<number>[<>=≤≥\s]*{NUMBER})\W*", re.IGNORECASE)
_GAINS = re.compile(r"(?:max|min)[ \t]+(?=(?:gets|gains|bekommt|erhält)\b)", re.IGNORECASE)
_HAS = re.compile(r"[ \t]+(?:has|hat)\b", re.IGNORECASE)


class Operand(NamedTuple):
    """One side of a comparison, and the node it is; `sign` joins it to the one before."""

    worth: frozenset[Number]
    node: int | None
    sign: str
    span: Span


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


def chains_of_operands(said: Said, stretch: Span) -> Iterator[list[Operand]]:
    """The chains of a stretch."""
    alone = _ALONE.fullmatch(said.text, *stretch)
    chain: list[Operand] = _operands_of_claim_before(said, stretch) if alone else []
    sign, is_beside = "", True
    for found in _pattern_of_tokens().finditer(
        said.text, alone.start("number") if alone else stretch.start, stretch.end
    ):
        operand = _operand_of_token(said, found)
        if operand:
            is_given = operand.node is None and operand.worth and chain and chain[-1].node is not None
            is_own = len(chain) == 1 and chain[0].span.end <= stretch.start and operand.node is not None
            if (is_own and sign not in _ORDERS) or not ((sign and chain) or is_given):
                yield chain
                chain = []
            chain.append(operand._replace(sign=sign or "="))
            sign, is_beside = "", False
            continue
        sign, is_over = _sign_behind_operand(said, found, sign, chain)
        if is_over:
            yield chain
            chain, is_beside = [], False
        elif not chain and (
            _VALUE.match(found[0]) or _GAINS.match(said.text, found.start()) or (is_beside and sign in _ORDERS)
        ):
            chain = _operands_of_claim_before(said, stretch)
    if sign in _ORDERS and chain:
        chain += _operand_of_claim_behind(said, stretch, sign)
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


def _operand_of_claim_behind(said: Said, stretch: Span, sign: str) -> list[Operand]:
    """The node of the value that a stretch leads up to: `is smaller than B = 3`."""
    claim = said.next_after(stretch.end)
    if claim is None or claim.span.start > stretch.end or claim.part != "values":
        return []
    return [Operand(said.worth(claim.node or 0), claim.node, sign, claim.span)]


def _sign_behind_operand(said: Said, found: re.Match[str], sign: str, chain: list[Operand]) -> tuple[str, bool]:
    """The sign that stands behind the last operand, and whether the chain is over."""
    kind, word = found.lastgroup or "", found[0].casefold()
    if _NO.fullmatch(word):
        return f"{_NOT}{sign}".removesuffix("="), False
    if word in _LEADING and (word.isalpha() or not chain):
        return "", False
    if kind in _SIGNS:
        return f"{_NOT}{kind}" if sign.startswith(_NOT) else kind, False
    if kind == "or_equal":
        return sign.removesuffix("_strictly"), False
    tones = tones_of_word(word) if kind == "word" and word not in _JOINING else frozenset()
    if kind == "equals" or "gets" in tones:
        return sign or "=", False
    if word in _OWNERS and chain and chain[-1].node is None:
        is_value = _VALUE_BEFORE.search(said.text, chain[-1].span.start - _LONGEST_WORD, chain[-1].span.start)
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


def with_bounds_filled(chain: list[Operand]) -> list[Operand]:
    """A chain in which `alpha` is what it is said to be."""
    pairs = ((one, other.worth if other.sign == "=" else one.worth) for one, other in pairwise(chain))
    return [*(one._replace(worth=one.worth or told) for one, told in pairs), *chain[-1:]]


def is_true(said: Said, one: Operand, other: Operand) -> bool:
    """Whether two operands can stand to each other as the sign of the second says."""
    if other.sign.startswith(_NOT):
        _, compare = _SIGNS.get(other.sign.removeprefix(_NOT), ("", operator.eq))
        is_nodes = compare is operator.eq and other.node is not None
        return is_nodes or any(not compare(left, right) for left in one.worth for right in other.worth)
    if other.sign == "=":
        return one.node is other.node is None or bool(one.worth & other.worth)
    side, compare = _SIGNS[other.sign]
    if not side and says(said.text[said.line_start(one.span.start) : other.span.end], "possibly"):
        side = other.sign.removesuffix("_strictly")
    if side and one.node is not None and other.node is None and said.valued.get(one.node) in other.worth:
        return leaves_room(side, next(iter(other.worth)), one.node, said.nodes)
    given = said.valued.get(one.node) if one.node is not None and other.node is None else None
    return any(compare(left, right) for left in ({given} if given in one.worth else one.worth) for right in other.worth)
