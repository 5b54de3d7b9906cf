"""The plan of a sheet of exercises, before any tree is drawn, and the valid names of its variants."""

import re
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from typing import TYPE_CHECKING, NamedTuple

from treesolve.model.answer import PARTS, QUESTIONS, normalize_name
from treesolve.model.convention import DEFAULT, Convention
from treesolve.model.number import Number
from treesolve.model.problem import Problem
from treesolve.model.reading_point import AT_ENTRY
from treesolve.model.tree import Tree
from treesolve.model.tree_shape import with_leaf_values
from treesolve.search.solution import Solution

if TYPE_CHECKING:
    from treesolve.authoring.tree_request import TreeRequest

FIELDS = ("name", "matriculation", "group", "signature")
"""The fields in the heading of a sheet. The first two are filled in if there is a roster."""


class SheetStyle(NamedTuple):
    """The print options of a sheet: paper, shapes of nodes, large print, and two columns in landscape format.

    `steps` says whether solutions include every step of the search.
    """

    paper: str = "a4"
    shapes: str = "triangles"
    large_print: bool = False
    two_up: bool = False
    steps: bool = False

    @property
    def in_columns(self) -> bool:
        """Whether pages have two columns. Large print never uses columns, because they are too narrow for it."""
        return self.two_up and not self.large_print


class Task(NamedTuple):
    """One exercise of a sheet.

    `points` has the points by part, in the order of the parts on the sheet. `text` is Markdown that is printed before
    the questions, and `space` is the space for notes in centimeters. `table` adds a table to fill in, and `new_page`
    starts the task on a new page.
    """

    label: str
    source: "Solution | TreeRequest"
    convention: Convention = DEFAULT
    points: Mapping[str, Number] = {}
    title: str = ""
    text: str = ""
    space: Number = 0
    table: bool = True
    new_page: bool = False

    @property
    def is_drawn(self) -> bool:
        """Whether each variant has a different tree."""
        return not isinstance(self.source, Solution)

    def with_points(self, points: Mapping[str, Number]) -> "Task":
        """Return the task with these points. A request for trees gets the parts that have points."""
        if isinstance(self.source, Solution):
            return self._replace(points=points)
        parts = tuple(part for part in points if part in PARTS)
        return self._replace(points=points, source=self.source._replace(parts=parts))

    def with_title(self, tree: Tree) -> Tree:
        """Return the tree with the title and the reading point of the task.

        Of the other headers, only `bounds` and `total` are kept.
        """
        reading_point = self.convention.alpha_beta
        headers = {
            "bounds": tree.bounds,
            "total": tree.total,
            "alpha_beta": None if reading_point == AT_ENTRY else reading_point,
        }
        return with_leaf_values(
            tree, [tree.values[leaf] for leaf in tree.leaf_ids], title=self.title or None, **headers
        )

    @property
    def possible_points(self) -> Number:
        """The maximum number of points."""
        return sum(self.points.values())


class SheetPlan(NamedTuple):
    """The plan of a sheet of exercises.

    `id` identifies the sheet in codes, `minutes` is the time allowed, and `note` is Markdown below the heading.
    `variants` are the names of the variants. If there are none, variants are identified by their codes.
    """

    id: str
    title: str
    tasks: tuple[Task, ...]
    course: str = ""
    date: "date | str" = ""
    language: str = "en"
    minutes: int | None = None
    note: str = ""
    fields: tuple[str, ...] = ("name", "matriculation")
    look: SheetStyle = SheetStyle()
    variants: tuple[str, ...] = ()

    @property
    def is_drawn(self) -> bool:
        """Whether the sheet depends on the seed, because a tree or a question is drawn for each variant."""
        return any(task.is_drawn or not set(task.points).isdisjoint(QUESTIONS) for task in self.tasks)

    @property
    def possible_points(self) -> Number:
        """The maximum number of points."""
        return sum(task.possible_points for task in self.tasks)


MAX_NAME_LENGTH = 20

_NAME = re.compile(r"\w(?:[\w .+-]*\w)?")


def check_variant_names(names: Sequence[str]) -> Iterator[tuple[int, Problem]]:
    """Yield the index of each invalid or repeated name of a variant, with the problem to report."""
    used: set[str] = set()
    for index, name in enumerate(names):
        if len(name) > MAX_NAME_LENGTH or not _NAME.fullmatch(name):
            yield (
                index,
                Problem("sheet-variant-name", None, {"text": name[: 2 * MAX_NAME_LENGTH], "most": MAX_NAME_LENGTH}),
            )
        elif normalize_name(name) in used:
            yield index, Problem("sheet-variant-twice", None, {"text": name})
        used.add(normalize_name(name))
