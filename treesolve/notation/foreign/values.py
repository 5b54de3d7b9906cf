"""Values of Python as the literals that they are in a text: dictionaries, lists, texts and numbers, however deep."""

from collections.abc import Mapping
from numbers import Number as AnyNumber
from typing import Any

from treesolve.model.number import Unknown
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Kind
from treesolve.notation.foreign.literals import Literal
from treesolve.notation.nested_lists import exact_number

NOWHERE = Span(0, 0)
"""Where anything stands in a value that has no text."""

_DEEPEST = 300
"""So many dictionaries and lists stand in each other; nobody writes more."""


def literal_of(value: Any, place: str = "", above: tuple[int, ...] = ()) -> Literal:
    """A value as a literal, its numbers exact.

    Raises InputError, with its place, for what no tree has, and for what contains itself.
    """
    if id(value) in above or len(above) > _DEEPEST:
        raise InputError((Problem("nested-circle", None, {"place": place}),))
    inside = (*above, id(value))
    if isinstance(value, Mapping):
        pairs = ((key, literal_of(below, f"{place}[{key!r}]", inside)) for key, below in value.items())
        return Literal(NOWHERE, "map", "", tuple((Literal(NOWHERE, "text", str(key)), below) for key, below in pairs))
    if isinstance(value, list | tuple):
        items = (literal_of(one, f"{place}[{at}]", inside) for at, one in enumerate(value))
        return Literal(NOWHERE, "list", "", tuple((None, item) for item in items))
    return scalar_of(value, place)


def scalar_of(value: Any, place: str = "") -> Literal:
    """The literal of a value that holds no others. Raises InputError for one that means nothing in a tree."""
    if value is None or isinstance(value, bool):
        return Literal(NOWHERE, "word", str(value))
    if isinstance(value, Kind):
        return Literal(NOWHERE, "text", value.value)
    if isinstance(value, str | Unknown):
        return Literal(NOWHERE, "text", value if isinstance(value, str) else value.letter)
    try:
        if isinstance(value, AnyNumber):
            return Literal(NOWHERE, "number", exact_number(value))
    except (ValueError, OverflowError, TypeError):
        pass
    facts = {"place": place, "text": repr(value)[:40], "type": type(value).__name__}
    raise InputError((Problem("nested-no-leaf", None, facts),))
