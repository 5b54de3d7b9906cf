"""Sums that a text works averages out with, held against their results and against the children of the node."""

import ast
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from math import isinf, lcm
from operator import add, mul, sub, truediv
from typing import Any

from treesolve.answers.averages import NUMBER, is_sum, sums_in
from treesolve.answers.claim import Claim, Unread, unread
from treesolve.answers.number_words import number_meant
from treesolve.answers.said import Said
from treesolve.model.number import Number

_TOKEN = re.compile(rf"(?P<number>{NUMBER})|(?P<name>[^\W\d]\w*)|(?P<sign>\S)")
_OPERATIONS: dict[type[ast.operator], Callable[[Any, Any], Any]] = {
    ast.Add: add,
    ast.Sub: sub,
    ast.Mult: mul,
    ast.Div: truediv,
}
_SIGNS = {"−": "-", "·": "*", "×": "*", "⋅": "*", "x": "*", "[": "(", "]": ")"}
_TIMES = re.compile(r"(?<=[\w)])(?=\()")


def wrong_averages(said: Said) -> Iterator[Unread]:
    """Sums that come to something else than their result, or have other numbers than the children of their node."""
    for span in sums_in(said.text):
        claim, text = _claim_explained(said, span.start), said.text[slice(*span)]
        if claim is None or not _is_average(said, claim, text):
            yield unread("values", "answer-remark", *span, text=text)


def _claim_explained(said: Said, place: int) -> Claim | None:
    """The value that the sum at a place is the reason of: the one before it, or the only one on its line."""
    values = [one for one in said.on_line(place) if one.part in ("values", "value")]
    return next((one for one in reversed(values) if one.span.start < place), values[0] if len(values) == 1 else None)


def _is_average(said: Said, claim: Claim, text: str) -> bool:
    """Whether a sum comes to the value of a claim, of numbers and nodes that its node has below it."""
    children = said.nodes.tree.children[claim.node or 0]
    names = said.nodes.tree.names
    worth = {names[child]: said.valued.get(child, said.nodes.minimax[child]) for child in children}
    tokens = [*_TOKEN.finditer(text)]
    numbers = [_number_of_token(one) for one in tokens if one["number"]]
    if not {one["name"] for one in tokens if one["name"] and one[0] != "x"} <= worth.keys():
        return False
    is_below = not is_sum(text) or {*numbers} <= _numbers_below(said, children)
    return is_below and _total(tokens, worth) == claim.value


def _numbers_below(said: Said, children: tuple[int, ...]) -> set[Number | None]:
    """The weights of children, their values, one times the other, and these without the denominator of the weights."""
    weights = [Fraction(said.nodes.tree.weight(child) or 0) for child in children]
    common = lcm(*(one.denominator for one in weights))
    found: set[Number | None] = {common}
    for child, weight in zip(children, weights, strict=True):
        found |= {weight, weight * common, weight.numerator, weight.denominator}
        for number in said.final(child):
            found |= {number} if isinf(number) else {number, number * weight, number * weight * common}
    return found


def _number_of_token(token: re.Match[str]) -> Number | None:
    """The number that is written, a hundredth of it before `%`."""
    written = token[0].rstrip("% \t")
    number = number_meant(f"0{written}" if written.startswith(".") else written)
    return number if number is None or token[0] == written else Fraction(number) / 100


def _total(tokens: Sequence[re.Match[str]], worth: Mapping[str, object]) -> object:
    """What a sum comes to; None where it is no sum after all."""
    known = {f"n{place}": worth.get(one[0], _number_of_token(one)) for place, one in enumerate(tokens)}
    names = (f"n{place}" if one["number"] or one[0] in worth else one[0] for place, one in enumerate(tokens))
    written = _TIMES.sub("*", "".join(_SIGNS.get(one, one) for one in names))
    try:
        return _worth_of_expression(ast.parse(written, mode="eval").body, known)
    except (SyntaxError, ArithmeticError, TypeError, RecursionError):
        return None


def _worth_of_expression(one: ast.expr, known: Mapping[str, Any]) -> Any:
    """What an expression comes to. Raises TypeError where it is anything else than numbers and their four signs."""
    match one:
        case ast.BinOp(left, sign, right) if type(sign) in _OPERATIONS:
            return _OPERATIONS[type(sign)](_worth_of_expression(left, known), _worth_of_expression(right, known))
        case ast.UnaryOp(ast.USub(), operand):
            return -_worth_of_expression(operand, known)
        case ast.Name(name) if known.get(name) is not None:
            return Fraction(known[name])
    raise TypeError
