"""Kinds that stand first in brackets: heads of their own bracket, as in Lisp, or kinds of the next one, as in ours.

(MAX (3 5) (2 9))       ours: MAX moves at (3 5)
(max (3 5) (2 9))       MAX at the root, most likely
"""

import re
from typing import cast

from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation.grammar_reader import read_own

_APART = re.compile(r"\"[^\"\n]*\"|#[^\n]*")
_KIND = re.compile(r"\b(?:max|min|chance)\b", re.IGNORECASE)
_FIRST = re.compile(r"[(\[{]\s*(?:max|min|chance)\s+(?=[(\[{])", re.IGNORECASE)


def may_be_heads(text: str, tree: Tree) -> bool:
    """Whether each kind stands first in a bracket, and not only where and how we write one ourselves.

    >>> from treesolve.notation.grammar_reader import read_own
    >>> [may_be_heads(each, read_own(each)) for each in ("(MAX (3 5) (2 9))", "(MIN (3 5) (2 9))", "(max (3 5) (2 9))")]
    [False, True, True]
    """
    from treesolve.notation.writer import write_line

    plain = _APART.sub("", text[tree.offsets[0] :])
    kinds = _KIND.findall(plain)
    if tree.weights or len(kinds) != len(_FIRST.findall(plain)):
        return False
    return any(kind != kind.upper() for kind in kinds) or len(kinds) > len(_KIND.findall(write_line(tree)))


def check_head(text: str, span: Span, line: str) -> None:
    """Raises InputError where one kind alone may be that of the root, which gives `line`, or of the next bracket."""
    plain = _APART.sub("", text)
    if len(_KIND.findall(plain)) != 1 or len(_FIRST.findall(plain)) != 1:
        return
    from treesolve.notation.foreign.sketch import shown_line

    try:
        ours = shown_line(read_own(text))
    except InputError:
        return
    kind = cast("re.Match[str]", _KIND.search(plain))[0]
    raise InputError((Problem("head-or-kind", span, {"text": kind, "head": line, "ours": ours}),))
