"""Tree text to Tree: our own notation, and where that fails any other that can be told.

Vocabulary

    remark      what was done to a text so that it could be read; no failure
"""

import re
from functools import partial
from typing import NamedTuple

from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.notation.grammar_reader import read_own
from treesolve.notation.signs import has_signs_of_other_meaning

_DIGIT = re.compile("[0-9]")

_TREE_HEADER = re.compile("^tree:", re.MULTILINE)

LONGEST_IN_DOUBT = 10_000
"""A longer text with our own header of the tree is meant as ours, and one without any number is noise."""


class Reading(NamedTuple):
    """A tree that was read; where it was written otherwise, its text in our notation and remarks on that."""

    tree: Tree
    text: str | None = None
    remarks: tuple[Problem, ...] = ()


def read(text: str, source: str = "-", *, payoffs: bool = False) -> Tree:
    """The tree a text describes.

    `source` is the name of the text in messages. Only with `payoffs` leaves may have payoffs for several players, which
    is nothing for those who expect MAX and MIN. Raises InputError with everything found wrong in it.

    >>> tree = read("((6 5) (2 9))")
    >>> [node.name for node in tree], tree[0].kind
    (['A', 'B', 'L1', 'L2', 'C', 'L3', 'L4'], <Kind.MAX: 'max'>)
    """
    return reading(text, source, payoffs=payoffs).tree


def reading(text: str, source: str = "-", *, payoffs: bool = False) -> Reading:
    """The tree a text describes, and what was done so that it could be read.

    Raises InputError like `read`.

    >>> reading("tree = [[6, 5], [2, 9]]").text
    '[[6, 5], [2, 9]]'
    """
    try:
        tree = read_own(text, source, payoffs=payoffs)
    except InputError as error:
        refused: InputError | None = error
    else:
        if not has_signs_of_other_meaning(text, tree):
            return Reading(tree)
        refused = None
    if refused and len(text) > LONGEST_IN_DOUBT and (_TREE_HEADER.search(text) or not _DIGIT.search(text)):
        raise refused
    from treesolve.notation.foreign.parts import recognise_parts

    try:
        found = recognise_parts(text, partial(read_own, source=source, payoffs=payoffs), refused)
    except InputError as error:
        raise InputError(tuple(each._replace(source=source, text=text) for each in error.problems)) from None
    remarks = tuple(remark._replace(source=source, text=text) for remark in found.remarks)
    return Reading(found.tree, None if found.text == text else found.text, remarks)
