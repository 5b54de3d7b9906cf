"""Nodes that are named by what they are to another node: `the right child of C`, `everything below C`."""

import re

from treesolve.answers.answer_words import amount_meant, word_list
from treesolve.answers.items import Item, items
from treesolve.answers.node_words import Nodes
from treesolve.model.problem import Span

_BOTH = ("both", "beide", "beiden")


def text_with_children_named(text: str, stretch: Span, nodes: Nodes) -> str:
    """The text with their names for `the 2nd and 3rd leaf of C`, where it is sure which these are and there is room.

    >>> from treesolve.notation.reader import read
    >>> text_with_children_named("pruned is the last leaf of C", Span(0, 28), Nodes(read("((6 5) (2 9))")))
    'pruned is the             L4'
    """
    for item in items(text, *stretch):
        found, is_rest = relatives(item, nodes) if item.terminal == "RELATIVE" and item.said("of") else ((), False)
        named = ", ".join(nodes.tree.names[node] for node in found)
        if named and not is_rest and len(named) <= len(item.text):
            text = text[: item.start] + named.rjust(len(item.text)) + text[item.end :]
    return text


def relatives(item: Item, nodes: Nodes, above: tuple[int, ...] = ()) -> tuple[tuple[int, ...], bool]:
    """The children of `right child of C`, `last two leaves of C`; and whether some are meant, not said which.

    Those of the node `above` where no other one is named.
    """
    parents = above or (0,)
    if item.said("of"):
        parent = item.behind("of").text.removesuffix(item.said("parent")).rstrip()
        parents = nodes.child_at(0, parent) if item.said("parent") else nodes.named(parent)
    if len(parents) != 1:
        return (), False
    if not item.said("kind") and nodes.is_place(item.said("place")):
        return (), False
    found, is_rest = _children_at_place(item.said("place"), item.said("kind"), parents[0], nodes)
    is_leaf = bool(re.search("lea|blatt|blätter|feuille", item.said("kind"), re.IGNORECASE))
    return ((), False) if is_leaf and any(nodes.tree.children[node] for node in found) else (found, is_rest)


def children_without_parent_named(text: str, above: tuple[int, ...], nodes: Nodes) -> tuple[tuple[int, ...], bool]:
    """The same for `the last two`, where it is told below which node they are; nothing for any other words."""
    words = {*re.findall(r"\w+", text.casefold())} - word_list("between")
    others = word_list("others")
    is_place = len(above) == 1 and all(word in others or amount_meant(word) or nodes.is_place(word) for word in words)
    return _children_at_place(text, "", above[0], nodes) if is_place and words else ((), False)


def _children_at_place(place: str, kind: str, parent: int, nodes: Nodes) -> tuple[tuple[int, ...], bool]:
    words = [word for word in re.findall(r"[\w]+", place.casefold()) if word not in word_list("between")]
    if len(words) > 1 and words[0] in word_list("all"):
        words = [*words[1:], *(["2"] if words[0] in _BOTH else [])]
    amount = amount_meant(words[-1]) if len(words) > 1 and words[0] in word_list("others") else None
    if amount and amount < len(nodes.tree.children[parent]):
        return nodes.tree.children[parent][-amount:], False
    if words[0] in word_list("others"):
        return nodes.tree.children[parent], True
    if words[0] in word_list("all"):
        is_whole = any(word in kind.casefold() for word in word_list("trees"))
        return ((parent,) if is_whole else nodes.tree.children[parent]), False
    return nodes.children_at(parent, words), False


def children_behind(found: tuple[int, ...], nodes: Nodes) -> tuple[int, ...]:
    """The children of the same node behind a leaf: what a cut after it leaves out."""
    if len(found) != 1 or nodes.tree.children[found[0]] or nodes.right_to_left:
        return ()
    return tuple(node for node in nodes.tree.children[nodes.tree.parents[found[0]] or 0] if node > found[0])


def subtree(item: Item, nodes: Nodes) -> tuple[int, ...]:
    """The node of `everything below C`, the children of `the leaves of C`; nothing where C is no node."""
    found = nodes.named(item.behind("top").text)
    is_whole = any(word in item.said("tree").casefold() for word in word_list("trees"))
    return found if is_whole or len(found) != 1 else nodes.tree.children[found[0]]
