"""Quick checks that reject long input before it is parsed."""

import re

from treesolve.model.problem import InputError, Problem, Span
from treesolve.notation.tree_builder import BRACKET_PAIRS

MAX_EXPLAINED_LENGTH = 100_000
"""Maximum length of a tree for which all errors are reported. In longer trees, only errors found quickly are."""

MAX_WITHOUT_NUMBER_LENGTH = 10_000
"""Maximum length of a tree without any digit. Longer input without digits is rejected as noise."""

_CLOSING = frozenset(BRACKET_PAIRS.values())

_BRACKET = re.compile(r"[()\[\]{}]|\"(?:[^\"\\\n]|\\.)*\"?|#[^\n]*")
"""A bracket, or else a quoted name or a comment, because brackets inside these do not count."""

_DIGIT = re.compile("[0-9]")


def is_noise(text: str, start: int, refused: InputError) -> bool:
    """Return whether long input cannot be a tree in any notation, given the error `refused` of our grammar."""
    if len(text) - start > MAX_EXPLAINED_LENGTH and refused.problems[0].code in (
        "unclosed",
        "mismatched",
        "stray-close",
    ):
        return True
    return len(text) > MAX_WITHOUT_NUMBER_LENGTH and not _DIGIT.search(text, start)


def check_brackets(text: str, start: int) -> None:
    """Raise InputError at the first unbalanced bracket if the tree is longer than MAX_EXPLAINED_LENGTH.

    Shorter trees are left to the parser, which can report all errors.

    >>> check_brackets("(" * 1_000_000, 0)  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    treesolve.model.problem.InputError: unclosed
    """
    if len(text) - start <= MAX_EXPLAINED_LENGTH:
        return
    opened: list[tuple[str, int]] = []
    for match in _BRACKET.finditer(text, start):
        sign = match[0]
        if sign in BRACKET_PAIRS:
            opened.append((sign, match.start()))
        elif sign in _CLOSING:
            span = Span(*match.span())
            problem = (
                mismatched_bracket_problem(*opened.pop(), sign, span)
                if opened
                else Problem("stray-close", span, {"text": sign})
            )
            if problem:
                raise InputError((problem,))
    if opened:
        raise InputError((unclosed_bracket_problem(opened),))


def mismatched_bracket_problem(bracket: str, at: int, closed: str, span: Span) -> Problem | None:
    """Return a problem if a bracket is closed by one of another type, None if the types match."""
    if BRACKET_PAIRS[bracket] == closed:
        return None
    return Problem(
        "mismatched", span, {"opened": bracket, "closed": closed, "wanted": BRACKET_PAIRS[bracket], "at": at}
    )


def unclosed_bracket_problem(opened: list[tuple[str, int]]) -> Problem:
    """Return the problem for brackets still open at the end of the text, located at the innermost of them."""
    bracket, at = opened[-1]
    return Problem(
        "unclosed", Span(at, at + 1), {"opened": bracket, "wanted": BRACKET_PAIRS[bracket], "count": len(opened)}
    )
