"""Clauses that say why something is so, and nothing else: `At C the leaf L3 gives beta = 2`.

They answer nothing. They are passed over where all of their words are known, they compare something or say what a leaf
or a bound is, and all of their numbers and leaves belong to the nodes that they name. What else they say is held against
the claims, like all that stands beside these.

Vocabulary

    shape       what a clause is made of, a letter each: an inner node, a leaf, a number, a bound, equality, comparison
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

_TOKEN = re.compile(
    rf"(?P<number>(?<![\w.,/])-?{NUMBER}(?![\w/]|[.,]\d))|(?P<word>[^\W\d][\w'’-]*)|(?P<sign>[<>=]=|[^\s\w])"
)
_SIGNS = {"=": "=", **dict.fromkeys(("<", ">", "≤", "≥", "<=", ">=", "=<"), "<"), **dict.fromkeys(",.:", "")}
_TONES = frozenset({"plain", "aside", "at", "leaf", "gets", "seen", "cut", "why"})
_WORDS = {"alpha": "B", "beta": "B", **dict.fromkeys(("than", "als", "least", "most", "hoechstens", "mindestens"), "<")}
_SHAPE = re.compile(r"(?:<N)?I?(?:(?:L=?N?|B=?N?|N(?=<))(?:<(?:N|B=?N?|L=?N?))*)*I?")
_REASON = re.compile(r"[B<]|I.*L=?N")
_AFTER = re.compile(
    r"\b(?:after|nach|once|sobald|because of|wegen|durch|by)[ \t]+(?:(?:the|leaf|dem|der|das|blatt|seeing)[ \t]+)*\Z",
    re.IGNORECASE,
)
_PLACES = frozenset({"at", "why", "leaf"})
_PRONOUNS = frozenset({"i", "a"})
_LONGEST = 160
_BEGINS = re.compile(r"(?:\A|[.!?:\n])\s*\Z")
"""Before a sentence: what is said of a node after a leaf at its end is said of it then, at its beginning only then."""


def explanation_in(text: str, stretch: Span, nodes: Nodes) -> list[Finding]:
    """What a clause speaks of; nothing where it may be more than a reason, or one that is not so.

    >>> from treesolve.notation.reader import read
    >>> explanation_in("At C the leaf L3 gives beta = 2", Span(0, 31), Nodes(read("((6 5) (2 9))")))[0].parts
    frozenset({'order'})
    """
    tokens = [*_TOKEN.finditer(text, *stretch)] if stretch.end - stretch.start <= _LONGEST else []
    named = [_node_of_token(one, nodes) for one in tokens]
    shape = [_letter(one, node, nodes) for one, node in zip(tokens, named, strict=True)]
    tones = [
        tones_of_word(one[0]) if one["word"] and node is None else frozenset()
        for one, node in zip(tokens, named, strict=True)
    ]
    told, is_cut = "".join(shape), any("cut" in one for one in tones)
    is_tail = (
        told.startswith("L")
        and "why" in tones[0]
        and not _BEGINS.search(text, max(0, stretch.start - _LONGEST), stretch.start)
    )
    is_reason = is_tail or (is_cut and "L" in told) or bool(_REASON.search(told))
    last = max((place for place, letter in enumerate(shape) if letter), default=0)
    is_torn = told[-1:] in ("I", "L") and (last == 0 or not tones[last - 1] & _PLACES)
    if "?" in shape or not is_reason or not _SHAPE.fullmatch(told) or is_torn:
        return []
    starts = [one.start() for one, letter in zip(tokens, shape, strict=True) if letter == "L"]
    if is_cut and not all(_AFTER.search(text, stretch.start, start) for start in starts):
        return []
    inner = [node for node in named if node is not None and nodes.tree.children[node]]
    leaves = [node for node in named if node is not None and not nodes.tree.children[node]]
    if not _are_known([number_meant(one["number"]) for one in tokens if one["number"]], inner, leaves, nodes):
        return []
    said = text[slice(*stretch)]
    told_of = [("pruned", inner)] if is_cut else [("order", leaves)]
    return [
        Remark(frozenset({part} & {*nodes.asked} if about or is_cut else ()), stretch, said, tuple(about))
        for part, about in told_of
    ]


def _node_of_token(token: re.Match[str], nodes: Nodes) -> int | None:
    found = nodes.named(token[0]) if token["word"] and token[0] not in _PRONOUNS else ()
    return found[0] if len(found) == 1 else None


def _letter(token: re.Match[str], node: int | None, nodes: Nodes) -> str:
    """What a token is in the shape of a clause: nothing for words that say nothing, a question mark for unknown ones."""
    if node is not None:
        return "I" if nodes.tree.children[node] else "L"
    if token["number"]:
        return "N"
    if token["sign"]:
        return _SIGNS.get(token[0], "?")
    return _WORDS.get(folded_words(token[0]), "") if tones_of_word(token[0]) & _TONES else "?"


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
    return worth.issuperset(numbers) and (not (leaves and numbers) or bool(there.intersection(numbers)))


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
