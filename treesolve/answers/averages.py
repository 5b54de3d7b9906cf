"""Averages in answers to trees with chance nodes, in the words the reader knows, every character at its place.

    B = 0.5*4 + 0.5*8 = 6   C: 50% · 0 + 50% · 20 → 10   D = 2 (= (3 + 1)/2)   E[B] = 6   Erwartungswert von C: 15

Vocabulary

    sum         numbers and nodes with `+`, `*`, `/` and brackets between them
    worked      with the result behind it, or behind the result: the sum is blanked, and held against the claims later
"""

import re
from collections.abc import Iterator
from functools import partial

from treesolve.answers.node_words import Nodes
from treesolve.model.problem import Span
from treesolve.model.tree import Kind

NUMBER = r"(?:\d++(?:[.,]\d++)?|\.\d++)(?:[ \t]*+%)?"
_OPERAND = rf"[(\[]*+[ \t]*+[-−]?(?:{NUMBER}|[^\W\d]\w*+)(?:[ \t]*+[)\]])*"
_SIGN = r"(?:[-−+*·×⋅/]|x(?=[ \t]*+[\d(])|(?<=[\d%)])(?=\([\d.])|(?<=[\d%)][ \t])(?=\([\d.]))"
_SUM = rf"(?<![\w.,])(?=\S){_OPERAND}(?:[ \t]*+{_SIGN}[ \t]*+{_OPERAND}){{1,40}}"
_THEN = r"[ \t]*+(?:=+>?|-+>|→|⇒|≈)[ \t]*+"
_END = r"(?=[ \t]*+(?:[,;\n]|\.(?:\s|\Z)|\Z))"
_WORKED = (
    re.compile(rf"(?<=[:=>→])[ \t]*+(?P<sums>(?:{_SUM}{_THEN}){{1,5}})(?=[-−]?[.\d])"),
    re.compile(rf"(?<=\d)[ \t]*+=[ \t]*+(?P<sums>{_SUM}){_END}"),
    re.compile(rf"(?<=\d)[ \t]*+\([ \t]*+=?[ \t]*+(?P<sums>{_SUM})[ \t]*+\){_END}"),
)
"""Before the result, behind it, behind it in brackets."""

_EACH_SUM = re.compile(_SUM)

_IN_CELL = re.compile(rf"(?<=\|)[ \t]*+(?P<sums>{_SUM})(?=[ \t]*+(?:\||\n|\Z))")
"""In a cell of a table, where it is passed over as it is."""

_SIGN_OF_SUM = re.compile(r"[+*·×⋅x(\[]")
"""What tells a sum from a fraction, and from a list with strokes."""

_LEAF_WITH_VALUE = re.compile(r"[^\W\d]\w*[ \t]*\(")
"""A leaf with its value, as in a list: no sum."""

_CALLED = (
    (re.compile(r"\bE[ \t]?[\[(][ \t]*(\w+)[ \t]*[\])](?=[ \t]*[:=])"), r"\1"),
    (re.compile(r"\bEV(?=[ \t]?\()"), "v"),
    (re.compile(r"\b(?:expected|average|mean)[ \t-]+(?:value|utility)", re.IGNORECASE), "value"),
    (re.compile(r"\b(?:expectation|average|expectimax(?:[ -]value)?|mean|ev)\b", re.IGNORECASE), "value"),
    (re.compile(r"\b(?:Erwartungs|Mittel|Durchschnitts|Expectimax-?)(werte?)\b", re.IGNORECASE), r"\1"),
    (re.compile(r"\bDurchschnitt\b", re.IGNORECASE), "Wert"),
    (re.compile(r"\b(?:chance|Zufalls)[ -]?(?:nodes?|knoten)\b", re.IGNORECASE), "node"),
)
"""What people call averages and chance nodes, and what the reader knows."""


def text_with_averages(text: str, nodes: Nodes) -> str:
    """The text without sums that are worked out, and with values for averages, where the tree has chance nodes.

    >>> from treesolve.notation.reader import read
    >>> text_with_averages("B = 0.5*4 + 0.5*8 = 6", Nodes(read("(CHANCE (4 8) 5)")))
    'B =                 6'
    """
    if Kind.CHANCE not in nodes.tree.kinds:
        return text
    for form in _WORKED:
        text = form.sub(lambda found: " " * len(found[0]) if is_sum(found["sums"]) else found[0], text)
    for pattern, known in _CALLED:
        text = pattern.sub(partial(_called, known), text)
    return text


def _called(known: str, found: re.Match[str]) -> str:
    return found.expand(known).rjust(len(found[0]))


def is_sum(text: str) -> bool:
    """Whether a text is a sum, and neither a fraction nor a list."""
    return bool(_SIGN_OF_SUM.search(text)) and not _LEAF_WITH_VALUE.search(text)


def sums_in(text: str) -> Iterator[Span]:
    """Where each sum stands that is blanked, or stands in a table."""
    for found in (one for form in (*_WORKED, _IN_CELL) for one in form.finditer(text) if is_sum(one["sums"])):
        yield from (Span(*one.span()) for one in _EACH_SUM.finditer(text, *found.span("sums")))
