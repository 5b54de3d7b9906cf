"""The ways in which students write what is right, where a system compares letter by letter."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from treesolve.model.number import INFINITY, Number
from treesolve.model.tree import Tree
from treesolve.notation.number_text import write_number

_SIGNS = {"<=": ("≤", "<=", "=<"), ">=": ("≥", ">=", "=>")}
_BETWEEN = (" ", ", ", ",")


def of_number(number: Number, sign: str = "=") -> list[str]:
    """The spellings of a number, the plainest first; of a bound ("<=", ">=") those with its sign, too.

    >>> of_number(3, "<=")
    ['3', '≤3', '<=3', '=<3']
    >>> of_number(-INFINITY), of_number(Fraction(5, 2))
    (['-inf', '−inf', '-∞', '−∞'], ['2.5', '2,5', '5/2'])
    """
    found = [one.replace("-", minus) for one in _in_digits(number) for minus in (("-", "−") if "-" in one else ("-",))]
    return found + [before + one for one in found for before in _SIGNS.get(sign, ())]


def _in_digits(number: Number) -> Iterator[str]:
    """The spellings of a number with a hyphen for its minus."""
    text = write_number(number)
    yield text
    if isinstance(number, Fraction) and "." in text:
        yield from (text.replace(".", ","), f"{number.numerator}/{number.denominator}")
    elif "inf" in text:
        yield text.replace("inf", "∞")
    if number == INFINITY:
        yield from ("+inf", "+∞")


def of_leaves(tree: Tree, leaves: Sequence[int]) -> list[str]:
    """The spellings of leaves in order: by their names, and by their values where no two leaves have the same.

    >>> from treesolve.notation.reader import read
    >>> of_leaves(read("(6 5)"), (1, 2))
    ['L1 L2', 'L1, L2', 'L1,L2', '6 5', '6, 5', '6,5']
    """
    rows = [[tree.names[leaf] for leaf in leaves]]
    if len({tree.values[leaf] for leaf in tree.leaves}) == len(tree.leaves):
        rows.append([write_number(tree.values[leaf]) for leaf in leaves])  # type: ignore[arg-type]
    return list(dict.fromkeys(between.join(row) for row, between in product(rows, _BETWEEN)))
