"""Why a stretch was not read, and which part it may be about."""

import re

from treesolve.answers.claim import Claim, Finding, Unread, quoted, unread
from treesolve.answers.node_words import Nodes
from treesolve.answers.part_words import IDENTITY, key_meaning, nearest_key, parts_spoken_of
from treesolve.answers.section import Section, by_part
from treesolve.model.problem import Span

LONGEST_SENTENCE = 1500
"""A longer stretch is read only in answer to its key."""

_PROSE = 3
"""So many words that cannot be read make prose."""

LABEL = re.compile(r"([^\W\d][\w \t./-]*?)[ \t]*[:=]")
_CONTENT = re.compile(r"\d|∞")


def is_prose(found: list[Finding]) -> bool:
    """Whether hardly anything of a stretch could be read in answer to its section: it is about something else, then."""
    wrong = sum(isinstance(one, Unread) for one in found)
    return wrong >= _PROSE and wrong > len(found) - wrong


def left_unread(text: str, stretch: Span, nodes: Nodes) -> Unread:
    """Why a stretch was not read, and the part it speaks of, if it is one."""
    start, end = stretch
    parts = _possible_parts(text, stretch, nodes)
    part = next(iter(parts)) if len(parts) == 1 else None
    label = LABEL.match(text, start, end)
    if label is None or nodes.named(label[1]):
        found = unread(part, "answer-no-key", start, end, text=quoted(text, start, end))
        return found._replace(others=parts, anywhere=True)
    near = nearest_key(label[1]) if len(label[1]) > 2 else None
    if key_meaning(near or "") in IDENTITY and not parts:
        part, parts = "", frozenset()
    found = unread(part, "answer-unknown-key", *label.span(1), text=quoted(label[1], 0, 99), nearest=near)
    return found._replace(others=parts)


def _possible_parts(text: str, stretch: Span, nodes: Nodes) -> frozenset[str]:
    """The parts that a stretch may be about, by its words and by the kind of what stands in it."""
    parts = parts_spoken_of(text[slice(*stretch)])
    if stretch.end - stretch.start > LONGEST_SENTENCE:
        return parts
    label = LABEL.match(text, *stretch)
    behind = Span(label.end() if label else stretch.start, stretch.end)
    kinds = {part for part in ("values", "windows") for one in (stretch, behind) if _has_claim(part, text, one, nodes)}
    return parts | kinds | ({"values", "value"} if "value" in parts else set())


def _has_claim(part: str, text: str, stretch: Span, nodes: Nodes) -> bool:
    return any(isinstance(one, Claim) for one in by_part(Section(part), text, stretch, nodes))


def is_content(text: str, stretch: Span, nodes: Nodes) -> bool:
    """Whether a stretch may say something: there is a number or the name of a node in it, or hardly a word."""
    words = re.findall(r"[^\s,;:.()]+", text[slice(*stretch)])
    return len(words) < 2 or any(_CONTENT.search(word) or nodes.named(word) for word in words)
