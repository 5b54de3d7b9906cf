"""Signs that a text which our grammar reads may mean something else: labels, decimal commas, calls, objects, pairs."""

import re

from treesolve.model.tree import Kind, Tree
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

_PAIRS = re.compile(r"[\[\s]+\([\s0-9−-]+,[\s0-9−-]+\)|\[\s*\[[\s0-9]+(?:,[\s0-9]+)?\]\s*,")
"""How pairs of payoffs, edges and levels begin."""

_CHANCES = re.compile(r"[(\[{]\s*(?:0?\.[0-9]|[0-9]+/[0-9])|,\s*(?:0?\.[0-9]+|[0-9]+/[0-9]+)\s*[)\]}]")
"""A probability at one end of a bracket."""


def shows_signs(text: str, tree: Tree) -> bool:
    """Whether a text that our grammar reads as this tree may mean something else."""
    start = tree.offsets[0]
    if _LABEL.match(text, start) or _OBJECT.match(text, start) or ("([" in text and _LISTED.search(text)):
        return True
    if ";" in text and MATRIX.match(text, start):
        return True
    if "," not in text:
        return False
    if Kind.CHANCE in tree.kinds and _CHANCES.search(text, start) and _has_unclear_brackets(text, tree):
        return True
    if text.startswith("[", start) and _PAIRS.match(text, start) and _has_unclear_brackets(text, tree):
        return True
    if not _TIGHT_COMMA.search(text):
        return False
    from treesolve.notation.foreign.decimal_commas import doubtful

    return doubtful(text, start) is not None


def _has_unclear_brackets(text: str, tree: Tree) -> bool:
    from treesolve.notation.foreign.doubts import unclear_brackets

    return unclear_brackets(text, tree) is not None
