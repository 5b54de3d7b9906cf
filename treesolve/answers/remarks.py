"""Remarks in a line of an answer: brackets and reasons in which no node, number or word of correction stands."""

from collections.abc import Sequence

from lark import Token

from treesolve.answers.line_grammar import NUMBERS
from treesolve.answers.node_words import Nodes
from treesolve.answers.words import folded_words, names_of_places, words

BOUNDS = ("alpha", "beta", "α", "β")
"""How people call the two ends of a window."""

_BETWEEN = ("and", "und")


def is_plain_word(token: Token, nodes: Nodes) -> bool:
    """Whether a word is none that an answer is made of."""
    said = folded_words(token)
    return token.type == "WORD" and not nodes.named(token) and said not in (*BOUNDS, *_BETWEEN)


def is_remark(inside: Sequence[Token], nodes: Nodes) -> bool:
    """Whether no node, leaf, number or word of correction stands there; numbers of alpha and beta may.

    >>> from treesolve.answers.line_grammar import raw_tokens
    >>> from treesolve.notation.reader import read
    >>> nodes = Nodes(read("((6 5) (2 9))"))
    >>> [is_remark(raw_tokens(text), nodes) for text in ("clearly", "as α = 5", "as B is 5", "not sure")]
    [True, True, False, False]
    """
    for place, one in enumerate(inside):
        if one.type in NUMBERS and not is_of_bound(inside, place):
            return False
        is_odd = one.type in ("QUOTED", "ODD") and any(sign.isdigit() for sign in one)
        if is_odd or (one.type in ("WORD", "QUOTED") and _is_telling(one, nodes)):
            return False
    return True


def is_of_bound(tokens: Sequence[Token], place: int) -> bool:
    """Whether alpha or beta stand before a number, perhaps with a sign between them."""
    return any(folded_words(one) in BOUNDS for one in tokens[max(0, place - 2) : place])


def _is_telling(token: Token, nodes: Nodes) -> bool:
    said = folded_words(token)
    return said in words("correction") or said in names_of_places() or bool(nodes.named(token))
