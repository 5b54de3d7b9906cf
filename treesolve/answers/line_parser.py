"""One line of an answer, parsed by grammars/answer.lark: its parts, with what stands behind their keys.

Vocabulary

    assignment  a node, and what is said of it: `A = 5`, `B: [3, inf]`
    member      a node in a list, by name, by value, or by both: `L4`, `9`, `L4 = 9`
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from lark import Token, Transformer, Tree, UnexpectedToken, v_args

from treesolve.answers.claim import NotRead
from treesolve.answers.line_grammar import grammar, span_of

BARE = ""
"""The part of assignments without a key."""


class Assignment(NamedTuple):
    """A node, what was written of it, and how the bound is marked: `sign` is ≤, ≥ or empty.

    Of a row of windows `second` is where the second one begins.
    """

    name: Token
    numbers: list[Token]
    sign: str = ""
    is_window: bool = False
    is_unvisited: bool = False
    second: Token | None = None


class Member(NamedTuple):
    """A node in a list: by its name, or by its value, or by both."""

    name: Token | None
    numbers: list[Token]


def parsed(line: str, tokens: Sequence[Token]) -> Any:
    """The parts of a line with what stands behind their keys, as the grammar has it."""
    parser = grammar().parse_interactive()
    try:
        for token in tokens:
            parser.feed_token(token)
        tree = parser.feed_eof()  # type: ignore[no-untyped-call]
    except UnexpectedToken as error:
        raise _unexpected(line, error.token) from None
    return _STRETCHES.transform(tree)


def _unexpected(line: str, token: Token) -> NotRead:
    """That no rule takes a token, or that the line ends too early."""
    if token.type == "$END":
        return NotRead("answer-unread", len(line), len(line) + 1, word="")
    start, end = span_of(token)
    return NotRead("answer-unread", start, end, word=line[start:end] if token.type == "WORD" else "")


class _Stretches(Transformer):  # type: ignore[type-arg]
    """The parse tree of a line as parts with their assignments, members and numbers."""

    def start(self, children: list[Any]) -> list[tuple[str, Any]]:
        bare = [one for one in children if isinstance(one, Assignment)]
        keyed = [one for one in children if isinstance(one, tuple) and not isinstance(one, Assignment)]
        return [(BARE, bare)] * bool(bare) + keyed

    def assignment(self, children: list[Any]) -> Assignment:
        name, said = children[0], children[-1]
        if isinstance(said, Token):
            return Assignment(name, [], is_unvisited=True)
        numbers, sign, is_window, *second = said
        return Assignment(name, numbers, sign, is_window, False, *second)

    def formula(self, children: list[Any]) -> Any:
        return children[-1]

    def numbers(self, children: list[Any]) -> tuple[list[Token], str, bool]:
        sign = next((one for one in children if isinstance(one, str) and not isinstance(one, Token)), "")
        return _numbers_of_tokens(children), sign, False

    def rounded(self, children: list[Token]) -> tuple[list[Token], str, bool]:
        return [children[0], children[2]], "≈", False

    def row(self, children: list[Token]) -> tuple[list[Token], str, bool, Token]:
        closed = [place for place, one in enumerate(children) if one.type == "CLOSE"]
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


_STRETCHES = _Stretches()


def _numbers_of_tokens(tokens: list[Any]) -> list[Token]:
    """The numbers among tokens, those of several players with them."""
    found = (one for one in tokens if isinstance(one, Token) and one.type in ("NUMBER", "PAYOFFS"))
    return [number for one in found for number in (one.value if one.type == "PAYOFFS" else [one])]
