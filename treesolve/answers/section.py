"""Sections of an answer: what follows a key is read in answer to its part.

Vocabulary

    section     the part that a key has begun: what follows belongs to it while it can be read so
"""

from collections.abc import Callable
from typing import NamedTuple, TypeGuard

from treesolve.answers.answer_words import passed
from treesolve.answers.choice_claims import choice_in
from treesolve.answers.claim import MISSPELT_KEY, Claim, Finding, Remark, Unread, quoted, unread
from treesolve.answers.items import items
from treesolve.answers.leaf_order import can_be_pruned
from treesolve.answers.node_claims import nodes_in
from treesolve.answers.node_words import Nodes
from treesolve.answers.number_claims import root_value_in, values_in
from treesolve.answers.window_claims import windows_in
from treesolve.model.problem import Span


class Section(NamedTuple):
    """What has been begun: the part, whether its key was misspelt, and whether it says where: `cut at C`.

    If it `is_listed`, nodes stand on the line of the key: a list of others on another line is not its own.
    """

    part: str | None = None
    is_misspelt: bool = False
    is_where: bool = False
    is_listed: bool = False


def is_whole(found: list[Finding]) -> bool:
    """Whether nothing was left unread."""
    return not any(isinstance(one, Unread) for one in found)


def by_part(section: Section, text: str, stretch: Span, nodes: Nodes) -> list[Finding]:
    """What a stretch says in answer to the part of its section."""
    assert section.part is not None
    found = _READERS[section.part](text, *stretch, nodes)
    if not found and any(item.terminal == "FILLER" for item in items(text, *stretch)):
        found = [unread(section.part, "answer-no-key", *stretch, text=quoted(text, *stretch))]
    if section.part in _LISTS:
        found = [one._replace(others=_LISTS) if _is_cross(one, text) else one for one in found]
    claims = [one for one in found if isinstance(one, Claim)]
    named = nodes.below(one.node for one in claims if one.node is not None)
    if section.is_where and section.part == "pruned" and is_whole(found) and _are_places(claims, nodes):
        return [Remark(frozenset({"pruned"}), stretch, text[slice(*stretch)])]
    is_where = section.is_where and section.part == "pruned" and not can_be_pruned(named, nodes)
    is_guess = bool(claims) and not is_whole(found) and bool(passed("hedge").search(text, *stretch))
    if (claims and is_where) or is_guess:
        return [unread(section.part, "answer-no-key", *stretch, text=quoted(text, *stretch))]
    if section.is_misspelt:
        found = [one._replace(how=MISSPELT_KEY) if isinstance(one, Claim) else one for one in found]
    return found


def _are_places(claims: list[Claim], nodes: Nodes) -> bool:
    """Whether something happens at these nodes, none of which is a leaf."""
    return bool(claims) and all(one.node is not None and nodes.tree.children[one.node] for one in claims)


_CROSSED = frozenset("✗✘✕❌×xX")
_LISTS = frozenset({"pruned", "order"})


def _is_cross(finding: Finding, text: str) -> TypeGuard[Unread]:
    """Whether something unread is a cross, which says of a leaf that it is pruned."""
    return isinstance(finding, Unread) and text[slice(*finding.span)] in _CROSSED


_READERS: dict[str, Callable[[str, int, int, Nodes], list[Finding]]] = {
    "values": values_in,
    "windows": windows_in,
    "pruned": lambda text, start, end, nodes: nodes_in("pruned", text, start, end, nodes),
    "order": lambda text, start, end, nodes: nodes_in("order", text, start, end, nodes),
    "best": choice_in,
    "value": root_value_in,
}
"""What reads a stretch in answer to a part."""
