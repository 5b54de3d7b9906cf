"""What stands at the nodes of a drawing: texts in some language, and marks that say how a node is drawn."""

from typing import NamedTuple

from treesolve.model.kind import Kind
from treesolve.model.tree import Tree


class Label(NamedTuple):
    """What stands at a node. `status` is one of "blank", "waiting", "open", "done", "pruned", "unseen"."""

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
        """The same for drawings that show no boards; `bare_value` is the value without the name that stands
        at a board.
        """
        return self._replace(board=(), value=self.bare_value) if self.board else self


def level_label_texts(tree: Tree) -> list[str]:
    """What stands at the side of each level: MAX, MIN, or both; nothing beside a level of leaves."""
    kinds: list[dict[str, None]] = [{} for _ in range(max(tree.depths) + 1)]
    for kind, depth in zip(tree.kinds, tree.depths, strict=True):
        if kind is not Kind.LEAF:
            kinds[depth][kind.value.upper()] = None
    return list(map("/".join, kinds))
