"""Nodes that are named by what they are to another node: `the right child of C`, `everything below C`."""

import re

from treesolve.answers.answer_words import word_list
from treesolve.answers.items import Item
from treesolve.answers.node_words import Nodes

_BOTH = ("both", "beide", "beiden")


def relatives(item: Item, nodes: Nodes) -> tuple[tuple[int, ...], bool]:
    """The children of `right child of C`, `last two leaves of C`; and whether some are meant, not said which."""
    parents: tuple[int, ...] = (0,)
    if item.said("of"):
        parent = item.behind("of").text.removesuffix(item.said("parent")).rstrip()
        parents = nodes.child_at(0, parent) if item.said("parent") else nodes.named(parent)
    if len(parents) != 1:
        return (), False
    words = [word for word in re.findall(r"[\w]+", item.said("place").casefold()) if word not in word_list("between")]
    if len(words) > 1 and words[0] in word_list("all"):
        words = [*words[1:], *(["2"] if words[0] in _BOTH else [])]
    if words[0] in word_list("others"):
        return nodes.tree.children[parents[0]], True
    if words[0] in word_list("all"):
        is_whole = any(word in item.said("kind").casefold() for word in word_list("trees"))
        return (parents if is_whole else nodes.tree.children[parents[0]]), False
    return nodes.children_at(parents[0], words), False


def subtree(item: Item, nodes: Nodes) -> tuple[int, ...]:
    """The node of `everything below C`, the children of `the leaves of C`; nothing where C is no node."""
    found = nodes.named(item.behind("top").text)
    is_whole = any(word in item.said("tree").casefold() for word in word_list("trees"))
    return found if is_whole or len(found) != 1 else nodes.tree.children[found[0]]
