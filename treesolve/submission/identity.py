"""Whose answer a text is: found without reading the answer, before it is known which tree it is about."""

import re
from typing import NamedTuple

from treesolve.problem import UNPRINTABLE
from treesolve.submission import tables
from treesolve.submission.keys import IDENTITY
from treesolve.submission.nodes import unquoted

_LINE_HEAD = r"[ \t]*(?:[-*•+–][ \t]+)?"
_IDENTITY = re.compile(
    f"^{_LINE_HEAD}(?:{'|'.join(f'(?P<{name}>{expression})' for name, expression in tables.ALONE.items())})",
    re.MULTILINE,
)
BEFORE_KEY = re.compile(_LINE_HEAD)
"""What may stand before a key that begins its line."""

_QUOTED = re.compile(r"""[„“”«»][^„“”«»"\n]*[„“”«»]|"(?:[^"\\\n]|\\["\\])*[\"]""")


class Identity(NamedTuple):
    """Whose answer a text is, and to what, as far as the text itself says so."""

    student: str | None = None
    exercise: str | None = None
    variant: str | None = None


def identity(text: str) -> Identity:
    """What a text says about its student and its exercise, without reading the answer; the first mention counts.

    >>> identity("Matrikel: 4711\\nAufgabe: 2 # of three\\nWerte: A=5")
    Identity(student='4711', exercise='2', variant=None)
    """
    told: dict[str, str] = {}
    for found in _IDENTITY.finditer(text):
        name = IDENTITY[found.lastgroup or ""]
        said = said_in(found[0])
        if said:
            told.setdefault(name, said)
    return Identity(**told)


def said_in(line: str) -> str:
    """What a line says after its key; tidy, without quotes and without what a terminal would obey."""
    said = line.partition(":")[2].strip().removeprefix("**").strip()
    if _QUOTED.fullmatch(said):
        said = unquoted(said)
    return " ".join(UNPRINTABLE.sub(" ", said).split())
