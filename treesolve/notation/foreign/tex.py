r"""What notations in TeX have in common: comments, groups in braces, labels with mathematics and fonts.

Vocabulary

    group       what stands between two braces that belong together
"""

import re

from treesolve.model.tree import Tree
from treesolve.notation.foreign.label import name_and_value, quoted, written_edge
from treesolve.notation.foreign.refusal import cannot_carry
from treesolve.notation.number_text import write_number

DEEPEST = 200
"""So deep trees in TeX are read."""

AT_EDGE = r"node[midway, fill=white, font=\footnotesize]"
"""How the label of an edge is placed, so that the edge does not run through it."""

_COMMENT = re.compile(r"(?<!\\)%[^\n]*")
_FONT = re.compile(
    r"\\(?:math(?:bf|rm|it|sf)|text(?:bf|it|rm|sf|tt)?|emph|underline|small|footnotesize|bf|it|strut)\b\s*"
)
_SIGNS = (
    (re.compile(r"\\infty\b"), "inf"),
    (re.compile(r"\\(?:big|var)?triangle(?:up)?\b|\\Delta\b"), "△"),
    (re.compile(r"\\(?:big)?triangledown\b|\\nabla\b"), "▽"),
    (re.compile(r"\\(?:to|rightarrow)\b"), "→"),
    (re.compile(r"\\[,;!: ]|~"), " "),
    (re.compile(r"\\geq?\b\s*"), "≥"),
    (re.compile(r"\\leq?\b\s*"), "≤"),
    (re.compile(r"\\alpha\b"), "α"),
    (re.compile(r"\\beta\b"), "β"),
)


def without_comments(text: str) -> str:
    """The text with blanks for comments, so that everything stands where it stood."""
    return _COMMENT.sub(lambda found: " " * len(found[0]), text)


def closing(text: str, start: int) -> int:
    """Where the bracket that opens at `start` has been closed; -1 where it is not."""
    opening = text[start]
    closes = {"{": "}", "[": "]", "(": ")"}[opening]
    depth = 0
    for found in re.compile(rf"\\.|[\{opening}\{closes}]", re.DOTALL).finditer(text, start):
        if found[0] == opening:
            depth += 1
        elif found[0] == closes:
            depth -= 1
            if depth == 0:
                return found.end()
    return -1


def label(text: str) -> str:
    r"""What a label in TeX says, in plain text.

    >>> label(r"{$\mathbf{A}$\\MAX}"), label(r"$-\infty$")
    ('A: MAX', '-inf')
    """
    plain = _FONT.sub("", text)
    for sign, instead in _SIGNS:
        plain = sign.sub(instead, plain)
    lines = [re.sub(r"(?<!\\)[{}$]", "", line).strip() for line in re.split(r"\\\\", plain)]
    return re.sub(r"\\([_%&#$])", r"\1", ": ".join(line for line in lines if line))


def written(tree: Tree, node: int) -> str:
    r"""The name of a node with its kind or value, as `label` reads it. Raises InputError where TeX has no such signs.

    >>> from treesolve.notation.reader import read
    >>> written(read("(A_1: -inf)"), 1)
    '{A\\_1 = $-\\infty$}'
    """
    value = tree.values[node]
    name = quoted(tree.given_names[node]) if node in tree.given_names else ""
    words = escaped(name_and_value(tree, node, name))
    shown = "" if value is None else write_number(value)
    if shown.startswith("-") or shown == "inf":
        signs = shown.replace("inf", r"\infty")
        words = f"{words.removesuffix(shown)}${signs}$"
    return words if re.fullmatch(r"\w+", words) else f"{{{words}}}"


def edge(tree: Tree, node: int) -> str:
    """What stands at the edge to a node, in the signs of TeX; nothing where it has neither a move nor a weight."""
    return escaped(written_edge(tree, node))


def escaped(words: str) -> str:
    """The words with a backslash before what means something in TeX. Raises InputError where that does not help."""
    if re.search(r"[\\{}~^]", words):
        raise cannot_carry("words")
    return re.sub(r"([_%&#$])", r"\\\1", words)
