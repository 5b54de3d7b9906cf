"""What stands in lists of nodes and is no name: crosses and ticks, cuts after a leaf."""

import re

from treesolve.answers.claim import BY_NAME, BY_PLACE, Claim, Finding, Passed
from treesolve.answers.node_words import Nodes
from treesolve.answers.relations import children_behind
from treesolve.model.problem import Span

_CROSSED = re.compile(r"(?<![\w.])(?P<name>[^\W\d]\w*)[ \t]*+(?:[:=(][ \t]*+)?[✗✘✕❌]\)?")
_TICK = re.compile(r"\(?[✓✔☑✅]\)?")
_AFTER = re.compile(
    r"(?:\A|[,;]|\b(?:and|und)\b|\b(?:at|in|bei)[ \t]+(?P<above>\w+))[ \t]*"
    r"(?:after|nach)[ \t]+(?:(?:the|dem|der|leaf|blatt)[ \t]+)*(?P<leaf>\w+)(?:[ \t]+(?:leaf|blatt|child|kind)\b)?",
    re.IGNORECASE,
)


def findings_of_marks(part: str, text: str, start: int, end: int, nodes: Nodes) -> tuple[list[Finding], str]:
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

    stretch = _TICK.sub(_match_as_blanks, _CROSSED.sub(without, text[start:end]))
    return found, text[:start] + stretch + text[end:]


def findings_of_cuts_after_leaves(
    text: str, start: int, end: int, nodes: Nodes, above: tuple[int, ...] = ()
) -> tuple[list[Finding], str]:
    """What cuts after some leaves leave out, and the text without these leaves, children of `above` if that is told.

    >>> from treesolve.notation.reader import read
    >>> [claim.node for claim in findings_of_cuts_after_leaves("at C after L3", 0, 13, Nodes(read("((6 5) (2 9))")))[0]]
    [6]
    """
    found: list[Finding] = []

    def without(cut: re.Match[str]) -> str:
        parent = nodes.named(cut["above"] or "") or above
        known = [*nodes.found(cut["leaf"]), *(nodes.child_at(parent[0], cut["leaf"]) if parent else ())]
        leaf = tuple(one for one in known if not parent or nodes.tree.parents[one] in parent)
        behind = children_behind(leaf, nodes)
        if not behind:
            return cut[0]
        span = Span(start + cut.start(), start + cut.end())
        found.extend(Claim("pruned", node, None, span, BY_PLACE) for node in behind)
        return " " * len(cut[0])

    return found, text[:start] + _AFTER.sub(without, text[start:end]) + text[end:]


def _match_as_blanks(found: re.Match[str]) -> str:
    return " " * len(found[0])
