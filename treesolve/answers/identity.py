"""Whose answer a text is: found without reading the answer, before it is known which tree it is about."""

import re
from typing import NamedTuple

from treesolve.answers import tables
from treesolve.answers.node_words import unquoted
from treesolve.answers.part_words import IDENTITY
from treesolve.model.problem import UNPRINTABLE

_LINE_HEAD = r"[ \t]*(?:[-*•+–][ \t]+)?(?:\(?(?:[A-Za-z]|[0-9]{1,2})[.)][ \t]+)?(?:\*\*)?"
_IDENTITY = re.compile(
    f"^{_LINE_HEAD}(?:{'|'.join(f'(?P<{name}>{expression})' for name, expression in tables.ALONE.items())})",
    re.MULTILINE,
)
BEFORE_KEY = re.compile(_LINE_HEAD)
"""What may stand before a key that begins its line."""

_NUMBERED = re.compile(r"^(?!.*name).*(?:matr|stud|\bid\b|nr|num|kennung)", re.IGNORECASE)
_QUOTED = re.compile(r"""[„“”«»][^„“”«»"\n]*[„“”«»]|"(?:[^"\\\n]|\\["\\])*[\"]""")


class Identity(NamedTuple):
    """Whose answer a text is, and to what, as far as the text itself says so."""

    student: str | None = None
    exercise: str | None = None
    variant: str | None = None


def identity(text: str) -> Identity:
    """What a text says about its student and its exercise, without reading the answer.

    The first mention counts, but a number before a name.

    >>> identity("Matrikel: 4711\\nAufgabe: 2 # of three\\nWerte: A=5")
    Identity(student='4711', exercise='2', variant=None)
    """
    told: dict[str, str] = {}
    labels: dict[str, str] = {}
    for found in _IDENTITY.finditer(text):
        name, label = IDENTITY[found.lastgroup or ""], found[0].partition(":")[0]
        said = said_in(found[0])
        if said and (name not in told or is_better(label, labels[name])):
            told[name], labels[name] = said, label
    return Identity(**told)


def is_better(label: str, before: str) -> bool:
    """Whether a key says better than another who somebody is: a number is unique, a name need not be.

    >>> is_better("Matrikelnummer", "Name"), is_better("Name", "id"), is_better("id", "Matr.-Nr.")
    (True, False, False)
    """
    return bool(_NUMBERED.match(label)) and not _NUMBERED.match(before)


def said_in(line: str) -> str:
    """What a line says after its key; tidy, without quotes and without what a terminal would obey."""
    said = line.partition(":")[2].strip().removeprefix("**").strip()
    if _QUOTED.fullmatch(said):
        said = unquoted(said)
    return " ".join(UNPRINTABLE.sub(" ", said).split())
