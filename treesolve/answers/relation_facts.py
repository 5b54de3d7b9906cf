"""What a text says of nodes by what they are to others, beside its claims: held against the tree.

`the siblings of L4`, `smallest leaf of D: L9`, `the first leaf is 2`, `B's leaves: L1, L2, L3`
"""

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile

from treesolve.answers.claim import Unread, quoted, unread
from treesolve.answers.number_words import number_meant
from treesolve.answers.said import Said
from treesolve.model.number import Number
from treesolve.model.problem import Span

_LONGEST = 60
"""So far before its child the node may stand."""

_NAME = re.compile(r"\w+")


def wrong_relations(said: Said, stretch: Span) -> Iterator[Unread]:
    """Where a stretch says what is not so of siblings, children or leaves."""
    for kind, is_so in _KINDS.items():
        for found in said.matches(kind, stretch):
            if not is_so(said, found):
                text = quoted(said.text, *found.span())
                yield unread(said.part_at(found.start()), "answer-remark", *found.span(), text=text)


def wrong_contents(said: Said) -> Iterator[Unread]:
    """Where it is said what a pruned node has below it, and that is something else: `G (with L9 and L10)`."""
    for found in said.matches("contents"):
        owner = said.only(found["owner"])
        if owner in said.gone and said.nodes.tree.children[owner or 0] and not _are_all(said, found):
            yield unread("pruned", "answer-remark", *found.span(), text=quoted(said.text, *found.span()))
    for found in said.matches("all_below"):
        node, is_list = said.only(found["node"] or found["other"]), said.part_at(found.start()) == "pruned"
        if node is not None and is_list and not said.nodes.below([node]) <= said.listed["pruned"]:
            yield unread("pruned", "answer-remark", *found.span(), text=quoted(said.text, *found.span()))
    for found in said.matches("side"):
        if (node := said.only(found["node"])) and not _is_on_side(said, node, found["place"]):
            yield unread(said.part_at(found.start()), "answer-remark", *found.span(), text=found[0])


def _is_on_side(said: Said, node: int, place: str) -> bool:
    """Whether a node, or one that it is below, is the child at a place."""
    parent = said.nodes.tree.parents[node]
    if parent is None:
        return False
    child = said.nodes.child_at(parent, place)
    return not child or child == (node,) or _is_on_side(said, parent, place)


def _are_siblings(said: Said, found: re.Match[str]) -> bool:
    """Whether the claim before it is of a sibling of the node, which is not claimed itself."""
    node, claim = said.only(found[1]), said.before(found.start())
    if node is None or claim is None or claim.node is None or claim.part not in ("pruned", "order"):
        return True
    return said.nodes.tree.parents[node] == said.nodes.tree.parents[claim.node] and node not in said.gone


def _is_extreme(said: Said, found: re.Match[str]) -> bool:
    """Whether the node or the number is the least or the greatest below another one."""
    above, which = said.only(found["above"]), said.only(found["which"])
    if above is None or (which is not None and which not in said.nodes.tree.subtree(above)):
        return above is None
    below = frozenset[Number]().union(*map(said.final, said.nodes.below([above]) - said.gone))
    number = number_meant(found["which"])
    told = said.final(which) if which is not None else frozenset() if number is None else frozenset({number})
    return not told or not below or (min if found["least"] else max)(below) in told


def _is_placed(said: Said, found: re.Match[str]) -> bool:
    """Whether the child at a place has the value: of the node that is named, or is claimed before it."""
    node = said.only(found["of"]) if found["of"] else _parent_meant(said, found.start())
    child = said.nodes.child_at(node, found["place"]) if node is not None else ()
    return not child or not said.worth(child[0]) or number_meant(found["worth"]) in said.worth(child[0])


def _is_exact(said: Said, found: re.Match[str]) -> bool:
    """Whether the node that was named last has the value that is said to be the true one."""
    node = _parent_meant(said, found.start())
    return node is None or not said.final(node) or number_meant(found["worth"]) in said.final(node)


def _parent_meant(said: Said, place: int) -> int | None:
    """The last node that is named before a place on its line, or the one above it where that is a leaf."""
    words = _NAME.findall(said.text, max(said.line_start(place), place - _LONGEST), place)
    node = next((node for word in reversed(words) if (node := said.only(word)) is not None), None)
    return node if node is None or said.nodes.tree.children[node] else said.nodes.tree.parents[node]


def _are_all(said: Said, found: re.Match[str]) -> bool:
    """Whether the nodes are all leaves or children below another one, or those of them that are claimed together."""
    above = said.only(found["owner"] or found.groupdict().get("of"))
    told = (said.only(one) for one in _NAME.findall(found["nodes"]) if one not in ("and", "und"))
    named = {one for one in takewhile(lambda node: node is not None, told) if one is not None}
    if above is None or not named:
        return True
    leaves = said.nodes.below([above])
    listed = (said.listed[part] & leaves for part in ("pruned", "order"))
    return named in [{*said.nodes.tree.children[above]}, leaves, *listed]


_KINDS: Mapping[str, Callable[[Said, re.Match[str]], bool]] = {
    "siblings": _are_siblings,
    "extreme": _is_extreme,
    "placed": _is_placed,
    "exact": _is_exact,
    "whole": _are_all,
}
"""What may be said, and whether it is so."""
