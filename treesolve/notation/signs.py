"""Signs that a text which our grammar reads may mean something else: labels, decimal commas, calls, objects, pairs."""

import re

from treesolve.model.tree import Tree
from treesolve.notation.matrix import MATRIX

_TIGHT_COMMA = re.compile(",[0-9]")
_LABEL = re.compile(r"[\[({]\s*[^\W\d][0-9]*[\s,]*[\[({]")
"""A bare word that opens a bracket, with a bracket behind it."""

_LISTED = re.compile(r"\b(?:max|min|chance)[ \t]*\(\[", re.IGNORECASE)
"""A call of a function with a list, as in `max([3, 5])`."""

_OBJECT = re.compile(
    r"\[?\s*\{\s*(?:\"|(?:children|child|childs|kids|successors|value|val|score|utility|name|label|id|type|kind|player"
    r"|is_?m\w+|m\w+imi[sz]\w*|left|right)\s*:|[A-Za-z_]\w*\s*:\s*\[\s*\{)",
    re.IGNORECASE,
)
"""A name in quotes, or that of a field, that opens a curly bracket, as in JSON and JavaScript."""

_HEAD = re.compile(r"[(\[{]\s*(?:max|min|chance)\s+[(\[{]", re.IGNORECASE)
"""A kind that is the first in the outermost bracket, with a bracket behind it."""

_SAYING = re.compile(
    r"#[^\n]*(?:\bmin(?!i-?max|us|ute)|chance|random|dice|average|zufall|würfel|opponent|enemy|gegner"
    r"|(?:player|spieler)[ _]?[12]|second|zweite|max\w*[ \t]*[:=]|coin|münz|lotter|both|\ball\b|alle|level"
    r"|right|rechts|cost|kosten|loss|better|besser|view|perspective|sicht|payoff|should|soll|muss)",
    re.IGNORECASE,
)
"""A comment that may say who moves."""

_PAIRS = re.compile(r"[\[\s]+\([\s0-9−-]+,[\s0-9−-]+\)|\[\s*\[[\s0-9]+(?:,[\s0-9]+)?\]\s*,")
"""How pairs of payoffs, edges and levels begin."""

_CHANCES = re.compile(r"[\s(\[{,](?:0?\.[0-9]|[0-9]+/[0-9])")
"""A number that may be a probability."""

_POINTS = re.compile(r"\.[0-9]{2}0(?![0-9])")
"""The end of a number in whose thousands there may be a point."""

_MARKED = re.compile(r"[(\s,;]\[\s*[+\-−]?[0-9][0-9./]*\s*\]|[\[\s,;]\(\s*[+\-−]?[0-9][0-9./]*\s*\)")
"""A number alone in a bracket."""

_BLANK = re.compile(r"[0-9][ \t]+[+\-−]?[0-9]")
"""Two numbers with nothing but a blank between them."""


def shows_signs(text: str, tree: Tree) -> bool:
    """Whether a text that our grammar reads as this tree may mean something else."""
    start = tree.offsets[0]
    if _LABEL.match(text, start) or _OBJECT.match(text, start) or ("([" in text and _LISTED.search(text)):
        return True
    if _HEAD.match(text, start) and _may_be_heads(text, tree):
        return True
    if text.startswith("{", start) and len(tree.children[0]) == 1:
        return True
    if "#" in text and _SAYING.search(text) and _tells_kinds(text, tree):
        return True
    if _POINTS.search(text, start) or (_MARKED.search(text, start) and _is_unclear(text, tree)):
        return True
    if "chance" in text and not tree.weights and _CHANCES.search(text, start) and _is_unclear(text, tree):
        return True
    if text.find(",", start) < 0 and text.find(";", start) < 0:
        return False
    if MATRIX.match(text, start) or _BLANK.search(text, start):
        return True
    if "," not in text:
        return False
    if not tree.weights and _CHANCES.search(text, start):
        return True
    if text.startswith("[", start) and _PAIRS.match(text, start) and _is_unclear(text, tree):
        return True
    if text.startswith("[", start) and len(tree) > 2 and not tree.children[1] and any(tree.children[2:]):
        return True
    if not _TIGHT_COMMA.search(text):
        return False
    from treesolve.notation.foreign.decimal_commas import doubtful

    return doubtful(text, start) is not None


def _is_unclear(text: str, tree: Tree) -> bool:
    from treesolve.notation.foreign.doubts import unclear

    return unclear(text, tree) is not None


def _may_be_heads(text: str, tree: Tree) -> bool:
    from treesolve.notation.foreign.heads import may_be_heads

    return may_be_heads(text, tree)


def _tells_kinds(text: str, tree: Tree) -> bool:
    from treesolve.notation.foreign.asides import tells_kinds

    return tells_kinds(text, tree)
