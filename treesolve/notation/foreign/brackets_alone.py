"""Brackets with words and commands that nobody knows: told, with the tree that brackets and numbers alone are."""

import re

from treesolve.model.problem import Span
from treesolve.notation.foreign.label import number, probability, read_label
from treesolve.notation.foreign.refusal import refusal
from treesolve.notation.foreign.sketch import Sketch
from treesolve.notation.foreign.terms import Group, Term, groups, read_terms

NAME = "brackets"

_COMMAND = re.compile(r"(?:\\[A-Za-z]{2,}|(?<![\w\\])[A-Za-z]\w+)[ \t]{0,9}[({\[]")
_COMMANDS = 3
_STRAY = re.compile(r"[\\@$&%^~<>]")
"""Signs that say nothing of brackets and numbers."""
_APART = re.compile(
    r"=|max|min|chance|\b(?:p|prob\w*|depth|width|weight|alpha|beta|player)\b|[0-9]\s*%|:-|\bfor\b|\brange\b",
    re.IGNORECASE,
)
"""What numbers may be of that are no leaves; and kinds, which would be lost."""


def recognises(text: str) -> bool:
    """Whether several words or commands stand before brackets, and the numbers in these are a tree of two levels."""
    return len(_COMMAND.findall(text)) >= _COMMANDS and _tree(text) is not None


def read(text: str) -> Sketch:
    """Never a tree: raises InputError, which shows what the brackets and numbers alone are."""
    start = len(text) - len(text.lstrip())
    end = text.find("\n", start)
    raise refusal("brackets-alone", Span(start, min(end if end > 0 else len(text), start + 60)), _tree(text))


def _tree(text: str) -> Sketch | None:
    """The tree of the brackets that hold numbers; None where they may be something else."""
    terms = None if _APART.search(text) else read_terms(_STRAY.sub(" ", text))
    found = _node(terms) if terms else None
    if terms is None or found is None or not any(child.children for child in found.children):
        return None
    written = [item.text for group in groups(terms) for item in group.items if item.sort == "number"]
    chances = [probability(each) for each in written]
    return None if any(chance is not None and 0 < chance < 1 for chance in chances) else found


def _node(item: Term) -> Sketch | None:
    """The leaf that a number is, or the node of a bracket with several of them; the only one of another bracket."""
    if not isinstance(item, Group):
        written = item.sort in ("number", "text") and number(item.text) is not None
        return read_label(item.text, inner=False).sketch(item.span) if written else None
    below = [node for each in item.items if (node := _node(each))]
    if len(below) < 2:
        return below[0] if below else None
    return Sketch(item.span, children=tuple(below))
