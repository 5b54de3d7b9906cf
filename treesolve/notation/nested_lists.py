"""Trees as nested lists of Python, `[[6, 5], [2, 9]]`, to tree text."""

from collections.abc import Iterator
from fractions import Fraction
from numbers import Number as AnyNumber
from typing import Any

from treesolve.model.number import INFINITY, Unknown, reduced
from treesolve.model.problem import InputError, Problem
from treesolve.notation.number_text import read_number, write_number


def nested_text(nested: list[Any] | tuple[Any, ...]) -> str:
    """The text of the tree that lists, or tuples, in lists are.

    Leaves are numbers of any exact or inexact type (a float stands for the decimal that it is printed as), and texts
    with a number, a letter or "?". Raises InputError where something else is a leaf, a list is empty, or a list is
    inside itself, with its place, such as [0][1].

    >>> nested_text([[6, 5.5], (2, "x")])
    '((6 5.5) (2 x))'
    """
    return " ".join(_brackets_and_leaves(nested)).replace("( ", "(").replace(" )", ")")


def _brackets_and_leaves(nested: Any) -> Iterator[str]:
    """Brackets and leaves, one after the other; however deep the lists are."""
    waiting = [_children_of_list(nested, [])]
    place = [-1]
    opened = {id(nested)}
    above = [nested]
    yield "("
    while waiting:
        place[-1] += 1
        item = next(waiting[-1], _END)
        if item is _END:
            yield ")"
            waiting.pop()
            place.pop()
            opened.discard(id(above.pop()))
        elif isinstance(item, list | tuple):
            if id(item) in opened:
                raise _error_about_item("nested-circle", item, place)
            waiting.append(_children_of_list(item, place))
            place.append(-1)
            opened.add(id(item))
            above.append(item)
            yield "("
        else:
            yield _leaf_text(item, place)


_END = object()


def _children_of_list(items: Any, place: list[int]) -> Iterator[Any]:
    if not items:
        raise _error_about_item("nested-empty", items, place)
    return iter(items)


def _leaf_text(item: Any, place: list[int]) -> str:
    """The text of a leaf. Raises InputError where it is none."""
    try:
        if isinstance(item, str):
            return item if item == "?" or (len(item) == 1 and item.isalpha()) else write_number(read_number(item))
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


def _error_about_item(code: str, item: Any, place: list[int]) -> InputError:
    facts = {"place": "".join(f"[{number}]" for number in place), "text": repr(item)[:40], "type": type(item).__name__}
    return InputError((Problem(code, None, facts),))
