"""The ways in which students write what is right, where a system compares letter by letter."""

from collections.abc import Sequence
from itertools import product

from treesolve.model.number import INFINITY, Number
from treesolve.model.tree import Tree
from treesolve.notation.number_text import write_number

_SIGNS = {"<=": ("≤", "<=", "=<"), ">=": ("≥", ">=", "=>")}
_BETWEEN = (" ", ", ", ",")


def is_plain(number: Number) -> bool:
    """Whether a number is a finite decimal, which systems compare as a number.

    >>> from fractions import Fraction
    >>> is_plain(-3), is_plain(Fraction(1, 2)), is_plain(Fraction(1, 3)), is_plain(INFINITY)
    (True, True, False, False)
    """
    return "/" not in (text := write_number(number)) and not text.endswith("inf")


def of_number(number: Number, sign: str = "=") -> list[str]:
    """The spellings of a number, the plainest first; of a bound ("<=", ">=") those with its sign, too.

    >>> of_number(3, "<=")
    ['3', '≤3', '<=3', '=<3']
    >>> of_number(-INFINITY)
    ['-inf', '−inf', '-∞', '−∞']
    """
    text = write_number(number)
    found = [text.replace("inf", infinity) for infinity in ("inf", "∞")] if "inf" in text else [text]
    found += [one.replace(".", ",") for one in found if "." in one]
    if number == INFINITY:
        found += [f"+{one}" for one in found]
    found = [one.replace("-", minus) for one in found for minus in (("-", "−") if "-" in one else ("-",))]
    return found + [before + one for one in found for before in _SIGNS.get(sign, ())]


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
