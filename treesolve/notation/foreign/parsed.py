"""Texts parsed by Lark, with grammars/dot.lark and its like; what does not fit is refused where it stands."""

from functools import cache

from lark import Lark, Token, Transformer, UnexpectedCharacters, UnexpectedToken

from treesolve.model.problem import Span
from treesolve.model.resources import grammar_text
from treesolve.notation.foreign.neutral import Part, refuse


@cache
def _parser(grammar: str, rules: type[Transformer[Token, Part]]) -> Lark:
    return Lark(grammar_text(grammar), parser="lalr", transformer=rules())


def parsed(text: str, grammar: str, rules: type[Transformer[Token, Part]]) -> Part:
    """What the methods of `rules`, one for each rule of a grammar, make of a text.

    Raises InputError at the first token that the grammar does not take where it stands.

    >>> parsed("A ->", "edges", Transformer)
    Traceback (most recent call last):
    treesolve.model.problem.InputError: foreign-unclosed
    """
    try:
        return _parser(grammar, rules).parse(text)  # type: ignore[return-value]
    except UnexpectedCharacters as error:
        at = error.pos_in_stream or 0
        refuse("foreign-form", Span(at, at + 1), text=text[at])
    except UnexpectedToken as error:
        if error.token.type == "$END":
            refuse("foreign-unclosed", Span(max(len(text) - 1, 0), len(text)), text="")
        refuse("foreign-form", span_of(error.token), text=error.token.strip()[:40])


def span_of(token: Token) -> Span:
    """Where a token stands."""
    return Span(token.start_pos or 0, token.end_pos or 0)
