"""Signs that a text which our grammar reads may mean something else: labels, decimal commas, calls, objects, pairs."""

import re

from treesolve.model.tree import Tree
from treesolve.notation.matrix import MATRIX

_TIGHT_COMMA = re.compile(",[0-9]")
_LABEL = re.compile(r"[\[({]\s*[^\W\d][0-9]*[\s,]*[\[({]")
"""A bare word that opens a bracket, with a bracket behind it."""

_LETTERS = re.compile(r"[\[({]\s*A[\s,]+B[\s,]+C[\s,]")
"""Names of nodes in a row, before anything else."""

_ASSOCIATED = re.compile(
    r"[\[({]\s*[\[({]\s*[\"']?[^\W\d]\w*[\"']?[\s,]+[\[(]?[\"']?([^\W\d]\w*)[\"']?[^\[\](){}]*[\])}]*[\s,]*[\[({]\s*[\"']?\1\b"
)
"""Two brackets with names, of which the second begins with one that stands behind the first name in the other."""

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

_PAIRS = re.compile(r"[\[\s]+\([\s0-9−-]+,[\s0-9−-]+\)|\[\s*\[[\s0-9]+(?:,[\s0-9]+)?\]\s*,")
"""How pairs of payoffs, edges and levels begin."""

_CHANCES = re.compile(r"[\s(\[{,](?:0?\.[0-9]|[0-9]+/[0-9])")
"""A number that may be a probability."""

_ALONE = re.compile(r"chance\(|[(\[]\s*(?:0?\.[0-9]+|[0-9]+/[0-9]+)\s*[)\]]")
"""A call, or such a number alone in its bracket: without commas the rest is as we write it ourselves."""

_POINTS = re.compile(r"\.[0-9]{2}0(?![0-9])")
"""The end of a number in whose thousands there may be a point."""

_MARKED = re.compile(r"[(\s,;]\[\s*[+\-−]?[0-9][0-9./]*\s*\]|[\[\s,;]\(\s*[+\-−]?[0-9][0-9./]*\s*\)")
"""A number alone in a bracket."""

_BLANK = re.compile(r"[\s;][+\-−]?[0-9]")
"""A number behind a blank or a semicolon: where there is none, all is parted by commas alone."""

_BESIDE = re.compile(r"[0-9][ \t]+[+\-−]?[0-9]")
"""Two numbers with nothing but a blank between them."""

_LEAST_ROWS = 3
"""So many brackets side by side may be edges or levels."""

_SHORT = 2000
"""In a longer text one look for each sign is cheaper than one at each number."""

_LISTS = re.compile(r"\[\s*\[(?:[\[\]\s]++|[+\-−]?[0-9]++(?=[,\]])|,(?=\s))*+")
"""Lists of lists, with a comma and a blank between whole numbers: the one thing that these can be."""


def has_unusual_signs(text: str, tree: Tree) -> bool:
    """Whether brackets, commas, points and slashes may stand for something else than in our notation."""
    start = tree.offsets[0]
    if len(tree.children[0]) < _LEAST_ROWS and len(text) < _SHORT and _LISTS.fullmatch(text, start):
        return False
    return _has_other_brackets(text, tree) or _has_other_numbers(text, tree)


def has_other_words(text: str, tree: Tree) -> bool:
    """Whether words behind the first bracket may be labels, fields, heads or names of nodes."""
    start = tree.offsets[0]
    if _LETTERS.match(text, start):
        return is_unclear(text, tree)
    if _LABEL.match(text, start) or _OBJECT.match(text, start) or _ASSOCIATED.match(text, start):
        return True
    return _HEAD.match(text, start) is not None and _may_be_heads(text, tree)


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
        return _MARKED.search(text, start) is not None and is_unclear(text, tree)
    if not text.startswith("[", start):
        return False
    if len(tree) > 2 and not tree.children[1] and any(tree.children[2:]):
        return True
    return _PAIRS.match(text, start) is not None and is_unclear(text, tree)


def _has_other_numbers(text: str, tree: Tree) -> bool:
    """Whether numbers may be probabilities, thousands, or parts of others."""
    start = tree.offsets[0]
    commas = text.find(",", start) >= 0
    chances = ("." in text or "/" in text) and not tree.weights and (commas or _ALONE.search(text, start))
    if chances and _CHANCES.search(text, start) and (commas or is_unclear(text, tree)):
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


def is_unclear(text: str, tree: Tree) -> bool:
    """Whether there is something to ask about what the text means."""
    from treesolve.notation.foreign.doubts import problem_of_unclear_meaning

    return problem_of_unclear_meaning(text, tree) is not None


def _may_be_heads(text: str, tree: Tree) -> bool:
    from treesolve.notation.foreign.heads import may_be_heads

    return may_be_heads(text, tree)
