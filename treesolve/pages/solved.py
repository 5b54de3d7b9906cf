"""Trees and solutions as programs of one's own have them: nodes, forms to keep, pictures in notebooks."""

from contextlib import suppress
from fractions import Fraction
from functools import cached_property
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from treesolve.model.convention import Convention
from treesolve.model.input_file import Input
from treesolve.model.number import Number
from treesolve.model.problem import InputError
from treesolve.model.tree import Tree as Columns
from treesolve.notation.convention_expression import read_expression
from treesolve.notation.writer import write
from treesolve.pages.saving import PAGES, PICTURES, Kept, Look, draw, page
from treesolve.search.node import Node, Nodes
from treesolve.search.solution import Solution as Found

MOST_SHOWN = 2000
"""Notebooks show larger trees as a line of text."""

LONGEST_CALL = 200
"""A tree with a longer text is no small value: its representation counts its nodes."""


class Step(NamedTuple):
    """One line of a worked solution: its number, from 1, the node it happens at, and what happens in words.

    `bounds` and `value` are what the lecture's table shows: in the view of the player to move, where the lecture has it
    so.
    """

    number: int
    node: Node
    text: str
    bounds: tuple[Number | None, ...]
    value: Any


class Cut(NamedTuple):
    """A node that stops after the child `after`; alpha and beta are MAX's.

    `bound` is "alpha" or "beta", `against` the ancestor that set the bound it failed against, None where that is the
    start window; `skipped` are the topmost nodes not visited; `deep` says that `against` lies above the parent.
    """

    node: Node
    after: Node
    alpha: Number
    beta: Number
    bound: str
    against: Node | None
    skipped: tuple[Node, ...]
    deep: bool


class Tree(Nodes, Kept):
    """A game tree: its nodes, its headers, its pictures. `str` gives its text; equal trees say the same.

    `columns` is the tree as the rooms of the program have it; `origin` is where it was read.
    """

    FORMS = ("tree", *PICTURES)

    def __init__(self, columns: Columns, origin: Input | None = None) -> None:
        super().__init__(columns)
        self.origin = origin or Input("-", "")

    @property
    def title(self) -> str | None:
        """The title in the header."""
        return self.columns.title

    @property
    def source(self) -> str | None:
        """The source in the header."""
        return self.columns.source

    @property
    def points(self) -> dict[str, Fraction]:
        """The points in the header, by the parts of the exercise."""
        return {part: Fraction(points) for part, points in self.columns.points.items()}

    @cached_property
    def convention(self) -> Convention | None:
        """The convention that the header names; None where it says nothing. Raises InputError where there is none."""
        written = self.columns.convention
        return None if written is None else read_expression(written, folder=Path(self.origin.source).parent)

    def __str__(self) -> str:
        return write(self.columns)

    def __repr__(self) -> str:
        with suppress(InputError):
            text = str(self).rstrip("\n")
            if len(text) <= LONGEST_CALL:
                return f"read({text!r})"
        return repr(self.columns)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Tree) and self.columns == other.columns

    def __hash__(self) -> int:
        return hash(self.columns)

    def _content_in_form(self, form: str, look: Look) -> str | bytes:
        return str(self) if form == "tree" else draw(self.columns, form, **look._asdict())

    def _repr_html_(self) -> str | None:
        return picture(self.columns)


class Solution(Nodes, Kept):
    """A tree with what the search of a convention says of it; its nodes say more than those of a tree.

    `str` gives the worked solution as text. `search` is the solution as the rooms of the program have it.
    """

    FORMS: ClassVar[tuple[str, ...]] = (*PAGES, "svg", "png", "dot", "json")
    search: Any

    def __init__(self, search: Any, tree: Tree) -> None:
        super().__init__(search.tree)
        self.search, self.tree = search, tree

    @property
    def convention(self) -> Convention | None:
        """How it was searched; None for payoffs, which belong to no lecture."""
        found: Convention = self.search.convention
        return found

    @property
    def value(self) -> Any:
        """The minimax value of the root, in MAX's view; None where unknown leaves leave it open."""
        return self.search.values[0]

    @property
    def best(self) -> Node | None:
        """The child the root chooses; None at a leaf, at a chance node, and where the search returned a mere bound."""
        return self.optional(self.search.best)

    @property
    def refutation(self) -> Node | None:
        """The child that brought the root beyond its start window; None where no search failed high at its root."""
        from treesolve.search.refutation import refutation

        return self.optional(refutation(self.search))

    @property
    def result(self) -> str | None:
        """What the returned value of the root says: "exact", "upper" or "lower"; None for a forced move."""
        found: str | None = self.search.result
        return found

    @property
    def principal_variation(self) -> tuple[Node, ...]:
        """The path both players choose, from the root."""
        return self.several(self.search.principal_variation)

    @property
    def visited(self) -> tuple[Node, ...]:
        """The nodes the search came to, in that order."""
        return self.several(self.search.visited)

    @property
    def evaluated(self) -> tuple[Node, ...]:
        """The leaves the search looked at, in that order."""
        return self.several(self.search.evaluated)

    @property
    def pruned(self) -> tuple[Node, ...]:
        """All nodes never visited because of a cut, in preorder."""
        return self.several(self.search.pruned)

    @property
    def pruned_roots(self) -> tuple[Node, ...]:
        """The topmost of them."""
        return self.several(self.search.pruned_roots)

    @property
    def pruned_leaves(self) -> tuple[Node, ...]:
        """The leaves among them, from left to right."""
        return self.several(self.search.pruned_leaves)

    @cached_property
    def cuts(self) -> tuple[Cut, ...]:
        """The cuts the lecture speaks of, in the order they happened."""
        return tuple(map(self._cut_with_nodes, self.search.shown_cuts))

    def _cut_with_nodes(self, cut: Any) -> Cut:
        node, after = self.several((cut.node, cut.after))
        against, skipped = self.optional(cut.against), self.several(cut.skipped)
        return Cut(node, after, cut.alpha, cut.beta, cut.bound, against, skipped, self.search.is_deep(cut))

    @cached_property
    def steps(self) -> tuple[Step, ...]:
        """The lines of the worked solution, in English."""
        return self.steps_in("en")

    def steps_in(self, language: str) -> tuple[Step, ...]:
        """The same in a language, "en" or "de"."""
        from treesolve.pages.solution_page import SolutionPage
        from treesolve.search.step_table import step_rows

        told = SolutionPage(self.search, language=language)
        return tuple(
            Step(row.number, Node(self, row.node), told.row(row)[2], row.bounds, row.value)
            for row in step_rows(self.search)
        )

    def __repr__(self) -> str:
        told = repr(self.tree)
        if told.startswith("<"):
            return f"<Solution of {told}{self._lecture_argument()}: value {self.value}>"
        return f"solve({told.removeprefix('read(').removesuffix(')')}{self._lecture_argument()})"

    def _lecture_argument(self) -> str:
        return f", {self.search.convention.expression!r}"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Solution) and (self.tree, self.convention) == (other.tree, other.convention)

    def __hash__(self) -> int:
        return hash((self.tree, self.convention))

    def _content_in_form(self, form: str, look: Look) -> str | bytes:
        from treesolve.pages.json.solution_document import solution_document

        if form == "json":
            return "".join(solution_document(self.search, self.tree.origin.source)) + "\n"
        make = page if form in PAGES else draw
        return make(self.search, form, **look._asdict())

    def _repr_html_(self) -> str | None:
        shown = picture(self.search)
        if shown is None:
            return None
        from treesolve.pages.document import Document, Paragraph, Table, written
        from treesolve.pages.solution_page import SolutionPage

        page = SolutionPage(self.search)
        table = Table(page.head, page.steps, words=(1, 2))
        told = written(Document([Paragraph(page.outcome), Paragraph([page.lecture]), table]), "html")
        return f'<div class="treesolve">\n{shown}\n{told}</div>\n'


class PayoffSolution(Solution):
    """A tree with payoffs for several players, solved by max^n: values are payoffs, and there is no convention."""

    @property
    def convention(self) -> None:
        """There is none."""

    @property
    def cuts(self) -> tuple[Cut, ...]:
        """None: nothing is compared with alpha and beta. What was not looked at is `pruned`, and steps say why."""
        return ()

    def steps_in(self, language: str) -> tuple[Step, ...]:
        """The lines of the worked solution in a language, "en" or "de"."""
        from treesolve.pages.maxn_page import MaxnPage

        told = MaxnPage(self.search, language=language)
        return tuple(
            Step(number, Node(self, step.node), told.row(number, step)[2], (), step.payoffs)
            for number, step in enumerate(self.search.arrivals, 1)
        )

    def _lecture_argument(self) -> str:
        return ""

    def _content_in_form(self, form: str, look: Look) -> str | bytes:
        from treesolve.pages.maxn_page import maxn_document

        if form == "json":
            return maxn_document(self.search, self.tree.origin.source) + "\n"
        return super()._content_in_form(form, look)

    def _repr_html_(self) -> str | None:
        return picture(self.search)


def picture(thing: Columns | Found) -> str | None:
    """The picture a notebook shows; None where it would be too large."""
    from treesolve.drawing.limit import is_drawable

    tree = thing if isinstance(thing, Columns) else thing.tree
    return str(draw(thing, "svg")) if len(tree) <= MOST_SHOWN and is_drawable(tree, "svg") else None
