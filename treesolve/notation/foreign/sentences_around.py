"""Sentences and titles around a tree that stands in lines of its own."""

import re

from treesolve.notation.foreign.pasted import CHANGED
from treesolve.notation.foreign.patch import Edit, Patched

LONGEST = 20_000
"""No longer text is looked at."""

_LINE = re.compile(r"[^\n]*\S[^\n]*\n?")
_WORD = r"[(\"]?[^\W\d_][\w’'-]*[)\"]?"
_SENTENCE = re.compile(rf"(?:{_WORD}[.,:;?!]?[ \t]+(?:[–-][ \t]+)?){{3,}}{_WORD}[.:?!]*\s*")
_TITLE = re.compile(rf"(?:{_WORD},?[ \t]+){{1,8}}{_WORD}[ \t]*:\s*")
_COUNTED = re.compile(
    r"\b(?:player|spieler|question|frage|exercise|aufgabe|figure|fig\.?|abb\.?|part|teil|task|page|seite)[ \t]*"
    r"[0-9]+[.)a-z]*",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"[0-9]")
_SAYING = re.compile(
    r"\b(?:min|chance|zufall|gegner|opponent|second|zweite\w*|costs?|kosten|random|dice|würfel)\b", re.IGNORECASE
)
"""Words of who means another tree than the one that stands there."""
_OF_NODE = re.compile(
    r"\b[A-Z](?:[0-9']|\b)[ \t]*(?:[:(]|(?:is|has|ist|hat|sind|are)\b)|\b(?:node|knoten|root|wurzel)[ \t]+[A-Z]\b"
    r"|\bchildren\b|\bkinder\b"
)
"""What says something of a node."""
_SIGNS = re.compile(r"[{}<>\[\]=|]|->|→|\(\s*[+\-−]?[0-9]")
"""What stands in lines of a tree and of a program, and in no sentence."""


def without_sentences(text: Patched) -> Patched:
    r"""The text without lines that are sentences, or a title, and have no number but that of a player or an exercise.

    >>> without_sentences(Patched("The game tree (MAX moves first):\n\n((1,5; 2,5); (3; 4,5))\n")).text
    '\n((1,5; 2,5); (3; 4,5))\n'
    """
    if len(text.text) > LONGEST:
        return text
    lines = list(_LINE.finditer(text.text))
    around = [line for line in lines if _is_sentence(line[0])]
    told = any(pattern.search(line[0]) for line in around for pattern in (CHANGED, _SAYING, _OF_NODE))
    if told or len(around) == len(lines):
        return text
    return text.patched(Edit(*line.span(), "", "tidied-around") for line in around)


def _is_sentence(line: str) -> bool:
    plain = _COUNTED.sub("x", line)
    if _NUMBER.search(plain) or _SIGNS.search(plain):
        return False
    return bool(_SENTENCE.fullmatch(plain) or _TITLE.fullmatch(plain)) and not line[0].isspace()
