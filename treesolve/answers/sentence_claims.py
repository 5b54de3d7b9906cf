"""Claims of whole sentences, by the patterns of grammars/answer_words.toml."""

import re
from re import Match

from treesolve.answers.answer_words import amount_meant, root_words, sentences
from treesolve.answers.choice_claims import choice_in
from treesolve.answers.claim import (
    BY_NAME,
    BY_PLACE,
    NOTHING,
    Claim,
    Finding,
    Open,
    Remark,
    Unread,
    unread,
)
from treesolve.answers.items import Piece
from treesolve.answers.node_claims import nodes_in
from treesolve.answers.node_words import Nodes
from treesolve.answers.number_claims import root_value_in, value_given, values_in, values_within
from treesolve.answers.number_words import NUMBER, student_number
from treesolve.answers.part_words import key_meaning, parts_spoken_of
from treesolve.model.answer import PARTS
from treesolve.model.problem import Span
from treesolve.model.tree import Kind

_NUMBER = re.compile(rf"(?<![\w.,/]){NUMBER}(?!\w)", re.IGNORECASE)
_EXTREME = re.compile(
    r"(?:the |das )?(?:(?P<least>smallest|min|kleinste)|(?P<greatest>largest|max|größte))", re.IGNORECASE
)
_DENIED = re.compile(r"n['’]t\b|\b(?:not|never|no|neither|nicht|nie|weder)\b", re.IGNORECASE)
_OR = re.compile(r"\b(?:or|nor|oder|noch)\b", re.IGNORECASE)
_LAST = re.compile(r"(?<![\w.])(\w+),\s*\Z")
_LED = re.compile(
    r"(?:\b(?:after|once|when|nach|nachdem|sobald|since|as|because|weil|seeing|visiting|evaluating|reading|leaf|node|blatt"
    r"|knoten|dem|the|das|at|of|von|than|als|is|ist|has|hat|value|wert|with|mit|at|bei)|[=<>≤≥(])\s*\Z",
    re.IGNORECASE,
)
"""Before a node that is not the first of a list, at the end of a clause: `after L4, `, `since C = 2, `."""

_FEWEST = 2
"""So many leaves make an order."""

_LONGEST = 400
"""Longer sentences fit no pattern."""


def claims_of_sentence(text: str, stretch: Span, nodes: Nodes) -> list[Finding] | None:
    """What a sentence says by the first pattern it fits in full; None where there is none.

    >>> from treesolve.notation.reader import read
    >>> claims_of_sentence("L4 is not visited.", Span(0, 18), Nodes(read("((6 5) (2 9))")))[0].node
    6
    """
    start, end = stretch
    while end > start and text[end - 1] in ".!;, ":
        end -= 1
    if end - start > _LONGEST:
        return None
    for part, pattern, is_remark in sentences():
        found = pattern.fullmatch(text, start, end)
        if found is None or not _is_about_root(found, nodes) or (is_remark and key_meaning(found[0])):
            continue
        groups = found.groupdict()
        opening, following = (groups.get(name) or "" for name in ("opening", "nodes"))
        if is_remark and text[found.end() : found.end() + 1] == ",":
            opening, following = f"{found[0]},", text[found.end() + 1 :].lstrip()
        if _begins_list(opening, following, nodes):
            continue
        said = (_remark_on_part if is_remark else _claims_of_sentence)(part, found, text, nodes)
        if said and not any(isinstance(one, Unread) for one in said) and _is_below(said, found, nodes):
            return [*said, *values_within(text, *found.span("opening"), nodes)] if "opening" in groups else said
    return None


def _begins_list(opening: str, following: str, nodes: Nodes) -> bool:
    """Whether the first of a list of nodes stands at the end of what opens a sentence: `As expected L4, `."""
    last = _LAST.search(opening)
    if not last or _LED.search(opening, 0, last.start(1)):
        return False
    return bool(nodes.named(last[1]) or (following[:1].isdigit() and nodes.found(last[1])))


def _is_below(said: list[Finding], found: Match[str], nodes: Nodes) -> bool:
    """Whether what is said of nodes is said of those below the node where it is said to happen."""
    groups = found.groupdict()
    places = [nodes.named(groups[name]) for name in ("above", "here") if groups.get(name)]
    if not all(len(place) == 1 for place in places):
        return False
    named = [node for one in said for node in (one.nodes if isinstance(one, Open) else [getattr(one, "node", None)])]
    return all(node is None or node in nodes.tree.subtree(place[0]) for place in places for node in named)


def _remark_on_part(part: str, found: Match[str], text: str, nodes: Nodes) -> list[Finding]:
    """That something is said of a part; of none where it is just passed over."""
    groups = found.groupdict()
    named = nodes.named(groups.get("node") or "")
    leaves = [node for node in named if not nodes.tree.children[node]]
    if (groups.get("node") and not named) or not _is_result(found):
        return []
    if leaves and groups.get("numbers") and not set(leaves) & set(nodes.found(groups["numbers"])):
        return []
    listed = nodes_in("order", text, *found.span("nodes"), nodes) if groups.get("nodes") else []
    if not all(isinstance(one, Claim | Open) for one in listed):
        return []
    spoken = frozenset(PARTS) if part == "any" else frozenset({part} & {*PARTS}) or parts_spoken_of(found[0])
    about = leaves if part == "order" else [node for node in named if node not in leaves]
    about += [one.node or 0 for one in listed if isinstance(one, Claim)]
    return [Remark(spoken, Span(*found.span()), found[0], tuple(about))]


def _is_about_root(found: Match[str], nodes: Nodes) -> bool:
    """Whether the word that must be the root is, if there is one, and the player who chooses moves there."""
    groups = found.groupdict()
    whole, choice = found.span(), found.span("choice") if groups.get("choice") else found.span()
    told = f"{found.string[whole[0] : choice[0]]} {found.string[choice[1] : whole[1]]}".casefold()
    other = "max" if nodes.tree.kinds[0] is Kind.MIN else "min"
    is_other = bool(re.search(rf"\b{other}(?!i?-?max)", told))
    return not is_other and (groups.get("root") is None or nodes.named(groups["root"]) == (0,))


def _claims_of_sentence(part: str, found: Match[str], text: str, nodes: Nodes) -> list[Finding]:
    text = _without_or(text, found)
    groups = {group for group, told in found.groupdict().items() if told is not None}
    if part == "nothing":
        return [Claim("pruned", None, None, Span(*found.span()), NOTHING)]
    claims: list[Finding] = []
    place = found.groupdict().get("here") or found.groupdict().get("above") or ""
    above = nodes.named(place) if part == "pruned" else ()
    for group in ("nodes", "more"):
        claims += nodes_in(part, text, *found.span(group), nodes, above) if group in groups and part != "values" else []
    if "pairs" in groups:
        claims += values_in(text, *found.span("pairs"), nodes)
    if "numbers" in groups:
        claims += _values_of_named(found, text, nodes)
    if "choice" in groups:
        claims += choice_in(text, *found.span("choice"), nodes)
    is_none = any(isinstance(one, Claim) and one.how == NOTHING for one in claims) or not _is_amount(
        found, claims, nodes
    )
    return [] if is_none or (part == "order" and len(claims) < _FEWEST) else claims


def _without_or(text: str, found: Match[str]) -> str:
    """The text without `or` between nodes of which all the same is denied: `we do not look at L4 or L5`."""
    if not found.groupdict().get("nodes") or not _DENIED.search(text, found.start(), found.start("nodes")):
        return text
    start, end = found.span("nodes")
    return text[:start] + _OR.sub(lambda one: ",".ljust(len(one[0])), text[start:end]) + text[end:]


def _is_result(found: Match[str]) -> bool:
    """Whether the least or the greatest of some numbers is what it is said to be, if that is said."""
    kind = _EXTREME.match(found[0])
    if kind is None:
        return True
    *numbers, result = [student_number(one[0]) for one in _NUMBER.finditer(found[0])]
    return not numbers or result == (min if kind.lastgroup == "least" else max)(numbers)


def _is_amount(found: Match[str], claims: list[Finding], nodes: Nodes) -> bool:
    """Whether so many nodes are named as are said to be, if that is said."""
    told = found.groupdict().get("amount")
    named = [one for one in claims if isinstance(one, Claim | Open)]
    leaves = nodes.below(one.node for one in named if isinstance(one, Claim) and one.node is not None)
    return told is None or amount_meant(told) in (None, len(named), len(leaves))


def _values_of_named(found: Match[str], text: str, nodes: Nodes) -> list[Finding]:
    """The values of the nodes that are named, one for all or one for each, or that of the root."""
    numbers = [Piece(one[0], one.start()) for one in _NUMBER.finditer(text, *found.span("numbers"))]
    node = found.groupdict().get("node")
    more = found.groupdict().get("more")
    if node is None or (node.casefold() in root_words() and not more):
        told = root_value_in(text, *found.span("numbers"), nodes)
        return [one._replace(how=BY_PLACE) if isinstance(one, Claim) else one for one in told]
    named = nodes_in("values", text.replace("=", " "), *found.span("node"), nodes)
    named += nodes_in("values", text, *found.span("more"), nodes) if more else []
    owners = [0] if node.casefold() in root_words() else []
    owners += [one.node or 0 for one in named if isinstance(one, Claim) and one.how in (BY_NAME, BY_PLACE)]
    if (
        not owners
        or len(owners) < len(named)
        or (more and len(owners) < _FEWEST)
        or len(numbers) not in (1, len(owners))
    ):
        return [unread("values", "answer-not-assigned", *found.span("numbers"), text=found["numbers"])]
    numbers *= len(owners) if len(numbers) == 1 else 1
    span = Span(*found.span())
    return [
        one for owner, number in zip(owners, numbers, strict=True) for one in value_given(owner, number, span, nodes)
    ]
