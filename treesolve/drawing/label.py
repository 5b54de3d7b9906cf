"""Labels of nodes in a drawing, which consist of texts in the output language and marks that determine the style."""

from typing import NamedTuple

from treesolve.model.kind import Kind
from treesolve.model.tree import Tree


class Label(NamedTuple):
    """The texts and marks of a node; `status` is "blank", "waiting", "open", "done", "pruned" or "unseen"."""

    name: str
    kind: Kind
    value: str = ""
    window: str = ""
    edge: str = ""
    status: str = "done"
    struck: bool = False
    principal: bool = False
    current: bool = False
    mark: str = ""
    board: tuple[str, ...] = ()
    reserved: str = ""
    bare_value: str = ""

    @property
    def without_board(self) -> "Label":
        """The label for formats that cannot draw boards; its value is `bare_value`, which lacks the node's name."""
        return self._replace(board=(), value=self.bare_value) if self.board else self


def level_label_texts(tree: Tree) -> list[str]:
    """Return the label of each level, such as MAX or MAX/MIN; empty for levels that contain only leaves."""
    kinds: list[dict[str, None]] = [{} for _ in range(max(tree.depths) + 1)]
    for kind, depth in zip(tree.kinds, tree.depths, strict=True):
        if kind is not Kind.LEAF:
            kinds[depth][kind.value.upper()] = None
    return list(map("/".join, kinds))
