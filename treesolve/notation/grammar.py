"""The Lark grammar of our notation, and a tokenizer that also works on text which does not match the grammar."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, NamedTuple

from lark import Lark, Token, Transformer

from treesolve.model.kind import PLAYERS, Kind
from treesolve.model.number import INFINITY, Unknown
from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.resources import grammar_text
from treesolve.notation.number_text import MAX_DIGITS, read_number, read_weight
from treesolve.notation.tree_builder import TextNode

FAULT = "FAULT"
"""The type of a fragment that is not a terminal of the grammar."""

LEAVES = ("NUMBER", "UNKNOWN", "PAYOFFS")
"""The types of tokens that represent leaves."""

_FAULT = r"\"[^\"\n]*\"?|[^\s,;()\[\]{}#]+(?:\s*(?:->|→|:)(?![^\s,;()\[\]{}#]))?"

_OF_HEADERS = ("HEADER", "PUBLISHED", "FIRST", "TREE")


@cache
def tree_parser() -> Lark:
    """Return a Lark parser for grammars/tree.lark.

    The parser returns the root as a TextNode, or None if the text consists only of headers.
    """
    return Lark(grammar_text("tree"), parser="lalr", transformer=NodeTransformer())


@cache
def syntax_parser() -> Lark:
    """Return a Lark parser for grammars/tree.lark that only checks the syntax, without building nodes."""
    return Lark(grammar_text("tree"), parser="lalr")


@cache
def _pattern() -> re.Pattern[str]:
    """Return a pattern with a group for each terminal of a tree, by descending priority, and one for any other text."""
    terminals = sorted(tree_parser().terminals, key=lambda one: -one.priority)
    named = [f"(?P<{one.name}>{one.pattern.to_regexp()})" for one in terminals if one.name not in _OF_HEADERS]
    return re.compile("|".join([*named, f"(?P<{FAULT}>{_FAULT})"]))


def tokens(text: str, start: int, end: int | None = None) -> Iterator[Token]:
    """Yield the tokens from `start` to `end`, including comments and fragments that are not terminals.

    Only blanks are skipped.

    >>> [(token.type, str(token)) for token in tokens("A: (6-5 ?", 0)]
    [('NAME', 'A:'), ('OPEN_ROUND', '('), ('FAULT', '6-5'), ('UNKNOWN', '?')]
    """
    for match in _pattern().finditer(text, start, len(text) if end is None else end):
        if match.lastgroup != "BLANK":
            yield Token(match.lastgroup or FAULT, match[0], match.start(), end_pos=match.end())


def leaf_type(token: Token) -> str:
    """Return the type of leaf that a fragment would be if it did not touch a bracket, or "" if it cannot be a leaf."""
    return next((name for name in LEAVES if _terminal(name).fullmatch(token)), "")


@cache
def _terminal(name: str) -> re.Pattern[str]:
    return re.compile(tree_parser().get_terminal(name).pattern.to_regexp())


def span_of(token: Token) -> Span:
    """Return the span of a token."""
    return Span(token.start_pos or 0, token.end_pos or 0)


KINDS = ("MAX", "MIN", "CHANCE")


class _Prefix(NamedTuple):
    """The weight, move and name written before a node, and the offset at which the first of them begins."""

    start: int
    weight: Any = None
    move: str | None = None
    name: str | None = None


class NodeTransformer(Transformer[Token, TextNode | None]):
    """A transformer that builds TextNodes from the rules of the grammar.

    Raises InputError for a token with an invalid value. The problem has a span, but the caller must add the source.
    """

    def start(self, children: list[Any]) -> TextNode | None:
        """Return the root, or None if there are only headers."""
        return children[-1] if isinstance(children[-1], TextNode) else None

    def headers(self, _: list[Token]) -> None:
        """Ignore the headers, because treesolve.notation.headers parses them."""

    def leaf(self, children: list[Any]) -> TextNode:
        """Return a leaf with its weight, move and name."""
        token = children[-1]
        if len(children) == 1:
            return TextNode(value_of(token), (), token.start_pos, token.end_pos)
        start, weight, move, name = children[0]
        return TextNode(value_of(token), (), start, token.end_pos, None, name, move, weight)

    def inner(self, children: list[Any]) -> TextNode:
        """Return an inner node with its weight, move and name."""
        below = [child for child in children if isinstance(child, TextNode)]
        prefix = children.pop(0) if isinstance(children[0], _Prefix) else _Prefix(children[0].start_pos)
        kind = Kind(children[0].lower()) if children[0].type == "KIND" else None
        return TextNode(None, below, prefix.start, children[-1].end_pos, kind, prefix.name, prefix.move, prefix.weight)

    def prefix(self, tokens: list[Token]) -> _Prefix:
        """Return the weight, move and name of a node."""
        return _Prefix(tokens[0].start_pos or 0, **{token.type.lower(): value_of(token) for token in tokens})


def value_of(token: Token) -> Any:
    """Return the value of a token: a number, an Unknown, payoffs, a weight, a name or a move.

    Raises InputError if the value is invalid. The problem has a span, but the caller must add the source.
    """
    return _VALUES[token.type](token)


def _token_error(code: str, token: Token, fragment: str, **facts: object) -> InputError:
    start = token.start_pos or 0
    return InputError((Problem(code, Span(start, start + len(fragment)), facts),))


def _parse_number(token: Token) -> Any:
    return _parse_value(token, str(token), read_number)


def _parse_weight(token: Token) -> Any:
    text = token[:-1].rstrip()
    weight = _parse_value(token, text, read_weight)
    if not 0 <= weight <= 1:
        raise _token_error("weight-range", token, text, weight=text)
    return weight


def _parse_value(token: Token, text: str, read: Callable[[str], Any]) -> Any:
    try:
        return read(text)
    except ValueError as error:
        shown = text if len(text) <= MAX_DIGITS else text[:20] + "…"
        raise _token_error(str(error), token, text, text=shown) from None


def _parse_unknown(token: Token) -> Unknown:
    if token != "?" and not token[0].isalpha():
        raise _token_error("stray-characters", token, token, text=str(token))
    return Unknown(str(token))


def _parse_payoffs(token: Token) -> tuple[Any, ...]:
    try:
        words = re.split(r"[,;]|\s+", re.sub(r"\s*([,;])\s*", r"\1", token[1:-1].strip()))
        numbers = tuple(map(read_number, words))
    except ValueError:
        numbers = ()
    if not 2 <= len(numbers) <= len(PLAYERS) or any(abs(number) == INFINITY for number in numbers):
        raise _token_error("payoff-form", token, token, text=str(token), most=len(PLAYERS))
    return numbers


def _parse_name(token: Token) -> str:
    return _unquote(token, token[:-1].rstrip(), "kind-as-name")


def _parse_move(token: Token) -> str:
    return _unquote(token, token.removesuffix("->").removesuffix("→").rstrip(), "kind-as-move")


def _unquote(token: Token, text: str, refused_kind: str) -> str:
    if text.upper() in KINDS:
        raise _token_error(refused_kind, token, text, text=text)
    name = re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else text
    if not name.strip():
        raise _token_error("empty-name", token, text)
    return name


_VALUES: dict[str, Callable[[Token], Any]] = {
    "NUMBER": _parse_number,
    "UNKNOWN": _parse_unknown,
    "PAYOFFS": _parse_payoffs,
    "WEIGHT": _parse_weight,
    "NAME": _parse_name,
    "MOVE": _parse_move,
}
