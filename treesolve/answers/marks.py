"""Marks in lists of nodes: crosses and ticks."""

import re

from treesolve.answers.claim import BY_NAME, Claim, Finding, Passed
from treesolve.answers.node_words import Nodes
from treesolve.model.problem import Span

_CROSSED = re.compile(r"(?<![\w.])(?P<name>[^\W\d]\w*)[ \t]*[:=(]?[ \t]*[✗✘✕❌]\)?")
_TICK = re.compile(r"\(?[✓✔☑✅]\)?")


def marked_in(part: str, text: str, start: int, end: int, nodes: Nodes) -> tuple[list[Finding], str]:
    """What crosses say of nodes in a list, and the text without these nodes, and without ticks.

    A cross in an order is a leaf that is left out; in a list of what is pruned too, unless there are ticks.
    """
    found: list[Finding] = []
    is_other = part == "pruned" and bool(_TICK.search(text, start, end))

    def without(match: re.Match[str]) -> str:
        named, span = nodes.named(match["name"]), Span(start + match.start(), start + match.end())
        if len(named) != 1:
            return match[0]
        found.append(Passed(span) if is_other else Claim("pruned", named[0], None, span, BY_NAME))
        return " " * len(match[0])

    stretch = _TICK.sub(_blank, _CROSSED.sub(without, text[start:end]))
    return found, text[:start] + stretch + text[end:]


def _blank(found: re.Match[str]) -> str:
    return " " * len(found[0])
