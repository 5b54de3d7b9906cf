"""Texts in notations that have a grammar of their own, parsed by Lark; what does not fit is refused where it stands."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, NoReturn, TypeVar

from lark import Lark, Transformer, UnexpectedInput, UnexpectedToken

from treesolve.model.problem import Span
from treesolve.model.resources import grammar_text
from treesolve.notation.importers.parsed_node import reject

_PIECE = re.compile(r"\\?\w+|[\s\S]")
_Kind = TypeVar("_Kind")
_Made = TypeVar("_Made")


@cache
def _parser(grammar: str, rules: type[Transformer[Any, Any]]) -> Lark:
    return Lark(grammar_text(grammar), parser="lalr", transformer=rules())


def parsed(text: str, grammar: str, rules: type[Transformer[Any, _Made]]) -> _Made:
    """What the methods of `rules`, one for each rule of a grammar, make of a text.

    Raises InputError at the first piece that the grammar does not take where it stands.

    >>> parsed("A ->", "edges", Transformer)  # doctest: +IGNORE_EXCEPTION_DETAIL
    Traceback (most recent call last):
    treesolve.model.problem.InputError: foreign-unclosed
    """
    try:
        return _parser(grammar, rules).parse(text)  # type: ignore[return-value]
    except UnexpectedInput as error:
        is_at_end = isinstance(error, UnexpectedToken) and error.token.type == "$END"
        reject_at(text, len(text) if is_at_end else error.pos_in_stream or 0)


def reject_at(text: str, at: int) -> NoReturn:
    """Raises InputError: what stands here has no place, or something else should stand where the text ends."""
    found = _PIECE.match(text, at)
    piece = found[0] if found else ""
    code = "foreign-form" if piece and piece != r"\end" else "foreign-unclosed"
    reject(code, Span(at, at + len(piece)) if piece else Span(max(at - 1, 0), at), text=piece)


def all_of(kind: type[_Kind], pieces: Iterable[Any]) -> list[_Kind]:
    """What a rule has found of this kind."""
    return [piece for piece in pieces if isinstance(piece, kind)]
