"""Conversion of Python arguments to trees and conventions; a string is notation, and a Path is a file."""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from treesolve.model.convention import DEFAULT, Convention
from treesolve.model.input_file import Input, read_input, read_with
from treesolve.model.problem import InputError, Problem
from treesolve.model.tree import Tree
from treesolve.model.utf8_text import with_line_feeds
from treesolve.notation.convention_expression import read_convention, resolve_expression
from treesolve.notation.nested_lists import format_nested_lists
from treesolve.notation.reader import read
from treesolve.notation.writer import write
from treesolve.search.maxn import maxn_convention, solve_tree
from treesolve.search.search import Unsolvable
from treesolve.search.solution import Solution

if TYPE_CHECKING:
    from treesolve.notation.importers.python_graph import GraphLike, NodeLike

    PythonTree = Sequence[Any] | Mapping[Any, Any] | GraphLike | NodeLike
    TreeLike = str | os.PathLike[str] | PythonTree | Tree | Solution
    ConventionLike = str | os.PathLike[str] | Convention | None

_FILE_NAME = re.compile(r"[^\n]*(\.(tree|txt|toml|jsonl?|csv|tsv|md|html?|pdf|py|docx?|odt|zip)|[/\\])", re.IGNORECASE)
"""Matches only the names of files and folders."""

MAX_NAME_LENGTH = 255


def tree_argument(what: Any) -> Tree:
    """Return the tree given as text, as a Python value, as a file or as part of a solution.

    Leaves may have payoffs for several players. Raises InputError if the argument does not contain a tree.
    """
    if isinstance(what, Tree):
        return what
    if isinstance(what, Solution):
        return what.tree
    if isinstance(what, str | os.PathLike):
        return tree_in(text_argument(what))
    if isinstance(what, list | tuple) and not any(isinstance(item, Mapping) for item in what):
        return tree_in(Input("-", format_nested_lists(what)))
    from treesolve.notation.importers.python_graph import parse_python_value

    tree = parse_python_value(what)
    if tree is None:
        raise refusal("argument-no-tree", what)
    return tree_in(Input("-", write(tree)))


def tree_in(found: Input) -> Tree:
    """Return the tree given as text. Raises InputError if the text is invalid."""
    return replace(read(found.text, found.source, payoffs=True), origin=found)


def text_argument(what: "str | os.PathLike[str]") -> Input:
    """Return the string itself, or the content of the file if the argument is a path.

    Raises InputError for a string that is a file name.
    """
    if not isinstance(what, str):
        return read_input(str(Path(what)))
    if is_file_name(what):
        raise InputError((Problem("argument-file-name", None, {"text": what}),))
    return Input("-", with_line_feeds(what))


def is_file_name(text: str) -> bool:
    """Return whether a string is almost certainly the name of a file or folder.

    >>> is_file_name("exam.tree"), is_file_name("answers/"), is_file_name("((6 5) (2 9))"), is_file_name("ä" * 200)
    (True, True, False, False)
    """
    if len(text.encode(errors="replace")) > MAX_NAME_LENGTH or not text.strip():
        return False
    path = Path(text.strip().replace("\0", ""))
    is_there = path.is_dir() or (("." in text or os.sep in text) and path.exists())
    return is_there or bool(_FILE_NAME.fullmatch(text.strip()))


def convention_for_tree(requested_convention: Any, tree: Tree) -> Convention:
    """Return the convention that an expression or a file specifies; the default is the tree's header, or else DEFAULT.

    Raises InputError if the convention does not exist.
    """
    if tree.has_payoffs:
        if requested_convention is not None:
            raise InputError((Problem("payoffs-only-maxn", None, {}, tree.origin.source),))
        return maxn_convention(tree)
    if requested_convention is None:
        return header_convention(tree) or DEFAULT
    if isinstance(requested_convention, str):
        return resolve_expression(
            requested_convention, header_convention(tree) if requested_convention.startswith(":") else None
        )
    return convention_argument(requested_convention)


def header_convention(tree: Tree) -> Convention | None:
    """Return the convention in the header of a tree, or None. Raises InputError if this convention is unknown."""
    expression = tree.convention
    return None if expression is None else resolve_expression(expression, folder=Path(tree.origin.source).parent)


def convention_argument(requested_convention: Any) -> Convention:
    """Return the convention given as an argument without a tree. Raises InputError if the argument is invalid."""
    if isinstance(requested_convention, Convention):
        return requested_convention
    if isinstance(requested_convention, str):
        return resolve_expression(requested_convention)
    if isinstance(requested_convention, os.PathLike):
        return read_with(read_convention, Path(requested_convention))
    raise refusal("argument-no-convention", requested_convention)


def tree_and_convention(what: Any, convention: Any, *, payoffs: bool = False) -> tuple[Tree, Convention]:
    """Return a tree and a convention. For a solution, the default is the convention it was solved with.

    Raises InputError if either is invalid. Raises InputError for payoffs of several players as well, unless `payoffs`
    allows them.
    """
    tree = tree_argument(what)
    if convention is None and isinstance(what, Solution) and not tree.has_payoffs:
        convention = what.convention
    found = convention_for_tree(convention, tree)
    if tree.has_payoffs and not payoffs:
        raise refused(Unsolvable("payoff-tree", 0), tree, found)
    return tree, found


def solved(tree: Tree, convention: Convention) -> Solution:
    """Return the solution of a tree. If it cannot be searched, raises an InputError that points at the node."""
    try:
        return solve_tree(tree, convention)
    except Unsolvable as refusal:
        raise refused(refusal, tree, convention) from None


def solution_argument(what: Any, convention: Any) -> Solution:
    """Return the solution of a tree. If the argument is a solution and no convention is given, return it unchanged.

    Raises InputError if the tree or the convention is invalid.
    """
    if convention is None and isinstance(what, Solution):
        return what
    tree, requested_convention = tree_and_convention(what, convention, payoffs=True)
    return solved(tree, requested_convention)


def refused(refusal: Unsolvable, tree: Tree, convention: Convention) -> InputError:
    """Return the error that says why a search is impossible, with its position in the source text of the tree."""
    from treesolve.rendering.problem_sentence import unsolvable_problem

    text = tree.origin.text or None
    problem = unsolvable_problem(refusal, tree, convention, text)
    return InputError((problem._replace(source=tree.origin.source),))


def count_argument(name: str, value: Any, most: int) -> int:
    """Return the value if it is an integer from 1 to `most`. Raises InputError otherwise."""
    if isinstance(value, int) and not isinstance(value, bool) and 1 <= value <= most:
        return value
    raise InputError((Problem("argument-count", None, {"name": name, "text": repr(value)[:40], "most": most}),))


def refusal(code: str, what: Any) -> InputError:
    """Return the error for an argument of an unsupported type."""
    facts = {"type": type(what).__name__, "text": " ".join(repr(what).split())[:40]}
    return InputError((Problem(code, None, facts),))
