"""Which notation a text is in that our grammar does not read, and its tree.

Each notation says by unmistakable signs whether a text is its own, and the first one reads it, or refuses it.

Vocabulary

    tidy        without fences and the name of an assignment around the tree
"""

import re
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import NamedTuple

from treesolve.model.problem import InputError, Problem, Span
from treesolve.model.tree import Tree
from treesolve.notation.comments import Comment, comment_untold, without_comments
from treesolve.notation.doubts import Doubt
from treesolve.notation.foreign.labels import number
from treesolve.notation.foreign.making import tree_of
from treesolve.notation.foreign.not_read import not_read
from treesolve.notation.foreign.surroundings import tidied
from treesolve.notation.grammar_reader import without_garbage_collector
from treesolve.notation.header_values import HeaderValues
from treesolve.notation.number_text import write_number
from treesolve.notation.payoffs import NO_HEADERS
from treesolve.notation.writer import shown_line, write_line

NOTATIONS = (
    *(
        "gambit_file",
        "cs188_test",
        "latex",
        "dot_graph",
        "mermaid_graph",
        "drawing",
        "data",
        "programs_read",
        "edge_lines",
    ),
    *("brackets", "leaf_bars", "outline_text"),
)
"""The modules, in the order in which they are asked."""

LONGEST = 5_000_000
"""No longer text is looked at for another notation than our own."""

_QUOTED_HEAD = re.compile(r"[\[({]\s{0,9}[\"']")
_NUMBERS_ALONE = frozenset("0123456789()[]{},;.+-−/ \t\r\n?∞")

FEWEST_LEAVES, MOST_SHOWN = 4, 64
"""So many numbers in a row are asked about with the trees that they may be."""

Read = Callable[[str], Tree]


class Found(NamedTuple):
    """A tree that was written otherwise: the tree, its line in our notation, and remarks on what was done."""

    tree: Tree
    text: str
    remarks: tuple[Problem, ...]


@without_garbage_collector()
def find_tree(text: str, own: Read, refused: InputError, headers: HeaderValues = NO_HEADERS) -> Found:
    """The tree of a text that our grammar has refused; `own` is how that reads, `refused` what it says.

    The text has blanks where its headers stood.

    Raises InputError, with places in this text: what the notation says that has its signs in the text, and what our
    grammar has said where none has.
    """
    if len(text) > LONGEST:
        raise refused
    _check_one_tree(text, own, refused)
    tidy = tidied(text)
    if tidy.remarks:
        try:
            tree = own(tidy.text)
            how = Problem("read-as", None, {"notation": "", "line": shown_line(tree)})
            return Found(tree, tidy.text.strip(), (*tidy.remarks, how))
        except Doubt:
            raise
        except InputError as error:
            refused = error
    if _NUMBERS_ALONE.issuperset(tidy.text):
        problem = _row_untold(tidy.text)
        raise InputError((problem,)) if problem else refused
    for name in NOTATIONS:
        notation = import_module(f"treesolve.notation.foreign.{name}")
        plain, comments = without_comments(tidy.text, getattr(notation, "COMMENTS", ()))
        if notation.recognises(plain):
            found = _read(notation, plain, comments, headers, refused)
            return found._replace(remarks=(*tidy.remarks, *found.remarks))
    problem = not_read(tidy.text)
    raise InputError((problem,)) if problem else refused


def _check_one_tree(text: str, own: Read, refused: InputError) -> None:
    """Raises InputError where several trees of ours are a text, with the line that they are as children of one root."""
    if refused.problems[0].code != "second-tree" or "->" in text:
        return
    start = len(text) - len(text.lstrip())
    try:
        tree = own(f"{text[:start]}({text[start:].rstrip()})")
    except InputError:
        return
    if all(tree.children[child] for child in tree.children[0]):
        problem = refused.problems[0]
        raise InputError((problem._replace(facts={**problem.facts, "instead": shown_line(tree)}),))


def _row_untold(text: str) -> Problem | None:
    """What is asked of four leaves or more in a row, without any bracket; None for any other text."""
    leaves = [value for value in map(number, text.replace(",", " ").split()) if value is not None]
    if len(leaves) < FEWEST_LEAVES or len(leaves) > MOST_SHOWN or set("()[]{};") & set(text):
        return None
    shown = [write_number(leaf) for leaf in leaves]
    flat = f"({' '.join(shown)})"
    while len(shown) % 2 == 0:
        shown = [f"({one} {other})" for one, other in zip(shown[::2], shown[1::2], strict=True)]
    at = len(text) - len(text.lstrip())
    facts = {"count": len(leaves), "flat": flat, "complete": shown[0] if len(shown) == 1 else ""}
    return Problem("flat-leaves", Span(at, len(text.rstrip())), facts)


def _read(
    notation: ModuleType, plain: str, comments: list[Comment], headers: HeaderValues, refused: InputError
) -> Found:
    """What a notation reads. Where that has only brackets, our grammar knows better what is wrong with these."""
    try:
        made = tree_of(notation.read(plain), headers)
        problem = comment_untold(comments, made.tree, plain)
        if problem:
            raise InputError((problem._replace(facts={**problem.facts, "instead": shown_line(made.tree)}),))
    except InputError as error:
        if notation.NAME == "brackets" and not _has_other_words(plain, refused):
            raise refused from None
        named = (problem._replace(facts={"notation": notation.NAME, **problem.facts}) for problem in error.problems)
        raise InputError(tuple(named)) from None
    how = Problem("read-as", None, {"notation": notation.NAME, "line": shown_line(made.tree)})
    return Found(made.tree, write_line(made.tree), (how, *made.remarks))


def _has_other_words(text: str, refused: InputError) -> bool:
    """Whether brackets have what is none of ours: heads in quotation marks, or letters that may be names."""
    is_ours = ":" in text or "->" in text or not _QUOTED_HEAD.search(text)
    return not is_ours or refused.problems[0].code == "foreign-asked"
