"""Numbers that are given to nodes: to which, and what is wrong with them."""

import re

from treesolve.answers.claim import Unread, quoted, unread
from treesolve.answers.node_words import Nodes

ASSIGNED = re.compile(r"""("(?:[^"\\\n]|\\["\\])*"|[^\s=:≤≥<>≈\[(\]]+)[ \t]*[=:≤≥<>≈]+[ \t]*(.*)""", re.DOTALL)
"""A name, and what it is given."""

_BOUNDS = frozenset({"alpha", "beta", "α", "β"})
"""These are no nodes: whoever writes their numbers speaks of a window."""


def number_fault(part: str, error: ValueError, text: str, start: int, end: int) -> Unread:
    """That a stretch is no number, by the name of the mistake."""
    code = error.args[0] if error.args[0] in ("number-too-long", "zero-denominator") else "bad-number"
    return unread(part, f"answer-{code}", start, end, text=quoted(text, start, end))


def owner(part: str, mention: str, start: int, nodes: Nodes) -> int | Unread:
    """The node that is given a number, by its name only; that there is none, or more than one."""
    found = nodes.named(mention) or nodes.named(mention.strip("'’`*_"))
    end = start + len(mention)
    if len(found) == 1:
        return found[0]
    if found:
        return unread(
            part, "answer-ambiguous", start, end, text=quoted(mention, 0, len(mention)), known=nodes.listed(found)
        )
    part = "windows" if mention.casefold() in _BOUNDS else part
    facts = {"text": quoted(mention, 0, len(mention)), "nearest": nodes.nearest(mention)}
    return unread(part, "answer-unknown-node", start, end, **facts)
