"""Nodes that are said to have no value: `G = -`, `G: n/a`, `G not visited`."""

import re

from treesolve.answers.answer_words import word_pattern
from treesolve.answers.claim import BY_NAME, Claim, Crossed, Finding, Passed
from treesolve.answers.node_words import Nodes
from treesolve.model.problem import Span

_WORD = re.compile(r"\b(?!(?:and|und)\b)\w+", re.IGNORECASE)
_FORM = (
    r"(?<![\w.])(?:(?:v|value|wert|minimax)\()?(?P<others>(?:[^\W\d]\w*[ \t]*(?:,|und|and|&)[ \t]*)*)"
    r"(?P<name>[^\W\d]\w*)\)?[ \t]*(?:(?:[:=≤≥]|->|→|\()[ \t]*)?"
    r"(?:(?P<unvalued>{unvalued})|(?P<crossed>{crossed})|(?P<unvisited>{unvisited}))\)?"
    r"(?=[ \t]*(?:[,;|/)\n]|\.(?:\s|\Z)|\Z|[^\W\d]\w*[ \t]*[=:]))(?:[ \t]*/(?=[ \t]))?"
)


def unvalued_in(text: str, start: int, end: int, nodes: Nodes) -> tuple[list[Finding], str]:
    """What is said of such nodes, and the text with blanks in their place.

    >>> from treesolve.notation.reader import read
    >>> unvalued_in("B = -, C = 2", 0, 12, Nodes(read("((6 5) (2 9))")))
    ([Passed(span=Span(start=0, end=5))], '     , C = 2')
    """
    found: list[Finding] = []

    def without(match: re.Match[str]) -> str:
        named, span = nodes.named(match["name"]), Span(start + match.start(), start + match.end())
        if len(named) != 1 or nodes.found(match["unvalued"] or match["crossed"] or "-"):
            return match[0]
        listed = [nodes.named(one[0]) for one in _WORD.finditer(match["others"])]
        if match["unvisited"] and all(len(one) == 1 for one in listed):
            found.extend(Claim("pruned", one[0], None, span, BY_NAME) for one in (*listed, named))
            return " " * len(match[0])
        if match["crossed"]:
            found.append(Crossed(named[0], Span(start + match.start("crossed"), span.end), match["crossed"]))
        else:
            found.append(Claim("pruned", named[0], None, span, BY_NAME) if match["unvisited"] else Passed(span))
        return match["others"].ljust(len(match[0]))

    stretch = word_pattern("unvalued", _FORM).sub(without, text[start:end])
    return found, text[:start] + stretch + text[end:]
