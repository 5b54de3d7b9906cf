"""What a text says of several nodes at once: their level, their kind, what they are below, a value that they share.

`Level 1 (MIN): B = 3, C = 2`, `MIN nodes below F: H: 3`, `the MIN nodes B and C`, `C and D have 2`
"""

import re
from collections.abc import Iterator, Sequence

from treesolve.answers.answer_words import expression
from treesolve.answers.claim import Claim, Unread, quoted, unread
from treesolve.answers.number_words import number_meant
from treesolve.answers.said import Said
from treesolve.model.problem import Span

_NAME = re.compile(r"\w+")
_NO_NAMES = frozenset({"and", "und"})


def wrong_groups(said: Said) -> Iterator[Unread]:
    """Where nodes are not of the level or the kind that they are said to be, or do not have what they share."""
    for span in (*_wrong_levels(said), *_wrong_labels(said), *_wrong_members(said)):
        yield unread("values", "answer-remark", *span, text=quoted(said.text, *span))


def _wrong_levels(said: Said) -> Iterator[Span]:
    """The first level whose number does not fit: they are counted from the top, or from the leaves."""
    depths = said.nodes.tree.depths
    told: list[tuple[int, int, Span]] = []
    for found in said.matches("level"):
        levels = {depths[one.node or 0] for one in _values_behind(said, found)}
        if len(levels) == 1:
            told.append((int(found["number"]), levels.pop(), Span(*found.span())))
    most, ways = (
        max(depths),
        ([number - depth for number, depth, _ in told], [number + depth for number, depth, _ in told]),
    )
    down, up = ({*way} for way in ways)
    if told and not (down <= {0} or down <= {1} or (len(up) == 1 and most - 1 <= min(up) <= most + 1)):
        yield told[0][2]


def _wrong_labels(said: Said) -> Iterator[Span]:
    """The labels before values of nodes that are of the other kind, or not below the node that is named there."""
    for found in said.matches("group_label"):
        above, kind = said.only(found["above"]), (found["kind"] or "").upper()
        for claim in _values_behind(said, found):
            node = claim.node or 0
            is_other = kind and said.nodes.tree.kinds[node].name != kind
            if is_other or (above is not None and node not in said.nodes.tree.subtree(above)[1:]):
                yield Span(*found.span())
                break


def _values_behind(said: Said, label: re.Match[str]) -> Sequence[Claim]:
    """The values that stand behind a label on its line, up to the next one."""
    end = said.line_end(label.end())
    following = expression("group_label").search(said.text, label.end(), end) if "kind" in label.groupdict() else None
    stretch = Span(label.end(), following.start() if following else end)
    return [one for one in said.within(stretch) if one.part == "values"]


def _wrong_members(said: Said) -> Iterator[Span]:
    """The nodes that are named together, of which one is of the other kind, or does not have the number."""
    for found in said.matches("group"):
        named = [node for one in _NAME.findall(found["nodes"]) if one not in _NO_NAMES for node in [said.only(one)]]
        kind, number = (found["kind"] or "").upper(), number_meant(found["number"] or "")
        for node in named if None not in named else ():
            inner = bool(said.nodes.tree.children[node or 0])
            if (kind and inner and said.nodes.tree.kinds[node or 0].name != kind) or (
                number is not None and len(named) > 1 and said.worth(node or 0) and number not in said.worth(node or 0)
            ):
                yield Span(*found.span())
                break
