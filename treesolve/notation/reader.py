"""Tree text to Tree: our own notation, and where that fails any other that can be told."""

import re
from functools import partial

from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation.doubts import Doubt, is_ours
from treesolve.notation.grammar_reader import Reading, read_own
from treesolve.notation.header_values import read_values
from treesolve.notation.headers import read_headers
from treesolve.notation.long_text import is_noise

MEANT = (
    *("payoff-tree", "payoff-length", "payoff-mixed", "payoff-kind", "payoff-player", "payoff-sum", "player-", "sum-"),
    *("weight", "levels-", "leaf-outside", "too-many", "shape", "leaves-", "points", "bounds", "unknown-le", "header-"),
)
"""What codes begin with that are about trees in our notation: the text was understood, and something in it is wrong."""


def read(text: str, source: str = "-", *, payoffs: bool = False) -> Tree:
    """The tree a text describes.

    `source` is the name of the text in messages. Only with `payoffs` leaves may have payoffs for several players, which
    is nothing for those who expect MAX and MIN. Raises InputError with everything found wrong in it.

    >>> tree = read("((6 5) (2 9))")
    >>> tree.names, tree.kinds[0]
    (('A', 'B', 'L1', 'L2', 'C', 'L3', 'L4'), <Kind.MAX: 'max'>)
    """
    return reading(text, source, payoffs=payoffs).tree


def reading(text: str, source: str = "-", *, payoffs: bool = False) -> Reading:
    """The tree a text describes, and what was done so that it could be read.

    Raises InputError like `read`.

    >>> reading("tree = [[6, 5], [2, 9]]").text
    '[[6, 5], [2, 9]]'
    """
    own = partial(_read_ours, source=source, payoffs=payoffs)
    try:
        return Reading(own(text))
    except Doubt:
        raise
    except InputError as error:
        refused = error
    headers = read_headers(text)
    values, faults = read_values(headers)
    start = headers.tree_start
    if start is None or faults or any(_is_final(problem, start) for problem in refused.problems):
        raise refused
    if is_noise(text, start, refused):
        raise refused
    from treesolve.notation.foreign.recognition import find_tree

    above = text[: start + len(text[start:]) - len(text[start:].lstrip(" \t"))] if start else ""
    try:
        found = find_tree(
            _blanked(above) + text[len(above) :], lambda tidy: own(above + tidy[len(above) :]), refused, values
        )
    except InputError as error:
        raise InputError(_with_source(error.problems, source, text)) from None
    ours = above + (found.text or "") + "\n" * bool(above.strip())
    return found._replace(text=ours.lstrip(), remarks=_with_source(found.remarks, source, text))


def _blanked(text: str) -> str:
    """Blanks in the place of headers, and the end of a line before the tree, which may begin on their last one."""
    return re.sub(r"[^\n]", " ", text)[:-1] + "\n" if text else ""


def _is_final(problem: Problem, start: int) -> bool:
    """Whether a problem is one of the headers, or of a tree that was understood as ours."""
    return problem.span is None or problem.span.start < start or problem.code.startswith(MEANT)


def _with_source(problems: tuple[Problem, ...], source: str, text: str) -> tuple[Problem, ...]:
    return tuple(problem._replace(source=source, text=text) for problem in problems)


def _read_ours(text: str, source: str, *, payoffs: bool) -> Tree:
    """The tree of a text in our notation. Raises InputError where it is none, Doubt where it may be meant otherwise."""
    tree = read_own(text, source, payoffs=payoffs)
    try:
        if not is_ours(text, tree):
            start = tree.offsets[0]
            facts = {"why": "head", "text": text[start : start + 20]}
            raise InputError(_with_source((Problem("foreign-asked", Span(start, start + 1), facts),), source, text))
    except Doubt as doubt:
        raise Doubt(_with_source(doubt.problems, source, text)) from None
    return tree
