"""The grammar of a tree in our own notation, as Lark parses it, and the tokens of a text of which not all fit it.

Vocabulary

    token       a stretch of text that is one terminal of the grammar, or a fault
    fault       a stretch of text that is no terminal: a mistyped number, a stray word or character
"""

import re
from collections.abc import Iterator
from functools import cache

from lark import Lark, Token

from treesolve.model.problem import Span
from treesolve.model.resources import grammar_text
from treesolve.notation.node_maker import NodeMaker

FAULT = "FAULT"
"""The type of what is no terminal."""

LEAVES = ("NUMBER", "UNKNOWN", "PAYOFFS")
"""The types of what is a leaf."""

_FAULT = r"\"[^\"\n]*\"?|[^\s,;()\[\]{}#]+(?:\s*(?:->|→|:)(?![^\s,;()\[\]{}#]))?"

_OF_HEADERS = ("HEADER", "PUBLISHED", "FIRST", "TREE")


@cache
def tree_parser() -> Lark:
    """Lark with grammars/tree.lark, which makes a Node of a text, or None of headers alone."""
    return Lark(grammar_text("tree"), parser="lalr", transformer=NodeMaker())


@cache
def bare_parser() -> Lark:
    """Lark with the same grammar alone, which makes its own parse tree of a text, whatever its words say."""
    return Lark(grammar_text("tree"), parser="lalr")


@cache
def _pattern() -> re.Pattern[str]:
    """All terminals of a tree in one expression, those that are looked for first in front, and what is none of them."""
    found = sorted(tree_parser().terminals, key=lambda one: -one.priority)
    named = [f"(?P<{one.name}>{one.pattern.to_regexp()})" for one in found if one.name not in _OF_HEADERS]
    return re.compile("|".join([*named, f"(?P<{FAULT}>{_FAULT})"]))


def tokens(text: str, start: int, end: int | None = None) -> Iterator[Token]:
    """The tokens of a tree or a part of one, with its comments and faults; nothing but blanks is passed over.

    >>> [(token.type, str(token)) for token in tokens("A: (6-5 ?", 0)]
    [('NAME', 'A:'), ('OPEN_ROUND', '('), ('FAULT', '6-5'), ('UNKNOWN', '?')]
    """
    for found in _pattern().finditer(text, start, len(text) if end is None else end):
        if found.lastgroup != "BLANK":
            yield Token(found.lastgroup or FAULT, found[0], found.start(), end_pos=found.end())


def leaf_type(token: Token) -> str:
    """The type of a leaf, be it only that of a fault which touches a bracket; nothing for other tokens."""
    if token.type in LEAVES:
        return token.type
    return next((name for name in LEAVES if _terminal(name).fullmatch(token)), "")


@cache
def _terminal(name: str) -> re.Pattern[str]:
    return re.compile(tree_parser().get_terminal(name).pattern.to_regexp())


def span_of(token: Token) -> Span:
    """Where a token stands."""
    return Span(token.start_pos or 0, token.end_pos or 0)
