"""Clauses that say why something is so, and nothing else: `At C the leaf L3 gives beta = 2`.

They answer nothing. They are passed over where all of their words are known, they compare something or say what a leaf
or a bound is, and all of their numbers and leaves belong to the nodes that they name. What else they say is held
against the claims, like all that stands beside these.

Vocabulary

    spelling    what a clause is made of, a letter each: I an inner node, L a leaf, N a number, B a bound, = and <
                signs, a after, c a cut, p another word before a node
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
_TONES = frozenset({"plain", "aside", "at", "leaf", "gets", "seen", "why"})
_WORDS = {
    **dict.fromkeys(("alpha", "beta"), "B"),
    **dict.fromkeys(("than", "als", "least", "most", "hoechstens", "mindestens"), "<"),
    **dict.fromkeys(("after", "nach", "nachdem", "once", "sobald"), "a"),
}
_BESIDE = re.compile(r"[acp]")
_SPELLING = re.compile(r"(?:<N)?I?(?:(?:L=?N?|B=?N?|N(?=<))(?:<(?:N|B=?N?|L=?N?))*)*I?")
_REASON = re.compile(r"[B<]|I.*L=?N")
_BARE = re.compile(r"(?<![ap])(?:L(?!p*=?p*N)|I\Z)")
_CUT = re.compile(r"(?<!a)(?<!ap)L")
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
    spelling = "".join(_letter(one, node, nodes) for one, node in zip(tokens, named, strict=True))
    begins = bool(_BEGINS.search(text, stretch.start - _LONGEST, stretch.start))
    if not _is_reason(spelling, begins=begins):
        return []
    inner = [node for node in named if node is not None and nodes.tree.children[node]]
    leaves = [node for node in named if node is not None and not nodes.tree.children[node]]
    if not _are_known([number_meant(one["number"]) for one in tokens if one["number"]], inner, leaves, nodes):
        return []
    part, about = ("pruned", inner) if "c" in spelling else ("order", leaves)
    is_asked = part in nodes.asked and (about or part == "pruned")
    return [Remark(frozenset({part} if is_asked else ()), stretch, text[slice(*stretch)], tuple(about))]


def _is_reason(spelling: str, *, begins: bool) -> bool:
    """Whether a clause spelt so is a reason and nothing else; one that just names a leaf may not begin a sentence."""
    told = _BESIDE.sub("", spelling)
    is_tail = told.startswith("L") and spelling[0] == "a" and not begins
    is_told = is_tail or {*"cL"} <= {*spelling} or bool(_REASON.search(told))
    is_torn = bool(_BARE.search(spelling.replace("c", "")) or ("c" in spelling and _CUT.search(spelling)))
    return is_told and not is_torn and bool(_SPELLING.fullmatch(told))


def _node_of_token(token: re.Match[str], nodes: Nodes) -> int | None:
    found = nodes.named(token[0]) if token["word"] and token[0] not in ("a", "i") else ()
    return found[0] if len(found) == 1 else None


def _letter(token: re.Match[str], node: int | None, nodes: Nodes) -> str:
    """The letter of a token: nothing where it says nothing, a question mark where it is unknown."""
    if node is not None:
        return "I" if nodes.tree.children[node] else "L"
    if token["number"]:
        return "N"
    if token["sign"]:
        return _SIGNS.get(token[0], "?")
    tones = tones_of_word(token[0])
    known = "c" if "cut" in tones else "p" if tones & {"at", "why", "leaf"} else "" if tones & _TONES else "?"
    return _WORDS.get(folded_words(token[0]), known)


def _are_known(numbers: list[Number | None], inner: list[int], leaves: list[int], nodes: Nodes) -> bool:
    """Whether leaves are children of the nodes that are named, and the numbers are those that these may have."""
    tree = nodes.tree
    if inner and not {*inner}.issuperset(tree.parents[leaf] for leaf in leaves):
        return False
    worth: set[object] = {one for node, one in enumerate(nodes.minimax) if tree.children[node]}
    worth |= {value for above in inner for value in _reached(above, nodes)}
    worth |= {tree.values[node] for node in (*leaves, *(one for above in inner for one in tree.children[above]))}
    there: set[object] = {number for leaf in leaves for number in (tree.values[leaf], _reached_after(leaf, nodes))}
    return worth.issuperset(numbers) and (not (leaves and numbers) or bool(there.intersection(numbers)))


def _reached(node: int, nodes: Nodes) -> list[Number]:
    """What a node has after each of its children; nothing where a value is open."""
    children = nodes.tree.children[node][:: -1 if nodes.right_to_left else 1]
    worth = [one for child in children if (one := nodes.minimax[child]) is not None]
    is_max = nodes.tree.kinds[node] is Kind.MAX
    return [*accumulate(worth, lambda *pair: max(pair) if is_max else min(pair))] if len(worth) == len(children) else []


def _reached_after(leaf: int, nodes: Nodes) -> Number | None:
    """What the node above a leaf has after it."""
    above = nodes.tree.parents[leaf] or 0
    children = nodes.tree.children[above][:: -1 if nodes.right_to_left else 1]
    return dict(zip(children, _reached(above, nodes), strict=False)).get(leaf)
