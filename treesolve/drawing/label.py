"""What stands at the nodes of a drawing: texts in some language, and marks that say how a node is drawn.

Vocabulary

    label       the texts and marks of one node
    value       the text in the node: a number, with ≤ or ≥ where it is a mere bound
    window      the text beside the node: alpha and beta, or the one bound the lecture keeps
    edge        the text on the edge above the node: a move, a probability, or both
    struck      cut off here: the edge above is broken by two strokes
    principal   on the path both players choose
    room        the text for which there is room in the node while nothing stands there
    board       the rows of a position that is drawn in the place of the outline and the name
    mark        what became of what a student wrote here: correct, follow-through, wrong, missing, missed
"""

from typing import NamedTuple

from treesolve.model.tree import Kind, Tree


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
    room: str = ""


def side_texts(tree: Tree) -> list[str]:
    """What stands at the side of each level: MAX, MIN, or both; nothing beside a level of leaves."""
    kinds: list[dict[str, None]] = [{} for _ in range(max(tree.depths) + 1)]
    for kind, depth in zip(tree.kinds, tree.depths, strict=True):
        if kind is not Kind.LEAF:
            kinds[depth][kind.value.upper()] = None
    return list(map("/".join, kinds))
