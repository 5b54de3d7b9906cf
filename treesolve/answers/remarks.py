"""Remarks held against the claims before them: what stands in brackets, or is a reason, and is passed over.

A remark that says more than the claims, takes some of it back, or says something else is not passed over.
"""

import re
from collections.abc import Iterator

from treesolve.answers.answer_words import expression, is_taking_back, says
from treesolve.answers.claim import BY_PLACE, Claim, Unread, quoted, unread
from treesolve.answers.cut_facts import numbers_around
from treesolve.answers.node_claims import nodes_in
from treesolve.answers.number_claims import values_in
from treesolve.answers.number_words import NOT_COUNTED, NUMBER, number_meant
from treesolve.answers.part_words import parts_spoken_of
from treesolve.answers.said import Said
from treesolve.answers.search_bounds import SearchBounds
from treesolve.answers.sentence_claims import claims_of_sentence
from treesolve.model.number import Number
from treesolve.model.problem import Span
from treesolve.model.tree import Kind

LISTS = ("pruned", "order")
"""The parts that are lists of nodes."""

_BRACKETS = re.compile(r"(?<![^\W\d])\([^()\n]*\)|\[[^\[\]\n]*\]")
_LABEL = re.compile(r"^\(\d{1,2}\)[ \t]+\S", re.MULTILINE)
_WRAPPING = "()[]#/ \t"
_CONJUNCTION = re.compile(r"\A\W*(?:because|since|as|weil|denn|da|car|puisque)\b", re.IGNORECASE)
_NAMELY = re.compile(
    r"\A\W*(?:i\.?\s?e\b\.?|d\.?\s?h\b\.?|namely|that is|nämlich|das heißt|c.est-à-dire)", re.IGNORECASE
)
_IN_WORDS = re.compile(r"[^\W\d_]{3}|[<>≤≥]")
_LETTERS = re.compile(r"[^\W\d_]+")
_LETTERS_AND_DIGITS = re.compile(r"\w+")
_CLAUSES = re.compile(r"[,;]|\b(?:and|und|because|since|as|weil|denn|da|while|whereas|während)\b")
_OF_VALUES = frozenset({"value", "values", "wert", "werte", "werten", "blattwerte", "blattwerten"})
_BESIDE_VALUES = frozenset(
    {*_OF_VALUES, "with", "mit", "the", "die", "den", "dem", "their", "deren", "of", "and", "und", "et", "bzw"}
    | {"leaf", "leaves", "blatt", "blätter", "blättern"}
)
_SAID_NUMBER = re.compile(rf"(?<![\w.,/:])-?{NUMBER}(?![\w/:]|[.,]\d){NOT_COUNTED}", re.IGNORECASE)
_RESULT_OF = re.compile(r"\b(?:max|min)\w*[ \t]*[({\[][^(){}\[\]]*[)}\]]", re.IGNORECASE)
_PIECES = re.compile(r"[,;]|\b(?:and|und|because|since|weil|denn)\b")
_SENTENCE_END = re.compile(r"[.!]\s|\n")
_SHORT = 3
"""So few words after a sign of a comment say just what it is."""

_LONGEST = 400
"""So much of a remark is looked at."""


def wrong_remarks(said: Said, bounds: SearchBounds) -> Iterator[Unread]:
    """The remarks that are more than remarks."""
    brackets = (Span(*one.span()) for one in _BRACKETS.finditer(said.text) if not _LABEL.match(said.text, one.start()))
    tails = (Span(one.span.end, said.line_end(one.span.end)) for one in said.of("best"))
    stretches = (one for one in (*brackets, *tails, *said.comments) if not said.is_read(one))
    for span in sorted({*said.found.passed, *stretches}):
        if span.start == span.end:
            continue
        text, claim = said.text[span.start : min(span.end, span.start + _LONGEST)], said.before(span.start)
        claim = claim if said.text[said.line_start(span.start) : span.start].strip() else said.last_before(span.start)
        is_apart = claim is not None and bool(_SENTENCE_END.search(said.text, claim.span.end, span.start))
        if part := (
            claim and _part_contradicted(said, bounds, text, claim, is_apart=is_apart)
        ) or _part_claimed_in_remark(said, text):
            yield unread(part, "answer-remark", *span, text=quoted(said.text, *span))


def _part_contradicted(said: Said, bounds: SearchBounds, text: str, claim: Claim, *, is_apart: bool) -> str:
    """The part of the claim before it, if a remark takes that back, or changes it; empty where it does not.

    What stands apart, in a sentence of its own, is no reason for that claim.
    """
    part, is_bracket = claim.part, text[0] in "([#/"
    takes_back = is_taking_back(text) if is_bracket else says(text, "excuse")
    if takes_back and parts_spoken_of(text) <= {part}:
        return part
    is_later = not is_apart and _has_later_node_as_reason(said, text, claim)
    if part == "pruned" and (is_later or _has_bounds_without_cut(text)):
        return part
    is_more = (
        *([] if is_apart else [_has_additional_leaf]),
        _has_wrong_node_above,
        _has_other_values,
        *([_has_unclaimed_nodes] if is_bracket else []),
    )
    if part in LISTS and any(one(said, text, part) for one in is_more):
        return part
    if bounds.is_known and _has_other_numbers(said, bounds, text, claim):
        return part
    is_elsewhere = _has_other_best_move, _goes_on_elsewhere, _has_other_rank
    is_other = part == "best" and any(one(said, text, claim) for one in is_elsewhere)
    return part if is_other or (part == "order" and _has_other_order(said, text)) else ""


def _has_additional_leaf(said: Said, text: str, part: str) -> bool:
    """Whether a remark names one more leaf."""
    leaves = (node for node in said.named_in(text) if not said.nodes.tree.children[node])
    return says(text, "also") and any(leaf not in said.listed[part] for leaf in leaves)


def _has_wrong_node_above(said: Said, text: str, part: str) -> bool:
    """Whether a remark says that the nodes of a list are below a node that has none of them."""
    below = expression("below").search(text)
    above = said.nodes.names.get(below.group(below.lastindex or 0), ()) if below else ()
    return any(not said.nodes.below([node]) & said.listed[part] for node in above)


def _has_later_node_as_reason(said: Said, text: str, claim: Claim) -> bool:
    """Whether a remark on a pruned node names another one that a search comes by only later: that is no reason."""
    last = said.nodes.tree.subtree(claim.node or 0)[-1]
    later = (node for node in said.named_in(text) - said.gone if node > last) if claim.node else ()
    return not said.nodes.right_to_left and bool(_IN_WORDS.search(text)) and any(later)


def _has_bounds_without_cut(text: str) -> bool:
    """Whether a remark on a pruned node gives an alpha and a beta that cut nothing."""
    found = [re.findall(rf"{names}[ \t]*(?:=|is|ist)[ \t]*({NUMBER})", text) for names in ("(?:alpha|α)", "(?:beta|β)")]
    alpha, beta = (number_meant(one[-1]) if one else None for one in found)
    return alpha is not None and beta is not None and alpha < beta


def _has_other_values(said: Said, text: str, part: str) -> bool:
    """Whether a remark gives the values of the nodes in a list, and one of them is of none: `Werte 4 und 11`."""
    words = {*_LETTERS.findall(text.casefold())}
    if not words & _OF_VALUES or words - _BESIDE_VALUES:
        return False
    named = {one.node for one in said.of(part) if one.node is not None} | said.listed[part]
    worth = frozenset[Number]().union(*(said.worth(node) for node in named))
    return not worth.issuperset(number_meant(one) for one in re.findall(NUMBER, text))


def _has_unclaimed_nodes(said: Said, text: str, part: str) -> bool:
    """Whether a remark is a list of nodes, and one of them was not claimed."""
    listed = _NAMELY.sub("", text.strip(_WRAPPING).rpartition(":")[2]).lstrip(" ,:")
    found = nodes_in(part, listed, 0, len(listed), said.nodes)
    is_above = len(found) == 1 and bool(said.nodes.tree.children[getattr(found[0], "node", None) or 0])
    if is_above or any(isinstance(one, Unread) for one in found) or re.search("[<>≤≥]", text):
        return False
    groups = [
        (one.node,) if isinstance(one, Claim) else getattr(one, "nodes", ())
        for one in found
        if getattr(one, "how", "") != BY_PLACE
    ]
    below = [said.nodes.below(node for node in group if node is not None) for group in groups if group]
    named = [group for group in groups if len(group) == 1]
    return len({*named}) < len(named) or any(not leaves & said.listed[part] for leaves in below)


def _has_other_best_move(said: Said, text: str, claim: Claim) -> bool:
    """Whether a remark on the best move says that another one is better."""
    is_place = text[0] in "([" or len(text.split()) <= _SHORT
    places = (said.nodes.child_at(0, word) for word in re.findall(r"\w+", text)) if is_place else ()
    denied = {node for name in expression("instead").findall(text) for node in said.nodes.names.get(name, ())}
    if claim.node in denied or any(place not in ((), (claim.node,)) for place in places):
        return True
    pieces = (piece for piece in _PIECES.split(_CONJUNCTION.sub("", text)) if says(piece, "better"))
    return any(said.named_in(piece) & said.nodes.choices - {claim.node} for piece in pieces)


def _goes_on_elsewhere(said: Said, text: str, claim: Claim) -> bool:
    """Whether a remark on the best move names leaves below it, and none of them has its value, or goes on elsewhere."""
    below = said.nodes.tree.subtree(claim.node or 0)
    replies = [said.only(one) for one in expression("reply").findall(text)]
    if any(one is not None and one not in below for one in replies):
        return True
    leaves = said.named_in(text) & said.nodes.below([claim.node or 0])
    return bool(leaves) and not any(said.worth(leaf) & said.final(claim.node or 0) for leaf in leaves)


def _has_other_rank(said: Said, text: str, claim: Claim) -> bool:
    """Whether a remark on the best move says of it that it is the worst, or of another that it is the best."""
    best, is_least = said.nodes.tree.subtree(claim.node or 0), said.nodes.tree.kinds[0] is Kind.MIN
    for found in () if said.nodes.is_own_view else expression("ranked").finditer(text):
        told = _CLAUSES.split(text[: found.start()])[-1]
        numbers = [number_meant(one[0]) for one in _SAID_NUMBER.finditer(told)]
        named = [node for one in _LETTERS_AND_DIGITS.findall(told) if (node := said.only(one)) is not None]
        is_other = bool(named) and named[-1] not in {0, *best}
        is_so = (bool(found["least"]) is is_least) is not says(told, "denied")
        is_tie = is_other and bool(said.final(named[-1]) & said.final(claim.node or 0))
        if (is_so is is_other and not is_tie) or (not is_other and not said.final(claim.node or 0).issuperset(numbers)):
            return True
    return False


def _has_other_numbers(said: Said, bounds: SearchBounds, text: str, claim: Claim) -> bool:
    """Whether a remark has a number that neither the claim, nor its reason, nor what it names can have."""
    known = _numbers_near(said, bounds, text, claim)
    known |= _differences(said, claim.node or 0) if claim.part == "best" and says(text, "difference") else frozenset()
    known = known.union(*map(said.worth, said.named_in(text))) if known else known
    text = _RESULT_OF.sub("", text)
    told = [one for one in _SAID_NUMBER.finditer(text) if not expression("numbered").search(text, 0, one.start())]
    return bool(known) and not known.issuperset(number for one in told if (number := number_meant(one[0])) is not None)


def _numbers_near(said: Said, bounds: SearchBounds, text: str, claim: Claim) -> frozenset[Number]:
    """The numbers that a remark on a claim may have; none where nothing is known, or a value is not right before it."""
    node, behind = claim.node or 0, said.text[claim.span.end : claim.span.end + 2 * _LONGEST].lstrip(_WRAPPING)
    if claim.part == "pruned":
        return bounds.numbers_of_cuts
    if claim.part == "best":
        return frozenset[Number]().union(*(said.worth(node) for node in (0, *said.nodes.choices)))
    is_beside = claim.part == "values" and behind.startswith(text.lstrip(_WRAPPING))
    worth = map(said.worth, said.nodes.tree.subtree(node)) if is_beside else ()
    return numbers_around(bounds, node).union(*worth) if is_beside else frozenset()


def _differences(said: Said, best: int) -> frozenset[Number]:
    """How much more the best move is worth than another one."""
    worth = [said.worth(node) for node in said.nodes.choices]
    return frozenset(max(one - other, other - one) for found in worth for one in said.final(best) for other in found)


def _has_other_order(said: Said, text: str) -> bool:
    """Whether a remark on the order says that a leaf, or all below a node, comes before what stands before it."""
    places = {claim.node: place for place, claim in enumerate(said.of("order"))}
    for pair in expression("sooner").findall(text):
        nodes = [said.nodes.names.get(name, ()) for name in pair]
        first, second = ([places[leaf] for leaf in said.nodes.below(one) if leaf in places] for one in nodes)
        if first and second and min(first) > max(second):
            return True
    return False


def _part_claimed_in_remark(said: Said, text: str) -> str:
    """The part of a claim that a remark makes, and nothing else does."""
    for piece in map(str.strip, _PIECES.split(_CONJUNCTION.sub("", text.strip(_WRAPPING)))):
        whole = Span(0, len(piece))
        for one in claims_of_sentence(piece, whole, said.nodes) or values_in(piece, *whole, said.nodes):
            if isinstance(one, Claim) and not _is_known(said, one):
                return one.part
    return ""


def _is_known(said: Said, claim: Claim) -> bool:
    """Whether another claim says the same, or the tree does, of a value."""
    is_true = claim.part == "values" and claim.value in said.final(claim.node or 0)
    return is_true or (claim.part, claim.node, claim.value) in said.claimed
