"""The option --convention, which selects the convention for each tree.

The parser for convention expressions is imported only if there is an expression to parse.
"""

from pathlib import Path
from typing import TYPE_CHECKING

from treesolve.cli.lecturer_defaults import lecturer_defaults
from treesolve.cli.sentences import refused
from treesolve.cli.usage_error import parse_convention
from treesolve.model.convention import CONVENTIONS, DEFAULT, Convention
from treesolve.model.input_file import Input
from treesolve.model.kind import Kind
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.notation.headers import read_headers
from treesolve.search.maxn import maxn_convention, solve_tree
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution

if TYPE_CHECKING:
    from treesolve.notation.convention_expression import Expression


ALL = "all"
"""Value of the option that selects all conventions."""


def solution_of(tree: Tree, convention: Convention, file_input: Input) -> Solution:
    """Solve the tree in a file. Raises InputError, with the position of the node, if it cannot be solved."""
    try:
        return solve_tree(tree, convention)
    except Unsolvable as refusal:
        raise refused(refusal, tree, convention, file_input.text) from None


def load_header_convention(tree: Tree, file_input: Input) -> Convention | None:
    """Return the convention in a tree's header, or None if the header has none.

    The path of a convention file is relative to the folder of the tree file. Raises InputError, with the position of
    the header, if the convention is invalid or its file is missing.
    """
    if tree.convention is None or tree.convention in CONVENTIONS:
        return CONVENTIONS.get(tree.convention or "")
    from treesolve.notation.convention_expression import resolve_expression

    try:
        return resolve_expression(tree.convention, folder=Path(file_input.source).parent)
    except InputError as error:
        header = read_headers(file_input.text).get("convention")
        raise InputError(
            tuple(header.placed(one, file_input.text) if header else one for one in error.problems)
        ) from None


def all_conventions(own: Convention | None) -> list[Convention]:
    """Return all named conventions. A tree's own convention comes first if it is not one of them."""
    named = list(CONVENTIONS.values())
    return named if own is None or own in named else [own, *named]


class ConventionOption:
    """The value of --convention, if it was given, and its application to each file."""

    def __init__(self, value: str | None) -> None:
        self.convention: Convention | None = None
        self.expression: Expression | None = None
        if value is not None:
            from treesolve.notation.convention_expression import parse_expression

            self.convention = parse_convention(value)
            self.expression = parse_expression(value)

    @property
    def is_given(self) -> bool:
        """Whether `--convention` was given."""
        return self.expression is not None

    @property
    def depends_on_file(self) -> bool:
        """Whether the resulting convention depends on the convention in the file."""
        return self.expression is None or self.expression.convention is None

    def convention_for(self, tree: Tree, file_input: Input) -> Convention:
        """Return the convention for a tree: that of the option, otherwise that of the file, otherwise the default.

        Raises InputError if rules given in the option do not apply to the file's convention or to the tree.
        """
        if tree.has_payoffs:
            if self.is_given:
                raise InputError((Problem("payoffs-only-maxn", None, {}, file_input.source),))
            return maxn_convention(tree)
        asks_chance = self.expression is not None and self.expression.rules.get("chance", "never") != "never"
        if asks_chance and Kind.CHANCE in tree.kinds and tree.bounds is None:
            raise InputError((Problem("chance-without-bounds", None, {}, file_input.source),))
        own = load_header_convention(tree, file_input) if self.depends_on_file else None
        return self.resolve(own)

    def resolve(self, own: Convention | None = None) -> Convention:
        """Return the convention that results from the option and the file's own convention, `own`.

        Raises InputError if rules given in the option do not apply to that convention.
        """
        own = lecturer_defaults().convention if own is None else own
        if own is None or self.expression is None or not self.depends_on_file:
            return self.convention or own or DEFAULT
        try:
            return self.expression.applied_to(own)
        except InputError as error:
            raise InputError(tuple(one._replace(span=None, text=None) for one in error.problems)) from None
