"""Marks at numbers and kinds that our notation does not have: `½`, `$10`, `MAX: (...)`, `MIN, [...]`, `Just 3`."""

import re
import unicodedata
from collections.abc import Iterator
from fractions import Fraction

from treesolve.notation.foreign.patch import Edit
from treesolve.notation.number_text import write_number

_VULGAR = re.compile("(?<![0-9.])[¼½¾⅐-⅞](?![0-9.])")
_CURRENCY = re.compile(r"(?<![\w$])(?:[$€£][ ]?(?=[0-9])|(?<=[0-9])[ ]?[€£](?![0-9]))")
_FORMULA = re.compile(r"[0-9)\]}]\$|\\")
_JUST = re.compile(r"\(\s*(?:Just|Some)\s*\(?\s*(?P<value>[+\-−]?[0-9.]+)\s*\)?\s*\)")
_SIGNATURE = re.compile(r"^[ \t]*[a-z]\w*[ \t]*::[ \t]*[A-Z\[(][^\n=]*\n", re.MULTILINE)
_KIND_COLON = re.compile(r"(?<![\w\"'])(?P<kind>MAX|MIN|CHANCE)[ \t]*:(?=[ \t]*[(\[{])", re.IGNORECASE)
_KIND_COMMA = re.compile(r"\A\s*(?P<kind>MAX|MIN|CHANCE)[ \t]*,(?=\s*[(\[{])", re.IGNORECASE)
_SEMICOLON = re.compile(r"(?<=[)\]}])[ \t]*;(?=[ \t]*(?:#|%|//)[^\n]*\s*\Z)")


def edits_of_marks_at_numbers(text: str) -> Iterator[Edit]:
    """Fractions that are one character, signs of currencies, and what programs put around a number."""
    edits = [Edit(*found.span(), _fraction_of_character(found[0]), "tidied-number") for found in _VULGAR.finditer(text)]
    money = [] if _FORMULA.search(text) else _CURRENCY.finditer(text)
    edits += [Edit(*found.span(), "", "tidied-number") for found in money]
    edits += [Edit(*found.span(), found["value"], "tidied-program") for found in _JUST.finditer(text)]
    yield from sorted([*edits, *(Edit(*found.span(), "", "tidied-program") for found in _SIGNATURE.finditer(text))])


def edits_of_marks_at_kinds(text: str) -> Iterator[Edit]:
    """Colons and a comma between a kind and its bracket, and a semicolon before the last comment.

    One kind alone with a colon may be a name.
    """
    colons = list(_KIND_COLON.finditer(text))
    edits = [Edit(*found.span(), found["kind"], "tidied-kind") for found in colons if len(colons) > 1]
    edits += [Edit(*found.span(), f"{found['kind']} ", "tidied-kind") for found in _KIND_COMMA.finditer(text)]
    yield from sorted([*edits, *(Edit(*found.span(), "", "tidied-end") for found in _SEMICOLON.finditer(text))])


def _fraction_of_character(character: str) -> str:
    return write_number(Fraction(unicodedata.numeric(character)).limit_denominator(10))
