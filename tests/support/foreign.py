"""Trees in foreign notations: the examples, what may come out of a text, and texts with slips."""

import random
import re
import tomllib
import unicodedata
from fractions import Fraction
from pathlib import Path
from typing import NamedTuple

from treesolve.model.number import INFINITY
from treesolve.model.tree import Tree

FOLDER = Path(__file__).parents[1] / "notation" / "importers"


class Example(NamedTuple):
    """A text, where its form was met, and what it is read as: our notation, or a code."""

    text: str
    source: str
    tree: str | None = None
    refused: str | None = None


def examples() -> list[Example]:
    """All examples, of every file."""
    found = []
    for path in sorted(FOLDER.glob("*.toml")):
        for number, example in enumerate(tomllib.loads(path.read_text(encoding="utf-8"))["example"], 1):
            found.append(Example(**{"source": f"{path.stem} {number}", **example}))
    return found


_NUMBER = re.compile(r"[0-9]+(?:[.,/][0-9]+)?|\.[0-9]+")


def stands_in(tree: Tree, text: str) -> bool:
    """Whether the number of every leaf stands in the text, its sign apart."""
    with_points = re.sub(r"(?<=[0-9]),(?=[0-9])", ".", text) if ";" in text else ""
    written = {number for found in _NUMBER.finditer(f"{text} {with_points}") for number in _readings(found[0])}
    written |= {Fraction(unicodedata.numeric(mark)).limit_denominator(10) for mark in text if mark in "½⅓⅔¼¾⅕⅛"}
    finite = (abs(value) for value in tree.values if isinstance(value, int | Fraction))
    return all(value in written or value == INFINITY for value in finite)


def _readings(number: str) -> list[Fraction]:
    """Return the numbers that digits can be: a fraction, or what stands before or behind its mark alone."""
    parts = [part for part in re.split(r"[.,/]", number) if part]
    whole = [Fraction(number.replace(",", "."))] if "/" not in number or int(parts[-1]) else []
    return [*whole, *map(Fraction, parts)]


def with_slips(text: str, pieces: str, dice: random.Random, most: int = 4) -> str:
    """Return the text after some slips of the keyboard: stretches left out, doubled, moved, and pieces put in."""
    for _ in range(dice.randint(1, most)):
        start = dice.randint(0, len(text))
        end = min(len(text), start + dice.choice((1, 1, 2, 5, 20)))
        stretch = text[start:end]
        put = dice.choice(("", stretch * 2, dice.choice(pieces), dice.choice(pieces) + stretch, stretch[::-1]))
        text = text[:start] + put + text[end:]
    return text
