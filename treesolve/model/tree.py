"""The game tree, an immutable value."""

from contextlib import suppress
from dataclasses import dataclass, field

from treesolve.model.exportable import Exportable, NoRenderer
from treesolve.model.input_file import Input
from treesolve.model.node import NodeCollection, NodeSearch
from treesolve.model.problem import InputError
from treesolve.model.tree_columns import TreeColumns

MAX_TREE_NODES = 5_000_000
"""Maximum number of nodes of a tree expanded from a game. Larger trees could exhaust memory."""

MAX_TEXT_IN_REPR = 200
"""Maximum length of a tree's text in its `repr`. For longer trees, `repr` shows only the number of nodes."""


@dataclass(frozen=True, repr=False)
class Tree(TreeColumns, NodeCollection, Exportable):
    """A game tree. Iteration yields its nodes, `str` returns its text, and trees with the same content are equal.

    `title`, `source`, `convention` (an expression) and `points` come from the header. For the columns and the other
    headers, see TreeColumns. `origin` is the file and text that the tree was read from, which equality ignores.
    """

    origin: Input = field(default=Input("-", ""), compare=False)

    def __hash__(self) -> int:
        return hash((self.kinds, self.values, self.children))

    def __repr__(self) -> str:
        with suppress(InputError, NoRenderer):
            text = str(self).rstrip("\n")
            if len(text) <= MAX_TEXT_IN_REPR:
                return f"read({text!r})"
        described = f"{len(self)} nodes, {len(self.leaf_ids)} leaves"
        return f"<Tree {self.title!r}: {described}>" if self.title else f"<Tree: {described}>"

    def __str__(self) -> str:
        return str(self.render("tree"))

    def _tree_and_search(self) -> tuple[TreeColumns, NodeSearch | None]:
        return self, None


def player_count(tree: Tree) -> int:
    """Return the number of players with payoffs, or 1 for MAX and MIN, because they share one value."""
    return len(tree.values[tree.leaf_ids[0]]) if tree.has_payoffs else 1  # type: ignore[arg-type]
