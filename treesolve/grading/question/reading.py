"""Mentions of nodes in an answer: cut out of the text, and found among the nodes of the tree.

Vocabulary

    filler      a word between mentions that means nothing
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from treesolve.answers.node_words import Nodes, unquoted
from treesolve.answers.number_words import student_number
from treesolve.grading.question.protocol import LONGEST
from treesolve.model.problem import Problem, Span
from treesolve.model.tree import Tree

_QUOTED = r'"(?:[^"\\\n]|\\["\\])*"|[„“”«»][^„“”«»"\n]*[„“”«»]'
_MENTION = re.compile(rf"{_QUOTED}|(?:(?!-+>|=+>)[^\s,;|()\[\]{{}}→⇒=:\"„“”«»>])+")
_FILLERS = frozenset((
    "and", "und", "then", "dann", "first", "erst", "erster", "zuerst", "to", "nach", "zu", "the", "at", "bei", "an",
    "in", "is", "ist", "via", "über", "node", "knoten", "root", "wurzel", "leaf", "blatt", "move", "zug", "line",
    "linie", "path", "pfad", "error", "fehler", "mistake",
))  # fmt: skip
"""Words that may stand between mentions."""

_LONGEST_SHOWN = 60


class Mention(NamedTuple):
    """A word in a text, and where it begins there."""

    text: str
    start: int

    @property
    def span(self) -> Span:
        """Where it stands."""
        return Span(self.start, self.start + len(self.text))


@lru_cache(maxsize=256)
def nodes_of(tree: Tree) -> Nodes:
    """The nodes of the tree by what students call them."""
    return Nodes(tree)


def mentions(text: str, nodes: Nodes) -> Iterator[Mention]:
    """The words of a text that shall mean nodes; fillers are left out unless a node is called so."""
    for found in _MENTION.finditer(text[:LONGEST]):
        word = found[0].rstrip(".") if found[0].strip(".") else ""
        if word and word.strip("-–+*_") and (word.lower() not in _FILLERS or nodes.named(word)):
            yield Mention(word, found.start())


def children_called(nodes: Nodes, node: int, mention: str) -> tuple[int, ...]:
    """The children of a node that a mention may mean: by name, by the name of the move, or as leaves by value."""
    tree, name = nodes.tree, unquoted(mention).casefold()
    children = tree.children[node]
    called = [
        child for child in children if name in (tree.names[child].casefold(), tree.moves.get(child, "").casefold())
    ]
    exactly = [child for child in called if unquoted(mention) in (tree.names[child], tree.moves.get(child))]
    if called:
        return tuple(exactly or called)
    try:
        value = student_number(mention)
    except ValueError:
        return ()
    return tuple(child for child in children if not tree.children[child] and tree.values[child] == value)


def unknown_node(mention: Mention, nodes: Nodes) -> Problem:
    """The problem that a mention means no node."""
    facts = {"text": mention.text[:_LONGEST_SHOWN], "nearest": nodes.nearest(mention.text)}
    return Problem("answer-unknown-node", mention.span, facts)


def unreadable(text: str) -> Problem:
    """The problem that nothing in a text makes sense as an answer."""
    start = len(text) - len(text.lstrip())
    shown = text.strip()[:_LONGEST_SHOWN]
    return Problem("question-unreadable", Span(start, start + max(1, len(shown))), {"text": shown})
