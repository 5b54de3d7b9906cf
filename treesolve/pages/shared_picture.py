"""One picture for all trees of the same form: in it films fill in what stands at the nodes of each.

Vocabulary

    form        what trees share whose pictures differ in the texts at their nodes only
"""

from collections.abc import Hashable, Iterable, Sequence

from treesolve.drawing.arrangement import arrange
from treesolve.drawing.geometry import Arrangement
from treesolve.drawing.label import Label
from treesolve.drawing.shape import text_width
from treesolve.drawing.svg import svg
from treesolve.model.tree import Tree
from treesolve.pages.picture_label import widest_labels
from treesolve.pages.player_film import Player


class SharedPicture:
    """The picture of trees of one form, with room for the widest texts of all their films."""

    def __init__(self, players: Sequence[Player]) -> None:
        self.tree, language = players[0].tree, players[0].language
        shown = zip(*(widest_labels(player.film, language) for player in players), strict=True)
        self.labels = [_with_room_for(node) for node in shown]
        self.arrangement: Arrangement = arrange(self.tree, self.labels)

    @property
    def svg(self) -> str:
        """The tree with no texts at its nodes but their names."""
        blank = [label._replace(value="", window="", status="waiting") for label in self.labels]
        return svg(self.arrangement, blank, alone=False)


def form(tree: Tree) -> Hashable:
    """What is equal for trees that can share a picture."""
    return tree.kinds, tree.children, tuple(tree.names), tuple(tree.weights.items()), tuple(tree.moves.items())


def _with_room_for(labels: Iterable[Label]) -> Label:
    same = [*labels]
    widest = {name: max((getattr(label, name) for label in same), key=_width) for name in ("value", "window")}
    return same[0]._replace(struck=False, principal=False, **widest)


def _width(text: str) -> float:
    return text_width(text, 1)
