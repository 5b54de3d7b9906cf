"""What stands in an answer and is none: greetings, names, headings, and reasons behind what was said."""

import re

from treesolve.answers.answer_lines import trimmed
from treesolve.answers.answer_words import passed, passed_lines
from treesolve.answers.claim import Finding, Passed
from treesolve.answers.node_words import Nodes
from treesolve.answers.part_words import parts_spoken_of
from treesolve.model.problem import Span

_NAME = re.compile(
    r"(?:[^\W\d_][\w'’.-]*,?[ \t]*){1,4}(?:[,(]?[ \t]*(?:matr\w*\.?[ \t-]*(?:nr\.?)?:?[ \t]*)?\d{4,}\)?)?",
    re.IGNORECASE,
)
_FURTHER = re.compile(r"[,;)]\s*(?:and |und )?\w+\s*(?:=|:|≤|≥)")
"""What is no reason any more: another value, another key."""

_MIXED = re.compile(r"\d")
_FEW = 4
"""A heading with so many words names no node."""


def is_passed(text: str, stretch: Span, nodes: Nodes) -> bool:
    """Whether a stretch is no answer: a greeting, a heading, a name."""
    line = text[slice(*stretch)].strip()
    words = re.findall(r"[^\s,;:.()]+", line)
    if not any(letter.isalnum() or letter in "∅–-" for letter in line):
        return True
    if passed_lines().fullmatch(line.rstrip(",.!:")):
        return "=" not in line and sum(bool(nodes.named(word)) for word in words) <= (len(words) < _FEW)
    is_name = bool(_NAME.fullmatch(line)) and all(
        (word[0].isupper() and len(word) > 1 and not _MIXED.search(word)) or word.isdigit() for word in words
    )
    return (is_name or bool(re.fullmatch(r"\d{5,12}", line))) and not any(
        nodes.found(word) or nodes.chosen(word) or parts_spoken_of(word) for word in words
    )


def without_reason(text: str, stretch: Span) -> tuple[Span, list[Finding]]:
    """A stretch without a reason at its end."""
    found = passed("reason").search(text, *stretch)
    if not found or found.start() == stretch.start or _FURTHER.search(text, *found.span()):
        return stretch, []
    return trimmed(text, stretch.start, found.start()), [Passed(trimmed(text, found.start(), stretch.end))]
