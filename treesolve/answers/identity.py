"""Whose answer a text is: found without reading the answer, before it is known which tree it is about."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from treesolve.answers.claim import Unread, unread
from treesolve.answers.node_words import unquoted
from treesolve.answers.words import IDENTITY, key_meaning
from treesolve.model.problem import UNPRINTABLE

_LINE_HEAD = r"[ \t]*(?:[-*•+–][ \t]+)?(?:\(?(?:[A-Za-z]|[0-9]{1,2})[.)][ \t]+)?(?:\*\*)?"
_LINE = re.compile(
    rf"^{_LINE_HEAD}(?P<label>[^\W\d][^\n:=#]{{0,60}}?)[ \t]*+(?:\*\*[ \t]*+)?"
    r"(?::(?:\*\*)?|(?<=[ \t])(?=\d{5,}[ \t]*$))"
    r"""(?P<said>[ \t]*(?:"(?:[^"\\\n]|\\["\\])*"(?=[ \t]*(?:[#\n]|\Z))|(?:[^\n#]|(?<=\S)#)*))""",
    re.MULTILINE,
)


class IdentityLine(NamedTuple):
    """A line that says whose answer this is, or to what: which of the fields of Identity, its key, what it says."""

    name: str
    label: str
    said: str
    start: int
    end: int


@lru_cache(maxsize=4)
def identity_lines(text: str) -> tuple[IdentityLine, ...]:
    """All such lines of a text, in order."""
    return tuple(_identity_lines_in_turn(text))


def _identity_lines_in_turn(text: str) -> Iterator[IdentityLine]:
    for found in _LINE.finditer(text):
        name = key_meaning(found["label"])
        if name in IDENTITY:
            yield IdentityLine(str(name), found["label"], text_behind_identity_key(found[0]), *found.span("label"))


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
    return _identity_and_contradictions(text)[0]


def _identity_and_contradictions(text: str) -> tuple[Identity, list[Unread]]:
    """What a text says about its student and its exercise, and the lines that say otherwise."""
    told: dict[str, IdentityLine] = {}
    wrong: list[Unread] = []
    for line in identity_lines(text):
        if not line.said.strip("-–— "):
            continue
        known = told.setdefault(line.name, line)
        if is_better(line.label, known.label):
            told[line.name] = line
        elif not is_better(known.label, line.label) and known.said != line.said:
            wrong.append(unread("", "answer-key-twice", line.start, line.end, text=line.label))
    return Identity(**{name: line.said for name, line in told.items()}), wrong


def without_identity(text: str) -> tuple[str, list[Unread]]:
    """The text with blanks in the place of lines that say whose answer it is, and what is wrong with these."""
    blanked = text
    for line in identity_lines(text):
        end = text.find("\n", line.end)
        end = len(text) if end < 0 else end
        begin = text.rfind("\n", 0, line.start) + 1
        blanked = blanked[:begin] + " " * (end - begin) + blanked[end:]
    return blanked, _identity_and_contradictions(text)[1]


def is_better(label: str, before: str) -> bool:
    """Whether a key says better than another who somebody is: a number is unique, a name need not be.

    >>> is_better("Matrikelnummer", "Name"), is_better("Name", "id"), is_better("id", "Matr.-Nr.")
    (True, False, False)
    """
    return bool(_NUMBERED.match(label)) and not _NUMBERED.match(before)


def text_behind_identity_key(line: str) -> str:
    """What a line says after its key; tidy, without quotes and without what a terminal would obey."""
    said = line.partition(":")[2].strip().removeprefix("**").strip()
    if _QUOTED.fullmatch(said):
        said = unquoted(said)
    return " ".join(UNPRINTABLE.sub(" ", said).split())
