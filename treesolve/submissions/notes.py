"""Notes in an answer line: remarks in brackets and reasons that contain no nodes, numbers or corrections."""

from collections.abc import Sequence

from lark import Token

from treesolve.submissions.answer_line_grammar import NUMBERS
from treesolve.submissions.answer_words import normalize_words, position_words, words
from treesolve.submissions.node_names import NodeNames

BOUNDS = ("alpha", "beta", "α", "β")
"""Names of the bounds of a window."""

_BETWEEN = ("and", "und")


def is_unrelated_word(token: Token, nodes: NodeNames) -> bool:
    """Return whether a token is a word that cannot belong to an answer."""
    word = normalize_words(token)
    return token.type == "WORD" and not nodes.named(token) and word not in (*BOUNDS, *_BETWEEN)


def is_note(inside: Sequence[Token], nodes: NodeNames) -> bool:
    """Return whether the tokens contain no node, number or correction; values of alpha and beta are permitted.

    >>> from treesolve.submissions.answer_line_grammar import raw_tokens
    >>> from treesolve.notation.reader import read
    >>> nodes = NodeNames(read("((6 5) (2 9))"))
    >>> [is_note(raw_tokens(text), nodes) for text in ("clearly", "as α = 5", "as B is 5", "not sure")]
    [True, True, False, False]
    """
    for index, one in enumerate(inside):
        if one.type in NUMBERS and not is_window_bound(inside, index):
            return False
        is_odd = one.type in ("QUOTED", "ODD") and any(sign.isdigit() for sign in one)
        if is_odd or (one.type in ("WORD", "QUOTED") and _is_significant(one, nodes)):
            return False
    return True


def is_window_bound(tokens: Sequence[Token], index: int) -> bool:
    """Return whether a number follows alpha or beta, possibly with a sign in between."""
    return any(normalize_words(one) in BOUNDS for one in tokens[max(0, index - 2) : index])


def _is_significant(token: Token, nodes: NodeNames) -> bool:
    word = normalize_words(token)
    return word in words("correction") or word in position_words() or bool(nodes.named(token))
