"""The text of a list of nodes without what merely stands between them, before them, or says where they are."""

import re

from treesolve.answers.asides import reasons_within
from treesolve.answers.node_words import Nodes
from treesolve.model.problem import Span

_SEPARATOR = re.compile(
    r'"[^"\n]*"|(?<=[\w)\s])>(?!=)|/(?=[ \t]*[A-Za-z„“«"])|(?<=\s)[&+](?=\s)|(?<=\w)[&+](?=[^\W\d])'
    r"|(?<=\))[ \t]*(?:-+>|→|⇒)|[•·]|<(?=[^<>\n]+>)|(?<=\w)[ \t]?<(?=[ \t]?[^\W\d])"
    r"|\((?:the )?(?:child(?:ren)?|both|kinder?|beide)\b[^()]*\)"
    r"|\b(?i:leaf|blatt|node|knoten)[ \t]+(?=[^\W\d]+\d)"
    r"|(?<=\w)[ \t,]+(?i:(?:and|with|incl(?:uding|\.)|und|mit|samt|mitsamt)[ \t]+(?:everything|all|alles|allem)"
    r"(?:[ \t]+(?:nodes|leaves|knoten|blättern?))?"
    r"[ \t]+(?:below(?:[ \t]+(?:it|them))?|underneath|beneath|darunter|unterhalb))(?!\w)"
    r"|\b(?i:branch(?:es)?|edges?|zweige?|kanten?|äste?)[ \t]+(?i:leading[ \t]+)?(?i:to|zu|nach)\b"
    r"|\b(?i:leaf|leaves|blatt|blättern?)[ \t]+(?:with|mit)[ \t]+(?:the |dem |den |a )?(?i:values?|werte?n?)"
    r"(?: of| von)?[ \t]+(?=[+\-−]?\d)"
)
_NUMBERS = re.compile(r"(?<![\w./])[+\-−]?\d+(?:/[+\-−]?\d+){2,}(?![\w./])")
"""Values with strokes between them: three are no fraction."""

_BRACKETS = re.compile(r'"[^"\n]*"|[(\[{](?=[^()\[\]{}\n]*\w[^()\[\]{}\n]*[)\]}])(?=[^()\[\]{}\n]*[\s,;])')
_EDGE = re.compile(
    r"(?:\b(?:in|at|bei|unter|under|below)[ \t]+(?:node[ \t]+|knoten[ \t]+)?)?"
    r"(?:(?<![\w.\"])(?<!of )(?<!von )(?!(?:and|und)\b)(?P<above>\w+)"
    r"[ \t]*(?:/|:|\.(?=\w)|\((?=\w+(?:,|;|\)| und | and )))[ \t]*(?=(?P<below>\w+))"
    r"|\([ \t]*(?P<first>\w+)[ \t]*,[ \t]*(?=(?P<second>\w+)[ \t]*\))"
    r"|\b(?:in|at|bei|beim|unter|under|below)[ \t]+(?:the |dem )?(?:node |knoten )?(?P<where>\w+)[ \t]+"
    r"(?:(?:wird|werden|wurden?|is|are)[ \t]+)?"
    r"(?=(?:(?:the|das|die|der|whole|gan\w+|gesamte\w?|leaf|leaves|blatt|blätter|teilb\w+|subtree|node|knoten)[ \t]+)*"
    r"(?P<under>\w+)))",
    re.IGNORECASE,
)
_ABOVE = re.compile(
    r"(?<![\w.])(?P<below>\w+)[ \t]*\((?:(?:node|knoten|parent|in|at|bei|unter|below|under|of|von)[ \t]+)*"
    r"(?P<above>\w+)\)",
    re.IGNORECASE,
)
_PAIR = re.compile(r"[ \t]*(\w+)[ \t]+(\w+)[ \t.]*")
_WORTH = re.compile(
    r"(?<!\w)(?!(?:leaf|leaves|blatt|blätter|nodes?|knoten|branch(?:es)?|edges?|zweige?|kanten?|äste?|subtrees?|teilb\w+"
    r"|and|und|or|oder)\b)(?P<name>[^\W\d]\w*)[ \t]+"
    r"(?:with|mit)[ \t]+(?:(?:the |dem |a )?(?:value|wert)(?: of| von)? )?"
    r"(?P<value>[+\-−]?\d+)(?![\w.])",
    re.IGNORECASE,
)
_SOME = re.compile(
    r"\b(?P<amount>two|three|four|zwei|drei|vier|[234])[ \t]+"
    r"(?P<place>left|right|first|last|linken|rechten|ersten|letzten)\b",
    re.IGNORECASE,
)
_LONGEST_MORE = 300
"""So much behind a list may show that a reason in it is not its last."""

_EDGE_ENDS = (("above", "first", "where"), ("below", "second", "under"))
_SINGLE = re.compile(r"[\[{]([^()\[\]{}\s,;]+)[\]}]")
_NUMBER = re.compile(r"(?<![\w.])\(?(\d{1,2})(?:[.):](?=[ \t]*[^\W\d])|(?:st|nd|rd|th)\b)")


def bare_list(text: str, start: int, end: int, nodes: Nodes) -> str:
    """The text with blanks in a stretch for separators, numbers of a list, and the nodes above others.

    >>> from treesolve.notation.reader import read
    >>> bare_list("1. C/L3 & 2. C/L4", 0, 17, Nodes(read("((6 5) (2 9))"))).split()
    ['L3', 'L4']
    >>> bare_list("C L3, C L4", 0, 10, Nodes(read("((6 5) (2 9))")))
    '  L3,   L4'
    """
    for reason in reasons_within(text, Span(start, end + _LONGEST_MORE)):
        if reason.end <= end:
            text = text[: reason.start] + " " * (reason.end - reason.start) + text[reason.end :]
    said = _SOME.sub(r"\g<place> \g<amount>", _WORTH.sub(_leaf_with_value_removed, text[start:end]))
    text = text[:start] + said.ljust(end - start) + text[end:]
    return _without_separators(_without_parents(_without_list_numbers(text, start, end), start, end, nodes), start, end)


def _without_list_numbers(text: str, start: int, end: int) -> str:
    """The text without the numbers of a list within a line: `1. L1 2. L2`, `1st L1, 2nd L2`."""
    numbers = [int(one[1]) for one in _NUMBER.finditer(text, start, end)]
    is_count = len(numbers) > 1 and numbers[0] in (1, 2) and numbers == [*range(numbers[0], numbers[0] + len(numbers))]
    return text[:start] + _NUMBER.sub(_match_as_blanks, text[start:end]) + text[end:] if is_count else text


def _without_parents(text: str, start: int, end: int, nodes: Nodes) -> str:
    """The text without the node above another one: `C/L4`, `(C, L4)`, `C: L4, L5`, `C L4, C L5`."""
    pairs = [_PAIR.fullmatch(one) for one in re.split(r"[,;]|\b(?:and|und)\b", text[start:end])]
    edges = [_is_edge(nodes, *pair.groups()) for pair in pairs if pair]
    if len(edges) == len(pairs) > 1 and all(edges):
        return text[:start] + _PAIR.sub(lambda found: found[2].rjust(len(found[0])), text[start:end]) + text[end:]

    def without_above(found: re.Match[str]) -> str:
        above = nodes.named(found["above"])
        subtree = nodes.tree.subtree(above[0])[1:] if len(above) == 1 else ()
        below = [node for node in nodes.found(found["below"]) if node in subtree]
        name = found["below"] if nodes.named(found["below"]) else nodes.tree.names[below[0]] if below else ""
        return name.ljust(len(found[0])) if len(below) == 1 and len(name) <= len(found[0]) else found[0]

    def without(found: re.Match[str]) -> str:
        ends = (next(filter(None, map(found.__getitem__, ends))) for ends in _EDGE_ENDS)
        return _match_as_blanks(found) if _is_edge(nodes, *ends) else found[0]

    return text[:start] + _EDGE.sub(without, _ABOVE.sub(without_above, text[start:end])) + text[end:]


def _is_edge(nodes: Nodes, above: str, below: str) -> bool:
    """Whether a node is a child of another one."""
    parent, child = nodes.named(above), nodes.named(below)
    return len(parent) == len(child) == 1 and child[0] in nodes.tree.children[parent[0]]


def _without_separators(text: str, start: int, end: int) -> str:
    """The text with blanks where something merely stands between nodes, or around them."""
    for form in (_SEPARATOR, _BRACKETS):
        text = text[:start] + form.sub(_match_as_blanks, text[start:end]) + text[end:]
    said = _NUMBERS.sub(lambda found: found[0].replace("/", " "), text[start:end])
    return text[:start] + _SINGLE.sub(r" \1 ", said) + text[end:]


def _leaf_with_value_removed(found: re.Match[str]) -> str:
    """A leaf with its value in parentheses: `L4 with value 6`."""
    return f"{found['name']} ({found['value']})".ljust(len(found[0]))


def _match_as_blanks(found: re.Match[str]) -> str:
    return found[0] if found[0].startswith('"') else " " * len(found[0])
