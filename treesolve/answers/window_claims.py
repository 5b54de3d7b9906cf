"""Claims of windows: `B=[3, inf]`, `B: alpha = 3, beta = inf`, `B = 3 [-inf, inf]`."""

import re

from treesolve.answers.assigned import ASSIGNED, number_fault, owner
from treesolve.answers.claim import BY_NAME, Claim, Finding, Unread, quoted, unread
from treesolve.answers.items import Item, Piece, items
from treesolve.answers.node_words import Nodes
from treesolve.answers.number_words import NUMBER, student_number
from treesolve.model.problem import Span
from treesolve.notation.scanner import FAULT

_BOUND = re.compile(rf"[=:][ \t]*({NUMBER})", re.IGNORECASE)
_BEHIND = re.compile(
    rf"[ \t]*[(\[][ \t]*(?:(?:alpha|α)[ \t]*=)?[ \t]*({NUMBER})"
    rf"[ \t]*[,;][ \t]*(?:(?:beta|β)[ \t]*=)?[ \t]*({NUMBER})[ \t]*[)\]]",
    re.IGNORECASE,
)
_MARKED = re.compile(r"\s*([^;|\s]+?)\s*(?:;|\||\.{2,3}|…|\b(?:bis|to)\b)\s*([^;|\s]+)\s*")
_COMMA = re.compile(r"\s*([^,\s]+)\s*,\s*([^,\s]+)\s*|\s*([^,\s]+(?:,\d+)?)\s*,\s+([^,\s]+(?:,\d+)?)\s*")
_BLANK = re.compile(r"\s*(\S+)\s+(\S+)\s*")


def window_ends(inside: str) -> tuple[str, str] | None:
    """The two ends of a window as they are written; None where it cannot be told where one ends.

    >>> window_ends("0,5; 1"), window_ends("0,5, 1"), window_ends("-inf,5"), window_ends("0,5,1")
    (('0,5', '1'), ('0,5', '1'), ('-inf', '5'), None)
    """
    for form in (_MARKED, _COMMA, _BLANK):
        found = form.fullmatch(inside)
        if found:
            low, high = (end for end in found.groups() if end is not None)
            return low, high
    return None


def window_behind(text: str, end: int, values: list[Finding]) -> list[Finding]:
    """The window that stands behind the value of one node: `A=3 [-inf, inf]`, `A=3 (α=3, β=5)`."""
    found = _BEHIND.match(text, end)
    owners = {one.node for one in values if isinstance(one, Claim) and one.part == "values"}
    if found is None or len(owners) != 1:
        return []
    return [
        Claim(
            "windows", owners.pop(), (student_number(found[1]), student_number(found[2])), Span(*found.span()), BY_NAME
        )
    ]


def windows_in(text: str, start: int, end: int, nodes: Nodes) -> list[Finding]:
    """What is said of windows: `B=[3, inf]`, `B: alpha = 3, beta = inf`."""
    return [one for item in items(text, start, end) for one in _findings_of_item(item, text, nodes)]


def _findings_of_item(item: Item, text: str, nodes: Nodes) -> list[Finding]:
    if item.terminal == "WINDOW":
        return _claim_of_window(
            item.before("window"), item.said("ends")[1:-1], item.found.start("ends") + 1, item, text, nodes
        )
    if item.terminal == "BOUNDS":
        low, high = _BOUND.findall(item.text)[-2:]
        return _claim_of_window(item.before("bounds"), f"{low}; {high}", item.start, item, text, nodes)
    if item.terminal in ("FILLER", "UNANSWERED"):
        return []
    assigned = ASSIGNED.fullmatch(item.text) if item.terminal == FAULT else None
    if assigned:
        node = owner("windows", assigned[1], item.start, nodes)
        if isinstance(node, Unread):
            return [node]
        return [unread("windows", "answer-bad-window", item.start, item.end, text=quoted(text, item.start, item.end))]
    code = "answer-quote-unclosed" if item.terminal == FAULT and item.text[0] == '"' else "answer-not-a-window"
    return [unread("windows", code, item.start, item.end, text=quoted(text, item.start, item.end))]


def _claim_of_window(name: Piece, inside: str, start: int, item: Item, text: str, nodes: Nodes) -> list[Finding]:
    """A window of a node, or what is wrong with it; nothing where one of its ends is a question mark."""
    node = owner("windows", name.text, name.start, nodes)
    if isinstance(node, Unread):
        return [node]
    ends = window_ends(inside)
    if ends is None:
        return [unread("windows", "answer-bad-window", start - 1, item.end, text=quoted(text, start - 1, item.end))]
    if any(not end.strip("?") for end in ends):
        return []
    numbers = []
    for place, end in zip((0, len(ends[0])), ends, strict=True):
        try:
            numbers.append(student_number(end))
        except ValueError as error:
            at = start + inside.index(end, place)
            return [number_fault("windows", error, text, at, at + len(end))]
    if not nodes.tree.children[node]:
        return [unread("windows", "answer-leaf-window", item.start, item.end, name=nodes.tree.names[node])]
    return [Claim("windows", node, (numbers[0], numbers[1]), Span(item.start, item.end), BY_NAME)]
