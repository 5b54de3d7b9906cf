"""Leaves by their numbers: `1, 2, 4` for L1, L2 and L4."""

import re

from treesolve.answers.claim import BY_POSITION, Claim, Finding
from treesolve.answers.node_words import Nodes
from treesolve.model.problem import Span

_NUMBERS = re.compile(r"\d+(?:(?:[\s,;>→–-]|\band\b|\bund\b)+\d+)*\.?")
_VALUE_AND_NAME = re.compile(r"\s*(-?\d+)[ \t]*\([ \t]*(\w+)[ \t]*\)")


def leaves_by_number(part: str, text: str, stretch: Span, nodes: Nodes) -> list[Finding]:
    """The leaves of a list of numbers that cannot be values: one is of no leaf, and each is the number of one.

    >>> from treesolve.notation.reader import read
    >>> [one.node for one in leaves_by_number("order", "1 2 3", Span(0, 5), Nodes(read("((6 5) (2 9))")))]
    [2, 3, 5]
    """
    numbers = [*re.finditer(r"\d+", text[slice(*stretch)])]
    named = [nodes.named(f"L{one[0]}") for one in numbers]
    is_list = len(numbers) > 1 and bool(_NUMBERS.fullmatch(text, *stretch)) and all(len(one) == 1 for one in named)
    if not is_list or all(nodes.found(one[0]) for one in numbers):
        return []
    places = [Span(stretch.start + one.start(), stretch.start + one.end()) for one in numbers]
    return [Claim(part, leaf, None, place, BY_POSITION) for (leaf,), place in zip(named, places, strict=True)]


def begins_with_value_and_name(text: str, nodes: Nodes) -> bool:
    """Whether a list begins with a leaf by its value and its name: `9 (L4)`.

    >>> from treesolve.notation.reader import read
    >>> begins_with_value_and_name("9 (L4)", Nodes(read("((6 5) (2 9))")))
    True
    """
    found = _VALUE_AND_NAME.match(text)
    return found is not None and not {*nodes.found(found[1])}.isdisjoint(nodes.named(found[2]))
