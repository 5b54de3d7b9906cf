"""Leaves in a row, with bars between those of each node: `3 12 8 | 2 4 6`; more bars part what is larger."""

import re

from treesolve.model.problem import InputError, Span
from treesolve.notation.doubts import numbers_untold
from treesolve.notation.foreign.labels import number
from treesolve.notation.foreign.neutral import Part, refuse
from treesolve.notation.foreign.tokens import Token, Tokens

NAME = "leaf row"
COMMENTS = ("#", "//")

_TOKEN = re.compile(r"(?P<blank>\s)|(?P<bar>\|+|‖)|(?P<comma>[,;])|(?P<leaf>[^\s,;|‖]+)|(?P<odd>.)")
_BETWEEN = re.compile(r"[\s,;|‖]+")


def recognises(text: str) -> bool:
    """Whether a text is one line with bars, and nothing beside them but numbers and letters of unknown leaves."""
    if not ("|" in text or "‖" in text) or "\n" in text.strip():
        return False
    return all(number(word) is not None or word == "?" or (len(word) == 1 and word.isalpha())
               for word in _BETWEEN.split(text) if word)  # fmt: skip


def read(text: str) -> Part:
    """The tree. Raises InputError where nothing stands between bars, and where commas may be decimal ones.

    >>> [[leaf.label for leaf in node.children] for node in read("3 12 | 2 x").children]
    [['3', '12'], ['2', 'x']]
    """
    problem = numbers_untold(text, 0)
    if problem:
        raise InputError((problem,))
    tokens = list(_row(Tokens(text, _TOKEN)))
    ranks = {size: rank for rank, size in enumerate(sorted({_size(token) for token in tokens} - {0}), 1)}
    levels: list[list[Part]] = [[] for _ in range(len(ranks) + 2)]
    for token in tokens:
        if token.what == "leaf":
            levels[0].append(Part(token.span, token.text))
        else:
            _close(levels, ranks[_size(token)])
    _close(levels, len(ranks) + 1)
    root = levels[-1][0]
    if all(len(node.children) == 1 for node in root.children):
        leaves = " ".join(node.children[0].label for node in root.children)
        refuse("rows-of-one", root.span, instead=f"({leaves})")
    return root


def _row(tokens: Tokens) -> list[Token]:
    """Leaves and bars, of which each bar stands between two leaves. Raises InputError at a sign that does not."""
    row = [tokens.take("leaf")]
    while tokens.next.what != "end":
        if tokens.next.what == "comma":
            tokens.take()
        elif tokens.next.what == "bar":
            row.append(tokens.take())
        row.append(tokens.take("leaf"))
    return row


def _size(token: Token) -> int:
    """How many strokes a bar has; 0 for a leaf."""
    return 0 if token.what == "leaf" else 2 if token.text == "‖" else len(token.text)


def _close(levels: list[list[Part]], rank: int) -> None:
    """What was opened up to a rank is a node each. Raises InputError where a bar parts one node from nothing."""
    for level in range(rank):
        children = levels[level]
        span = Span(children[0].span.start, children[-1].span.end)
        if level and len(children) == 1:
            refuse("foreign-form", span, text="|")
        levels[level + 1].append(Part(span, children=tuple(children)))
        levels[level] = []
