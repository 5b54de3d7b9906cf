"""What stands in the cells of a table: numbers, probabilities, and what stands there for nothing."""

import re
from fractions import Fraction

from treesolve.model.number import Number
from treesolve.model.problem import Span
from treesolve.notation.foreign.label import number, probability
from treesolve.notation.foreign.refusal import refusal

NOBODY = {"", "-", "none", "null", "nan", "na", "n/a", "root", "-1"}
"""What stands in place of a name where there is no node, in small letters; as a parent, unless a node is called so."""
_COMMA = re.compile(r"[+\-−]?[0-9]+,[0-9]+")


def probability_in_cell(written: str, span: Span, child: str, *, semicolons: bool) -> Fraction | int | None:
    """The probability in its column. Raises InputError where something else stands there."""
    plain = written.replace(" ", "").replace(",", "." if semicolons else ",")
    weight = probability(plain)
    if weight is None and plain.lower() not in NOBODY:
        raise refusal("value-no-number", span, name=child, text=written)
    return weight


def number_in_cell(written: str, span: Span, child: str, *, semicolons: bool) -> Number | None:
    """The number in the column of values; between semicolons a comma may be that of a decimal."""
    plain = written.replace(",", ".") if semicolons and _COMMA.fullmatch(written) else written
    value = number(plain)
    if value is None and plain.lower() not in NOBODY and not re.fullmatch(r"\?|[^\W\d_][0-9]*", plain):
        raise refusal("value-no-number", span, name=child, text=written)
    return value
