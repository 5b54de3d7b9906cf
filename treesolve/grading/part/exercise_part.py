"""What every part of an exercise can do, whether it asks about the search or is a further question."""

from abc import ABC
from typing import Any, ClassVar, NamedTuple

from treesolve.grading.marks import Item
from treesolve.model.tree import Tree


class Blanks(NamedTuple):
    """The gaps in an empty answer form: after the label, or after the name of each node, if there are nodes.

    Several gaps stand in brackets. `words` are printed as they are and completed by the student.
    """

    nodes: tuple[int, ...] = ()
    gaps: int = 1
    brackets: str = "()"
    words: tuple[str, ...] = ()


class ExercisePart(ABC):
    """A part of an exercise, which has points of its own."""

    part: ClassVar[str]
    """The name by which files and options call it."""

    is_about_cuts: ClassVar[bool] = False
    """Whether it is marked by the same search as all other parts about cuts."""

    is_list: ClassVar[bool] = False
    """Whether the answer is one list of nodes, without items."""

    def lines_to_answer(self, tree: Tree) -> int:  # noqa: ARG002
        """Return the number of lines to write on, on paper."""
        return 1

    def blanks(self, tree: Tree) -> Blanks:  # noqa: ARG002
        """What an empty answer form leaves to be filled in."""
        return Blanks()

    def named(self, item: Item, names: tuple[str, ...]) -> tuple[str, Any, Any]:
        """Return an item with names of nodes: the node, what was given, what was expected."""
        return names[item.node], item.given, item.expected
