"""The interface of all parts of an exercise: the parts about the search and the further questions."""

from abc import ABC
from typing import Any, ClassVar, NamedTuple

from treesolve.grading.marks import Item
from treesolve.model.tree import Tree


class Blanks(NamedTuple):
    """The gaps in an empty answer form.

    If there are `nodes`, the gaps follow the name of each node; otherwise they follow the label. Several gaps are put
    in brackets. `words` are printed verbatim for the student to complete.
    """

    nodes: tuple[int, ...] = ()
    gaps: int = 1
    brackets: str = "()"
    words: tuple[str, ...] = ()


class ExercisePart(ABC):
    """A part of an exercise that has its own points."""

    part: ClassVar[str]
    """The name of the part in files and options."""

    is_about_cuts: ClassVar[bool] = False
    """Whether the part is about cuts. All such parts of an answer are marked by the same search."""

    is_list: ClassVar[bool] = False
    """Whether the answer is a single list of nodes, which is not marked item by item."""

    def lines_to_answer(self, tree: Tree) -> int:  # noqa: ARG002
        """Return the number of lines for the answer on paper."""
        return 1

    def blanks(self, tree: Tree) -> Blanks:  # noqa: ARG002
        """Return the gaps in an empty answer form."""
        return Blanks()

    def named(self, item: Item, names: tuple[str, ...]) -> tuple[str, Any, Any]:
        """Return the node, the given answer and the expected answer of an item, with names instead of node ids."""
        return names[item.node], item.given, item.expected
