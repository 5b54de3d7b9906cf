"""Parser for the notations that have a Lark grammar. It rejects invalid tokens with their position."""

import re
from collections.abc import Iterable
from functools import cache
from typing import Any, NoReturn, TypeVar

from lark import Lark, Transformer, UnexpectedInput, UnexpectedToken

from treesolve.model.problem import Span
from treesolve.model.resources import grammar_text
from treesolve.notation.importers.parsed_node import reject

_FRAGMENT = re.compile(r"\\?\w+|[\s\S]")
_Kind = TypeVar("_Kind")
_Result = TypeVar("_Result")


@cache
def _parser(grammar: str, rules: type[Transformer[Any, Any]]) -> Lark:
    return Lark(grammar_text(grammar), parser="lalr", transformer=rules())


def parsed(text: str, grammar: str, rules: type[Transformer[Any, _Result]]) -> _Result:
    """Parse the text with a grammar, and return the result.

    `grammar` is the name of the grammar file, and `rules` a transformer with a method for each rule of the grammar.

    Raises InputError at the first fragment that the grammar does not accept.

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
    """Raise InputError for the invalid fragment at the offset `at`, or for an unexpected end of the text."""
    match = _FRAGMENT.match(text, at)
    fragment = match[0] if match else ""
    code = "foreign-form" if fragment and fragment != r"\end" else "foreign-unclosed"
    reject(code, Span(at, at + len(fragment)) if fragment else Span(max(at - 1, 0), at), text=fragment)


def all_of(kind: type[_Kind], objects: Iterable[Any]) -> list[_Kind]:
    """Return those of the objects that are instances of the class `kind`."""
    return [one for one in objects if isinstance(one, kind)]
