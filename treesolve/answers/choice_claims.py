"""Claims of the best move: which child of the root is chosen."""

import re
from collections.abc import Iterator

from treesolve.answers.answer_words import word_list
from treesolve.answers.claim import BY_MOVE, BY_NAME, BY_PLACE, BY_VALUE, Claim, Finding
from treesolve.answers.items import MENTION, Item, Piece, items, mentions_of_range, path_mentions
from treesolve.answers.node_claims import Place
from treesolve.answers.node_words import Nodes
from treesolve.answers.number_words import number_meant
from treesolve.answers.relations import relatives
from treesolve.notation.scanner import FAULT

MOVE = re.compile(
    r"(?:(?:from |von )?(?P<root>\w+)[ \t]*(?:-+>|→|to|nach|zu)|to|nach|zu)[ \t]+(?P<choice>\w+)[ \t.]*", re.IGNORECASE
)
"""A move to a child of the root, from there or not said from where."""


def choice_in(text: str, start: int, end: int, nodes: Nodes) -> list[Finding]:
    """The child of the root that is chosen."""
    place = Place("best", text, nodes, [0])
    move = MOVE.fullmatch(text, start, end)
    if move and move["root"] and nodes.named(move["root"]) == (0,):
        return _claim_of_choice(place, Piece(move["choice"], move.start("choice")))
    found: list[Finding] = []
    chosen: set[int | None] = set()
    for item in items(text, start, end):
        new = list(_findings_of_item(place, item))
        if found and new and not chosen == _nodes_claimed(new) != {None}:
            new = place.refused("answer-one-only", item.start, item.end)
        found += new
        chosen |= _nodes_claimed(new)
    return found


def _nodes_claimed(found: list[Finding]) -> set[int | None]:
    """The nodes that are claimed; None among them where there is something else."""
    return {getattr(one, "node", None) for one in found}


def _findings_of_item(place: Place, item: Item) -> Iterator[Finding]:
    nodes = place.nodes
    is_name = bool(nodes.chosen(item.text)) and (item.text in nodes.names or item.text in nodes.moves)
    if item.terminal == "FILLER" and nodes.child_at(0, item.text):
        yield from _claim_of_choice(place, item.piece)
        return
    if not is_name and (
        item.terminal in ("FILLER", "NOTHING", "UNANSWERED") or item.text.lower() in word_list("choice")
    ):
        return
    if item.terminal == "PATH":
        yield from _choice_at_end_of_path(place, item, path_mentions(item))
    elif item.terminal == "RANGE" and not nodes.chosen(item.text):
        mentions = [
            one for one in mentions_of_range(item, nodes.names)[0] if one.text.lower() not in word_list("choice")
        ]
        yield from _choice_at_end_of_path(place, item, mentions) if mentions else ()
    elif item.terminal == "ALIAS":
        yield from _findings_of_alias(place, item)
        yield from _value_given_to_choice(place, item.before("aside").text, item.behind("aside").text, item)
    elif item.terminal == "EQUATION":
        name = MENTION.match(item.text)
        yield from _claim_of_choice(place, Piece(name[0] if name else item.text, item.start))
        yield from _value_given_to_choice(place, name[0] if name else "", item.behind("result").text, item)
    elif item.terminal == "RELATIVE" and len(child := relatives(item, nodes)[0]) == 1 and child[0] in nodes.choices:
        yield from place.claims(child, *item.span, BY_PLACE)
    elif item.terminal == "QUALIFIER" and nodes.named(item.behind("within").text) == (0,):
        return
    elif item.terminal in (FAULT, "WINDOW", "BOUNDS", "RELATIVE", "COUNT", "EDGE"):
        yield from place.refused(
            "answer-stray" if item.terminal == FAULT else "answer-not-a-name", item.start, item.end
        )
    else:
        yield from _claim_of_choice(place, item.piece)


def _value_given_to_choice(place: Place, name: str, said: str, item: Item) -> list[Finding]:
    """The value that the choice is given, as in `B with value 3`: another one than elsewhere leaves the choice open."""
    node, number = place.nodes.chosen(name), number_meant(said)
    is_inner = len(node) == 1 and bool(place.nodes.tree.children[node[0]])
    return [Claim("values", node[0], number, item.span, BY_MOVE)] if is_inner and number is not None else []


def _findings_of_alias(place: Place, item: Item) -> list[Finding]:
    """`B (3)`, `left (B)`: the second may be the value of the node."""
    named, behind = item.before("aside").text, item.behind("aside")
    first, second = (place.nodes.chosen(word) for word in (named, behind.text))
    if not first and named.lower() in word_list("choice"):
        return _claim_of_choice(place, behind)
    is_number = bool(re.fullmatch(r"[+\-−–]?[\d.,/]+", behind.text))
    both = first if is_number and not second else tuple(node for node in first if node in second)
    if len(both) == 1:
        return place.claims(both, item.start, item.end, BY_NAME)
    return place.refused("answer-two-nodes", item.start, item.end, known="")


def _choice_at_end_of_path(place: Place, item: Item, mentions: list[Piece]) -> list[Finding]:
    """The child that a path leads to: past the root, and a move and its node are one child."""
    if 0 in place.nodes.named(mentions[0].text):
        mentions = mentions[1:]
    chosen = {place.nodes.chosen(text) for text in {mention.text for mention in mentions}}
    if len(chosen) == 1:
        return _claim_of_choice(place, mentions[0])
    return place.refused("answer-one-only", item.start, item.end)


def _claim_of_choice(place: Place, mention: Piece) -> list[Finding]:
    nodes, (start, end) = place.nodes, (mention.start, mention.end)
    found = nodes.chosen(mention.text)
    if len(found) == 1:
        return place.claims(found, start, end, _how_chosen(nodes, mention.text))
    if found:
        return place.refused("answer-ambiguous", start, end, known=nodes.listed(found))
    if nodes.found(mention.text):
        return place.refused("answer-not-a-child", start, end, known=nodes.listed(nodes.tree.children[0]))
    return place.refused("answer-unknown-node", start, end, nearest=nodes.nearest(mention.text))


def _how_chosen(nodes: Nodes, mention: str) -> str:
    if nodes.named(mention):
        return BY_NAME
    if mention.casefold() in nodes.folded_moves:
        return BY_MOVE
    return BY_VALUE if nodes.found(mention) else BY_PLACE
