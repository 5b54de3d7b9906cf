"""What else is known of a tree, with nodes: lectures compared, unknown leaves, other orders of the children."""

from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from treesolve.analysis import reordering
from treesolve.analysis.parametric import solve_unknowns
from treesolve.analysis.piecewise import Interval, Linear
from treesolve.analysis.reordering import BEST, WORST
from treesolve.analysis.reordering import Reordering as Reordered
from treesolve.analysis.unknown_solution import Finding
from treesolve.analysis.unknown_solution import UnknownSolution as Parametric
from treesolve.model.convention import Convention
from treesolve.model.problem import Problem
from treesolve.pages.comparison_page import comparison_document, comparison_page
from treesolve.pages.document import Document
from treesolve.pages.problem_sentence import refusal_problem
from treesolve.pages.python_arguments import refused, searched, solved
from treesolve.pages.reordering_page import reordering_document, reordering_page
from treesolve.pages.saving import PAGES, Kept, Look, chosen
from treesolve.pages.solved import Solution, Tree
from treesolve.pages.unknown_page import unknown_document, unknown_page
from treesolve.search.comparison import Comparison as Compared
from treesolve.search.comparison import Row as Searched
from treesolve.search.node import Node
from treesolve.search.search import Unsolvable

if TYPE_CHECKING:
    from treesolve.pages.python_arguments import ConventionLike, TreeLike


class Row(NamedTuple):
    """One convention's search of a tree: a solution, or the problem because of which there is none."""

    convention: Convention
    solution: Solution | None
    problem: Problem | None


class Group(NamedTuple):
    """The conventions, by id, with the same answer: the topmost pruned nodes, and the best child of the root."""

    conventions: tuple[str, ...]
    pruned_roots: tuple[Node, ...]
    best: Node | None


class _Answer(Kept):
    """What is known of a tree beside its solution, as a page and as a document."""

    FORMS = (*PAGES, "json")

    def __init__(self, found: Any, tree: Tree) -> None:
        self.found, self.tree = found, tree

    def _repr_markdown_(self) -> str:
        return str(self.written("markdown"))


class Comparison(_Answer):
    """A tree searched under several conventions."""

    found: Compared

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """A row for each convention, in the order asked for."""
        return tuple(map(self._row_of_search, self.found.rows))

    def _row_of_search(self, row: Searched) -> Row:
        if row.refusal:
            return Row(row.convention, None, refusal_problem(row.refusal, self.tree.columns, row.convention))
        return Row(row.convention, Solution(row.solution, self.tree), None)

    @property
    def solutions(self) -> dict[str, Solution]:
        """The solutions there are, by the ids of the conventions."""
        return {row.convention.id: row.solution for row in self.rows if row.solution}

    @property
    def groups(self) -> tuple[Group, ...]:
        """The different answers of the conventions that cut."""
        several, optional = self.tree.several, self.tree.optional
        return tuple(Group(ids, several(roots), optional(best)) for ids, roots, best in self.found.groups)

    @property
    def agrees(self) -> bool:
        """Whether all conventions that cut give the same answer."""
        return len(self.found.groups) < 2

    def __repr__(self) -> str:
        return f"<Comparison of {self.tree!r}: {len(self.rows)} conventions, {len(self.groups)} answers>"

    def _document(self) -> str:
        return comparison_document(self.found, self.tree.origin.source)

    def _page(self, look: Look) -> Document:
        return comparison_page(self.found, look.language)


class Piece(NamedTuple):
    """What holds for the values of the letter in an interval, with nodes as in a solution.

    `value` is the minimax value of the root, `slope` times the letter plus `offset`; None where other unknowns leave it
    open.
    """

    interval: Interval
    value: Linear | None
    best: Node | None
    pruned_roots: tuple[Node, ...]
    evaluated: tuple[Node, ...]


class UnknownSolution(_Answer):
    """A tree searched for every value of the letter of an unknown leaf.

    In a tree without such leaves the letter is the probability of the first outcome of `chance_node`.
    """

    found: Parametric

    def __init__(self, found: Parametric, tree: Tree) -> None:
        super().__init__(found, tree)
        self.letter, self.convention = found.letter, found.convention
        self.chance_node = tree.optional(found.chance_node)

    @property
    def pieces(self) -> tuple[Piece, ...]:
        """The intervals with different answers, from left to right, without gaps."""
        return tuple(self._piece_on_interval(piece.interval, piece.answer) for piece in self.found.pieces)

    def _piece_on_interval(self, interval: Interval, answer: Finding) -> Piece:
        several, optional = self.tree.several, self.tree.optional
        return Piece(
            interval, answer.value, optional(answer.best), several(answer.pruned_roots), several(answer.evaluated)
        )

    @property
    def matters(self) -> tuple[Interval, ...]:
        """Where the value of the root changes with the letter."""
        return self.found.matters

    def pruned_where(self, node: Node | str) -> tuple[Interval, ...]:
        """For which values a node, or the one with that name, is pruned. Raises InputError where there is none."""
        return self.found.pruned_where((self.tree[node] if isinstance(node, str) else node).id)

    def __repr__(self) -> str:
        told, letter = repr(self.tree), self.chance_node.name if self.chance_node else self.letter
        if told.startswith("<"):
            return f"<UnknownSolution of {told} for {letter}>"
        return f"unknown({told.removeprefix('read(').removesuffix(')')}, {letter!r}, {self.convention.id!r})"

    def _document(self) -> str:
        return unknown_document(self.found, self.tree.origin.source)

    def _page(self, look: Look) -> Document:
        return unknown_page(self.found, language=look.language, shapes=look.shapes, paper=look.paper, width=look.width)


class Reordering(Kept):
    """A tree with its children in the order with which the search evaluates the fewest, or the most, leaves.

    `before` is the solution of the tree as it was, `solution` that of the new `tree`, whose nodes keep their names;
    `exact` says that no order does with fewer, or needs more.
    """

    FORMS = ("tree", *PAGES, "json")

    def __init__(self, found: Reordered, before: Solution) -> None:
        self.found, self.before = found, before
        self.tree = Tree(found.tree)
        self.solution = Solution(found.solution, self.tree)
        self.exact = found.exact

    def __repr__(self) -> str:
        return f"<Reordering: {len(self.solution.evaluated)} leaves evaluated, {len(self.before.evaluated)} before>"

    def _content_in_form(self, form: str, look: Look) -> str | bytes:
        return str(self.tree) if form == "tree" else super()._content_in_form(form, look)

    def _document(self) -> str:
        return reordering_document(self.found, self.before.tree.origin.source)

    def _page(self, look: Look) -> Document:
        return reordering_page(self.found, **look._asdict())


def unknown(
    what: "TreeLike", letter: str | None = None, convention: "ConventionLike" = None, *, integers: bool = False
) -> UnknownSolution:
    """For which values of an unknown leaf what happens; without a letter, of the first one from the left.

    Where no leaf is unknown the letter names a chance node, and the values are the probability of its first outcome.

    With `integers` the letter stands for an integer. Intervals are of its values, in MAX's view. Raises InputError
    where no leaf has it. Source: the one search of `solve`, with a number that notices where a comparison turns.

    >>> from treesolve import unknown
    >>> [(str(piece.interval.low), str(piece.interval.high)) for piece in unknown("((6 5) (x 9))", "x").pieces]
    [('-inf', '5'), ('5', '9'), ('9', 'inf')]
    """
    tree, asked = searched(what, convention)
    try:
        return UnknownSolution(next(solve_unknowns(tree.columns, asked, letter, integers=integers)), tree)
    except Unsolvable as refusal:
        raise refused(refusal, tree, asked) from None


def reorder(
    what: "TreeLike", goal: str = "best", convention: "ConventionLike" = None, *, effort: int = 200_000
) -> Reordering:
    """The tree in the order of children with which the same search evaluates the fewest leaves, or with the goal
    "worst" the most; `effort` limits the nodes of all trees tried, and `exact` is true if no other order goes further.
    Nodes keep their names, and get new ids. Raises InputError where the tree cannot be searched. Source: Knuth and
    Moore 1975 for the least number.

    >>> from treesolve import reorder
    >>> best = reorder("((2 9) (6 5))")
    >>> len(best.solution.evaluated), best.exact
    (3, True)
    """
    tree, asked = searched(what, convention)
    before = Solution(solved(tree, asked), tree)
    found = reordering.reorder(before.search, goal=chosen("goal", goal, (BEST, WORST)), effort=effort)
    return Reordering(found, before)
