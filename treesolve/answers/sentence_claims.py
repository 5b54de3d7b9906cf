"""Claims of whole sentences, by the patterns of grammars/answer_words.toml."""

import re
from collections.abc import Iterator, Mapping
from re import Match
from typing import NamedTuple

from treesolve.answers.answer_words import amount_meant, possible_sentences, preamble, root_words
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
_TAKEN = re.compile(
    r"\b(?:takes?|nimmt|nehmen?|wählt|wird)\b.*?"
    r"\b(?:(?P<least>smallest|min(?:imum)?|lowest|kleinste\w?)|largest|max(?:imum)?|highest|größte\w?)\b",
    re.IGNORECASE,
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

_FIRST = re.compile(r"\b(?:first|zuerst)\b", re.IGNORECASE)
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
    for fit in _fits_of_patterns(text, start, end):
        if not (fit.is_remark or _is_about_root(fit, nodes)) or (fit.is_remark and key_meaning(fit.said)):
            continue
        before, following = fit.preamble, fit.groups.get("nodes", "")
        if fit.is_remark and text[fit.span.end : fit.span.end + 1] == ",":
            before, following = f"{fit.said},", text[fit.span.end + 1 :].lstrip()
        if _begins_list(before, following, nodes):
            continue
        said = (_remark_on_part if fit.is_remark else _claims_of_fit)(fit, text, nodes)
        if said and not any(isinstance(one, Unread) for one in said) and _is_said_of_nodes_below(said, fit, nodes):
            is_reason = fit.is_remark and fit.part == "nothing"
            return [*said, *values_within(text, start, fit.found.end() if is_reason else fit.found.start(), nodes)]
    return None


class _Fit(NamedTuple):
    """How a sentence fits a pattern: what it says of a part, by group; `above` is the node its preamble speaks of."""

    part: str
    is_remark: bool
    found: Match[str]
    start: int
    above: str

    @property
    def said(self) -> str:
        return self.found.string[self.start : self.found.end()]

    @property
    def preamble(self) -> str:
        return self.found.string[self.start : self.found.start()]

    @property
    def span(self) -> Span:
        return Span(self.start, self.found.end())

    @property
    def groups(self) -> Mapping[str, str]:
        told = {"above": self.above, **self.found.groupdict()}
        return {name: words for name, words in told.items() if words}


def _fits_of_patterns(text: str, start: int, end: int) -> Iterator[_Fit]:
    """Every way in which a sentence fits a pattern in full, the longest preamble first."""
    opened = sorted(_possible_beginnings(text, start, end), reverse=True)
    for sentence in possible_sentences(text[start:end]):
        for begin, above in opened if sentence.opens else [(start, "")]:
            if found := sentence.pattern.fullmatch(text, begin, end):
                yield _Fit(sentence.part, sentence.is_remark, found, start, above)


def _possible_beginnings(text: str, start: int, end: int) -> set[tuple[int, str]]:
    """Where the sentence itself may begin, and the node it is said to be about until then."""
    opened = {(start, "")}
    for group in preamble():
        for begin, above in [*opened]:
            matches = (part.match(text, begin, end) for part in group)
            opened |= {(found.end(), found.groupdict().get("above") or above) for found in matches if found}
    return opened


def _begins_list(before: str, following: str, nodes: Nodes) -> bool:
    """Whether the first of a list of nodes stands at the end of what comes before it: `As expected L4, `."""
    last = _LAST.search(before)
    if not last or _LED.search(before, 0, last.start(1)):
        return False
    return bool(nodes.named(last[1]) or (following[:1].isdigit() and nodes.found(last[1])))


def _is_said_of_nodes_below(said: list[Finding], fit: _Fit, nodes: Nodes) -> bool:
    """Whether what is said of nodes is said of those below the node where it is said to happen."""
    places = [nodes.named(fit.groups[name]) for name in ("above", "here") if name in fit.groups]
    if not all(len(place) == 1 for place in places):
        return False
    named = [node for one in said for node in (one.nodes if isinstance(one, Open) else [getattr(one, "node", None)])]
    return all(node is None or node in nodes.tree.subtree(place[0]) for place in places for node in named)


def _remark_on_part(fit: _Fit, text: str, nodes: Nodes) -> list[Finding]:
    """That something is said of a part; of none where it is just passed over."""
    part, groups = fit.part, fit.groups
    named = nodes.named(groups.get("node") or "")
    leaves = [node for node in named if not nodes.tree.children[node]]
    is_right = _is_stated_result_right(fit.found) and _is_of_kind(named, fit, nodes)
    if (groups.get("node") and not named) or not is_right:
        return []
    if part == "order" and named and _FIRST.search(fit.said) and not nodes.is_first(named[0]):
        return []
    if leaves and groups.get("numbers") and not set(leaves) & set(nodes.found(groups["numbers"])):
        return []
    listed = nodes_in("order", text, *fit.found.span("nodes"), nodes) if groups.get("nodes") else []
    if not all(isinstance(one, Claim | Open) for one in listed):
        return []
    told = parts_spoken_of(fit.said) - (frozenset() if _NUMBER.search(fit.said) else {"windows"})
    spoken = frozenset(PARTS) if part == "any" else frozenset({part} & {*PARTS}) or told
    about = leaves if part == "order" else [node for node in named if node not in leaves]
    about += nodes.named(groups.get("here") or groups.get("above") or "") if part == "pruned" else []
    about += [one.node or 0 for one in listed if isinstance(one, Claim)]
    return [Remark(spoken, fit.span, fit.said, tuple(about))]


def _is_of_kind(named: tuple[int, ...], fit: _Fit, nodes: Nodes) -> bool:
    """Whether a MAX node is said to take the greatest, and a MIN node the least, if that is said of one."""
    taken = _TAKEN.search(fit.said)
    kind = Kind.MIN if taken and taken["least"] else Kind.MAX
    return not taken or all(nodes.tree.kinds[node] in (kind, Kind.LEAF) for node in named)


def _is_about_root(fit: _Fit, nodes: Nodes) -> bool:
    """Whether the word that must be the root is, if there is one, and the player who chooses moves there."""
    groups, found = fit.groups, fit.found
    whole, choice = fit.span, found.span("choice") if "choice" in groups else fit.span
    told = f"{found.string[whole.start : choice[0]]} {found.string[choice[1] : whole.end]}".casefold()
    other = "max" if nodes.tree.kinds[0] is Kind.MIN else "min"
    is_other = bool(re.search(rf"\b{other}(?!i?-?max)", told))
    return not is_other and ("root" not in groups or nodes.named(groups["root"]) == (0,))


def _claims_of_fit(fit: _Fit, text: str, nodes: Nodes) -> list[Finding]:
    text, part, groups, found = _without_or(text, fit), fit.part, fit.groups, fit.found
    place = groups.get("here") or groups.get("above") or ""
    if part == "nothing" and place:
        return [Remark(frozenset({"pruned"}), fit.span, fit.said, nodes.named(place), is_denied=True)]
    if part == "nothing":
        return [Claim("pruned", None, None, fit.span, NOTHING)]
    claims: list[Finding] = []
    above = nodes.named(place) if part == "pruned" else ()
    for group in ("nodes", "more"):
        claims += nodes_in(part, text, *found.span(group), nodes, above) if group in groups and part != "values" else []
    if "pairs" in groups:
        claims += values_in(text, *found.span("pairs"), nodes)
    if "numbers" in groups:
        claims += _values_of_named_nodes(fit, text, nodes)
    if "choice" in groups:
        claims += choice_in(text, *found.span("choice"), nodes)
    is_none = any(isinstance(one, Claim) and one.how == NOTHING for one in claims) or not _is_stated_amount_right(
        found, claims, nodes
    )
    return [] if is_none or (part == "order" and len(claims) < _FEWEST) else claims


def _without_or(text: str, fit: _Fit) -> str:
    """The text without `or` between nodes of which all the same is denied: `we do not look at L4 or L5`."""
    if "nodes" not in fit.groups or not _DENIED.search(text, fit.start, fit.found.start("nodes")):
        return text
    start, end = fit.found.span("nodes")
    return text[:start] + _OR.sub(lambda one: ",".ljust(len(one[0])), text[start:end]) + text[end:]


def _is_stated_result_right(found: Match[str]) -> bool:
    """Whether the least or the greatest of some numbers is what it is said to be, if that is said."""
    kind = _EXTREME.match(found[0])
    if kind is None or not _NUMBER.search(found[0]):
        return True
    *numbers, result = [student_number(one[0]) for one in _NUMBER.finditer(found[0])]
    return not numbers or result == (min if kind.lastgroup == "least" else max)(numbers)


def _is_stated_amount_right(found: Match[str], claims: list[Finding], nodes: Nodes) -> bool:
    """Whether so many nodes are named as are said to be, if that is said."""
    told = found.groupdict().get("amount")
    named = [one for one in claims if isinstance(one, Claim | Open)]
    leaves = nodes.below(one.node for one in named if isinstance(one, Claim) and one.node is not None)
    return told is None or amount_meant(told) in (None, len(named), len(leaves))


def _values_of_named_nodes(fit: _Fit, text: str, nodes: Nodes) -> list[Finding]:
    """The values of the nodes that are named, one for all or one for each, or that of the root."""
    found, node = fit.found, fit.groups.get("node")
    numbers = [Piece(one[0], one.start()) for one in _NUMBER.finditer(text, *found.span("numbers"))]
    more = "more" in fit.groups
    if node is None or (node.casefold() in root_words() and not more):
        told = root_value_in(text, *found.span("numbers"), nodes)
        return [one._replace(how=BY_PLACE) if isinstance(one, Claim) else one for one in told]
    named = nodes_in("values", text.replace("=", " "), *found.span("node"), nodes)
    named += nodes_in("values", text, *found.span("more"), nodes) if more else []
    owners = [0] if node.casefold() in root_words() else []
    owners += [one.node or 0 for one in named if isinstance(one, Claim) and one.how in (BY_NAME, BY_PLACE)]
    if (
        not owners
        or any(isinstance(one, Unread) for one in named)
        or len(owners) < len(named)
        or (more and len(owners) < _FEWEST)
        or len(numbers) not in (1, len(owners))
    ):
        return [unread("values", "answer-not-assigned", *found.span("numbers"), text=found["numbers"])]
    numbers *= len(owners) if len(numbers) == 1 else 1
    return [
        one
        for owner, number in zip(owners, numbers, strict=True)
        for one in value_given(owner, number, fit.span, nodes)
    ]
