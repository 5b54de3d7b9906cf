"""A game tree as an immutable value."""

from contextlib import suppress
from dataclasses import dataclass, field

from treesolve.model.exportable import Exportable, NoRenderer
from treesolve.model.input_file import Input
from treesolve.model.node import NodeCollection, NodeSearch
from treesolve.model.problem import InputError
from treesolve.model.tree_columns import TreeColumns

MAX_TREE_NODES = 5_000_000
"""No game is unfolded to a tree with more nodes: they would need more memory than there is."""

MAX_TEXT_IN_REPR = 200
"""The representation of a tree with a longer text counts its nodes instead."""


@dataclass(frozen=True, repr=False)
class Tree(TreeColumns, NodeCollection, Exportable):
    """A game tree. Iterating over it gives its nodes; `str` gives its text; trees that say the same are equal. What the
    header says is in `title`, `source`, `convention` (an expression) and `points`.

    Its columns and the other headers are described at TreeColumns. `origin` is the text it was read from, and its file;
    it plays no part in equality.
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
