"""The interface of all parts of an exercise, about the search or as a further question."""

from abc import ABC
from typing import Any, ClassVar, NamedTuple

from treesolve.grading.marks import Item
from treesolve.model.tree import Tree


class Blanks(NamedTuple):
    """The gaps in an empty answer form: after the label, or after the name of each node if there are nodes.

    Several gaps are put in brackets. `words` are printed verbatim for the student to complete.
    """

    nodes: tuple[int, ...] = ()
    gaps: int = 1
    brackets: str = "()"
    words: tuple[str, ...] = ()


class ExercisePart(ABC):
    """A part of an exercise, with separate points."""

    part: ClassVar[str]
    """The name in files and options."""

    is_about_cuts: ClassVar[bool] = False
    """Whether the part is about cuts; all such parts are marked by the same search."""

    is_list: ClassVar[bool] = False
    """Whether the answer is one list of nodes, without items."""

    def lines_to_answer(self, tree: Tree) -> int:  # noqa: ARG002
        """Return the number of lines for the answer on paper."""
        return 1

    def blanks(self, tree: Tree) -> Blanks:  # noqa: ARG002
        """Return the gaps in an empty answer form."""
        return Blanks()

    def named(self, item: Item, names: tuple[str, ...]) -> tuple[str, Any, Any]:
        """Return an item with node names for node ids: the node, the given answer, and the expected one."""
        return names[item.node], item.given, item.expected
