"""Remarks in a line of an answer: brackets and reasons in which no node, number or word of correction stands."""

from collections.abc import Sequence

from lark import Token

from treesolve.submissions.answer_words import normalize_words, position_words, words
from treesolve.submissions.line_grammar import NUMBERS
from treesolve.submissions.node_names import NodeNames

BOUNDS = ("alpha", "beta", "α", "β")
"""How people call the two ends of a window."""

_BETWEEN = ("and", "und")


def is_unrelated_word(token: Token, nodes: NodeNames) -> bool:
    """Whether a word is none that an answer is made of."""
    said = normalize_words(token)
    return token.type == "WORD" and not nodes.named(token) and said not in (*BOUNDS, *_BETWEEN)


def is_note(inside: Sequence[Token], nodes: NodeNames) -> bool:
    """Whether no node, leaf, number or word of correction stands there; numbers of alpha and beta may.

    >>> from treesolve.submissions.line_grammar import raw_tokens
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
    """Whether alpha or beta stand before a number, perhaps with a sign between them."""
    return any(normalize_words(one) in BOUNDS for one in tokens[max(0, index - 2) : index])


def _is_significant(token: Token, nodes: NodeNames) -> bool:
    said = normalize_words(token)
    return said in words("correction") or said in position_words() or bool(nodes.named(token))
