"""How --convention steers a run: which convention searches which tree, and what comes of it.

The reader of expressions, which loads fractions, is imported where there is an expression to read.
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
"""Stands for every convention there is."""


def solution_of(tree: Tree, convention: Convention, file_input: Input) -> Solution:
    """Return the tree of a file, solved. Raises InputError, pointing at the node, where it cannot be."""
    try:
        return solve_tree(tree, convention)
    except Unsolvable as refusal:
        raise refused(refusal, tree, convention, file_input.text) from None


def load_header_convention(tree: Tree, file_input: Input) -> Convention | None:
    """Return the convention that a tree's own header says, read beside the tree where it is in a file.

    None where the header says nothing. Raises InputError, pointing at the header, where the file is missing.
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
    """All named conventions; before them the one a tree's header names, if it is none of them."""
    named = list(CONVENTIONS.values())
    return named if own is None or own in named else [own, *named]


class ConventionOption:
    """What --convention says in one run, if anything, applied to one file after the other."""

    def __init__(self, written: str | None) -> None:
        self.asked: Convention | None = None
        self.expression: Expression | None = None
        if written is not None:
            from treesolve.notation.convention_expression import parse_expression

            self.asked = parse_convention(written)
            self.expression = parse_expression(written)

    @property
    def is_given(self) -> bool:
        """Whether the option asks for anything."""
        return self.expression is not None

    @property
    def depends_on_file(self) -> bool:
        """Whether it depends on the convention of a file what is asked for."""
        return self.expression is None or self.expression.convention is None

    def convention_for(self, tree: Tree, file_input: Input) -> Convention:
        """Return the convention to search this tree with: the option's, else the file's, else the default.

        Raises InputError where rules make no sense for the convention the file names.
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
        """Return the convention that is meant where `own` would be without the option.

        Raises InputError where the rules the option asks for make no sense for it.
        """
        own = lecturer_defaults().convention if own is None else own
        if own is None or self.expression is None or not self.depends_on_file:
            return self.asked or own or DEFAULT
        try:
            return self.expression.applied_to(own)
        except InputError as error:
            raise InputError(tuple(one._replace(span=None, text=None) for one in error.problems)) from None
