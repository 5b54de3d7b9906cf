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
    r"#[^\n]*(?:\bmin(?!i-?max|us|ute)|chance|random|dice|average|zufall|würfel|opponent|enemy|gegner|second|zweite"
    r"|(?:player|spieler)[ _]?[12]|max\w*[ \t]*[:=]|coin|münz|lotter|(?:both|all|alle|beide|level)[^\n]*\bmax"
    r"|right[- ]to[- ]left|from (?:the )?right|rechts nach links|costs?\b|kosten|losses|(?:is|ist) be(?:tt|ss)er"
    r"|(?:view|perspective|sicht) (?:of|von|des)|payoffs? (?:of|for)|should (?:be|read)|muss heißen|soll)",
    re.IGNORECASE,
)
"""A comment that may say who moves, or in which order, or what the numbers are."""

_WORDS = (
    *("min", "chance", "random", "dice", "average", "zufall", "würfel", "opponent", "enemy", "gegner", "second"),
    *("zweite", "player", "spieler", "max", "coin", "münz", "lotter", "right", "rechts", "cost", "kosten", "losses"),
    *("better", "besser", "view", "perspective", "sicht", "payoff", "should", "muss", "soll"),
)
"""One of these is in every such comment."""

_PAIRS = re.compile(r"[\[\s]+\([\s0-9−-]+,[\s0-9−-]+\)|\[\s*\[[\s0-9]+(?:,[\s0-9]+)?\]\s*,")
"""How pairs of payoffs, edges and levels begin."""

_CHANCES = re.compile(r"[\s(\[{,](?:0?\.[0-9]|[0-9]+/[0-9])")
"""A number that may be a probability."""

_POINTS = re.compile(r"\.[0-9]{2}0(?![0-9])")
"""The end of a number in whose thousands there may be a point."""

_MARKED = re.compile(r"[(\s,;]\[\s*[+\-−]?[0-9][0-9./]*\s*\]|[\[\s,;]\(\s*[+\-−]?[0-9][0-9./]*\s*\)")
"""A number alone in a bracket."""

_BLANK = re.compile(r"[\s;][+\-−]?[0-9]")
"""A number behind a blank or a semicolon: where there is none, all is parted by commas alone."""

_BESIDE = re.compile(r"[0-9][ \t]+[+\-−]?[0-9]")
"""Two numbers with nothing but a blank between them."""

_WORD_FIRST = re.compile(r"[\[({]\s*[\[{]?\s*[^\W\d\"']|[\[({]\s*[\[{]?\s*[\"']")
"""A word that opens the outermost bracket."""

_UNUSUAL = re.compile(r"[\[{,;./]")
"""What stands in a text that may mean something else, but for words."""


def shows_signs(text: str, tree: Tree) -> bool:
    """Whether a text that our grammar reads as this tree may mean something else."""
    start = tree.offsets[0]
    if _WORD_FIRST.match(text, start) and (
        _LABEL.match(text, start)
        or _OBJECT.match(text, start)
        or (_HEAD.match(text, start) and _may_be_heads(text, tree))
    ):
        return True
    if "#" in text and _says_something(text) and _tells_kinds(text, tree):
        return True
    return _UNUSUAL.search(text, start) is not None and (
        _has_other_brackets(text, tree) or _has_other_numbers(text, tree)
    )


def _says_something(text: str) -> bool:
    comments = text[text.index("#") :].lower()
    return any(word in comments for word in _WORDS) and _SAYING.search(text) is not None


def _has_other_brackets(text: str, tree: Tree) -> bool:
    """Whether brackets may be those of an object, a matrix, pairs, calls or marks."""
    start = tree.offsets[0]
    if text.startswith("{", start) and len(tree.children[0]) == 1:
        return True
    if "[" not in text:
        return False
    if ("([" in text and _LISTED.search(text)) or MATRIX.match(text, start):
        return True
    if text.find(",", start) < 0:
        return _MARKED.search(text, start) is not None and _is_unclear(text, tree)
    if not text.startswith("[", start):
        return False
    if len(tree) > 2 and not tree.children[1] and any(tree.children[2:]):
        return True
    return _PAIRS.match(text, start) is not None and _is_unclear(text, tree)


def _has_other_numbers(text: str, tree: Tree) -> bool:
    """Whether numbers may be probabilities, thousands, or parts of others."""
    start = tree.offsets[0]
    commas = text.find(",", start) >= 0
    chances = ("." in text or "/" in text) and not tree.weights and (commas or "chance" in text)
    if chances and _CHANCES.search(text, start) and (commas or _is_unclear(text, tree)):
        return True
    if _POINTS.search(text, start):
        return True
    if not (commas or text.find(";", start) >= 0) or not _BLANK.search(text, start):
        return False
    if _BESIDE.search(text, start):
        return True
    if not commas or not _TIGHT_COMMA.search(text):
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
