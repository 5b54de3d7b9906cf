"""Trees as nested lists of Python, `[[6, 5], [2, 9]]`, to tree text."""

from fractions import Fraction
from numbers import Number as AnyNumber
from typing import Any

from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Unknown, reduced
from treesolve.model.problem import InputError, Problem
from treesolve.notation.number_text import read_number, write_number


def nested_text(nested: list[Any] | tuple[Any, ...]) -> str:
    """The text of the tree that lists, or tuples, in lists are.

    Leaves are numbers of any exact or inexact type (a float stands for the decimal that it is printed as), and texts
    with a number, a letter or "?"; with the latter two, or a word first in a list, it is the text that Python prints.
    Raises InputError where something else is a leaf, a list is empty, or inside itself, with its place, such as [0][1].

    >>> nested_text([[6, 5.5], (2, 1)]), nested_text([[6, 5.5], (2, "x")])
    ('((6 5.5) (2 1))', '[[6, 5.5], [2, "x"]]')
    """
    pieces, opened = list[str](), set[int]()
    waiting: list[tuple[Any, Any]] = [(nested, ())]  # each with its place: its number, behind that of the list above
    while waiting:
        item, place = waiting.pop()
        if item is _END:
            opened.discard(place)
            pieces.append(")")
        elif isinstance(item, list | tuple):
            if id(item) in opened or not item:
                raise _error_about_item("nested-circle" if item else "nested-empty", item, place)
            opened.add(id(item))
            pieces.append("(")
            waiting += [(_END, id(item)), *((below, (number, place)) for number, below in reversed([*enumerate(item)]))]
        else:
            pieces.append(_leaf_text(item, place))
    text = " ".join(pieces).replace("( ", "(").replace(" )", ")")
    return text.replace(" ", ", ").translate(_SQUARE) if '"' in text else text


_END = object()
_SQUARE = str.maketrans("()", "[]")


def _leaf_text(item: Any, place: tuple[Any, ...]) -> str:
    """The text of a leaf. Raises InputError where it is none."""
    try:
        if isinstance(item, str):
            is_letter = item == "?" or (len(item) == 1 and item.isalpha())
            is_head = place[0] == 0 and item.isidentifier() and item.lower() != "inf"
            return f'"{item}"' if is_letter or is_head else write_number(read_number(item))
        if isinstance(item, AnyNumber) and item is not True and item is not False:
            return exact_number(item)
    except (ValueError, OverflowError, TypeError):
        pass
    if isinstance(item, Unknown):
        return item.letter
    raise _error_about_item("nested-no-leaf", item, place)


def exact_number(item: Any) -> str:
    """The text of a number of any type; a float stands for the decimal that it is printed as.

    Raises ValueError, OverflowError or TypeError for one that is none of ours, such as a complex number or NaN.

    >>> exact_number(0.1), exact_number(float("inf"))
    ('0.1', 'inf')
    """
    if item in (INFINITY, -INFINITY):
        return write_number(float(item))
    exact = Fraction(repr(float(item))) if isinstance(item, float) else Fraction(item)
    return write_number(reduced(exact))


def _error_about_item(code: str, item: Any, place: tuple[Any, ...]) -> InputError:
    shown = ""
    while place:
        number, place = place
        shown = f"[{number}]{shown}"
    text = item.name if isinstance(item, Kind) else repr(item)[:40]
    return InputError((Problem(code, None, {"place": shown, "text": text, "type": type(item).__name__}),))
