"""What a text says of the line of play beside its claims: `A → B → L1`, held against the tree.

Vocabulary

    line        the root, one of its children, and so on down, in an answer that is asked for no such thing
"""

import re
from collections.abc import Iterator
from itertools import pairwise

from treesolve.answers.claim import Unread, unread
from treesolve.answers.said import Said
from treesolve.model.problem import Span

_LINE = re.compile(r"(?<!\w)\w+(?:[ \t]*(?:-+>|→|⇒|[,>–-])[ \t]*\w+)+")
_NAME = re.compile(r"\w+")
_FEWEST = 2


def wrong_lines(said: Said) -> Iterator[Unread]:
    """The lines from the root that lead over a node that is worth something else, or do not lead on."""
    for span, line in _lines(said):
        best = {one.node for one in said.of("best")}
        is_way = all(said.nodes.tree.parents[below] == above for above, below in pairwise(line))
        is_worth = all(said.final(node) & said.final(0) for node in line if said.final(node))
        if not said.nodes.is_own_view and not (is_way and is_worth and best <= {line[1]}):
            yield unread("best", "answer-remark", *span, text=said.text[slice(*span)])


def is_line(said: Said, stretch: Span) -> bool:
    """Whether there is one in a stretch, and nothing but words beside it."""
    return any(stretch.start <= span.start < stretch.end for span, _ in _lines(said))


def _lines(said: Said) -> Iterator[tuple[Span, list[int]]]:
    """Where each line stands, and its nodes: no list of leaves, nor of what is pruned."""
    tree = said.nodes.tree
    for found in _LINE.finditer(said.text):
        named = [said.nodes.names.get(one, ()) for one in _NAME.findall(found[0])]
        if len(named) <= _FEWEST or any(len(one) != 1 for one in named):
            continue
        line = [one[0] for one in named]
        is_down = (
            line[0] == 0 and line[1] in said.nodes.choices and not any(not tree.children[one] for one in line[:-1])
        )
        if is_down and not any(said.is_claimed(part, found.start()) for part in ("pruned", "order", "values")):
            yield Span(*found.span()), line
