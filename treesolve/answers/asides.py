"""What stands in an answer and is none: greetings, names, headings, reasons, and words in parentheses: `(cut)`.

What stands in parentheses may answer something all the same, as `(L4 pruned)` does: it is read as a stretch of its own.
"""

import re
from functools import lru_cache, partial

from treesolve.answers.answer_lines import trimmed
from treesolve.answers.answer_words import clause_words, folded_words, passed, pattern_of_passed_lines
from treesolve.answers.claim import Finding, Passed
from treesolve.answers.node_words import Nodes
from treesolve.answers.part_words import parts_spoken_of
from treesolve.model.problem import Span

_NAME = re.compile(
    r"(?:[^\W\d_][\w'’.-]*+,?[ \t]*+){1,4}(?:[,(]?[ \t]*(?:matr\w*\.?[ \t-]*(?:nr\.?)?:?[ \t]*)?\d{4,}\)?)?",
    re.IGNORECASE,
)
_FURTHER = re.compile(
    r"\s*(?:(?:and |und )?\w+\s*(?:=|:|≤|≥)|(?:and |und )?(?:so|thus|hence|therefore|daher|deshalb|somit|also|damit)\b)"
)
"""What is no reason any more: another value, another key, what follows from it."""

_REASON_WITHIN = re.compile(
    r"\b(?:because|since|bc|weil|denn|da)\b[^,;()\n]{0,120}"
    r"(?=,[ \t]*(?:(?:and|und)[ \t]+)?\w{1,20}(?:(?:,[ \t]*|[ \t]+(?:and|und)[ \t]+)\w{1,20}){0,9},?[ \t]+"
    r"(?:because|since|bc|weil|denn|da)\b)",
    re.IGNORECASE,
)
_LONGEST_WORD = 40
_MIXED = re.compile(r"\d")
_FEW = 4
"""A heading with so many words names no node."""


_PARENTHESES = re.compile(r"(?<![^\s)\d\]])\((?P<inside>(?:[^()\n]|\([^()\n]*\))*)\)(?![ \t]*:)")
_ALIAS = re.compile(
    r"(?:(?:with|mit|has|hat|the|den)[ \t]+)*(?:leaf|blatt|value|wert|node|knoten|valeur)[ \t]*[=:]?[ \t]*[^\s=:]+",
    re.IGNORECASE,
)
_WORTH = re.compile(r"(?:with |mit )?(?:minimax[ -]?)?(?:value|wert)[ \t]*[=:]?[ \t]*[+\-−]?\d+", re.IGNORECASE)
_BESIDE_NODES = re.compile(
    r"(?:the |both |all |child(?:ren)? |leaf |leaves |kinder? |blatt |blätter |beide )*"
    r"(?:of|below|under|beneath|in|at|from|von|unter|unterhalb(?: von)?|bei) (?!most|least)"
    r"(?:(?:the|node|knoten|dem) )*\S+",
    re.IGNORECASE,
)
_VALUES = re.compile(r"(?:[A-Z]\w*[ \t]*[:=][ \t]*[+\-−]?\d+[ \t]*(?:,|;|and|und|\Z)[ \t]*){2,12}")
"""`B: 5, C: 2`, which are values of their own."""

_MOST_AT_PLACE = 2
"""So many words name a place: `right branch`."""

_WORD = re.compile(r"[^\W\d_][\w'’-]*\w")


def asides_in(text: str, stretch: Span, nodes: Nodes) -> list[Span]:
    """What stands within the parentheses that hold an aside."""
    found = (
        one for one in _PARENTHESES.finditer(text, *stretch) if _is_aside(one["inside"], nodes) or _is_worth(one, nodes)
    )
    spans = [(Span(*one.span("inside")), trimmed(text, *one.span()) == stretch) for one in found]
    return [span for span, is_all in spans if not (is_all and names_several(text[slice(*span)], nodes))]


def _is_worth(found: re.Match[str], nodes: Nodes) -> bool:
    """Whether values of others stand behind one, or a value behind no node: `MAX should choose B here (value 3)`."""
    before = found.string[max(0, found.start() - _LONGEST_WORD) : found.start()]
    if _VALUES.fullmatch(found["inside"]):
        return before.rstrip(" \t")[-1:].isdigit()
    words = re.findall(r"\w+", before.rpartition("\n")[2])
    is_worth = bool(words and _WORTH.fullmatch(found["inside"]))
    return is_worth and not nodes.found(words[-1]) and not nodes.chosen(words[-1])


def names_several(text: str, nodes: Nodes) -> bool:
    """Whether a text names two nodes or more."""
    return len({word for word in re.findall(r"\w+", text) if nodes.named(word)}) > 1


def without(text: str, asides: list[Span]) -> str:
    """The text with blanks in the place of asides and their parentheses."""
    for start, end in asides:
        text = text[: start - 1] + " " * (end - start + 2) + text[end + 1 :]
    return text


def _is_aside(inside: str, nodes: Nodes) -> bool:
    """Whether there are words in it, and not just such as say again which node it is."""
    if _ALIAS.fullmatch(inside) or _BESIDE_NODES.fullmatch(inside):
        return False
    words = [word for word in _WORD.findall(inside) if not nodes.found(word) and not nodes.chosen(word)]
    said = inside.split()
    is_place = 0 < len(said) <= _MOST_AT_PLACE and bool(nodes.child_at(0, said[0]))
    if inside.startswith("=") or is_place:
        return False
    if re.search(r"(?<![-=])[<>]|[≤≥]", inside) and not all(nodes.named(one) for one in re.findall(r"\w+", inside)):
        return True
    return bool(words) and not {word.casefold() for word in words} <= _JOINING


_JOINING = frozenset({"and", "und", "et", "leaf", "leaves", "blatt", "blätter"})


def is_no_answer(text: str, stretch: Span, nodes: Nodes) -> bool:
    """Whether a stretch is no answer: a greeting, a heading, a name."""
    return _is_line_without_answer(text[slice(*stretch)].strip(), nodes)


@lru_cache(maxsize=4096)
def _is_line_without_answer(line: str, nodes: Nodes) -> bool:
    """The same of a line, which is read again and again while it is tried what a word of the answer may mean."""
    words = re.findall(r"[^\s,;:.()]+", line)
    if not any(letter.isalnum() or letter in "∅–-…" for letter in line) and ".." not in line:
        return True
    if pattern_of_passed_lines().fullmatch(line.rstrip(",.!:")):
        return "=" not in line and sum(bool(nodes.named(word)) for word in words) <= (len(words) < _FEW)
    is_name = bool(_NAME.fullmatch(line)) and all(
        (word[0].isupper() and len(word) > 1 and not _MIXED.search(word)) or word.isdigit() for word in words
    )
    return (is_name or bool(re.fullmatch(r"\d{5,12}", line))) and not any(
        nodes.found(word) or nodes.chosen(word) or parts_spoken_of(word) for word in words
    )


def reasons_within(text: str, stretch: Span) -> list[Span]:
    """The reasons that have more nodes behind them, with reasons of their own: `L4 since 7 > 6, L6 since 3 < 6`."""
    return [Span(*one.span()) for one in _REASON_WITHIN.finditer(text, *stretch)]


def without_reason(text: str, stretch: Span, nodes: Nodes) -> tuple[Span, list[Finding]]:
    """A stretch without a reason at its end."""
    within = reasons_within(text, stretch)
    found = passed("reason").search(text, within[-1].end if within else stretch.start, stretch.end)
    if not found or found.start() == stretch.start:
        return stretch, []
    clauses = re.split(r"[,;)]", found[0].lstrip(", "))[1:]
    is_further = _FURTHER.match, parts_spoken_of, _has_word_for_pruned, partial(_is_list_of_nodes, nodes=nodes)
    if any(is_it(clause) for clause in clauses for is_it in is_further):
        return stretch, []
    return trimmed(text, stretch.start, found.start()), [
        *map(Passed, within),
        Passed(trimmed(text, found.start(), stretch.end)),
    ]


def _is_list_of_nodes(clause: str, nodes: Nodes) -> bool:
    """Whether a clause names nodes and says nothing: they are no part of a reason before them."""
    words = [word for word in re.findall(r"\w+", clause) if word.casefold() not in _JOINING]
    return bool(words) and all(nodes.named(word) for word in words)


def _has_word_for_pruned(clause: str) -> bool:
    """Whether a word of a clause says that something is pruned."""
    return not clause_words()["cut"].isdisjoint(folded_words(clause).split())
