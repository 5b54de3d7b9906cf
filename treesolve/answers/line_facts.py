"""What a text says of the line of play beside its claims: `A → B → L1`, held against the tree.

Vocabulary

    line        the root, one of its children, and so on down, in an answer that is asked for no such thing
"""

import re
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from treesolve.answers.claim import Unread, unread
from treesolve.answers.said import Said
from treesolve.model.problem import Span

_LINE = re.compile(r"(?<!\w)\w+(?:[ \t]*(?:-+>|→|⇒|[,>–-])[ \t]*\w+)+")
_NAME = re.compile(r"\w+")
_LABEL = re.compile(r"\b(?:pv|\w*varia(?:tion|nte)|path|\w*pfad|\w*lin(?:e|ie))\b[^:\n]{0,20}:[ \t]*\Z", re.IGNORECASE)
_FEWEST = 2


class Line(NamedTuple):
    """A line, and where it stands."""

    nodes: tuple[int, ...]
    span: Span


def lines_of_play(said: Said) -> list[Line]:
    """All lines: no lists of leaves, nor of what is pruned."""
    return [line for found in _LINE.finditer(said.text) if (line := _line(said, found))]


def wrong_lines(said: Said, lines: list[Line]) -> Iterator[Unread]:
    """Those that lead over a node that is worth something else, to another move than the best, or not on."""
    best = {one.node for one in said.of("best")}
    for line in lines:
        is_way = line.nodes[0] == 0 and all(
            said.nodes.tree.parents[below] == above for above, below in pairwise(line.nodes)
        )
        is_worth = all(said.final(node) & said.final(0) for node in line.nodes if said.final(node))
        if not said.nodes.is_own_view and not (is_way and is_worth and best <= {line.nodes[1]}):
            yield unread("best", "answer-remark", *line.span, text=said.text[slice(*line.span)])


def _line(said: Said, found: re.Match[str]) -> Line | None:
    """The line that names with signs between them are, if they are one."""
    tree, named = said.nodes.tree, [said.nodes.names.get(one, ()) for one in _NAME.findall(found[0])]
    nodes = tuple(one[0] for one in named if len(one) == 1)
    if len(named) <= _FEWEST or len(nodes) < len(named):
        return None
    is_labelled = bool(_LABEL.search(said.text, said.line_start(found.start()), found.start()))
    nodes = (0, *nodes) if is_labelled and nodes[0] in said.nodes.choices else nodes
    is_down = nodes[0] == 0 and nodes[1] in said.nodes.choices and all(tree.children[one] for one in nodes[:-1])
    is_list = any(said.is_claimed(part, found.start()) for part in ("pruned", "order", "values"))
    return Line(nodes, Span(*found.span())) if (is_down or is_labelled) and not is_list else None
