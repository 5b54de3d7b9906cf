"""Claims that name nodes: what is pruned, the order of the leaves.

Vocabulary

    mention     a word that names a node
    range       two mentions that stand for everything between them, too: `L4..L6`
    path        mentions with arrows between them: a way down the tree, or one leaf after the other
    alias       a mention with another one in parentheses: `L4 (6)`, `links (B)`; both must be right
"""

import re
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from treesolve.answers.answer_lines import trimmed
from treesolve.answers.answer_words import word_list
from treesolve.answers.claim import (
    BY_NAME,
    BY_PATH,
    BY_PLACE,
    BY_RANGE,
    BY_VALUE,
    NOTHING,
    Claim,
    Finding,
    Open,
    Passed,
    Unread,
    quoted,
    unread,
)
from treesolve.answers.items import Item, Piece, items, mentions_of_range, path_mentions
from treesolve.answers.leaf_numbers import begins_with_value_and_name, leaves_by_number
from treesolve.answers.list_text import bare_list
from treesolve.answers.marks import findings_of_cuts_after_leaves, findings_of_marks
from treesolve.answers.node_words import Nodes
from treesolve.answers.number_claims import is_leaf_with
from treesolve.answers.relations import children_without_parent_named, relatives, subtree
from treesolve.model.problem import Span
from treesolve.notation.scanner import FAULT

_COUNTED = re.compile(
    r"\s*(\d{1,2})(?:[ \t]+(?:leaves|leaf|nodes?|blatt|blätter|knoten))?"
    r"[ \t]*(?:\((?=[^()\n]*\)\W*\Z)|:|[-–—](?=[ \t])|namely|nämlich)[ \t]*(?=[^\W\d])"
)
"""How many nodes there are, before a list of them."""

_NAMELY = re.compile(
    r"[ \t,;(–-]{0,4}\b(?:i\.[ ]?e\.|d\.[ ]?h\.|namely\b|nämlich\b|that is\b|das heißt\b),?", re.IGNORECASE
)
"""What says the same again."""

_LEAF = re.compile(r"(?:leaf|blatt|feuille)[ \t]+(?:no\.?[ \t]*|nr\.?[ \t]*|#)?\Z", re.IGNORECASE)
_LONGEST_WORD = 15
"""`leaf 5` may have the value 5, or be the fifth."""

_MOST_BETWEEN = 20
"""Ranges may name each node so often, and a thousand more."""


class Place(NamedTuple):
    """Where nodes are read: the part, the text, the nodes of the tree, and how many more nodes ranges may name.

    What stands `alone` in it is the whole list. Where it is told, all are children of the node `above`.
    """

    part: str
    text: str
    nodes: Nodes
    allowance: list[int]
    alone: Span = Span(0, 0)
    above: tuple[int, ...] = ()

    def refused(self, code: str, start: int, end: int, **facts: object) -> list[Finding]:
        """That a stretch was not read."""
        return [unread(self.part, code, start, end, **({"text": quoted(self.text, start, end)} | facts))]

    def claims(self, found: tuple[int, ...], start: int, end: int, how: str) -> list[Finding]:
        """A claim for each node."""
        return [Claim(self.part, node, None, Span(start, end), how) for node in found]


def nodes_in(part: str, text: str, start: int, end: int, nodes: Nodes, above: tuple[int, ...] = ()) -> list[Finding]:
    """What is said of nodes in a list, for "pruned" or "order"; `the last two` are those of the node `above`."""
    said_again = _NAMELY.search(text, start, end)
    if said_again:
        return _said_again(part, text, Span(start, end), Span(*said_again.span()), nodes)
    counted = None if begins_with_value_and_name(text[start:end], nodes) else _COUNTED.match(text, start, end)
    found, text = findings_of_marks(part, text, start, end, nodes)
    text = bare_list(text, start, end, nodes)
    if part == "pruned":
        behind, text = findings_of_cuts_after_leaves(text, start, end, nodes, above)
        found += behind
    place = Place(part, text, nodes, [_MOST_BETWEEN * len(nodes.tree) + 1000], trimmed(text, start, end), above)
    alone, is_rest = children_without_parent_named(text[start:end], above, nodes)
    if numbered := leaves_by_number(part, text, place.alone, nodes):
        return numbered
    if alone:
        return [*found, *_claims_of_children(place, alone, place.alone, is_rest=is_rest)]
    for item in items(place.text, counted.end() if counted else start, end):
        is_qualifier = item.terminal == "QUALIFIER"
        found += _claims_below_node(place, item, found) if is_qualifier else _claims_of_item(place, item)
    named = sum(isinstance(one, Claim | Open) for one in found)
    if counted and named != int(counted[1]):
        return place.refused("answer-not-a-name", *counted.span(1)) if named else found
    return found


def _said_again(part: str, text: str, stretch: Span, between: Span, nodes: Nodes) -> list[Finding]:
    """`L4 and G, i.e. L9 and L10`: the leaves of all that stands before it, or of the last of that."""
    first = nodes_in(part, text, stretch.start, between.start, nodes)
    again = nodes_in(part, text, between.end, stretch.end, nodes)
    named, said = ([getattr(one, "node", None) or 0 for one in found] for found in (first, again))
    is_same = nodes.below(said) in (nodes.below(named), nodes.below(named[-1:]))
    if said and (said == named if part == "order" else is_same):
        return first
    return [*first, unread(part, "answer-not-a-name", *between, text=quoted(text, *between))]


def _claims_below_node(place: Place, item: Item, found: list[Finding]) -> list[Finding]:
    """`L5 and L6 below C`: true, or they are others than those."""
    above = place.nodes.named(item.behind("within").text)
    last = next((place for place, one in reversed([*enumerate(found, 1)]) if isinstance(one, Passed)), 0)
    said = found[last:]
    named = [node for one in said for node in (one.nodes if isinstance(one, Open) else [getattr(one, "node", None)])]
    if len(above) == 1 and named and all(node in place.nodes.tree.subtree(above[0]) for node in named):
        return [Passed(item.span)]
    return place.refused("answer-not-a-name", item.start, item.end)


def _claims_of_item(place: Place, item: Item) -> list[Finding]:
    is_name = (
        item.text in place.nodes.names and item.terminal in ("FILLER", "NOTHING") and not _says_nothing(place, item)
    )
    if is_name or item.terminal in ("PLAIN", "WORD"):
        return _claims_of_mention(place, item.piece)
    if item.terminal in _READERS:
        return _READERS[item.terminal](place, item)
    if item.terminal == FAULT and item.text.startswith('"'):
        return place.refused("answer-quote-unclosed", item.start, item.end)
    has_letters = any(letter.isalnum() for letter in item.text)
    return place.refused("answer-not-a-name" if has_letters else "answer-stray", item.start, item.end)


def _says_nothing(place: Place, item: Item) -> bool:
    """Whether a word says that nothing is pruned even where a node is called so: two words do."""
    return place.part == "pruned" and item.text.lower() in ("none", "keine")


def _claim_of_nothing(place: Place, item: Item) -> list[Finding]:
    return [Claim("pruned", None, None, Span(item.start, item.end), NOTHING)] if place.part == "pruned" else []


def _claims_of_mention(place: Place, mention: Piece) -> list[Finding]:
    """The node of a mention, by name, or leaves by their value."""
    nodes = place.nodes
    node = nodes.known.get(mention.text)
    if node is not None:
        return place.claims((node,), mention.start, mention.end, BY_NAME)
    leaves = nodes.known_values.get(mention.text)
    found = leaves or nodes.found(mention.text)
    is_value = leaves is not None or nodes.is_value(mention.text)
    if is_value and _LEAF.search(place.text, mention.start - _LONGEST_WORD, mention.start):
        found = tuple(dict.fromkeys((*found, *nodes.named(f"L{mention.text}"))))
    if len(found) == 1:
        return place.claims(found, mention.start, mention.end, BY_VALUE if is_value else BY_NAME)
    if found and is_value:
        return [Open(place.part, found, Span(mention.start, mention.end), mention.text)]
    if found:
        return place.refused("answer-ambiguous", mention.start, mention.end, known=nodes.listed(found))
    return place.refused("answer-unknown-node", mention.start, mention.end, nearest=nodes.nearest(mention.text))


def _node_called_like_range(nodes: Nodes, item: Item) -> int | None:
    """The node that is called so, although it looks like a range: names may have hyphens and dots in them."""
    found = nodes.named(item.text)
    return found[0] if len(found) == 1 else None


def _ends_of_range(place: Place, mentions: list[Piece]) -> tuple[list[int], list[Finding]]:
    """The one node of each mention, and what is wrong with those that have not one."""
    found = [_claims_of_mention(place, mention) for mention in mentions]
    ends = [one[0].node for one in found if len(one) == 1 and isinstance(one[0], Claim) and one[0].node is not None]
    wrong: list[Finding] = []
    for one in found:
        if isinstance(one[0], Open):
            wrong += place.refused("answer-ambiguous", *one[0].span, known=place.nodes.listed(one[0].nodes))
        elif isinstance(one[0], Unread):
            wrong += one
    return ends, wrong


def _claims_of_range(place: Place, ends: list[int], item: Item) -> list[Finding]:
    """A claim for each node of a range, in the direction it is written."""
    if place.allowance[0] < 0:
        return [unread(place.part, "answer-too-many-nodes", item.start, item.end)]
    first, last = ends
    found = place.nodes.between(first, last)
    place.allowance[0] -= abs(first - last)
    if found is None:
        return place.refused("answer-no-range", item.start, item.end)
    return place.claims(found if first <= last else found[::-1], item.start, item.end, BY_RANGE)


def _claims_of_range_item(place: Place, item: Item) -> list[Finding]:
    """`L4..L6`; in a list of what is pruned `C-L4` is the edge to L4; in an order two leaves may be just these."""
    whole = _node_called_like_range(place.nodes, item)
    if whole is not None:
        return place.claims((whole,), item.start, item.end, BY_NAME)
    mentions, is_range = mentions_of_range(item, place.nodes.names)
    if len(mentions) > 2 and place.part != "order" and not is_range and not re.search(r"\s[-–—]\s", item.text):
        return _claim_of_last_on_path(place, mentions, item)
    if len(mentions) != 2 or (place.part == "order" and not is_range and not _is_range_ambiguous(place, mentions)):
        return [one for mention in mentions for one in _claims_of_mention(place, mention)]
    if place.part == "order" and not is_range and item.span == place.alone:
        return place.refused("answer-open-range", item.start, item.end)
    ends, wrong = _ends_of_range(place, mentions)
    if wrong:
        return wrong
    if not is_range and ends[1] in place.nodes.tree.children[ends[0]]:
        return place.claims((ends[1],), item.start, item.end, BY_PATH)
    return _claims_of_range(place, ends, item)


def _is_range_ambiguous(place: Place, mentions: list[Piece]) -> bool:
    """Whether it makes a difference if two leaves stand for those between them, too."""
    first, last = (place.nodes.known.get(mention.text) for mention in mentions)
    if first is None or last is None:
        return False
    place.allowance[0] -= abs(first - last)
    if place.allowance[0] < 0:
        return True
    return abs(first - last) > 1 and len(place.nodes.between(first, last) or ()) != 2


def _claims_of_path(place: Place, item: Item) -> list[Finding]:
    """`C -> L4`: an edge, or a path down the tree, the last node of which is meant; in an order one after the other."""
    mentions = path_mentions(item)
    if place.part == "order":
        return [one for mention in mentions for one in _claims_of_mention(place, mention)]
    return _claim_of_last_on_path(place, mentions, item)


def _claim_of_last_on_path(place: Place, mentions: list[Piece], item: Item) -> list[Finding]:
    """The last node of a path down the tree."""
    ends, wrong = _ends_of_range(place, mentions)
    if wrong:
        return wrong
    if all(below in place.nodes.tree.children[above] for above, below in pairwise(ends)):
        return place.claims((ends[-1],), item.start, item.end, BY_PATH)
    return place.refused("answer-no-edge", item.start, item.end)


def _claims_of_alias(place: Place, item: Item) -> list[Finding]:
    """`L4 (6)`: both must mean the same node; `L4 (beta cut)` is an aside."""
    first, second = item.before("aside").text, item.behind("aside").text
    both = [set(place.nodes.found(word)) for word in (first, second)]
    common = tuple(sorted(both[0] & both[1]))
    if not both[1] and second.casefold() in word_list("asides"):
        return _claims_of_mention(place, Piece(first, item.start))
    if len(common) == 1:
        return place.claims(common, item.start, item.end, BY_NAME)
    code = "answer-ambiguous" if common else "answer-two-nodes"
    return place.refused(code, item.start, item.end, known=place.nodes.listed(common))


def _claims_of_relative(place: Place, item: Item) -> list[Finding]:
    """`right child of C`; `the other children of C` are those that no order names."""
    is_known = item.said("of") or place.part == "values" or place.above
    found, is_rest = relatives(item, place.nodes, place.above) if is_known else ((), False)
    return _claims_of_children(place, found, item.span, is_rest=is_rest) or place.refused(
        "answer-unknown-node", item.start, item.end, nearest=None
    )


def _claims_of_children(place: Place, found: tuple[int, ...], span: Span, *, is_rest: bool) -> list[Finding]:
    """Children of a node: those that are found, or some of them, not said which."""
    if is_rest and len(found) > 1:
        return [Open(place.part, found[1:], span, place.text[slice(*span)], is_rest=True)]
    return place.claims(found, *span, BY_PLACE)


def _claims_of_subtree(place: Place, item: Item) -> list[Finding]:
    """`everything below C`, `the subtree of C`, `the leaves of C`."""
    found = subtree(item, place.nodes)
    return place.claims(found, *item.span, BY_PLACE) if found else place.refused("answer-not-a-name", *item.span)


def _claims_of_edge(place: Place, item: Item) -> list[Finding]:
    """`the edge from C to L4`."""
    above = re.split(r"\s", item.before("edge").text)[-1]
    ends, wrong = _ends_of_range(place, [Piece(above, item.start), item.behind("edge")])
    if wrong or ends[1] not in place.nodes.tree.children[ends[0]]:
        return wrong or place.refused("answer-no-edge", item.start, item.end)
    return place.claims((ends[1],), item.start, item.end, BY_PATH)


def _claims_of_leaf_with_value(place: Place, item: Item) -> list[Finding]:
    """`L4=6`, a leaf with its value."""
    is_right = is_leaf_with(item, place.nodes)
    if is_right:
        return place.claims(place.nodes.named(item.before("sign").text), item.start, item.end, BY_NAME)
    code = "answer-not-a-name" if is_right is None else "answer-two-nodes"
    return place.refused(code, item.start, item.end, known="")


_READERS: dict[str, Callable[[Place, Item], list[Finding]]] = {
    "RANGE": _claims_of_range_item,
    "PATH": _claims_of_path,
    "ALIAS": _claims_of_alias,
    "RELATIVE": _claims_of_relative,
    "EDGE": _claims_of_edge,
    "SUBTREE": _claims_of_subtree,
    "EQUATION": _claims_of_leaf_with_value,
    "NOTHING": _claim_of_nothing,
    "UNANSWERED": lambda _place, _item: [],
    "FILLER": lambda _place, _item: [],
}
"""What reads an item of a list, by its terminal."""
