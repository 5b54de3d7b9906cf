"""The nodes of a tree and its numbers as a language has them."""

from collections.abc import Iterable
from typing import Any

from treesolve.model.tree import Tree
from treesolve.pages.environment import number_text
from treesolve.pages.excerpt import named


class Wording:
    """A tree in a language: what all pages about it say in the same way."""

    def __init__(self, tree: Tree, language: str) -> None:
        self.tree, self.language = tree, language

    def number(self, value: Any) -> str:
        """A number in MAX's view, or payoffs."""
        return number_text(value, self.language)

    def name(self, node: int) -> str:
        """The name of a node."""
        return self.tree.names[node]

    def all_names(self, nodes: Iterable[int]) -> list[str]:
        """The names of several nodes, however many."""
        return list(map(self.name, nodes))

    def names(self, nodes: Iterable[int]) -> list[str]:
        """The names of several nodes; of very many the first."""
        found = list(nodes)
        return named(map(self.name, found), len(found), self.language)

    def kind(self, node: int) -> str:
        """The kind of a node, as it is written beside the tree."""
        return self.tree.kinds[node].value.upper()
