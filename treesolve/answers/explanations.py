"""Clauses that say why something is so, and nothing else: `At C the leaf L3 gives beta = 2`.

They answer nothing. They are passed over where all of their words are known, and all of their numbers and leaves belong
to the nodes that they name; the rest of what they say is held against the claims, like all that stands beside these.

Vocabulary

    reached     the best that a node has after some of its children
"""

import re
from itertools import accumulate

from treesolve.answers.answer_words import folded_words
from treesolve.answers.claim import Finding, Remark
from treesolve.answers.clause_claims import tones_of_word
from treesolve.answers.node_words import Nodes
from treesolve.answers.number_words import NUMBER, number_meant
from treesolve.model.number import Number
from treesolve.model.problem import Span
from treesolve.model.tree import Kind

_TOKEN = re.compile(rf"(?P<number>(?<![\w.,/])-?{NUMBER}(?![\w/]|[.,]\d))|(?P<word>[^\W\d][\w'’-]*)|(?P<sign>[^\s\w])")
_SIGNS = frozenset("=<>≤≥,.:")
_TONES = frozenset({"plain", "aside", "at", "leaf", "gets", "seen", "cut", "why"})
_BOUNDS = frozenset({"alpha", "beta"})
_PLACES = frozenset({"at", "why", "leaf"})
_PRONOUNS = frozenset({"i", "a"})
_LONGEST = 160


def explanation_in(text: str, stretch: Span, nodes: Nodes) -> list[Finding]:
    """What a clause speaks of; nothing where it may be more than a reason, or one that is not so.

    >>> from treesolve.notation.reader import read
    >>> explanation_in("At C the leaf L3 gives beta = 2", Span(0, 31), Nodes(read("((6 5) (2 9))")))[0].parts
    frozenset({'order'})
    """
    if stretch.end - stretch.start > _LONGEST:
        return []
    tokens = [*_TOKEN.finditer(text, *stretch)]
    named = [_node_of_token(one, nodes) for one in tokens]
    tones = [
        tones_of_word(one[0]) for one, node in zip(tokens, named, strict=True) if one["word"] and node is None
    ]
    if not all(one & _TONES for one in tones) or any(one["sign"] and one["sign"] not in _SIGNS for one in tokens):
        return []
    inner = [node for node in named if node is not None and nodes.tree.children[node]]
    leaves = [node for node in named if node is not None and not nodes.tree.children[node]]
    numbers = [number_meant(one["number"]) for one in tokens if one["number"]]
    is_cut, is_reason = any("cut" in one for one in tones), bool(tones) and "why" in tones[0]
    told = [*zip(tokens, named, strict=True)]
    is_claim = (is_cut and leaves) or _has_node_with_value(told, nodes) or _is_torn(told)
    if is_claim or not (leaves or numbers or (is_reason and not inner)) or not _are_known(numbers, inner, leaves, nodes):
        return []
    parts = {"pruned"} if is_cut else {"order"} if leaves else set()
    return [Remark(frozenset(parts & {*nodes.asked}), stretch, text[slice(*stretch)], tuple(leaves))]


def _is_torn(told: list[tuple[re.Match[str], int | None]]) -> bool:
    """Whether it ends in a node of which something more is said behind it: `less than 6, so b1`."""
    *_, (before, of), (_, last) = [(None, None), *told] if len(told) < 2 else told
    return last is not None and (before is None or of is not None or not tones_of_word(before[0]) & _PLACES)


def _node_of_token(token: re.Match[str], nodes: Nodes) -> int | None:
    found = nodes.named(token[0]) if token["word"] and token[0] not in _PRONOUNS else ()
    return found[0] if len(found) == 1 else None


def _are_known(numbers: list[Number | None], inner: list[int], leaves: list[int], nodes: Nodes) -> bool:
    """Whether leaves are below the nodes that are named, and the numbers are those that these may have."""
    tree = nodes.tree
    below = {node for above in inner for node in tree.subtree(above)}
    if inner and not below.issuperset(leaves):
        return False
    worth = {one for node, one in enumerate(nodes.minimax) if tree.children[node]}
    worth |= {value for above in inner for value in _reached(above, nodes)}
    worth |= {tree.values[node] for node in (*leaves, *(one for above in inner for one in tree.children[above]))}
    there = {number for leaf in leaves for number in (tree.values[leaf], _reached_after(leaf, nodes))}
    is_of_leaves = not (leaves and numbers) or bool(there.intersection(numbers))
    return worth.issuperset(numbers) and is_of_leaves


def _reached(node: int, nodes: Nodes) -> list[Number | None]:
    """What a node has after each of its children."""
    children = nodes.tree.children[node][:: -1 if nodes.right_to_left else 1]
    pick = max if nodes.tree.kinds[node] is Kind.MAX else min
    worth = [nodes.minimax[child] for child in children]
    return [] if None in worth else [*accumulate(worth, pick)]  # type: ignore[type-var]


def _reached_after(leaf: int, nodes: Nodes) -> Number | None:
    """What the node above a leaf has after it."""
    above = nodes.tree.parents[leaf] or 0
    children = nodes.tree.children[above][:: -1 if nodes.right_to_left else 1]
    return dict(zip(children, _reached(above, nodes), strict=False)).get(leaf)


def _has_node_with_value(told: list[tuple[re.Match[str], int | None]], nodes: Nodes) -> bool:
    """Whether a number stands behind an inner node, and is none of a bound: that is a value."""
    last: int | None = None
    for token, node in told:
        if token["number"] and last is not None and nodes.tree.children[last]:
            return True
        is_other = token["number"] or folded_words(token[0]) in _BOUNDS
        last = node if node is not None else None if is_other else last
    return False
