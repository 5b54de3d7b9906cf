"""Trees in the source code of programs.

The tree must be one literal or constructor call, or be assembled from variables that are assigned once and used once.
The program is not executed. Any statement that may change the tree leads to a question.
"""

import re

from treesolve.model.kind import Kind
from treesolve.notation.importers.data_layout import (
    check_single_tree,
    parse_linked_entries,
    tree_of_data,
    tree_of_graph,
)
from treesolve.notation.importers.labels import folded, is_plural, kind_from_word, word_category
from treesolve.notation.importers.literal_node import ChildLiteral, link_entries
from treesolve.notation.importers.literals import Literal, statements
from treesolve.notation.importers.parsed_node import ParsedNode, reject, reject_ambiguous

NAME = "program"
COMMENTS = ("#", "//", "/*", "--")

_NAMED = r"(?:new[ \t]{1,9})?([^\W\d]\w{0,60})[ \t]{0,9}[(\[\"'{]"
_TYPE = r"(?:[ \t]?:[ \t]{0,9}[^\W\d][\w<>\[\]|, ]{0,60}?)?"
_ASSIGNED = re.compile(
    rf"^[ \t]{{0,40}}(?:export[ \t]{{1,9}})?(?:(?:const|let|var)[ \t]{{1,9}})?[^\W\d]\w{{0,60}}{_TYPE}"
    rf"[ \t]{{0,99}}=\s{{0,9}}(?:[\[({{]|{_NAMED})",
    re.MULTILINE,
)
_CALL = re.compile(rf"\s*{_NAMED}")
_ARGUMENT = re.compile(r"\(\s*(?:[\"']|\w+[ \t]*=[^=])|\bnew[ \t]|\b(?:leaf|terminal)(?:node)?\(", re.IGNORECASE)
"""Syntax that distinguishes program code from an equation: quoted names, keyword arguments, `new`, calls for leaves."""

_IMPORT = re.compile(r"^(?:import [^\W\d]|from [\w.]{1,60} import )", re.MULTILINE)


def recognizes(text: str) -> bool:
    """Return whether the text looks like a program.

    This is the case if it contains an import or an assignment of a literal or call, or begins with a constructor call.

    >>> recognizes("a = Node(6)\\nb = Node([a, 5])"), recognizes('Node("A", [Leaf(6)])'), recognizes("A = max(B, C)")
    (True, True, False)
    """
    called = [match for match in (_CALL.match(text), *_ASSIGNED.finditer(text)) if match]
    has_kind = any(match[1] and kind_from_word(match[1]) for match in called)
    has_constructor = any(not match[1] or _makes_nodes(match[1]) for match in called)
    return bool(_IMPORT.search(text) or has_constructor or (has_kind and _ARGUMENT.search(text)))


def _makes_nodes(word: str) -> bool:
    """Return whether the word is the name of a constructor of nodes, rather than a function in an equation."""
    is_kind = kind_from_word(word) is Kind.LEAF or (kind_from_word(word) is not None and folded(word).endswith("node"))
    return is_kind or word_category("constructors", word) != "" or folded(word) == "dict"


def read(text: str) -> ParsedNode:
    """Return the tree. Raises InputError if there is none, or if a statement may change the tree."""
    named = statements(text)
    names = set[str]()
    if len(named) > 1 and all(value.literal_type in ("list", "map") and not name for name, value in named):
        reject("several-trees", named[1][1].span, count=len(named))
    for name, value in named:
        is_function = value.literal_type == "call" and not name and not _makes_nodes(value.text)
        if name in names or (is_function and len(named) > 1):
            _reject_statement(name, value)
        names.add(name)
    inside = (one for _, value in named for one in value.walk())
    if any(one.literal_type == "word" and one.text in names for one in inside):
        return link_entries({name: ChildLiteral(value) for name, value in named}, by=("word",))
    starts = [one for one in named if one[1].literal_type == "text" and word_category("graphs", one[0]) == "root"]
    others = [one for one in named if one not in starts] or named
    whole = [(Literal(value.span, "word", name), value) for name, value in others]
    graph = tree_of_graph(Literal(others[0][1].span, "map", "", tuple(whole))) if all(names) else None
    if graph is None and len(others) > 1:
        _reject_statement(*next((one for one in others[1:] if not word_category("graphs", one[0])), others[1]))
    root = graph or _root(*others[0])
    for name, value in starts:
        if value.text != root.label:
            _reject_statement(name, value)
    return root


def _root(name: str, value: Literal) -> ParsedNode:
    """Return the tree that a value represents.

    Raises InputError if the name of its variable is a plural, unless the entries of the value refer to each other.
    """
    if not is_plural(name):
        return tree_of_data(value)
    linked = parse_linked_entries(value)
    if linked is None:
        check_single_tree(value, name)
    return linked or reject_ambiguous("plural", value.span, name)


def _reject_statement(name: str, value: Literal) -> None:
    reject_ambiguous("statement", value.span, name or value.text)
