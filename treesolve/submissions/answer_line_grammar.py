"""The grammar of one answer line: its raw tokens, which depend only on the text, and the parts that keys introduce."""

import re
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any, NamedTuple

from lark import Lark, Token, Transformer, Tree, UnexpectedToken, v_args

from treesolve.model.answer import PARTS
from treesolve.model.problem import Span
from treesolve.model.resources import grammar_text
from treesolve.submissions.claim import UnreadableLine

_RAW = ("QUOTED", "INFINITY", "FRACTION", "WORD", "EMPTY", "HYPHEN", "PERIOD", "ODD")

SIGNS = ("COLON", "EQUAL")
"""Types of the tokens between a node name and its exact value."""

RELATIONS = (*SIGNS, "AT_MOST", "AT_LEAST", "ABOUT")
"""Types of the tokens between a node name and its value, including the signs of bounds and rounded values."""

NUMBERS = ("NUMBER", "INFINITY", "FRACTION")


KEYS = frozenset(part.upper() for part in PARTS)
"""Types of the tokens that represent keys."""


class _RawTokens:
    """A lexer hook that keeps terminals that no grammar rule uses, because words are classified only later."""

    always_accept = _RAW

    @staticmethod
    def process(stream: Iterator[Token]) -> Iterator[Token]:
        """Return the tokens unchanged."""
        return stream


@cache
def grammar() -> Lark:
    """Return the grammar that parses one line of an answer."""
    return Lark(grammar_text("answer"), parser="lalr", lexer="basic", postlex=_RawTokens())


@cache
def _pattern() -> re.Pattern[str]:
    """Return one regular expression that matches every terminal of the grammar, in order of priority."""
    found = sorted(grammar().terminals, key=lambda one: (-one.priority, -one.pattern.max_width))
    return re.compile("|".join(f"(?P<{one.name}>{one.pattern.to_regexp()})" for one in found if one.pattern.value))


@lru_cache(maxsize=64)
def raw_tokens(line: str) -> tuple[Token, ...]:
    """Return the raw tokens of a line; their types depend only on the text and not on the tree.

    >>> [(token.type, str(token)) for token in raw_tokens("C ≤ 2, §")]
    [('WORD', 'C'), ('AT_MOST', '≤'), ('NUMBER', '2'), ('ODD', '§')]
    """
    ignored = frozenset(grammar().ignore_tokens)
    return tuple(
        Token(str(found.lastgroup), found[0], found.start(), end_pos=found.end())
        for found in _pattern().finditer(line)
        if found.lastgroup not in ignored
    )


def make_token(kind: str, text: str, start: int) -> Token:
    """Return a token that starts at the given offset in its line."""
    return Token(kind, text, start, end_pos=start + len(text))


def span_of(*tokens: Token) -> Span:
    """Return the span in the line that the consecutive tokens cover."""
    return Span(tokens[0].start_pos or 0, tokens[-1].end_pos or 0)


def insert_blank_tokens(found: list[Token]) -> list[Token]:
    """Return the tokens with a BLANK token inserted after each sign that has no value, as in `A= B=5`."""
    filled: list[Token] = []
    for index, token in enumerate(found):
        filled.append(token)
        if token.type in SIGNS and index and found[index - 1].type == "NAME" and _is_end_of_item(found, index):
            filled.append(Token("BLANK", "", token.end_pos, end_pos=token.end_pos))
    return filled


def _is_end_of_item(found: list[Token], index: int) -> bool:
    """Return whether no value follows the sign at `index`.

    If another name follows, the sign must touch the name before it but not the name after it, as in `A= B=5`.
    """
    if index + 1 == len(found):
        return True
    following = found[index + 1]
    if following.type != "NAME":
        return following.type in ("CLOSE", *KEYS)
    touches = found[index - 1].end_pos == found[index].start_pos and found[index].end_pos != following.start_pos
    return touches and index + 2 < len(found) and found[index + 2].type in SIGNS


# Parts of a line


BARE = ""
"""The name of the part to which assignments without a key belong."""


class Assignment(NamedTuple):
    """A node with the numbers assigned to it.

    `sign` is ≤ or ≥ if the number is a bound, ≈ if it is rounded, and otherwise empty.

    In a sequence of windows, `second` is the token at which the second window starts.
    """

    name: Token
    numbers: list[Token]
    sign: str = ""
    is_window: bool = False
    is_unvisited: bool = False
    second: Token | None = None


class Member(NamedTuple):
    """A list member, which is a node given by its name, its value or both."""

    name: Token | None
    numbers: list[Token]


def parse_tokens(line: str, tokens: Sequence[Token]) -> Any:
    """Parse the tokens and return each part of the line with the content after its key.

    Raises UnreadableLine at the first token that the grammar does not allow.
    """
    parser = grammar().parse_interactive()
    try:
        for token in tokens:
            parser.feed_token(token)
        tree = parser.feed_eof()  # type: ignore[no-untyped-call]
    except UnexpectedToken as error:
        raise _unexpected(line, error.token) from None
    return _TRANSFORMER.transform(tree)


def _unexpected(line: str, token: Token) -> UnreadableLine:
    """Return an error for an unexpected token, or for a line that ends too early."""
    if token.type == "$END":
        return UnreadableLine("answer-unread", len(line), len(line) + 1, word="")
    start, end = span_of(token)
    return UnreadableLine("answer-unread", start, end, word=line[start:end] if token.type == "WORD" else "")


class _LineTransformer(Transformer):  # type: ignore[type-arg]
    """Transforms the parse tree of a line into parts with their assignments, members and numbers."""

    def start(self, children: list[Any]) -> list[tuple[str, Any]]:
        bare = [one for one in children if isinstance(one, Assignment)]
        keyed = [one for one in children if isinstance(one, tuple) and not isinstance(one, Assignment)]
        return [(BARE, bare)] * bool(bare) + keyed

    def assignment(self, children: list[Any]) -> Assignment:
        name, assigned = children[0], children[-1]
        if isinstance(assigned, Token):
            return Assignment(name, [], is_unvisited=True)
        numbers, sign, is_window, *second = assigned
        return Assignment(name, numbers, sign, is_window, False, *second)

    def formula(self, children: list[Any]) -> Any:
        return children[-1]

    def numbers(self, children: list[Any]) -> tuple[list[Token], str, bool]:
        sign = next((one for one in children if isinstance(one, str) and not isinstance(one, Token)), "")
        return _numbers_of_tokens(children), sign, False

    def rounded(self, children: list[Token]) -> tuple[list[Token], str, bool]:
        return [children[0], children[2]], "≈", False

    def row(self, children: list[Token]) -> tuple[list[Token], str, bool, Token]:
        closed = [index for index, one in enumerate(children) if one.type == "CLOSE"]
        are_numbers = [one.type == "NUMBER" for one in children]
        is_of_pairs = all(sum(are_numbers[start:end]) == 2 for start, end in pairwise([0, *closed]))
        numbers = _numbers_of_tokens(children)
        return numbers if is_of_pairs else numbers[:1], "", True, children[closed[0] + 1]

    def bounds(self, children: list[Any]) -> tuple[Any, ...]:
        ends = [one.children for one in children if not isinstance(one, Token)]
        numbers = [one for pair in ends for one in pair if isinstance(one, Token) and one.type == "NUMBER"]
        return numbers, "", True, *(pair[0] for pair in ends[1:2])

    def bound(self, children: list[Token]) -> str:
        return {"AT_MOST": "≤", "AT_LEAST": "≥"}.get(children[0].type, "")

    def assignments(self, children: list[Any]) -> list[Assignment]:
        return [one for one in children if isinstance(one, Assignment)]

    def members(self, children: list[Any]) -> list[Member]:
        return [one for one in children if isinstance(one, Member)]

    steps = dashed = members

    def member(self, children: list[Token]) -> Member:
        name = next((one for one in children if one.type == "NAME"), None)
        return Member(name, _numbers_of_tokens(children))

    @v_args(tree=True)
    def values(self, tree: Tree[Any]) -> tuple[str, Any]:
        return str(tree.data), tree.children[-1]

    windows = pruned = best = values

    def value(self, children: list[Any]) -> tuple[str, Any]:
        return "value", children[1:]

    def order(self, children: list[Any]) -> tuple[str, Any]:
        return "order", next((one for one in children if isinstance(one, list)), [])


_TRANSFORMER = _LineTransformer()


def _numbers_of_tokens(tokens: list[Any]) -> list[Token]:
    """Return the numbers among the tokens, including those in payoffs."""
    found = (one for one in tokens if isinstance(one, Token) and one.type in ("NUMBER", "PAYOFFS"))
    return [number for one in found for number in (one.value if one.type == "PAYOFFS" else [one])]
