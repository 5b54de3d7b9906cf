"""Texts in notations that have a grammar of their own, which Lark parses."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, NoReturn, TypeVar

from lark import Lark, Transformer, UnexpectedInput, UnexpectedToken

from treesolve.model.problem import Span
from treesolve.model.resources import grammar_text
from treesolve.notation.foreign.neutral import refuse

_PIECE = re.compile(r"\\?\w+|[\s\S]")
_Kind = TypeVar("_Kind")


def parsed(text: str, grammar: str, maker: type[Transformer[Any, Any]]) -> Any:
    """What a maker makes of a text. Raises InputError where a token stands that no rule takes there."""
    try:
        return _parser(grammar, maker).parse(text)
    except UnexpectedInput as error:
        is_at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        refuse_at(text, len(text) if is_at_end else error.pos_in_stream or 0)


def refuse_at(text: str, at: int) -> NoReturn:
    """Raises InputError: what stands here has no place, or something else should stand where the text ends."""
    found = _PIECE.match(text, at)
    piece = found[0] if found else ""
    code = "foreign-form" if piece and piece != r"\end" else "foreign-unclosed"
    refuse(code, Span(at, at + len(piece)) if piece else Span(at - 1, at), text=piece)


@cache
def _parser(grammar: str, maker: type[Transformer[Any, Any]]) -> Lark:
    return Lark(grammar_text(grammar), parser="lalr", transformer=maker())


def all_of(kind: type[_Kind], pieces: Iterable[Any]) -> list[_Kind]:
    """What a rule has found of this kind."""
    return [piece for piece in pieces if isinstance(piece, kind)]
