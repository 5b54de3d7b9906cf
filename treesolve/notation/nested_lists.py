"""Conversion of nested Python lists such as `[[6, 5], [2, 9]]` to text that the parser accepts."""

from fractions import Fraction
from numbers import Number as AnyNumber
from typing import Any

from treesolve.model.kind import Kind
from treesolve.model.number import INFINITY, Unknown, int_if_whole
from treesolve.model.problem import InputError, Problem
from treesolve.notation.number_text import format_number, read_number


def format_nested_lists(nested: list[Any] | tuple[Any, ...]) -> str:
    """Convert a tree given as nested lists or tuples to text.

    A leaf is a number of any numeric type, or a string that contains a number, a letter or "?". A float stands for the
    decimal that Python prints for it. The result is in our notation, or in the notation of Python if there are letters,
    "?", or a word as the first item of a list. Raises InputError with an index such as [0][1] if a leaf is invalid, or
    if a list is empty or contains itself.

    >>> format_nested_lists([[6, 5.5], (2, 1)]), format_nested_lists([[6, 5.5], (2, "x")])
    ('((6 5.5) (2 1))', '[[6, 5.5], [2, "x"]]')
    """
    fragments, opened = list[str](), set[int]()
    pending: list[tuple[Any, Any]] = [(nested, ())]  # items with index paths (pairs of index and outer path)
    while pending:
        item, index_path = pending.pop()
        if item is _END:
            opened.discard(index_path)
            fragments.append(")")
        elif isinstance(item, list | tuple):
            if id(item) in opened or not item:
                raise _error_about_item("nested-circle" if item else "nested-empty", item, index_path)
            opened.add(id(item))
            fragments.append("(")
            pending += [
                (_END, id(item)),
                *((below, (number, index_path)) for number, below in reversed([*enumerate(item)])),
            ]
        else:
            fragments.append(_leaf_text(item, index_path))
    text = " ".join(fragments).replace("( ", "(").replace(" )", ")")
    return text.replace(" ", ", ").translate(_SQUARE) if '"' in text else text


_END = object()
_SQUARE = str.maketrans("()", "[]")


def _leaf_text(item: Any, index_path: tuple[Any, ...]) -> str:
    """Convert a leaf to text. Raises InputError if the item cannot be a leaf."""
    try:
        if isinstance(item, str):
            is_letter = item == "?" or (len(item) == 1 and item.isalpha())
            is_head = index_path[0] == 0 and item.isidentifier() and item.lower() != "inf"
            return f'"{item}"' if is_letter or is_head else format_number(read_number(item))
        if isinstance(item, AnyNumber) and item is not True and item is not False:
            return format_exact_number(item)
    except (ValueError, OverflowError, TypeError):
        pass
    if isinstance(item, Unknown):
        return item.letter
    raise _error_about_item("nested-no-leaf", item, index_path)


def format_exact_number(item: Any) -> str:
    """Convert a number of any numeric type to text. A float stands for the decimal that Python prints for it.

    Raises ValueError, OverflowError or TypeError for unsupported numbers such as complex numbers and NaN.

    >>> format_exact_number(0.1), format_exact_number(float("inf"))
    ('0.1', 'inf')
    """
    if item in (INFINITY, -INFINITY):
        return format_number(float(item))
    exact = Fraction(repr(float(item))) if isinstance(item, float) else Fraction(item)
    return format_number(int_if_whole(exact))


def _error_about_item(code: str, item: Any, index_path: tuple[Any, ...]) -> InputError:
    position = ""
    while index_path:
        number, index_path = index_path
        position = f"[{number}]{position}"
    text = item.name if isinstance(item, Kind) else repr(item)[:40]
    return InputError((Problem(code, None, {"place": position, "text": text, "type": type(item).__name__}),))
