"""The grammar of a line of an answer, and the tokens of a line as its text alone tells them.

Vocabulary

    raw         what only the text says: a word, a number, a sign; what a word means is seen afterwards
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache

from lark import Lark, Token

from treesolve.model.answer import PARTS
from treesolve.model.problem import Span
from treesolve.model.resources import grammar_text

_RAW = ("QUOTED", "INFINITY", "FRACTION", "WORD", "EMPTY", "HYPHEN", "PERIOD", "ODD")

SIGNS = ("COLON", "EQUAL")
"""Between a name and what is said of it."""

RELATIONS = (*SIGNS, "AT_MOST", "AT_LEAST", "ABOUT")
"""These, and the signs of bounds."""

NUMBERS = ("NUMBER", "INFINITY", "FRACTION")
"""What a number may be."""


KEYS = frozenset(part.upper() for part in PARTS)
"""The types of keys."""


class _RawTokens:
    """Keeps the terminals that no rule of the grammar names: words have their meaning only afterwards."""

    always_accept = _RAW

    @staticmethod
    def process(stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens as they are."""
        return stream


@cache
def grammar() -> Lark:
    """The grammar of a line."""
    return Lark(grammar_text("answer"), parser="lalr", lexer="basic", postlex=_RawTokens())


@cache
def _pattern() -> re.Pattern[str]:
    """All terminals of the grammar in one expression, those that are looked for first in front."""
    found = sorted(grammar().terminals, key=lambda one: (-one.priority, -one.pattern.max_width))
    return re.compile("|".join(f"(?P<{one.name}>{one.pattern.to_regexp()})" for one in found if one.pattern.value))


@lru_cache(maxsize=64)
def raw_tokens(line: str) -> tuple[Token, ...]:
    """The tokens of a line as its text alone tells them.

    >>> [(token.type, str(token)) for token in raw_tokens("C ≤ 2, §")]
    [('WORD', 'C'), ('AT_MOST', '≤'), ('NUMBER', '2'), ('ODD', '§')]
    """
    ignored = frozenset(grammar().ignore_tokens)
    return tuple(
        Token(str(found.lastgroup), found[0], found.start(), end_pos=found.end())
        for found in _pattern().finditer(line)
        if found.lastgroup not in ignored
    )


def token_at(kind: str, text: str, start: int) -> Token:
    """A token that begins at a place of its line."""
    return Token(kind, text, start, end_pos=start + len(text))


def span_of(*tokens: Token) -> Span:
    """Where some tokens stand in their line, the first of them first."""
    return Span(tokens[0].start_pos or 0, tokens[-1].end_pos or 0)


def with_blanks(found: list[Token]) -> list[Token]:
    """The tokens with a blank behind each sign behind which nothing stands: `A= B=5`."""
    filled: list[Token] = []
    for place, token in enumerate(found):
        filled.append(token)
        if token.type in SIGNS and place and found[place - 1].type == "NAME" and _is_end_of_item(found, place):
            filled.append(Token("BLANK", "", token.end_pos, end_pos=token.end_pos))
    return filled


def _is_end_of_item(found: list[Token], place: int) -> bool:
    """Whether nothing stands behind a sign; before another name only where it touches its own, as in the form."""
    if place + 1 == len(found):
        return True
    following = found[place + 1]
    if following.type != "NAME":
        return following.type in ("CLOSE", *KEYS)
    touches = found[place - 1].end_pos == found[place].start_pos and found[place].end_pos != following.start_pos
    return touches and place + 2 < len(found) and found[place + 2].type in SIGNS
